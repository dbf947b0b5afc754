"""Play goes on while it is stopped: a finding where the rulebook has one (SAI 53.4), a mark for the judge elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import judge_events
from referee import judge_observations as said
from referee.public import public_state

if TYPE_CHECKING:
    from tests.referee.conftest import Table

STOP = said.PlayHalted(judge="anna")


def test_a_judges_stop_is_a_stop_for_all(tables: type[Table]) -> None:
    """SAI 53.4: "the remaining players must also stop all movement"."""
    table = tables("saikouisen-2025").deals().goes_round("1z").sees(STOP).goes_round("2z", "3z", "4z")
    assert table.fouls == [("play_while_stopped", 1)]
    assert table.state.findings[0].text == "plays on although play is stopped"


def test_where_no_rulebook_has_it_play_is_marked_for_the_judge(tables: type[Table]) -> None:
    for ruleset in ("wrc-2015", "riichi-mj"):
        table = tables(ruleset).deals().goes_round("1z").sees(said.PlayHalted(judge="anna"))
        assert public_state(table.state, 1, 0)["stopped"]["played_on"] is None
        table.goes_round("2z", "3z", "4z")
        assert table.fouls == []
        assert [each.seat for each in table.events if isinstance(each, judge_events.PlayedOn)] == [1]
        assert public_state(table.state, 1, 0)["stopped"]["played_on"] == 1
        table.sees(said.PlayReleased(judge="anna")).goes_round("5z")
        assert table.state.desk.played_on is None


def test_an_act_of_the_same_moment_is_none(tables: type[Table]) -> None:
    table = tables("saikouisen-2025").deals().goes_round("1z")
    at_ms = table.at_ms
    table.sees(said.PlayHalted(judge="anna"))
    table.at_ms = at_ms
    table.south.draws()
    assert table.fouls == []


def test_a_turn_is_told_by_its_wind(tables: type[Table]) -> None:
    table = tables("wrc-2015").deals().goes_round("1z").west.discards("5p")
    assert table.state.findings[0].text == "discards 5p in the turn of South"
