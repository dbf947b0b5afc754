"""The table as it was after any entry of the journal, and the entries behind its tiles. A viewer may ask for both."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, TypedDict, cast

from msgspec import Meta

from referee.encoding.bounded import Seat
from referee.encoding.codec import encode
from referee.encoding.public import public_state
from referee.encoding.shown import GameShown
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.tile_entries import Zone, next_discard, tile_entries
from table_controller.commands.values import EntryNumber
from table_controller.mqtt.roles import Role
from wording.declined import Declined
from wording.events.entry_payload import EntryPayload, entry_payload
from wording.events.lines import lines_of

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk

Place: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Steps(TypedDict):
    """The nearest entries in one direction; null where there is none."""

    entry: Annotated[int | None, Meta(description="with a line for people")]
    discard: int | None
    hand: Annotated[int | None, Meta(description="at which a hand or a hanchan begins")]


class PastTable(TypedDict):
    """The table after an entry."""

    entry: EntryPayload
    state: Annotated[GameShown | None, Meta(description="null before the first hanchan")]
    back: Steps
    forward: Steps
    newest: Annotated[int, Meta(description="number of the newest entry of all")]


class PastState(Command, frozen=True):
    """The state after an entry, as it was shown then.

    Later corrections do not show in it.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    reads: ClassVar[bool] = True

    entry: Annotated[EntryNumber, Meta(description="its number, as events shows it")]

    async def do(self, desk: CommandDesk) -> PastTable:
        if self.entry > desk.journal.number:
            raise CommandRefusedError(Refused.no_entry(self.entry))
        # Folding a hanchan takes a while; the table goes on meanwhile.
        return await asyncio.to_thread(_past_table, self.entry, desk)


def _past_table(number: int, desk: CommandDesk) -> PastTable:
    moment = desk.past.moment(number)
    entry, state = moment.entry, moment.state
    shown: Any = None
    if state is not None:
        shown = public_state(state, number, entry.at_ms, desk.settings.mqtt.table, desk.settings.language)
    return {
        "entry": entry_payload(entry, lines_of(entry.events, state), desk.settings.language),
        "state": cast("GameShown | None", shown),
        "back": cast("Steps", moment.back),
        "forward": cast("Steps", moment.forth),
        "newest": desk.journal.number,
    }


class TileOrigin(TypedDict):
    """The entry that put a tile where it lies, and the discard that comes after it."""

    entry: EntryPayload
    observation: Annotated[
        dict[str, Any], Meta(description="of the entry, as it counts after all corrections")
    ]
    next_seat: Annotated[Seat | None, Meta(description="who discards next, null where that is not known")]
    next_after: Annotated[int, Meta(description="the entry that this next discard follows")]


class TileEntry(Command, frozen=True):
    """The entry that put a tile on the table, to be corrected if the tile was misread.

    The answer also says where the discard that follows belongs, in case it was missed.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    reads: ClassVar[bool] = True

    zone: Annotated[Zone, Meta(description="where it lies; opened: in an opened hand")]
    seat: Annotated[Seat | None, Meta(description="whose it is, if it is somebody's")] = None
    place: Annotated[
        Place, Meta(description="of a discard in its pond, of a meld among the player's, and so on")
    ] = 0
    until: Annotated[
        EntryNumber | None,
        Meta(description="of the table as it stood after this entry; the newest if left out"),
    ] = None

    async def do(self, desk: CommandDesk) -> TileOrigin:
        if self.until is not None and self.until > desk.journal.number:
            raise CommandRefusedError(Refused.no_entry(self.until))
        return await asyncio.to_thread(_tile, self, desk)


def _tile(wanted: TileEntry, desk: CommandDesk) -> TileOrigin:
    found, slots = tile_entries(
        desk.journal.hanchan(desk.journal.number if wanted.until is None else wanted.until)
    )
    number = found.number(wanted.zone, wanted.seat, wanted.place)
    slot = next((slot for slot in slots if slot.number == number), None)
    if number is None or slot is None or slot.observation is None:
        raise CommandRefusedError(Declined.no_tile_there())
    seat, after = next_discard(slots, number)
    moment = desk.past.moment(number)
    return {
        "entry": entry_payload(
            moment.entry, lines_of(moment.entry.events, moment.state), desk.settings.language
        ),
        "observation": encode(slot.observation),
        "next_seat": seat,
        "next_after": after,
    }
