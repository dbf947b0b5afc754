"""The machine, alerts and faults."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Annotated, ClassVar, TypedDict

from msgspec import Meta, field

from referee.game.judge_observations import TableAttended
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import Id
from table_controller.machine.machine import MachineCommand, Order
from table_controller.mqtt.roles import Role
from wording.alerts.declared import TableAlert
from wording.declined import Declined

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk


class Paused(TypedDict):
    """An answer that says whether the machine is paused."""

    paused: bool


class Ordered(TypedDict):
    """The order that the machine was given."""

    id: str
    phase: str
    """The phase of its cycle."""


class Updated(TypedDict):
    """The version that is requested."""

    version: str


class Nothing(TypedDict):
    """An answer that only confirms the command."""


class Pause(Command, frozen=True):
    """Pause all motions of the table, or allow them again."""

    roles: ClassVar[tuple[Role, ...]] = ("technician",)

    on: Annotated[bool, Meta(description="false: allow them again")] = True

    def do(self, desk: CommandDesk) -> Paused:
        desk.pause(self.by if self.on else "")
        return {"paused": self.on}


class Machine(Command, frozen=True):
    """Tell the machine what to do.

    Set collects the tiles or raises the walls, dice rolls, stop stops what moves and pauses, retry repeats what failed,
    open_lid stops what moves, pauses and opens the lid, also during a hand.
    """

    roles: ClassVar[tuple[Role, ...]] = ("technician",)

    order: Annotated[Order, Meta(description="what to do")] = field(name="do")
    id: Annotated[
        Id | None, Meta(description="names the request, which is carried out once however often it is sent")
    ] = None

    def do(self, desk: CommandDesk) -> Ordered:
        name = self.id or str(uuid.uuid4())
        desk.move(MachineCommand(f"mqtt:{name}", self.order, self.by))
        return {"id": name, "phase": desk.phase}


class Resolve(Command, frozen=True):
    """Resolve an alert that was seen to.

    Alerts of past events (a reset, a call for a judge) stay until then. The judge who went for the call is free again.
    """

    id: Annotated[Id, Meta(min_length=1, description="of the alert")]

    def do(self, desk: CommandDesk) -> Nothing:
        desk.seen_to(self.id)
        judges = None if desk.state is None else desk.state.desk
        if (
            self.id == TableAlert.JUDGE.name
            and judges is not None
            and judges.attendant
            and not judges.stopped
        ):
            desk.say(TableAttended(who="", judge=self.by, text=self.text), self.by)
        return {}


class ResetFaults(Command, frozen=True):
    """Let a latched unit move again."""

    roles: ClassVar[tuple[Role, ...]] = ("technician",)

    async def do(self, desk: CommandDesk) -> Nothing:
        await desk.reset_faults()
        return {}


class Update(Command, frozen=True):
    """Install the newer version of the program that is offered, between hanchans.

    The table starts anew; if it is not healthy within two minutes, the version before comes back.
    """

    roles: ClassVar[tuple[Role, ...]] = ("technician",)

    def do(self, desk: CommandDesk) -> Updated:
        state = desk.state
        if state is not None and state.phase != "ended":
            raise CommandRefusedError(Declined.hanchan_runs())
        version = desk.newer_version()
        desk.update()
        return {"version": version}
