"""What explains something seen or felt may lie where the camera has not looked since: then it waits longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.signals import Button, ButtonName, WallTouch
from referee.draws import draw_reason
from table_controller import zones
from table_controller.fitting import IN_PLAY, seat_of
from table_controller.waiting import lane
from table_controller.wall_taken import DrawSeen
from vision.sightings import ZoneReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.position import GameState
    from table_controller.sources import Sources
    from table_controller.waiting import Item

MELD_CALLS: Final = frozenset({"chi", "pon", "kan"})
WIN_CALLS: Final = frozenset({"ron", "tsumo"})
OPENED_AT: Final = frozenset({"exhaustive", "nagashi", "four_riichi"})
"""Draws at which hands are opened, those in riichi always (WRC 5.7.2, MJ 3.4.2)."""


def discard_unseen(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether the discard that makes a draw, now out of turn, one in turn may lie in a pond that was not seen since."""
    if state is None or state.phase not in IN_PLAY or not isinstance(item.said, WallTouch | DrawSeen):
        return False
    if seat_of(state, item.said.chair) == state.turn:
        return False
    return _hidden(f"pond/{state.chairs[state.turn]}", item, sources, waiting)


def meld_unseen(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether the meld that comes before a caller's discard may lie in a corner that was not seen since.

    He has been heard to call and has not drawn.
    """
    said = item.said
    if state is None or state.phase not in IN_PLAY or state.holding or not isinstance(said, ZoneReading):
        return False
    kind, _, place = said.zone.partition("/")
    if kind != "pond":
        return False
    number = seat_of(state, int(place))
    if not any(claim.seat == number and claim.call in MELD_CALLS for claim in state.claims):
        return False
    discards = zones.new_discards(said.tiles, state.seats[number].pond)
    return bool(discards) and _hidden(f"meld/{place}", item, sources, waiting)


def due_hand_unseen(
    item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]
) -> int | None:
    """The seat whose hand has to be open when a set button closes the hand, and may be open where nobody saw it since.

    Who claimed a win, and at a draw who is in riichi; None if there is no such seat.
    """
    return next(
        (
            seat
            for seat, due in _unshown(item, state)
            if due and _hand_hidden(seat, item, state, sources, waiting)
        ),
        None,
    )


def hand_unseen(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether at a draw that a set button closes somebody may have opened a hand where nobody saw it since."""
    return any(_hand_hidden(seat, item, state, sources, waiting) for seat, _ in _unshown(item, state))


def _unshown(item: Item, state: GameState | None) -> Iterator[tuple[int, bool]]:
    """Seats whose hands may be opened before a set button and were not read, and whether they have to be."""
    if state is None or state.phase not in IN_PLAY:
        return
    if not isinstance(item.said, Button) or item.said.button is not ButtonName.SET:
        return
    opened = not state.wins and draw_reason(state) in OPENED_AT
    for number, seat in enumerate(state.seats):
        claimed = any(
            claim.seat == number and claim.call in WIN_CALLS and not claim.void for claim in state.claims
        )
        if seat.shown is None and (claimed or opened):
            yield number, claimed or bool(seat.riichi)


def _hand_hidden(
    seat: int, item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]
) -> bool:
    return state is not None and _hidden(f"hand/{state.chairs[seat]}", item, sources, waiting)


def _hidden(zone: str, item: Item, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether a zone was not seen since before an item, or waits with what may have come before it."""
    return sources.unseen(zone, item.at_ms) or any(
        lane(other) == zone and other.earliest <= item.at_ms for other in waiting
    )
