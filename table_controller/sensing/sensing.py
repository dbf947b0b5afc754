"""Turns signals and sightings into observations, in an order in which the acts can have happened.

Buttons and walls report within milliseconds. The camera reports later, and gives only the interval in which something
happened. So every input waits here until each source has confirmed that nothing older will come that matters
(``awaiting.py``). A sighting that turns out to be older all the same is given out late. Among the inputs that may have
come next, the best fit goes first: a discard before the draw that follows it, a call after the tile it claims. An input
that does not fit waits ``PATIENCE_MS`` for an explanation and is then reported as it is: people make illegal moves, and
the referee must see them. A reading covers a whole zone and is compared with the referee's state. So the first look
after a restart reports everything new, and nothing twice.
"""

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field, replace
from typing import Any, Final, TypeVar

from msgspec import structs

from firmware_bridge.messages.signals import Button, Curtain, Levels, Signal, WallTouch
from referee.game import observations
from referee.game.draws import hand_over
from referee.game.events import FoulSuspected
from referee.game.observations import Observation
from referee.game.position import IN_HAND, GameState
from referee.judging.findings.suspicion import due_ms
from table_controller.journal.panel_signals import PanelSignal
from table_controller.journal.signals_store import is_kept
from table_controller.machine.curtains import Curtains
from table_controller.sensing import doubt
from table_controller.sensing.expecting import expected
from table_controller.sensing.felt_sticks import LOOKED_MS, Bets
from table_controller.sensing.hindrances import Hindrances
from table_controller.sensing.policies import draws
from table_controller.sensing.policies.kans import added_first
from table_controller.sensing.policies.kinds import policy_of
from table_controller.sensing.resting import Rest
from table_controller.sensing.sight import LOST_MS, HandSight
from table_controller.sensing.waiting import closing
from table_controller.sensing.waiting.awaiting import in_turns
from table_controller.sensing.waiting.fitting import EXPECTED, LAST, UNEXPECTED
from table_controller.sensing.waiting.hand_by_sight import HandBySight
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen
from table_controller.sensing.waiting.hands_over import Hands
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import (
    PATIENCE_MS,
    AnyInput,
    InputContext,
    Key,
    Payload,
    PendingInput,
    Policy,
    without_replaced,
)
from table_controller.sensing.waiting.policy_result import Press
from table_controller.sensing.waiting.sources import LONGEST_WAIT_MS, Sources, looked
from table_controller.sensing.waiting.unit_reports import UNIT_DELAY_MS
from vision.geometry import STANDARD_TILE, TileSize
from vision.sightings import (
    CameraAlert,
    DiceSeen,
    FoundTrack,
    HandsOver,
    LostTrack,
    Sighting,
    SticksSeen,
    TileMoved,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.tracking.expectation import Expectation
from vision.zones import EACH_CHAIR, ZoneId

S = TypeVar("S", bound="Sighting")
PANEL_LATE_MS: Final = 10
"""A press at the panel may be dated late by this much, because a thread takes the time and not the hardware. [ms; judged:
the time to wake a thread on a busy Pi]"""


@dataclass(frozen=True, slots=True)
class Step:
    """The next step: observations to judge in this order, or a button press to give to the machine.

    Attributes:
        settles: the inbox signals to settle once the step is done: with its last observation, if it has any.
        settled_ms: time of the frame or signal that led to the step.
        note: a message to people, empty if there is none.
        begins: the chair that begins a hanchan and deals first, None if none begins.
    """

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    settles: tuple[Key, ...] = ()
    settled_ms: int = 0
    note: str = ""
    begins: int | None = None


@dataclass(slots=True)
class Sensing:
    """Collects signals and sightings and gives out observations in order.

    Call ``signal`` and ``sighting`` as inputs arrive, then ``step`` until it returns None; ``wake_ms`` says when to
    ask again if nothing arrives.

    Args:
        started_ms: table time at which the sources were started.
        last_ms: time of the newest observation in the journal; no observation gets an earlier time.
        tile: the size of the table's tiles.
        by_sight: finds where hands begin and end by the tiles on the table; None if dice and buttons report it.
        unit_heard: returns when the unit's session began and when it was last heard, in ms; None if unknown.
        ask_unit: asks the unit for an answer at this time, in ms, or later.

    Attributes:
        curtains: when a hand was over each chair's line.
        sources: the times up to which the reports of unit and vision are complete.
        rest: True if the table is at rest.
        hindrances: the hindrances to play.
    """

    started_ms: InitVar[int] = 0
    last_ms: int = 0
    tile: TileSize = STANDARD_TILE
    unit_heard: Callable[[], tuple[int, int] | None] = lambda: None
    ask_unit: Callable[[int], None] = lambda _: None
    by_sight: HandBySight | None = None
    curtains: Curtains = field(default_factory=Curtains)
    sources: Sources = field(init=False)
    rest: Rest = field(init=False)
    _waiting: list[AnyInput] = field(default_factory=list)
    _order: int = 0
    _after_sweep: list[ZoneReading] = field(default_factory=list)
    _memory: Memory = field(init=False)
    _bets: Bets = field(default_factory=Bets)
    sight: HandSight = field(default_factory=HandSight)
    hindrances: Hindrances = field(default_factory=Hindrances)
    _state: GameState | None = None
    _begun: bool = False
    _passed: tuple[int, tuple[FoulSuspected, ...]] | None = None
    _takers: dict[type[Any], list[Callable[[Any, int], object]]] = field(init=False)
    """The parts that take each kind of sighting."""

    def __post_init__(self, started_ms: int) -> None:
        self.sources = Sources(started_ms, self.curtains)
        self.rest = Rest(started_ms)
        self._memory = Memory(Hands(self.curtains), by_sight=self.by_sight)
        self._takers = {
            LostTrack: [self._lost_track],
            FoundTrack: [self._found_track],
            Watermark: [self._frame],
            HandsOver: [self._hands_over],
            WallSeen: [self._wall_seen],
            SticksSeen: [self._sticks_seen],
            TileMoved: [self._tile_moved],
            ZoneReading: [self._read],
            DiceSeen: [self._dice_seen],
            CameraAlert: [],
        }

    # Inputs

    def signal(self, signal: Signal, now_ms: int) -> bool:
        """Take a signal of unit or panel; return False if this kind has no effect here."""
        self.rest.note(signal, now_ms)
        unit = self.sources.unit
        late = signal.at_ms < unit.judged_ms
        of_panel = isinstance(signal, PanelSignal)
        if not of_panel:
            unit.note_signal(signal.at_ms, now_ms)
        match signal:
            case Levels():
                self._curtains_stand(signal)
            case Curtain():
                self._memory.hands.curtain(signal)
            case Button():
                self._memory.chord.note_button(signal)
            case WallTouch(touching=True):
                self._memory.taken.touched(signal.at_ms)
        if not is_kept(signal):
            return False
        earliest = signal.at_ms - (PANEL_LATE_MS if of_panel else 0)
        pending = self._add(signal, signal.at_ms, earliest, signal.at_ms, now_ms)
        pending.late = late
        return True

    def _curtains_stand(self, levels: Levels) -> None:
        """Compare the curtains that the unit reports after lost signals: one that differs has changed meanwhile."""
        unit = self.sources.unit
        if unit.lost_since_ms is not None:
            self._memory.hands.stand(levels.curtains, unit.lost_since_ms, levels.at_ms, levels.number)
            unit.lost_since_ms = None
        for chair in EACH_CHAIR:
            self.curtains.stand(chair, broken=bool(levels.curtains >> chair & 1))

    def sighting(self, sighting: Sighting, now_ms: int) -> None:
        self.rest.note(sighting, now_ms)
        for take in self._takers[type(sighting)]:
            take(sighting, now_ms)

    def also(self, kind: type[S], take: Callable[[S], object]) -> None:
        """Give the sightings of a kind to another part too, after the parts registered before it."""
        self._takers[kind].append(lambda sighting, _: take(sighting))

    def _lost_track(self, lost: LostTrack, _now_ms: int) -> None:
        self.sight.lose_table(lost)
        self.sources.lose(lost)

    def _found_track(self, found: FoundTrack, _now_ms: int) -> None:
        self.sight.find_table(found)
        self.sources.find(found)

    def _hands_over(self, hands: HandsOver, _now_ms: int) -> None:
        self._memory.hands.note_arms(hands)
        self._memory.taken.arms(hands)

    def _wall_seen(self, wall: WallSeen, now_ms: int) -> None:
        self._memory.taken.note_wall(wall)
        if self.by_sight is not None:
            self._hand_seen(self.by_sight.note_wall(wall), now_ms)

    def _sticks_seen(self, sticks: SticksSeen, _now_ms: int) -> None:
        self._bets.note_sticks(sticks)

    def _tile_moved(self, move: TileMoved, _now_ms: int) -> None:
        # In the same frame it follows the reading that showed it.
        self._memory.note_move(move)

    def _dice_seen(self, dice: DiceSeen, _now_ms: int) -> None:
        if self.by_sight is not None:
            self.by_sight.note_dice(dice)

    def _read(self, reading: ZoneReading, now_ms: int) -> None:
        """Queue a reading: the tiles in a zone have changed."""
        reading = self._in_standard_tiles(reading)
        if self.by_sight is not None:
            over = self._state is not None and self._state.phase in IN_HAND and hand_over(self._state)
            self._hand_seen(self.by_sight.note_reading(reading, over=over), now_ms)
            if self._sweep_waits():
                self._after_sweep.append(reading)
                return
        if self._state is not None and self.sight.asked(self._state) and self._sweeps(reading):
            # What a hidden pond held, and the judge did not say, nobody will see any more.
            self.sight.lose(self._state)
        self._queue(reading, now_ms)

    def _sweeps(self, reading: ZoneReading) -> bool:
        """Return whether a pond is empty now in which tiles lay."""
        return (
            reading.zone.kind == "pond"
            and not reading.tiles
            and bool(self._memory.ponds.get(reading.zone.chair))
        )

    def _sweep_waits(self) -> bool:
        """Return whether people sweep the tiles of a hand that is not closed yet, so that readings are no longer play."""
        return any(isinstance(pending.payload, SweptSeen) for pending in self._waiting)

    def _hand_seen(self, seen: DealSeen | SweptSeen | None, now_ms: int) -> None:
        """Queue the beginning or the end of a hand."""
        if isinstance(seen, SweptSeen):
            self._add(seen, seen.at_ms, seen.since_ms, seen.at_ms, now_ms)
        elif seen is not None:
            self._add(seen, seen.at_ms, seen.at_ms, seen.at_ms, now_ms)

    def _queue(self, reading: ZoneReading, now_ms: int) -> None:
        earliest = reading.at_ms - reading.within_ms
        if reading.zone not in self.sources.known_zones:
            # The first look since vision started: these tiles may have lain there for long.
            self.sources.known_zones.add(reading.zone)
            earliest = 0
        self._waiting = without_replaced(self._waiting, reading, policy_of(reading))
        self._add(reading, reading.at_ms, earliest, reading.at_ms + reading.within_ms, now_ms)

    def _in_standard_tiles(self, reading: ZoneReading) -> ZoneReading:
        """Scale a player's row to standard tiles, so that fixed distances decide which tiles touch."""
        if reading.zone.shared or self.tile.scale == 1:
            return reading
        scale = self.tile.scale
        tiles = tuple(replace(each, x_mm=each.x_mm / scale, y_mm=each.y_mm / scale) for each in reading.tiles)
        return structs.replace(reading, tiles=tiles)

    def _frame(self, watermark: Watermark, now_ms: int) -> None:
        """Note that vision has read a frame completely."""
        self.sources.frame(watermark, now_ms)
        if looked(watermark):
            self._memory.hands.frame(watermark.at_ms)
        for chair in EACH_CHAIR:
            known_ms = self.sources.known_ms(ZoneId("wall", chair))
            if known_ms is not None:
                self._memory.taken.stands(chair, known_ms)

    def hand_begins(self, now_ms: int) -> None:
        """Begin a hand for a person, with dice that the unit did not report."""
        self._memory.hand_begins()
        if self.by_sight is not None:
            self._memory.taken.break_walls(self.by_sight.wall_break)
            self._lie_anew(now_ms)

    def _begin_late(self, state: GameState | None, now_ms: int) -> None:
        """Begin the hand that already lies on the table once it can begin; drop it if it is the hand in play."""
        if self.by_sight is None or (unbegun := self.by_sight.unbegun) is None:
            return
        if any(isinstance(pending.payload, DealSeen) for pending in self._waiting):
            return
        if state is not None and state.phase in IN_HAND and not self.sight.lost(state):
            self.by_sight.unbegun = None
        elif state is not None and state.phase == "waiting" and not state.dice_locked:
            self._hand_seen(unbegun, now_ms)
            self._lie_anew(now_ms)

    def _lie_anew(self, now_ms: int) -> None:
        """Queue the newest reading of each zone again, because readings meant nothing before the hand began."""
        for reading in () if self.by_sight is None else self.by_sight.lying:
            self._queue(reading, now_ms)

    def vision_started(self, now_ms: int) -> None:
        """Note that vision was restarted, so that it reads every zone for the first time again."""
        seen_ms = self.sources.seen_ms
        self.hindrances.begin("sight", now_ms if seen_ms is None else seen_ms)
        self.sight.gone = False
        self.rest.stir(now_ms)
        self._memory.vision_started()
        self._bets.forget()
        if self.by_sight is not None:
            self.by_sight.forget()
        self.sources.vision_started(now_ms)

    def _add(self, payload: Payload, at_ms: int, earliest: int, latest: int, now_ms: int) -> AnyInput:
        self._order += 1
        policy: Policy[Any] = policy_of(payload)
        pending = PendingInput(
            self._order, at_ms, earliest, latest + policy.slack_ms, now_ms, payload, policy
        )
        self._waiting.append(pending)
        return pending

    # Steps

    def blind(self, now_ms: int) -> bool:
        """Return whether the camera cannot see the table now."""
        return self.sight.gone or self.sources.silent(now_ms)

    def wake_ms(self, now_ms: int) -> int | None:
        """The time at which to ask for the next step even if nothing new arrives; None if nothing waits."""
        times = [
            moment
            for pending in self._waiting
            for moment in (
                pending.arrived_ms + PATIENCE_MS,
                pending.arrived_ms + LOST_MS,
                pending.held_ms + PATIENCE_MS,
                *self.sources.wake_ms(pending.at_ms),
            )
            if moment > now_ms
        ]
        due = due_ms(self._state)
        if due is not None:
            times += [due + wait for wait in (UNIT_DELAY_MS, LONGEST_WAIT_MS) if due + wait > now_ms]
        waited = [pending.at_ms for pending in self._waiting] + ([] if due is None else [due])
        if (ask_ms := self.sources.unit.ask_ms(waited, now_ms)) is not None:
            self.ask_unit(ask_ms)
        if (unit_ms := self.sources.unit.wake_ms(waited, now_ms)) is not None:
            times.append(unit_ms)
        return min(times) if times else None

    @property
    def state(self) -> GameState | None:
        return self._state

    def expectation(self) -> Expectation:
        """Return the changes that vision may expect next in that state."""
        return expected(self._state)

    def step(self, state: GameState | None, now_ms: int) -> Step | None:
        """Return the next step in this state of the game; None if everything has to wait."""
        self._state = state
        if self._after_sweep and not self._sweep_waits():
            for reading in self._after_sweep:
                self._queue(reading, now_ms)
            self._after_sweep.clear()
        if self._begun:
            self._begun = False
            self._lie_anew(now_ms)
        self._begin_late(state, now_ms)
        self._spot(state, now_ms)
        if (heard := self.unit_heard()) is not None:
            self.sources.unit.note_heard(*heard)
        watermark = self.sources.watermark(now_ms)
        self._take_as_reported(state, now_ms)
        blind = self.blind(now_ms)
        self.sight.look(state, now_ms, silent=self.sources.silent(now_ms))
        if (hindered := self._hindered(state, now_ms)) is not None:
            return hindered
        context = self._context(state)
        ranked = self._by_fit(watermark, context, now_ms)
        doubted_ms = self._doubted_ms(state)
        for fits, pending in ranked:
            if doubted_ms is not None and pending.earliest > doubted_ms and not pending.policy.comes_first:
                continue
            if fits == LAST and self._something_before(pending, context, now_ms, blind=blind):
                continue
            if context is not None and fits == UNEXPECTED and not self.sight.lost(state):
                step = self._explained(pending, context, watermark, now_ms, blind=blind)
            else:
                step = self._judged(pending, state, now_ms)
            if step is not None:
                return step
        return self._implied_discard(watermark, state) or self._deadline(watermark, state, blind=blind)

    def _hindered(self, state: GameState | None, now_ms: int) -> Step | None:
        """The observation that a hindrance to play has begun or ended; it goes before all that waits."""
        if (unseen_ms := self._unseen_ms(now_ms)) is not None:
            self.hindrances.begin("sight", unseen_ms)
        elif not self.blind(now_ms):
            self.hindrances.end("sight", now_ms)
        hindered = self.hindrances.unreported(state, now_ms)
        if hindered is None:
            return None
        return Step((structs.replace(hindered, at_ms=self.last_ms),), settled_ms=self.last_ms)

    def _unseen_ms(self, now_ms: int) -> int | None:
        """The time at which the camera last saw the table; None if that was a moment ago."""
        gone_ms, seen_ms = self.sight.gone_ms(now_ms), self.sources.seen_ms
        if gone_ms is None and seen_ms is not None and now_ms >= seen_ms + LONGEST_WAIT_MS:
            return seen_ms
        return gone_ms

    def _spot(self, state: GameState | None, now_ms: int) -> None:
        """Queue the bets and draws that the camera has now confirmed."""
        for bet in self._bets.due(state, now_ms):
            self._add(bet, bet.at_ms, bet.at_ms - LOOKED_MS, bet.at_ms, now_ms)
        for draw in self._memory.taken.drawn(now_ms):
            if state is not None and "wall_touch" not in state.senses:
                self._add(draw, (draw.since_ms + draw.at_ms) // 2, draw.since_ms, draw.at_ms, now_ms)

    def _context(self, state: GameState | None) -> InputContext | None:
        """The context of the hand in play; None between hands."""
        if state is None or state.phase not in IN_HAND:
            return None
        memory = self._memory
        return InputContext(
            state, self.sources, self._waiting, memory.corners, memory.ponds, memory.taken.broken
        )

    def _by_fit(
        self, watermark: int, context: InputContext | None, now_ms: int
    ) -> list[tuple[int, AnyInput]]:
        """The inputs that may go now, each with its fit, the best first."""
        ranked = [
            (
                EXPECTED if context is None else pending.policy.fit(pending, context),
                pending.at_ms,
                pending.order,
                pending,
            )
            for pending in self._first()
            if pending.at_ms <= watermark or self._nothing_before(pending, context, now_ms)
        ]
        return [(fits, pending) for fits, _, _, pending in sorted(ranked, key=lambda each: each[:3])]

    def _nothing_before(self, pending: AnyInput, context: InputContext | None, now_ms: int) -> bool:
        """Return whether a pending input may go although vision may still report older things elsewhere."""
        if context is None or self.sight.gone or not in_turns(context.state):
            return False
        waits = pending.policy.awaits(pending.payload, context.state)
        return waits is not None and self.sources.nothing_before(pending.at_ms, waits, now_ms)

    def _judged(self, pending: AnyInput, state: GameState | None, now_ms: int) -> Step | None:
        """Give a pending input out and return its step; None if the input is held back."""
        return None if self._hold(pending, state, now_ms) else self._give(pending, state)

    def _explained(
        self, pending: AnyInput, context: InputContext, watermark: int, now_ms: int, *, blind: bool
    ) -> Step | None:
        """Return the step of a pending input that does not fit the game, once it has waited for an explanation."""
        if any(doubt.may_explain(other, pending, watermark) for other in self._waiting):
            return None
        state, due = context.state, closing.due(pending, context)
        if due is not None and due.hidden and not (blind and pending.covered is None):
            pending.held_ms = now_ms
            unseen = True
        else:
            unseen = (
                pending.policy.unseen(pending, context)
                or (blind and not pending.policy.agreed)
                or closing.ura_unseen(pending, context)
            )
        until_ms = (
            pending.arrived_ms + LOST_MS if unseen else max(pending.arrived_ms, pending.held_ms) + PATIENCE_MS
        )
        if now_ms < until_ms:
            waits_long = now_ms >= pending.arrived_ms + PATIENCE_MS
            pending.doubtful = pending.doubtful or (waits_long and unseen and not pending.policy.agreed)
            return None
        pending.payload = pending.policy.reread(pending, context)
        if due is not None:
            return None if closing.is_read(due.seat, context) else self._refuse(pending, due.seat, state)
        if missing := self._ura_missing(pending, state):
            return self._miss_ura(pending, missing, state)
        if self.sight.has_gap(state) and not pending.policy.agreed:
            self.sight.lose(state)
        return self._judged(pending, state, now_ms)

    def _take_as_reported(self, state: GameState | None, now_ms: int) -> None:
        """Take the unit's signals up to now as complete, and mark the hand if some were lost."""
        unit = self.sources.unit
        unit.judged_ms = max(unit.judged_ms, unit.until_ms(now_ms))
        if unit.unsure:
            self.sight.miss_signals(state)
            unit.unsure = False

    def _deadline(self, watermark: int, state: GameState | None, *, blind: bool) -> Step | None:
        """Return the observation that a deadline has passed, once no older input can arrive."""
        due = due_ms(state)
        if (
            due is None
            or due > watermark
            or blind
            or any(pending.earliest <= due for pending in self._waiting)
        ):
            return None
        asked = (due, () if state is None else state.suspects)
        if asked == self._passed or self.sight.lost(state):
            return (
                None  # given out already without effect; in a lost hand, what would clear it is not reported
            )
        passed = observations.ClockAdvanced(at_ms=max(self.last_ms, due), source="daemon:clock")
        if state is not None and self.sight.unfelt(state) and doubt.would_find((passed,), state):
            self.sight.lose(state)
            return None
        self._passed, self.last_ms = asked, passed.at_ms
        return Step((passed,), settled_ms=self.last_ms)

    def _doubted_ms(self, state: GameState | None) -> int | None:
        """The time of the oldest input that waits for an explanation; None if none does."""
        doubted = [pending for pending in self._waiting if pending.doubtful]
        if not doubted:
            self.sight.ask(None)
            return None
        if state is None or state.phase not in IN_HAND or self.sight.lost(state):
            for pending in doubted:
                pending.doubtful = False
            return None
        return min(pending.at_ms for pending in doubted)

    def _hold(self, pending: AnyInput, state: GameState | None, now_ms: int) -> bool:
        """Return whether to hold a pending input back, because it contradicts the game and an unseen act may explain that."""
        pending.doubtful = False
        context = self._context(state)
        if context is None or state is None or self.sight.lost(state) or pending.policy.comes_first:
            return False
        hidden = pending.policy.unseen(pending, context) or pending.policy.follows_unseen(pending, context)
        gap = hidden or doubt.unseen_play(pending, state, self.sources)
        late = (
            doubt.is_late(pending, self.last_ms)
            or pending.at_ms <= self.sight.late_ms
            or self.sight.unfelt(state)
        )
        if not (gap or late) or not (hidden or self._contradicts(pending, state)):
            return False
        if not gap or len(self._waiting) > doubt.MOST_HELD:
            # The camera has seen everything that could explain it, but in an unknown order.
            self.sight.lose(state)
            return False
        if now_ms >= pending.arrived_ms + LOST_MS:
            self.sight.ask(state)
        pending.doubtful = True
        return True

    def _contradicts(self, pending: AnyInput, state: GameState) -> bool:
        """Return whether the referee would find a foul in a pending input, or the input means nothing although it must."""
        kept = self._memory, self.sight, self._waiting, self.last_ms
        self._memory, self.sight, self._waiting = kept[0].copied(), replace(kept[1]), list(kept[2])
        step = self._give(pending, state)
        self._memory, self.sight, self._waiting, self.last_ms = kept
        if not step.observations:
            return pending.policy.must_mean(pending.payload, state)
        return doubt.would_find(step.observations, state)

    def _first(self) -> list[AnyInput]:
        """The inputs that may have happened next: those whose interval begins before any other has ended."""
        if not self._waiting:
            return []
        soonest = min(pending.latest for pending in self._waiting)
        first = [pending for pending in self._waiting if pending.earliest <= soonest]
        # Each source reports in order. A held set button does not block other input.
        held = [pending for pending in self._waiting if pending.covered is not None or pending.doubtful]
        ahead = [pending for pending in self._waiting if held and pending.policy.before_end]
        return [
            pending
            for pending in dict.fromkeys([*first, *ahead])
            if not any(
                other.order < pending.order and other.lane == pending.lane
                for other in self._waiting
                if other not in held or pending not in ahead
            )
        ]

    def _something_before(
        self, pending: AnyInput, context: InputContext | None, now_ms: int, *, blind: bool
    ) -> bool:
        """Return whether something earlier than this input waits, or may still be reported."""
        if any(other.earliest <= pending.at_ms for other in self._waiting if other is not pending):
            return True
        if (
            context is None
            or blind
            or self.sight.lost(context.state)
            or now_ms >= pending.at_ms + LONGEST_WAIT_MS
        ):
            return False
        return closing.hand_unseen(pending, context)

    def _implied_discard(self, watermark: int, state: GameState | None) -> Step | None:
        """Return the discard of a tile that was called before vision read it in the pond; the meld shows its face."""
        if state is None or state.phase not in IN_HAND or self.sight.lost(state):
            return None
        if not (state.holding or draws.may_be_unseen(state)):
            return None
        for pending in self._waiting:
            tile = (
                None if pending.at_ms > watermark else pending.policy.discard_called(pending.payload, state)
            )
            if tile is None:
                continue
            before = min(
                (other.at_ms for other in self._waiting if other is not pending), default=pending.at_ms
            )
            at_ms = max(self.last_ms, min(before, pending.at_ms))
            within = max(at_ms - self.last_ms, 0)
            self.last_ms = at_ms
            seen = observations.TileDiscarded(
                at_ms=at_ms, within_ms=within, source=pending.source, seat=state.turn, tile=tile
            )
            return Step((seen,), settled_ms=pending.settled_ms)
        return None

    # Giving out

    def _give(self, pending: AnyInput, state: GameState | None) -> Step:
        self._waiting.remove(pending)
        key = pending.key
        settles = () if key is None else (key,)
        at_ms, within_ms = self._when(pending)
        context = self._context(state)
        self._memory.added_first = context is not None and bool(added_first(context))
        found, press, note, begins, more, anew, loses = pending.policy.means(
            pending.payload, state, self._memory, at_ms
        )
        self._begun = self._begun or anew
        if loses and state is not None:
            self.sight.lose(state)
        if self.sight.lost(state) and not pending.policy.when_lost:
            found = ()
        moved: tuple[Observation, ...] = ()
        if doubt.is_wide(pending):
            self.sight.late_ms = max(self.sight.late_ms, pending.latest)
        if found:
            # Otherwise a tile that the referee ignores would look new again and be given out for ever.
            if more and (pending.more is None or more < pending.more):
                self._waiting.append(replace(pending, more=more))
            moved = self._memory.hands.due(state, self.last_ms, at_ms)
            self.last_ms = at_ms
        stamped = tuple(
            structs.replace(
                seen, at_ms=at_ms, within_ms=max(within_ms, seen.within_ms), source=pending.source
            )
            for seen in found
        )
        return Step((*moved, *stamped), press, settles, pending.settled_ms, note, begins)

    def _refuse(self, pending: AnyInput, due: int, state: GameState) -> Step:
        """Refuse a set button that would close a hand while a hand that must be open is hidden."""
        self._waiting.remove(pending)
        self.sight.refuse(state, due)
        note = f"set button while the hand of chair {state.chairs[due]} has to be seen and cannot be: nothing is done"
        return Step(
            settles=() if pending.key is None else (pending.key,), settled_ms=pending.at_ms, note=note
        )

    def _ura_missing(self, pending: AnyInput, state: GameState) -> int:
        """Count the ura dora indicators that a win would lose by this set button; 0 if it was refused for them once."""
        if self.sight.ura_missing(state) or self.sight.lost(state):
            return 0
        return closing.ura_missing(pending, state, len(self._memory.ura(state.indicators)))

    def _miss_ura(self, pending: AnyInput, missing: int, state: GameState) -> Step:
        """Refuse a set button, once, that would close a win with only some of its ura dora."""
        self._waiting.remove(pending)
        self.sight.miss_ura(state, missing)
        note = f"set button while {missing} of {len(state.indicators)} ura dora indicators are not seen: nothing is done"
        return Step(
            settles=() if pending.key is None else (pending.key,), settled_ms=pending.at_ms, note=note
        )

    def _when(self, pending: AnyInput) -> tuple[int, int]:
        """The time of a pending input and its uncertainty, narrowed by the inputs before and after it."""
        if pending.latest < self.last_ms and pending.policy.origin.seen:
            # It ended before something already given out. Its interval shows that it is late.
            return self.last_ms, self.last_ms - pending.earliest
        lower = max(pending.earliest, self.last_ms)
        upper = min([pending.latest, *(other.latest for other in self._waiting)])
        upper = max(upper, lower)
        at_ms = min(max(pending.at_ms, lower), upper)
        if pending.policy.origin.seen:
            if at_ms != pending.at_ms:
                at_ms = (lower + upper) // 2
            return at_ms, max(at_ms - lower, upper - at_ms)
        return at_ms, max(abs(at_ms - pending.at_ms), pending.at_ms - pending.earliest)


__all__ = ["Press", "Sensing", "Step"]
