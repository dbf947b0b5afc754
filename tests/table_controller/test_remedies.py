"""Every command that ``jantaku doctor`` prints is pasted into a shell unchanged, and does what its remedy says.

Only what would reach beyond the test is replaced: ``sudo`` and ``systemctl`` and the like by programs of the same name,
and folders of the system by those of the test.
"""

import errno
import grp
import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jantaku.main import main
from table_controller.cli.doctor import camera, disk, doctor, network, service, unit
from table_controller.cli.doctor.diagnosis import Diagnosis
from table_controller.cli.logins import authority
from table_controller.cli.logins.authority import FOLDER
from table_controller.cli.setup.plan import below
from table_controller.health.upkeep import backup_age
from table_controller.journal.one_daemon import only_one
from table_controller.journal.place import JOURNAL
from table_controller.mqtt.authority import MADE_BY_SETUP, Authority
from tests.conftest import ROOT, signals_put_back
from tests.table_controller.broker_stage import free_port
from tests.table_controller.doctor_stage import Table, journal, table
from tests.vision.tabletop import camera as view
from tests.vision.tabletop import photograph
from vision.camera.frames import Frame
from vision.geometry import load_geometry
from vision.model.classifier import Classifier, ModelError
from vision.worker.state_files import CAMERA_FILE

__all__ = ["journal", "table"]

USER = "games"
"""A user that every Debian has, with a group of the same name, like the service's own user."""
PROGRAMS = {
    "sudo": '[ "$1" != -u ] || shift 2; exec "$@"',
    "sudoedit": 'test -f "$1"',
    "timedatectl": 'test "$*" = "set-ntp true"',
    "apt": 'test "$1 $2" = "install --yes"',
    "v4l2-ctl": 'test "$1" = --list-formats-ext',
    "dpkg": 'test "$*" = "--verify jantaku"',
    "dmesg": 'exec /usr/bin/dmesg "$@" || true',
    "du": 'exec /usr/bin/du -sxh "$FOLDER"',
}
SYSTEMCTL = """\
case $1 in
    enable) [ "$2" != --now ] || { shift; touch "$FOLDER/started-$2"; }; exec /usr/bin/systemctl --root "$FOLDER/root" enable "$2" ;;
    unmask) exec /usr/bin/systemctl --root "$FOLDER/root" unmask "$2" ;;
    start|stop|restart) touch "$FOLDER/$1-$2" ;;
    show) cat "$FOLDER/shown-$2" ;;
    *) exit 9 ;;
esac
"""
JANTAKU = """\
case $1 in
    setup) shift; exec {python} -m jantaku.main setup --root "$FOLDER/root" --from "$FOLDER/answers.toml" --yes "$@" ;;
    backup) exec {python} -m jantaku.main "$@" "$FOLDER/backups" --config "$FOLDER/table.toml" ;;
    restore) exec {python} -m jantaku.main "$@" --config "$FOLDER/table.toml" ;;
    panel|firmware) exec {python} -m jantaku.main "$@" --help >/dev/null ;;
    *) exec {python} -m jantaku.main "$@" ;;
esac
"""


@dataclass
class Shell:
    """Somebody who pastes commands."""

    folder: Path
    pasted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        (self.folder / "bin").mkdir()
        units = self.folder / "root" / "usr" / "lib" / "systemd" / "system"
        units.mkdir(parents=True)
        (self.folder / "backups").mkdir()
        (self.folder / "log").mkdir()
        (self.folder / "log" / "dpkg.log").write_text(
            "2026-11-01 10:00:00 upgrade jantaku:arm64 0.1.0 0.2.0\n"
        )
        (self.folder / "log" / "mosquitto").mkdir()
        (self.folder / "log" / "mosquitto" / "mosquitto.log").write_text("1: started\n")
        (self.folder / "answers.toml").write_text('camera = "folder:none"\n')
        for name in (service.TABLE, service.BACKUP):
            shutil.copy(ROOT / "systemd" / name, units)
        jantaku = JANTAKU.replace("{python}", sys.executable)
        for name, text in (PROGRAMS | {"systemctl": SYSTEMCTL, "jantaku": jantaku}).items():
            (self.folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)

    def paste(self, commands: Iterable[str]) -> None:
        """Run commands one after the other; each must succeed, except one that lists damage."""
        for command in commands:
            here = command.replace("/etc/jantaku/table.toml", f"{self.folder}/table.toml")
            here = here.replace("/var/lib/jantaku-backups", f"{self.folder}/backups")
            here = here.replace("/var/log/", f"{self.folder}/log/")
            done = subprocess.run(
                ["bash", "-c", here], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                cwd=self.folder, timeout=240,
                env=os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "FOLDER": str(self.folder)},
            )  # fmt: skip
            shows_damage = "journal verify" in command
            assert done.returncode == (1 if shows_damage else 0), (command, done.stdout + done.stderr)
            self.pasted.append(command)

    def paste_all(self, results: Iterable[dict[str, Any] | Diagnosis], *parts: str) -> None:
        """Paste the commands for the faults of some parts; there must be some."""
        commands: list[str] = []
        for each in results:
            part, more = (
                (each.part, each.commands)
                if isinstance(each, Diagnosis)
                else (each["part"], each["commands"])
            )
            commands += more if part in parts else []
        assert commands
        self.paste(commands)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def service_here(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Table]:
    """A table with the service's settings, in a folder that others may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        here = Table(Path(folder), capsys)
        monkeypatch.setattr(service, "USER", USER)
        monkeypatch.setattr(disk, "USER", USER)
        monkeypatch.setattr(doctor, "TABLE_SETTINGS", here.file)
        (here.folder / "systemd").mkdir()
        monkeypatch.setattr(service, "SYSTEMD", here.folder / "systemd")
        yield here


def shows(folder: Path, unit: str, **properties: str) -> None:
    """From now on systemd says this of a unit."""
    usual = {
        "LoadState": "loaded",
        "ActiveState": "active",
        "SubState": "running",
        "UnitFileState": "enabled",
    }
    answers = usual | {"NRestarts": "0", "ActiveEnterTimestampMonotonic": "0"} | properties
    (folder / f"shown-{unit}").write_text("".join(f"{name}={value}\n" for name, value in answers.items()))


# The service and its user


def test_what_only_root_may_use_is_found_and_given_to_the_services_user(service_here: Table) -> None:
    table, shell = service_here, Shell(service_here.folder)
    if os.geteuid() != 0:
        assert service.service_user(table.file, table.file) is None
        return
    secret = table.folder / "secret"
    secret.mkdir(mode=0o700)
    for name in ("password", "roles.toml"):
        (secret / name).write_text("word\n" if name == "password" else "")
        (secret / name).chmod(0o600)
    table.settings["mqtt"] = {"address": "127.0.0.1:1", "password_file": str(secret / "password")}
    table.write()
    table.file.chmod(0o600)
    shutil.chown(table.state, USER, USER)
    (table.state / "lock").write_text("")
    (table.state / "lock").chmod(0o600)

    def not_for_user() -> list[tuple[str, str]]:
        results = table.report()
        found = [each for each in results if each["says"]["code"] == "diagnosed.not_for_user"]
        return [(each["part"], each["says"]["arguments"]["name"]) for each in found]

    assert not_for_user() == [
        ("settings", str(table.file)),
        ("settings", str(secret / "password")),
        ("state", str(table.state / "lock")),
    ]
    shell.paste_all(table.report(), "settings", "state")
    assert not_for_user() == []


def test_the_services_user_writes_the_state_and_not_root(service_here: Table) -> None:
    table, shell = service_here, Shell(service_here.folder)
    table.write()
    if os.geteuid() == 0:
        (found,) = [each for each in table.report() if each["says"]["code"] == "diagnosed.not_writable"]
        shell.paste(found["commands"])
        assert table.state.stat().st_uid == pwd.getpwnam(USER).pw_uid
    table.state.rmdir()
    (found,) = [each for each in table.report() if each["says"]["code"] == "diagnosed.no_state"]
    shell.paste(found["commands"] if os.geteuid() == 0 else ())
    assert table.state.is_dir() == (os.geteuid() == 0)


@pytest.mark.parametrize(
    ("name", "properties", "expected"),
    [
        ("jantaku.service", {}, ("fine", "service_runs")),
        (
            "jantaku.service",
            {"ActiveState": "activating", "SubState": "auto-restart"},
            ("wrong", "service_crashes"),
        ),
        ("jantaku.service", {"NRestarts": "40"}, ("wrong", "service_crashes")),
        ("jantaku.service", {"ActiveState": "failed"}, ("wrong", "service_crashes")),
        ("jantaku.service", {"ActiveState": "inactive"}, ("warning", "service_stopped")),
        ("jantaku.service", {"UnitFileState": "disabled"}, ("warning", "service_disabled")),
        ("jantaku.service", {"LoadState": "not-found"}, ("warning", "no_service")),
        ("jantaku-backup.timer", {"ActiveState": "inactive"}, ("warning", "timer_off")),
        ("jantaku-backup.timer", {"UnitFileState": "disabled"}, ("warning", "timer_off")),
    ],
)
def test_the_service_as_systemd_has_it(
    service_here: Table,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    properties: dict[str, str],
    expected: tuple[str, str],
) -> None:
    folder = service_here.folder
    shell = Shell(folder)
    (folder / "bin" / "journalctl").write_text("#!/bin/sh\n")
    (folder / "bin" / "journalctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin", prepend=os.pathsep)
    monkeypatch.setenv("FOLDER", str(folder))
    for each in (service.TABLE, service.BACKUP):
        shows(folder, each)
    monkeypatch.setattr(service, "STEADY_S", 1e12)  # this computer has not been running that long
    shows(folder, name, **properties)
    found = list(service.look_at_service())
    assert expected in [(each.grade, each.says.code.removeprefix("diagnosed.")) for each in found]
    ill = [each for each in found if each.grade != "fine"]
    shell.paste(command for each in ill for command in each.commands)
    if expected[1] in {"timer_off", "service_disabled"}:
        assert name in {each.name for each in (folder / "root" / "etc").rglob("*")}
    assert (folder / "started-jantaku-backup.timer").exists() == (expected[1] == "timer_off")


def test_a_user_who_is_missing_in_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    user = pwd.struct_passwd((USER, "x", 5, 60, "", "/", "/bin/sh"))
    there = [
        grp.struct_group((name, "x", 900 + gid, [])) for gid, name in enumerate(("dialout", "video", "gpio"))
    ]
    monkeypatch.setattr(grp, "getgrall", lambda: there)
    assert [each.commands for each in service.look_at_user(user)] == [
        (f"sudo usermod -aG {group.gr_name} {USER}",) for group in there
    ]
    monkeypatch.setattr(os, "getgrouplist", lambda *_: [group.gr_gid for group in there])
    assert list(service.look_at_user(user)) == []


def test_root_leaves_nothing_that_the_services_user_cannot_write(service_here: Table) -> None:
    if os.geteuid() != 0:
        return
    table = service_here
    shutil.chown(table.state, USER, USER)
    table.write()
    with signals_put_back():
        assert main(["run", "--config", str(table.file)]) == 2
    assert f"belongs to the user {USER}" in table.capsys.readouterr().err
    assert list(table.state.iterdir()) == []
    with only_one(table.state):
        pass
    backup_age.note(table.state, datetime.now(UTC).isoformat())
    assert {each.owner() for each in table.state.iterdir()} == {USER}


# Everything else


def test_without_settings_it_names_set_up(
    shell: Shell, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "TABLE_SETTINGS", table.file)
    monkeypatch.setattr("table_controller.cli.doctor.disk.daemon_runs", lambda _: False)
    results = table.report(
        "--state", str(table.state), "--camera", "folder:none", "--driver", "none", "--http", "0"
    )
    (found,) = [each for each in results if each["part"] == "settings"]
    assert (found["grade"], found["says"]["code"]) == ("warning", "diagnosed.settings_defaults")
    shell.paste(found["commands"])
    assert (shell.folder / "root" / "etc" / "jantaku" / "table.toml").is_file()


def test_wrong_settings_hide_no_other_part(shell: Shell, table: Table) -> None:
    table.settings |= {"rulset": "tenhou", "geometry": "nowhere"}
    table.write()
    results = table.report()
    found = {each["part"]: each["grade"] for each in results}
    assert found["settings"] == "wrong"
    assert {"state", "disk", "journal", "backup", "unit", "panel", "camera", "broker", "page"} <= found.keys()
    shell.paste_all(results, "settings")


def test_an_unknown_table_hides_no_other_part(shell: Shell, table: Table) -> None:
    table.settings["geometry"] = "nowhere"
    table.shows(photograph([], view(1300.0)))
    found = table.examined()
    assert found["camera"] == [("wrong", "said")]
    assert {"broker", "page"} <= found.keys()
    shell.paste_all(table.report(), "camera")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_cannot_be_written(
    shell: Shell, table: Table, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(disk, "_why_unwritable", lambda _: number)
    (state, *_) = disk.look_at_state(table.state)
    assert (state.grade, "chown" in " ".join(state.commands)) == ("wrong", False)
    shell.paste_all([state], "state")


def test_a_clock_that_is_wrong(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC)
    shell.paste_all([disk.look_at_clock(now, now.replace(year=now.year - 1, day=1))], "clock")
    monkeypatch.setattr(disk, "_output_of", lambda *_: "no")
    shell.paste_all([disk.look_at_clock(None, now)], "clock")


def test_a_journal_without_backup_is_backed_up_and_a_damaged_one_restored(
    shell: Shell, table: Table, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "BACKUPS", shell.folder / "backups")
    assert table.examined()["backup"] == [("warning", "backup_never")]
    shell.paste_all(table.report(), "backup")
    assert table.examined()["backup"] == [("fine", "backup_age")]
    with closing(sqlite3.connect(journal)) as base, base:
        base.execute(
            "UPDATE stored_events SET state = replace(state, '60000', '60001') WHERE originator_version = 2"
        )
    assert table.examined()["journal"] == [("wrong", "said")]
    shell.paste_all(table.report(), "journal")
    assert table.examined()["journal"] == [("fine", "journal_whole")]
    assert (shell.folder / "state.damaged" / JOURNAL).is_file()


def test_a_journal_of_a_newer_program_wants_that_program(shell: Shell, table: Table, journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as base, base:
        base.execute("UPDATE stored_events SET state = replace(state, '\"schema\":2', '\"schema\":9')")
    table.write()
    (found,) = [each for each in table.report() if each["part"] == "journal"]
    assert found["remedy"]["code"] == "remedy.newer_program"
    shell.paste(found["commands"])


def test_a_unit_that_is_missing_held_or_old(
    shell: Shell, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = table.folder / "tty"
    shell.paste_all(unit.look_at_unit("jantaku", str(device)), "unit")
    shell.paste_all([unit._version(str(device), "0.0")], "unit")
    device.touch()
    with device.open():
        monkeypatch.setattr(unit, "holders_of", lambda _: ["python (1)"])
        shell.paste_all(unit.look_at_unit("jantaku", str(device)), "unit")
    shell.paste_all([service.not_allowed("unit", str(device), pwd.getpwnam(USER))], "unit")
    assert device.stat().st_mode & 0o060


def test_a_camera_that_is_missing_small_or_not_calibrated(shell: Shell, table: Table) -> None:
    picture = photograph([], view(1300.0))
    table.shows(picture)
    table.write()
    results = camera.look_at_cameras(["folder:nowhere"], "standard", table.state, None)
    shell.paste_all(results, "camera")
    kept, geometry = table.state / CAMERA_FILE, load_geometry("standard")
    small = Frame(0, 0, np.ascontiguousarray(picture[::2, ::2]))
    shell.paste_all(camera.look_at_picture(small, geometry, kept), "camera")
    shell.paste_all(
        camera.look_at_picture(Frame(0, 0, np.ascontiguousarray(picture[:, ::-1])), geometry, kept), "camera"
    )
    shell.paste_all(camera.look_at_picture(Frame(0, 0, picture), geometry, kept), "camera")
    assert kept.is_file(), "it is calibrated now"


@pytest.mark.parametrize("host", ["127.0.0.1", "broker.invalid"])
@pytest.mark.parametrize("installed", [True, False])
def test_a_broker_that_is_away(
    shell: Shell, table: Table, monkeypatch: pytest.MonkeyPatch, host: str, *, installed: bool
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: "mosquitto" if installed else None)
    monkeypatch.setattr(network, "SBIN", table.folder / "nowhere")
    table.settings["mqtt"] = {"address": f"{host}:{free_port()}"}
    table.write()
    shell.paste_all(table.report(), "broker")


def test_a_port_that_is_taken(shell: Shell) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        shell.paste_all([network.look_at_page("127.0.0.1", other.getsockname()[1], None)], "page")
    shell.paste_all([network.look_at_page("192.0.2.1", free_port(), None)], "page")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("days", [0, 20])
def test_certificates_that_end_are_reported_and_made_anew(
    shell: Shell, table: Table, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    root = shell.folder / "root"
    (shell.folder / "answers.toml").write_text('camera = "folder:none"\nencrypted = true\nhost = "table"\n')
    shell.paste([service.SET_UP])
    made = [below(root, path) for path in MADE_BY_SETUP]
    places = [below(root, each) for each in (FOLDER, FOLDER / "authority.pem")]
    kept = [path.read_bytes() for path in (*made, places[1])]
    shell.paste([service.SET_UP])
    assert [path.read_bytes() for path in (*made, places[1])] == kept, "they hold for long"
    made[1].unlink()
    made[1].with_suffix(".key").unlink()
    Authority(places[0]).issue("page", ["table", "localhost", "127.0.0.1"], made[1].parent, days)
    page = {"port": 0, "certificate": str(made[1]), "key": str(made[1].with_suffix(".key"))}
    table.settings["http"] = page
    expected = ("wrong", "certificate_over") if days == 0 else ("warning", "certificate_ends")
    assert table.examined()["page"] == [expected, ("fine", "no_page")]
    shell.paste_all(table.report(), "page")
    assert table.examined()["page"] == [("fine", "no_page")]
    monkeypatch.setattr(authority, "FOLDER", places[0])
    monkeypatch.setattr("table_controller.mqtt.authority.MADE_BY_SETUP", made)
    assert main(["authority", "list", "--folder", str(places[0])]) == 0
    listed = table.capsys.readouterr().out
    assert all(f"{name}.pem" in listed for name in ("authority", "broker", "page"))


def test_a_network_that_is_missing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(camera.look_at_model()) == []
    monkeypatch.setattr("vision.model.classifier.MODEL_FILE", "nowhere.onnx")
    shell.paste_all(camera.look_at_model(), "camera")
    with pytest.raises(ModelError):
        Classifier()
    with pytest.raises(ModelError):
        Classifier(b"damaged")
