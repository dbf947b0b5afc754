"""Liability (pao): who feeds the set that completes a visible yakuman answers for it (WRC 6.2, MJ 3.3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.tiles import CHUN, EAST, HAKU, KIND, NORTH

if TYPE_CHECKING:
    from referee.melds import Meld
    from referee.position import Seat
    from referee.ruleset import Ruleset


def liable_after(seat: Seat, meld: Meld, ruleset: Ruleset) -> tuple[tuple[str, int], ...]:
    """Yakuman with the liable seat, after ``meld`` was laid down as the newest of ``seat.melds``."""
    if meld.kind not in {"pon", "daiminkan"} or meld.source is None:
        return seat.liable
    scoring = ruleset.scoring
    liable = list(seat.liable)
    sets = [
        KIND[other.tiles[0]]
        for other in seat.melds
        if other.kind != "chi" and (other.kind != "ankan" or scoring.pao_ankan_visible)
    ]
    kind = KIND[meld.tiles[0]]
    if scoring.pao_daisangen and HAKU <= kind <= CHUN and sum(HAKU <= each <= CHUN for each in sets) == 3:
        liable.append(("daisangen", meld.source))
    if scoring.pao_daisuushii and EAST <= kind <= NORTH and sum(EAST <= each <= NORTH for each in sets) == 4:
        liable.append(("daisuushii", meld.source))
    kans = sum(1 for other in seat.melds if len(other.tiles) == 4)
    if scoring.pao_suukantsu and meld.kind == "daiminkan" and kans == 4:
        liable.append(("suukantsu", meld.source))
    return tuple(liable)
