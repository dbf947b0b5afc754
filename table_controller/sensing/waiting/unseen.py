"""Zones that may hide the explanation of an input, which then waits longer."""

from table_controller.sensing.waiting.policy import AnyInput, InputContext
from vision.zones import ZoneId


def hidden(zone: ZoneId, pending: AnyInput, context: InputContext) -> bool:
    """Return whether something earlier than a pending input may lie in a hidden zone, or in a waiting reading of it."""
    return context.sources.unseen(zone, pending.at_ms) or waits(zone, pending, context)


def waits(zone: ZoneId, pending: AnyInput, context: InputContext) -> bool:
    """Return whether a waiting reading of a zone may have come before a pending input."""
    return any(other.lane == zone and other.earliest <= pending.at_ms for other in context.waiting)
