"""Builds the walls for playing a recorded hand with given dice."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from referee.game.wall import DEALT, INDICATORS, LIVE, RINSHAN, TILES, URA, dealt, place
from referee.records.neutral.record import (
    Act,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedDraw,
    WinClaim,
)
from referee.tiles import NAMES, Tile, is_red
from simulation.world.places import WallSpot
from simulation.world.world import full_set

KANS = ("daiminkan", "ankan", "kakan")


def faces_of(record: GameRecord) -> tuple[Tile, ...]:
    """Return the 136 faces of a set for the record, with red fives if it ever shows one."""
    return full_set(red_fives=any(is_red(tile) for hand in record.hands for tile in _shown(hand)))


def _shown(hand: HandRecord) -> Iterable[Tile]:
    for tiles in hand.hands:
        yield from tiles
    yield hand.indicator
    for act in hand.acts:
        if isinstance(act, RecordedDraw | KanDora):
            yield act.tile
        elif isinstance(act, WinClaim):
            yield from act.ura


def rinshan_draws(acts: Sequence[Act]) -> frozenset[int]:
    """Return the indices into ``acts`` of the draws from the dead wall: the first draw after each kan."""
    found: set[int] = set()
    waiting = False
    for number, act in enumerate(acts):
        if isinstance(act, MeldCall) and act.meld.kind in KANS:
            waiting = True
        elif isinstance(act, RecordedDraw):
            if waiting:
                found.add(number)
            waiting = False
    return frozenset(found)


def wall_faces(hand: HandRecord, faces: Sequence[Tile], rng: np.random.Generator) -> tuple[Tile, ...]:
    """Return the face of each tile of the wall, in the order of ``referee.game.wall``; tiles not in the record are random.

    Raises:
        ValueError: the record needs more tiles than the wall has, or a face more often than the set has it.
    """
    known: dict[int, Tile] = {INDICATORS[0]: hand.indicator}
    for seat, numbers in enumerate(dealt(hand.round % 4)):
        known.update(zip(numbers, hand.hands[seat], strict=True))
    rinshan = rinshan_draws(hand.acts)
    live = dead = turned = 0
    for number, act in enumerate(hand.acts):
        if isinstance(act, RecordedDraw) and number in rinshan:
            known[RINSHAN[dead]] = act.tile
            dead += 1
        elif isinstance(act, RecordedDraw):
            if live == LIVE:
                raise ValueError(f"act {act.index}: nothing is left in the live wall")
            known[DEALT + live] = act.tile
            live += 1
        elif isinstance(act, KanDora):
            turned += 1
            known[INDICATORS[turned]] = act.tile
        elif isinstance(act, WinClaim):
            known.update(zip(URA, act.ura, strict=False))
    left = Counter(faces)
    left.subtract(known.values())
    wrong = [NAMES[face] for face, count in left.items() if count < 0]
    if wrong:
        raise ValueError(f"the record has more of {', '.join(wrong)} than the set")
    rest = sorted(left.elements())
    rng.shuffle(rest)
    return tuple(known[number] if number in known else rest.pop() for number in range(TILES))


def wall_spot(number: int, dealer: int, dice: tuple[int, int], chairs: Sequence[int]) -> WallSpot:
    """Return the spot of tile ``number`` of the wall; ``dealer`` is a seat, ``chairs[seat]`` its chair."""
    where = place(number, dealer, dice)
    return WallSpot(chairs[where.seat], where.stack - 1, int(where.top))
