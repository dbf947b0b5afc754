"""An input that waits for its turn, and the policy of its kind.

``policies.kinds`` finds the policy once, by the type of the input. From then on, code that orders, dates, holds back or
gives out an input asks its policy and never its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from firmware_bridge.messages.signals import DiceRolled, Signal
from referee.game.position import GameState
from referee.tiles import Tile
from table_controller.journal.signals_store import StoredSignal
from table_controller.sensing.waiting.awaiting import Awaited
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen, WallBreak
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy_result import PolicyResult
from table_controller.sensing.waiting.sources import Sources
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import PlacedTile, SticksSeen, ZoneReading
from vision.zones import ZoneId

PATIENCE_MS: Final = 4000
"""The time for which an unexpected input waits for an explanation. [ms; judged: an arm that hides the explaining act has
left by then]"""

Key: TypeAlias = tuple[int, int]
"""Boot nonce and number of a signal."""
Sight: TypeAlias = SticksSeen | DrawSeen | DealSeen | SweptSeen
"""A sighting of a single moment."""
Payload: TypeAlias = StoredSignal | ZoneReading | Sight
"""An input that may wait for its turn: a signal of the unit or a sighting of the camera."""
Seen = TypeVar("Seen", bound=ZoneReading | Sight)
T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


@dataclass(slots=True, eq=False)
class PendingInput(Generic[T]):
    """An input that waits for its turn; it happened between ``earliest`` and ``latest``.

    Attributes:
        covered: a seat whose hand had to be open at that time but was hidden.
        held_ms: the last time at which that hand was still hidden.
        doubtful: the input contradicts the game, and its explanation may be unseen.
        late: it is older than an input that was judged in the belief that nothing older would come.
        more: the number of new tiles that it showed, besides the one given out, when its policy last gave a result.
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
        """The lane of the input; those of one lane are given out in order."""
        return self.policy.lane(self.payload)

    @property
    def key(self) -> Key | None:
        """The signal's key; None for a sighting."""
        return self.policy.origin.key(self.payload)

    @property
    def source(self) -> str:
        """The source of the input, by its name in the journal."""
        return self.policy.origin.source(self.payload)

    @property
    def settled_ms(self) -> int:
        """The time of the frame or signal that settled the input."""
        return self.policy.origin.settled_ms(self.payload)


AnyInput: TypeAlias = PendingInput[Any]


@dataclass(frozen=True, slots=True)
class InputContext:
    """The facts about the hand in play that a policy may use.

    Attributes:
        state: the game.
        sources: the times up to which reports are complete.
        waiting: the other inputs that wait.
        corners, ponds: the tiles last read there, by chair.
        broken: the break of the walls, if the camera saw it.
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
        seen: true if the camera reports it, with an interval; the unit dates its signals to the millisecond.
        key: the inbox signal to settle with it.
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
    """Answer a question with no, for any input."""
    return False


def nothing(*_: object) -> None:
    """Answer a question with None, for any input."""


def as_reported(pending: PendingInput[T], _context: InputContext) -> T:
    """Return an input's payload unchanged."""
    return pending.payload


@dataclass(frozen=True, kw_only=True)
class Policy(Generic[T]):
    """The rules for one kind of input: its lane, its fit, the zones it waits for, its result and what settles it.

    Sensing calls ``fit``, ``unseen`` and ``follows_unseen`` only while a hand is in play.

    Attributes:
        origin: the source of the input, which decides how to date, name and settle it.
        lane: inputs of one lane are given out in order.
        fit: how well the input fits the game; the better fit goes first.
        reread: returns its payload, reinterpreted by the other waiting inputs, if nothing has explained it in time;
            unchanged by default.
        awaits: the zones that it waits for while players draw and discard; None means every zone.
        means: returns its observations or press, and updates the memory. The state is None before a hanchan.
        unseen: true if its explanation may lie where the camera has not looked since; then it waits longer.
        follows_unseen: true if it can only follow something that must be there, seen or not.
        must_mean: true if it must have a result in this state; without one it contradicts the game.
        discard_called: the discard that it shows in a caller's corner, if its discarder is in turn and it is not read yet.
        replaced_by: true if a newer input makes it useless while it waits.
        closes: true if it closes a hand that is over.
        slack_ms: its time may be too early by this much; no other input waits for it.
        comes_first: true if it never waits for an explanation.
        before_end: true if it counts although an earlier press of the set button still waits.
        agreed: true if people declare the hand over with it, which the camera need not see.
        when_lost: true if it is given out even when sensing no longer follows the hand.
        play: true if it comes from a zone in which players act.
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
    """Return the waiting inputs without those that a newer input of their lane makes useless."""
    lane = policy.lane(newer)
    return [
        pending
        for pending in waiting
        if pending.lane != lane or not policy.replaced_by(pending.payload, newer)
    ]
