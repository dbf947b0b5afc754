"""``/metrics``: the figures that a monitoring program may read of a table, and the addresses from which it may."""

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import MagicMock, Mock

import pytest
from prometheus_client.parser import text_string_to_metric_families

from firmware_bridge.unit.process import UnitProcess
from hall.page.figures import HallState, hall_figures
from hall.store.places import open_store
from referee.journal.journal import utc_now
from table_controller.health.figures import Figures, FigureSources, figures
from table_controller.machine.cycle import Phase
from table_controller.web.doors.metrics_door import MetricsDoor, MetricsPlace
from tests.conftest import ROOT
from tests.hall.store.chains import journal
from tests.table_controller.broker_stage import Mosquitto, free_port, until


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.stop()


def read(port: int) -> dict[tuple[str, str], float]:
    """The samples, by name and by the text of their label."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        text = answer.read().decode()
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_running_table_tells_its_figures(tmp_path: Path, mosquitto: Mosquitto) -> None:
    (tmp_path / "frames").mkdir()
    port = free_port()
    with UnitProcess(tmp_path / "u", clock="real") as unit:
        daemon = subprocess.Popen(
            [sys.executable, "-m", "jantaku.main", "run", "--state", str(tmp_path / "state"),
             "--http", str(port), "--listen", "127.0.0.1", "--mqtt", f"127.0.0.1:{mosquitto.port}",
             "--serial", str(tmp_path / "u" / "unit"), "--camera", f"folder:{tmp_path / 'frames'}", "--table", "7"],
            cwd=ROOT, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert unit is not None
        try:

            def sample(name: str, label: str = "") -> float | None:
                try:
                    return read(port).get((f"jantaku_{name}", label))
                except urllib.error.URLError:
                    return None

            until(
                lambda: sample("broker_connected") == 1 and (sample("unit_frames_total") or 0) > 0,
                "it is connected",
            )
            found = read(port)
            names = {name for name, _ in found}
            declared = figures(FigureSources(*[Mock()] * 7))
            wanted = {each.whole_name for each in declared}
            assert wanted - names <= {"jantaku_alert"}
            assert found["jantaku_ready", ""] == 0  # its camera shows nothing
            phases = {
                phase: value for (name, phase), value in found.items() if name == "jantaku_machine_phase"
            }
            assert list(phases.values()) == [1]
            assert phases.keys() <= {phase.value for phase in Phase}
            assert found["jantaku_journal_entries", ""] == 0
            assert found["jantaku_daemon_process_cpu_seconds_total", ""] > 0
            assert 10e6 < found["jantaku_daemon_process_resident_memory_bytes", ""] < 500e6
            assert any(name == "jantaku_info" for name, _ in found)
            frames = found["jantaku_unit_frames_total", ""]
            until(lambda: (sample("unit_frames_total") or 0) > frames, "it counts on")
            until(lambda: sample("alert", "camera") == 1, "the camera that shows nothing is told")
            mosquitto.stop()
            until(lambda: sample("broker_connected") == 0, "the lost broker is told")
        finally:
            daemon.terminate()
            assert daemon.wait(30) == 0


def test_a_hall_tells_what_its_store_holds_and_what_waits(tmp_path: Path) -> None:
    port, place = free_port(), tmp_path / "hall.sqlite"
    with closing(open_store(place)) as store:
        store.file([*journal(9).of("1"), *journal(4, "other").of("2")[3:]], utc_now())
        store.note_forwarded("stream", {1: (7, 1)})
        store.note_stall("nats://a:1", "away", (datetime.now(UTC) - timedelta(minutes=5)).isoformat())
    page = subprocess.Popen(
        [sys.executable, "-m", "jantaku.main", "hall", "page", "--store", str(place),
         "--http", f"127.0.0.1:{port}"], cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:

        def reads() -> bool:
            try:
                return bool(read(port))
            except urllib.error.URLError:
                return False

        until(reads, "it serves")
        found = read(port)
        assert found["jantaku_hall_store_readable", ""] == 1
        assert found["jantaku_hall_entries", "1"] == 9
        assert ("jantaku_hall_entries", "2") not in found
        assert found["jantaku_hall_waiting_entries", "2"] == 1
        assert found["jantaku_hall_unforwarded_entries", ""] == 2
        assert 300 <= found["jantaku_hall_stalled_seconds", "nats://a:1"] < 400
        assert found["jantaku_hall_open_notices", ""] == 0
        assert abs(found["jantaku_hall_newest_timestamp_seconds", "1"] - time.time()) < 100
        place.rename(tmp_path / "away.sqlite")
        place.mkdir()
        assert read(port) == {("jantaku_hall_store_readable", ""): 0}
    finally:
        page.terminate()
        assert page.wait(30) == 0


@pytest.mark.parametrize(
    ("place", "host", "opens"),
    [
        ("here", "127.0.0.1", True),
        ("here", "::1", True),
        ("here", "192.168.1.20", False),
        ("here", "", False),
        ("off", "127.0.0.1", False),
        ("network", "192.168.1.20", True),
    ],
)
def test_from_where_it_may_be_read(place: MetricsPlace, host: str, opens: bool) -> None:
    door = MetricsDoor(bytes, place)
    assert door.opens_to(host, ()) is opens


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for"])
def test_what_a_proxy_passes_on_does_not_come_from_here(header: str) -> None:
    door = MetricsDoor(bytes, "here")
    assert not door.opens_to("127.0.0.1", {"host", header})


def test_a_page_at_one_address_only_is_asked_from_here_too() -> None:
    door = MetricsDoor(bytes, "here")
    assert door.opens_to("192.168.1.20", (), "192.168.1.20")
    assert not door.opens_to("192.168.1.21", (), "192.168.1.20")


def test_a_table_without_a_unit_has_no_sample_of_it() -> None:
    sources = FigureSources(lambda: {"table": "7"}, *[MagicMock()] * 6)
    sources.unit.telemetry = None  # type: ignore[misc]
    sources.broker.sent = sources.game.journal.number = 5  # type: ignore[misc]
    sources.vision.frames_done = 3  # type: ignore[misc]
    families = {family.name: family.samples for family in Figures(sources).collect()}
    assert families["jantaku_unit_frames"] == []
    assert [each.value for each in families["jantaku_frames_read"]] == [3]


def test_the_page_for_people_lists_each_figure() -> None:
    page = (ROOT / "docs" / "tables" / "monitoring.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(jantaku_[^`]+)` \| (.+) \|$", page, re.MULTILINE)
    assert rows == [
        (
            f"{each.whole_name}{f'{{{each.label}}}' if each.label else ''}",
            each.text,
        )
        for each in (*figures(FigureSources(*[Mock()] * 7)), *hall_figures(HallState()))
    ]
