"""Whatever people and judges do, in any order: nothing raises, no point appears or vanishes, every journal loads the
same."""

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.game import judge_observations
from referee.game import observations as seen
from referee.hands.payments import BET
from referee.journal.verification import verify
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from tests.referee.any_course_stage import HAND, RULES, Course, seats, words

OPENED = [parse_tiles("234567m67p34522s"), parse_tiles("111222333m44p5s5s"), parse_tiles("5z")]

tiles = st.sampled_from([parse_tile(name) for name in ("5p", "8p", "4p", "6p", "1z", "9s", "2s")])

acts: list[st.SearchStrategy[Any]] = [
    st.builds(seen.HandDealt, dice=st.just((3, 4)), hands=st.just((HAND, HAND, HAND, HAND))),
    st.builds(seen.IndicatorSeen, tile=tiles),
    st.builds(seen.TileDrawn, seat=seats, tile=st.just(UNKNOWN)),
    st.builds(seen.TileDiscarded, seat=seats, tile=tiles, sideways=st.booleans()),
    st.builds(seen.CallHeard, seat=seats, call=st.sampled_from(get_args(seen.Call))),
    st.builds(
        seen.MeldShown,
        seat=seats,
        kind=st.just("pon"),
        tiles=tiles.map(lambda tile: (tile, tile, tile)),
        source_seat=st.none() | seats,
    ),
    st.builds(seen.StickLaid, seat=seats),
    st.builds(seen.TilesShown, seat=seats, tiles=st.sampled_from(OPENED), winning=st.none() | tiles),
    st.builds(seen.TenpaiDeclared, seat=seats, tenpai=st.booleans()),
    st.builds(seen.JudgeCalled, seat=seats),
    st.builds(judge_observations.WinAcknowledged, seat=seats),
    st.builds(judge_observations.PaymentMade),
    st.builds(seen.HandClosed),
]
legal = st.sampled_from(["turn", "turn", "turn", "deal", "out"])
corrections = st.tuples(
    st.just("correct"), st.integers(1, 15), st.sampled_from(["tile", "seat", "drop"]), st.booleans()
)
courses = st.lists(st.one_of(*[legal] * 8, *acts, *words, *[corrections] * 6), min_size=5, max_size=40)


@pytest.mark.parametrize("ruleset", RULES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(course=courses)
def test_nothing_raises_and_no_point_is_lost(ruleset: str, course: list[Any]) -> None:
    game = Course(ruleset)
    for step in ["deal", *course]:
        game.goes(step)
        state = game.state
        assert state is not None
        if state.phase != "ended":
            held = sum(state.scores) + BET * state.bets
            assert held == 4 * state.ruleset.flow.start_points + game.added()
    whole, quick = verify(game.journal).state, game.journal.load().state
    assert whole is not None
    assert quick is not None
    assert game.state is not None
    text = canonical(encode_state(game.state))
    assert canonical(encode_state(whole)) == text
    assert canonical(encode_state(quick)) == text
    assert whole == game.state
    game.journal.close()
