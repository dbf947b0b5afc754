"""Tenpai and noten are announced East, South, West, North (WRC 5.7.2, MJ 3.4.2, SAI 52.2)."""

import pytest

from referee.game import observations as seen
from tests.referee.conftest import Table

STRICT = "saikouisen-2025"


def says(table: Table, *seats: int, within_ms: int = 0) -> Table:
    """These seats announce noten, a second apart."""
    for seat in seats:
        table.sees(seen.TenpaiDeclared(seat=seat, tenpai=False, within_ms=within_ms, source=f"word:{seat}"))
    return table


@pytest.mark.parametrize(
    ("seats", "offenders"),
    [
        ((0, 1, 2, 3), []),
        ((1, 0, 2, 3), [1]),
        ((0, 3, 1, 2), [3]),
        ((3, 2, 1, 0), [3, 2, 1]),
        ((0, 2, 3), []),
    ],
)
def test_the_order(seats: tuple[int, ...], offenders: list[int]) -> None:
    """SAI 52.2, 55.4(2): a sho-chonbo for announcing too early; nothing is known of players who are not heard."""
    table = says(Table(STRICT).deals().runs_out(), *seats)
    assert [found.seat for found in table.state.findings] == offenders
    for found in table.state.findings:
        assert (found.rule, found.grade, found.evidence[0]) == (
            "announce_order",
            "continue",
            f"word:{found.seat}",
        )


def test_the_order_goes_by_the_wind() -> None:
    """In East 2 the dealer, seat 1, announces first."""
    table = Table(STRICT).deals().runs_out()
    table = says(table, 0, 1, 2, 3).closes().deals().runs_out()
    assert table.state.dealer == 1
    assert says(table, 1, 2, 3, 0).fouls == []


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_elsewhere_it_is_free(ruleset: str) -> None:
    """WRC 5.7.2, MJ 3.4.2: "It is permissible to declare out of turn"."""
    assert says(Table(ruleset).deals().runs_out(), 3, 2, 1, 0).fouls == []


def test_what_is_not_sharp_is_not_found() -> None:
    assert says(Table(STRICT).deals().runs_out(), 1, 0, within_ms=500).fouls == []


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_an_announcement_is_not_changed(ruleset: str) -> None:
    """WRC 5.7.2, MJ 3.4.2: the first one stands."""
    table = says(Table(ruleset).deals().runs_out(), 1)
    for source in ("act:1", "act:2"):  # the button pressed twice counts once
        table.sees(seen.TenpaiDeclared(seat=1, tenpai=True, source=source))
    assert table.fouls == [("announcement_changed", 1)]
    assert table.state.seats[1].announced is False


def test_said_twice_is_said_once() -> None:
    table = says(Table(STRICT).deals().runs_out(), 1)
    before = table.state
    assert says(table, 1).state == before


def test_it_can_be_changed_where_the_rules_let_it() -> None:
    table = says(Table("wrc-2015", calls__announce_change=True).deals().runs_out(), 1)
    table.sees(seen.TenpaiDeclared(seat=1, tenpai=True))
    assert table.fouls == []
    assert table.state.seats[1].announced is True
