"""The score sheet of a hanchan that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from referee.game.judge_observations import SheetSigned
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.values import EntryNumber
from table_controller.mqtt.roles import Role
from wording.declined import Declined

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk


class SignSheet(Command, frozen=True):
    """Sign the score sheet of the hanchan that has ended: sticks may be reset, and the next one may begin."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")
    sections: ClassVar[tuple[str, ...]] = ("WRC 8.2",)

    hanchan: Annotated[
        EntryNumber | None,
        Meta(
            description="the entry that began it; refused if another hanchan began since; the newest if left out"
        ),
    ] = None

    def do(self, desk: CommandDesk) -> Numbered:
        begun = desk.corrections.begun()
        if begun is None:
            raise CommandRefusedError(Refused.no_hanchan())
        if self.hanchan is not None and self.hanchan != begun:
            raise CommandRefusedError(Declined.other_sheet(begun, self.hanchan))
        return desk.say(SheetSigned(hanchan=begun, judge=self.by, text=self.text), self.by)
