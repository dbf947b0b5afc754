"""Checks that the tile backs of the four walls have one colour; if not, tiles of the other set are among them."""

from operator import itemgetter
from statistics import median
from typing import Final

from referee.game.position import IN_HAND, IN_PLAY, GameState
from table_controller.health.lasting import Lasting
from table_controller.sensing.losses import place_of
from vision.sightings import WallSeen
from vision.zones import ZoneId
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

OTHER: Final = 0.12
"""Backs whose shares of blue, green and red differ by more than this belong to different sets, whatever the light."""
STACKS: Final = 4
"""The colour of a wall with fewer stacks is ignored: too many of them are indicators or edges."""
LASTS_MS: Final = 5000


class BackCheck:
    """Remembers the colour of each wall and compares them.

    Args:
        alert: raises and withdraws alerts.
    """

    def __init__(self, alert: RaiseAlert) -> None:
        self._amiss = Lasting(TableAlert.BACKS, LASTS_MS, alert)
        self._colours: dict[ZoneId, tuple[float, ...]] = {}
        self._played = False

    def note_wall(self, wall: WallSeen) -> None:
        """Note the colour of a wall that was counted."""
        self._colours.pop(wall.zone, None)
        shares = wall.shares
        if shares is not None and sum(most > 0 for _, most in wall.stacks) >= STACKS:
            self._colours[wall.zone] = shares

    def forget(self) -> None:
        """Forget all colours: vision was restarted, or new walls are coming."""
        self._colours.clear()

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise an alert for a wall that has had another colour for some time, and resolve it when it no longer has."""
        played = state is not None and state.phase in IN_HAND
        if self._played and not played:
            self.forget()  # the next hand's walls raise a new alert if they differ
        self._played = played
        zone = self._other() if state is not None and state.phase in IN_PLAY else None
        trouble = TableAlert.backs_differ(place_of(zone, state)) if zone else None
        self._amiss.note("" if zone is None else str(zone), now_ms, trouble)

    def _other(self) -> ZoneId | None:
        """Return the wall whose colour is farthest from the others'; None if all are alike."""
        found: list[tuple[float, ZoneId | None]] = [(0.0, None)]
        for zone, colour in self._colours.items():
            others = [each for name, each in self._colours.items() if name != zone]
            if len(others) >= 2:
                usual = [median(channel) for channel in zip(*others, strict=True)]
                found.append((max(abs(a - b) for a, b in zip(colour, usual, strict=True)), zone))
        apart, odd = max(found, key=itemgetter(0))
        return odd if apart > OTHER else None
