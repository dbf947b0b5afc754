"""Waits and tenpai of a hand, as each rulebook defines them, checked by trying every kind with the
plain scorer's shapes."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.hands.waits import Waiting, completing, waiting, waits
from referee.melds import Meld, MeldKind
from referee.tiles import parse_tiles
from tests.referee.hands.conftest import ruleset
from tests.referee.hands.plain_scorer import splits
from tests.referee.hands.shapes_stage import complete_hands, counted, crowded_hands

NAMES = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet", "tenhou")
ORPHANS = parse_tiles("19m19p19s1234567z")


def meld(kind: MeldKind, tiles: str) -> Meld:
    return Meld(kind, parse_tiles(tiles))


def tried(counts: list[int], melds: int) -> tuple[int, ...]:
    """Every kind that completes a shape, by trying it; a fifth tile too."""
    found = []
    for kind in range(34):
        full = counts.copy()
        full[kind] += 1
        pairs = not melds and sorted(filter(None, full)) == [2] * 7
        orphans = not melds and {at for at in range(34) if full[at]} == set(ORPHANS)
        groups = any(
            next(splits([count - 2 * (at == pair) for at, count in enumerate(full)]), None) is not None
            for pair in range(34)
            if full[pair] >= 2
        )
        if pairs or orphans or groups:
            found.append(kind)
    return tuple(found)


@given(st.one_of(complete_hands(), crowded_hands((2, 5, 8, 11, 14))), st.data())
@settings(max_examples=200, deadline=None)
def test_a_hand_waits_for_what_completes_it(counts: list[int], data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([kind for kind, count in enumerate(counts) if count]))
    counts = counts.copy()
    counts[kind] -= 1
    melds = (13 - sum(counts)) // 3
    assert completing(counts, melds) == tried(counts, melds)


def test_every_thirteen_orphans_wait() -> None:
    """WRC 6.5.6: thirteen waits if all are different, otherwise the missing one, for each of the twelve pairs."""
    assert completing(counted(ORPHANS)) == tuple(sorted(ORPHANS))
    for missing, twice in product(ORPHANS, ORPHANS):
        if missing != twice:
            counts = counted(ORPHANS)
            counts[missing] -= 1
            counts[twice] += 1
            assert completing(counts) == (missing,)


def test_every_nine_gates_wait() -> None:
    """WRC 6.5.6: all nine from 1112345678999; with any tile replaced by another of the suit, it waits as found by
    trying."""
    gates = (3, 1, 1, 1, 1, 1, 1, 1, 3)
    for first in (0, 9, 18):
        whole = [0] * 34
        whole[first : first + 9] = gates
        assert completing(whole) == tuple(range(first, first + 9))
        for gone, come in product(range(9), range(9)):
            counts = whole.copy()
            counts[first + gone] -= 1
            counts[first + come] += 1
            if counts[first + come] <= 4:
                assert completing(counts) == tried(counts, 0)


def test_every_seven_pairs_wait() -> None:
    """WRC 6.5.2: seven different pairs; three of a kind make one pair only."""
    pairs = parse_tiles("1m3m5p7p9s2z")
    for single in range(34):
        counts = counted(pairs + pairs)
        counts[single] += 1
        assert completing(counts) == tried(counts, 0) == ((single,) if single not in pairs else ())
    assert completing(counted("1111m3355p7799s2z"), alike=True) == parse_tiles("2z")


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_that_needs_a_fifth_tile_is_noten(name: str) -> None:
    """WRC 2.2 "a hand needing five identical tiles"; MJ 3.3.13; SAI 52.6(3): in the hand or in called tiles."""
    rules = ruleset(name)
    three = (meld("chi", "345p"), meld("chi", "345p"), meld("chi", "678s"))
    used_up = Waiting((), parse_tiles("1m"), tenpai=False)
    assert waiting(counted("1111m"), three, rules) == used_up
    assert waiting(counted("1m"), (*three, meld("pon", "111m")), rules) == used_up
    assert waiting(counted("23m99s"), (*three[:2], meld("kakan", "1111m")), rules) == Waiting(
        parse_tiles("4m"), parse_tiles("1m"), tenpai=True
    )
    assert waits(counted("1m"), (*three, meld("pon", "111m")), rules) == ()
    in_hand = ruleset(name, calls__exhausted_wait="noten_in_hand")
    assert waiting(counted("1m"), (*three, meld("pon", "111m")), in_hand).tenpai
    anyhow = waiting(counted("1111m"), three, ruleset(name, calls__exhausted_wait="tenpai"))
    assert anyhow == Waiting((), parse_tiles("1m"), tenpai=True)


@pytest.mark.parametrize("name", NAMES)
def test_tenpai_needs_no_yaku(name: str) -> None:
    """WRC 2.2, SAI 52.6(1), REF "even if no yaku"; MJ 3.3.13 read so."""
    found = waiting(counted("34m 678p 345s 22p"), (meld("pon", "999p"),), ruleset(name))
    assert found == Waiting(parse_tiles("25m"), (), tenpai=True)


@pytest.mark.parametrize("name", NAMES)
def test_melds_stay_as_they_were_called(name: str) -> None:
    """SAI 52.6(2), MJ 3.3.8: a pon of 1m and 23m are not 123m 11m."""
    found = waiting(counted("2m 456p 789p 345s"), (meld("pon", "111m"),), ruleset(name))
    assert found == Waiting(parse_tiles("2m"), (), tenpai=True)
    concealed = waiting(counted("1112m 456p 789p 345s"), (), ruleset(name))
    assert concealed == Waiting(parse_tiles("23m"), (), tenpai=True)


@pytest.mark.parametrize("name", NAMES)
def test_noten_and_impossible_hands(name: str) -> None:
    assert waiting(counted("147m258p369s1234z"), (), ruleset(name)) == Waiting((), (), tenpai=False)
    with pytest.raises(ValueError, match="12 concealed tiles and 0 melds"):
        waiting(counted("147m258p369s123z"), (), ruleset(name))
