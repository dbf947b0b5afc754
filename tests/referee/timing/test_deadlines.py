"""Any stream of observations, in any order: time alone proves each finding once, an act is one foul of a kind, and the
events fold to the same state (hypothesis)."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config import read_ruleset
from referee.encoding.codec import decode_event, encode
from referee.encoding.snapshot import decode_state, encode_state
from referee.folding.state import evolve
from referee.game import observations as seen
from referee.game.events import FoulFound, FoulSuspected
from referee.game.judge_observations import PlayHalted, PlayReleased
from referee.game.observations import Observation
from referee.judging.decide import advance
from referee.judging.findings.suspicion import due_ms
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from tests.referee.timing.conftest import ALL

RULESETS = ("wrc-2015", "riichi-mj", "saikouisen-2025", "tenhou")
TILES = st.sampled_from([0, 1, 2, 9, 13, 27, 31, 36, UNKNOWN])
SEATS = st.integers(0, 3)
HIDDEN = (UNKNOWN,) * 13


def _tiles(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(TILES, max_size=most).map(tuple)


def _one(observed: type[seen.Observation], /, **fields: Any) -> st.SearchStrategy[Any]:
    return st.builds(observed, within_ms=st.integers(0, 300), **fields)


ACTS = st.one_of(
    _one(seen.TileDrawn, seat=SEATS, tile=TILES, place=st.none() | st.integers(40, 135)),
    _one(seen.TileDrawn, seat=SEATS, tile=st.just(UNKNOWN), place=st.integers(52, 60)),
    _one(seen.TileDiscarded, seat=SEATS, tile=TILES, sideways=st.sampled_from([None, True, False])),
    _one(seen.CallHeard, seat=SEATS, call=st.sampled_from(["chi", "pon", "kan", "riichi", "ron", "tsumo"])),
    _one(
        seen.MeldShown,
        seat=SEATS,
        kind=st.sampled_from(["chi", "pon", "daiminkan", "ankan", "kakan"]),
        tiles=_tiles(4),
        claimed=st.none() | TILES,
        source_seat=st.none() | SEATS,
        added=st.none() | TILES,
    ),
    _one(seen.HandMoved, seat=SEATS, across=st.booleans()),
    _one(seen.TileTaken, seat=SEATS),
    _one(seen.TilesExposed, seat=SEATS, count=st.integers(0, 14)),
    _one(seen.RiichiRetracted, seat=SEATS),
    _one(seen.WallBroken, seat=SEATS, what=st.sampled_from(["wall", "hand"])),
    _one(seen.JudgeCalled, seat=SEATS),
    _one(seen.StickLaid, seat=SEATS),
    _one(seen.IndicatorSeen, tile=TILES),
    _one(seen.TilesShown, seat=SEATS, tiles=_tiles(14), winning=st.none() | TILES),
    _one(seen.TenpaiDeclared, seat=SEATS, tenpai=st.booleans()),
    st.builds(seen.HandClosed),
    st.builds(seen.ClockAdvanced),
)


def _begin(ruleset: str) -> list[Observation]:
    rules = Ruleset.from_mapping(read_ruleset(ruleset)).to_mapping()
    return [
        seen.HanchanBegun(ruleset=rules, senses=ALL),
        seen.HandDealt(dice=(3, 4), hands=(HIDDEN,) * 4),
        seen.IndicatorSeen(tile=27),
    ]


def _stamped(acts: list[Any], late: list[int]) -> list[Observation]:
    """Times that mostly rise, and now and then fall back."""
    stamped = []
    for number, act in enumerate(acts):
        back = late[number % len(late)] if late else 0
        fields = {name: getattr(act, name) for name in act.__struct_fields__}
        fields |= {"at_ms": max(0, 1000 + 400 * number - back), "source": f"observation:{number}"}
        stamped.append(type(act)(**fields))
    return stamped


STOPS = st.builds(PlayHalted, judge=st.just("anna")) | st.builds(PlayReleased, judge=st.just("anna"))


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS | STOPS, max_size=40), late=st.lists(st.integers(0, 5000), max_size=4))
def test_each_moment_is_asked_for_once(ruleset: str, acts: list[Any], late: list[int]) -> None:
    """After every act, in whatever state of the game, and however far the clock has jumped."""
    state, folded, last_ms, suspected, moments = None, None, 0, 0, 0
    for act in [*_begin(ruleset), *_stamped(acts, late)]:
        events, state = advance(state, act)
        for event in events:
            folded = evolve(folded, decode_event(encode(event)))
        assert state is not None
        assert folded == decode_state(encode_state(state)) == state
        last_ms = max(last_ms, act.at_ms)
        suspected += sum(isinstance(event, FoulSuspected) for event in events)
        before = -1
        while (due := due_ms(state)) is not None and due <= last_ms:
            assert due > before, "time moves on"
            before = due
            events, state = advance(state, seen.ClockAdvanced(at_ms=last_ms))
            for event in events:
                folded = evolve(folded, event)
            suspected += sum(isinstance(event, FoulSuspected) for event in events)
            moments += 1
        assert moments <= suspected
    while (due := due_ms(state)) is not None:
        _, state = advance(state, seen.ClockAdvanced(at_ms=due))
        moments += 1
        assert moments <= suspected
    assert state is not None
    found = [(each.rule, each.seat, each.evidence[:1]) for each in state.findings]
    assert len(found) == len(set(found)), "an act is one foul of a kind, however often it is proven"
    assert all(seat.unknown >= 0 and seat.concealed <= 15 for seat in state.seats)


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
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_proper_play_of_which_curtains_are_missed_or_told_twice_is_proper(ruleset: str, data: Any) -> None:
    """A sensor that misses something, or repeats it, causes no finding."""
    acts = []
    for act in _round([0, 1, 2, 3] * 4):
        times = data.draw(st.integers(0, 2)) if isinstance(act, seen.HandMoved) else 1
        if isinstance(act, seen.TileDrawn):
            times = data.draw(st.integers(1, 2))
        acts += [act] * times
    state = None
    for act in [*_begin(ruleset), *acts]:
        _, state = advance(state, act)
    assert state is not None
    assert [each for each in state.findings if isinstance(each, FoulFound)] == []
    assert sum(len(seat.pond) for seat in state.seats) == 16
