"""While the table itself keeps people from playing, no time counts against them: the reports of sensing and the
daemon."""

from collections.abc import Callable

import pytest

from referee.game import observations
from table_controller.sensing.hindrances import BETWEEN_HANDS
from tests.table_controller.seen_table import RULES, SeenTable, row
from vision.sightings import FoundTrack, LostTrack
from vision.zones import TABLE, ZoneId

MINUTE = 60_000
SLOW_MS = RULES.timing.pace_ms


@pytest.fixture
def table() -> SeenTable:
    """The dealer has drawn at 2,500 and thinks."""
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.look(3000)
    return table


def hindrances_of(table: SeenTable) -> list[tuple[str, int, int | None]]:
    return [
        (each.cause, each.since_ms, each.until_ms)
        for each in table.seen
        if isinstance(each, observations.TableHindered)
    ]


def discards(table: SeenTable) -> None:
    """The dealer discards, two seconds from now, and is seen."""
    table.see(ZoneId("pond", 0), row("5p"), table.now_ms + 2000)
    table.look(table.now_ms + 4000)
    assert table.lines()[-1] == "0 discards 5p"


def without_sight(table: SeenTable) -> None:
    """Somebody has knocked the camera down, and all wait until it hangs again."""
    table.sensing.sighting(LostTrack(TABLE, "moved", table.now_ms), table.now_ms)
    table.look(table.now_ms + SLOW_MS + MINUTE)
    table.sensing.sighting(FoundTrack(TABLE, table.now_ms), table.now_ms)
    table.look(table.now_ms + 1000)


def without_frames(table: SeenTable) -> None:
    table.now_ms += SLOW_MS + MINUTE
    table.drain()


def with_a_jam(table: SeenTable) -> None:
    table.sensing.hindrances.machine("lift 2", table.now_ms, waits=True)
    table.look(table.now_ms + SLOW_MS)
    table.sensing.hindrances.machine("paused", table.now_ms, waits=True)
    table.sensing.hindrances.machine("lift 2", table.now_ms, waits=False)
    table.look(table.now_ms + MINUTE)
    table.sensing.hindrances.machine("paused", table.now_ms, waits=False)
    table.look(table.now_ms + 1000)


def restarted(table: SeenTable) -> None:
    """Vision is restarted, which takes some time."""
    table.sensing.vision_started(table.now_ms)
    table.now_ms += SLOW_MS + MINUTE
    table.look_everywhere()
    table.look(table.now_ms + 1000)


@pytest.mark.parametrize("wait", [without_sight, without_frames, with_a_jam, restarted])
def test_nobody_is_slow_meanwhile(table: SeenTable, wait: Callable[[SeenTable], None]) -> None:
    """WRC 5.4.1: only the time in which the dealer could play counts for his turn."""
    began_ms = table.now_ms
    wait(table)
    discards(table)
    assert table.fouls == []
    spans = hindrances_of(table)
    assert {(cause, since_ms) for cause, since_ms, _ in spans} == {
        ("machine" if wait is with_a_jam else "sight", began_ms)
    }
    until_ms = spans[-1][2]
    assert until_ms is not None
    assert until_ms >= began_ms + SLOW_MS + MINUTE


def test_the_same_turn_without_a_hindrance_is_slow(table: SeenTable) -> None:
    table.look(table.now_ms + SLOW_MS)
    discards(table)
    assert table.fouls == ["slow_play"]


@pytest.mark.parametrize("part", sorted(BETWEEN_HANDS))
def test_what_the_machine_needs_between_hands_hinders_no_play(table: SeenTable, part: str) -> None:
    """For example, a person entered the dice, and the alert of their motor is still open."""
    table.sensing.hindrances.machine(part, table.now_ms, waits=True)
    table.look(table.now_ms + SLOW_MS)
    discards(table)
    assert hindrances_of(table) == []
    assert table.fouls == ["slow_play"]


def test_a_moment_in_which_nothing_is_seen_is_not_reported(table: SeenTable) -> None:
    table.sensing.sighting(LostTrack(TABLE, "moved", table.now_ms), table.now_ms)
    table.sensing.sighting(FoundTrack(TABLE, table.now_ms + 100), table.now_ms + 100)
    table.look(table.now_ms + 3000)
    assert hindrances_of(table) == []


def test_a_hindrance_between_hands_is_reported_once_the_next_is_played() -> None:
    table = SeenTable()
    table.look_everywhere()
    table.judge(observations.HanchanBegun(ruleset=RULES.to_mapping()))
    table.sensing.hindrances.machine("paused", 500, waits=True)
    table.look(1000)
    assert hindrances_of(table) == []
    table.judge(observations.HandDealt(at_ms=1000, dice=(1, 2), hands=((34,) * 13,) * 4))
    table.look(2000)
    assert hindrances_of(table) == [("machine", 500, None)]
    table.look(3000)
    assert len(hindrances_of(table)) == 1
