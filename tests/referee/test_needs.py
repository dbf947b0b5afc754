"""A table without a sense leaves to the judge exactly what it does not find."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.docs.camera_fouls import of_book
from bench.foul_proof import BOOKS
from bench.senses import at_table, measure
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.observed import ObservedGame
from referee.rules.fouls import CATALOGUE
from referee.rules.needs import WITHOUT, is_wholly_left, left_without
from referee.tiles import UNKNOWN
from table_controller.settings.senses import SENSES

RARELY, MOSTLY = 0.25, 0.75


def test_every_sense_and_only_fouls_that_there_are() -> None:
    assert set(WITHOUT) == set(SENSES)
    for left in WITHOUT.values():
        assert left.wholly | left.partly <= CATALOGUE.keys()
        assert not left.wholly & left.partly


def test_nothing_is_left_where_nothing_is_missing() -> None:
    assert left_without(SENSES) == {}
    assert left_without(set(SENSES) - {"sticks"}) == dict.fromkeys(
        ("bet_not_placed", "bet_without_riichi", "early_chi", "early_draw", "riichi_order"), ("sticks",)
    )
    assert is_wholly_left("bet_not_placed", ())
    assert not is_wholly_left("early_draw", ())
    assert left_without(())["early_draw"] == ("call_buttons", "curtains", "sticks", "wall_touch")


def watched(*observations: Observation, senses: Sequence[str] = ()) -> list[Observation]:
    """Return the observations of a hand in which this foul happens, at a table with these senses."""
    return list(at_table(ObservedGame("game", "game", (), (observations,)), senses).hands[0])


def test_no_table_tells_that_a_discard_was_not_the_drawn_tile() -> None:
    drawn = seen.TileDiscarded(seat=1, tile=3, tsumogiri=True)
    from_hand = seen.TileDiscarded(seat=1, tile=4, tsumogiri=False)
    assert watched(drawn, from_hand, senses=SENSES) == [drawn, seen.TileDiscarded(seat=1, tile=4)]


def test_without_slots_a_stick_is_a_bet_only_with_a_turned_tile() -> None:
    stick = seen.StickLaid(seat=1, at_ms=2000)
    turned = seen.TileDiscarded(seat=1, tile=3, sideways=True, at_ms=5000)
    upright = seen.TileDiscarded(seat=1, tile=3, sideways=False, at_ms=5000)
    assert watched(stick, upright) == [upright]
    assert watched(stick, upright, senses=["sticks"]) == [stick, upright]
    assert watched(stick, turned) == [turned, seen.StickLaid(seat=1, at_ms=5000, within_ms=3000)]
    late = seen.StickLaid(seat=1, at_ms=9000, within_ms=2000)
    assert watched(turned, late) == [turned, late]
    other = seen.StickLaid(seat=2, at_ms=9000)
    assert watched(turned, other) == [turned]


def test_tiles_that_are_exchanged_before_the_called_tile_is_taken_are_no_meld_yet() -> None:
    wrong = seen.MeldShown(seat=0, kind="pon", tiles=(2, 19, 19), claimed=19, source_seat=2)
    right = seen.MeldShown(seat=0, kind="pon", tiles=(19, 19, 19), claimed=19, source_seat=2)
    taken = seen.TileTaken(seat=0)
    assert watched(wrong, right, taken) == [right, taken]
    assert watched(wrong, taken, right) == [wrong, taken, right]
    discard = seen.TileDiscarded(seat=0, tile=5)
    assert watched(wrong, discard, right) == [wrong, discard, right]


def test_what_is_only_said_or_broken_is_not_told() -> None:
    words = seen.TenpaiDeclared(seat=2, tenpai=True), seen.RiichiRetracted(seat=1)
    hand = seen.TilesShown(seat=1, tiles=(1, 2, 3))
    closed = seen.HandClosed(at_ms=9000)
    observed = watched(*words, seen.WallBroken(seat=0, what="wall"), hand, closed, senses=SENSES)
    who = [seen.TenpaiDeclared(seat=seat, tenpai=seat == 1, at_ms=9000) for seat in range(4)]
    assert observed == [hand, *who, closed]
    assert watched(hand, closed) == [hand, closed]


@pytest.mark.parametrize(
    ("lying", "expected"),
    [
        ((5, UNKNOWN, UNKNOWN, 5), (5, 5, 5, 5)),
        ((UNKNOWN, 5, 5, UNKNOWN), (5, 5, 5, 5)),
        ((UNKNOWN, 5, UNKNOWN, 5), None),
    ],
)
def test_a_concealed_kan_is_read_whichever_tiles_are_hidden_if_its_ends_lie_alike(
    lying: tuple[int, ...], expected: tuple[int, ...] | None
) -> None:
    kan = seen.MeldShown(seat=0, kind="ankan", tiles=lying)
    assert watched(kan) == (
        [] if expected is None else [seen.MeldShown(seat=0, kind="ankan", tiles=expected)]
    )


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(1800)
def test_the_table_is_as_measured(shared: Path) -> None:
    """Forms that are found only sometimes may be in either group; all others must be in the table's group."""
    paths = sorted(str(path) for path in (shared / "records" / "games").glob("*.mjlog"))
    found = measure(paths[::7], 5, 6, 1)
    for sense, without in WITHOUT.items():
        shares: dict[str, list[float]] = defaultdict(list)
        for (kind, table), each in found.items():
            if table == f"no {sense}" and all(found[kind, "all"]):
                shares[kind.partition("/")[0]].append(sum(each) / len(each))
        for rule, forms in shares.items():
            left, kept = min(forms) < RARELY, max(forms) > MOSTLY
            if rule in without.wholly:
                assert not kept, (sense, rule)
            elif rule in without.partly:
                assert min(forms) < MOSTLY, (sense, rule)
                assert max(forms) > RARELY, (sense, rule)
            else:
                assert not left, (sense, rule)


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("book", BOOKS)
def test_where_only_the_camera_tells_nobody_is_accused_falsely(shared: Path, book: str) -> None:
    """One hand in a hundred of these games ends with nine terminals, and the table does not hear the call."""
    paths = sorted(str(path) for path in (shared / "records" / "games").glob("*.mjlog"))
    made = of_book((book, paths[::5], 5, 3, len(paths)))
    assert made.hands > 1000
    assert made.false == []
    assert {name: kind.false for name, kind in made.kinds.items() if kind.false} == {}
    found = {name for name, kind in made.kinds.items() if kind.put and kind.found == kind.put}
    assert found >= {"kuikae_same", "riichi_kan", "out_of_turn_draw_after", "false_tenpai", "tiles_missing"}
    assert "call_not_said" not in found
