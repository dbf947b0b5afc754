"""Notices that the prints of this table's tiles are hard to read, which learning them would mend.

A zone with such a tile stays unread until the tile goes, and the judge must enter what happened there. One zone in one
hand may be dirt or a shadow; several in one hanchan are the prints.
"""

from typing import Final

from referee.game.position import GameState
from table_controller.sensing.losses import matters
from vision.sightings import FoundTrack, LostTrack
from vision.zones import ZoneId
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

UNNAMED_MS: Final = 10_000
"""A shorter loss is none of the prints'. [ms; judged: more frames settle a name within a second or two]"""
MANY: Final = 3
"""The number of lost zones, each counted once a hand, in one hanchan. [zones; judged: a face comes four times a hand]"""
REASONS: Final = ("a tile cannot be told", "a tile is ")
"""The beginnings of the reasons that vision gives if it sees a tile and cannot name it."""


class PrintCheck:
    """Counts the zones in which a tile could not be named.

    Args:
        alert: raises and withdraws alerts.
    """

    def __init__(self, alert: RaiseAlert) -> None:
        self._alert = alert
        self._since_ms: dict[ZoneId, int] = {}
        self._counted: set[tuple[int, ZoneId]] = set()
        self._hand = 0
        self._raised = False

    def lose(self, lost: LostTrack) -> None:
        """Note that a zone cannot be read."""
        if lost.reason.startswith(REASONS):
            self._since_ms.setdefault(lost.zone, lost.at_ms)
        else:
            self._since_ms.pop(lost.zone, None)

    def find(self, found: FoundTrack) -> None:
        """Note that a zone is read again."""
        self._since_ms.pop(found.zone, None)

    def forget(self) -> None:
        """Forget the present losses, since vision was restarted and reports them again."""
        self._since_ms.clear()

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise the alert once in a hanchan with many such losses; withdraw it after a hanchan with few."""
        if state is None:
            return
        if state.hands < self._hand:
            if self._raised and len(self._counted) < MANY:
                self._alert(TableAlert.PRINTS, None)
            self._raised = len(self._counted) >= MANY
            self._counted.clear()
        self._hand = state.hands
        before = len(self._counted)
        self._counted |= {
            (state.hands, zone)
            for zone, since_ms in self._since_ms.items()
            if now_ms - since_ms >= UNNAMED_MS and matters(zone, state)
        }
        if before < MANY <= len(self._counted) and not self._raised:
            self._raised = True
            self._alert(TableAlert.PRINTS, TableAlert.prints_unread(len(self._counted)))
