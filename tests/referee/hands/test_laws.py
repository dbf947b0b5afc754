"""Laws that hold for every hand, and every hand against the plain scorer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.melds import Meld, MeldKind
from referee.ruleset import Ruleset
from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Judge, Worth

Rules = Callable[..., Ruleset]
NAMES = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet", "tenhou")
OPTIONS: dict[str, list[object]] = {
    "scoring__renhou": ["off", "mangan", "yakuman"],
    "scoring__suuankou_ron": [True, False],
    "scoring__pinfu_tsumo": [True, False],
    "scoring__open_least_fu": [20, 30],
    "scoring__unclear_tile": ["no_wait", "no_win", "ignored"],
    "scoring__first_turn_after_ankan": [True, False],
    "scoring__haitei_with_rinshan": [True, False],
    "scoring__sanrenkou": [True, False],
    "scoring__suurenkou": [True, False],
    "scoring__daisharin": [True],
    "scoring__red_fives": [True, False],
    "scoring__ryanpeikou_identical": [True, False],
    "scoring__ryanpeikou_one_suit": [True, False],
}
CHOWS = [kind for kind in range(27) if kind % 9 < 7]
# Where yaku are dense: all kinds, one suit with honours, the outer kinds, the greens, the same numbers in three suits.
POOLS = [
    list(range(34)),
    [*range(9, 18), *range(27, 34)],
    [*range(18, 27)],
    [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 19, 20, 24, 25, 26, *range(27, 34)],
    [0, 8, 9, 17, 18, 26, *range(27, 34)],
    [19, 20, 21, 23, 25, 32],
    [0, 1, 2, 3, 9, 10, 11, 12, 18, 19, 20, 21],
]
RED_OF = {4: 34, 13: 35, 22: 36}


@st.composite
def wins(draw: DrawFn) -> Win:
    """A win of four groups and a pair, of seven pairs or of thirteen orphans, in any situation that can be."""
    shape = draw(st.sampled_from(["groups"] * 8 + ["pairs", "orphans"]))
    melds: list[Meld] = []
    if shape == "orphans":
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        tiles = [*orphans, draw(st.sampled_from(orphans))]
    elif shape == "pairs":
        pool = draw(st.sampled_from([pool for pool in POOLS if len(pool) >= 7]))
        kinds = draw(st.lists(st.sampled_from(pool), min_size=7, max_size=7, unique=True))
        tiles = kinds * 2
    else:
        pool = draw(st.sampled_from(POOLS))
        chows = [low for low in CHOWS if {low, low + 1, low + 2} <= set(pool)]
        pair = draw(st.sampled_from(pool))
        tiles, used = [pair] * 2, [pair] * 2
        for _ in range(4):
            kind: MeldKind | None = draw(
                st.sampled_from([None, None, None, "chi", "pon", "ankan", "kakan", "daiminkan"])
            )
            if kind == "chi" or (kind is None and draw(st.booleans())):
                assume(chows)
                low = draw(st.sampled_from(chows))
                group = [low, low + 1, low + 2]
            else:
                group = [draw(st.sampled_from(pool))] * (4 if kind and "kan" in kind else 3)
            used += group
            if kind is None:
                tiles += group
            else:
                melds.append(Meld(kind, tuple(group)))
        assume(max(used.count(kind) for kind in used) <= 4)
    order = draw(st.permutations(tiles))
    return situation(draw, tuple(order), tuple(melds))


def situation(draw: DrawFn, tiles: tuple[int, ...], melds: tuple[Meld, ...]) -> Win:
    faces = [RED_OF[kind] if kind in RED_OF and draw(st.integers(0, 9)) == 0 else kind for kind in tiles]
    for red in RED_OF.values():
        while faces.count(red) > 1:
            faces[faces.index(red)] = KIND[red]
    closed = all(meld.kind == "ankan" for meld in melds)
    kans = any("kan" in meld.kind for meld in melds)
    tsumo = draw(st.booleans())
    riichi = draw(st.sampled_from([0, 0, 1, 2])) if closed else 0
    rinshan = tsumo and kans and draw(st.booleans())
    first = closed and draw(st.integers(0, 7)) == 0
    indicators = st.lists(st.integers(0, 33), max_size=3).map(tuple)
    return Win(
        concealed=tuple(faces[1:]),
        tile=faces[0],
        tsumo=tsumo,
        melds=melds,
        seat_wind=draw(st.integers(0, 3)),
        round_wind=draw(st.integers(0, 1)),
        riichi=riichi,
        ippatsu=bool(riichi) and draw(st.booleans()),
        last_tile=not first and draw(st.integers(0, 5)) == 0,
        rinshan=rinshan,
        chankan=not tsumo and not first and draw(st.integers(0, 9)) == 0,
        first_turn=first,
        dora_indicators=draw(indicators),
        ura_indicators=draw(indicators) if riichi else (),
        tile_apart=draw(st.integers(0, 5)) > 0,
    )


def worth(found: Score | None) -> Worth | None:
    if found is None:
        return None
    return found.base, found.yakuman_counted if found.yakuman else 0, found.han, found.fu


@given(wins(), st.sampled_from(NAMES), st.data())
@settings(max_examples=500, deadline=None)
def test_every_hand_is_scored_as_the_plain_scorer_scores_it(
    ruleset: Rules, win: Win, name: str, data: st.DataObject
) -> None:
    """WRC 5.7.6, MJ 3.4.9, SAI 47.3: the best of all readings, under each ruleset and with settings changed at will."""
    chosen = data.draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=3, unique=True))
    rules = ruleset(name, **{key: data.draw(st.sampled_from(OPTIONS[key])) for key in chosen})
    assert worth(score(win, rules)) == Judge(win, rules).best()


def in_other_suits(win: Win, order: tuple[int, ...]) -> Win:
    def moved(face: int) -> int:
        if face >= 34:
            return 34 + order[face - 34]
        return face if face >= 27 else 9 * order[face // 9] + face % 9

    return replace(
        win,
        concealed=tuple(map(moved, win.concealed)),
        tile=moved(win.tile),
        melds=tuple(
            Meld(meld.kind, tuple(sorted(map(moved, meld.tiles), key=lambda tile: KIND[tile])))
            for meld in win.melds
        ),
        dora_indicators=tuple(map(moved, win.dora_indicators)),
        ura_indicators=tuple(map(moved, win.ura_indicators)),
    )


@given(wins(), st.sampled_from(NAMES), st.permutations([0, 1, 2]))
@settings(max_examples=120, deadline=None)
def test_suits_are_alike(ruleset: Rules, win: Win, name: str, order: list[int]) -> None:
    """All suits score the same, but for the green tiles of bamboo (WRC 6.5.6)."""
    rules = ruleset(name)
    first, second = score(win, rules), score(in_other_suits(win, tuple(order)), rules)
    assume(not any(found and "ryuuiisou" in found.yakuman for found in (first, second)))
    assert worth(first) == worth(second)


@given(wins(), st.sampled_from(NAMES), st.integers(0, 33))
@settings(max_examples=120, deadline=None)
def test_an_indicator_more_never_lowers_a_score(ruleset: Rules, win: Win, name: str, tile: int) -> None:
    """WRC 6.4; dora are no yaku, so nothing becomes a win by them."""
    rules = ruleset(name)
    before = score(win, rules)
    after = score(replace(win, dora_indicators=(*win.dora_indicators, tile)), rules)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert after.base >= before.base
        assert after.han >= before.han or after.yaku == (("renhou", 5),)


@given(wins(), st.sampled_from(NAMES), st.tuples(st.integers(1, 3), st.integers(0, 9), st.integers(0, 4)))
@settings(max_examples=120, deadline=None)
def test_payments_add_up_to_the_bets(
    ruleset: Rules, win: Win, name: str, table: tuple[int, int, int]
) -> None:
    """WRC 6.1, 5.7.7: what is paid is received; 300 a counter; a ron is at most 300 from the sum of a tsumo."""
    away, honba, bets = table
    rules = ruleset(name)
    found = score(win, rules)
    assume(found)
    assert found is not None
    source = win.seat_wind if win.tsumo else (win.seat_wind + away) % 4
    changes = win_changes(
        [PaidWin(winner=win.seat_wind, source=source, score=found)],
        dealer=0, honba=honba, bets=bets, ruleset=rules,
    )  # fmt: skip
    assert sum(changes) == 1000 * bets
    assert changes[win.seat_wind] == found.points + 300 * honba + 1000 * bets
    whole = found.base * (6 if win.seat_wind == 0 else 4)
    assert whole <= found.points <= whole + 300
    assert found.points % 100 == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_scorer_finds_no_win_where_there_is_none(ruleset: Rules, name: str) -> None:
    win = Win(concealed=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27), tile=28, tsumo=True)
    assert Judge(win, ruleset(name)).best() is None is score(win, ruleset(name))
