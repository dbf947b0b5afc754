"""Streams of observations that no real game produces: shuffled, repeated, missing, contradictory, late (hypothesis)."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.encoding.codec import canonical, decode_event, encode
from referee.encoding.snapshot import decode_state, encode_state
from referee.folding.state import evolve
from referee.game import observations as seen
from referee.game.events import FoulFound
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.tiles import UNKNOWN
from tests.referee.timing.streams_stage import ACTS, HIDDEN, RULESETS, _begin, _stamped


def _play(observations: list[Observation]) -> tuple[GameState, list[str]]:
    state = None
    journal = []
    for each in observations:
        made, state = advance(state, each)
        journal += [canonical(encode(event)) for event in made]
    assert state is not None
    return state, journal


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, max_size=40), late=st.lists(st.integers(0, 5000), max_size=4))
def test_any_stream_is_followed_to_a_state_that_a_judge_can_go_on_from(
    ruleset: str, acts: list[Any], late: list[int]
) -> None:
    """The same stream gives the same journal, the journal the same state, and the next hand can be dealt."""
    observations = [*_begin(ruleset), *_stamped(acts, late)]
    state, journal = _play(observations)
    assert (state, journal) == _play(observations)
    folded = None
    for line in journal:
        folded = evolve(folded, decode_event(json.loads(line)))
    assert folded == state
    assert decode_state(encode_state(state)) == state
    for seat in state.seats:
        assert seat.unknown >= 0
        assert seat.concealed <= 15
    _, void = advance(state, seen.RulingGiven(ruling="void", judge="anna", at_ms=10**6))
    assert void is not None
    assert void.phase in {"waiting", "ended"}
    if void.phase == "waiting":
        _, dealt = advance(void, seen.HandDealt(dice=(1, 1), hands=(HIDDEN,) * 4, at_ms=10**6 + 1))
        assert dealt is not None
        assert (dealt.phase, dealt.suspects, dealt.summoned) == ("dealing", (), None)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, max_size=30))
def test_one_act_is_one_foul_of_a_kind(ruleset: str, acts: list[Any]) -> None:
    """However often it is proven."""
    state, _ = _play([*_begin(ruleset), *_stamped(acts, [])])
    found = [(each.rule, each.seat, each.evidence[:1]) for each in state.findings]
    assert len(found) == len(set(found))


def _round(order: list[int]) -> list[Observation]:
    acts: list[Observation] = []
    for number, seat in enumerate(order):
        at = 3000 * number
        acts += [
            seen.HandMoved(seat=seat, across=True, at_ms=at + 1000),
            seen.TileDrawn(seat=seat, tile=UNKNOWN, place=52 + number, at_ms=at + 1200, within_ms=5),
            seen.HandMoved(seat=seat, across=False, at_ms=at + 1500),
            seen.HandMoved(seat=seat, across=True, at_ms=at + 2300),
            seen.TileDiscarded(seat=seat, tile=number % 34, at_ms=at + 2500, within_ms=60, sideways=False),
            seen.HandMoved(seat=seat, across=False, at_ms=at + 2900),
        ]
    return acts


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_proper_play_of_which_curtains_are_missed_or_told_twice_is_proper(ruleset: str, data: Any) -> None:
    """A sensor that misses something, or repeats it, causes no finding."""
    acts = []
    for act in _round([0, 1, 2, 3] * 4):
        times = data.draw(st.integers(0, 2)) if isinstance(act, seen.HandMoved) else 1
        if isinstance(act, seen.TileDrawn):
            times = data.draw(st.integers(1, 2))
        acts += [act] * times
    state, _ = _play([*_begin(ruleset), *acts])
    assert [each for each in state.findings if isinstance(each, FoulFound)] == []
    assert sum(len(seat.pond) for seat in state.seats) == 16
