"""Sticks that the camera sees on the table: bets, and alerts about other sticks."""

import pytest
from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName
from referee.game.position import Phase
from table_controller.sensing.felt_sticks import StickCheck
from table_controller.sensing.policies.kinds import policy_of
from table_controller.sensing.waiting.memory import Memory
from tests.table_controller.open_alerts import OpenAlerts
from tests.table_controller.seen_table import SeenTable, row
from vision.sightings import Stick, SticksSeen
from vision.zones import ZoneId

CONSOLE_MM = 64.0


def stick(chair: int, points: int = 1000, y_mm: float = 150.0) -> Stick:
    x, y = ((0.0, y_mm), (y_mm, 0.0), (0.0, -y_mm), (-y_mm, 0.0))[chair]
    return Stick(x, y, 0.0, points, chair)


def seen(at_ms: int, *sticks: Stick) -> SticksSeen:
    return SticksSeen(sticks, at_ms // 100, at_ms)


def declared(laid: SticksSeen | None = None) -> SeenTable:
    """The dealer declares riichi at 3,000 and discards at 4,000; his stick is seen meanwhile or not."""
    table = SeenTable.in_play()
    table.sensing.sighting(seen(2000, stick(1, 100)), 2000)
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3000)
    if laid is not None:
        table.sensing.sighting(laid, laid.at_ms)
    table.see(ZoneId("pond", 0), row("_5p"), 4000)
    table.look(5000)
    return table


def test_a_bet_on_the_felt_is_one() -> None:
    table = declared()
    table.sensing.sighting(seen(6000, stick(0), stick(1, 100)), 6000)
    assert table.look(8500) == []
    assert table.look(10_000) == ["0 stick"]
    laid = table.seen[-1]
    assert laid.source == "frame:60"
    # Nobody knows how long it has been there: it may have come right after the discard.
    assert laid.at_ms - laid.within_ms <= 4100
    assert laid.at_ms + laid.within_ms >= 6000
    table.touch(1, 11_000)
    table.look(12_000)
    assert table.fouls == []


def test_what_looked_like_a_stick_for_a_moment_is_no_bet() -> None:
    table = declared()
    table.sensing.sighting(seen(6000, stick(0), stick(1, 100)), 6000)
    table.look(8500)
    table.sensing.sighting(seen(8600, stick(1, 100)), 8600)
    assert table.look(15_000) == []


def test_a_bet_laid_before_the_riichi_tile() -> None:
    table = declared(seen(3500, stick(0), stick(1, 100)))
    table.look(8000)
    assert table.lines().count("0 stick") == 1
    assert table.fouls == []


@pytest.mark.parametrize(
    "there",
    [
        (stick(1), stick(1, 100)),
        (stick(0, 100), stick(1, 100)),
        (stick(0, 0), stick(1, 100)),
        (stick(0, 1000, y_mm=226.0), stick(1, 100)),
    ],
)
def test_another_stick_is_no_bet(there: tuple[Stick, ...]) -> None:
    """It lies before a player who is not in riichi, has another or an unseen value, or lies behind the wall."""
    table = declared()
    table.sensing.sighting(seen(6000, *there), 6000)
    assert table.look(12_000) == []


def test_what_lay_there_when_vision_started_is_no_bet() -> None:
    table = declared()
    table.sensing.vision_started(5500)
    table.look_everywhere()
    table.sensing.sighting(seen(6000, stick(0)), 6000)
    assert table.look(12_000) == []


def test_the_first_stick_on_a_bare_table_is_a_bet() -> None:
    table = SeenTable.in_play()
    table.sensing.vision_started(2000)
    table.look_everywhere()
    table.sensing.sighting(seen(2100), 2100)
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3000)
    table.see(ZoneId("pond", 0), row("_5p"), 4000)
    table.look(5000)
    table.sensing.sighting(seen(6000, stick(0)), 6000)
    assert table.look(10_000) == ["0 stick"]


def test_a_stick_that_was_pushed_is_no_bet() -> None:
    """The dealer's old bet lies elsewhere now; there are as many sticks as before."""
    table = SeenTable.in_play()
    table.sensing.sighting(seen(2000, stick(0, y_mm=120.0)), 2000)
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3000)
    table.see(ZoneId("pond", 0), row("_5p"), 4000)
    table.look(5000)
    table.sensing.sighting(seen(6000, stick(0, y_mm=150.0)), 6000)
    assert table.look(12_000) == []


@pytest.mark.parametrize(("phase", "laid"), [("playing", 1), ("waiting", 0), ("ended", 0)])
def test_a_stick_means_something_in_play_only(phase: Phase, laid: int) -> None:
    table = declared()
    sighting = seen(6000, stick(0))
    meaning = policy_of(sighting).means(sighting, replace(table.game, phase=phase), Memory(), 6000)
    assert len(meaning.observations) == laid


def test_the_slot_goes_first() -> None:
    table = declared()
    table.stick(0, 4500)
    table.look(5500)
    table.sensing.sighting(seen(6000, stick(0), stick(1, 100)), 6000)
    table.look(12_000)
    assert table.lines().count("0 stick") == 1


def checked(table: SeenTable, *sightings: SticksSeen, without: str = "") -> OpenAlerts:
    """Report sticks one second apart, then ask for 15 s."""
    found = OpenAlerts()
    check = StickCheck(found.alert, CONSOLE_MM)
    state = replace(table.game, senses=table.game.senses - {without})
    for each in sightings:
        check.note_sticks(each)
        check.raise_alerts(state, each.at_ms)
    for now_ms in range(sightings[-1].at_ms, sightings[-1].at_ms + 15_000, 500):
        check.raise_alerts(state, now_ms)
    return found


def test_a_stick_before_who_is_not_in_riichi_is_told() -> None:
    assert checked(declared(), seen(6000, stick(0), stick(2))).open == {
        "sticks": "A stick of 1,000 lies before West, who is not in riichi"
    }


@pytest.mark.parametrize(
    "sticks",
    [
        (stick(0),),
        (stick(2, 100), stick(3, 100)),
        (stick(2, 1000, y_mm=58.0), stick(0)),  # in its slot
        (),
    ],
)
def test_sticks_that_may_lie_there(sticks: tuple[Stick, ...]) -> None:
    assert checked(declared(), seen(6000, *sticks)).open == {}


def test_it_is_over_when_the_stick_is_away() -> None:
    table = declared()
    found = OpenAlerts()
    check = StickCheck(found.alert, CONSOLE_MM)
    check.note_sticks(seen(6000, stick(0), stick(2)))
    for now_ms in (6000, 16_500):
        check.raise_alerts(table.game, now_ms)
    assert list(found.open) == ["sticks"]
    check.note_sticks(seen(17_000, stick(0)))
    check.raise_alerts(table.game, 17_000)
    assert found.open == {}


@pytest.mark.parametrize(
    ("before", "expected"),
    [(stick(3, 100), {"sticks": "No riichi stick is seen before East"}), (None, {})],
)
def test_a_bet_that_nobody_sees_at_a_table_without_slots(
    before: Stick | None, expected: dict[str, str]
) -> None:
    """The alert exists only if the table uses sticks; with slots, the referee finds a missing bet."""
    table = declared()
    table.touch(1, 6000)
    table.look(7000)
    there = () if before is None else (before,)
    assert checked(table, seen(7000, *there), without="sticks").open == expected
    assert checked(table, seen(7000, *there)).open == {}


def test_a_bet_that_lay_there_when_vision_was_started_anew_is_not_missed() -> None:
    """Nobody knows whether it was bet in this hand; its presence is enough."""
    table = declared()
    table.touch(1, 6000)
    table.look(7000)
    assert not table.game.seats[0].stick
    found = OpenAlerts()
    check = StickCheck(found.alert, CONSOLE_MM)
    state = replace(table.game, senses=table.game.senses - {"sticks"})
    check.note_sticks(seen(7000, stick(1, 100)))
    check.forget()
    check.note_sticks(seen(8000, stick(0), stick(1, 100)))
    for now_ms in range(8000, 23_000, 500):
        check.raise_alerts(state, now_ms)
    assert found.open == {}
