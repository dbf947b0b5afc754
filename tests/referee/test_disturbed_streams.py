"""A proper hand whose reports are shuffled, repeated, lost, contradicted or late while judges rule. A judge can recover
it."""

from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from config import read_ruleset
from referee.encoding.codec import canonical, encode
from referee.encoding.snapshot import encode_state
from referee.game import judge_events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.hands.payments import BET
from referee.journal.corrections.refold import CorrectionRefusedError, refold
from referee.journal.corrections.slots import slots_of
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.judging.decide import advance
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile, parse_tiles

RULES = {
    name: Ruleset.from_mapping(read_ruleset(name)) for name in ("wrc-2015", "riichi-mj", "saikouisen-2025")
}
seats = st.integers(0, 3)
some = st.lists(seats, max_size=4).map(tuple)
findings = st.none() | st.integers(0, 4)
hundreds = st.sampled_from([0, 0, 100, -100, 1000, -8000, 50])
four: st.SearchStrategy[Any] = st.tuples(hundreds, hundreds, hundreds, hundreds)
balanced_four = st.sampled_from([(100, -100, 0, 0), (0, 0, 8000, -8000), (1000, 1000, -1000, -1000)])
wins = st.builds(
    office.EnteredWin,
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
    st.builds(office.PlayHalted),
    st.builds(office.PlayReleased),
    st.builds(office.FoulEntered, rule=st.sampled_from([*CATALOGUE, "none"]), seat=seats),
    st.builds(
        office.PointsAdjusted,
        changes=four | balanced_four,
        bets=st.sampled_from([0, 0, 1, -1]),
        balanced=st.booleans(),
    ),
    st.builds(
        office.HandEntered,
        result=st.sampled_from(get_args(office.EnteredResult)),
        wins=st.lists(wins, max_size=2).map(tuple),
        tenpai=some,
        nagashi=some,
        riichi=some,
        changes=st.none() | balanced_four,
    ),
    st.builds(office.SignalGiven, ago_ms=st.integers(0, 60_000)),
    st.builds(office.SheetSigned, hanchan=st.integers(1, 3)),
    st.builds(office.ClockPaused, on=st.booleans()),
    st.builds(office.ClockExtended, minutes=st.integers(-100, 30)),
    st.builds(office.HandGranted, on=st.booleans()),
    st.builds(office.PlayerReplaced, seat=seats, name=st.sampled_from(["", "Eve", "Fay"])),
    st.builds(
        office.AppealNoted,
        seat=seats,
        finding=findings,
        outcome=st.sampled_from(["open", "upheld"]),
    ),
    st.builds(seen.GongHeard),
    st.builds(seen.HanchanClosed, judge=st.just("anna")),
]
HAND = (UNKNOWN,) * 13
DEALT = seen.HandDealt(dice=(3, 4), hands=(HAND, HAND, HAND, HAND))


def turn(seat: int, tile: str, *, sideways: bool = False) -> list[Observation]:
    return [
        seen.HandMoved(seat=seat, across=True),
        seen.TileDrawn(seat=seat, tile=UNKNOWN),
        seen.HandMoved(seat=seat, across=False),
        seen.TileDiscarded(seat=seat, tile=parse_tile(tile), sideways=sideways),
    ]


GOOD: Final[list[Observation]] = [
    DEALT,
    seen.IndicatorSeen(tile=parse_tile("1z")),
    *turn(0, "9s"),
    *turn(1, "5p"),
    seen.CallHeard(seat=3, call="pon"),
    seen.MeldShown(seat=3, kind="pon", tiles=parse_tiles("5p5p0p"), claimed=parse_tile("5p"), source_seat=1),
    seen.TileDiscarded(seat=3, tile=parse_tile("7z"), sideways=False),
    *turn(0, "1p"),
    *turn(1, "2p"),
    seen.CallHeard(seat=2, call="riichi"),
    *turn(2, "9p", sideways=True),
    seen.StickLaid(seat=2),
    *turn(3, "3z"),
    *turn(0, "4z"),
    *turn(1, "1s"),
    seen.TileDrawn(seat=2, tile=UNKNOWN),
    seen.CallHeard(seat=2, call="tsumo"),
    seen.TilesShown(seat=2, tiles=parse_tiles("1m2m3m4m5m6p7p8p2s2s7s8s6m"), winning=parse_tile("9s")),
    seen.UraSeen(tiles=(parse_tile("4z"),)),
    seen.HandClosed(),
]
"""The reports of sensors: pon, riichi, tsumo."""

places = st.integers(0, len(GOOD) - 1)
disturbances = st.lists(
    st.one_of(
        st.tuples(places, st.sampled_from(["missing", "twice", "swapped", "late", "again at the end"])),
        st.tuples(places, st.just("other seat"), st.integers(1, 3)),
        st.tuples(places, st.just("other tile"), st.integers(0, 33)),
        st.tuples(places, st.just("judge"), st.one_of(*words)),
        st.tuples(places, st.just("insert"), st.integers(1, 12), st.sampled_from(GOOD)),
        st.tuples(places, st.just("correct"), st.integers(1, 12), st.booleans()),
    ),
    max_size=12,
)


def elsewhere(act: Any, steps: int) -> Observation:
    """The same, for another seat."""
    moved: Observation = replace(act, seat=(act.seat + steps) % 4)
    return moved


def disturbed(reports: list[tuple[Any, ...]]) -> list[Any]:
    """The hand with all of this done to it; items that are not observations are for ``inserts`` or ``corrects``."""
    steps: list[list[Any]] = [[each] for each in GOOD]
    for at, how, *rest in reports:
        step = steps[at]
        acts = [each for each in step if isinstance(each, seen.Observation)]
        if how == "missing":
            steps[at] = [each for each in step if each not in acts]
        elif how == "twice":
            step += acts
        elif how == "swapped":
            other = max(at - 1, 0)
            steps[other], steps[at] = steps[at], steps[other]
        elif how == "late":
            steps[at] = []
            steps[min(at + 4, len(steps) - 1)] += step
        elif how == "again at the end":
            steps[-1] += acts
        elif how == "other seat":
            step += [elsewhere(each, rest[0]) for each in acts if getattr(each, "seat", None) is not None]
        elif how == "other tile":
            step += [replace(each, tile=rest[0]) for each in acts if isinstance(each, seen.TileDiscarded)]
        elif how == "judge":
            step.insert(0, rest[0])
        else:
            step.append((how, *rest))
    return [each for step in steps for each in step]


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
        correction = office.Corrected(at_ms=self.at_ms, entry=entry, observation=right, agreed=agreed)
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


class BadReports(Course):
    """The course of a badly reported hand; counts its reports."""

    reported = 1

    def does(self, step: Any) -> None:
        if isinstance(step, tuple) and step[0] == "insert":
            self.inserts(*step[1:])
        elif isinstance(step, tuple):
            before = self.journal.number
            self.corrects(step[1], "tile" if step[2] else "drop", True)
            self.reported += self.journal.number - before
        else:
            self.sees(step)
            self.reported += 1

    def inserts(self, back: int, act: Observation) -> None:
        self.at_ms += 1000
        insertion = office.Inserted(
            at_ms=self.at_ms,
            after=max(1, self.journal.number - back),
            observation=encode(act),
            judge="anna",
            agreed=True,
        )
        slots = slots_of((each.number, each.observation, each.events) for each in self.journal.hanchan())
        try:
            refolded, state = refold(slots, insertion)
        except CorrectionRefusedError:
            return
        self.journal.append(insertion, (refolded,), state=state)
        self.state = state
        self.reported += 1


def judge_goes_on(game: BadReports) -> None:
    """Let a judge go on with a table on which everything went wrong: the next hand is played without a finding."""
    assert game.state is not None
    if game.state.phase in {"dealing", "playing", "closing"}:
        game.does(seen.RulingGiven(ruling="void", judge="anna"))
    for seat in game.state.desk.disqualified:
        game.does(office.PlayerReplaced(seat=seat, name=f"New {seat}", judge="anna"))
    if game.state.phase == "ended":
        game.does(seen.HanchanBegun(ruleset=game.rules.to_mapping(), names=("A", "B", "C", "D")))
    if game.state.desk.stopped:
        game.does(office.PlayReleased(judge="anna"))
    assert (game.state.phase, game.state.desk.stopped) == ("waiting", "")
    found = len(game.state.findings)
    game.does(DEALT)
    game.does(seen.IndicatorSeen(tile=parse_tile("1z")))
    dealer = game.state.dealer
    for number in range(4):
        for each in turn((dealer + number) % 4, f"{number + 1}m"):
            game.does(each)
    assert (game.state.phase, game.state.hands > 0) == ("playing", True)
    assert len(game.state.findings) == found
    assert [len(seat.pond) for seat in game.state.seats] == [1, 1, 1, 1]


@pytest.mark.parametrize("ruleset", RULES)
def test_told_properly_there_is_nothing_to_find(ruleset: str) -> None:
    game = BadReports(ruleset)
    for step in GOOD:
        game.does(step)
    assert game.state is not None
    assert game.state.findings == ()
    assert game.state.last is not None
    assert game.state.last.result == "tsumo"
    game.journal.close()


@pytest.mark.parametrize("ruleset", RULES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports=disturbances)
def test_however_badly_it_is_told_a_judge_can_go_on(ruleset: str, reports: list[tuple[Any, ...]]) -> None:
    can_go_on(ruleset, reports)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("ruleset", RULES)
@settings(max_examples=500, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(reports=disturbances)
def test_at_length_however_badly_it_is_told(ruleset: str, reports: list[tuple[Any, ...]]) -> None:
    can_go_on(ruleset, reports)


def can_go_on(ruleset: str, reports: list[tuple[Any, ...]]) -> None:
    game = BadReports(ruleset)
    for step in disturbed(reports):
        game.does(step)
        state = game.state
        assert state is not None
        if state.phase != "ended":
            held = sum(state.scores) + BET * state.bets
            assert held == 4 * state.ruleset.flow.start_points + game.added(), "no point appears or vanishes"
    judge_goes_on(game)
    assert game.journal.number == game.reported, "nothing that was told is missing from the journal"
    whole, quick = verify(game.journal).state, game.journal.load().state
    assert game.state is not None
    assert whole == game.state
    assert quick is not None
    assert canonical(encode_state(quick)) == canonical(encode_state(game.state))
    game.journal.close()
