"""The shapes of the published state of a game (``referee.encoding.public`` fills them)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from referee.encoding.bounded import Chair, HandName, Seat, TileName
from referee.game.events import Result
from referee.game.judge_observations import Outcome
from referee.game.observations import Call, Ruling
from referee.game.position import Phase
from referee.melds import MeldKind
from referee.rules.fouls import Grade


class _Shown(TypedDict):
    """The fields published for every table."""

    schema: Literal[1]
    table: str
    number: Annotated[int, Meta(description="of the newest journal entry")]
    at_ms: int
    phase: Phase


class TableShown(_Shown):
    """The state published for a table before its first hanchan."""

    seats: Annotated[list[PlayerShown], Meta(max_length=0)]


class DiscardShown(TypedDict):
    """A tile of a pond."""

    tile: TileName
    sideways: bool
    called_by: Seat | None
    tsumogiri: Annotated[bool | None, Meta(description="null where it is not known")]


class PondTileShown(DiscardShown):
    """A tile of a pond, as judges see it. Older tables do not say how surely it was read."""

    confidence_pm: NotRequired[
        Annotated[
            Annotated[int, Meta(ge=0, le=1000)] | None,
            Meta(description="how surely its face was read, per mille; null where no camera read it"),
        ]
    ]


_From = TypedDict("_From", {"kind": MeldKind, "from": Seat | None})


class MeldShown(_From):
    """A meld of a player's corner."""

    tiles: Annotated[list[TileName], Meta(min_length=3, max_length=4)]
    claimed: TileName | None
    added: TileName | None


class PlayerShown(TypedDict):
    """A player."""

    seat: Seat
    chair: Chair
    name: str
    wind: Literal["E", "S", "W", "N"]
    score: int
    riichi: bool
    concealed: Annotated[int, Meta(ge=0, description="tiles in hand")]
    pond: list[PondTileShown]
    melds: Annotated[list[MeldShown], Meta(max_length=4)]
    dead: Annotated[bool, Meta(description="a judge ruled the hand dead")]
    warnings: Annotated[int, Meta(ge=0, description="in this hanchan")]
    disqualified: bool
    shown: Annotated[list[TileName] | None, Meta(description="the concealed tiles once the hand is opened")]
    furiten: NotRequired[
        Annotated[
            bool,
            Meta(
                description="the hand lies open and may not win by ron; false while it is concealed, older tables do not say"
            ),
        ]
    ]


class TimeShown(TypedDict):
    """The time of the hanchan."""

    limit_ms: Annotated[int, Meta(description="0: none")]
    started_at_ms: Annotated[int, Meta(description="table time at which it began to run")]
    called: Annotated[
        bool, Meta(description="the gong has sounded: the running hand is the last, or the one granted")
    ]
    paused_at_ms: Annotated[int | None, Meta(description="since when it stands still, null while it runs")]
    added_ms: Annotated[int, Meta(description="how much time was added")]
    awaits_signal: Annotated[bool, Meta(description="the start signal has not been given: it stands still")]
    hand_granted: NotRequired[
        Annotated[
            bool, Meta(description="one more hand may be dealt after the gong; older tables do not say")
        ]
    ]


class StopShown(TypedDict):
    """The reason that play is stopped."""

    reason: Annotated[str, Meta(description="judge_called, judge, disqualified, or the rule of a finding")]
    seat: Annotated[Seat | None, Meta(description="the player who called the judge, or whose foul it is")]
    by: NotRequired[
        Annotated[
            str, Meta(description="the judge who stopped it, empty if none did; older tables do not say")
        ]
    ]
    text: NotRequired[
        Annotated[str, Meta(description="the judge's reason, if he gave one; older tables do not say")]
    ]
    played_on: Annotated[
        Seat | None, Meta(description="the first player who played on since then, if anybody did")
    ]


class AttendantShown(TypedDict):
    """The judge who attends to the table."""

    who: str
    since_ms: Annotated[int | None, Meta(description="table time")]
    waited_ms: Annotated[int | None, Meta(description="from the call until a judge took it")]


class ClosingShown(TypedDict):
    """A hand that is being closed: the acknowledgements of the win, and its payment."""

    acknowledged: list[Seat]
    paid: bool


class OpenShown(TypedDict):
    """The tile that others may claim."""

    seat: Annotated[Seat, Meta(description="whose it is")]
    tile: TileName
    kind: Annotated[Literal["discard", "kakan", "ankan"], Meta(description="a kan's tile may be robbed")]
    at_ms: Annotated[int, Meta(description="table time since which it lies there")]


class ClaimShown(TypedDict):
    """A call that was made and whose tiles are not shown yet."""

    seat: Seat
    call: Call
    at_ms: int
    void: Annotated[bool, Meta(description="it could not be made")]


class AppealShown(TypedDict):
    """An appeal."""

    seat: Seat
    finding: int | None
    outcome: Outcome
    text: str


class JuryShown(TypedDict):
    """A jury that has not decided yet. Nobody sees a vote before all are in."""

    finding: int
    seat: Annotated[Seat, Meta(description="who appeals")]
    jurors: Annotated[list[str], Meta(max_length=3, description="logins of head referees")]
    voted: Annotated[list[str], Meta(description="who has voted")]


class JuryVoteShown(TypedDict):
    """A juror's vote, once the jury has decided."""

    judge: str
    ruling: Ruling
    points: int | None
    text: Annotated[str, Meta(description="the reason")]


class JuryRulingShown(TypedDict):
    """A jury that has decided."""

    finding: int
    seat: Annotated[Seat, Meta(description="who appealed")]
    ruling: Annotated[
        Ruling | None, Meta(description="that most voted for; null where the first ruling stands without")
    ]
    votes: list[JuryVoteShown]


_WonFrom = TypedDict(
    "_WonFrom", {"from": Annotated[Seat, Meta(description="the winner's own seat on tsumo")]}
)


class WinShown(_WonFrom):
    """A win that was settled."""

    seat: Seat
    yaku: Annotated[dict[str, int], Meta(description="han of each")]
    yakuman: list[str]
    han: int
    fu: int
    points: int
    liable: Seat | None
    changes: list[int]


class EndShown(TypedDict):
    """The end of a hand; lists about players are by seat."""

    result: Result
    wins: Annotated[list[WinShown], Meta(max_length=3)]
    changes: list[int]
    scores: list[int]
    tenpai: list[Seat]
    offenders: Annotated[list[Seat], Meta(description="of a chombo; none where the hand is void without one")]


class ResultShown(EndShown):
    """The end of the newest hand."""

    hand: HandName
    winds: Annotated[
        list[Literal["E", "S", "W", "N"]],
        Meta(min_length=4, max_length=4, description="of the seats in that hand"),
    ]
    names: Annotated[list[str], Meta(min_length=4, max_length=4, description="who sat there then")]


class HanchanShown(TypedDict):
    """The result of a hanchan, by seat."""

    places: Annotated[list[int], Meta(min_length=4, max_length=4)]
    totals: Annotated[list[int], Meta(min_length=4, max_length=4, description="with uma and oka")]


class PenaltyInForce(TypedDict):
    """Points that a player has lost of the overall score, or a ruling that costs nothing."""

    seat: Annotated[Seat | None, Meta(description="where the player sat then")]
    name: Annotated[str, Meta(description="who sat there then")]
    points: int
    ruling: Annotated[str, Meta(description="its grade; empty where the points follow from minutes")]
    reason: Annotated[str, Meta(description="the foul, or the judge's own words")]
    minutes: Annotated[int | None, Meta(description="how late the player came, where that costs the points")]
    judge: Annotated[str, Meta(description="who ruled; empty if the hand ended that way by itself")]


class SheetRow(TypedDict):
    """A player on the score sheet."""

    seat: Seat
    name: str
    place: Annotated[int, Meta(ge=1, le=4)]
    points: int
    uma: Annotated[str, Meta(description="as the rules write an overall score, like the rest")]
    oka: str
    penalties: Annotated[int, Meta(description="points of the overall score lost")]
    overall: Annotated[str, Meta(description="what the hanchan counts for the player, less penalties")]


class LostShown(TypedDict):
    """Points of the overall score lost by somebody who played and no longer sits there."""

    name: str
    penalties: int


class SheetShown(TypedDict):
    """The score sheet of a hanchan that has ended."""

    rows: Annotated[list[SheetRow], Meta(min_length=4, max_length=4, description="by seat")]
    returns: Annotated[int, Meta(description="the points that the result is counted from")]
    others: list[LostShown]
    disqualified: list[Seat]


class FindingShown(TypedDict):
    """A finding, with the grade that is proposed. Older tables send no code."""

    rule: Annotated[str, Meta(description="a name of jantaku rules fouls")]
    section: str
    seat: Seat
    hand: Annotated[
        HandName | None,
        Meta(description="in which it was found; null in journals from before it was kept"),
    ]
    wind: Annotated[Literal["E", "S", "W", "N"] | None, Meta(description="of the seat in that hand")]
    name: Annotated[str, Meta(description="who sat there then")]
    grade: Grade
    costs: Annotated[int, Meta(description="points of the overall score that the grade would cost now")]
    text: Annotated[str, Meta(description="what was seen, in the table's language")]
    code: NotRequired[Annotated[str, Meta(description="of the text")]]
    arguments: NotRequired[Annotated[dict[str, Any], Meta(description="of the text, by name")]]
    evidence: Annotated[list[str], Meta(description="frame:381, signal:55, clip:1160")]
    ruling: Annotated[Ruling | None, Meta(description="the newest, null while there is none")]


class GameShown(_Shown):
    """The state published for a table with a game."""

    seats: Annotated[list[PlayerShown], Meta(min_length=4, max_length=4)]
    ruleset: str
    unchecked: NotRequired[
        Annotated[
            int,
            Meta(
                ge=0,
                description="values of the ruleset that nobody checked against its book; older tables do not say",
            ),
        ]
    ]
    hand: HandName
    honba: int
    bets: Annotated[int, Meta(description="riichi bets on the table")]
    dealer: Seat
    time: TimeShown
    stopped: Annotated[StopShown | None, Meta(description="null while play goes on")]
    attendant: NotRequired[
        Annotated[
            AttendantShown | None, Meta(description="null if no judge attends; older tables do not say")
        ]
    ]
    closing: ClosingShown | None
    appeals: list[AppealShown]
    jury: NotRequired[
        Annotated[JuryShown | None, Meta(description="null where none sits; older tables do not say")]
    ]
    juries: NotRequired[
        Annotated[
            list[JuryRulingShown], Meta(description="that have decided, in order; older tables do not say")
        ]
    ]
    turn: Seat
    open: NotRequired[
        Annotated[
            OpenShown | None, Meta(description="null where no tile may be claimed; older tables do not say")
        ]
    ]
    claims: NotRequired[
        Annotated[list[ClaimShown], Meta(description="in their order; older tables do not say")]
    ]
    live_tiles: int
    indicators: list[TileName]
    ura: list[TileName]
    result: Annotated[HanchanShown | None, Meta(description="null while the hanchan is played")]
    signature: NotRequired[
        Annotated[
            Literal["awaited", "given"] | None,
            Meta(
                description="on the score sheet of a hanchan that has ended; null where none is due, older tables do not say"
            ),
        ]
    ]
    last_result: ResultShown | None
    findings: list[FindingShown]
    penalties: NotRequired[
        Annotated[list[PenaltyInForce], Meta(description="of the hanchan so far; older tables do not say")]
    ]
    sheet: NotRequired[
        Annotated[
            SheetShown | None,
            Meta(
                description="null while the hanchan is played, and for one thrown away; older tables do not say"
            ),
        ]
    ]
