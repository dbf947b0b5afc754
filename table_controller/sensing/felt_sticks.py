"""Point sticks that the camera sees: riichi bets in front of their players, and sticks out of place or missing."""

from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from referee.game.position import ACCEPTED, IN_HAND, NO_RIICHI, GameState
from referee.hands.payments import BET
from table_controller.sensing.policies.sticks import bettor
from table_controller.sensing.waiting.fitting import seat_of
from vision.sightings import Stick, SticksSeen
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert

MOVED_MM: Final = 15.0
"""A stick found closer than this to where one lay is the same stick. [mm; judged: a sleeve moves a stick by less, a
hand that takes it by more]"""
LIES_MS: Final = 3000
"""A stick must lie for this long to be a bet; before that a hand may still hold it. [ms; judged: a player lets go of a
stick sooner]"""
WITHIN_MM: Final = 190.0
"""A bet lies closer to the middle than the walls do. [mm; derived: standard walls begin 191 mm from the middle]"""
LOOKED_MS: Final = 6000
"""The longest time that arms may have hidden a stick before the camera saw it. [ms; derived: LONGEST_WAIT_MS, the
longest wait for a camera]"""
WAITS_MS: Final = 15_000
"""The time that a laid stick waits for its riichi. [ms; judged: the riichi and its discard come within a turn]"""
LASTS_MS: Final = 10_000
"""The time that a stick must be out of place before an alert. [ms; judged: as for an unreadable zone,
losses.REPEATED_MS]"""


def _new(sticks: tuple[Stick, ...], before: tuple[Stick, ...]) -> tuple[Stick, ...]:
    """The sticks that did not lie there before."""
    left = list(before)
    found = []
    for stick in sticks:
        same = next(
            (
                each
                for each in left
                if abs(each.x_mm - stick.x_mm) < MOVED_MM and abs(each.y_mm - stick.y_mm) < MOVED_MM
            ),
            None,
        )
        if same is None:
            found.append(stick)
        else:
            left.remove(same)
    return tuple(found)


def _may_be_bet(stick: Stick) -> bool:
    """Return whether a stick lies where bets do and may be worth 1,000: its dots say so, or cannot be seen."""
    return stick.points == BET and max(abs(stick.x_mm), abs(stick.y_mm)) <= WITHIN_MM


@dataclass(slots=True)
class Bets:
    """The 1,000-point sticks that players have laid and whose riichi is still to come."""

    _before: SticksSeen | None = None
    _laid: list[SticksSeen] = field(default_factory=list)

    def forget(self) -> None:
        """Forget all sticks, as vision was restarted: those it sees first may have lain there for long."""
        self._before = None
        self._laid.clear()

    def note_sticks(self, payload: SticksSeen) -> None:
        """Take the sticks on the table, which have changed."""
        if self._before is not None:
            self._laid = [laid for laid in self._laid if not _new(laid.sticks, payload.sticks)]
            # As many as before, one of them elsewhere: that one was pushed.
            if len(payload.sticks) > len(self._before.sticks):
                new = (stick for stick in _new(payload.sticks, self._before.sticks) if _may_be_bet(stick))
                self._laid += [replace(payload, sticks=(stick,)) for stick in new]
        self._before = payload

    def due(self, state: GameState | None, now_ms: int) -> list[SticksSeen]:
        """Return the sticks that are now certainly somebody's bet, one report for each."""
        self._laid = [payload for payload in self._laid if now_ms - payload.at_ms <= WAITS_MS]
        if state is None or state.phase not in IN_HAND:
            return []
        due = [
            payload
            for payload in self._laid
            if now_ms - payload.at_ms >= LIES_MS and bettor(payload, state) is not None
        ]
        self._laid = [payload for payload in self._laid if payload not in due]
        return due


class StickCheck:
    """Raises alerts for sticks where no bet is due, and for bets that the camera cannot see.

    Args:
        alert: raises and withdraws alerts.
        console_mm: half the side of the console, which holds the slots.
    """

    def __init__(self, alert: RaiseAlert, console_mm: float) -> None:
        self._alert = alert
        self._console_mm = console_mm
        self._sticks: tuple[Stick, ...] = ()
        self._used = False
        self._wrong: Trouble | None = None
        self._since_ms = 0
        self._watermark: Trouble | None = None

    def note_sticks(self, payload: SticksSeen) -> None:
        """Take the sticks on the table, which have changed."""
        self._sticks = payload.sticks
        self._used = self._used or bool(payload.sticks)

    def forget(self) -> None:
        """Forget all sticks, as vision was restarted."""
        self._sticks = ()
        self._used = False

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise an alert for each fault that has lasted long enough, and resolve those that are over."""
        wrong = self._what_is_wrong(state)
        if wrong != self._wrong:
            self._wrong, self._since_ms = wrong, now_ms
        trouble = wrong if now_ms - self._since_ms >= LASTS_MS else None
        if trouble != self._watermark:
            self._alert(TableAlert.STICKS, trouble)
        self._watermark = trouble

    def _what_is_wrong(self, state: GameState | None) -> Trouble | None:
        if state is None or state.phase != "playing" or state.wins:
            return None
        if "sticks" not in state.senses and self._used:
            # Only at a table whose players have used sticks: others keep their points another way.
            for number, seat in enumerate(state.seats):
                # A stick laid while the camera saw nothing lies there now.
                if seat.riichi == ACCEPTED and not seat.stick and not self._lies_before(state.chairs[number]):
                    return TableAlert.stick_missing(state.wind(number))
        bets = [stick for stick in self._sticks if _may_be_bet(stick) and not self._in_slot(stick)]
        due = state.bets + sum(seat.riichi != NO_RIICHI for seat in state.seats)
        if len(bets) > due:
            for stick in bets:
                number = seat_of(state, stick.chair)
                if state.seats[number].riichi == NO_RIICHI:
                    return TableAlert.stick_lies(state.wind(number))
        return None

    def _lies_before(self, chair: int) -> bool:
        return any(stick.chair == chair and _may_be_bet(stick) for stick in self._sticks)

    def _in_slot(self, stick: Stick) -> bool:
        return max(abs(stick.x_mm), abs(stick.y_mm)) <= self._console_mm
