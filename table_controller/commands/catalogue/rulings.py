"""Rulings on findings and players, play stopped and resumed, appeals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict

from msgspec import Meta, structs

from referee.encoding.bounded import Seat
from referee.game.judge_observations import (
    AppealNoted,
    FoulEntered,
    Outcome,
    PlayerReplaced,
    PlayHalted,
    PlayReleased,
    TableAttended,
)
from referee.game.observations import Ruling, RulingGiven
from referee.game.position import IN_PLAY
from referee.judging.rulings.imposing import replaced_by
from referee.judging.rulings.topics import refusal
from referee.rules.penalties import Graded
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command, Ends
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.values import FindingNumber, Name, RuleName
from wording.declined import Declined

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk

TileCount = Annotated[int, Meta(ge=1, le=136)]
ChosenPoints = Annotated[int, Meta(ge=1, le=1000)]
MinutesLate = Annotated[int, Meta(ge=1, le=600)]
Finding = Annotated[FindingNumber, Meta(description="its number, as findings shows it")]
OnFinding = Annotated[
    FindingNumber | None,
    Meta(description="the finding that is ruled on, by its number; without seat, its offender is ruled on"),
]
OnSeat = Annotated[
    Seat | None, Meta(description="the player; with a finding, somebody at fault besides its offender")
]
Force = Annotated[bool, Meta(description="even if the rulebook says otherwise")]
Points = Annotated[
    ChosenPoints | None,
    Meta(
        description="of the overall score, with the grade continue, where the rules let a judge choose them"
    ),
]
Replace = Annotated[bool, Meta(description="replace another judge's ruling on it")]
GoesOn = Annotated[bool, Meta(description="play goes on at once")]


class _Called(TypedDict, total=False):
    called: bool
    """True if a call for a judge still stands."""
    also: list[int]
    """The entries that the command wrote after the first, if it wrote several: undo takes them as ``also``."""


class _Resumed(_Called, total=False):
    resumed: bool
    """True if stopped play goes on, if that was requested."""
    instead: Ruling
    """The ruling that this one replaces, by the judge in ``former``."""
    former: str
    stopped: str
    """The reason why play is still stopped, if it is."""


class Ruled(Numbered, _Resumed):
    """A ruling was made."""


class FoulNoted(Ruled):
    """A foul was entered."""

    finding: int
    grade: str


def _give(desk: CommandDesk, command: Command, ruling: Ruling, **other: int | None) -> Ruled:
    """A ruling with the command's arguments, or others, on a finding or a seat; with ``resume`` play goes on after it."""
    arguments: dict[str, Any] = {**structs.asdict(command), **other}
    about = {name: arguments[name] for name in ("seat", "finding", "force", "points") if name in arguments}
    given = RulingGiven(ruling=ruling, judge=command.by, text=command.text, **about)
    if not arguments.get("replace") and not refusal(desk.state, given):
        _refuse_against_another(desk, given, command.at)
    answer: Ruled = {"number": desk.say(given, command.by)["number"]}
    made = desk.after().rulings[-1]
    if made.instead is not None:
        answer["instead"], answer["former"] = made.instead, made.former
    if arguments.get("resume"):
        released = _release(desk, command)
        answer["resumed"] = bool(released)
        if released:
            answer["also"] = released
        if desk.judge_is_called:
            answer["called"] = True
    elif desk.after().desk.stopped:
        answer["stopped"] = desk.after().desk.stopped
    return answer


def _refuse_against_another(desk: CommandDesk, given: RulingGiven, at: int | None) -> None:
    """Keep a judge from overwriting another's ruling unknowingly; one who gives ``at`` has seen the newest entry.

    Raises:
        CommandRefusedError: another judge has ruled on it otherwise; the text names ruling, judge and entry.
    """
    former = None if desk.state is None else replaced_by(desk.state, given)
    if at is not None or former is None or former.judge == given.judge:
        return
    number = desk.corrections.ruled_in(former)
    raise CommandRefusedError(Declined.ruled_by_another(former.finding, former.judge, former.ruling, number))


def _release(desk: CommandDesk, command: Command) -> list[int]:
    state = desk.state
    if state is None or not (state.desk.stopped or state.summoned is not None):
        return []
    return _let_go_on(desk, command)


def _let_go_on(desk: CommandDesk, command: Command, *, seen_to: bool = False) -> list[int]:
    """Let play go on; returns the numbers of the entries.

    A call for a judge stays until a judge says that he has seen to it, and so does the judge who is on his way.
    """
    attendant = "" if desk.state is None else desk.state.desk.attendant
    numbers = [desk.say(PlayReleased(judge=command.by, text=command.text), command.by)["number"]]
    if seen_to:
        desk.judge_came()
    elif attendant and desk.judge_is_called:
        attended = TableAttended(who=attendant, judge=command.by, text=command.text)
        numbers.append(desk.say(attended, command.by)["number"])
    return numbers


class _Ruling(Command, frozen=True, kw_only=True):
    """The arguments that all rulings share."""

    force: Force = False
    replace: Replace = False
    resume: GoesOn = False

    def several(self) -> bool:
        return self.resume


class Rule(_Ruling, frozen=True):
    """Any ruling, on a finding or a player."""

    ruling: Ruling
    finding: OnFinding = None
    seat: OnSeat = None
    points: Points = None

    def do(self, desk: CommandDesk) -> Ruled:
        if desk.state is None:
            raise CommandRefusedError(Refused.no_hanchan())
        return _give(desk, self, self.ruling)


class Accept(_Ruling, frozen=True):
    """Rule on a finding as it is proposed."""

    finding: Finding
    seat: OnSeat = None

    def do(self, desk: CommandDesk) -> Ruled:
        return _give(desk, self, "accepted")


class ChangeGrade(_Ruling, frozen=True):
    """Rule on a finding with another grade than the proposed one."""

    finding: Finding
    grade: Graded
    seat: OnSeat = None
    points: Points = None

    def do(self, desk: CommandDesk) -> Ruled:
        return _give(desk, self, self.grade)


class _OnPlayer(_Ruling, frozen=True):
    """A ruling named by its command, on a player, a finding or both."""

    ruling: ClassVar[Ruling]

    seat: OnSeat = None
    finding: OnFinding = None

    def do(self, desk: CommandDesk) -> Ruled:
        return _give(desk, self, self.ruling)


class Dismiss(_OnPlayer, frozen=True):
    """Dismiss a finding; without one, take back the newest ruling on a player."""

    ruling: ClassVar[Ruling] = "dismissed"


class Guide(_OnPlayer, frozen=True):
    """Guide a player: the ruling is recorded and play goes on."""

    ruling: ClassVar[Ruling] = "guidance"


class Warn(_OnPlayer, frozen=True):
    """Warn a player: counted until the end of the hanchan."""

    ruling: ClassVar[Ruling] = "warning"


class DeadHand(_OnPlayer, frozen=True):
    """Declare a player's hand dead until the end of the hand."""

    ruling: ClassVar[Ruling] = "dead_hand"


class Chombo(_OnPlayer, frozen=True):
    """Chombo of a player: the hand is void and played again."""

    sections: ClassVar[tuple[str, ...]] = ("WRC 7.2",)
    ends: ClassVar[Ends] = "hand"
    ruling: ClassVar[Ruling] = "chombo"


class Disqualify(_OnPlayer, frozen=True):
    """Disqualify a player.

    Play stops until somebody else plays on for the player or the hanchan is ended.
    """

    ruling: ClassVar[Ruling] = "disqualified"


class VoidHand(Command, frozen=True):
    """Void the hand and play it again, through nobody's fault."""

    ends: ClassVar[Ends] = "hand"

    def do(self, desk: CommandDesk) -> Ruled:
        return _give(desk, self, "void")


class Redeal(Command, frozen=True):
    """Deal the hand again without penalty, before anybody has discarded or called."""

    sections: ClassVar[tuple[str, ...]] = ("WRC 7.2",)
    ends: ClassVar[Ends] = "hand"

    def do(self, desk: CommandDesk) -> Ruled:
        state = desk.state
        if state is None or state.phase not in IN_PLAY:
            raise CommandRefusedError(Declined.no_deal())
        if any(seat.pond or seat.melds for seat in state.seats):
            raise CommandRefusedError(Declined.make_it_void())
        return _give(desk, self, "void")


class Foul(Command, frozen=True):
    """Enter a foul of the rules (jantaku rules fouls) that only people saw."""

    rule: Annotated[RuleName, Meta(description="its name")]
    seat: Seat
    tiles: Annotated[TileCount | None, Meta(description="how many, where the grade depends on it")] = None
    minutes: Annotated[MinutesLate | None, Meta(description="how late the player is")] = None
    ruling: Annotated[Ruling | None, Meta(description="rule on it at once: accepted, or a grade")] = None
    points: Points = None
    force: Force = False
    resume: Annotated[bool, Meta(description="with ruling: play goes on at once")] = False

    def several(self) -> bool:
        return self.ruling is not None

    def do(self, desk: CommandDesk) -> FoulNoted:
        entered = FoulEntered(
            rule=self.rule,
            seat=self.seat,
            number=self.minutes or self.tiles or 1,
            judge=self.by,
            text=self.text,
        )
        number = desk.say(entered, self.by)["number"]
        findings = desk.after().findings
        finding = len(findings) - 1
        grade = findings[finding].grade
        if self.ruling is None:
            return {"number": number, "finding": finding, "grade": grade}
        ruled = _give(desk, self, self.ruling, seat=None, finding=finding)
        also = [ruled["number"], *ruled.get("also", ())]
        return {**ruled, "number": number, "also": also, "finding": finding, "grade": grade}


class Stop(Command, frozen=True):
    """Stop play."""

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(PlayHalted(judge=self.by, text=self.text), self.by)


class Resumed(Numbered, _Called):
    """Play goes on."""


class Resume(Command, frozen=True):
    """Let play go on, whatever stopped it.

    A call for a judge stays until a judge says that he has seen to it.
    """

    seen_to: Annotated[bool, Meta(description="the call for a judge has been seen to")] = False

    def do(self, desk: CommandDesk) -> Resumed:
        number, *also = _let_go_on(desk, self, seen_to=self.seen_to)
        answer: Resumed = {"number": number}
        if also:
            answer["also"] = also
        if desk.judge_is_called:
            answer["called"] = True
        return answer


class ReplacePlayer(Command, frozen=True):
    """Let somebody else play on for a player."""

    sections: ClassVar[tuple[str, ...]] = ("WRC 7.2",)

    seat: Seat
    name: Annotated[Name, Meta(description="who plays on")] = ""

    def do(self, desk: CommandDesk) -> Numbered:
        replaced = PlayerReplaced(seat=self.seat, name=self.name, judge=self.by, text=self.text)
        return desk.say(replaced, self.by)


class Appeal(Command, frozen=True):
    """A player appeals, or the appeal is decided."""

    sections: ClassVar[tuple[str, ...]] = ("SAI 7",)

    seat: Seat
    finding: Annotated[FindingNumber | None, Meta(description="against the ruling on it")] = None
    outcome: Annotated[Outcome, Meta(description="open if it is not decided yet")] = "open"

    def do(self, desk: CommandDesk) -> Numbered:
        noted = AppealNoted(
            seat=self.seat,
            finding=self.finding,
            outcome=self.outcome,
            judge=self.by,
            text=self.text,
        )
        return desk.say(noted, self.by)
