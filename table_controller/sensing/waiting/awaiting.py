"""What something seen or felt has to wait for: the zones in which something could have come before it that would matter.

An arm over a zone hides what happens in it. Whatever may be judged otherwise for something hidden there waits; the rest
goes on. Turns keep the order as well: a draw or a discard out of turn waits for what explains it wherever that happens.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import Button, ButtonName, StickSlot, WallTouch
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import SticksSeen, ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.position import GameState
    from table_controller.sensing.waiting.waiting import Item

MELD_CALLS: Final = frozenset({ButtonName.CHI, ButtonName.PON, ButtonName.KAN, ButtonName.RIICHI})
WIN_CALLS: Final = frozenset({"ron", "tsumo", "nine_terminals"})
CHAIRS: Final = range(4)
WALLS: Final = frozenset(ZoneId("wall", chair) for chair in CHAIRS)
CROSSINGS_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Awaited:
    """Zones that something waits for.

    Attributes:
        surely: those that are waited for in any case.
        if_reached: those only if their player's hand was over the line since they were seen last: nobody else's belongs there.
    """

    surely: frozenset[ZoneId] = frozenset()
    if_reached: frozenset[ZoneId] = frozenset()


@dataclass(slots=True)
class Crossings:
    """When each chair's light curtain was broken and free, for the last seconds."""

    _changes: dict[int, deque[tuple[int, bool]]] = field(default_factory=dict)

    def take(self, chair: int, at_ms: int, *, broken: bool) -> None:
        """A curtain was broken, or is free."""
        self._changes.setdefault(chair, deque(maxlen=CROSSINGS_KEPT)).append((at_ms, broken))

    def reached(self, chair: int, since_ms: int, until_ms: int) -> bool:
        """Whether a hand was, or for all that is known may have been, over a chair's line in a time."""
        over = True  # until its curtain has said otherwise
        for at_ms, broken in self._changes.get(chair, ()):
            if at_ms > until_ms:
                break
            if broken and at_ms > since_ms:
                return True
            if at_ms <= since_ms:
                over = broken
            elif over:
                return True
        return over


def awaited(item: Item, state: GameState | None) -> Awaited | None:
    """What an item waits for in this state of the game; None: for every zone."""
    said = item.said
    if state is None or state.phase != "playing" or state.wins or state.desk.stopped:
        return None
    if any(claim.call in WIN_CALLS for claim in state.claims):
        return None
    turn = state.chairs[state.turn]
    callers = _melds(state.chairs[claim.seat] for claim in state.claims)
    surely = callers | (WALLS if state.dora_due else frozenset())
    own_pond = frozenset({ZoneId("pond", turn)} if state.holding else ())
    if isinstance(said, ZoneReading):
        kind = said.zone.kind
        if kind == "pond":
            # A kan before it would have been followed by a draw, which is felt, and waits for the kan.
            return Awaited(surely, frozenset() if state.holding else _melds(CHAIRS))
        return Awaited(surely - {said.zone}, own_pond) if kind == "meld" else None
    if isinstance(said, WallTouch | DrawSeen):
        # Somebody may have called the discard before it was followed by a draw. Who calls draws nothing.
        drawing = {said.chair} if state.open is None else {said.chair, state.chairs[state.open.seat]}
        return Awaited(surely, _melds(chair for chair in CHAIRS if chair not in drawing))
    if isinstance(said, StickSlot | SticksSeen) or (isinstance(said, Button) and said.button in MELD_CALLS):
        return Awaited(surely, own_pond or _melds(CHAIRS))
    return None


def _melds(chairs: Iterable[int]) -> frozenset[ZoneId]:
    return frozenset(ZoneId("meld", chair) for chair in chairs)
