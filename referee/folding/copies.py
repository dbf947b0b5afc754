"""The copies of each face: how many there are, and how many have been seen.

Counts of the 37 faces are packed into one integer, four bits a face, which is cheap to carry from state to state.
"""

from collections import Counter
from collections.abc import Iterable

from referee.game.position import GameState
from referee.tiles import COPIES, FACES, KIND, KINDS, RED_MAN, Tile

_WITHOUT_RED_FIVES = (COPIES,) * KINDS + (0,) * (FACES - KINDS)
_FIVES = frozenset(KIND[RED_MAN:FACES])
_WITH_RED_FIVES = tuple(COPIES - (tile in _FIVES) for tile in range(KINDS)) + (1,) * (FACES - KINDS)


def copies_of(tiles: Iterable[Tile]) -> int:
    """The packed counts of some tiles; unknown tiles are not counted."""
    counts = 0
    for tile in tiles:
        if tile < FACES:
            counts += 1 << 4 * tile
    return counts


def seen_of(copies: int, tile: Tile) -> int:
    """Return the number of tiles of this face seen so far, at most 15."""
    return copies >> 4 * tile & 15


def in_set(tile: Tile, *, red_fives: bool) -> int:
    """Return the number of tiles of this face in the set: with red fives one of each suit is red (MJ 1.3)."""
    return (_WITH_RED_FIVES if red_fives else _WITHOUT_RED_FIVES)[tile]


def one_too_many(state: GameState, tile: Tile) -> bool:
    """Return whether more tiles of this face have been seen in this hand than the set has.

    This is asked of a record only: where a camera reads the tiles, a misreading is likelier than a fifth copy.
    """
    return not _room(state, state.copies, tile, 0) and state.knowledge.faces


def too_many(state: GameState) -> list[Tile]:
    """The faces seen more often in this hand than the set has them."""
    copies = state.copies
    there_are = _WITH_RED_FIVES if state.ruleset.scoring.red_fives else _WITHOUT_RED_FIVES
    return [tile for tile, number in enumerate(there_are) if copies >> 4 * tile & 15 > number]


def not_in_hand(state: GameState, seat: int, tiles: Iterable[Tile]) -> Tile | None:
    """Return one of these tiles that a concealed hand cannot hold: the hand is known, or all copies were seen elsewhere."""
    held, unknown = list(state.seats[seat].known), state.seats[seat].unknown
    copies = state.copies
    for tile in tiles:
        if tile in held:
            held.remove(tile)
        elif unknown == 0:
            return tile
        else:
            unknown -= 1
            if state.knowledge.faces and not _room(state, copies, tile, 1):
                return tile
            copies += copies_of((tile,))
    return None


def excess(state: GameState) -> dict[Tile, tuple[int, int]]:
    """Each face that lies on the table more often than in the set: how many lie there, and how many the set has."""
    lie = lying(state)
    many = Counter({tile: max(seen_of(state.copies, tile), lie[tile]) for tile in range(FACES)})
    return surplus(many, red_fives=state.ruleset.scoring.red_fives)


def surplus(many: Counter[Tile], *, red_fives: bool) -> dict[Tile, tuple[int, int]]:
    """Each face that occurs more often than in the set: how many there are, and how many the set has."""
    return {
        tile: (number, there_are)
        for tile, number in sorted(many.items())
        if tile < FACES and number > (there_are := in_set(tile, red_fives=red_fives))
    }


def lying(state: GameState) -> Counter[Tile]:
    """The tiles that lie face up, each once: ponds, melds, opened hands with their winning draw, indicators."""
    tiles = Counter((*state.indicators, *state.ura))
    for seat in state.seats:
        tiles.update(each.tile for each in seat.pond if each.called_by is None)
        tiles.update(tile for meld in seat.melds for tile in meld.tiles)
        tiles.update(seat.shown or ())
    tiles.update(win.tile for win in state.wins if win.seat == win.source)
    return tiles


def _room(state: GameState, copies: int, tile: Tile, more: int) -> bool:
    """Return whether the set still has ``more`` tiles of a face besides those already seen."""
    if tile >= FACES:
        return True
    there_are = _WITH_RED_FIVES if state.ruleset.scoring.red_fives else _WITHOUT_RED_FIVES
    return (copies >> 4 * tile & 15) + more <= there_are[tile]
