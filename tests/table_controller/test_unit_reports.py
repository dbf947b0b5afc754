"""A unit keeps its signals while its line is out: nothing is judged without them, and no foul results."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages.signals import Button, ButtonName, Curtain, Levels, Position, Signal, WallTouch
from table_controller.sensing.waiting.unit_reports import (
    AWAY_MS,
    CAUGHT_UP_MS,
    LINE_MS,
    UNIT_DELAY_MS,
    UnitReports,
)
from tests.table_controller.seen_table import SeenTable, row
from tests.table_controller.wall_taken_stage import walls_at
from vision.zones import ZoneId


def on_the_line() -> SeenTable:
    """A hand in play; the unit is heard all the time."""
    table = SeenTable.in_play()
    table.session_ms = 0
    table.look(2100)
    levels(table, 2100)
    return table


def levels(table: SeenTable, at_ms: int, curtains: int = 0) -> None:
    none = (0, 0, 0, 0)
    stands = Levels(
        curtains=curtains,
        touches=0,
        sticks=0,
        lifts_up=15,
        lifts_down=0,
        lid=Position.DOWN,
        buttons=none,
        stacked=1,
        faults=0,
        moving=0,
    )
    table.feel(stands, at_ms)


def draws(chair: int, at_ms: int) -> list[tuple[int, Signal]]:
    """A hand goes over the line, touches the wall and comes back."""
    return [
        (at_ms - 100, Curtain(chair=chair, broken=True)),
        (at_ms, WallTouch(chair=chair, touching=True)),
        (at_ms + 100, WallTouch(chair=chair, touching=False)),
        (at_ms + 300, Curtain(chair=chair, broken=False)),
    ]


def resend(table: SeenTable, felt: Iterable[tuple[int, Signal]], gap_ms: int = 20) -> None:
    """Let the unit return and send its kept signals one by one, with the program running in between."""
    table.session_ms = table.now_ms
    table.sensing.sources.unit.note_heard(table.now_ms, table.now_ms)
    for at_ms, signal in felt:
        table.feel(signal, at_ms)
        table.drain()
        table.now_ms += gap_ms
        table.sensing.sources.unit.note_heard(table.session_ms, table.now_ms)
    levels(table, table.now_ms)


def acts(table: SeenTable) -> list[str]:
    return [line for line in table.lines() if line != "HandMoved"]


def two_turns_unheard() -> SeenTable:
    """Two turns are played while the line is out, and one tile of the wall is seen to go."""
    table = on_the_line()
    walls_at(table, 2300)
    table.session_ms = None
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    walls_at(table, 4300, (4, (1, 1)))
    table.see(ZoneId("pond", 1), row("9m"), 6000)
    walls_at(table, 6300, (4, (0, 0)))
    return table


def test_draws_of_a_line_that_was_out_are_no_draws_out_of_turn() -> None:
    table = two_turns_unheard()
    assert table.look(6500) == []
    resend(table, [*draws(0, 2500), *draws(1, 4800)])
    table.look(14_000)
    assert acts(table) == ["0 draws", "0 discards 5p", "1 draws", "1 discards 9m"]
    assert table.fouls == []
    times = [seen.at_ms for seen in table.seen]
    assert times == sorted(times)


def test_a_call_of_a_line_that_was_out_is_heard_before_its_tiles() -> None:
    table = on_the_line()
    for at_ms, signal in draws(0, 2500):
        table.feel(signal, at_ms)
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(4500) == ["0 draws", "0 discards 5p"]
    table.session_ms = None
    table.see(ZoneId("meld", 2), row("5p_5p5p"), 6500)
    table.see(ZoneId("pond", 2), row("1z"), 7500)
    assert table.look(9000) == []
    resend(table, [(4600, Button(chair=2, button=ButtonName.PON, pressed=True))])
    table.look(10_000)
    assert acts(table)[2:] == ["2 calls pon", "2 pon 5p5p5p with 5p from 0", "2 discards 1z"]
    assert table.fouls == []


def test_a_unit_that_stays_away_is_not_waited_for_for_ever_and_nobody_is_found_guilty_of_it() -> None:
    """The hand goes on by the camera alone.

    When the unit's kept signals come at last they no longer fit, and the hand is given up.
    """
    table = two_turns_unheard()
    assert table.look(2000 + AWAY_MS) == []
    assert table.look(3000 + AWAY_MS) == ["0 discards 5p", "1 discards 9m"]
    resend(table, [*draws(0, 2500), *draws(1, 4800)])
    table.look(table.now_ms + 9000)
    assert table.fouls == []
    assert "0 draws" not in table.lines()
    assert table.sensing.sight.lost(table.state)


def test_signals_that_the_unit_could_not_keep_are_nobodys_foul() -> None:
    """A called pon was lost, and its tiles alone would be a meld without a call."""
    lost, kept = on_the_line(), on_the_line()
    for table in (lost, kept):
        for at_ms, signal in draws(0, 2500):
            table.feel(signal, at_ms)
        table.see(ZoneId("pond", 0), row("5p"), 4000)
        table.look(4500)
        if table is lost:
            table.sensing.sources.unit.lost()
        table.see(ZoneId("pond", 2), row("1z"), 5500)
        table.look(11_000)
    assert kept.fouls
    assert lost.fouls == []
    assert lost.sensing.sight.lost(lost.state)


def test_curtains_are_looked_at_anew_after_signals_were_lost() -> None:
    """The signal of the hand's return was lost: it is no longer across, and the time of its return stays unknown."""
    table = on_the_line()
    table.feel(Curtain(chair=2, broken=True), 2200)
    table.sensing.sources.unit.lost()
    levels(table, 5000)
    hands = table.sensing._memory.hands
    assert not hands.over_since(2, 2500, table.game)
    went, back = hands.due(table.game, 0, 9000)
    assert (went.across, went.at_ms) == (True, 2200)
    assert (back.across, back.at_ms - back.within_ms, back.at_ms) == (False, 2200, 5000)


def test_a_hand_that_went_back_and_comes_again_did_not_draw() -> None:
    """A touch by another player waits for an explanation; meanwhile that hand goes back, and over the line again."""
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    table.hand(2, True, 5400)
    table.touch(2, 5600)
    table.hand(2, False, 6000)
    table.hand(2, True, 9000)
    assert table.look(11_000) == []
    assert table.fouls == []


# By itself


def test_a_silent_unit_is_waited_for() -> None:
    unit = UnitReports()
    unit.note_heard(1000, 1000)
    unit.note_signal(1100, 1100)
    unit.note_heard(1000, 5000)
    assert unit.until_ms(5000) == 5000 - UNIT_DELAY_MS
    assert unit.wake_ms([4800], 5000) is None
    assert unit.until_ms(6000) == 5000 - LINE_MS
    assert unit.wake_ms([4800], 6000) is None
    assert unit.wake_ms([5000], 6000) is not None
    assert not unit.unsure
    assert unit.until_ms(5001 + AWAY_MS) == 5001 + AWAY_MS - UNIT_DELAY_MS
    assert unit.unsure


def test_a_unit_is_asked_once_for_what_waits_and_not_for_what_it_has_told() -> None:
    unit = UnitReports()
    assert unit.ask_ms([100], 1000) is None, "it was never heard"
    unit.note_heard(1000, 1000)
    unit.note_signal(1100, 1100)
    unit.note_heard(1000, 5000)
    assert unit.ask_ms([4000, 4960], 5010) is None
    assert unit.ask_ms([5005, 6000], 5010) == 5005 + LINE_MS
    assert unit.ask_ms([5005, 6000], 5020) is None, "it was asked"
    assert unit.wake_ms([5005], 5005 + UNIT_DELAY_MS) is not None
    unit.note_heard(1000, 5005 + LINE_MS)
    assert unit.wake_ms([5005], 5005 + UNIT_DELAY_MS) is None
    assert unit.ask_ms([5005, 6000], 6000) == 6000 + LINE_MS
    unit.note_heard(9000, 9000)
    assert unit.ask_ms([8000], 9001) is None, "it is back, and tells by itself"


def test_what_waits_for_the_unit_has_it_asked() -> None:
    """Nothing else comes from it meanwhile; sensing waits for possible signals until it has answered."""
    table = on_the_line()
    asked: list[int] = []
    table.sensing.ask_unit = asked.append
    for at_ms, signal in draws(0, 2500):
        table.feel(signal, at_ms)
    session_ms, heard_ms = table.session_ms, 3500
    table.session_ms = None
    assert session_ms is not None
    table.sensing.unit_heard = lambda: (session_ms, heard_ms)
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(4300) == ["0 draws"]
    wake_ms = table.sensing.wake_ms(4300)
    assert wake_ms is not None
    assert wake_ms < 4400
    assert asked
    assert 4000 < asked[-1] <= 4300
    heard_ms = asked[-1] + 3
    assert table.look(4310) == ["0 discards 5p"]


def test_a_unit_that_is_back_has_told_all_when_it_tells_of_now_or_nothing_more() -> None:
    for last_ms, caught_up in ((8500, False), (9000, True)):
        unit = UnitReports()
        unit.note_heard(1000, 1000)
        unit.note_signal(1000, 1000)
        unit.note_heard(1000, 5000)
        unit.note_heard(9000, 9200)
        assert unit.until_ms(9200) == 5000 - LINE_MS
        unit.note_signal(last_ms, 9250)
        assert unit.until_ms(9250) == (9250 - UNIT_DELAY_MS if caught_up else 8500)
        unit.note_heard(9000, 9250 + CAUGHT_UP_MS)
        assert unit.until_ms(9250 + CAUGHT_UP_MS) == 9250 + CAUGHT_UP_MS - UNIT_DELAY_MS


@given(
    st.lists(st.tuples(st.integers(1, 4000), st.integers(1, 4000)), min_size=1, max_size=8),
    st.lists(st.integers(0, 40_000), max_size=30),
)
def test_nothing_comes_from_before_the_time_up_to_which_all_was_told(
    cuts: list[tuple[int, int]], felt: list[int]
) -> None:
    """This holds for any signals at any time, and any number of interruptions shorter than the wait."""
    unit = UnitReports()
    kept = sorted({at_ms + 1 for at_ms in felt})
    now = session = until = 0
    up = True
    for up_ms, out_ms in cuts:
        for length, up in ((up_ms, True), (out_ms, False)):
            end = now + length
            if up:
                session = now
                unit.note_heard(session, now)
            while now < end:
                now = min(now + 50, end)
                if up:
                    while kept and kept[0] <= now:
                        at_ms = kept.pop(0)
                        assert at_ms >= until
                        unit.note_signal(at_ms, now)
                    unit.note_heard(session, now)
                until = max(until, unit.until_ms(now))
    assert not unit.unsure
