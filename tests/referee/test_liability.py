"""Feeding a set that makes a player liable, by each rulebook (WRC 6.2; MJ 3.3.9; TEN); the payments are in
test_liability_payments."""

import pytest

from tests.referee.conftest import Table

LIABLE = ("wrc-2015", "riichi-mj", "scoring-tables", "reference-sheet", "tenhou")


def feeds(table: Table, name: str, feeder: int = 3) -> Table:
    """West pons this tile of ``feeder`` and discards a 9s."""
    while table.state.turn != feeder:
        table.goes_round("8s")
    table.players[feeder].turn(name)
    return table.west.pon(name[0] * 2 + name[1]).west.discards("9s")


def conceals(table: Table, name: str) -> Table:
    """West makes a concealed kan in his turn and discards a 9s."""
    while table.state.turn != 2:
        table.goes_round("8s")
    table.west.draws().west.ankan(name[0] * 4 + name[1]).turns_indicator("3m")
    return table.west.draws().west.discards("9s")


def calls_kan(table: Table, name: str, feeder: int) -> Table:
    """West calls a kan of this tile of ``feeder`` and discards a 9s."""
    while table.state.turn != feeder:
        table.goes_round("8s")
    table.players[feeder].turn(name)
    table.west.kan(name[0] * 3 + name[1])
    if table.ruleset.calls.kan_dora_open == "before_draw":
        table.turns_indicator("3m")
        return table.west.draws().west.discards("9s")
    return table.west.draws().turns_indicator("3m").west.discards("9s")


def liable(table: Table) -> tuple[tuple[str, int], ...]:
    assert table.fouls == []
    return table.state.seats[2].liable


@pytest.mark.parametrize("ruleset", [*LIABLE, "saikouisen-2025"])
def test_the_third_dragon_set_called(ruleset: str) -> None:
    """WRC 6.2, MJ 3.3.9, TEN: the third feeder, not the first two; SAI names no liability."""
    table = Table(ruleset).deals()
    feeds(table, "5z", 0)
    feeds(table, "6z", 1)
    assert liable(table) == ()
    feeds(table, "7z", 3)
    assert liable(table) == (() if ruleset == "saikouisen-2025" else (("daisangen", 3),))


@pytest.mark.parametrize("ruleset", [*LIABLE, "saikouisen-2025"])
def test_the_fourth_wind_set_called(ruleset: str) -> None:
    """WRC 6.2, MJ 3.3.9, TEN; three winds make nobody liable."""
    table = Table(ruleset).deals()
    for name in ("1z", "2z", "3z"):
        feeds(table, name, 1)
    assert liable(table) == ()
    feeds(table, "4z", 0)
    assert liable(table) == (() if ruleset == "saikouisen-2025" else (("daisuushii", 0),))


@pytest.mark.parametrize(("ruleset", "visible"), [("wrc-2015", True), ("tenhou", True), ("riichi-mj", False)])
def test_a_concealed_kan_among_the_sets(ruleset: str, visible: bool) -> None:
    """WRC 6.2: "visible if it is melded or if it is a concealed kong"; MJ 3.3.9: "two called pon of dragon tiles"."""
    table = conceals(Table(ruleset).deals(), "5z")
    feeds(table, "6z", 0)
    feeds(table, "7z", 3)
    assert liable(table) == ((("daisangen", 3),) if visible else ())


@pytest.mark.parametrize("ruleset", LIABLE)
def test_the_last_set_may_be_a_called_kan(ruleset: str) -> None:
    """WRC 6.2: "pung / kong"; MJ 3.3.9: "pon / kan"."""
    table = Table(ruleset).deals()
    feeds(table, "5z", 0)
    feeds(table, "6z", 1)
    calls_kan(table, "7z", 1)
    assert liable(table) == (("daisangen", 1),)


def test_a_last_set_that_nobody_fed() -> None:
    """WRC 6.2: "feeds him": a concealed third set makes nobody liable."""
    table = Table("wrc-2015").deals()
    feeds(table, "5z", 0)
    feeds(table, "6z", 1)
    conceals(table, "7z")
    assert liable(table) == ()


@pytest.mark.parametrize("ruleset", LIABLE)
def test_the_fourth_kan(ruleset: str) -> None:
    """WRC 6.2: "no liability for feeding a Four Kongs"; MJ 3.3.9 names two cases; TEN: nobody, as the server settles
    it."""
    table = Table(ruleset).deals()
    for name in ("1m", "4m", "7m"):
        conceals(table, name)
    calls_kan(table, "7p", 1)
    assert liable(table) == ()


def test_the_fourth_kan_where_a_ruleset_has_it() -> None:
    """A house rule: the fourth kan called makes its feeder liable, a concealed one nobody."""
    for last, expected in (("called", (("suukantsu", 1),)), ("concealed", ())):
        table = Table("tenhou", scoring__pao_suukantsu=True).deals()
        for name in ("1m", "4m", "7m"):
            conceals(table, name)
        if last == "called":
            calls_kan(table, "7p", 1)
        else:
            conceals(table, "7p")
        assert liable(table) == expected


def test_all_three_pay_four_kans_won_by_tsumo_on_the_server() -> None:
    """TEN: in a real game of that server, won by self-draw after a fourth kan from a discard, all three paid."""
    table = Table("tenhou").deals()
    for name in ("1m", "4m", "7m"):
        conceals(table, name)
    calls_kan(table, "7p", 1)
    while table.state.turn != 2:
        table.goes_round("8s")
    table.west.draws().west.tsumo("5z", "5z").closes()
    assert (table.result.wins[0].yakuman, table.result.wins[0].liable) == (("suukantsu",), None)
    assert table.result.changes == (-16000, -8000, 32000, -8000)


def test_a_called_set_taken_back_makes_nobody_liable() -> None:
    """WRC 5.4.1: a win on the third dragon goes before the pung."""
    table = Table("wrc-2015").deals()
    feeds(table, "5z", 0)
    feeds(table, "6z", 1)
    while table.state.turn != 3:
        table.goes_round("8s")
    table.north.turn("7z").west.pon("77z")
    assert liable(table) == (("daisangen", 3),)
    table.east.ron("234567m345p22s77z")
    assert liable(table) == ()


def test_the_feeder_of_the_fourth_wind_pays_the_tsumo() -> None:
    """WRC 6.2: "the full value of the hand", which all honours would not raise."""
    table = Table("wrc-2015").deals()
    for name in ("1z", "2z", "3z", "4z"):
        feeds(table, name, 0)
    while table.state.turn != 2:
        table.goes_round("8s")
    table.west.draws().west.tsumo("5m", "5m").closes()
    assert table.result.wins[0].yakuman == ("daisuushii",)
    assert table.result.wins[0].liable == 0
    assert table.result.changes == (-32000, 0, 32000, 0)
