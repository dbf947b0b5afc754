"""The player who is liable for a yakuman because he fed its last set (WRC 6.2, MJ 3.3.9)."""

from __future__ import annotations

from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND

DRAGONS, WINDS = frozenset({31, 32, 33}), frozenset({27, 28, 29, 30})


def fed(rules: Ruleset, before: list[Meld], meld: Meld) -> list[str]:
    """The yakuman that this called meld makes certain: ``before`` are the player's earlier melds."""
    scoring = rules.scoring
    kind = KIND[meld.tiles[0]]
    if meld.kind not in ("pon", "daiminkan"):
        return []
    shown = {
        KIND[other.tiles[0]]
        for other in before
        if other.kind != "chi" and (other.kind != "ankan" or scoring.pao_ankan_visible)
    }
    found = []
    if scoring.pao_daisangen and kind in DRAGONS and shown >= DRAGONS - {kind}:
        found.append("daisangen")
    if scoring.pao_daisuushii and kind in WINDS and shown >= WINDS - {kind}:
        found.append("daisuushii")
    kans = sum(other.kind in ("ankan", "kakan", "daiminkan") for other in before)
    if scoring.pao_suukantsu and meld.kind == "daiminkan" and kans == 3:
        found.append("suukantsu")
    return found
