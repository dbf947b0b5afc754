"""The steps of ``docs/tables/adding-a-table.md`` work: a renamed copy is installed and passes at its machine."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "tables" / "adding-a-table.md").read_text(encoding="utf-8")


def commands(step: int) -> str:
    """Return the commands of a step."""
    found = re.search(rf"^\*\*{step}\. .*?^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_a_copy_is_renamed_installed_and_passes(tmp_path: Path) -> None:
    """The commands are typed unchanged, except that they must not touch this machine: the copy is installed from here
    into a folder, and tried briefly."""
    installed = tmp_path / "installed"
    offline = f'--no-deps --no-build-isolation --no-index --target "{installed}"'
    tried = (
        commands(2).replace("/tmp/acme", "$HOME/acme").replace("pip install -e .", f"pip install {offline} .")
    )
    assert offline in tried
    assert tried.count("$HOME/acme") == 4
    script = f"""
        set -e
        pip() {{ "{sys.executable}" -m pip --quiet --disable-pip-version-check "$@"; }}
        jantaku() {{ python -c 'from jantaku.main import entry; entry()' "$@"; }}
        trap 'kill $(jobs -p)' EXIT
        {commands(1)}
        {tried.rstrip()} --json --only connects --only refuses
    """
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": paths, "HOME": str(tmp_path), "PYTHONPATH": f"{installed}:{ROOT}"}
    done = subprocess.run(
        ["bash", "-c", script.replace("\n        ", "\n")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(done.stdout.splitlines()[-1])  # the simulated table has reported that it is ready
    assert (data["driver"], data["passed"]) == ("acme", 2)
    assert "line" not in " ".join(path.name for path in installed.iterdir())
