"""Hands without a winner, the next hand and the end of the game (WRC 5.7-5.9; MJ 3.4-3.6; SAI 27, 50-52)."""

import pytest

from tests.referee.conftest import Table

TENPAI = "234567m67p34522s"
NOTEN = "147m258p369s1234z"


def test_a_hand_opened_as_tenpai_that_is_not() -> None:
    """SAI 55.4(4); WRC 5.7.2."""
    table = Table("wrc-2015").deals().runs_out().east.tenpai(NOTEN).closes()
    assert table.fouls == [("false_tenpai", 0)]
    assert table.result.tenpai == ()


@pytest.mark.parametrize(
    ("ruleset", "result"), [("tenhou", "nagashi"), ("scoring-tables", "nagashi"), ("wrc-2015", "exhaustive")]
)
def test_nagashi_mangan(ruleset: str, result: str) -> None:
    """TAB, REF: none called; paid as a mangan tsumo, still a draw."""
    table = Table(ruleset).deals()
    while table.state.live:
        table.players[table.state.turn].turn(("1z", "2m", "5p", "8s")[table.state.turn])
    table.closes()
    assert table.result.result == result
    if result == "nagashi":
        assert table.result.changes == (12000, -4000, -4000, -4000)
        assert table.result.honba == 1


@pytest.mark.parametrize("ruleset", ["wrc-2015", "saikouisen-2025"])
def test_no_nine_terminals_where_there_are_no_abortive_draws(ruleset: str) -> None:
    """WRC 5.7.3, SAI 52.1."""
    table = Table(ruleset).deals().east.draws().east.calls("nine_terminals").closes()
    assert ("nine_terminals_not_there", 0) in table.fouls
    assert table.state.phase == "playing"


def test_nine_terminals_after_a_call() -> None:
    table = Table("riichi-mj").deals().east.turn("5p").west.pon("55p").west.discards("1z").north.turn("1m")
    table.east.turn("2z").south.draws().south.calls("nine_terminals")
    assert table.fouls == [("nine_terminals_not_there", 1)]


def test_four_winds_broken_by_a_call() -> None:
    table = Table("riichi-mj").deals().goes_round("4z", "4z").east.pon("44z").east.discards("1m").closes()
    assert table.fouls == [("hand_not_over", 0)]


def test_closing_twice_changes_nothing() -> None:
    table = Table("riichi-mj").deals().goes_round("4z", "4z", "4z", "4z").closes()
    before = table.state
    assert table.closes().state == before


def _win(table: Table, seat: int) -> Table:
    """Seat wins a small hand by tsumo in its second turn."""
    table.deals().goes_round("1z", "2z", "3z", "4z")
    while table.state.turn != seat:
        table.goes_round("9s")
    return table.players[seat].draws().players[seat].tsumo(TENPAI, "8p").closes()


def _draw(table: Table, *waiting: int) -> Table:
    table.deals().runs_out()
    for seat in waiting:
        table.players[seat].tenpai(TENPAI)
    return table.closes()


def test_the_game_ends_after_south() -> None:
    """WRC 5.8, 5.9.1: no West round, no agari-yame."""
    table = Table("wrc-2015")
    for _ in range(7):
        _draw(table)
    _win(table, table.state.dealer)
    assert table.ended is None
    assert table.state.hand_name == "S4"
    _draw(table)
    assert table.ended is not None
    assert table.state.phase == "ended"
    assert sum(table.ended.totals) == 0


def test_agari_yame() -> None:
    """TEN: a winning dealer who leads with 30,000 in the last hand stops; WRC 5.9.1: plays on."""
    table = Table("tenhou", flow__start_points=30000, flow__return_points=30000, flow__oka=False)
    for _ in range(7):
        _draw(table)
    assert table.state.hand_name == "S4"
    _win(table, 3)
    assert table.ended is not None
    assert table.ended.places[3] == 1
