"""Rulings that people argued about in public, under every preset. An answer may be the judge's; it is never an accusation."""

from typing import Literal, TypeAlias

import pytest

import config
from referee.game import observations as seen
from referee.rules.ruleset import Ruleset
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

Call: TypeAlias = Literal["chi", "pon"]
PRESETS = config.ruleset_names()
CALLERS: dict[Call, int] = {"chi": 1, "pon": 2}
DEAD_HAND = {"m-league", "wrc-2025", "saikouisen-2025"}
"""A riichi taken back makes a dead hand: by the ruling of 1 May 2024, as a wrong call since 2022, by SAI 55.3(3)."""


@pytest.mark.parametrize("ruleset", PRESETS)
def test_riichi_is_said_and_not_discarded(ruleset: str) -> None:
    table = Table(ruleset).deals().east.draws().east.calls("riichi").sees(seen.RiichiRetracted(seat=0))
    table.east.discards("9p").south.turn("1z").west.turn("2z")
    found = [(each.rule, each.seat, each.grade) for each in table.state.findings]
    assert found == [("riichi_retracted", 0, "dead_hand" if ruleset in DEAD_HAND else "none")]


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("first", ["chi", "pon"])
def test_chi_and_pon_at_once_with_nobody_to_mediate(ruleset: str, first: Call) -> None:
    """Both words fall within ``simultaneous_ms``: the pon goes first (WRC 5.4.1, MJ 3.3.1, SAI 40.3), and nobody did wrong."""
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    at_ms = table.at_ms + 500
    for later, call in enumerate((first, *(set(CALLERS) - {first}))):
        heard = seen.CallHeard(seat=CALLERS[call], call=call, at_ms=at_ms + 100 * later)
        table.sees(heard)
    table.west.shows_meld("pon", "555p", "5p", 0).west.discards("1z").north.turn("9m")
    assert table.state.seats[2].melds[0].kind == "pon"
    assert not [each for each in table.state.findings if each.grade not in {"none", "judge"}]


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(
    ("shown", "swapped"),
    [
        ("345p 5p 2p", "kuikae_other_end"),
        ("567p 5p 8p", "kuikae_other_end"),
        ("340p 0p 5p", "kuikae_same"),
        ("456p 5p 5p", "kuikae_same"),
        ("456p 5p 8p", ""),  # the middle was called: neither end is another end
        ("345p 5p 3p", ""),  # a copy of one's own tile is no other end
        ("550p 5p 5p", "kuikae_same"),
    ],
)
def test_kuikae_that_is_not_plain_to_see(ruleset: str, shown: str, swapped: str) -> None:
    """WRC 5.4, MJ 3.3.2, SAI 40.6: the kind that was called, or the kind at the other end of the run, of any colour."""
    rules = Ruleset.read(ruleset)
    if not rules.scoring.red_fives:
        shown = shown.replace("0", "5")
    meld, claimed, thrown = shown.split()
    kind: Call = "pon" if meld in {"550p", "555p"} else "chi"
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z").east.turn(claimed).south.calls(kind)
    tiles, tile = parse_tiles(meld), parse_tiles(claimed)[0]
    table.sees(seen.MeldShown(seat=1, kind=kind, tiles=tiles, claimed=tile)).south.discards(thrown)
    banned = swapped and not getattr(rules.calls, swapped)
    if rules.unread and banned:
        (found,) = [each for each in table.state.findings if each.rule == "kuikae"]
        assert found.section.startswith(f"{rules.unread} ?; cf. ")
    assert [each.seat for each in table.state.findings if each.rule == "kuikae"] == ([1] if banned else [])


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_wrong_ruling_is_noticed_after_the_next_win(ruleset: str) -> None:
    """The judge takes it back; nothing that was played since is touched, and nobody is accused of anything new."""
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.ruled("guidance", seat=1)
    before = len(table.state.findings)
    table.west.calls("ron").west.shows("234567m67p34522s").closes()
    scores = table.state.scores
    table.ruled("dismissed", seat=1)
    assert len(table.state.findings) == before
    assert table.state.scores == scores
