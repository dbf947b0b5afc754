"""Helpers that the tests of random courses share."""

from typing import Any, get_args

from hypothesis import strategies as st
from msgspec.structs import replace

from config import read_ruleset
from referee.encoding.codec import encode
from referee.game import judge_events, judge_observations
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.hands.payments import BET
from referee.journal.corrections.refold import CorrectionRefusedError, refold
from referee.journal.corrections.slots import slots_of
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile

RULES = {
    name: Ruleset.from_mapping(read_ruleset(name)) for name in ("wrc-2015", "riichi-mj", "saikouisen-2025")
}


HAND = (UNKNOWN,) * 13


seats = st.integers(0, 3)


some = st.lists(seats, max_size=4).map(tuple)


findings = st.none() | st.integers(0, 4)


hundreds = st.sampled_from([0, 0, 100, -100, 1000, -8000, 50])


four: st.SearchStrategy[Any] = st.tuples(hundreds, hundreds, hundreds, hundreds)


balanced_four = st.sampled_from([(100, -100, 0, 0), (0, 0, 8000, -8000), (1000, 1000, -1000, -1000)])


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
    st.builds(judge_observations.HandGranted, on=st.booleans()),
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


class Course:
    """A journalled game, moved on by the test."""

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
        correction = judge_observations.Corrected(
            at_ms=self.at_ms, entry=entry, observation=right, agreed=agreed
        )
        slots = slots_of((each.number, each.observation, each.events) for each in self.journal.hanchan())
        try:
            refolded, state = refold(slots, correction)
        except CorrectionRefusedError:
            return
        self.journal.append(correction, (refolded,), state=state)
        self.state = state

    def added(self) -> int:
        """Points that judges add or remove on purpose, and bets that nobody gets."""
        slots = slots_of((each.number, each.observation, each.events) for each in self.journal.hanchan())
        return sum(
            sum(event.changes) + BET * event.bets
            for slot in slots
            for event in slot.events
            if isinstance(event, judge_events.ScoresAdjusted)
        )
