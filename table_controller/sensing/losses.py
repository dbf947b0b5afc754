"""Alerts people to zones that vision cannot read, why and for how long, but only where that matters.

Vision does not know the game and reports every zone that it cannot read. But hands always rest over standing tiles,
and over the whole table while people deal or sweep. Such a loss raises an alert only if it lasts until something may
happen in that zone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from referee.game.draws import hand_over
from referee.game.position import GameState
from referee.texts.message import Message
from table_controller.sensing.waiting.fitting import MELD_CALLS, seat_of
from vision.sightings import FoundTrack, LostTrack
from vision.zones import TABLE, ZoneId
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.parts import zone_name
from wording.alerts.texts import Advice, Place

REPEATED_MS: Final = 10_000
"""A loss raises an alert after this time, and again each time it has passed. [ms; judged: in ordinary play arms and hands
hide a zone for less]"""
UNCALLED_MS: Final = 30_000
"""The time that a player who has not called may rest an arm over his own meld corner, where nothing can happen. [ms;
judged: three times REPEATED_MS]"""
PLACES: Final[dict[str, Callable[[Message], Message]]] = {
    "pond": Place.pond,
    "meld": Place.meld,
    "hand": Place.hand,
    "wall": Place.wall,
    "ura": Place.ura,
}
WHAT_TO_DO: Final = {
    "covered": Advice.clear_view,
    "in motion": Advice.keep_hands_away,
    "something lies there that is no tile": Advice.take_away,
    "a tile cannot be told": Advice.compare_tiles,
    "a meld is not whole": Advice.push_melds,
    "a tile lies apart from the rows": Advice.push_tile,
}
"""The advice for each reason that vision gives for a loss."""


@dataclass(slots=True)
class _Loss:
    """A zone that cannot be read.

    Attributes:
        alerted: the trouble in the newest alert; None if there was none.
    """

    reason: str
    since_ms: int
    alerted: Trouble | None = None


class Losses:
    """Keeps track of unreadable zones and alerts people to them.

    Args:
        alert: raises and withdraws alerts.
    """

    def __init__(self, alert: RaiseAlert) -> None:
        self._alert = alert
        self._lost: dict[ZoneId, _Loss] = {}

    @property
    def reasons(self) -> dict[str, str]:
        """The reason why each unreadable zone cannot be read, by zone name."""
        return {str(zone): loss.reason for zone, loss in sorted(self._lost.items())}

    def lose(self, lost: LostTrack) -> None:
        """Note that a zone, or the table, cannot be read."""
        before = self._lost.get(lost.zone)
        alerted = None if before is None else before.alerted
        self._lost[lost.zone] = _Loss(lost.reason, lost.at_ms, alerted)

    def find(self, found: FoundTrack) -> None:
        """Note that a zone, or the table, is read again."""
        self._take_back(self._lost.pop(found.zone, None), found.zone)

    def forget(self) -> None:
        """Forget all losses, as vision was restarted: it reports again what it cannot see."""
        for zone, loss in self._lost.items():
            self._take_back(loss, zone)
        self._lost.clear()

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise the alerts that matter in this state of the game, and resolve those that no longer do."""
        for zone, loss in self._lost.items():
            if not matters(zone, state):
                self._take_back(loss, zone)
                continue
            lasts_ms = max(0, now_ms - loss.since_ms)
            if lasts_ms < patience_ms(zone, state) and (not loss.alerted or lasts_ms < REPEATED_MS):
                continue
            # And again after each further interval.
            whole_s = (lasts_ms // REPEATED_MS * REPEATED_MS or lasts_ms) // 1000
            advice = (
                Advice.look_at_table if zone == TABLE else WHAT_TO_DO.get(loss.reason, Advice.compare_tiles)
            )
            lost = TableAlert.cannot_read(place_of(zone, state), whole_s or None, loss.reason)
            trouble = lost._replace(advice=advice())
            if trouble != loss.alerted:
                loss.alerted = trouble
                self._alert(TableAlert.TRACK(zone_name(zone)), trouble)

    def _take_back(self, loss: _Loss | None, zone: ZoneId) -> None:
        if loss is not None and loss.alerted:
            loss.alerted = None
            self._alert(TableAlert.TRACK(zone_name(zone)), None)


def place_of(zone: ZoneId, state: GameState | None) -> Message:
    """The name of a zone for people: by wind during a hand, otherwise by chair."""
    if zone.shared:
        return Place.zone(str(zone))
    return PLACES[zone.kind](
        Place.chair(zone.chair) if state is None else Place.seat(state.wind(seat_of(state, zone.chair)))
    )


def patience_ms(zone: ZoneId, state: GameState | None) -> int:
    """The time for which a zone may be hidden in ordinary play."""
    if zone == TABLE:
        return 0
    if zone.kind == "meld" and state is not None:
        seat = seat_of(state, zone.chair)
        if not any(claim.seat == seat and claim.call in MELD_CALLS for claim in state.claims):
            return UNCALLED_MS
    return REPEATED_MS


def matters(zone: ZoneId, state: GameState | None) -> bool:
    """Return whether something may happen in a zone now that the referee must see."""
    if zone == TABLE:
        return True
    if state is None or state.phase not in {"playing", "closing"}:
        return False
    if zone.kind == "hand":
        seat = seat_of(state, zone.chair)
        called = any(claim.seat == seat and claim.call in {"ron", "tsumo"} for claim in state.claims)
        return state.seats[seat].shown is None and (called or hand_over(state))
    if zone.kind == "ura":
        return any(state.seats[win.seat].riichi for win in state.wins)
    return True
