"""The system packages that `make` installs (config/system/install.sh), by a real apt-get with folders of its own."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LISTS = Path("state/lists")


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The script beside a list with one missing package, which no source of its apt-get has."""
    shutil.copy(ROOT / "config/system/install.sh", tmp_path)
    (tmp_path / "packages.txt").write_text("sim file:/no/such/file no-such-package\n", encoding="utf-8")
    for folder in (LISTS / "partial", Path("cache/archives/partial"), Path("etc")):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "status").touch()
    (tmp_path / "apt.conf").write_text(
        f"""Dir::State "{tmp_path}/state"; Dir::State::status "{tmp_path}/status"; Dir::Cache "{tmp_path}/cache";
Dir::Etc "{tmp_path}/etc";""",
        encoding="utf-8",
    )
    (tmp_path / "sudo").write_text('#!/bin/sh\nexec "$@"\n', encoding="utf-8")
    (tmp_path / "sudo").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    monkeypatch.setenv("PYTHON", sys.executable)
    return tmp_path / "install.sh"


def test_another_program_that_installs_packages_is_waited_for(script: Path) -> None:
    with (script.parent / LISTS / "lock").open("w", encoding="utf-8") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        installing = subprocess.Popen(
            ["sh", script, "sim"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert installing.stdout is not None
        assert installing.stdout.readline() == "Another program is installing packages; waiting for it.\n"
    said, failure = installing.communicate(timeout=60)
    assert said == "Installing system packages: no-such-package\n"
    assert "Unable to locate package no-such-package" in failure
    assert "The command was: apt-get install no-such-package" in failure
    assert installing.returncode == 1
