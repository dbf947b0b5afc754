"""The hands of a hanchan: how each ended, what was shown, what it was worth and by which sections."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, ClassVar, TypedDict

from msgspec import Meta

from referee.encoding.bounded import HandName, Seat, TileName
from referee.encoding.public import public_meld, public_result
from referee.encoding.shown import EndShown, MeldShown
from referee.melds import MeldKind
from referee.texts.refused import Refused
from referee.tiles import NAMES
from table_controller.commands.declaration import Command
from table_controller.commands.hanchans import MOST_RECORD_BYTES
from table_controller.commands.hands import HandRecounted, Opened, WinExplained, hands_of
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.seen_hands import SeenHand, last_discard, seen_hands
from table_controller.commands.values import EntryNumber
from table_controller.mqtt.roles import Role

if TYPE_CHECKING:
    from referee.hands.explain import Reason
    from referee.journal.journal import Journal
    from table_controller.commands.desk import CommandDesk


class WorthItem(TypedDict):
    """One item of what a hand is worth."""

    item: Annotated[str, Meta(description="a yaku, dora, fu item or limit by its name")]
    tile: Annotated[str, Meta(description="of the group or pair that fu are given for, else empty")]
    value: Annotated[int, Meta(description="han of a yaku, fu of a fu item, how many yakuman")]
    section: Annotated[str, Meta(description="of the rulebook, empty where it has none")]


class HandWorth(TypedDict):
    """A win with its tiles and reasons."""

    seat: Seat
    tiles: Annotated[
        list[TileName], Meta(description="concealed, without the winning one; empty if not shown")
    ]
    winning: TileName | None
    melds: list[MeldShown]
    yaku: list[WorthItem]
    fu: Annotated[list[WorthItem], Meta(description="before rounding")]
    limit: WorthItem | None
    rounding: Annotated[str, Meta(description="section of the rounding of fu, empty if there was none")]
    explained: Annotated[bool, Meta(description="false: only its han and fu are known")]


class OpenHand(TypedDict):
    """A hand that lies open, and the entry to correct where it was misread."""

    entry: int
    seat: Seat
    tiles: list[TileName]
    winning: TileName | None


class HandSummary(TypedDict):
    """A hand of the hanchan."""

    hand: HandName
    honba: int
    began: Annotated[int, Meta(description="the entry that deals it")]
    ended: Annotated[int | None, Meta(description="the entry that ends it, null while it is played")]
    names: Annotated[list[str], Meta(min_length=4, max_length=4)]
    bets: Annotated[int, Meta(description="riichi bets on the table before it ended")]
    result: Annotated[
        EndShown | None,
        Meta(description="how it ended; while it is played how it would end if it were closed now"),
    ]
    opened: list[OpenHand]
    worth: list[HandWorth]
    indicators: list[TileName]
    ura: list[TileName]


class HandSummaries(TypedDict):
    """The hands of a hanchan, as many of the newest as an answer has room for."""

    hands: list[HandSummary]
    left_out: Annotated[int, Meta(description="how many earlier ones had no room")]


class HandResults(Command, frozen=True):
    """The hands of a hanchan, with what each was worth and why.

    Corrections count; a hand that is over but not yet closed is shown as it would be settled now.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    reads: ClassVar[bool] = True

    until: Annotated[
        EntryNumber | None,
        Meta(description="of the hanchan as it stood after this entry; the newest if left out"),
    ] = None

    async def do(self, desk: CommandDesk) -> HandSummaries:
        if self.until is not None and self.until > desk.journal.number:
            raise CommandRefusedError(Refused.no_entry(self.until))
        return await asyncio.to_thread(_summaries, desk.journal, self.until)


class MeldSeen(TypedDict):
    """A meld that lies open."""

    kind: MeldKind
    tiles: list[TileName]


class HandSeen(TypedDict):
    """A hand as it lies open."""

    tiles: Annotated[
        list[TileName], Meta(description="concealed, without the winning one; empty if not open")
    ]
    winning: Annotated[TileName | None, Meta(description="the tile kept apart, null if none is")]
    melds: list[MeldSeen]


class DiscardSeen(TypedDict):
    """A discard that may be won on."""

    seat: Seat
    tile: TileName


class HandsSeen(TypedDict):
    """The tiles that lie open on the table."""

    hands: Annotated[list[HandSeen], Meta(min_length=4, max_length=4, description="by seat")]
    discard: Annotated[DiscardSeen | None, Meta(description="the newest one, null if it cannot be won on")]


class SeenHands(Command, frozen=True):
    """The hands as the camera last saw them, to start from when entering a win.

    What the camera does not see is filled in from the game.
    """

    reads: ClassVar[bool] = True

    def do(self, desk: CommandDesk) -> HandsSeen:
        if desk.state is None:
            raise CommandRefusedError(Refused.no_hanchan())
        discard = last_discard(desk.state)
        return {
            "hands": [_seen(hand) for hand in seen_hands(desk.state, desk.camera)],
            "discard": None if discard is None else {"seat": discard[0], "tile": NAMES[discard[1]]},
        }


def _seen(hand: SeenHand) -> HandSeen:
    return {
        "tiles": [NAMES[tile] for tile in hand.tiles],
        "winning": None if hand.winning is None else NAMES[hand.winning],
        "melds": [{"kind": kind, "tiles": [NAMES[tile] for tile in tiles]} for kind, tiles in hand.melds],
    }


def _summaries(journal: Journal, until: int | None) -> HandSummaries:
    last = journal.number if until is None else until
    hands = [_hand(each) for each in hands_of(journal.hanchan(last))]
    size = 0
    for count, each in enumerate(reversed(hands)):
        size += len(json.dumps(each, ensure_ascii=False).encode())
        if count and size > MOST_RECORD_BYTES:
            return {"hands": hands[-count:], "left_out": len(hands) - count}
    return {"hands": hands, "left_out": 0}


def _hand(played: HandRecounted) -> HandSummary:
    state = played.before
    names = state.names if played.end is None or played.end.names is None else played.end.names
    return {
        "hand": state.hand_name,
        "honba": state.honba,
        "began": played.began,
        "ended": played.ended,
        "names": list(names),
        "bets": state.bets,
        "result": None if played.end is None else public_result(played.end),
        "opened": [_opened(each) for each in played.opened],
        "worth": [_worth(each, played) for each in played.worth],
        "indicators": [NAMES[tile] for tile in state.indicators],
        "ura": [NAMES[tile] for tile in state.ura],
    }


def _opened(opened: Opened) -> OpenHand:
    shown = opened.shown
    return {
        "entry": opened.entry,
        "seat": shown.seat,
        "tiles": [NAMES[tile] for tile in shown.tiles],
        "winning": None if shown.winning is None else NAMES[shown.winning],
    }


def _worth(worth: WinExplained, played: HandRecounted) -> HandWorth:
    shown, why = worth.shown, worth.why
    limit = None if why is None else why.limit
    return {
        "seat": worth.win.seat,
        "tiles": [] if shown is None else [NAMES[tile] for tile in shown.tiles],
        "winning": None if shown is None else NAMES[shown.tile],
        "melds": [public_meld(meld) for meld in played.before.seats[worth.win.seat].melds],
        "yaku": [] if why is None else [told_reason(each) for each in why.yaku],
        "fu": [] if why is None else [told_reason(each) for each in why.fu],
        "limit": None if limit is None else told_reason(limit),
        "rounding": "" if why is None else why.rounding,
        "explained": why is not None,
    }


def told_reason(reason: Reason) -> WorthItem:
    """An item of a score, fit for JSON."""
    return {
        "item": reason.item,
        "tile": reason.tile,
        "value": reason.value,
        "section": reason.section,
    }
