"""Something seen or felt that waits for its turn in sensing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from firmware_bridge.messages.signals import Button, ButtonName, DiceRolled
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import SticksSeen, ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Signal
    from vision.zones import ZoneId

Key: TypeAlias = tuple[int, int]
"""Boot nonce and number of a signal."""
Said: TypeAlias = "Signal | ZoneReading | SticksSeen | DrawSeen"
SEEN: Final = (ZoneReading, SticksSeen, DrawSeen)
"""What the camera tells; the rest is felt."""


@dataclass(slots=True, eq=False)
class Item:
    """Something seen or felt that waits for its turn; it happened between ``earliest`` and ``latest``.

    ``covered`` is a seat whose hand had to be open at that time and lay under something; ``held_ms`` when that was still so.
    ``doubtful``: it contradicts the game, and what explains it may not have been seen. ``late``: it was felt before things that
    were judged as if nothing of that time would come any more. ``more``: how many new tiles it showed besides the one that was
    told when it was last asked.
    """

    order: int
    at_ms: int
    earliest: int
    latest: int
    arrived_ms: int
    said: Said
    covered: int | None = None
    held_ms: int = 0
    doubtful: bool = False
    late: bool = False
    more: int | None = None

    @property
    def key(self) -> Key | None:
        """The signal's name; None of what was seen."""
        return None if isinstance(self.said, SEEN) else (self.said.nonce, self.said.number)

    @property
    def source(self) -> str:
        """Where it comes from, for the journal."""
        if isinstance(self.said, SEEN):
            return f"frame:{self.said.frame}"
        if isinstance(self.said, DiceRolled) and self.said.seed:
            # So that the journal says what the dice were made from, and anybody can make them again.
            return f"signal:{self.said.number}:seed:{self.said.seed:08x}"
        return f"signal:{self.said.number}"


def lane(item: Item) -> ZoneId | str:
    """Things of one lane are told in their order."""
    if isinstance(item.said, SticksSeen | DrawSeen):
        return type(item.said).__name__
    return item.said.zone if isinstance(item.said, ZoneReading) else "unit"


def goes_before_end(item: Item) -> bool:
    """Whether it counts although a set button that waits for something was pressed before: the judge is called, ura are turned."""
    said = item.said
    if isinstance(said, Button):
        return said.button is ButtonName.JUDGE
    return isinstance(said, ZoneReading) and said.zone.kind == "ura"


def without_older(waiting: list[Item], newer: ZoneReading) -> list[Item]:
    """What waits, without readings that a newer one makes good for nothing.

    A hand that is being opened is read several times: the fullest look counts. On the felt the newest does.
    """
    kind = newer.zone.kind
    if kind not in {"felt", "hand", "ura"}:
        return waiting
    many = len(zones.faces(newer.tiles))

    def is_older(said: Said) -> bool:
        if not isinstance(said, ZoneReading) or said.zone != newer.zone:
            return False
        return kind == "felt" or len(zones.faces(said.tiles)) <= many

    return [item for item in waiting if not is_older(item.said)]
