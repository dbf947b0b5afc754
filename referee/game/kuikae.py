"""Kuikae: what must not be discarded right after a call (WRC 5.4 and 7.2, MJ 3.3.2, SAI 55.3(1))."""

from __future__ import annotations

from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND


def forbidden_kinds(meld: Meld, ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that the caller of this chi or pon may not discard now: the called kind, and the other end of the chow."""
    if meld.claimed is None or meld.kind not in {"chi", "pon"}:
        return ()
    called = KIND[meld.claimed]
    kinds = [] if ruleset.calls.kuikae_same else [called]
    if meld.kind == "chi" and not ruleset.calls.kuikae_other_end:
        low, *rest = sorted(KIND[tile] for tile in meld.tiles)
        if rest != [low + 1, low + 2]:
            return tuple(kinds)  # wrong tiles were shown: without a chow there is no other end
        if called == low and low % 9 < 6:
            kinds.append(low + 3)
        elif called == low + 2 and low % 9 > 0:
            kinds.append(low - 1)
    return tuple(kinds)
