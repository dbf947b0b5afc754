"""From signals and sightings to observations, in the order in which things can have happened.

Buttons and walls speak within milliseconds, the camera later and less sharply: what it reports lies somewhere in an
interval. So everything waits here until each source has said that nothing older will come. Of what may have come
next, that is taken which fits the game: a discard before the draw that follows it, a call after the tile it is for.
What fits nothing waits for ``PATIENCE_MS`` for what would explain it and is then reported as it is: people do illegal
things, and the referee must see them. Readings are whole zones and are compared with the referee's state, so that a
first look after a restart reports what is new and nothing twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from firmware_bridge.signals import Button, ButtonName, Curtain, DiceRolled, StickSlot, WallTouch
from referee import observations
from table_controller import zones
from table_controller.fitting import (
    EXPECTED,
    IN_PLAY,
    LAST,
    POSSIBLE,
    UNEXPECTED,
    hand_over,
    melds_of,
    rank_call,
    rank_close,
    rank_reading,
    seat_of,
)
from table_controller.meaning import CALLS, Interpreter, Press
from table_controller.signals_store import is_kept
from vision.sightings import LostTrack, Watermark, ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.signals import Signal
    from referee.observations import Observation
    from referee.position import GameState
    from vision.sightings import Sighting

Key: TypeAlias = tuple[int, int]
"""Boot nonce and number of a signal."""

UNIT_DELAY_MS: Final = 150
"""A signal that has not come this long after it was sent was held up by a bad line."""
BLIND_MS: Final = 1000
"""A source that has been silent for so long is not waited for."""
FIRST_LOOK_MS: Final = 8000
"""Vision may take so long to start and to read everything once before the rest goes on without it."""
BEFORE_ALL: Final = -1
LONGEST_WAIT_MS: Final = 6000
"""A camera that does not see some zone for longer than this is not waited for."""
CURTAIN_MS: Final = 20
"""Sharpness of a light curtain, the conversion of the unit's clock included."""
PATIENCE_MS: Final = 4000
"""How long something that does not fit the game waits for what would explain it."""

ZONES: Final = frozenset(
    f"{kind}/{chair}" for kind in ("pond", "meld", "hand", "wall", "ura") for chair in range(4)
)
SENSES: Final = ("call_buttons", "curtains", "sticks", "wall_touch")


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done next: observations to judge in this order, or a press for the machine.

    Attributes:
        settles: inbox signals that are dealt with once this is journalled (with the last observation) or done.
        settled_ms: time of the frame or signal that it comes from.
        note: something a person should know, empty if nothing.
    """

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    settles: tuple[Key, ...] = ()
    settled_ms: int = 0
    note: str = ""


@dataclass(slots=True)
class _Item:
    """Something seen or felt that waits for its turn; it happened between ``earliest`` and ``latest``."""

    order: int
    at_ms: int
    earliest: int
    latest: int
    arrived_ms: int
    said: Signal | ZoneReading

    @property
    def key(self) -> Key | None:
        return None if isinstance(self.said, ZoneReading) else (self.said.nonce, self.said.number)

    @property
    def source(self) -> str:
        if isinstance(self.said, ZoneReading):
            return f"frame:{self.said.frame}"
        if isinstance(self.said, DiceRolled) and self.said.seed:
            # So that the journal says what the dice were made from, and anybody can make them again.
            return f"signal:{self.said.number}:seed:{self.said.seed:08x}"
        return f"signal:{self.said.number}"


@dataclass(slots=True)
class Sensing:
    """Collects what is seen and felt and gives it out in order.

    Call ``signal`` and ``sighting`` as they come, then ``step`` until it gives None; ``wake_ms`` says when to ask
    again if nothing comes.

    Args:
        started_ms: table time at which the sources were started.
        last_ms: time of the newest observation in the journal; none will be given an earlier one.
    """

    started_ms: int = 0
    last_ms: int = 0
    _waiting: list[_Item] = field(default_factory=list)
    _order: int = 0
    _safe_ms: int = 0
    _frame_ms: int | None = None
    _known_zones: set[str] = field(default_factory=set)
    _interpreter: Interpreter = field(default_factory=Interpreter)
    _movements: list[Curtain] = field(default_factory=list)

    # What comes in

    def signal(self, signal: Signal, now_ms: int) -> bool:
        """Take a signal of the unit; False if nothing ever comes of such a signal."""
        if isinstance(signal, Curtain):
            across = self._interpreter.across
            (across.add if signal.broken else across.discard)(signal.chair)
            self._movements.append(signal)
            return False
        if not is_kept(signal):
            return False
        self._add(signal, signal.at_ms, signal.at_ms, signal.at_ms, now_ms)
        return True

    def sighting(self, sighting: Sighting, now_ms: int) -> None:
        """Take a sighting of vision."""
        if isinstance(sighting, Watermark):
            self._frame_ms = now_ms
            self._safe_ms = max(self._safe_ms, sighting.safe_ms)
        elif isinstance(sighting, LostTrack):
            if sighting.zone in ZONES:  # a whole table that is not found yet will be
                self._known_zones.add(sighting.zone)
        elif isinstance(sighting, ZoneReading):
            earliest = sighting.at_ms - sighting.within_ms
            if sighting.zone not in self._known_zones:
                # The first look since vision started: it may have been so for long.
                self._known_zones.add(sighting.zone)
                earliest = 0
            self._replace_partial(sighting)
            self._add(sighting, sighting.at_ms, earliest, sighting.at_ms + sighting.within_ms, now_ms)

    def _replace_partial(self, newer: ZoneReading) -> None:
        """A hand that is being opened is read several times: the fullest look counts."""
        if newer.zone.startswith(("hand/", "ura/")):
            many = len(zones.faces(newer.tiles))
            self._waiting = [
                item
                for item in self._waiting
                if not (
                    isinstance(item.said, ZoneReading)
                    and item.said.zone == newer.zone
                    and len(zones.faces(item.said.tiles)) <= many
                )
            ]

    def vision_started(self, now_ms: int) -> None:
        """Vision was started anew: it reads every zone for the first time again."""
        self.started_ms = now_ms
        self._frame_ms = None
        self._safe_ms = 0
        self._known_zones.clear()

    def _add(self, said: Signal | ZoneReading, at_ms: int, earliest: int, latest: int, now_ms: int) -> None:
        self._order += 1
        self._waiting.append(_Item(self._order, at_ms, earliest, latest, now_ms, said))

    # What goes out

    def watermark(self, now_ms: int) -> int:
        """Nothing will come any more that happened before this time, as far as sources are waited for."""
        unit_ms = now_ms - UNIT_DELAY_MS
        if self._frame_ms is not None and now_ms >= self._frame_ms + BLIND_MS:
            return unit_ms
        if not self._looked():
            # Whatever changed before vision was started is still to be found.
            return unit_ms if now_ms >= self.started_ms + FIRST_LOOK_MS else BEFORE_ALL
        return min(unit_ms, max(self._safe_ms, now_ms - LONGEST_WAIT_MS))

    def _looked(self) -> bool:
        """Whether vision has read every zone since it was started, or said that it cannot."""
        return self._frame_ms is not None and self._known_zones >= ZONES

    def wake_ms(self, now_ms: int) -> int | None:
        """When to ask for the next step although nothing new has come; None if nothing waits."""
        times = [
            moment
            for item in self._waiting
            for moment in (
                item.at_ms + UNIT_DELAY_MS,
                item.arrived_ms + PATIENCE_MS,
                item.at_ms + LONGEST_WAIT_MS,
                self.started_ms + FIRST_LOOK_MS,
                *(() if self._frame_ms is None else (self._frame_ms + BLIND_MS,)),
            )
            if moment > now_ms
        ]
        return min(times) if times else None

    def step(self, state: GameState | None, now_ms: int) -> Step | None:
        """The next thing to do in this state of the game, or None if everything has to wait."""
        watermark = self.watermark(now_ms)
        ready = [item for item in self._first() if item.at_ms <= watermark]
        ranked = sorted((self._rank(item, state), item.at_ms, item.order, item) for item in ready)
        for rank, _, _, item in ranked:
            if rank == LAST and any(
                other.earliest <= item.at_ms for other in self._waiting if other is not item
            ):
                continue
            if rank != UNEXPECTED or now_ms >= item.arrived_ms + PATIENCE_MS:
                return self._give(item, state)
        return self._implied_discard(watermark, state)

    def _first(self) -> list[_Item]:
        """What may have happened next: nothing else was over before it began."""
        if not self._waiting:
            return []
        soonest = min(item.latest for item in self._waiting)
        first = [item for item in self._waiting if item.earliest <= soonest]
        # A source tells its own things in order.
        return [
            item
            for item in first
            if not any(other.order < item.order and _lane(other) == _lane(item) for other in self._waiting)
        ]

    # How well something fits

    def _rank(self, item: _Item, state: GameState | None) -> int:
        said = item.said
        if state is None or state.phase not in IN_PLAY:
            return EXPECTED
        if isinstance(said, ZoneReading):
            return rank_reading(said, state)
        if isinstance(said, WallTouch):
            if state.phase == "dealing" and not state.indicators:
                # Part of the deal, unless the indicator may have been turned before it.
                turned = any(
                    _lane(other).startswith("wall/") and other.earliest <= item.at_ms
                    for other in self._waiting
                )
                return UNEXPECTED if turned else POSSIBLE
            return EXPECTED if seat_of(state, said.chair) == state.turn and not state.holding else UNEXPECTED
        if isinstance(said, StickSlot):
            return EXPECTED if state.seats[seat_of(state, said.chair)].riichi else POSSIBLE
        if isinstance(said, Button):
            if said.button is ButtonName.JUDGE:
                return EXPECTED
            if said.button is ButtonName.SET:
                return rank_close(said, state)
            if said.button in CALLS:
                return rank_call(CALLS[said.button], seat_of(state, said.chair), state)
        return POSSIBLE

    def _implied_discard(self, watermark: int, state: GameState | None) -> Step | None:
        """A tile that was called from the pond before it could be read there: the meld tells what it was."""
        if state is None or state.phase not in IN_PLAY or not state.holding:
            return None
        for item in self._waiting:
            said = item.said
            if not isinstance(said, ZoneReading) or not said.zone.startswith("meld/"):
                continue
            if item.at_ms > watermark:
                continue
            seat = seat_of(state, int(said.zone[5:]))
            for meld in zones.new_melds(melds_of(said, state), state.seats[seat].melds):
                source = None if meld.steps is None else (seat + meld.steps) % 4
                if source != state.turn or seat == state.turn or meld.claimed is None:
                    continue
                before = min(
                    (other.at_ms for other in self._waiting if other is not item), default=item.at_ms
                )
                at_ms = max(self.last_ms, min(before, item.at_ms))
                within = max(at_ms - self.last_ms, 0)
                self.last_ms = at_ms
                seen = observations.TileDiscarded(
                    at_ms=at_ms, within_ms=within, source=item.source, seat=source, tile=meld.claimed
                )
                return Step((seen,), settled_ms=said.settled_ms)
        return None

    # Giving out

    def _give(self, item: _Item, state: GameState | None) -> Step:
        self._waiting.remove(item)
        key = item.key
        settles = () if key is None else (key,)
        at_ms, within_ms = self._when(item)
        found, press, note = self._interpreter.meaning(item.said, state, at_ms)
        moved: tuple[Observation, ...] = ()
        if found:
            moved = self._moved(state, at_ms)
            self.last_ms = at_ms
        settled_ms = item.said.settled_ms if isinstance(item.said, ZoneReading) else item.said.at_ms
        stamped = tuple(replace(seen, at_ms=at_ms, within_ms=within_ms, source=item.source) for seen in found)
        return Step((*moved, *stamped), press, settles, settled_ms, note)

    def _moved(self, state: GameState | None, until_ms: int) -> tuple[Observation, ...]:
        """The hands that went over the line, or came back, until something else was observed.

        They decide the order of nothing: a tile seen late by the camera may have come to lie before or after.
        """
        due = [each for each in self._movements if each.at_ms <= until_ms]
        self._movements = [each for each in self._movements if each.at_ms > until_ms]
        if state is None or state.phase not in IN_PLAY:
            return ()
        moved = []
        for each in sorted(due, key=lambda curtain: curtain.at_ms):
            at_ms = max(each.at_ms, self.last_ms)
            moved.append(
                observations.HandMoved(
                    at_ms=at_ms,
                    within_ms=at_ms - each.at_ms + CURTAIN_MS,
                    source=f"signal:{each.number}",
                    seat=seat_of(state, each.chair),
                    across=each.broken,
                )
            )
        return tuple(moved)

    def _when(self, item: _Item) -> tuple[int, int]:
        """The time of an item, narrowed by what came before it and by what has to come after it."""
        lower = max(item.earliest, self.last_ms)
        upper = min([item.latest, *(other.latest for other in self._waiting)])
        upper = max(upper, lower)
        at_ms = min(max(item.at_ms, lower), upper)
        if isinstance(item.said, ZoneReading):
            if at_ms != item.at_ms:
                at_ms = (lower + upper) // 2
            return at_ms, max(at_ms - lower, upper - at_ms)
        return at_ms, abs(at_ms - item.at_ms)


def _lane(item: _Item) -> str:
    return item.said.zone if isinstance(item.said, ZoneReading) else "unit"


__all__ = ["SENSES", "Press", "Sensing", "Step", "hand_over"]
