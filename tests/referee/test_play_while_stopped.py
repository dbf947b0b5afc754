"""A player plays on while play is stopped: a finding where the rulebook has one (SAI 53.3, 53.4), a note for the judge
elsewhere."""

import pytest

import config
from referee.encoding.public import public_state
from referee.game import judge_events
from referee.game import judge_observations as office
from referee.game.observations import MeldShown, TileDiscarded
from tests.referee.conftest import Table

STOP = office.PlayHalted(judge="anna")


def test_a_judges_stop_is_a_stop_for_all() -> None:
    """SAI 53.4: "the remaining players must also stop all movement"."""
    table = Table("saikouisen-2025").deals().goes_round("1z").sees(STOP).goes_round("2z", "3z", "4z")
    assert table.fouls == [("play_while_stopped", 1)]
    assert table.state.findings[0].text == "plays on although play is stopped"


def test_a_judge_who_stands_at_the_table_stops_play_like_any_other() -> None:
    """SAI 53.4. Time does not count while he is there, yet everybody has heard the stop, so playing on is a foul."""
    table = (
        Table("saikouisen-2025").deals().goes_round("1z").sees(office.TableAttended(who="anna", judge="anna"))
    )
    table.sees(STOP)
    table.at_ms += 60_000
    table.goes_round("2z")
    assert table.fouls == [("play_while_stopped", 1)]


def test_where_no_rulebook_has_it_play_is_marked_for_the_judge() -> None:
    for ruleset in ("wrc-2015", "riichi-mj"):
        table = Table(ruleset).deals().goes_round("1z").sees(office.PlayHalted(judge="anna"))
        assert public_state(table.state, 1, 0)["stopped"]["played_on"] is None
        table.goes_round("2z", "3z", "4z")
        assert table.fouls == []
        assert [each.seat for each in table.events if isinstance(each, judge_events.PlayedOn)] == [1]
        assert public_state(table.state, 1, 0)["stopped"]["played_on"] == 1
        table.sees(office.PlayReleased(judge="anna")).goes_round("5z")
        assert table.state.desk.played_on is None


@pytest.mark.parametrize("book", sorted(config.ruleset_names()))
def test_after_a_finding_that_stops_play_a_book_that_has_it_minds_who_plays_on(book: str) -> None:
    """SAI 53.3: "all players ... must stop all movement and call the judge". No other book says so."""
    table = Table(book).deals().east.turn("5p").south.chi("46p").south.discards("5p")
    assert [rule for rule, _ in table.fouls] == ["kuikae"]
    table.west.turn("1z")
    show_ms = table.state.ruleset.timing.show_ms
    assert [rule for rule, _ in table.fouls] == ["kuikae"]  # within the time that it takes to see it
    stops = book == "saikouisen-2025"
    assert table.state.desk.played_on == (2 if stops else None)
    table.at_ms += show_ms
    table.north.turn("2z")
    assert table.fouls[1:] == ([("play_while_stopped", 3)] if stops else [])
    table.at_ms += show_ms
    table.east.turn("3z")
    assert len(table.fouls) == (2 if stops else 1)  # once is enough
    if stops:
        found = table.state.findings[1]
        assert found.section == "53.3" or "53.3" in found.section
        assert found.text.startswith("plays on although play is stopped: discarding what was called with")
        table.sees(office.PlayReleased(judge="anna"))
        table.at_ms += show_ms
        table.south.turn("4z")
        assert len(table.fouls) == 2


@pytest.mark.parametrize("book", sorted(config.ruleset_names()))
def test_after_a_judges_stop_a_book_that_has_it_minds_who_plays_on(book: str) -> None:
    """SAI 53.4; no other book has it."""
    table = Table(book).deals().goes_round("1z").sees(STOP).goes_round("2z", "3z", "4z")
    assert table.fouls == ([("play_while_stopped", 1)] if book == "saikouisen-2025" else [])


@pytest.mark.parametrize("book", sorted(config.ruleset_names()))
def test_what_lay_there_before_the_stop_is_no_act(book: str) -> None:
    """SAI 53.3, 53.4: "stop all movement". A discard or meld that the camera reports again is no movement."""
    table = Table(book).deals().east.turn("5p").south.chi("46p").south.discards("5p")
    reports = [each for each, _ in table.entries if isinstance(each, TileDiscarded | MeldShown)]
    for stop in (None, STOP):
        table = table if stop is None else table.sees(stop)
        found = list(table.fouls)
        for each in reports:
            table.at_ms += table.state.ruleset.timing.show_ms
            table.sees(each)
        assert table.fouls == found
        assert table.state.desk.played_on is None


def test_an_act_of_the_same_moment_is_none() -> None:
    table = Table("saikouisen-2025").deals().goes_round("1z")
    at_ms = table.at_ms
    table.sees(office.PlayHalted(judge="anna"))
    table.at_ms = at_ms
    table.south.draws()
    assert table.fouls == []


def test_a_turn_is_told_by_its_wind() -> None:
    table = Table("wrc-2015").deals().goes_round("1z").west.discards("5p")
    assert table.state.findings[0].text == "discards 5p in the turn of South"
