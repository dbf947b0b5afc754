"""A jury of head referees: called on an appeal, voted in secret, closed with all votes and names at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NotRequired, TypeAlias

from msgspec import Meta

from referee.game.judge_observations import JurorExcused, JuryCalled, JuryVote, VoteCast
from referee.game.observations import Ruling
from referee.judging.rulings.jury import first_ruling, is_login, vote_refused
from referee.texts.refused import Refused
from table_controller.commands.catalogue.rulings import Finding, Points
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.values import Id
from table_controller.mqtt.roles import Role

if TYPE_CHECKING:
    from referee.game.position import Jury
    from table_controller.commands.desk import CommandDesk

Juror = Annotated[str, Meta(title="text", min_length=1, max_length=64)]
Decided: TypeAlias = Ruling | None
Login = Annotated[Id, Meta(description="login of a head referee")]
VotedFor = Literal[
    "stands", "none", "dismissed", "guidance", "warning", "continue", "dead_hand", "end", "void", "chombo", "disqualified"
]  # fmt: skip


class VoteTaken(Numbered):
    """A vote was kept, and counted if it was the last one. Nobody is told what others voted for before that."""

    jurors: int
    voted: int
    ruling: NotRequired[Decided]
    """The ruling that most voted for, once all have; null if the first ruling stands without a majority."""


class JuryEnded(Numbered):
    """A jury was closed."""

    ruling: Decided


class CallJury(Command, frozen=True):
    """Have two or three head referees vote on a ruling against which a player appeals.

    The judge who made it does not vote. Each juror votes without seeing what the others vote for; more than half of them must
    want the same other ruling, otherwise the first one stands.
    """

    roles: ClassVar[tuple[Role, ...]] = ("head-referee",)
    sections: ClassVar[tuple[str, ...]] = ("SAI 7",)

    finding: Finding
    jurors: Annotated[
        Annotated[tuple[Juror, ...], Meta(min_length=2, max_length=3)],
        Meta(description="their logins"),
    ]

    def do(self, desk: CommandDesk) -> Numbered:
        called = JuryCalled(finding=self.finding, jurors=self.jurors, judge=self.by, text=self.text)
        return desk.say(called, self.by)


class Vote(Command, frozen=True):
    """Vote as a juror for the ruling that should hold; voting again changes the vote until all have voted."""

    roles: ClassVar[tuple[Role, ...]] = ("head-referee",)
    sections: ClassVar[tuple[str, ...]] = ("SAI 7",)

    ruling: Annotated[VotedFor, Meta(description="stands: the first ruling stands")]
    points: Points = None

    def several(self) -> bool:
        return True

    def do(self, desk: CommandDesk) -> VoteTaken:
        jury = _sitting(desk)
        juror = next((each for each in jury.jurors if is_login(self.by, each)), None)
        if juror is None:
            raise CommandRefusedError(Refused.no_juror(self.by, jury.jurors))
        vote = self._vote(desk, juror)
        why = vote_refused(desk.after(), vote)
        if why is not None:
            raise CommandRefusedError(why)
        desk.keep_vote(jury, vote)
        number = desk.journal.number
        if juror not in jury.voted:
            number = desk.say(VoteCast(who=juror, judge=self.by), self.by)["number"]
        answer: VoteTaken = {
            "number": number,
            "jurors": len(jury.jurors),
            "voted": len({*jury.voted, juror}),
        }
        if answer["voted"] == answer["jurors"] and (ended := desk.close_jury(self.by)) is not None:
            answer["number"] = ended["number"]
            answer["ruling"] = desk.after().desk.juries[-1].ruling
        return answer

    def _vote(self, desk: CommandDesk, juror: str) -> JuryVote:
        if self.ruling != "stands":
            return JuryVote(judge=juror, ruling=self.ruling, points=self.points, text=self.text)
        first = first_ruling(desk.after(), _sitting(desk).finding)
        if first is None:
            raise CommandRefusedError(Refused.not_ruled_on())
        return JuryVote(judge=juror, ruling=first.ruling, points=first.points, text=self.text)


class ExcuseJuror(Command, frozen=True):
    """Leave out a juror who is involved in the matter or cannot come; a vote already cast does not count."""

    roles: ClassVar[tuple[Role, ...]] = ("head-referee",)

    who: Login

    def several(self) -> bool:
        return True

    def do(self, desk: CommandDesk) -> Numbered:
        number = desk.say(JurorExcused(who=self.who, judge=self.by, text=self.text), self.by)
        jury = _sitting(desk)
        if len(jury.voted) < len(jury.jurors):
            return number
        return desk.close_jury(self.by) or number


class CloseJury(Command, frozen=True):
    """End a jury without the votes that are missing, which count for nothing: the first ruling may stand."""

    roles: ClassVar[tuple[Role, ...]] = ("head-referee",)

    def do(self, desk: CommandDesk) -> JuryEnded:
        _sitting(desk)
        ended = desk.close_jury(self.by, self.text)
        if ended is None:
            return {"number": desk.journal.number, "ruling": None}
        return {"number": ended["number"], "ruling": desk.after().desk.juries[-1].ruling}


def _sitting(desk: CommandDesk) -> Jury:
    """Return the jury that sits.

    Raises:
        CommandRefusedError: no jury sits.
    """
    jury = None if desk.state is None else desk.state.desk.jury
    if jury is None:
        raise CommandRefusedError(Refused.no_jury())
    return jury
