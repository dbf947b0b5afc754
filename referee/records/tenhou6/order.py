"""Puts the draws and discards of four players, each in a list of its own, back into one order."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from referee.melds import Meld
from referee.tiles import Tile

MOST_STEPS: Final = 20_000
"""The limit on steps of the search. A hand has some 150; every wrong guess costs a few more."""


class Throw(Struct, frozen=True):
    """A discard; ``tile`` is None for the drawn tile."""

    tile: Tile | None
    riichi: bool


Take: TypeAlias = "Tile | Meld"
Put: TypeAlias = "Meld | Throw"
Step: TypeAlias = "tuple[int, Tile | Meld | Throw]"


class _Way(Struct, frozen=True):
    """A partial way to use up the lists; ``steps`` is a chain of the newest step and those before."""

    taken: tuple[int, ...]
    put: tuple[int, ...]
    seat: int
    steps: tuple[Step, object] | None


def in_order(takes: Sequence[Sequence[Take]], puts: Sequence[Sequence[Put]], dealer: int) -> list[Step]:
    """Seats and plays in the order of the game: the turn goes to the caller of a discard, else to the next seat.

    ``takes``: tiles drawn and melds called; ``puts``: discards and kans of one's own hand. If a call fits two discards, both
    are tried. If no order fits, calls may be wrong and name a tile or player that they did not take from.

    Raises:
        ValueError: there is no such order.
    """
    for strict in (True, False):
        steps = _search(takes, puts, dealer, strict=strict)
        if steps is not None:
            return steps
    raise ValueError("draws and discards do not fit together")


def _search(
    takes: Sequence[Sequence[Take]], puts: Sequence[Sequence[Put]], dealer: int, *, strict: bool
) -> list[Step] | None:
    ends = tuple(map(len, takes)), tuple(map(len, puts))
    ways = [_Way((0,) * 4, (0,) * 4, dealer, None)]
    for _ in range(MOST_STEPS):
        if not ways:
            return None
        way = ways.pop()
        if (way.taken, way.put) == ends:
            return _unchained(way)
        ways.extend(reversed(list(_turns(takes, puts, way, strict=strict))))
    return None


def _unchained(way: _Way) -> list[Step]:
    steps: list[Step] = []
    chain: object = way.steps
    while isinstance(chain, tuple):
        steps.append(chain[0])
        chain = chain[1]
    return steps[::-1]


def _turns(
    takes: Sequence[Sequence[Take]], puts: Sequence[Sequence[Put]], way: _Way, *, strict: bool
) -> Iterator[_Way]:
    """The ways on from one take and what follows it, the likeliest first."""
    seat = way.seat
    if way.taken[seat] == len(takes[seat]):
        return
    take = takes[seat][way.taken[seat]]
    taken = _more(way.taken, seat)
    steps: tuple[Step, object] = ((seat, take), way.steps)
    called_kan = not isinstance(take, int) and len(take.tiles) == 4
    if called_kan or way.put[seat] == len(puts[seat]):
        yield _Way(taken, way.put, seat, steps)
        return
    put = puts[seat][way.put[seat]]
    used = _more(way.put, seat)
    steps = ((seat, put), steps)
    if not isinstance(put, Throw):
        yield _Way(taken, used, seat, steps)
        return
    tile = put.tile if put.tile is not None else take if isinstance(take, int) else None
    for following in _followers(takes, taken, seat, tile, strict=strict):
        yield _Way(taken, used, following, steps)


def _followers(
    takes: Sequence[Sequence[Take]], taken: tuple[int, ...], seat: int, tile: Tile | None, *, strict: bool
) -> list[int]:
    """The seats that may play after a discard: pon and kan before chi, then the next seat."""
    after = (seat + 1) % 4
    found: list[tuple[int, int]] = [(2, after)]
    for other in ((seat + step) % 4 for step in (1, 2, 3)):
        if taken[other] == len(takes[other]):
            continue
        take = takes[other][taken[other]]
        if isinstance(take, int):
            continue
        fits = take.source == seat and take.claimed == tile
        if fits or not strict:
            found.append(((take.kind == "chi") + 3 * (not fits), other))
        if other == after:
            found.remove((2, after))
    return [other for _, other in sorted(found)]


def _more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
