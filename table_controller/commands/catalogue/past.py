"""The table as it was: the state after any entry of the journal. It changes nothing, so a viewer may ask for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict, cast

from msgspec import Meta

from referee.encoding.public import public_state
from referee.encoding.shown import GameShown
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber
from table_controller.mqtt.roles import Role
from table_controller.wording.told import Told, told
from table_controller.wording.wording import lines_of

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk


class Steps(TypedDict):
    """The nearest entries in one direction; null where there is none."""

    entry: Annotated[int | None, Meta(description="with a line for people")]
    discard: int | None
    hand: Annotated[int | None, Meta(description="at which a hand or a hanchan begins")]


class Then(TypedDict):
    """The table after an entry."""

    entry: Told
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

    async def do(self, desk: CommandDesk) -> Then:
        if self.entry > desk.journal.number:
            raise CommandRefusedError(Refused.no_entry(self.entry))
        # Folding a hanchan takes a while; the table goes on meanwhile.
        return await asyncio.to_thread(_then, self.entry, desk)


def _then(number: int, desk: CommandDesk) -> Then:
    moment = desk.past.moment(number)
    entry, state = moment.entry, moment.state
    shown: Any = None
    if state is not None:
        shown = public_state(state, number, entry.at_ms, desk.broker.table, desk.words)
    return {
        "entry": told(entry, lines_of(entry.events, state), desk.words),
        "state": cast("GameShown | None", shown),
        "back": cast("Steps", moment.back),
        "forward": cast("Steps", moment.forth),
        "newest": desk.journal.number,
    }
