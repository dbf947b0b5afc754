"""The files with which a table is set up: Mosquitto's configuration and rights, the systemd unit."""

import argparse
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from hall.cli.command import add_parser as add_hall_parser
from hall.cli.federation import add_parser as add_federation_parser
from hall.forwarding.stream import server_of
from table_controller.cli.journal.backup import add_backup_parser
from table_controller.journal.backup.backup import BACKUPS
from tests.table_controller.deployment_stage import ROOT

PROGRAM: Final = "/opt/jantaku/.venv/bin/jantaku"


def unit(section: str, name: str = "jantaku.service") -> dict[str, str]:
    """The last value of each setting of a section; systemd files may repeat one."""
    text = (ROOT / "systemd" / name).read_text()
    body = text.split(f"[{section}]\n", 1)[1].split("\n[", 1)[0]
    lines = [line for line in body.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_unit_starts_what_is_there_and_always_again() -> None:
    service = unit("Service")
    assert re.fullmatch(r"\S+/jantaku run --config \S+\.toml", service["ExecStart"])
    assert service["Restart"] == "always"
    assert unit("Unit")["StartLimitIntervalSec"] == "0"


def test_the_unit_may_do_little() -> None:
    service = unit("Service")
    for name in (
        "NoNewPrivileges",
        "PrivateTmp",
        "ProtectHome",
        "ProtectKernelModules",
        "RestrictNamespaces",
    ):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["DevicePolicy"] == "closed"
    assert service["User"] != "root"


def test_the_nightly_backup_is_typed_rightly_and_may_write_no_settings(tmp_path: Path) -> None:
    service = unit("Service", "jantaku-backup.service")
    program, *words = service["ExecStart"].split()
    assert program == unit("Service")["ExecStart"].split()[0] == PROGRAM
    assert service["ExecStartPre"] == f"-+{PROGRAM} authority renew"
    parser = argparse.ArgumentParser()
    add_backup_parser(parser.add_subparsers())
    options = parser.parse_args(words)
    assert (options.to, options.keep) == (BACKUPS, 14)
    assert BACKUPS.name in service["StateDirectory"].split()
    assert (service["User"], service["ProtectSystem"]) == ("jantaku", "strict")
    assert service["CapabilityBoundingSet"] == "CAP_DAC_READ_SEARCH"
    assert unit("Timer", "jantaku-backup.timer")["Persistent"] == "true"


def test_the_hall_is_typed_rightly_and_reads_nothing_else(tmp_path: Path) -> None:
    service = unit("Service", "jantaku-hall.service")
    program, name, *words = service["ExecStart"].split()
    assert (program, name) == (unit("Service")["ExecStart"].split()[0], "hall")
    parser = argparse.ArgumentParser()
    add_hall_parser(parser.add_subparsers())
    assert (words[-2:], service["Environment"]) == (["$PAGE", "$FORWARD"], "PAGE= FORWARD="), (
        "no page is served and nothing forwarded unless it is asked for"
    )
    del words[-2:]
    options = parser.parse_args(["hall", *words])
    assert (options.what, options.user) == (None, "hall")
    assert Path(options.store).parent.name == service["StateDirectory"]
    credential = service["LoadCredential"].partition(":")[0]
    assert str(options.password_file) == f"%d/{credential}"
    assert (service["DynamicUser"], service["CapabilityBoundingSet"]) == ("yes", "")


def test_the_page_of_the_hall_is_typed_rightly_and_gets_its_files(tmp_path: Path) -> None:
    """Certificate, key and roles come as credentials, because the hall's user may not read Jantaku's files."""
    text = (ROOT / "systemd" / "jantaku-hall-page.conf").read_text()
    environment = re.search(r'^Environment="PAGE=(.+)"$', text, re.MULTILINE)
    assert environment is not None
    parser = argparse.ArgumentParser()
    add_hall_parser(parser.add_subparsers())
    options = parser.parse_args(["hall", *environment[1].split()])
    assert options.http == "0.0.0.0:8443"
    given = dict(re.findall(r"^LoadCredential=(\w+):(\S+)$", text, re.MULTILINE))
    assert {str(options.certificate), str(options.key), str(options.logins)} == {
        f"%d/{name}" for name in given
    }
    assert given["roles"] == "/etc/jantaku/roles.toml"


def test_what_a_hall_forwards_is_typed_rightly_and_gets_its_password() -> None:
    text = (ROOT / "systemd" / "jantaku-hall-forward.conf").read_text()
    environment = re.search(r'^Environment="FORWARD=(.+)"$', text, re.MULTILINE)
    assert environment is not None
    parser = argparse.ArgumentParser()
    add_hall_parser(parser.add_subparsers())
    options = parser.parse_args(["hall", *environment[1].split()])
    (credential,) = re.findall(r"^LoadCredential=(\w+):\S+$", text, re.MULTILINE)
    assert str(options.forward_password_file) == f"%d/{credential}"
    assert server_of("--forward", options.forward, "word").login == {"user": "hall", "password": "word"}


def test_the_federation_is_typed_rightly_and_reads_nothing_else() -> None:
    text = (ROOT / "systemd" / "jantaku-federation.service").read_text()
    service = unit("Service", "jantaku-federation.service")
    program, name, *words = service["ExecStart"].split()
    assert (program, name) == (unit("Service")["ExecStart"].split()[0], "federation")
    given = dict(re.findall(r'^Environment="(\w+)=(.+)"$', text, re.MULTILINE))
    assert words == [f"${each}" for each in given]
    parser = argparse.ArgumentParser()
    add_federation_parser(parser.add_subparsers())
    options = parser.parse_args(["federation", *" ".join(given.values()).split()])
    assert server_of("--from", options.server, "word").login == {"user": "federation", "password": "word"}
    assert str(options.from_password_file) == f"%d/{service['LoadCredential'].partition(':')[0]}"
    assert Path(options.store).parent.name == service["StateDirectory"]
    assert (service["DynamicUser"], service["CapabilityBoundingSet"]) == ("yes", "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is installed")
@pytest.mark.parametrize(
    ("name", "most"), [("jantaku", "1.7"), ("jantaku-hall", "1.6"), ("jantaku-federation", "1.5")]
)
def test_no_unit_is_exposed_more_than_it_must_be(name: str, most: str) -> None:
    """Systemd rates exposure: a service at 0 can do nothing, one at 10 can do everything."""
    words = [
        "systemd-analyze",
        "security",
        "--offline=true",
        "--no-pager",
        str(ROOT / "systemd" / f"{name}.service"),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= float(most)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is installed")
def test_systemd_understands_the_page_and_the_forwarding_of_the_hall(tmp_path: Path) -> None:
    name = "jantaku-hall.service"
    text = (ROOT / "systemd" / name).read_text()
    (tmp_path / name).write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text))
    (tmp_path / f"{name}.d").mkdir()
    for each in ("page.conf", "forward.conf"):
        shutil.copy(ROOT / "systemd" / f"jantaku-hall-{each}", tmp_path / f"{name}.d" / each)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if name in line or ".conf" in line] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is installed")
@pytest.mark.parametrize(
    "names",
    [
        ["jantaku.service"],
        ["jantaku-hall.service"],
        ["jantaku-federation.service"],
        ["jantaku-backup.timer", "jantaku-backup.service"],
        ["jantaku-update.path", "jantaku-update.service"],
    ],
)
def test_systemd_understands_the_units(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        text = (ROOT / "systemd" / name).read_text()
        (tmp_path / name).write_text(text.replace(PROGRAM, "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name in names)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [line for line in done.stderr.splitlines() if any(name in line for name in names)] == []
