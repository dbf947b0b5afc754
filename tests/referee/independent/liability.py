"""The player who is liable for a yakuman because he fed its last set (WRC 6.2, MJ 3.3.9)."""

from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND

DRAGONS, WINDS = frozenset({31, 32, 33}), frozenset({27, 28, 29, 30})


def fed(rules: Ruleset, before: list[Meld], meld: Meld) -> list[str]:
    """The yakuman that this called meld makes certain; ``before``: the player's earlier melds."""
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


def parts(rules: Ruleset, base: int, liable: dict[str, int]) -> list[tuple[int, int]]:
    """Each liable seat, in the order of feeding, with its part of a yakuman hand's base value.

    The whole hand (WRC 6.2, MJ 3.3.9), or only the yakuman that was fed (WRC 2025, 9.1.1). "said": a judge named the
    seat.
    """
    scoring = rules.scoring
    if not liable or not scoring.yakuman_add or "said" in liable:
        return [(seat, base) for seat in list(liable.values())[:1]]
    found = [
        (seat, 8000 * (2 if yakuman in scoring.double_yakuman else 1)) for yakuman, seat in liable.items()
    ]
    if scoring.pao_whole_hand:
        first, part = found[0]
        found[0] = first, part + base - sum(each for _, each in found)
    return found
