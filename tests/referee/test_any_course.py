"""Whatever people and judges do, in any order: nothing raises, no point appears or vanishes, every journal loads the
same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from config import read_ruleset
from referee.encoding.codec import canonical, encode
from referee.encoding.snapshot import encode_state
from referee.game import judge_events, judge_observations
from referee.game import observations as seen
from referee.hands.payments import BET
from referee.journal.corrections.refold import CorrectionRefusedError, refold
from referee.journal.corrections.slots import slots_of
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.judging.decide import advance
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile, parse_tiles

if TYPE_CHECKING:
    from referee.game.observations import Observation
    from referee.game.position import GameState

RULES = {
    name: Ruleset.from_mapping(read_ruleset(name)) for name in ("wrc-2015", "riichi-mj", "saikouisen-2025")
}
HAND = (UNKNOWN,) * 13
OPENED = [parse_tiles("234567m67p34522s"), parse_tiles("111222333m44p5s5s"), parse_tiles("5z")]

seats = st.integers(0, 3)
tiles = st.sampled_from([parse_tile(name) for name in ("5p", "8p", "4p", "6p", "1z", "9s", "2s")])
some = st.lists(seats, max_size=4).map(tuple)
findings = st.none() | st.integers(0, 4)
hundreds = st.sampled_from([0, 0, 100, -100, 1000, -8000, 50])
four: st.SearchStrategy[Any] = st.tuples(hundreds, hundreds, hundreds, hundreds)
balanced_four = st.sampled_from([(100, -100, 0, 0), (0, 0, 8000, -8000), (1000, 1000, -1000, -1000)])

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
wins = st.builds(
    judge_observations.EnteredWin,
    seat=seats,
    source=seats,
    han=st.integers(0, 13),
    fu=st.sampled_from([0, 20, 25, 30, 40, 35]),
    yakuman=st.sampled_from([0, 0, 0, 1, 2]),
)
words: list[st.SearchStrategy[Any]] = [
    st.builds(
        seen.RulingGiven,
        ruling=st.sampled_from(get_args(seen.Ruling)),
        seat=st.none() | seats,
        finding=findings,
        force=st.booleans(),
    ),
    st.builds(judge_observations.PlayHalted),
    st.builds(judge_observations.PlayReleased),
    st.builds(judge_observations.FoulEntered, rule=st.sampled_from([*CATALOGUE, "none"]), seat=seats),
    st.builds(
        judge_observations.PointsAdjusted,
        changes=four | balanced_four,
        bets=st.sampled_from([0, 0, 1, -1]),
        balanced=st.booleans(),
    ),
    st.builds(
        judge_observations.HandEntered,
        result=st.sampled_from(get_args(judge_observations.EnteredResult)),
        wins=st.lists(wins, max_size=2).map(tuple),
        tenpai=some,
        nagashi=some,
        riichi=some,
        changes=st.none() | balanced_four,
    ),
    st.builds(judge_observations.SignalGiven, ago_ms=st.integers(0, 60_000)),
    st.builds(judge_observations.SheetSigned, hanchan=st.integers(1, 3)),
    st.builds(judge_observations.ClockPaused, on=st.booleans()),
    st.builds(judge_observations.ClockExtended, minutes=st.integers(-100, 30)),
    st.builds(judge_observations.PlayerReplaced, seat=seats, name=st.sampled_from(["", "Eve", "Fay"])),
    st.builds(
        judge_observations.AppealNoted,
        seat=seats,
        finding=findings,
        outcome=st.sampled_from(["open", "upheld"]),
    ),
    st.builds(seen.GongHeard),
    st.builds(seen.HanchanClosed, judge=st.just("anna")),
]
legal = st.sampled_from(["turn", "turn", "turn", "deal", "out"])
corrections = st.tuples(
    st.just("correct"), st.integers(1, 15), st.sampled_from(["tile", "seat", "drop"]), st.booleans()
)
courses = st.lists(st.one_of(*[legal] * 8, *acts, *words, *[corrections] * 6), min_size=5, max_size=40)


class Course:
    """A game that goes on as it is told, journalled."""

    def __init__(self, ruleset: str) -> None:
        self.rules = RULES[ruleset]
        self.journal = Journal(":memory:", wall=lambda: "2026-11-21T12:00:00.000+00:00")
        self.state: GameState | None = None
        self.at_ms = 0
        names = ("Ada", "Bea", "Cid", "Dan")
        self.sees(seen.HanchanBegun(ruleset=self.rules.to_mapping(), names=names, awaits_signature=True))

    def sees(self, observation: Observation) -> None:
        self.at_ms += 1000
        stamped = replace(observation, at_ms=self.at_ms, source=f"act:{self.at_ms}")
        decided, self.state = advance(self.state, stamped)
        self.journal.append(stamped, decided, state=self.state)

    def goes(self, step: Any) -> None:
        state = self.state
        assert state is not None
        if step == "deal":
            self.sees(seen.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))
        elif step == "turn":
            self.sees(seen.TileDrawn(seat=state.turn, tile=UNKNOWN))
            self.sees(seen.TileDiscarded(seat=state.turn, tile=parse_tile("5p")))
        elif step == "out":
            for number in range(min(state.live, 20)):
                self.goes("turn" if number % 2 else seen.TileDiscarded(seat=state.turn, tile=number % 9))
        elif isinstance(step, tuple):
            self.corrects(*step[1:])
        else:
            self.sees(step)

    def corrects(self, back: int, what: str, agreed: bool) -> None:
        entry = self.journal.number + 1 - back
        if entry < 1:
            return
        held = next(self.journal.entries(entry, entry)).observation
        right: Any = None
        if what != "drop":
            if not hasattr(held, what):
                return
            right = encode(replace(held, **{what: 1}))
        self.at_ms += 1000
        said = judge_observations.Corrected(at_ms=self.at_ms, entry=entry, observation=right, agreed=agreed)
        slots = slots_of((each.number, each.observation, each.events) for each in self.journal.hanchan())
        try:
            refolded, state = refold(slots, said)
        except CorrectionRefusedError:
            return
        self.journal.append(said, (refolded,), state=state)
        self.state = state

    def added(self) -> int:
        """Points that judges let come or go on purpose, and bets that nobody gets."""
        slots = slots_of((each.number, each.observation, each.events) for each in self.journal.hanchan())
        return sum(
            sum(event.changes) + BET * event.bets
            for slot in slots
            for event in slot.events
            if isinstance(event, judge_events.ScoresAdjusted)
        )


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
