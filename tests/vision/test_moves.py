"""The moves of tiles between two contents of a zone."""

from dataclasses import replace

import pytest

from vision.sightings import BACK, PlacedTile, TileMoved
from vision.tracking.moves import Change, Moves, NoMoveError
from vision.zones import FELT, ZoneId


def tile(face: int, x: float, y: float = 84.0, *, sideways: bool = False, column: int = 0) -> PlacedTile:
    return PlacedTile(face, x, y, sideways, 0, column, 990)


ROW = (tile(1, -52.0), tile(2, -31.0, column=1), tile(3, -10.0, column=2))


def explained(
    moves: Moves,
    zone: ZoneId,
    before: tuple[PlacedTile, ...],
    after: tuple[PlacedTile, ...],
    *,
    at_ms: int = 1000,
    hands: frozenset[int] = frozenset({0}),
) -> list[TileMoved]:
    return moves.explain(Change(zone, before, after, hands, True, at_ms // 100, at_ms, 50))


def test_a_discard() -> None:
    new = tile(9, 11.0, column=3)
    [move] = explained(Moves(), ZoneId("pond", 1), ROW, (*ROW, new), hands=frozenset({1}))
    assert (move.kind, move.tile, move.source, move.hands) == ("laid", 9, None, (1,))
    assert move.target is not None
    # Chair 1 sits at the right: its x goes up in the picture, its y to the right.
    assert (move.target.zone, move.target.x_mm, move.target.y_mm) == (ZoneId("pond", 1), 84.0, -11.0)
    assert (move.frame, move.at_ms, move.within_ms, move.confidence_pm) == (10, 1000, 50, 990)


MELD = (tile(3, 326.0, 265.0, sideways=True), tile(3, 300.0, 262.0), tile(3, 279.0, 262.0))


@pytest.mark.parametrize("pond_first", [True, False])
def test_a_call_is_one_way_whichever_end_is_seen_first(pond_first: bool) -> None:
    moves = Moves()
    changes = [(ZoneId("pond", 2), ROW, ROW[:2]), (ZoneId("meld", 0), (), MELD)]
    found = [
        move
        for number, (zone, before, after) in enumerate(changes if pond_first else changes[::-1])
        for move in explained(moves, zone, before, after, at_ms=1000 + 300 * number)
    ]
    called = [move for move in found if move.source is not None and move.target is not None]
    assert [(move.kind, move.tile) for move in called] == [("called", 3)]
    assert called[0].source is not None
    assert called[0].source.zone == ZoneId("pond", 2)
    assert called[0].target is not None
    assert called[0].target.zone == ZoneId("meld", 0)
    others = sorted(move.kind for move in found if move is not called[0])
    assert others == (["shown", "shown", "taken"] if pond_first else ["shown"] * 3)


def test_a_tile_added_to_a_pon() -> None:
    added = tile(3, 326.5, 244.0, sideways=True)
    [move] = explained(Moves(), ZoneId("meld", 0), MELD, (*MELD, added))
    assert move.kind == "added"


def test_another_pon_is_not_added_to_the_first() -> None:
    other = tuple(replace(each, x_mm=each.x_mm - 80, tile=8) for each in MELD)
    assert {move.kind for move in explained(Moves(), ZoneId("meld", 0), MELD, (*other, *MELD))} == {"shown"}


def test_an_indicator_and_a_concealed_kan() -> None:
    [move] = explained(Moves(), ZoneId("wall", 3), (), (tile(7, 10.0, 205.0),))
    assert move.kind == "turned up"
    [move] = explained(Moves(), ZoneId("meld", 0), (tile(BACK, 10.0, 262.0),), (tile(7, 10.5, 262.0),))
    assert move.kind == "turned up"


def test_turned_shifted_taken_put_back() -> None:
    moves = Moves()
    turned = replace(ROW[2], sideways=True, x_mm=-7.0)
    assert [move.kind for move in explained(moves, ZoneId("pond", 0), ROW, (*ROW[:2], turned))] == ["turned"]
    shifted = replace(ROW[2], x_mm=30.0)
    assert [move.kind for move in explained(moves, ZoneId("pond", 0), ROW, (*ROW[:2], shifted))] == [
        "shifted"
    ]
    assert [move.kind for move in explained(moves, ZoneId("pond", 0), ROW, ROW[:2])] == ["taken"]
    [back] = explained(moves, ZoneId("pond", 0), ROW[:2], ROW, at_ms=3000)
    assert (back.kind, back.source and back.source.zone) == ("put back", ZoneId("pond", 0))


def test_a_tile_that_was_taken_long_ago_is_another_one() -> None:
    moves = Moves()
    explained(moves, ZoneId("pond", 0), ROW, ROW[:2])
    [again] = explained(moves, ZoneId("pond", 0), ROW[:2], ROW, at_ms=60_000)
    assert (again.kind, again.source) == ("laid", None)


def test_a_tile_exchanged_under_a_hand() -> None:
    other = replace(ROW[1], tile=20, x_mm=-30.0)
    [move] = explained(Moves(), ZoneId("pond", 0), ROW, (ROW[0], other, ROW[2]))
    assert (move.kind, move.tile) == ("exchanged", 20)


def test_no_hand_no_other_face() -> None:
    other = (ROW[0], replace(ROW[1], tile=20), ROW[2])
    with pytest.raises(NoMoveError, match="no hand was near"):
        explained(Moves(), ZoneId("pond", 0), ROW, other, hands=frozenset())
    unwatched = Change(ZoneId("pond", 0), ROW, other, frozenset(), False, 1, 100, 0)
    assert [move.kind for move in Moves().explain(unwatched)] == ["exchanged"]


def test_neighbours_that_close_up_after_a_call_are_shifted() -> None:
    closed = (ROW[0], replace(ROW[2], x_mm=-31.0, column=1))
    found = {move.tile: move.kind for move in explained(Moves(), ZoneId("pond", 0), ROW, closed)}
    assert found == {2: "taken", 3: "shifted"}


def test_swept() -> None:
    assert [move.kind for move in explained(Moves(), ZoneId("pond", 0), ROW, ())] == ["swept"] * 3


def test_a_tile_from_a_pond_to_the_felt() -> None:
    moves = Moves()
    explained(moves, ZoneId("pond", 0), ROW, ROW[:2])
    [move] = explained(moves, FELT, (), (tile(3, 150.0, 150.0),), at_ms=2000)
    assert (move.kind, move.source and move.source.zone) == ("exposed", ZoneId("pond", 0))
    assert move.target is not None
    assert (move.target.x_mm, move.target.y_mm) == (150.0, 150.0)
