"""The whole wall of a recorded hand, so that a simulated table can be built with it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from referee import wall
from referee.records.record import Draw, HandRecord, KanDora, MeldCall, WinClaim
from referee.tiles import KINDS, RED_MAN, UNKNOWN

if TYPE_CHECKING:
    from referee.tiles import Tile


def full_set(*, red_fives: bool) -> list[Tile]:
    """The 136 tiles of a set, with one red five in each suit or without."""
    tiles = [kind for kind in range(KINDS) for _ in range(4)]
    if red_fives:
        for suit in range(3):
            tiles[tiles.index(9 * suit + 4)] = RED_MAN + suit
    return tiles


def wall_of(hand: HandRecord, *, red_fives: bool = True, seed: int = 0) -> tuple[Tile, ...]:
    """All 136 tiles in the order in which they are taken (``referee.wall``).

    The recorded wall where there is one. Otherwise what the record tells lies where it must have lain, and the rest of
    the set is spread over the other places, the same for the same ``seed``.

    Raises:
        ValueError: the record tells of a tile more often than the set has it.
    """
    if hand.wall:
        return hand.wall
    told = _told(hand)
    rest = full_set(red_fives=red_fives)
    for number, tile in told.items():
        if tile not in rest:
            raise ValueError(f"tile {number} of the wall: there are not that many of {tile}")
        rest.remove(tile)
    rest = [tile for _, tile in sorted(enumerate(rest), key=lambda entry: _chance(hand, seed, entry[0]))]
    return tuple(told[number] if number in told else rest.pop() for number in range(wall.TILES))


def _chance(hand: HandRecord, seed: int, number: int) -> bytes:
    text = f"{seed} {hand.round} {hand.honba} {hand.scores} {number}"
    return hashlib.sha256(text.encode()).digest()


def _told(hand: HandRecord) -> dict[int, Tile]:
    """Every tile the record tells, by its number in the wall."""
    told: dict[int, Tile] = {wall.INDICATORS[0]: hand.indicator}
    for numbers, tiles in zip(wall.dealt(hand.round % 4), hand.hands, strict=True):
        told.update(zip(numbers, tiles, strict=True))
    live = rinshan = turned = 0
    kan = False
    for act in hand.acts:
        if isinstance(act, Draw):
            if kan:
                told[wall.RINSHAN[rinshan]] = act.tile
                rinshan += 1
            else:
                told[wall.drawn(live)] = act.tile
                live += 1
            kan = False
        elif isinstance(act, MeldCall):
            kan = len(act.meld.tiles) == 4
        elif isinstance(act, KanDora):
            turned += 1
            told[wall.INDICATORS[turned]] = act.tile
        elif isinstance(act, WinClaim):
            told.update(zip(wall.URA, act.ura, strict=False))
    return {number: tile for number, tile in told.items() if tile != UNKNOWN}
