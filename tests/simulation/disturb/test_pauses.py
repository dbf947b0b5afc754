"""The same foul is found, and no other, wherever its hand pauses for an hour."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bench.foul_proof import BOOKS, one_hand
from referee.judging.decide import advance
from referee.records.neutral.record import GameRecord
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import play_game
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of
from tests.referee.timing.pauses_stage import seeds
from tests.referee.timing.pausing import KINDS, ToldHand

MOMENTS = 1
"""The number of places tried for each pause and kind of foul; they differ from run to run, and the proof below tries
all places around the foul."""


def fouled(record: GameRecord, book: str, seed: int) -> Iterator[tuple[str, ToldHand]]:
    """For each kind of foul that this book knows, a hand with one."""
    rules = ruleset_of(record).judged_by(Ruleset.read(book)).to_mapping()
    for name, kind in FOUL_KINDS.items():
        game = play_game(record, rules, seed)
        truth = disturbed(game, kind, seed)
        if truth is None:
            continue
        observations = one_hand(game, truth.hand_index)
        _, state = advance(None, *observations.beginning)
        yield name, ToldHand(state, observations.hands[0])


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_a_foul_is_the_same_with_a_pause(own_games: list[GameRecord], book: str) -> None:
    """This holds for each kind of foul and pause, also for fouls that time alone proves and those of being late."""
    seed = seeds(1)[0]
    chance = Random(seed)
    tried: Counter[str] = Counter()
    for record in own_games:
        for name, hand in fouled(record, book, seed):
            moments = list(hand.moments())
            for kind in KINDS:
                for number, at_ms in chance.sample(moments, min(MOMENTS, len(moments))):
                    wrong = hand.changed(number, at_ms, kind, chance)
                    assert not wrong, f"{name}, seed {seed}: {wrong}"
            tried[name] += 1
    assert {"slow_play", "slow_show"} <= tried.keys()
    assert len(tried) > 40


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("book", BOOKS)
def test_a_foul_is_the_same_with_a_pause_at_every_moment(own_games: list[GameRecord], book: str) -> None:
    """Around the foul itself, where every moment counts."""
    seed = seeds(1)[0]
    chance = Random(seed)
    for name, hand in fouled(own_games[0], book, seed):
        acts = {each.evidence[0] for each in hand.found}
        at = [number for number, each in enumerate(hand.observations) if each.source in acts]
        for number, at_ms in hand.moments():
            if any(abs(number - each) <= 12 for each in at):
                for kind in KINDS:
                    wrong = hand.changed(number, at_ms, kind, chance)
                    assert not wrong, f"{name}, seed {seed}: {wrong}"
