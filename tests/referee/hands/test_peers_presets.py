"""Random hands under present-day rulesets, scored by jansou under its own presets of the same names, where it has them.

riichienv knows only one set of rules, Mahjong Soul's.
"""

from collections import Counter
from random import Random, SystemRandom
from typing import Any

import pytest
from jansou.core.rules import PRESETS
from msgspec.structs import replace

from referee.hands.score import score
from referee.hands.win import Win
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND
from tests.referee.hands.random_wins import random_win
from tests.referee.independent import another_engine

PEERS = {"m-league": "m-league", "jpml-a": "renmei", "mahjong-soul": "mahjong-soul"}
"""Our preset, jansou's."""
SCORED = (
    *("double_wind_fu", "kiriage_mangan", "kazoe_yakuman", "multiple_yakuman", "double_yakuman"),
    *("aka_dora", "ura_dora", "kan_dora", "kuitan", "ippatsu"),
)


def called(meld: Meld) -> Meld:
    """The same meld with its called tile, which jansou needs although the value does not depend on it."""
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
        if difference := another_engine.differs(win, rules, worth):
            found.append(f"{name} seed {seed}: {difference}")
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


FIVES = {4, 13, 22}
RED_FIRST = 34
"""The first of the three red fives among our tiles; in riichienv each is the first of the four fives of its suit."""


class Numbered:
    """The tiles of a hand as riichienv numbers them: four of each kind, of which the first five of a suit is red."""

    def __init__(self) -> None:
        self.given: Counter[int] = Counter()

    def number(self, tile: int) -> int:
        kind = KIND[tile]
        if tile >= RED_FIRST:
            return 4 * kind
        self.given[kind] += 1
        return 4 * kind + self.given[kind] - (kind not in FIVES)

    def numbers(self, tiles: tuple[int, ...]) -> list[int]:
        return [self.number(tile) for tile in tiles]


def points_by_riichienv(riichienv: Any, win: Win) -> tuple[int, ...] | None:
    """Payments by riichienv: for a ron; for a tsumo, by the dealer and by the others. None if the hand does not win."""
    tiles = Numbered()
    kinds = {
        "chi": riichienv.MeldType.Chi,
        "pon": riichienv.MeldType.Pon,
        "ankan": riichienv.MeldType.Ankan,
        "daiminkan": riichienv.MeldType.Daiminkan,
        "kakan": riichienv.MeldType.Kakan,
    }
    melds = [
        riichienv.Meld(kinds[meld.kind], tiles.numbers(meld.tiles), meld.kind != "ankan")
        for meld in win.melds
    ]
    concealed, won = tiles.numbers(win.concealed), tiles.number(win.tile)
    how = riichienv.Conditions(
        tsumo=win.tsumo,
        riichi=win.riichi > 0,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu,
        haitei=win.last_tile and win.tsumo and not win.rinshan,
        houtei=win.last_tile and not win.tsumo and not win.chankan,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tsumo_first_turn=win.first_turn and win.tsumo and not win.melds,
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
    )
    dora, ura = ([4 * KIND[tile] + 1 for tile in each] for each in (win.dora_indicators, win.ura_indicators))
    found = riichienv.HandEvaluator(concealed, melds).calc(won, dora, ura_indicators=ura, conditions=how)
    if not found.is_win:
        return None
    return (found.tsumo_agari_oya, found.tsumo_agari_ko) if win.tsumo else (found.ron_agari,)


def points_by_us(win: Win, rules: Ruleset) -> tuple[int, ...] | None:
    found = score(win, rules)
    if found is None:
        return None
    return (found.from_dealer, found.from_other) if win.tsumo else (found.ron,)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
def test_twenty_thousand_random_hands_are_paid_the_same_by_riichienv() -> None:
    """It comes with the extra ``peers``."""
    riichienv = pytest.importorskip("riichienv")
    rules, found, first = Ruleset.read("mahjong-soul"), [], SystemRandom().randrange(10**9)
    for seed in range(first, first + 20_000):
        win = replace(random_win(seed), tile_apart=True)
        held = Counter((*win.concealed, win.tile, *(tile for meld in win.melds for tile in meld.tiles)))
        if any(held[five] == 4 for five in FIVES):
            continue  # in its set one of the four is red
        ours, theirs = points_by_us(win, rules), points_by_riichienv(riichienv, win)
        if ours != theirs and not dealt_orphans(win):
            found.append(f"seed {seed}: {ours}, riichienv {theirs}: {win}")
    assert found == []


def dealt_orphans(win: Win) -> bool:
    """True for Thirteen Orphans among the dealer's first fourteen tiles: riichienv counts thirteen waits there, because
    none was drawn last."""
    orphans = {KIND[tile] for tile in (*win.concealed, win.tile)} == {
        *range(0, 27, 9),
        *range(8, 27, 9),
        *range(27, 34),
    }
    return orphans and win.first_turn and win.tsumo and win.seat_wind == 0
