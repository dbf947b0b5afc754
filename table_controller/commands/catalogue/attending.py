"""The judge who goes to a table that needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, TypedDict

from msgspec import Meta

from referee.game.judge_observations import PlayHalted, TableAttended
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.values import Name
from table_controller.mqtt.roles import CALLS_A_JUDGE, Role

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk


class HearingTime(TypedDict):
    """The time for which the table believes that the judge hears calls, in seconds."""

    for_s: int


class Called(TypedDict):
    """An answer that says whether a judge hears the call."""

    heard: bool


class CallJudge(Command, frozen=True):
    """Call a judge to the table, as its own button does.

    Play stops if it has not stopped yet.
    """

    roles: ClassVar[tuple[Role, ...]] = (CALLS_A_JUDGE,)
    masked: ClassVar[bool] = False

    def do(self, desk: CommandDesk) -> Called:
        state = desk.state
        if state is not None and state.phase != "ended" and not state.desk.stopped:
            desk.say(PlayHalted(judge=self.by, text=self.text), self.by)
        return {"heard": desk.call_judge(self.by)}


class HearCalls(Command, frozen=True):
    """Say that you hear when a judge is called at this table.

    Pages and terminals of judges say it once a minute. If none has said so for a while, a player who calls reads
    that nobody hears.
    """

    reads: ClassVar[bool] = True
    masked: ClassVar[bool] = False

    def do(self, desk: CommandDesk) -> HearingTime:
        return {"for_s": desk.judge_hears()}


class TakeCall(Command, frozen=True):
    """Tell the other judges that you go to the table.

    How long the call waited is kept in the journal.
    """

    def do(self, desk: CommandDesk) -> Numbered:
        attendant = "" if desk.state is None else desk.state.desk.attendant
        if attendant and attendant != self.by:
            raise CommandRefusedError(Refused.attends_already(attendant))
        return desk.say(TableAttended(who=self.by, judge=self.by, text=self.text), self.by)


class HandOver(Command, frozen=True):
    """Send another judge to the table, or leave it to anybody who is free."""

    to: Annotated[Name, Meta(description="who goes; nobody if left out")] = ""

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(TableAttended(who=self.to, judge=self.by, text=self.text), self.by)
