"""The start signal of a hanchan (WRC 8.2): no dice before it, and its time runs from it."""

import pytest
from msgspec.structs import replace

from referee.encoding.public import public_state
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.judging.rulings.topics import refusal
from referee.texts.language import english
from tests.referee.conftest import Table

MINUTE_MS = 60_000


def waits(table: Table) -> Table:
    """Begin a hanchan that waits for a start signal."""
    state = table.state
    return table.sees(
        seen.HanchanBegun(
            ruleset=state.ruleset.to_mapping(),
            names=("Ada", "Ben", "Cai", "Dan"),
            senses=tuple(state.senses),
            awaits_signal=True,
        )
    )


def why(table: Table, observation: Observation) -> str:
    refused = refusal(table.state, observation)
    return "" if refused is None else english(refused)


def test_dice_before_the_signal_change_nothing() -> None:
    """They are reported to the judge, once, and without a penalty."""
    table = waits(Table("wrc-2015"))
    before = table.state
    after = table.deals().deals().state
    assert [(foul.rule, foul.seat, foul.grade) for foul in after.findings] == [
        ("dice_out_of_time", 0, "none")
    ]
    assert replace(after, findings=()) == before
    assert after.dice_locked
    table.sees(office.SignalGiven(judge="anna"))
    assert not table.state.dice_locked
    assert table.deals().state.phase == "dealing"
    assert len(table.state.findings) == 1


def test_rules_that_say_nothing_of_it_let_dice_be_rolled() -> None:
    table = waits(Table("riichi-mj"))
    assert table.deals().state.phase == "dealing"
    assert table.state.findings == ()
    assert table.state.desk.signal_awaited


def test_the_time_runs_from_the_signal() -> None:
    table = waits(Table("wrc-2015"))
    began_ms = table.at_ms
    time = public_state(table.state, 1, 0)["time"]
    assert (time["awaits_signal"], time["paused_at_ms"]) == (True, time["started_at_ms"])
    assert why(table, office.ClockPaused(on=True)) == "the start signal has not been given yet"
    before = table.state
    assert table.sees(seen.GongHeard()).state == before
    table.sees(office.ClockExtended(minutes=5, judge="anna"))
    signal_ms = began_ms + 20 * MINUTE_MS
    table.sees(office.SignalGiven(at_ms=signal_ms, judge="anna"))
    time = public_state(table.state, 1, 0)["time"]
    assert (time["awaits_signal"], time["paused_at_ms"]) == (False, None)
    assert (time["started_at_ms"], time["added_ms"]) == (signal_ms, 5 * MINUTE_MS)


def test_a_table_that_hears_of_it_late_has_the_hall_s_time() -> None:
    table = waits(Table("wrc-2015"))
    table.sees(office.SignalGiven(at_ms=100 * MINUTE_MS, ago_ms=90_000, judge="anna"))
    assert table.state.started_at_ms == 100 * MINUTE_MS - 90_000


@pytest.mark.parametrize("begun", [True, False])
def test_a_signal_that_nobody_awaits_is_refused(*, begun: bool) -> None:
    table = Table("wrc-2015")
    if begun:
        waits(table).sees(office.SignalGiven(judge="anna"))
    before = table.state
    assert "is not waiting for a start signal" in why(table, office.SignalGiven())
    assert table.sees(office.SignalGiven(judge="anna")).state == before


def test_a_hanchan_that_began_by_itself_begins_anew_to_await_the_signal() -> None:
    """Its time had begun to run."""
    table = Table("wrc-2015")
    state = table.state
    same = seen.HanchanBegun(
        ruleset=state.ruleset.to_mapping(), names=state.names, senses=tuple(state.senses), awaits_signal=True
    )
    began_ms = table.sees(same).state.started_at_ms
    assert table.state.desk.signal_awaited
    assert table.sees(replace(same, at_ms=0)).state.started_at_ms == began_ms
