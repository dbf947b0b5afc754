"""Time alone proves each finding once: after a deadline the referee never asks about an earlier one (hypothesis)."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.game import observations as seen
from referee.game.events import FoulSuspected
from referee.game.judge_observations import PlayHalted, PlayReleased
from referee.judging.decide import advance
from referee.judging.findings.suspicion import due_ms
from tests.referee.timing.streams_stage import ACTS, RULESETS, _begin, _stamped

STOPS = st.builds(PlayHalted, judge=st.just("anna")) | st.builds(PlayReleased, judge=st.just("anna"))


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS | STOPS, max_size=40), late=st.lists(st.integers(0, 5000), max_size=4))
def test_each_moment_is_asked_for_once(ruleset: str, acts: list[Any], late: list[int]) -> None:
    """After every act, in whatever state of the game, and however far the clock has jumped."""
    state, last_ms, suspected, moments = None, 0, 0, 0
    for act in [*_begin(ruleset), *_stamped(acts, late)]:
        events, state = advance(state, act)
        last_ms = max(last_ms, act.at_ms)
        suspected += sum(isinstance(event, FoulSuspected) for event in events)
        before = -1
        while (due := due_ms(state)) is not None and due <= last_ms:
            assert due > before, "time moves on"
            before = due
            events, state = advance(state, seen.ClockAdvanced(at_ms=last_ms))
            suspected += sum(isinstance(event, FoulSuspected) for event in events)
            moments += 1
        assert moments <= suspected
    while (due := due_ms(state)) is not None:
        _, state = advance(state, seen.ClockAdvanced(at_ms=due))
        moments += 1
        assert moments <= suspected
