"""Complete hands and waits, reckoned suit by suit from the words of the rulebooks (WRC 2.2, 5.2; MJ 3.2; SAI 46)."""

from functools import cache, lru_cache
from itertools import product

from referee.tiles import KIND, KINDS

OUTER = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
STARTS = (0, 9, 18, 27)
Kinds = tuple[int, ...]
"""The number of tiles of each of the 34 kinds."""


def counted(tiles: list[int] | Kinds) -> list[int]:
    """Count the tiles of each kind among faces."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[KIND[tile]] += 1
    return counts


@cache
def groups_only(suit: Kinds, chows: bool) -> bool:
    """Return whether the tiles of one suit are groups and nothing else."""
    first = next((number for number, have in enumerate(suit) if have), None)
    if first is None:
        return True
    if suit[first] >= 3 and groups_only(_less(suit, (first, first, first)), chows):
        return True
    run = (first, first + 1, first + 2)
    return (
        chows and first <= 6 and all(suit[number] for number in run) and groups_only(_less(suit, run), chows)
    )


@cache
def groups_and_pair(suit: Kinds, chows: bool) -> bool:
    """Return whether the tiles of one suit are groups and one pair."""
    return any(
        have >= 2 and groups_only(_less(suit, (number, number)), chows) for number, have in enumerate(suit)
    )


def _less(suit: Kinds, taken: tuple[int, ...]) -> Kinds:
    rest = list(suit)
    for number in taken:
        rest[number] -= 1
    return tuple(rest)


def _suits(counts: list[int]) -> tuple[Kinds, Kinds, Kinds, Kinds]:
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:34])


@lru_cache(maxsize=200_000)
def _suit_waits(suit: Kinds, chows: bool, paired: bool) -> tuple[int, ...]:
    """Numbers that make groups of the suit, with a pair among them or without."""
    whole = groups_and_pair if paired else groups_only
    found = []
    for number, have in enumerate(suit):
        if have < 4:
            more = (*suit[:number], have + 1, *suit[number + 1 :])
            if whole(more, chows):
                found.append(number)
    return tuple(found)


def waits(counts: list[int], melds: int) -> frozenset[int]:
    """Kinds that complete 13 tiles less 3 for each meld; one whose four are all in these tiles cannot be had (WRC 2.2)."""
    suits = _suits(counts)
    rests = [sum(suit) % 3 for suit in suits]
    found: set[int] = set()
    if sorted(rests) == [0, 0, 0, 1]:
        at = rests.index(1)
        if all(groups_only(suit, other < 3) for other, suit in enumerate(suits) if other != at):
            found.update(STARTS[at] + number for number in _suit_waits(suits[at], at < 3, paired=True))
    elif sorted(rests) == [0, 0, 2, 2]:
        one, two = (at for at, rest in enumerate(rests) if rest == 2)
        if all(groups_only(suit, other < 3) for other, suit in enumerate(suits) if other not in (one, two)):
            for at, pair in ((one, two), (two, one)):
                if groups_and_pair(suits[pair], pair < 3):
                    found.update(
                        STARTS[at] + number for number in _suit_waits(suits[at], at < 3, paired=False)
                    )
    if not melds:
        twos = sum(have == 2 for have in counts)
        if twos == 6 and sum(have > 0 for have in counts) == 7:
            found.add(counts.index(1))
        kinds = [kind for kind in OUTER if counts[kind]]
        if len(kinds) >= 12 and sum(counts[kind] for kind in OUTER) == 13:
            found.update(OUTER - set(kinds) if len(kinds) == 12 else OUTER)
    return frozenset(found)


def complete(counts: list[int], melds: int) -> bool:
    """Return whether 14 tiles less 3 for each meld are a winning shape, with a yaku or without."""
    kind = next(kind for kind, have in enumerate(counts) if have)
    less = counts.copy()
    less[kind] -= 1
    return kind in waits(less, melds)


def orphans(counts: list[int]) -> bool:
    """Return whether 14 tiles are Thirteen Orphans."""
    return all(counts[kind] for kind in OUTER) and sum(counts[kind] for kind in OUTER) == 14


def splits(counts: list[int]) -> set[tuple[tuple[int, ...], ...]]:
    """Every reading of a complete hand as groups and a pair: sorted tuples of kinds."""
    found = set()
    for pair in range(KINDS):
        if counts[pair] >= 2:
            rest = counts.copy()
            rest[pair] -= 2
            parts = [_suit_splits(suit, at) for at, suit in enumerate(_suits(rest))]
            for chosen in product(*parts):
                found.add(tuple(sorted([(pair, pair), *(group for part in chosen for group in part)])))
    return found


@lru_cache(maxsize=50_000)
def _suit_splits(suit: Kinds, at: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    first = next((number for number, have in enumerate(suit) if have), None)
    if first is None:
        return ((),)
    found: list[tuple[tuple[int, ...], ...]] = []
    shapes = [(first, first, first)]
    if at < 3 and first <= 6:
        shapes.append((first, first + 1, first + 2))
    for shape in shapes:
        if all(suit[number] >= shape.count(number) for number in shape):
            group = tuple(STARTS[at] + number for number in shape)
            found.extend((group, *more) for more in _suit_splits(_less(suit, shape), at))
    return tuple(found)
