"""What a hand waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.melds import Meld
    from referee.ruleset import Ruleset


def completing(counts: Sequence[int], melds: int = 0) -> tuple[int, ...]:
    """The kinds that complete the shape of a hand of 13 less 3 for each meld; a fifth tile of a kind among them.

    ``counts``: 34 numbers of concealed tiles. Yaku do not matter.
    """
    raise NotImplementedError


def waits(counts: Sequence[int], melds: Sequence[Meld], ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that the hand waits for; empty if it is noten (``calls.exhausted_wait``, WRC 2.2, SAI 52.6).

    ``counts``: 34 numbers of concealed tiles, 13 less 3 for each meld. All completing kinds are named, also one that is
    used up, as long as one of them is not.
    """
    raise NotImplementedError
