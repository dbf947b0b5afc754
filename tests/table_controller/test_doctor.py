"""``jantaku doctor`` is right about each part, which is broken on purpose: a real unit, broker, journal and disk, and
rendered pictures."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_bridge.unit.holders import holders_of
from firmware_bridge.unit.process import UnitProcess
from jantaku.main import main
from referee.journal.journal import Journal
from referee.texts.language import english
from table_controller.cli.doctor import disk, running, unit
from table_controller.cli.doctor.camera import BLURRED_MM, edge_width_mm, look_at_cameras, look_at_picture
from table_controller.cli.doctor.service import SET_UP
from table_controller.health.upkeep import backup_age, disk_space
from table_controller.journal.one_daemon import only_one
from table_controller.journal.place import JOURNAL
from table_controller.mqtt.authority import Authority
from tests.hall.judge.hall_stage import Mosquitto, password
from tests.table_controller.broker_stage import free_port, until
from tests.table_controller.doctor_stage import Table, journal, table, toml
from tests.table_controller.tls_stage import broker as encrypted_broker
from tests.vision.felt_edges_stage import pushed
from tests.vision.felt_edges_stage import table as felt_table
from tests.vision.tabletop import GEOMETRY, camera, photograph
from vision.calibration.calibration import find_markers
from vision.camera.frames import Frame
from vision.geometry import load_geometry
from vision.worker.state_files import CAMERA_FILE, SECOND_CAMERA_FILE

__all__ = ["journal", "table"]

HEIGHT_MM = 1300.0
NOBODY = 65534
# The client leaves a socket whose handshake failed to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """A bare table, in focus."""
    return photograph([], camera(HEIGHT_MM))


def test_a_table_in_order(table: Table, picture: np.ndarray, tmp_path: Path) -> None:
    mosquitto = Mosquitto(tmp_path)
    mosquitto.start()
    table.shows(picture)
    table.logs_in(mosquitto.port, "table", password("table"))
    table.settings["http"] = {"port": free_port(), "listen": "127.0.0.1"}
    assert main(["vision", "calibrate", "--picture", str(tmp_path / "pictures" / "1.png"), "--state",
                 str(table.state), "--height", str(HEIGHT_MM)]) == 0  # fmt: skip
    table.capsys.readouterr()
    try:
        with UnitProcess(tmp_path / "unit", clock="real") as process:
            assert process is not None
            table.settings |= {"unit": {"driver": "jantaku"}, "serial": str(tmp_path / "unit" / "unit")}
            found = table.examined()
    finally:
        mosquitto.stop()
    assert {part: [code for _, code in each] for part, each in found.items() if part != "computer"} == {
        "settings": ["settings_read"],
        "state": ["state_writable"],
        "disk": ["disk_free"],
        "clock": ["clock_right"],
        "journal": ["no_journal"],
        "backup": ["no_journal"],
        "unit": ["unit_answers"],
        "panel": ["no_panel"],
        "camera": ["table_seen"],
        "broker": ["broker_reached"],
        "page": ["port_free"],
    }


# The disk, the clock, the journal


def test_a_folder_that_is_missing_or_cannot_be_written(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.examined()["state"] == [("fine", "state_writable")]
    if os.geteuid() == 0:
        # Root may write anywhere except on a read-only file system.
        table.settings["state"] = "/proc"
        assert ("wrong", "not_writable") in table.examined()["state"]
    else:
        table.state.chmod(0o500)
        assert ("wrong", "not_writable") in table.examined()["state"]
        table.state.chmod(0o700)
    table.settings["state"] = str(table.folder / "nowhere")
    assert table.examined()["state"] == [("wrong", "no_state")]
    assert not (table.folder / "nowhere").exists(), "it changes nothing"


@pytest.mark.parametrize(
    ("free_mb", "grade"), [(50, "wrong"), (900, "wrong"), (5_000, "fine"), (60_000, "fine")]
)
def test_a_disk_that_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, grade: str
) -> None:
    total = 100_000 * disk_space.MB
    usage = shutil._ntuple_diskusage(total, total - free_mb * disk_space.MB, free_mb * disk_space.MB)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    (result,) = [each for each in disk.look_at_state(tmp_path) if each.part == "disk"]
    assert result.grade == grade


@pytest.mark.parametrize(("days", "code"), [(-365, "clock_behind"), (365, "clock_ahead"), (0, "clock_right")])
def test_a_clock_that_is_a_year_off(monkeypatch: pytest.MonkeyPatch, days: int, code: str) -> None:
    monkeypatch.setattr(disk, "_output_of", lambda *_: "yes")
    now = datetime.now(UTC)
    results = disk.look_at_clock(now, now + timedelta(days=days))
    assert results.says.code == f"diagnosed.{code}"


def test_a_clock_that_no_network_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_output_of", lambda *_: "no")
    found = disk.look_at_clock(None, datetime.now(UTC))
    assert found.says.code == "diagnosed.clock_unsynchronized"
    assert found.commands == (disk.TIME_SERVICE, disk.NETWORK_TIME)


def test_a_hot_computer_and_a_weak_supply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temp").write_text("84321\n")
    monkeypatch.setattr(disk, "_output_of", lambda *_: "throttled=0x50005")
    codes = [each.says.code for each in disk.look_at_computer(tmp_path / "temp")]
    assert codes == ["diagnosed.hot", "diagnosed.under_voltage"]
    monkeypatch.setattr(disk, "_output_of", lambda *_: "throttled=0x0")
    (tmp_path / "temp").write_text("45000\n")
    assert list(disk.look_at_computer(tmp_path / "temp")) == []


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (None, ("warning", "backup_never")),
        (2, ("fine", "backup_age")),
        (8, ("warning", "backup_age")),
        (31, ("wrong", "backup_age")),
    ],
)
def test_the_age_of_the_newest_backup(
    table: Table, journal: Path, days: int | None, expected: tuple[str, str]
) -> None:
    if days is not None:
        backup_age.note(journal.parent, (datetime.now(UTC) - timedelta(days=days)).isoformat())
    assert table.examined()["backup"] == [expected]


def test_a_table_that_nobody_has_played_at_needs_no_backup(table: Table) -> None:
    Journal(table.state / JOURNAL).close()
    assert table.examined()["backup"] == [("fine", "no_journal")]


def test_a_daemon_that_does_not_answer_is_not_disturbed(
    table: Table, picture: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE_S", 0.0)
    table.shows(picture)
    table.settings |= {"unit": {"driver": "jantaku"}, "serial": "/dev/null", "http": {"port": free_port()}}
    with only_one(table.state):
        found = table.examined()
    for part in ("table", "unit", "camera", "page"):
        assert found[part] == [("warning", "daemon_silent")]


@contextmanager
def daemon_of(table: Table) -> Iterator[int]:
    """Run the table's daemon; yield its process id."""
    file = table.folder / "table.toml"
    file.write_text(toml(table.settings), encoding="utf-8")
    with subprocess.Popen([sys.executable, "-m", "jantaku.main", "run", "--config", str(file)]) as process:
        try:
            until(lambda: disk.daemon_runs(table.state), "it runs")
            yield process.pid
        finally:
            process.terminate()
            assert process.wait(30) == 0


def test_a_running_daemon_is_asked_for_its_health(table: Table, mosquitto: Mosquitto) -> None:
    master, slave = os.openpty()
    table.settings |= {"unit": {"driver": "jantaku"}, "serial": os.ttyname(slave)}
    table.settings["http"] = {"port": free_port(), "listen": "127.0.0.1"}
    table.logs_in(mosquitto.port, "table", password("table"))
    os.close(slave)
    try:
        with daemon_of(table):
            # What starts takes its time on a busy machine.
            until(lambda: table.examined()["camera"] == [("wrong", "no_sight")], "the camera was never found")
            until(
                lambda: table.examined()["unit"] == [("wrong", "unit_lost")], "nothing answers at its device"
            )
            found = table.examined()
            assert (found["table"], found["page"]) == ([("fine", "table_runs")], [("fine", "daemon_has_it")])
    finally:
        os.close(master)
    with UnitProcess(table.folder / "unit", clock="real"):
        table.settings["serial"] = str(table.folder / "unit" / "unit")
        with daemon_of(table):
            until(lambda: table.examined()["unit"] == [("fine", "daemon_has_it")], "the unit answers")


@pytest.mark.parametrize(("device", "finds"), [("v4l2:97", True), ("folder:pictures", False)])
def test_a_camera_whose_device_is_not_there_is_looked_for(
    tmp_path: Path, device: str, *, finds: bool
) -> None:
    lost: Any = {"id": "camera", "severity": "error", "text": "lost", "advice": "Check the cable."}
    daemon = running.RunningTable(
        {"hall": "home", "table": "7", "unit": True, "camera": False, "alerts": [lost]}
    )
    (found,) = look_at_cameras([device], "standard", tmp_path, daemon)
    assert (found.grade, english(found.says)) == ("wrong", "lost")
    assert (SET_UP in found.commands) == finds


# The unit


def test_no_unit_and_nothing_that_answers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit, "ANSWER_WITHIN_S", 0.5)
    table.settings |= {"unit": {"driver": "jantaku"}, "serial": str(table.folder / "ttyUSB*")}
    assert table.examined()["unit"] == [("wrong", "no_device")]
    master, slave = os.openpty()
    try:
        table.settings["serial"] = os.ttyname(slave)
        os.close(slave)
        assert table.examined()["unit"] == [("wrong", "unit_silent")]
    finally:
        os.close(master)


def test_a_device_that_this_user_may_not_use() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        device = Path(folder) / "tty"
        device.touch(mode=0o000)
        # Root may use every device, so another user looks; the modules for that are imported already.
        child = os.fork()
        if child == 0:
            if os.getuid() == 0:
                os.setuid(NOBODY)
            (found,) = unit.look_at_unit("jantaku", str(device))
            os._exit(0 if found.says.code == "diagnosed.not_allowed" else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_device_that_another_program_holds(table: Table) -> None:
    master, slave = os.openpty()
    device = os.ttyname(slave)
    # A terminal program or a printer's server would do this.
    other = subprocess.Popen([sys.executable, "-c", f"import time; held = open({device!r}); time.sleep(99)"])
    table.settings |= {"unit": {"driver": "jantaku"}, "serial": device}
    os.close(slave)
    try:
        until(lambda: holders_of(device) != [], "the other program has the device")
        assert table.examined()["unit"] == [("wrong", "held")]
    finally:
        other.kill()
        other.wait()
        os.close(master)


def test_a_unit_with_other_firmware(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with UnitProcess(table.folder / "unit", clock="real"):
        table.settings |= {"unit": {"driver": "jantaku"}, "serial": str(table.folder / "unit" / "unit")}
        monkeypatch.setattr(unit, "own_firmware", lambda: "9.9")
        assert table.examined()["unit"] == [("warning", "old_firmware")]


# The camera


def test_no_camera(table: Table) -> None:
    assert table.examined()["camera"] == [("wrong", "no_camera")]
    table.settings["camera"] = "v4l2:97"
    assert table.examined()["camera"] == [("wrong", "no_camera")]


def test_no_thread_in_a_camera_outlives_the_doctor(table: Table, picture: np.ndarray) -> None:
    for number in range(12):  # enough to keep it busy longer than the rest takes
        cv2.imwrite(str(table.folder / "pictures" / f"{number}.png"), picture)
    table.settings["geometry"] = "nowhere"
    table.write()
    command = [sys.executable, "-m", "jantaku.main", "doctor", "--config", str(table.file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_lens_cap(table: Table) -> None:
    table.shows(np.zeros((1440, 1920, 3), np.uint8))
    assert table.examined()["camera"] == [("wrong", "bad_picture")]


def test_a_picture_of_too_few_rows(table: Table, picture: np.ndarray) -> None:
    table.shows(cv2.resize(picture, (1280, 960), interpolation=cv2.INTER_AREA))
    assert table.examined()["camera"][0] == ("wrong", "few_rows")


def test_no_markers_too_few_and_those_of_another_table(table: Table, picture: np.ndarray) -> None:
    bare = picture.copy()
    places = find_markers(picture, GEOMETRY)
    for number, corners in places.items():
        x, y, width, height = cv2.boundingRect(corners.astype(np.float32))
        covered = (slice(y - 20, y + height + 20), slice(x - 20, x + width + 20))
        bare[covered] = 90
        if number == min(places):
            without_one = bare.copy()
    table.shows(bare)
    assert table.examined()["camera"] == [("wrong", "no_markers")]
    table.shows(without_one)
    assert table.examined()["camera"][0] == ("warning", "some_markers")
    others = replace(GEOMETRY, markers=tuple(replace(each, id=each.id + 20) for each in GEOMETRY.markers))
    frame = Frame(0, 0, picture)
    codes = [each.says.code for each in look_at_picture(frame, others, table.state / CAMERA_FILE)]
    assert codes == ["diagnosed.other_markers"]


def test_a_table_without_markers(table: Table) -> None:
    bare, geometry = felt_table("no-markers").bare, load_geometry("no-markers")

    def codes(picture: np.ndarray) -> list[str]:
        return [
            each.says.code
            for each in look_at_picture(Frame(0, 0, picture), geometry, table.state / CAMERA_FILE)
        ]

    assert codes(bare) == ["diagnosed.not_calibrated"]
    file = table.folder / "bare.png"
    cv2.imwrite(str(file), bare)
    assert main(["vision", "calibrate", "--picture", str(file), "--state", str(table.state),
                 "--table", "no-markers"]) == 0  # fmt: skip
    table.capsys.readouterr()
    assert codes(bare) == ["diagnosed.felt_seen"]
    assert codes(pushed(bare, 14.0, 3.0)) == ["diagnosed.moved"]
    covered = bare.copy()
    covered[1100:] = 0
    assert codes(covered) == ["diagnosed.not_found"]


@pytest.mark.parametrize("height_mm", [1100.0, 1500.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 8.0])
def test_focus(table: Table, height_mm: float, tilt_deg: float) -> None:
    picture = photograph([], camera(height_mm, tilt_deg=tilt_deg))
    sharp_mm = edge_width_mm(picture, find_markers(picture, GEOMETRY), GEOMETRY)
    assert sharp_mm < 0.8 * BLURRED_MM
    table.shows(picture)
    assert ("wrong", "blurred") not in table.examined()["camera"]
    blurred = cv2.GaussianBlur(picture, (0, 0), 5)
    table.shows(blurred)
    assert table.examined()["camera"][0] in {("wrong", "blurred"), ("wrong", "no_markers")}


def test_a_camera_that_was_never_calibrated_and_one_that_has_moved(table: Table, picture: np.ndarray) -> None:
    table.shows(picture)
    assert table.examined()["camera"] == [("warning", "not_calibrated")]
    assert main(["vision", "calibrate", "--picture", str(table.folder / "pictures" / "1.png"), "--state",
                 str(table.state), "--height", str(HEIGHT_MM)]) == 0  # fmt: skip
    table.capsys.readouterr()
    assert table.examined()["camera"] == [("fine", "table_seen")]
    table.shows(photograph([], camera(HEIGHT_MM, tilt_deg=2.7)))
    assert table.examined()["camera"] == [("warning", "moved")]
    (table.state / "camera.json").write_text("{}")
    assert table.examined()["camera"][0][0] == "wrong"


def test_a_second_camera_is_looked_at_by_its_own_calibration(table: Table, picture: np.ndarray) -> None:
    table.shows(picture)
    assert "second_camera" not in table.examined()
    table.settings["second_camera"] = f"{table.settings['camera']}/"
    assert table.examined()["second_camera"] == [("warning", "not_calibrated")]
    assert main(["vision", "calibrate", "--second", "--picture", str(table.folder / "pictures" / "1.png"), "--state",
                 str(table.state), "--height", str(HEIGHT_MM)]) == 0  # fmt: skip
    table.capsys.readouterr()
    results = table.examined()
    assert (results["camera"], results["second_camera"]) == (
        [("warning", "not_calibrated")],
        [("fine", "table_seen")],
    )
    (table.state / SECOND_CAMERA_FILE).write_text("{}")
    assert table.examined()["second_camera"][0][0] == "wrong"


# The broker and the page


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.stop()


@pytest.mark.parametrize(
    ("login", "expected"),
    [
        (("table", password("table")), ("fine", "broker_reached")),
        (("table", "another"), ("wrong", "wrong_password")),
        ((), ("wrong", "no_login")),
        (("viewer", password("viewer")), ("wrong", "role_too_small")),
    ],
)
def test_a_login_at_the_broker(
    table: Table, mosquitto: Mosquitto, login: tuple[str, ...], expected: tuple[str, str]
) -> None:
    table.logs_in(mosquitto.port, *login)
    assert table.examined()["broker"] == [expected]


def test_a_broker_that_is_away(table: Table) -> None:
    assert table.examined()["broker"] == [("wrong", "no_answer")]


def test_an_expired_certificate_and_an_unknown_authority(table: Table) -> None:
    folders = [table.folder / name for name in ("own", "other", "broker")]
    for folder in folders:
        folder.mkdir()
    own, other = Authority(folders[0]), Authority(folders[1])
    own.make("hall")
    other.make("another")
    own.issue("broker", ["127.0.0.1"])
    own.issue("expired", ["127.0.0.1"], days=0)
    for name, authority, code in (
        ("broker", own, "broker_reached"),
        ("expired", own, "said"),
        ("broker", other, "said"),
    ):
        with encrypted_broker(folders[2], own, name) as port:
            table.settings["mqtt"] = {
                "address": f"127.0.0.1:{port}",
                "tls": True,
                "ca": str(authority.certificate),
            }
            ((_, result),) = table.examined()["broker"]
            assert result == code


def test_an_old_broker(table: Table, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    old = table.folder / "bin" / "mosquitto"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho mosquitto version 1.6.9\nexit 1\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(old.parent), prepend=os.pathsep)
    table.logs_in(mosquitto.port, "table", password("table"))
    assert table.examined()["broker"] == [("wrong", "old_broker")]


def test_a_port_that_another_program_has(table: Table) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        table.settings["http"] = {"port": other.getsockname()[1], "listen": "127.0.0.1"}
        assert table.examined()["page"] == [("wrong", "port_taken")]
    assert table.examined()["page"] == [("fine", "port_free")]


def test_it_speaks_english_and_japanese(table: Table) -> None:
    (table.folder / "table.toml").write_text(toml(table.settings), encoding="utf-8")
    assert main(["doctor", "--config", str(table.folder / "table.toml")]) == 1
    output = table.capsys.readouterr().out
    assert output.startswith("settings   ")
    assert "\ncamera     WRONG" in output
    assert main(["--lang", "ja", "doctor", "--config", str(table.folder / "table.toml")]) == 1
    output = table.capsys.readouterr().out
    assert "枠" in output or "カメラ" in output
    assert "WRONG" not in output
