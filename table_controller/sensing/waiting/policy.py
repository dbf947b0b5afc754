"""An input that waits for its turn, and the policy of its kind: all that sensing asks of it.

A policy is found by the type of the input once (``policies.kinds``). Whoever orders, dates, holds back or gives out an
input asks its policy and never what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from firmware_bridge.messages.signals import DiceRolled, Signal
from table_controller.journal.signals_store import Kept
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import SticksSeen, ZoneReading

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.game.position import GameState
    from referee.tiles import Tile
    from table_controller.sensing.waiting.awaiting import Awaited
    from table_controller.sensing.waiting.meaning import Meaning
    from table_controller.sensing.waiting.memory import Memory
    from table_controller.sensing.waiting.sources import Sources
    from vision.zones import ZoneId

PATIENCE_MS: Final = 4000
"""How long something that does not fit the game waits for what would explain it."""

Key: TypeAlias = tuple[int, int]
"""Boot nonce and number of a signal."""
Said: TypeAlias = Kept | ZoneReading | SticksSeen | DrawSeen
"""What may wait for its turn: signals that are felt, and what the camera tells."""
Seen = TypeVar("Seen", bound=ZoneReading | SticksSeen | DrawSeen)
T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


@dataclass(slots=True, eq=False)
class Item(Generic[T]):
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
    said: T
    policy: Policy[T]
    covered: int | None = None
    held_ms: int = 0
    doubtful: bool = False
    late: bool = False
    more: int | None = None

    @property
    def lane(self) -> ZoneId | str:
        """Things of one lane are told in their order."""
        return self.policy.lane(self.said)

    @property
    def key(self) -> Key | None:
        """The signal's name; None of what was seen."""
        return self.policy.origin.key(self.said)

    @property
    def source(self) -> str:
        """Where it comes from, for the journal."""
        return self.policy.origin.source(self.said)

    @property
    def settled_ms(self) -> int:
        """Time of the frame or signal that settled it."""
        return self.policy.origin.settled_ms(self.said)


AnyItem: TypeAlias = Item[Any]


@dataclass(frozen=True, slots=True)
class InputContext:
    """A hand in play as it is known when an input is asked about: the game, how far all is told, and what else waits."""

    state: GameState
    sources: Sources
    waiting: Sequence[AnyItem]


@dataclass(frozen=True, kw_only=True)
class InputOrigin(Generic[T_contra]):
    """Where inputs come from.

    Attributes:
        seen: by the camera, which dates them by an interval; the unit feels them within milliseconds.
        key: the signal in the inbox that is settled with it.
        source: its name in the journal.
        settled_ms: time of the frame or signal that settled it.
    """

    seen: bool
    key: Callable[[T_contra], Key | None]
    source: Callable[[T_contra], str]
    settled_ms: Callable[[T_contra], int]


def _of_signal(said: Signal) -> str:
    return f"signal:{said.number}"


def _of_dice(said: DiceRolled) -> str:
    # So that the journal says what the dice were made from, and anybody can make them again.
    return f"{_of_signal(said)}:seed:{said.seed:08x}" if said.seed else _of_signal(said)


def _key(said: Signal) -> Key:
    return said.nonce, said.number


def _at(said: Signal | SticksSeen | DrawSeen) -> int:
    return said.at_ms


def _of_frame(said: ZoneReading | SticksSeen | DrawSeen) -> str:
    return f"frame:{said.frame}"


FROM_UNIT: Final = InputOrigin[Signal](seen=False, key=_key, source=_of_signal, settled_ms=_at)
FROM_DICE: Final = InputOrigin[DiceRolled](seen=False, key=_key, source=_of_dice, settled_ms=_at)
FROM_READING: Final = InputOrigin[ZoneReading](
    seen=True, key=lambda _: None, source=_of_frame, settled_ms=lambda said: said.settled_ms
)
FROM_SIGHT: Final = InputOrigin[SticksSeen | DrawSeen](
    seen=True, key=lambda _: None, source=_of_frame, settled_ms=_at
)


def never(*_: object) -> bool:
    """What does not hold of this kind of input."""
    return False


def nothing(*_: object) -> None:
    """What this kind of input has none of."""


@dataclass(frozen=True, kw_only=True)
class Policy(Generic[T]):
    """One kind of input: its lane, how it ranks, what it waits for, what it means and what settles it.

    ``rank``, ``unseen`` and ``follows_unseen`` are asked while a hand is in play.

    Attributes:
        origin: where it comes from, and so how it is dated, named and settled.
        lane: inputs of one lane are told in their order.
        rank: how well it fits the game; what fits better goes first.
        awaits: the zones that it waits for while tiles are drawn and discarded; None: every zone.
        means: observations or a press, and what is remembered of it; the state is None before a hanchan.
        unseen: what explains it may lie where the camera has not looked since; so it waits longer.
        follows_unseen: it can only follow something that has to lie there, seen or not.
        must_mean: something has to come of it in this state; if nothing does, it contradicts the game.
        discard_called: the tile that it shows to have been called from who is to discard.
        replaced_by: a newer one makes it good for nothing while it waits.
        closes: it closes the hand, if the hand is over.
        slack_ms: it may have come so much later than it says; nothing waits for it.
        comes_first: it never waits for an explanation.
        before_end: it counts although the set button was pressed before it and waits.
        agreed: people say with it that the hand is over; no camera has to see that.
        when_lost: it is told although the hand is not followed any more.
        play: it is of a zone in which players act.
    """

    origin: InputOrigin[T]
    lane: Callable[[T], ZoneId | str]
    rank: Callable[[Item[T], InputContext], int]
    means: Callable[[T, GameState | None, Memory, int], Meaning]
    awaits: Callable[[T, GameState], Awaited | None] = nothing
    unseen: Callable[[Item[T], InputContext], bool] = never
    follows_unseen: Callable[[Item[T], InputContext], bool] = never
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


def unit_lane(_: Signal) -> str:
    """The unit tells what it feels in its order."""
    return "unit"


def without_replaced(waiting: list[AnyItem], newer: Said, policy: Policy[Any]) -> list[AnyItem]:
    """What waits, without what a newer input of its lane makes good for nothing."""
    lane = policy.lane(newer)
    return [item for item in waiting if item.lane != lane or not policy.replaced_by(item.said, newer)]
