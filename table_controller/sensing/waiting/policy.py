"""An input that waits for its turn, and the policy of its kind, which answers everything that sensing asks about it.

A policy is found by the type of the input once (``policies.kinds``). Code that orders, dates, holds back or gives out
an input asks its policy, never its type.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from firmware_bridge.messages.signals import DiceRolled, Signal
from table_controller.journal.signals_store import Kept
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import SticksSeen, ZoneReading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from referee.game.position import GameState
    from referee.tiles import Tile
    from table_controller.sensing.waiting.awaiting import Awaited
    from table_controller.sensing.waiting.hand_seen import WallBreak
    from table_controller.sensing.waiting.memory import Memory
    from table_controller.sensing.waiting.policy_result import PolicyResult
    from table_controller.sensing.waiting.sources import Sources
    from vision.sightings import PlacedTile
    from vision.zones import ZoneId

PATIENCE_MS: Final = 4000
"""The time that an input that does not fit the game waits for an explanation. [ms; judged: an arm that hides the
explaining act has left by then]"""

Key: TypeAlias = tuple[int, int]
"""Boot nonce and number of a signal."""
Sight: TypeAlias = SticksSeen | DrawSeen | DealSeen | SweptSeen
"""Something seen at a moment."""
Payload: TypeAlias = Kept | ZoneReading | Sight
"""An input that may wait for its turn: a signal of the unit or a sighting of the camera."""
Seen = TypeVar("Seen", bound=ZoneReading | Sight)
T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


@dataclass(slots=True, eq=False)
class PendingInput(Generic[T]):
    """An input that waits for its turn; it happened between ``earliest`` and ``latest``.

    ``covered`` is a seat whose hand had to be open at that time but was hidden; ``held_ms`` is the last time it still
    was. ``doubtful``: it contradicts the game, and its explanation may be unseen. ``late``: it is older than
    something already judged in the belief that nothing older would come. ``more``: how many new tiles it showed,
    besides the one given out, when its meaning was last asked for.
    """

    order: int
    at_ms: int
    earliest: int
    latest: int
    arrived_ms: int
    payload: T
    policy: Policy[T]
    covered: int | None = None
    held_ms: int = 0
    doubtful: bool = False
    late: bool = False
    more: int | None = None

    @property
    def lane(self) -> ZoneId | str:
        """Inputs of one lane are given out in order."""
        return self.policy.lane(self.payload)

    @property
    def key(self) -> Key | None:
        """The signal's key; None for a sighting."""
        return self.policy.origin.key(self.payload)

    @property
    def source(self) -> str:
        """Its source as the journal names it."""
        return self.policy.origin.source(self.payload)

    @property
    def settled_ms(self) -> int:
        """Time of the frame or signal that settled it."""
        return self.policy.origin.settled_ms(self.payload)


AnyInput: TypeAlias = PendingInput[Any]


@dataclass(frozen=True, slots=True)
class InputContext:
    """The facts that a policy may know of the hand in play.

    Attributes:
        state: the game.
        sources: how complete the reports are.
        waiting: what else waits.
        corners, ponds: what was last read there, by chair.
        broken: where the walls were broken, if the camera saw it.
    """

    state: GameState
    sources: Sources
    waiting: Sequence[AnyInput]
    corners: Mapping[int, tuple[PlacedTile, ...]]
    ponds: Mapping[int, tuple[PlacedTile, ...]]
    broken: WallBreak | None = None


@dataclass(frozen=True, kw_only=True)
class InputOrigin(Generic[T_contra]):
    """The origin of a kind of input.

    Attributes:
        seen: reported by the camera, which dates it by an interval; the unit dates its signals to the millisecond.
        key: the inbox signal that is settled with it.
        source: its name in the journal.
        settled_ms: time of the frame or signal that settled it.
    """

    seen: bool
    key: Callable[[T_contra], Key | None]
    source: Callable[[T_contra], str]
    settled_ms: Callable[[T_contra], int]


def _of_signal(payload: Signal) -> str:
    return f"signal:{payload.number}"


def _of_dice(payload: DiceRolled) -> str:
    # The seed goes into the journal, so that anybody can reproduce the roll.
    return f"{_of_signal(payload)}:seed:{payload.seed:08x}" if payload.seed else _of_signal(payload)


def _key(payload: Signal) -> Key:
    return payload.nonce, payload.number


def _at(payload: Signal | Sight) -> int:
    return payload.at_ms


def _of_frame(payload: ZoneReading | Sight) -> str:
    return f"frame:{payload.frame}"


FROM_UNIT: Final = InputOrigin[Signal](seen=False, key=_key, source=_of_signal, settled_ms=_at)
FROM_PANEL: Final = replace(FROM_UNIT, source=lambda payload: f"panel:{payload.number}")
FROM_DICE: Final = InputOrigin[DiceRolled](seen=False, key=_key, source=_of_dice, settled_ms=_at)
FROM_READING: Final = InputOrigin[ZoneReading](
    seen=True, key=lambda _: None, source=_of_frame, settled_ms=lambda payload: payload.settled_ms
)
FROM_SIGHT: Final = InputOrigin[Sight](seen=True, key=lambda _: None, source=_of_frame, settled_ms=_at)


def never(*_: object) -> bool:
    """The answer to a question that is never true of a kind of input."""
    return False


def nothing(*_: object) -> None:
    """The answer where a kind of input has nothing to give."""


def as_reported(item: PendingInput[T], _context: InputContext) -> T:
    """Return what an input says by itself."""
    return item.payload


@dataclass(frozen=True, kw_only=True)
class Policy(Generic[T]):
    """One kind of input: its lane, how it ranks, what it waits for, what it means and what settles it.

    ``rank``, ``unseen`` and ``follows_unseen`` are asked while a hand is in play.

    Attributes:
        origin: where it comes from, and so how it is dated, named and settled.
        lane: inputs of one lane are given out in order.
        rank: how well it fits the game; the better fit goes first.
        reread: what it says in the light of what else waits, if nothing has explained it in time; itself by default.
        awaits: the zones that it waits for while tiles are drawn and discarded; None means every zone.
        means: its observations or press; it also updates the memory. The state is None before a hanchan.
        unseen: its explanation may lie where the camera has not looked since, so it waits longer.
        follows_unseen: it can only follow something that must be there, seen or not.
        must_mean: it must have a meaning in this state; if it has none, it contradicts the game.
        discard_called: the tile that it shows was called from the player who is to discard.
        replaced_by: a newer input makes it useless while it waits.
        closes: it closes a hand that is over.
        slack_ms: by how much it may have come later than it says; nothing waits for it.
        comes_first: it never waits for an explanation.
        before_end: it counts although an earlier press of the set button still waits.
        agreed: with it people declare the hand over; the camera need not see that.
        when_lost: it is given out even if the hand is no longer followed.
        play: it comes from a zone in which players act.
    """

    origin: InputOrigin[T]
    lane: Callable[[T], ZoneId | str]
    fit: Callable[[PendingInput[T], InputContext], int]
    means: Callable[[T, GameState | None, Memory, int], PolicyResult]
    reread: Callable[[PendingInput[T], InputContext], T] = as_reported
    awaits: Callable[[T, GameState], Awaited | None] = nothing
    unseen: Callable[[PendingInput[T], InputContext], bool] = never
    follows_unseen: Callable[[PendingInput[T], InputContext], bool] = never
    must_mean: Callable[[T, GameState], bool] = never
    discard_called: Callable[[T, GameState], Tile | None] = nothing
    replaced_by: Callable[[T, T], bool] = never
    closes: Callable[[T, GameState], bool] = never
    slack_ms: int = 0
    comes_first: bool = False
    before_end: bool = False
    agreed: bool = False
    when_lost: bool = False
    play: bool = False


def unit_lane(_said: Signal) -> str:
    """The single lane of the unit, which sends its signals in order."""
    return "unit"


def panel_lane(_said: Signal) -> str:
    """The single lane of the panel's buttons."""
    return "panel"


def without_replaced(waiting: list[AnyInput], newer: Payload, policy: Policy[Any]) -> list[AnyInput]:
    """The waiting inputs without those that a newer input of their lane makes useless."""
    lane = policy.lane(newer)
    return [item for item in waiting if item.lane != lane or not policy.replaced_by(item.payload, newer)]
