"""Liability (pao): the player who feeds the set that completes a visible yakuman is liable for it (WRC 6.2, MJ 3.3.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import CHUN, EAST, HAKU, KIND, NORTH

FED: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman that some ruleset has a liability for, each with its setting ``scoring.pao_…``."""


def fed_by(meld: Meld, melds: Sequence[Meld], ruleset: Ruleset) -> tuple[str, ...]:
    """Yakuman for which the discarder is liable once ``meld`` lies beside the other ``melds`` of its player."""
    if meld.kind not in {"pon", "daiminkan"} or meld.source is None:
        return ()
    return tuple(_fixed_by(meld, (*melds, meld), ruleset))


def feedable(melds: Sequence[Meld], ruleset: Ruleset) -> tuple[str, ...]:
    """Yakuman whose last set may have been fed: those that one of these melds, if it came last, would have fixed."""
    called = [meld for meld in melds if meld.kind in {"pon", "daiminkan", "kakan"}]
    return tuple(dict.fromkeys(name for meld in called for name in _fixed_by(meld, melds, ruleset)))


def has_liability(yakuman: str, ruleset: Ruleset) -> bool:
    """Return whether the ruleset knows a liability for this yakuman of ``FED``."""
    rules = ruleset.scoring
    return {
        "daisangen": rules.pao_daisangen,
        "daisuushii": rules.pao_daisuushii,
        "suukantsu": rules.pao_suukantsu,
    }[yakuman]


def _fixed_by(last: Meld, melds: Sequence[Meld], ruleset: Ruleset) -> Iterator[str]:
    """The yakuman that ``last``, a called meld among ``melds``, makes certain and visible to all."""
    visible = [
        KIND[meld.tiles[0]]
        for meld in melds
        if meld.kind != "chi" and (meld.kind != "ankan" or ruleset.scoring.pao_ankan_visible)
    ]
    kind = KIND[last.tiles[0]]
    fixed = {
        "daisangen": HAKU <= kind <= CHUN and sum(HAKU <= each <= CHUN for each in visible) == 3,
        "daisuushii": EAST <= kind <= NORTH and sum(EAST <= each <= NORTH for each in visible) == 4,
        "suukantsu": last.kind == "daiminkan" and sum(len(meld.tiles) == 4 for meld in melds) == 4,
    }
    for name in FED:
        if fixed[name] and has_liability(name, ruleset):
            yield name
