"""Refuses wins that cannot be: claims that contradict each other, and more tiles than a set has."""

from collections.abc import Mapping
from typing import Final

from referee.hands.win import Contradiction, Win, contradiction
from referee.rules.scoring import Scoring
from referee.tiles import COPIES, KIND, NAMES, RED_MAN, RED_PIN, RED_SOU, UNKNOWN

_NOT_RED: Final = bytes(set(range(256)) - {RED_MAN, RED_PIN, RED_SOU})
_KINDS: Final = bytes(KIND).ljust(256)
"""The kind of each face, for ``bytes.translate``: hands of a file are counted by the thousand."""
CONTRADICTIONS: Final[Mapping[Contradiction, str]] = {
    "riichi_open": "riichi needs a closed hand",
    "riichi_first_turn": "riichi and a win in the first turn exclude each other",
    "ippatsu_without_riichi": "ippatsu needs riichi",
    "ippatsu_rinshan": "ippatsu and rinshan exclude each other",
    "rinshan_ron": "rinshan needs a tsumo",
    "rinshan_without_kan": "rinshan needs a kan",
    "chankan_tsumo": "chankan is a ron",
    "chankan_tile_held": "all four tiles of the kind are in the kan that chankan robs",
    "first_turn_last_tile": "a win in the first turn and one on the last tile exclude each other",
    "first_turn_chankan": "a win in the first turn and chankan exclude each other",
    "first_turn_meld": "a win in the first turn needs an unbroken first turn: no meld",
}


def refuse_impossible(win: Win, rules: Scoring) -> None:
    """Refuse a win that cannot be.

    Raises:
        ValueError: it contradicts itself, or has more tiles than a set, indicators included.
    """
    found = contradiction(win, rules)
    if found is not None:
        raise ValueError(CONTRADICTIONS[found])
    if win.ura_indicators and not win.riichi:
        raise ValueError("ura dora indicators need riichi")
    indicators = bytes(win.dora_indicators + win.ura_indicators)
    faces = bytes((*win.concealed, win.tile)) + indicators
    for meld in win.melds:
        faces += bytes(meld.tiles)
    kinds = faces.translate(_KINDS)
    for kind in indicators.translate(_KINDS):  # the scorer counts the hand
        if kinds.count(kind) > COPIES and kind != UNKNOWN:
            raise ValueError(f"five tiles of a kind, with the indicators: {NAMES[kind]}")
    reds = faces.translate(None, _NOT_RED)
    for red in reds:
        if reds.count(red) > 1:
            raise ValueError(f"a set has one red five of a suit: {reds.count(red)} {NAMES[red]}")
