"""Penalties of the Saikouisen competition rules: what is found, its grade, what a ruling does (SAI 53-55)."""

from collections.abc import Callable

import pytest

from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.tournament.tournament import penalties_of
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p."""
NOTHING = "147m258p369s1234z"


@pytest.fixture
def table() -> Table:
    return Table("saikouisen-2025").deals()


def costs(table: Table) -> list[tuple[str, int]]:
    return [(each.reason, each.points) for each in penalties_of(table.events, table.ruleset)]


# 54: what the grades do


@pytest.mark.parametrize(("ruling", "points"), [("chombo", 20), ("end", 10)])
def test_article_53_6_and_54_1_and_54_2_the_same_kyoku_starts_over(
    table: Table, ruling: str, points: int
) -> None:
    table.runs_out().east.tenpai(PINFU).closes().deals().goes_round("1z", "2z")
    table.ruled(ruling, seat=2, text="seen")
    assert (table.result.round, table.result.honba, table.result.changes) == (0, 1, (0, 0, 0, 0))
    assert costs(table) == [("seen", points)]


def test_article_54_3_a_dead_hand_calls_and_declares_nothing_and_is_noten(table: Table) -> None:
    table.goes_round("1z")
    table.ruled("dead_hand", seat=2, text="seen").south.turn("5p").west.calls("pon")
    table.goes_round("1m").north.turn("2m").east.turn("3m").south.turn("4m").west.draws().west.calls("riichi")
    assert [rule for rule, _ in table.fouls] == ["dead_hand_call", "dead_hand_call"]
    assert not table.state.seats[2].riichi
    table.west.discards("9m").runs_out().east.noten().south.tenpai(PINFU).west.tenpai(PINFU).closes()
    assert table.result.tenpai == (1,)
    assert costs(table) == [("seen", 10)]


def test_article_54_4_and_54_6_play_goes_on(table: Table) -> None:
    """Ten points, and none; both are recorded."""
    table.goes_round("1z")
    table.ruled("continue", seat=2, text="a").ruled("guidance", seat=3, text="b")
    assert table.state.phase == "playing"
    assert costs(table) == [("a", 10), ("b", 0)]


def test_article_54_5_the_third_warning_costs_five_points_and_each_after_it() -> None:
    """Reset after the hanchan."""
    table = Table("saikouisen-2025").deals().goes_round("1z")
    for text in "abcd":
        table.ruled("warning", seat=2, text=text)
    table.ruled("warning", seat=1, text="e")
    assert costs(table) == [("a", 0), ("b", 0), ("c", 5), ("d", 5), ("e", 0)]
    table.sees(seen.HanchanClosed(judge="anna"))
    table.events.clear()
    table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping(), senses=())).deals().goes_round("1z")
    table.ruled("warning", seat=2, text="f")
    assert costs(table) == [("f", 0)]


def test_article_53_7_rulings_go_in_the_order_of_play(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("5p").east.calls("chi")
    assert table.graded == [("kuikae", 1, "dead_hand"), ("void_call", 0, "dead_hand")]
    later = seen.RulingGiven(ruling="dead_hand", finding=1, judge="anna")
    assert refusal(table.state, later)
    table.ruled("dead_hand", finding=0)
    assert not refusal(table.state, later)


# 55: what is a penalty


def go_ron(table: Table) -> Table:
    return table.east.turn("5p").west.ron(NOTHING).closes()


def go_tsumo(table: Table) -> Table:
    return table.east.draws().east.tsumo(NOTHING, "9p").closes()


def noten_riichi(table: Table) -> Table:
    return table.east.draws().east.riichi("9p").runs_out().east.tenpai(NOTHING).closes()


def pon_in_riichi(table: Table) -> Table:
    table.east.draws().east.riichi("9p").south.turn("5p")
    return table.east.calls("pon")


def shown(count: int) -> Callable[[Table], Table]:
    def act(table: Table) -> Table:
        return table.east.turn("1z").sees(seen.TilesExposed(seat=2, count=count))

    return act


def shown_early(count: int) -> Callable[[Table], Table]:
    def act(table: Table) -> Table:
        return table.east.draws().sees(seen.TilesExposed(seat=2, count=count))

    return act


def indicator_early(table: Table) -> Table:
    """One tile of the dead wall, before the dealer has discarded."""
    return table.east.draws().turns_indicator("2z")


def indicator_later(table: Table) -> Table:
    return table.east.turn("1z").turns_indicator("2z")


def out_of_turn(table: Table) -> Table:
    return table.east.turn("1z").west.discards("2z")


def out_of_turn_early(table: Table) -> Table:
    return table.east.draws().west.discards("2z")


def wall_destroyed(table: Table) -> Table:
    return table.east.turn("5p").west.ron(PINFU).sees(seen.WallBroken(seat=2, what="wall"))


def kuikae(table: Table) -> Table:
    return table.east.turn("5p").south.chi("46p").south.discards("5p")


def go_pon(table: Table) -> Table:
    return table.east.turn("1z").west.calls("pon").south.turn("2z")


def go_kan(table: Table) -> Table:
    return table.east.draws().east.calls("kan").east.discards("1z")


def retracted(table: Table) -> Table:
    return table.east.draws().east.calls("riichi").sees(seen.RiichiRetracted(seat=0))


def too_few(table: Table) -> Table:
    return table.runs_out().east.tenpai(PINFU.removesuffix("22s") + "s").closes()


def late_pon(table: Table) -> Table:
    return table.east.turn("5p").south.draws().west.calls("pon")


def discard_first(table: Table) -> Table:
    return table.east.turn("5p").west.calls("pon").west.discards("1z").sees(seen.ClockAdvanced())


def wrong_tiles(table: Table) -> Table:
    return (
        table.east.turn("5p").south.calls("chi").south.shows_meld("chi", "557p", "5p", 0).south.discards("1z")
    )


def call_when_dead(table: Table) -> Table:
    return table.goes_round("1z").ruled("dead_hand", seat=2).south.turn("5p").west.calls("pon")


def wrong_order(table: Table) -> Table:
    return table.runs_out().south.noten().east.noten()


def false_tenpai(table: Table) -> Table:
    return table.runs_out().east.tenpai(NOTHING).closes()


def wrong_sideways(table: Table) -> Table:
    return table.east.turn("5p").west.calls("pon").west.shows_meld("pon", "555p", "5p", 3).west.discards("1z")


def entered(rule: str) -> Callable[[Table], Table]:
    """Only people can see it, so the judge enters it."""

    def act(table: Table) -> Table:
        return table.goes_round("1z").sees(office.FoulEntered(rule=rule, seat=2, judge="anna"))

    return act


@pytest.mark.parametrize(
    ("item", "act", "finding"),
    [
        ("55.1(1)", go_ron, ("false_win", 2, "chombo")),
        ("55.1(1)", go_tsumo, ("false_win", 0, "chombo")),
        ("55.1(1)", entered("tsumo_tile_in_hand"), ("tsumo_tile_in_hand", 2, "chombo")),
        ("55.1(2)", noten_riichi, ("noten_riichi", 0, "chombo")),
        ("55.1(5)", shown(5), ("tiles_shown", 2, "chombo")),
        ("55.1(6)", out_of_turn, ("out_of_turn_discard", 2, "chombo")),
        ("55.1(7)", wall_destroyed, ("tiles_destroyed", 2, "chombo")),
        ("55.1(8)", entered("unfair_to_go_on"), ("unfair_to_go_on", 2, "chombo")),
        ("55.2(1)", entered("deal_count"), ("deal_count", 2, "end")),
        ("55.2(2)", out_of_turn_early, ("out_of_turn_discard", 2, "end")),
        ("55.2(3)", shown_early(5), ("tiles_shown", 2, "end")),
        ("55.3(1)", kuikae, ("kuikae", 1, "dead_hand")),
        ("55.3(2)", go_pon, ("empty_call", 2, "dead_hand")),
        ("55.3(2)", go_kan, ("empty_kan", 0, "dead_hand")),
        ("55.3(3)", retracted, ("riichi_retracted", 0, "dead_hand")),
        ("55.3(5)", too_few, ("tile_count", 0, "dead_hand")),
        ("55.3(8)", late_pon, ("late_call", 2, "dead_hand")),
        ("55.3(9)", discard_first, ("discard_before_meld", 2, "dead_hand")),
        ("55.3(10)", wrong_tiles, ("invalid_meld", 1, "dead_hand")),
        ("55.3(11)", call_when_dead, ("dead_hand_call", 2, "dead_hand")),
        ("55.4(1)", shown(3), ("tiles_shown", 2, "continue")),
        ("55.4(1)", shown(4), ("tiles_shown", 2, "continue")),
        ("55.4(2)", wrong_order, ("announce_order", 1, "continue")),
        ("55.4(3)", entered("call_wording"), ("call_wording", 2, "continue")),
        ("55.4(4)", false_tenpai, ("false_tenpai", 0, "continue")),
        ("55.5(1)", shown_early(4), ("tiles_shown", 2, "warning")),
        ("55.5(2)", shown(2), ("tiles_shown", 2, "warning")),
        ("55.5(2)", indicator_later, ("indicator_without_kan", 1, "warning")),
        ("55.5(3)", entered("leaving"), ("leaving", 2, "warning")),
        ("55.5(4)", wrong_sideways, ("meld_display", 2, "warning")),
        ("55.5(6)", entered("repeated_guidance"), ("repeated_guidance", 2, "warning")),
        ("55.6(1)", shown_early(2), ("tiles_shown", 2, "guidance")),
        ("55.6(1)", indicator_early, ("indicator_without_kan", 0, "guidance")),
    ],
)
def test_article_55(
    table: Table, item: str, act: Callable[[Table], Table], finding: tuple[str, int, str]
) -> None:
    """One act, one finding, of the grade under which the item stands, and it names the item."""
    act(table)
    assert table.graded == [finding]
    assert item in table.state.findings[0].section


def test_article_55_1_4_what_is_a_dead_hand_is_a_chombo_in_riichi(table: Table) -> None:
    pon_in_riichi(table)
    assert table.graded == [("call_in_riichi", 0, "chombo")]


@pytest.mark.parametrize(
    ("act", "stops"),
    [
        (shown_early(2), False),
        (indicator_early, False),
        (shown(1), True),
        (indicator_later, True),
        (kuikae, True),
        (out_of_turn, True),
    ],
)
def test_article_31_and_53_3_from_a_warning_up_play_stops_for_the_judge(
    table: Table, act: Callable[[Table], Table], stops: bool
) -> None:
    assert bool(act(table).state.desk.stopped) is stops
