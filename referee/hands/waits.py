"""The tiles that a hand waits for."""

from collections.abc import Sequence

from msgspec import Struct

from referee.hands.shape import KOKUSHI_KINDS, completing_kinds
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, KINDS


def completing(counts: Sequence[int], melds: int = 0, *, alike: bool = False) -> tuple[int, ...]:
    """The kinds that complete the shape of a hand of 13 less 3 for each meld, even a kind it holds four of.

    ``counts``: 34 counts of the concealed tiles. ``alike``: four equal tiles are two of seven pairs. Yaku do not matter.

    Raises:
        ValueError: the number of tiles is wrong, or there are five of a kind.
    """
    if sum(counts) + 3 * melds != 13:
        raise ValueError(f"{sum(counts)} concealed tiles and {melds} melds are no waiting hand")
    held = bytes(counts)
    found = completing_kinds(held)
    if not melds:
        if held.count(2) == 6 or (alike and held.count(2) + 2 * held.count(4) + held.count(3) == 6):
            found |= _seventh_pair(counts)
        elif held.count(0) <= KINDS - len(KOKUSHI_KINDS) + 1:
            found |= _kokushi(counts)
    kinds = []
    while found:
        kinds.append((found & -found).bit_length() - 1)
        found &= found - 1
    return tuple(kinds)


def _seventh_pair(counts: Sequence[int]) -> int:
    """The kind of the one unpaired tile in a hand of six pairs."""
    return sum(1 << kind for kind, count in enumerate(counts) if count % 2)


def _kokushi(counts: Sequence[int]) -> int:
    missing = [kind for kind in KOKUSHI_KINDS if not counts[kind]]
    if sum(counts[kind] for kind in KOKUSHI_KINDS) != 13 or len(missing) > 1:
        return 0
    return sum(1 << kind for kind in missing or KOKUSHI_KINDS)


class Waiting(Struct, frozen=True):
    """The waits of a hand, as judging needs them.

    Attributes:
        kinds: the kinds that complete the hand, ascending; its owner has fewer than four of each.
        used_up: the kinds that would complete the hand if its owner did not have all four.
        tenpai: whether the ruleset calls the hand tenpai. Yaku and furiten do not matter.
    """

    kinds: tuple[int, ...]
    used_up: tuple[int, ...]
    tenpai: bool


def waiting(counts: Sequence[int], melds: Sequence[Meld], ruleset: Ruleset) -> Waiting:
    """Return the waits of a hand under a ruleset (``calls.exhausted_wait``; WRC 2.2, MJ 3.3.13, SAI 52.6).

    ``counts``: 34 counts of the concealed tiles, 13 less 3 for each meld. Melds stay as they were called.

    Raises:
        ValueError: the number of tiles is wrong.
    """
    found = completing(counts, len(melds), alike=ruleset.scoring.chiitoitsu_alike)
    own = list(counts)
    if ruleset.calls.exhausted_wait != "noten_in_hand":
        for meld in melds:
            for tile in meld.tiles:
                own[KIND[tile]] += 1
    kinds = tuple(kind for kind in found if own[kind] < 4)
    tenpai = bool(found if ruleset.calls.exhausted_wait == "tenpai" else kinds)
    return Waiting(kinds, tuple(kind for kind in found if own[kind] >= 4), tenpai)


def waits(counts: Sequence[int], melds: Sequence[Meld], ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that the hand waits for; empty if it is noten under the ruleset.

    Unlike ``waiting``, this also lists the kinds that are used up, as long as one is not.

    Raises:
        ValueError: the number of tiles is wrong.
    """
    found = waiting(counts, melds, ruleset)
    return tuple(sorted(found.kinds + found.used_up)) if found.tenpai else ()
