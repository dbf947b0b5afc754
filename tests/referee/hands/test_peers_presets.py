"""Random hands under the rulesets of today, scored by jansou under its own presets of the same names, where it has them."""

from __future__ import annotations

from random import Random, SystemRandom

import pytest
from jansou.core.rules import PRESETS
from msgspec.structs import replace

from referee.hands.score import score
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from tests.referee.hands.random_wins import random_win
from tests.referee.independent import another_engine

PEERS = {"m-league": "m-league", "jpml-a": "renmei", "mahjong-soul": "mahjong-soul"}
"""Our preset, jansou's."""
SCORED = (
    *("double_wind_fu", "kiriage_mangan", "kazoe_yakuman", "multiple_yakuman", "double_yakuman"),
    *("aka_dora", "ura_dora", "kan_dora", "kuitan", "ippatsu"),
)


def called(meld: Meld) -> Meld:
    """The same meld with the tile that was called, which the value does not depend on but jansou asks for."""
    if meld.kind == "ankan":
        return meld
    return replace(meld, claimed=meld.tiles[0], added=meld.tiles[-1] if meld.kind == "kakan" else None)


def disagreements(name: str, hands: int, first: int) -> list[str]:
    rules, found = Ruleset.read(name), []
    for seed in range(first, first + hands):
        win = random_win(seed)
        win = replace(win, melds=tuple(map(called, win.melds)), tile_apart=True)
        ours = score(win, rules)
        worth = (
            None
            if ours is None
            else (ours.base, ours.yakuman_counted if ours.yakuman else 0, ours.han, ours.fu)
        )
        if said := another_engine.differs(win, rules, worth):
            found.append(f"{name} seed {seed}: {said}")
    return found


@pytest.mark.parametrize("name", PEERS)
def test_our_settings_are_those_of_the_peers_preset(name: str) -> None:
    ours, theirs = another_engine.settings(Ruleset.read(name)), PRESETS[PEERS[name]]
    assert {each: getattr(ours, each) for each in SCORED} == {each: getattr(theirs, each) for each in SCORED}


@pytest.mark.parametrize("name", [*PEERS, "wrc-2025", "ema-2025"])
def test_random_hands_are_worth_the_same_to_jansou(name: str) -> None:
    assert disagreements(name, 200, Random(name).randrange(10**9)) == []


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [*PEERS, "wrc-2025", "ema-2025"])
def test_twenty_thousand_random_hands_are_worth_the_same_to_jansou(name: str) -> None:
    assert disagreements(name, 20_000, SystemRandom().randrange(10**9)) == []
