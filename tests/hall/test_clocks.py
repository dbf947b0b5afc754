"""The hall notices that a table's clock is wrong, and takes no entry that was on its way for long for one."""

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from config.log_line import unsaid
from hall.collecting.clocks import LASTS_S, Clocks
from hall.collecting.collector import Collector
from hall.store.places import open_store
from referee.game.observations import ClockAdvanced
from referee.journal.journal import Journal
from referee.texts.language import language
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import TopicLevel

ONE, TWO = TopicLevel("1"), TopicLevel("2")
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


class Arriving:
    """Entries that arrive at a hall, whose clock is right."""

    def __init__(self) -> None:
        self.clocks = Clocks()

    def at(self, seconds: float, table: TopicLevel, late_s: float) -> dict[TopicLevel, int]:
        """Return whose clocks are wrong, once an entry has arrived that is so late by its own time."""
        now = NOON + timedelta(seconds=seconds)
        self.clocks.heard(table, (now - timedelta(seconds=late_s)).isoformat(), now.timestamp())
        return self.clocks.wrong()


def test_a_clock_that_is_an_hour_behind_or_ahead() -> None:
    for late_s in (3600, -3600):
        arriving = Arriving()
        for seconds in range(0, round(LASTS_S), 5):
            assert arriving.at(seconds, ONE, late_s + seconds % 3) == {}
            assert arriving.at(seconds, TWO, 2) == {}
        assert arriving.at(LASTS_S, ONE, late_s) == {ONE: 60}
        assert arriving.at(LASTS_S + 1, ONE, 2) == {}


def test_entries_that_waited_for_the_hall() -> None:
    """A table was cut off for an hour: what it had kept arrives in two minutes, and then it plays on."""
    arriving = Arriving()
    for seconds in range(120):
        assert arriving.at(seconds, ONE, 3600 - 30 * seconds) == {}
    assert arriving.at(7200, ONE, 0) == {}


def test_a_last_entry_that_came_late_is_no_wrong_clock() -> None:
    arriving = Arriving()
    arriving.at(0, ONE, 3600)
    assert arriving.at(600, TWO, 0) == {}


def test_what_is_no_time_is_left_out() -> None:
    clocks = Clocks()
    for wall in ("", "noon", "9999-99-99"):
        clocks.heard(ONE, wall, NOON.timestamp())
    assert clocks.wrong() == {}


class Published:
    """A line that keeps what is published, by the end of its topic."""

    def __init__(self) -> None:
        self.alerts: dict[str, bytes] = {}

    def publish(self, topic: object, payload: bytes, *, retain: bool) -> None:
        assert retain
        self.alerts[str(topic).rpartition("/")[2]] = payload


class Hearing(Collector):
    """A collector without a broker."""

    def hear(self, payload: bytes) -> None:
        self._arrivals(cast("Any", SimpleNamespace(topic="jantaku/1/home/7/entry", payload=payload)), [])

    def alerts(self, store: Any) -> dict[str, str]:
        line = Published()
        self._tell(store, cast("Any", line))
        return {name: json.loads(said)["text"] for name, said in line.alerts.items() if said}


def test_the_hall_names_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(tmp_path / "hall.sqlite")
    hall = Hearing(Address("127.0.0.1", 1, "home", "hall"), lambda: open_store(place), language("en"), unsaid)
    walls = iter(NOON + timedelta(seconds=seconds) for seconds in (0, LASTS_S + 1))
    with closing(Journal(tmp_path / "journal.sqlite", wall=lambda: next(walls).isoformat())) as journal:
        for seconds in (0, LASTS_S + 1):
            journal.append(ClockAdvanced(at_ms=round(seconds * 1000)), ())
            *_, (_, text) = journal.texts()
            now = NOON + timedelta(hours=1, seconds=seconds)
            monkeypatch.setattr("time.time", now.timestamp)
            hall.hear(text)
    with closing(open_store(place)) as store:
        assert hall.alerts(store) == {"clock-7": "The clocks of table 7 and of the hall differ by 60 minutes"}
