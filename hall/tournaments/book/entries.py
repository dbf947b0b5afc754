"""Entries of a tournament's book. Entries are only ever added; later ones change what earlier ones say.

Every entry says who made it and on which day. Days are counted like Python's ``date.toordinal``, in local time.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

PlayerId: TypeAlias = Annotated[str, Meta(title="player", min_length=1, max_length=80)]
SessionNumber: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
TableNumber: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Score: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
MOST_TEXT: Final = 300
Text: TypeAlias = Annotated[str, Meta(max_length=MOST_TEXT)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
Bets: TypeAlias = Annotated[int, Meta(ge=0, le=40, description="riichi sticks left on the table")]
NumberOfEntry: TypeAlias = Annotated[int, Meta(ge=1, le=2**53)]
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
HallTable: TypeAlias = Annotated[str, Meta(max_length=80, pattern=r"^[^/+#]*$(?!\n)")]
TieBreak: TypeAlias = Literal["shared", "firsts", "best", "last", "penalties"]
Minutes: TypeAlias = Annotated[int, Meta(ge=0, le=10_080)]
Day: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$(?!\n)")]
Incomplete: TypeAlias = Literal["substitutes", "byes"]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Four: TypeAlias = tuple[Score, Score, Score, Score]
FourPlayers: TypeAlias = tuple[PlayerId, PlayerId, PlayerId, PlayerId]


class BookEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """The fields that all entries have.

    Attributes:
        by: who entered it; the table's name for what came from its journal.
        day: on which it was entered.
    """

    by: Annotated[str, Meta(max_length=80)] = ""
    day: Annotated[int, Meta(ge=0, le=4_000_000)] = 0


class TimedEntry(BookEntry, frozen=True, kw_only=True):
    """An entry whose moment counts.

    Attributes:
        at_s: real time of the entry, seconds since 1970; 0 in entries from before it was kept.
    """

    at_s: Annotated[int, Meta(ge=0, le=2**40)] = 0


class TournamentOpened(BookEntry, frozen=True, tag="opened"):
    """The tournament, once and first.

    Attributes:
        ruleset: its name or values (``Ruleset.to_mapping``).
        withheld: results and penalties of a session are shown only when it is over.
        entered_twice: scores entered by hand count only when two people have entered the same.
        ties: what breaks a tie in the standings; players who are still equal then share a place.
        then_ties: what breaks a tie that ``ties`` leaves.
        incomplete: who makes up for players missing from the last table: substitutes, or nobody, so that some players
            have a bye each session, which scores nothing.
        public_after: minutes after which everybody may see results without a login; null: nobody may.
    """

    title: Text
    ruleset: dict[str, Any]
    withheld: bool = True
    entered_twice: bool = True
    ties: TieBreak = "shared"
    then_ties: TieBreak = "shared"
    incomplete: Incomplete = "substitutes"
    public_after: Minutes | None = None


class PlayerRegistered(BookEntry, frozen=True, tag="registered"):
    """A player, who plays from a session on; a second entry changes his data."""

    player: PlayerId
    name: Text
    country: Text = ""
    club: Text = ""
    team: Text = ""
    since: SessionNumber = 1


class PlayerWithdrawn(BookEntry, frozen=True, tag="withdrawn"):
    """A player stops playing from a session on."""

    player: PlayerId
    since: SessionNumber


class FinalCut(BookEntry, frozen=True, tag="cut"):
    """Only these players go on from a session on; sessions that were seated for more lose their seats.

    Attributes:
        carried: per cent of their points so far that they keep.
    """

    session: SessionNumber
    players: Annotated[tuple[PlayerId, ...], Meta(min_length=4, max_length=1000)]
    carried: Percent = 100


class SessionSeated(BookEntry, frozen=True, tag="seated"):
    """The tables of a session, each with its players in the order of their seats.

    Attributes:
        tables: none drops the session from the plan.
        seed: of the draw; null for seats set by hand, and in entries from before it was kept.
    """

    session: SessionNumber
    tables: tuple[FourPlayers, ...]
    seed: Seed | None = None


class TableEquipped(BookEntry, frozen=True, tag="equipped"):
    """The name by which the hall knows a table of the tournament that has Jantaku; empty where it has not."""

    table: TableNumber
    hall_table: HallTable


class TableSetUp(BookEntry, frozen=True, tag="table_set_up"):
    """The hall has told a table who sits there in a session."""

    session: SessionNumber
    table: TableNumber
    players: FourPlayers


class PlayersSwapped(BookEntry, frozen=True, tag="swapped"):
    """Two players sat in each other's seats for a whole session; the results there follow them."""

    session: SessionNumber
    one: PlayerId
    other: PlayerId


class PlayerSubstituted(BookEntry, frozen=True, tag="substituted"):
    """Somebody plays for a player in one session (WRC 7.2).

    Attributes:
        excused: the player loses no points for missing it.
    """

    session: SessionNumber
    player: PlayerId
    substitute: PlayerId
    excused: bool = False


class PlayerArrived(TimedEntry, frozen=True, tag="arrived"):
    """A player is present at a session; or is not, if he was entered by mistake."""

    session: SessionNumber
    player: PlayerId
    here: bool = True


class PlayerLate(BookEntry, frozen=True, tag="late"):
    """A player came so many minutes late to a session (WRC 7.2); 0 costs nothing."""

    session: SessionNumber
    player: PlayerId
    minutes: Annotated[int, Meta(ge=0, le=999)]


class PlayerExcused(BookEntry, frozen=True, tag="excused"):
    """The points that a player lost for being late to a session, or for missing it, are given back."""

    session: SessionNumber
    player: PlayerId
    why: Annotated[str, Meta(min_length=1, max_length=300)]


class SessionBegun(TimedEntry, frozen=True, tag="session_begun"):
    """The start signal of a session (WRC 8.2)."""

    session: SessionNumber


class PlannedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planned start of a session.

    Attributes:
        day: its date where the hall is, ISO 8601.
        starts_s: seconds since 1970.
    """

    session: SessionNumber
    day: Day
    starts_s: Annotated[int, Meta(ge=0, le=2**40)]


class TimetableSet(BookEntry, frozen=True, tag="timetable_set"):
    """The times at which sessions begin by themselves; none: they are begun by hand."""

    rounds: Annotated[tuple[PlannedRound, ...], Meta(max_length=99)]


class TimetableHeld(BookEntry, frozen=True, tag="timetable_held"):
    """No session begins by itself until the timetable goes on.

    Attributes:
        session: the one that could not begin at its time; null where somebody holds the timetable.
    """

    session: SessionNumber | None = None


class TimetableResumed(TimedEntry, frozen=True, tag="timetable_resumed"):
    """The timetable goes on; later sessions of the same day keep their distance from the next one.

    Attributes:
        minutes: from now to the next session; null keeps its time, or takes one minute if that has passed.
    """

    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None


class TimeExtended(BookEntry, frozen=True, tag="time_extended"):
    """A table has so many more minutes in a session; fewer if negative."""

    session: SessionNumber
    table: TableNumber
    minutes: Annotated[int, Meta(ge=-600, le=600)]


class ExtraHandGiven(BookEntry, frozen=True, tag="extra_hand_given"):
    """A table may deal one more hand after the gong of a session."""

    session: SessionNumber
    table: TableNumber


class SessionClosed(BookEntry, frozen=True, tag="session_closed"):
    """A session is over and its standings may be shown."""

    session: SessionNumber


class TablePenalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty in a table's journal (``PlayerPenalty``)."""

    player: PlayerId
    points: Annotated[int, Meta(ge=0, le=1000)]
    reason: Text
    grade: Text = ""
    judge: Text = ""


class BigHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the biggest hands won at a table.

    Attributes:
        points: sum of all payments without honba and riichi sticks.
        yaku: names, dora included.
        hall_table: the table's name in the hall.
        entry: number of the entry in its journal with which the hand was settled; the film is found by that.
    """

    player: PlayerId
    points: Annotated[int, Meta(ge=0, le=1_000_000)]
    yaku: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)]
    hall_table: HallTable
    entry: Annotated[int, Meta(ge=0, le=2**53)]


class TablePlayed(BookEntry, frozen=True, tag="table_played"):
    """The scores of a table, from its journal, with the players and penalties that the journal names.

    Attributes:
        hands: the biggest hands.
        hanchan: number of the entry of that journal which began it; 0 in entries from before it was kept.
    """

    session: SessionNumber
    table: TableNumber
    players: FourPlayers
    scores: Four
    totals: Four
    penalties: tuple[TablePenalty, ...] = ()
    disqualified: tuple[PlayerId, ...] = ()
    hanchan: Annotated[int, Meta(ge=0, le=2**53)] = 0
    hands: Annotated[tuple[BigHand, ...], Meta(max_length=10)] = ()


class TableEntered(BookEntry, frozen=True, tag="table_entered"):
    """The scores of a table without a journal, as one person read them off the score sheet, by seat."""

    session: SessionNumber
    table: TableNumber
    scores: Four
    bets: Bets = 0


class TableSigned(BookEntry, frozen=True, tag="table_signed"):
    """The result of a table was signed; from then on only ``TableCorrected`` changes it."""

    session: SessionNumber
    table: TableNumber


class TableCorrected(BookEntry, frozen=True, tag="table_corrected"):
    """A ruling changed a table's result after it was signed."""

    session: SessionNumber
    table: TableNumber
    scores: Four
    why: Reason
    bets: Bets = 0


class PenaltyGiven(BookEntry, frozen=True, tag="penalty_given"):
    """A penalty, at any moment; guidance (SAI 54.6) costs nothing and is recorded.

    Attributes:
        penalty: its number, by which it can be cancelled.
        points: of the overall score; None for what the ruleset gives for the grade.
    """

    penalty: Annotated[int, Meta(ge=1, le=100_000)]
    session: SessionNumber
    player: PlayerId
    grade: Annotated[
        str, Meta(pattern="^(guidance|warning|continue|dead_hand|end|chombo|disqualified|points)$")
    ]
    reason: Text
    points: Annotated[int, Meta(ge=0, le=1000)] | None = None


class PenaltyCancelled(BookEntry, frozen=True, tag="penalty_cancelled"):
    """A penalty is taken back."""

    penalty: Annotated[int, Meta(ge=1, le=100_000)]
    why: Text = ""


class StepUndone(BookEntry, frozen=True, tag="undone"):
    """Entries that are taken back, by number: the book is folded without them from now on."""

    first: NumberOfEntry
    last: NumberOfEntry


AnyEntry: TypeAlias = (
    TournamentOpened
    | PlayerRegistered
    | PlayerWithdrawn
    | FinalCut
    | SessionSeated
    | TableEquipped
    | TableSetUp
    | PlayersSwapped
    | PlayerSubstituted
    | PlayerArrived
    | PlayerLate
    | PlayerExcused
    | TimetableSet
    | TimetableHeld
    | TimetableResumed
    | SessionBegun
    | TimeExtended
    | ExtraHandGiven
    | SessionClosed
    | TablePlayed
    | TableEntered
    | TableSigned
    | TableCorrected
    | PenaltyGiven
    | PenaltyCancelled
    | StepUndone
)
