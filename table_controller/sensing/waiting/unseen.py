"""What explains something seen or felt may lie where the camera has not looked since: then it waits longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_controller.sensing.waiting.policy import AnyItem, InputContext
    from vision.zones import ZoneId


def hidden(zone: ZoneId, item: AnyItem, view: InputContext) -> bool:
    """Whether a zone was not seen since before an item, or waits with what may have come before it."""
    return view.sources.unseen(zone, item.at_ms) or waits(zone, item, view)


def waits(zone: ZoneId, item: AnyItem, view: InputContext) -> bool:
    """Whether a reading of a zone waits that may have come before an item."""
    return any(other.lane == zone and other.earliest <= item.at_ms for other in view.waiting)
