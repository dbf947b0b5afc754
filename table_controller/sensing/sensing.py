"""From signals and sightings to observations, in the order in which things can have happened.

Buttons and walls speak within milliseconds, the camera later and less sharply: what it reports lies somewhere in an
interval. So everything waits here until each source has said that nothing older will come that would matter
(``awaiting.py``); what is seen there all the same later is given out then, as late as it is. Of what may have come
next, that is taken which fits the game: a discard before the draw that follows it, a call after the tile it is for.
What fits nothing waits for ``PATIENCE_MS`` for what would explain it and is then reported as it is: people do illegal
things, and the referee must see them. Readings are whole zones and are compared with the referee's state, so that a
first look after a restart reports what is new and nothing twice.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, replace
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import Button, ButtonName, Curtain, Levels, WallTouch
from referee.game import observations
from referee.judging.findings.suspicion import due_ms
from table_controller.journal.signals_store import is_kept
from table_controller.sensing import doubt
from table_controller.sensing.expecting import expected
from table_controller.sensing.felt_sticks import LOOKED_MS, Bets
from table_controller.sensing.hands_over import CHAIRS
from table_controller.sensing.meaning import Interpreter, Press
from table_controller.sensing.sight import LOST_MS, Sight
from table_controller.sensing.waiting import closing
from table_controller.sensing.waiting.fitting import IN_PLAY, LAST, UNEXPECTED, called_from_turn, seat_of
from table_controller.sensing.waiting.ranking import rank
from table_controller.sensing.waiting.sources import LONGEST_WAIT_MS, Sources, looked
from table_controller.sensing.waiting.unit_told import UNIT_DELAY_MS
from table_controller.sensing.waiting.unseen import discard_unseen, meld_unseen
from table_controller.sensing.waiting.waiting import SEEN, Item, goes_before_end, lane, without_older
from vision.sightings import (
    FoundTrack,
    HandsOver,
    LostTrack,
    SticksSeen,
    TileMoved,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.zones import FELT, ZoneId

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.messages.signals import Signal
    from referee.game.events import FoulSuspected
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from table_controller.sensing.waiting.waiting import Key, Said
    from vision.sightings import Sighting
    from vision.tracking.expectation import Expectation

PATIENCE_MS: Final = 4000
"""How long something that does not fit the game waits for what would explain it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done next: observations to judge in this order, or a press for the machine.

    Attributes:
        settles: inbox signals that are dealt with once this is journalled (with the last observation) or done.
        settled_ms: time of the frame or signal that it comes from.
        note: something a person should know, empty if nothing.
        begins: the chair that begins a hanchan and deals first, None if nobody does.
    """

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    settles: tuple[Key, ...] = ()
    settled_ms: int = 0
    note: str = ""
    begins: int | None = None


@dataclass(slots=True)
class Sensing:
    """Collects what is seen and felt and gives it out in order.

    Call ``signal`` and ``sighting`` as they come, then ``step`` until it gives None; ``wake_ms`` says when to ask
    again if nothing comes.

    Args:
        started_ms: table time at which the sources were started.
        last_ms: time of the newest observation in the journal; none will be given an earlier one.
        unit_heard: tells when the unit's session began and when it was heard last, in ms; None where nobody knows.

    Attributes:
        sources: how far what they tell is complete.
    """

    started_ms: InitVar[int] = 0
    last_ms: int = 0
    unit_heard: Callable[[], tuple[int, int] | None] = lambda: None
    sources: Sources = field(init=False)
    _waiting: list[Item] = field(default_factory=list)
    _order: int = 0
    _interpreter: Interpreter = field(default_factory=Interpreter)
    _bets: Bets = field(default_factory=Bets)
    sight: Sight = field(default_factory=Sight)
    _state: GameState | None = None
    _passed: tuple[int, tuple[FoulSuspected, ...]] | None = None

    def __post_init__(self, started_ms: int) -> None:
        self.sources = Sources(started_ms)

    # What comes in

    def signal(self, signal: Signal, now_ms: int) -> bool:
        """Take a signal of the unit; False if nothing ever comes of such a signal."""
        unit = self.sources.unit
        late = signal.at_ms < unit.judged_ms
        unit.told(signal.at_ms, now_ms)
        if isinstance(signal, Levels) and unit.lost_since_ms is not None:
            self._curtains_stand(signal, unit.lost_since_ms)
            unit.lost_since_ms = None
        if isinstance(signal, Curtain):
            self._interpreter.hands.curtain(signal)
            self.sources.curtain(signal)
            return False
        if isinstance(signal, Button):
            self._interpreter.chord.take(signal)
        if not is_kept(signal):
            return False
        if isinstance(signal, WallTouch):
            self._interpreter.taken.touched(signal.at_ms)
        self._add(signal, signal.at_ms, signal.at_ms, signal.at_ms, now_ms)
        self._waiting[-1].late = late
        return True

    def _curtains_stand(self, levels: Levels, since_ms: int) -> None:
        self._interpreter.hands.stand(levels.curtains, since_ms, levels.at_ms, levels.number)
        for chair in CHAIRS:
            self.sources.curtain(
                Curtain(chair=chair, broken=bool(levels.curtains >> chair & 1), at_ms=levels.at_ms)
            )

    def sighting(self, sighting: Sighting, now_ms: int) -> None:
        """Take a sighting of vision."""
        if isinstance(sighting, LostTrack | FoundTrack):
            self.sight.take(sighting)
            self.sources.track(sighting)
        elif isinstance(sighting, Watermark):
            self._frame(sighting, now_ms)
        elif isinstance(sighting, HandsOver):
            self._interpreter.hands.seen(sighting)
            self._interpreter.taken.arms(sighting)
        elif isinstance(sighting, WallSeen):
            self._interpreter.taken.seen(sighting)
        elif isinstance(sighting, SticksSeen):
            self._bets.seen(sighting)
        elif isinstance(sighting, TileMoved):
            # It follows the reading that showed it, in the same frame.
            self._interpreter.moved(sighting)
        elif isinstance(sighting, ZoneReading):
            earliest = sighting.at_ms - sighting.within_ms
            if sighting.zone not in self.sources.known_zones:
                # The first look since vision started: it may have been so for long.
                self.sources.known_zones.add(sighting.zone)
                earliest = 0
            self._waiting = without_older(self._waiting, sighting)
            latest = sighting.at_ms + sighting.within_ms
            if sighting.zone == FELT:
                latest += PATIENCE_MS  # nothing has to wait for it
            self._add(sighting, sighting.at_ms, earliest, latest, now_ms)

    def _frame(self, told: Watermark, now_ms: int) -> None:
        """A frame was read to its end."""
        self.sources.frame(told, now_ms)
        if looked(told):
            self._interpreter.hands.frame(told.at_ms)
        for chair in CHAIRS:
            known_ms = self.sources.known_ms(ZoneId("wall", chair))
            if known_ms is not None:
                self._interpreter.taken.stands(chair, known_ms)

    def hand_begins(self) -> None:
        """A person begins a hand with dice that the unit did not tell."""
        self._interpreter.hand_begins()

    def vision_started(self, now_ms: int) -> None:
        """Vision was started anew: it reads every zone for the first time again."""
        self.sight.gone = False
        self._interpreter.vision_started()
        self._bets.forget()
        self.sources.vision_started(now_ms)

    def _add(self, said: Said, at_ms: int, earliest: int, latest: int, now_ms: int) -> None:
        self._order += 1
        self._waiting.append(Item(self._order, at_ms, earliest, latest, now_ms, said))

    # What goes out

    def blind(self, now_ms: int) -> bool:
        """Whether the camera sees nothing of the table now."""
        return self.sight.gone or self.sources.silent(now_ms)

    def wake_ms(self, now_ms: int) -> int | None:
        """When to ask for the next step although nothing new has come; None if nothing waits."""
        times = [
            moment
            for item in self._waiting
            for moment in (
                item.arrived_ms + PATIENCE_MS,
                item.arrived_ms + LOST_MS,
                item.held_ms + PATIENCE_MS,
                *self.sources.wake_ms(item),
            )
            if moment > now_ms
        ]
        due = due_ms(self._state)
        if due is not None:
            times += [due + wait for wait in (UNIT_DELAY_MS, LONGEST_WAIT_MS) if due + wait > now_ms]
        unit_ms = self.sources.unit.wake_ms(now_ms)
        if unit_ms is not None and (self._waiting or due is not None):
            times.append(unit_ms)
        return min(times) if times else None

    @property
    def state(self) -> GameState | None:
        """The newest state of the game that is known here."""
        return self._state

    def expectation(self) -> Expectation:
        """What vision may expect to see next, in the newest state of the game that is known here."""
        return expected(self._state)

    def step(self, state: GameState | None, now_ms: int) -> Step | None:
        """The next thing to do in this state of the game, or None if everything has to wait."""
        self._state = state
        for bet in self._bets.due(state, now_ms):
            self._add(bet, bet.at_ms, bet.at_ms - LOOKED_MS, bet.at_ms, now_ms)
        for draw in self._interpreter.taken.drawn(now_ms):
            if state is not None and "wall_touch" not in state.senses:
                self._add(draw, (draw.since_ms + draw.at_ms) // 2, draw.since_ms, draw.at_ms, now_ms)
        if (heard := self.unit_heard()) is not None:
            self.sources.unit.heard(*heard)
        watermark = self.sources.watermark(now_ms)
        self._judged_as_told(state, now_ms)
        blind = self.blind(now_ms)
        self.sight.look(state, blind=blind)
        ready = [
            item
            for item in self._first()
            if item.at_ms <= watermark
            or (not self.sight.gone and self.sources.nothing_before(item, state, now_ms))
        ]
        ranked = sorted(
            (rank(item, state, self.sources, self._waiting), item.at_ms, item.order, item) for item in ready
        )
        doubted_ms = self._doubted_ms(state)
        for fits, _, _, item in ranked:
            if doubted_ms is not None and item.earliest > doubted_ms and not doubt.comes_first(item):
                continue
            if fits == LAST and self._something_before(item, state, now_ms, blind=blind):
                continue
            if fits != UNEXPECTED or self.sight.lost(state):
                if self._hold(item, state, now_ms):
                    continue
                return self._give(item, state)
            agreed = isinstance(item.said, Button) and item.said.button is ButtonName.SET
            called = meld_unseen(item, state, self.sources, self._waiting)
            due = closing.due(item, state, self.sources, self._waiting)
            owed = due is not None and due.hidden and not (blind and item.covered is None)
            if owed:
                item.held_ms = now_ms
            unseen = (
                called
                or owed
                or (blind and not agreed)
                or closing.ura_unseen(item, state, self.sources, self._waiting)
                or discard_unseen(item, state, self.sources, self._waiting)
            )
            until_ms = (
                item.arrived_ms + LOST_MS if unseen else max(item.arrived_ms, item.held_ms) + PATIENCE_MS
            )
            if now_ms < until_ms:
                waits_long = now_ms >= item.arrived_ms + PATIENCE_MS
                item.doubtful = item.doubtful or (waits_long and unseen and not agreed)
                continue
            if state is not None and due is not None:
                if closing.is_read(due.seat, state, self._waiting):
                    continue
                return self._refuse(item, due.seat, state)
            if (missing := self._ura_missing(item, state)) and state is not None:
                return self._miss_ura(item, missing, state)
            if state is not None and self.sight.has_gap(state) and not agreed:
                self.sight.lose(state)
            if self._hold(item, state, now_ms):
                continue
            return self._give(item, state)
        return self._implied_discard(watermark, state) or self._deadline(watermark, state, blind=blind)

    def _judged_as_told(self, state: GameState | None, now_ms: int) -> None:
        """From here on all that the unit felt until now counts as told; what was lost of it is noted for this hand."""
        unit = self.sources.unit
        unit.judged_ms = max(unit.judged_ms, unit.until_ms(now_ms))
        if unit.unsure:
            self.sight.miss_signals(state)
            unit.unsure = False

    def _deadline(self, watermark: int, state: GameState | None, *, blind: bool) -> Step | None:
        """A moment in which nothing happened and which proves something, once nothing from before it can come any more."""
        due = due_ms(state)
        if due is None or due > watermark or blind or any(item.earliest <= due for item in self._waiting):
            return None
        asked = (due, () if state is None else state.suspects)
        if asked == self._passed or self.sight.lost(state):
            return None  # it was told, and nothing came of it; what makes it good in a lost hand is not told
        passed = observations.ClockAdvanced(at_ms=max(self.last_ms, due), source="daemon:clock")
        if state is not None and self.sight.unfelt(state) and doubt.would_find((passed,), state):
            self.sight.lose(state)
            return None
        self._passed, self.last_ms = asked, passed.at_ms
        return Step((passed,), settled_ms=self.last_ms)

    def _doubted_ms(self, state: GameState | None) -> int | None:
        """Since when nothing is judged, because something waits for what explains it; None if nothing does."""
        doubted = [item for item in self._waiting if item.doubtful]
        if not doubted:
            self.sight.ask(None)
            return None
        if state is None or state.phase not in IN_PLAY or self.sight.lost(state):
            for item in doubted:
                item.doubtful = False
            return None
        return min(item.at_ms for item in doubted)

    def _hold(self, item: Item, state: GameState | None, now_ms: int) -> bool:
        """Whether an item is held back: it contradicts the game, which may come of what was not seen."""
        item.doubtful = False
        if state is None or state.phase not in IN_PLAY or self.sight.lost(state) or doubt.comes_first(item):
            return False
        hidden = (
            discard_unseen(item, state, self.sources, self._waiting)
            or meld_unseen(item, state, self.sources, self._waiting)
            or doubt.kan_unseen(item, state)
            or doubt.indicator_unseen(item, state, self.sources)
        )
        gap = hidden or doubt.unseen_play(item, state, self.sources)
        late = (
            doubt.is_late(item, self.last_ms) or item.at_ms <= self.sight.late_ms or self.sight.unfelt(state)
        )
        if not (gap or late) or not (hidden or self._contradicts(item, state)):
            return False
        if not gap or len(self._waiting) > doubt.MOST_HELD:
            # All that could explain it has been seen, in an order that nobody knows.
            self.sight.lose(state)
            return False
        if now_ms >= item.arrived_ms + LOST_MS:
            self.sight.ask(state)
        item.doubtful = True
        return True

    def _contradicts(self, item: Item, state: GameState) -> bool:
        """Whether a foul would be found in it, or nothing be made of it that something has to be made of."""
        kept = self._interpreter, self.sight, self._waiting, self.last_ms
        self._interpreter, self.sight, self._waiting = kept[0].copied(), replace(kept[1]), list(kept[2])
        step = self._give(item, state)
        self._interpreter, self.sight, self._waiting, self.last_ms = kept
        if not step.observations and isinstance(item.said, WallTouch):
            return state.holding and seat_of(state, item.said.chair) == state.turn
        return doubt.would_find(step.observations, state)

    def _first(self) -> list[Item]:
        """What may have happened next: nothing else was over before it began."""
        if not self._waiting:
            return []
        soonest = min(item.latest for item in self._waiting)
        first = [item for item in self._waiting if item.earliest <= soonest]
        # A source tells its own things in order. A set button that is held holds not everything up.
        held = [item for item in self._waiting if item.covered is not None or item.doubtful]
        ahead = [item for item in self._waiting if held and goes_before_end(item)]
        return [
            item
            for item in dict.fromkeys([*first, *ahead])
            if not any(
                other.order < item.order and lane(other) == lane(item)
                for other in self._waiting
                if other not in held or item not in ahead
            )
        ]

    def _something_before(self, item: Item, state: GameState | None, now_ms: int, *, blind: bool) -> bool:
        """Whether something may still be told that came before what ends the hand."""
        if any(other.earliest <= item.at_ms for other in self._waiting if other is not item):
            return True
        if blind or self.sight.lost(state) or now_ms >= item.at_ms + LONGEST_WAIT_MS:
            return False
        return closing.hand_unseen(item, state, self.sources, self._waiting)

    def _implied_discard(self, watermark: int, state: GameState | None) -> Step | None:
        """A tile that was called from the pond before it could be read there: the meld tells what it was."""
        if state is None or state.phase not in IN_PLAY or not state.holding or self.sight.lost(state):
            return None
        for item in self._waiting:
            tile = None if item.at_ms > watermark else called_from_turn(item, state)
            if tile is None:
                continue
            before = min((other.at_ms for other in self._waiting if other is not item), default=item.at_ms)
            at_ms = max(self.last_ms, min(before, item.at_ms))
            within = max(at_ms - self.last_ms, 0)
            self.last_ms = at_ms
            seen = observations.TileDiscarded(
                at_ms=at_ms, within_ms=within, source=item.source, seat=state.turn, tile=tile
            )
            settled_ms = item.said.settled_ms if isinstance(item.said, ZoneReading) else item.at_ms
            return Step((seen,), settled_ms=settled_ms)
        return None

    # Giving out

    def _give(self, item: Item, state: GameState | None) -> Step:
        self._waiting.remove(item)
        key = item.key
        settles = () if key is None else (key,)
        at_ms, within_ms = self._when(item)
        found, press, note, begins, more = self._interpreter.meaning(item.said, state, at_ms)
        found = self._followed(item.said, found, state)
        moved: tuple[Observation, ...] = ()
        if doubt.is_wide(item):
            self.sight.late_ms = max(self.sight.late_ms, item.latest)
        if found:
            # A tile that was left aside shows as new again: asked once more, it would be told for ever.
            if more and (item.more is None or more < item.more):
                self._waiting.append(replace(item, more=more))
            moved = self._interpreter.hands.due(state, self.last_ms, at_ms)
            self.last_ms = at_ms
        settled_ms = item.said.settled_ms if isinstance(item.said, ZoneReading) else item.said.at_ms
        stamped = tuple(replace(seen, at_ms=at_ms, within_ms=within_ms, source=item.source) for seen in found)
        return Step((*moved, *stamped), press, settles, settled_ms, note, begins)

    def _refuse(self, item: Item, due: int, state: GameState) -> Step:
        """A set button that would close a hand in which something that has to be seen cannot be."""
        self._waiting.remove(item)
        self.sight.refuse(state, due)
        note = f"set button while the hand of chair {state.chairs[due]} has to be seen and cannot be: nothing is done"
        return Step(settles=() if item.key is None else (item.key,), settled_ms=item.at_ms, note=note)

    def _ura_missing(self, item: Item, state: GameState | None) -> int:
        """How many ura dora indicators a set button would leave out of a win, if nobody was asked for them yet."""
        if state is None or self.sight.ura_missing(state) or self.sight.lost(state):
            return 0
        return closing.ura_missing(item, state, len(self._interpreter.ura(state)))

    def _miss_ura(self, item: Item, missing: int, state: GameState) -> Step:
        """The first set button that would close a win with some of its ura dora."""
        self._waiting.remove(item)
        self.sight.miss_ura(state, missing)
        note = f"set button while {missing} of {len(state.indicators)} ura dora indicators are not seen: nothing is done"
        return Step(settles=() if item.key is None else (item.key,), settled_ms=item.at_ms, note=note)

    def _followed(
        self, said: Said, found: tuple[Observation, ...], state: GameState | None
    ) -> tuple[Observation, ...]:
        """What is reported of it: of a hand that is lost to the camera only that somebody calls the judge."""
        if not self.sight.lost(state):
            return found
        if isinstance(said, Button) and said.button in {ButtonName.JUDGE, ButtonName.SET}:
            return found
        return ()

    def _when(self, item: Item) -> tuple[int, int]:
        """The time of an item, narrowed by what came before it and by what has to come after it."""
        if item.latest < self.last_ms and isinstance(item.said, SEEN):
            # It was over before something that is out already: late, as its interval says.
            return self.last_ms, self.last_ms - item.earliest
        lower = max(item.earliest, self.last_ms)
        upper = min([item.latest, *(other.latest for other in self._waiting)])
        upper = max(upper, lower)
        at_ms = min(max(item.at_ms, lower), upper)
        if isinstance(item.said, SEEN):
            if at_ms != item.at_ms:
                at_ms = (lower + upper) // 2
            return at_ms, max(at_ms - lower, upper - at_ms)
        return at_ms, abs(at_ms - item.at_ms)


__all__ = ["Press", "Sensing", "Step"]
