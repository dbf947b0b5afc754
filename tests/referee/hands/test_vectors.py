"""Answers of other, independent engines, hand by hand.

Under the rules that their hands were made with, they agree with us in everything. Under each rulebook, every difference
is one that a section demands: it disappears when that setting is set as in their program.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.melds import Meld, MeldKind
from referee.rules.ruleset import Ruleset
from tests.referee.hands.conftest import ruleset
from tests.referee.hands.vectors import MAJIANG, RIICHIENV, faces, majiang_hands, riichienv_hands

pytestmark = pytest.mark.shared


def payments_text(found: Score) -> str:
    """Payments as the consensus file writes them."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def test_four_engines_agree_with_us_on_every_hand(shared: Path) -> None:
    with_reds, without = ruleset("tenhou"), ruleset("tenhou", scoring__red_fives=False)
    kinds: dict[str, MeldKind] = {kind: kind for kind in ("chi", "pon", "ankan", "kakan", "daiminkan")}
    wrong = []
    lines = (shared / "records/vectors/consensus_hands.jsonl").read_text().splitlines()
    for line in lines:
        hand = json.loads(line)
        win = Win(
            concealed=faces(hand["closed"]),
            tile=faces([hand["win"]])[0],
            tsumo=hand["tsumo"],
            melds=tuple(Meld(kinds[meld["type"]], faces(meld["tiles"])) for meld in hand["melds"]),
            seat_wind=hand["seat_wind"],
            round_wind=hand["round_wind"],
            riichi=2 if hand["double_riichi"] else int(hand["riichi"]),
            ippatsu=hand["ippatsu"],
            last_tile=hand["haitei"] or hand["houtei"],
            rinshan=hand["rinshan"],
            chankan=hand["chankan"],
            first_turn=hand["tenhou"] or hand["chiihou"],
            dora_indicators=faces(hand["dora_ind"]),
            ura_indicators=faces(hand["ura_ind"]),
        )
        found = score(win, with_reds if hand["aka"] else without)
        if found is None:
            answer: dict[str, Any] = {"yaku": False}
        elif found.yakuman:
            answer = {"yakuman": found.yakuman_counted, "pay": payments_text(found)}
        else:
            answer = {"han": found.han, "fu": found.fu, "pay": payments_text(found)}
        if answer != hand["expected"]:
            wrong.append((hand["id"], hand["expected"], answer))
    assert len(lines) == 12_000
    assert wrong == []


def test_majiang_core_agrees_in_yaku_fu_and_payments(shared: Path) -> None:
    rules = ruleset("tenhou")
    wrong = []
    hands = majiang_hands(shared)
    for number, (win, source, hand) in enumerate(hands):
        parameters, output = hand["in"]["param"], hand["out"]
        found = score(win, rules)
        assert found is not None, (number, hand)
        changes = win_changes(
            [PaidWin(winner=win.seat_wind, source=win.seat_wind if source is None else source, score=found)],
            dealer=0,
            honba=parameters["jicun"]["changbang"],
            bets=parameters["jicun"]["lizhibang"],
            ruleset=rules,
        )
        names = Counter(dict(found.yaku)) or Counter(dict.fromkeys(found.yakuman, "*"))
        answer = (names, found.fu or None, found.han or None, found.points, list(changes))
        expected = Counter({MAJIANG[yaku["name"]]: yaku["fanshu"] for yaku in output["hupai"]})
        if answer != (expected, output["fu"], output["fanshu"], output["defen"], output["fenpei"]):
            wrong.append((number, expected, output, answer))
    assert len(hands) == 10_000
    assert wrong == []


DOUBLED_THERE = ["suuankou_tanki", "kokushi_musou_juusanmen", "junsei_chuuren_poutou", "daisuushii"]


def test_riichienv_agrees_in_yaku_han_and_fu(shared: Path) -> None:
    rules = ruleset("tenhou", scoring__double_yakuman=DOUBLED_THERE)
    wrong = []
    hands = riichienv_hands(shared)
    for number, (win, expected) in enumerate(hands):
        found = score(win, rules)
        assert found is not None, number
        names = {name for name, _ in found.yaku} | set(found.yakuman)
        answer = (names, 13 * found.yakuman_counted if found.yakuman else found.han, found.fu)
        if answer != ({RIICHIENV[yaku] for yaku in expected["yaku"]}, expected["han"], expected["fu"]):
            wrong.append((number, win, answer))
    assert len(hands) == 816
    assert wrong == []


SECTIONS = {
    "scoring.red_fives": "WRC 3.3, SAI 2: none",
    "scoring.kiriage_mangan": "WRC 6.1, SAI 47.1: 1920 is a mangan",
    "scoring.counted_yakuman": "WRC 6.1, SAI 47.1: 13 han are a sanbaiman",
    "scoring.yakuman_add": "WRC 6.5, MJ scoring example 2: one yakuman at most",
    "scoring.double_yakuman": "REF stars; TEN, WRC 6.5, MJ 4.2.5, SAI 48: none counts twice",
    "scoring.double_wind_pair_fu": "SAI 49.1(5): two fu",
    "scoring.sanshoku_doukou_open_han": "MJ 4.2.2: one han when open",
    "scoring.ryanpeikou_identical": "WRC 6.5.3: distinct; TAB: in two suits",
    "scoring.ryanpeikou_one_suit": "TAB: in two different suits",
    "scoring.sanrenkou": "TAB yaku table",
    "scoring.suurenkou": "TAB yaku table",
}
"""The scoring settings in which the rulebooks differ from the other programs' rules, and the sections for it."""
DIFFER_BY: dict[str, set[str]] = {
    "wrc-2015": {"red_fives", "kiriage_mangan", "counted_yakuman"},
    "riichi-mj": {"sanshoku_doukou_open_han"},
    "saikouisen-2025": {"red_fives", "kiriage_mangan", "counted_yakuman", "double_wind_pair_fu"},
    "scoring-tables": {"sanrenkou"},
    "reference-sheet": set(),
    "tenhou": set(),
}


def worth(found: Score | None) -> Any:
    return None if found is None else (found.han, found.fu, found.base, found.yakuman_counted, found.yaku)


class Differences:
    """The settings in which the scoring of two rulesets differs, and which of them affect a hand."""

    def __init__(self, rules: Ruleset, theirs: Ruleset) -> None:
        own, other = rules.to_mapping()["scoring"], theirs.to_mapping()["scoring"]
        settings = [key.split(".")[1] for key in SECTIONS]
        put = {f"scoring.{key}": other[key] for key in settings if own[key] != other[key]}
        self.rules, self.theirs = rules, theirs
        self.like_theirs = rules.with_overrides(put)
        self.one_put = {key.split(".")[1]: rules.with_overrides({key: value}) for key, value in put.items()}

    def explain(self, win: Win) -> set[str] | None:
        """The settings that change the score when they are set as in the other program; None if the score does not differ."""
        ours, others = worth(score(win, self.rules)), worth(score(win, self.theirs))
        if ours == others:
            return None
        assert worth(score(win, self.like_theirs)) == others, win
        return {key for key, rules in self.one_put.items() if worth(score(win, rules)) != ours}


@pytest.mark.parametrize("name", DIFFER_BY)
def test_what_majiang_core_says_otherwise_is_what_a_section_asks_for(shared: Path, name: str) -> None:
    differences = Differences(ruleset(name), ruleset("tenhou"))
    reasons: Counter[str] = Counter()
    for win, _, _ in majiang_hands(shared):
        found = differences.explain(win)
        assert found is None or found, win
        reasons.update(found or ())
    assert set(reasons) == DIFFER_BY[name], reasons


@pytest.mark.parametrize("name", DIFFER_BY)
def test_what_riichienv_says_otherwise_is_what_a_section_asks_for(shared: Path, name: str) -> None:
    """It counts four yakuman twice. No rulebook here does so for daisuushii; REF marks the others with stars."""
    differences = Differences(ruleset(name), ruleset("tenhou", scoring__double_yakuman=DOUBLED_THERE))
    for win, _ in riichienv_hands(shared):
        found = differences.explain(win)
        assert found is None or found, win
