"""Riichi: who may declare, when it stands, its stick (WRC 6.5.1, 6.1, 7.2; MJ 3.3.14, 4.2.1; SAI 39)."""

import pytest

from referee.game.position import ACCEPTED, DECLARED
from tests.referee.conftest import Table


@pytest.fixture
def table() -> Table:
    return Table("riichi-mj").deals()


def test_the_bet_is_paid_once_the_next_player_draws(table: Table) -> None:
    table.east.draws().east.riichi("9p")
    assert table.state.seats[0].riichi == DECLARED
    assert table.state.scores[0] == 25000
    table.south.draws()
    assert table.state.seats[0].riichi == ACCEPTED
    assert table.state.scores[0] == 24000
    assert table.state.bets == 1


def test_after_a_call_it_is_no_longer_double(table: Table) -> None:
    table.east.turn("5z").south.pon("55z").south.discards("1m").west.draws().west.riichi("9p")
    assert not table.state.seats[2].double_riichi


def test_a_called_riichi_tile_leaves_no_ippatsu_and_turns_the_next_discard(table: Table) -> None:
    """WRC 6.5.1: any call ends ippatsu; the next discard is turned."""
    table.east.draws().east.riichi("9p").west.pon("99p")
    assert table.state.seats[0].riichi == ACCEPTED
    assert not table.state.seats[0].ippatsu
    assert table.state.seats[0].turned_due
    table.west.discards("1m").north.turn("2m").east.draws().east.discards("3m", sideways=True)
    assert table.fouls == []
    assert table.state.seats[0].pond[-1].sideways


def test_where_nothing_can_be_called_by_button_silence_proves_nothing() -> None:
    table = Table("riichi-mj", senses=()).deals().east.draws().east.discards("9p", sideways=True)
    assert table.fouls == []
    assert table.state.seats[0].riichi == DECLARED


def test_the_word_right_after_the_discard_belongs_to_it(table: Table) -> None:
    table.east.turn("9p").east.calls("riichi").south.draws()
    assert table.state.seats[0].riichi == ACCEPTED
    assert table.fouls == []


def test_a_missing_stick_is_found_at_the_own_next_draw(table: Table) -> None:
    table.east.draws().east.calls("riichi").east.discards("9p", sideways=True)
    table.goes_round("1m", "2m", "3m")
    assert table.fouls == []
    table.east.draws()
    assert table.fouls == [("bet_not_placed", 0)]


@pytest.mark.parametrize(("ruleset", "least"), [("wrc-2025", 0), ("m-league", 1), ("wrc-2015", 4)])
def test_riichi_with_the_last_tiles(ruleset: str, least: int) -> None:
    """Tiles that must be left in the wall: WRC 6.5.1 four; ML one; WRC25, by its clarification, none, so the last
    discard can be a riichi."""
    for left in (4, 3, 1, 0):
        table = Table(ruleset).deals()
        while table.state.live > left + 1 or table.state.turn != 3:
            if table.state.live <= left + 1:
                break
            table.players[table.state.turn].turn(("1z", "2m", "5p", "8s")[table.state.turn])
        player = table.players[table.state.turn]
        player.draws()
        assert table.state.live == left
        player.riichi("9p")
        late = [event for event in table.events if getattr(event, "rule", "") == "riichi_late"]
        assert bool(late) is (left < least), left
