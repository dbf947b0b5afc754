"""Finds base rounds by simulated annealing. Shifting the seats of a base round gives all other rounds.

Most base rounds also have a symmetry of order three, which makes the search a thousand times shorter. It maps each
class of moving seats to the next and multiplies their residues; the staying seats rotate in threes or stay.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.groups import Group

BASE_HOTTEST: Final = 1.0
BASE_COLDEST: Final = 0.2
BASE_STEPS: Final = 300_000
FORBIDDEN: Final = 20
"""The cost, in repeated differences, of two staying seats at one table."""


Kinds = tuple[list[list[int]], list[int], list[int]]
"""The kind of each pair of seats; for each kind, its weight and the number of times that it may occur."""


@dataclass(frozen=True, slots=True)
class WantedBase:
    """The description of a base round to find.

    Attributes:
        seats: the number of seats, four for each table.
        group: the group, whose size is the number of rounds and a third of the number of moving seats.
        multiplier: the multiplier of the residues in the symmetry of order three; 0 for no symmetry.
    """

    seats: int
    group: Group
    multiplier: int = 0

    @property
    def moving(self) -> int:
        """Return the number of seats that move, in three classes; the seats after them stay."""
        return 3 * self.group.size


def found_base(
    wanted: WantedBase, seed: int, attempts: int = 100, steps: int = BASE_STEPS
) -> list[list[int]]:
    """Find the tables of a base round.

    Raises:
        ValueError: all attempts failed.
    """
    chance = Chance(seed)
    kinds = _kinds(wanted)
    for _ in range(attempts):
        search = _Search(wanted, kinds, chance)
        if search.anneal(steps):
            return [search.seat_at[start : start + 4] for start in range(0, wanted.seats, 4)]
    raise ValueError(f"no base round was found for {wanted.seats} seats in {wanted.group.size} rounds")


def _kinds(wanted: WantedBase) -> Kinds:
    """Return the kind of each pair of seats, and the weight and room of each kind. A shifted pair keeps its kind."""
    seats, group = wanted.seats, wanted.group
    kinds = [[-1] * seats for _ in range(seats)]
    weights: list[int] = []
    room: list[int] = []
    for first in range(seats):
        for second in range(first):
            if kinds[first][second] >= 0:
                continue
            pairs = {
                frozenset((_moved(wanted, first, by), _moved(wanted, second, by))) for by in range(group.size)
            }
            stay = len(pairs) == 1
            weights.append(FORBIDDEN if stay else 1)
            room.append(int(len(pairs) == group.size))  # a pair with a shorter cycle would meet again
            for one, other in (sorted(pair) for pair in pairs):
                kinds[one][other] = kinds[other][one] = len(weights) - 1
    return kinds, weights, room


def _moved(wanted: WantedBase, seat: int, by: int) -> int:
    size = wanted.group.size
    return seat if seat >= wanted.moving else wanted.group.plus[seat % size][by] + seat // size * size


def _turned(wanted: WantedBase, seat: int) -> int:
    """Return the seat's image in the symmetry of order three."""
    size, moving = wanted.group.size, wanted.moving
    if seat < moving:
        return (seat // size + 1) % 3 * size + seat % size * wanted.multiplier % size
    return moving + (seat - moving + 1) % 3 if wanted.seats - moving == 3 else seat


def _orbits(wanted: WantedBase) -> tuple[list[list[int]], list[int]]:
    """Return the sets of places that the symmetry permutes, and the seats at their first places, in any order.

    A seat that is its own image sits at a table that is its own image.
    """
    seats, moving = wanted.seats, wanted.moving
    if not wanted.multiplier:
        return [[place] for place in range(seats)], list(range(seats))
    stay = list(range(moving, seats))
    turning = len(stay) == 3
    alone = 0 if turning else len(stay)
    places = [[4 * table + 1, 4 * table + 2, 4 * table + 3] for table in range(alone)]
    for table in range(alone, seats // 4, 3):
        places += [[4 * (table + each) + place for each in range(3)] for place in range(4)]
    return places, [*range(wanted.group.size), *([moving] if turning else [])]


class _Search:
    """A base round in the making, and the number of differences that it repeats."""

    def __init__(self, wanted: WantedBase, kinds: Kinds, chance: Chance) -> None:
        self.kinds, self.weights, self.room = kinds
        self.chance = chance
        self.orbits, starts = _orbits(wanted)
        self.seat_at = [0] * wanted.seats
        for table, seat in enumerate(range(wanted.moving, wanted.seats)):
            self.seat_at[4 * table] = seat
        for places, start in zip(self.orbits, chance.shuffled(starts), strict=True):
            seat = start
            for place in places:
                self.seat_at[place] = seat
                seat = _turned(wanted, seat) if wanted.multiplier else seat
        self.counts = [0] * len(self.weights)
        self.repeated = self._add(range(0, wanted.seats, 4))

    def anneal(self, steps: int) -> bool:
        """Exchange seats until no difference is repeated, for ``steps`` at most; return whether that succeeded."""
        heat = hottest = BASE_HOTTEST * len(self.orbits[-1])  # a symmetry repeats each difference this often
        for step in range(steps):
            if self.repeated == 0:
                break
            if step % 1000 == 0:
                heat = hottest * (BASE_COLDEST / BASE_HOTTEST) ** (step / steps)
            self._exchange(heat)
        return self.repeated == 0

    def _exchange(self, heat: float) -> None:
        chance, orbits, seat_at = self.chance, self.orbits, self.seat_at
        one, other = orbits[chance.below(len(orbits))], orbits[chance.below(len(orbits))]
        tables = {place // 4 * 4 for place in (*one, *other)}
        ones, others = [seat_at[place] for place in one], [seat_at[place] for place in other]
        change = -self._remove(tables)
        if one is other:
            _put(seat_at, one, ones[1:] + ones[:1])
        else:
            _put(seat_at, one, others)
            _put(seat_at, other, ones)
        change += self._add(tables)
        if change > 0 and chance.fraction() >= exp(-change / heat):
            self._remove(tables)
            _put(seat_at, one, ones)
            _put(seat_at, other, others)
            self._add(tables)
        else:
            self.repeated += change

    def _add(self, tables: Iterable[int]) -> int:
        """Count the pairs at these tables; return the number of repeats that this adds."""
        counts, room, weights, added = self.counts, self.room, self.weights, 0
        for table in tables:
            for kind in _met(self.seat_at, table, self.kinds):
                if counts[kind] >= room[kind]:
                    added += weights[kind]
                counts[kind] += 1
        return added

    def _remove(self, tables: Iterable[int]) -> int:
        counts, room, weights, removed = self.counts, self.room, self.weights, 0
        for table in tables:
            for kind in _met(self.seat_at, table, self.kinds):
                counts[kind] -= 1
                if counts[kind] >= room[kind]:
                    removed += weights[kind]
        return removed


def _put(seat_at: list[int], places: list[int], seats: list[int]) -> None:
    for place, seat in zip(places, seats, strict=True):
        seat_at[place] = seat


def _met(seat_at: list[int], table: int, kinds: list[list[int]]) -> tuple[int, int, int, int, int, int]:
    a, b, c, d = seat_at[table : table + 4]
    of_a, of_b = kinds[a], kinds[b]
    return of_a[b], of_a[c], of_a[d], of_b[c], of_b[d], kinds[c][d]
