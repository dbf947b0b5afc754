"""No time counts while play is stopped, a judge is at the table, or the table itself keeps people from playing.

The independent player plays timed hands, lawfully or with one foul. Wherever there is a pause, nothing else is found
and the hand ends as it did. In a run the moments are drawn by chance; ``pytest -m prove`` takes every moment of a hand.
"""

import ast
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import referee.judging
from config import ruleset_names
from referee.game import events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.events import FoulFound
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.texts.language import language
from tests.proofs import some
from tests.referee.independent import hanchan
from tests.referee.independent.telling import Teller
from tests.referee.timing.conftest import Timed
from tests.referee.timing.pauses_stage import seeds
from tests.referee.timing.pausing import HOUR, KINDS, ToldHand, pause

RULESETS = tuple(sorted(ruleset_names()))
WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"


def paused(hand: Timed, ms: int, kind: str) -> int:
    """Pause for an hour; returns the time by which all that follows is later."""
    for act in pause(kind, hand.start + ms, Random(0)):
        hand.table.sees(act)
    return HOUR


@pytest.mark.parametrize("kind", [each for each in KINDS if each != "clock"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_pause_is_nobodys_turn(ruleset: str, kind: str) -> None:
    """WRC 5.4.1, MJ 3.3.1: a player who thinks for two seconds, and waits an hour for the judge, is not slow."""
    hand = Timed(ruleset).draws(0, 0)
    later = paused(hand, 1000, kind)
    assert hand.discards(2000 + later, 0, "1z").found == []


@pytest.mark.parametrize("kind", [each for each in KINDS if each != "clock"])
def test_what_was_slow_without_the_pause_is_slow_with_it(kind: str) -> None:
    hand = Timed(WRC).draws(0, 0)
    later = paused(hand, 1000, kind)
    hand.discards(64_000 + later, 0, "1z")
    (found,) = hand.table.state.findings
    assert (found.rule, found.text) == ("slow_play", "takes 63 seconds for a turn")


def test_several_pauses_count_once() -> None:
    """Play is stopped, a judge comes, and meanwhile the camera is knocked down and later hung up again."""
    hand = Timed(WRC).draws(0, 0)
    hand.at(1000, office.PlayHalted, judge="anna").at(5000, office.TableAttended, who="anna", judge="anna")
    hand.at(6000, seen.TableHindered, cause="sight", since_ms=hand.start + 6000)
    hand.at(50_000, office.PlayReleased, judge="anna")
    hand.at(70_000, seen.TableHindered, cause="sight", since_ms=0, until_ms=hand.start + 70_000)
    hand.discards(128_000, 0, "1z")
    assert hand.found == []
    hand.draws(129_000, 1).discards(190_000, 1, "1z")
    assert [found.text for found in hand.table.state.findings] == ["takes 60 seconds for a turn"]


def test_from_the_second_time_on_it_is_said_how_often() -> None:
    """WRC 5.4.1, MJ 3.3.1 penalise only repeated slow play; the first time nobody is accused of it."""
    hand = Timed(WRC)
    for turn in range(6):
        start = 70_000 * turn
        hand.draws(start, turn % 4).discards(start + 65_000, turn % 4, f"{turn + 1}z")
    (first, *_), texts = hand.table.state.findings, [found.text for found in hand.table.state.findings]
    assert texts[:4] == ["takes 64 seconds for a turn"] * 4
    assert texts[4:] == ["takes 64 seconds for a turn (slow 2 times in this hanchan)"] * 2
    assert hand.table.state.findings[4].said is not None
    assert language("ja").say(hand.table.state.findings[4].said).endswith("（遅延はこの半荘で2回目）")
    assert first.said is not None
    assert "again" not in language("en").word("rule", first.rule)


def test_what_a_judge_dismissed_was_no_first_time() -> None:
    hand = Timed(WRC).draws(0, 0).discards(65_000, 0, "1z")
    hand.at(66_000, seen.RulingGiven, ruling="dismissed", finding=0, judge="anna")
    for seat in (1, 2, 3):
        hand.draws(70_000 + 3000 * seat, seat).discards(71_000 + 3000 * seat, seat, "2z")
    hand.draws(90_000, 0).discards(155_000, 0, "3z")
    assert hand.table.state.findings[1].text == "takes 64 seconds for a turn"


def test_a_stop_of_an_older_journal_is_one_too() -> None:
    """A program without pauses stopped play; this one resumes it."""
    hand = Timed(WRC).draws(0, 0).at(1000, office.PlayHalted, judge="anna")
    state: GameState | None = replace(hand.table.state, desk=replace(hand.table.state.desk, pauses=()))
    for act in (
        office.PlayReleased(at_ms=hand.start + 90_000, judge="anna"),
        seen.TileDiscarded(at_ms=hand.start + 91_000, seat=0, tile=0),
    ):
        made, state = advance(state, act)
        assert not any(isinstance(each, FoulFound) for each in made)


# Any hand, at any moment


def hands(ruleset: str, seed: int) -> list[ToldHand]:
    """The hands of a hanchan that the independent player plays at a table."""
    kept: list[list[seen.Observation]] = []
    begun: list[Any] = []

    class Keeping(Teller):
        def deals(self, *reported: Any) -> None:
            kept.append([])
            super().deals(*reported)

        def say(self, *reported: Any, **what: Any) -> tuple[events.Event, ...]:
            made = super().say(*reported, **what)
            if kept:
                kept[-1].append(self.log[-1][0])
            else:
                begun.append(self.state)
            return made

    tally = hanchan.Tally()
    hanchan.play(ruleset, seed, tally, most=2, at_tables=True, teller_type=Keeping)
    assert not tally.wrong
    played: list[ToldHand] = []
    for reported in kept:
        played.append(ToldHand(played[-1].states[-1] if played else begun[-1], reported))
    return played


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_pause_at_any_moment_finds_nothing_new(ruleset: str) -> None:
    """Every rule that times the players: WRC 5.4.1, 5.4.10, 6.5.1, 7.2; MJ 3.3.1, 3.4.7; SAI 32, 35, 39-45, 53."""
    tried: Counter[str] = Counter()
    for seed in seeds(8):
        chance = Random(seed)
        for hand in hands(ruleset, seed):
            moments = list(hand.moments())
            for kind in KINDS:
                for number, at_ms in chance.sample(moments, min(6, len(moments))):
                    assert not (wrong := hand.changed(number, at_ms, kind, chance)), f"seed {seed}: {wrong}"
                    tried[kind] += 1
    assert set(tried) == set(KINDS)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", some(range(20), 1))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_pause_at_every_moment_finds_nothing_new(ruleset: str, part: int) -> None:
    seed = seeds(1)[0] + part
    chance = Random(seed)
    for hand in hands(ruleset, seed):
        for number, at_ms in hand.moments():
            for kind in KINDS:
                assert not (wrong := hand.changed(number, at_ms, kind, chance)), f"seed {seed}: {wrong}"


# No rule forgets pauses

JUDGING = Path(referee.judging.__file__).parent
MEASURED = JUDGING / "findings" / "playing_time.py"
NO_SPAN = {
    "own.within_ms + claim.within_ms": "how blurred both are",
    "off.at_ms < claim.at_ms": "which of two acts of one player came first",
}
"""Other uses of times."""


def of_a_time(node: ast.expr) -> bool:
    """Return whether this is a time of an act: ``at_ms`` or ``within_ms`` of something, ``earliest`` or ``latest``."""
    if isinstance(node, ast.Attribute):
        return node.attr in {"at_ms", "within_ms", "draw_at_ms", "draw_within_ms", "until_ms"}
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"earliest", "latest"}
    )


def measures(node: ast.AST) -> bool:
    """Return whether times are compared, or one is subtracted from or added to another."""
    if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Is | ast.IsNot):
        return any(map(of_a_time, (node.left, *node.comparators)))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return of_a_time(node.left) and of_a_time(node.right)
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and of_a_time(node.left)


def test_no_rule_measures_a_span_by_itself() -> None:
    """Acts of players are timed by ``playing_time`` alone. A limit may be added to a time: how long a suspicion lasts."""
    found = set()
    for room in ("ending", "findings", "play"):
        for path in sorted((JUDGING / room).glob("*.py")):
            if path != MEASURED:
                found |= {
                    ast.unparse(node) for node in ast.walk(ast.parse(path.read_text())) if measures(node)
                }
    assert found == NO_SPAN.keys()
