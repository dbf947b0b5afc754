"""What a hand waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.hands.shape import KOKUSHI_KINDS, completing_kinds
from referee.tiles import KIND, KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.melds import Meld
    from referee.ruleset import Ruleset


def completing(counts: Sequence[int], melds: int = 0, *, alike: bool = False) -> tuple[int, ...]:
    """The kinds that complete the shape of a hand of 13 less 3 for each meld; a fifth tile of a kind among them.

    ``counts``: 34 numbers of concealed tiles. ``alike``: four equal tiles are two of seven pairs. Yaku do not matter.

    Raises:
        ValueError: the number of tiles is wrong.
    """
    if sum(counts) + 3 * melds != 13:
        raise ValueError(f"{sum(counts)} concealed tiles and {melds} melds are no waiting hand")
    found = completing_kinds(counts)
    if not melds:
        found |= _seventh_pair(counts, alike=alike) | _kokushi(counts)
    return tuple(kind for kind in range(KINDS) if found >> kind & 1)


def _seventh_pair(counts: Sequence[int], *, alike: bool) -> int:
    odd = [kind for kind, count in enumerate(counts) if count % 2]
    most = 4 if alike else 2
    return 1 << odd[0] if len(odd) == 1 and counts[odd[0]] < most and max(counts) <= most else 0


def _kokushi(counts: Sequence[int]) -> int:
    missing = [kind for kind in KOKUSHI_KINDS if not counts[kind]]
    if sum(counts[kind] for kind in KOKUSHI_KINDS) != 13 or len(missing) > 1:
        return 0
    return sum(1 << kind for kind in missing or KOKUSHI_KINDS)


def waits(counts: Sequence[int], melds: Sequence[Meld], ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that the hand waits for; empty if it is noten (``calls.exhausted_wait``, WRC 2.2, SAI 52.6).

    ``counts``: 34 numbers of concealed tiles, 13 less 3 for each meld. All completing kinds are named, also one that is
    used up, as long as one of them is not.

    Raises:
        ValueError: the number of tiles is wrong.
    """
    found = completing(counts, len(melds), alike=ruleset.scoring.chiitoitsu_alike)
    if ruleset.calls.exhausted_wait == "tenpai" or not found:
        return found
    own = list(counts)
    if ruleset.calls.exhausted_wait == "noten_with_melds":
        for meld in melds:
            for tile in meld.tiles:
                own[KIND[tile]] += 1
    return found if any(own[kind] < 4 for kind in found) else ()
