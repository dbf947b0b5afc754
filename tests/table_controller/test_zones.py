"""The contents of a zone: melds and the player whose tile was claimed, opened hands, new tiles of ponds and walls."""

import pytest

from referee.game.position import PondTile
from referee.melds import Meld
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.sensing.waiting import zones
from tests.table_controller.seen_table import row


def tiles(text: str) -> tuple[int, ...]:
    return parse_tiles(text)


@pytest.mark.parametrize(
    ("lying", "kind", "claimed", "steps"),
    [
        ("_5p6p7p", "chi", "5p", 3),
        ("_7p5p6p", "chi", "7p", 3),
        ("_5m5m0m", "pon", "5m", 3),
        ("5m_5m0m", "pon", "5m", 2),
        ("5m5m_0m", "pon", "0m", 1),
        ("_1z1z1z1z", "daiminkan", "1z", 3),
        ("1z_1z1z1z", "daiminkan", "1z", 2),
        ("1z1z_1z1z", "daiminkan", "1z", 2),
        ("1z1z1z_1z", "daiminkan", "1z", 1),
    ],
)
def test_the_sideways_tile_points_to_its_owner(lying: str, kind: str, claimed: str, steps: int) -> None:
    (meld,) = zones.melds_in(row(lying), red_fives=True)
    assert (meld.kind, meld.claimed, meld.steps) == (kind, parse_tile(claimed), steps)
    assert sorted(meld.tiles) == sorted(tiles(lying.replace("_", "")))


@pytest.mark.parametrize(
    ("lying", "red", "whole"),
    [
        ("#1z1z#", True, "1z1z1z1z"),
        ("#5p0p#", True, "5p5p5p0p"),
        ("#5p5p#", True, "5p5p5p0p"),
        ("#5p5p#", False, "5p5p5p5p"),
        ("9s##9s", True, "9s9s9s9s"),
    ],
)
def test_the_hidden_tiles_of_a_concealed_kan(lying: str, red: bool, whole: str) -> None:
    (meld,) = zones.melds_in(row(lying), red_fives=red)
    assert (meld.kind, meld.claimed, meld.steps) == ("ankan", None, None)
    assert sorted(meld.tiles) == sorted(tiles(whole))


def test_a_tile_added_to_a_pon() -> None:
    pon = row("5m_5m0m", left_mm=100, y_mm=265)
    added = row("_5m", left_mm=121, y_mm=244.5)
    (meld,) = zones.melds_in((*pon, *added), red_fives=True)
    assert (meld.kind, meld.added, meld.steps) == ("kakan", parse_tile("5m"), 2)
    assert len(meld.tiles) == 4


def test_melds_in_the_order_they_were_made_and_none_that_is_being_laid() -> None:
    lying = row("1p2p|_5p6p7p|#1z1z#")
    assert [meld.kind for meld in zones.melds_in(lying, red_fives=True)] == ["ankan", "chi"]


def test_only_what_is_not_known_yet_is_new() -> None:
    lying = zones.melds_in(row("_5p6p7p|_5p6p7p|#1z1z#"), red_fives=True)
    ankan = Meld("ankan", tiles("1z1z1z1z"))
    chi = Meld("chi", tiles("5p6p7p"), parse_tile("5p"), 3)
    assert [meld.kind for meld in zones.new_melds(lying, [ankan, chi])] == ["chi"]
    assert zones.new_melds(lying, [ankan, chi, chi]) == ()


def test_a_pon_that_has_become_a_kan_is_new() -> None:
    pon = Meld("pon", tiles("5m5m0m"), parse_tile("5m"), 0)
    lying = zones.melds_in((*row("5m_5m0m", y_mm=265), *row("_5m", left_mm=21, y_mm=244.5)), red_fives=True)
    assert [meld.kind for meld in zones.new_melds(lying, [pon])] == ["kakan"]
    kan = Meld("kakan", tiles("5m5m5m0m"), parse_tile("5m"), 0, parse_tile("5m"))
    assert zones.new_melds(lying, [kan]) == ()


@pytest.mark.parametrize(
    ("lying", "hand", "apart"),
    [
        ("1m2m3m|4m", "1m2m3m", "4m"),
        ("4m|1m2m3m", "1m2m3m", "4m"),
        ("1m2m3m4m", "1m2m3m4m", None),
        ("1m|2m3m|4m", "1m2m3m", "4m"),
        ("5z", "5z", None),
        ("##", None, None),
        ("", None, None),
    ],
)
def test_an_opened_hand_and_the_tile_set_apart(lying: str, hand: str | None, apart: str | None) -> None:
    found = zones.hand_in(row(lying))
    if hand is None:
        assert found is None
    else:
        assert found is not None
        assert found.tiles == tiles(hand)
        assert found.apart == (None if apart is None else parse_tile(apart))


def pond(text: str, called: tuple[int, ...] = ()) -> list[PondTile]:
    return [PondTile(tile, called_by=2 if at in called else None) for at, tile in enumerate(tiles(text))]


def test_new_discards_follow_what_still_lies_there() -> None:
    lying = row("1m3m4m")
    assert [placed.tile for placed in zones.new_discards(lying, pond("1m2m3m", called=(1,)))] == [
        parse_tile("4m")
    ]
    assert zones.new_discards(row("1m"), pond("1m2m")) == ()
    waiting = row("1m2m3m4m")
    new = zones.new_discards(waiting, pond("1m2m3m", called=(1,)), owed={2})
    assert [placed.tile for placed in new] == [parse_tile("4m")], "the claimed tile is still there"
    assert zones.new_discards(row("1m2m3m"), pond("1m2m3m", called=(1,)), owed={2}) == ()
    taken = zones.new_discards(lying, pond("1m2m3m", called=(1,)), owed={2})
    assert [placed.tile for placed in taken] == [parse_tile("4m")], "it has just been taken"
    assert zones.same_pond(lying, pond("1m2m3m", called=(1,)))
    assert not zones.same_pond(lying, pond("1m2m3m"))
    assert zones.same_pond(row("1m#"), pond("1m2m"))


def test_a_tile_face_down_is_unknown() -> None:
    assert zones.face_of(row("#")[0]) == UNKNOWN


def test_indicators_are_new_once() -> None:
    walls = [row("##1p#"), row("1p##")]
    assert [placed.tile for placed in zones.new_indicators(walls, tiles("1p"))] == [parse_tile("1p")]
    assert zones.new_indicators(walls, tiles("1p1p")) == ()


def test_ura_indicators_beside_indicators_on_two_sides() -> None:
    """The dead wall goes round a corner: the first indicator on side 0, the one for a kan on side 3."""
    walls = {3: row("9p", left_mm=300), 0: row("1s", left_mm=40)}
    uras = {0: row("2z", left_mm=42), 3: row("3z", left_mm=298)}
    assert zones.ura_in_order(walls, uras, tiles("1s9p")) == tiles("2z3z")
    assert zones.ura_in_order(walls, {0: uras[0]}, tiles("1s9p")) == tiles("2z")


def test_ura_indicators_of_two_indicators_that_are_alike() -> None:
    walls = {0: row("1s|1s")}
    uras = {0: row("2z|3z")}
    assert zones.ura_in_order(walls, uras, tiles("1s1s")) == tiles("2z3z")


def test_ura_indicators_that_moved_over_at_a_corner() -> None:
    """Each lies nearly a stack to the left of its own indicator, so the right one lies nearest to the left
    indicator."""
    walls = {0: row("9p1s", left_mm=40)}
    uras = {0: row("3z2z", left_mm=20)}
    assert zones.ura_in_order(walls, uras, tiles("9p1s")) == tiles("3z2z")
    assert zones.ura_in_order(walls, uras, tiles("1s9p")) == tiles("2z3z")


def test_ura_indicators_where_the_indicators_cannot_be_read() -> None:
    assert zones.ura_in_order({}, {1: row("2z|3z")}, tiles("1s1s")) == tiles("2z3z")


def test_kinds_of_terminals() -> None:
    assert zones.terminal_kinds(tiles("1m1m9m5m7z0p")) == 3
