"""The shapes of what players and streams see (``players`` and ``stream`` fill them)."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from referee.encoding.bounded import HandName, Seat, TileName
from referee.encoding.shown import DiscardShown, HanchanShown, MeldShown
from referee.game.events import Result
from referee.game.position import Phase
from referee.hands.win import Limit

Wind = Literal["E", "S", "W", "N"]
Place = Annotated[int, Meta(ge=1, le=4)]


class Worth(TypedDict):
    """A value of a hand."""

    han: Annotated[int, Meta(ge=1, le=4)]
    fu: int


_NeededFrom = TypedDict(
    "_NeededFrom", {"from": Annotated[Seat, Meta(description="the winner's own seat on tsumo")]}
)


class NeededShown(_NeededFrom):
    """The least win that brings a player to a better place, bets and counters included."""

    seat: Seat
    place: Annotated[Place, Meta(description="that it brings, or a better one")]
    points: Annotated[int, Meta(description="that the win is worth, without counters and bets")]
    limit: Limit
    yakuman: Annotated[int, Meta(ge=0, description="how many; 0 below one")]
    worth: Annotated[
        list[Worth], Meta(description="below a limit: the least fu for each number of han that suffices")
    ]


class StandingShown(TypedDict):
    """The standing of a player."""

    seat: Seat
    name: str
    wind: Wind
    score: int
    place: Place
    ahead: Annotated[int | None, Meta(description="points to the next player above, null for the first")]
    riichi: bool


class RulingShown(TypedDict):
    """A ruling of this hand that holds, without the foul and the judge's words: they may speak of a concealed hand."""

    seat: Annotated[Seat | None, Meta(description="null where nobody is at fault")]
    texts: Annotated[dict[str, str], Meta(description="a sentence in each language, `en` and `ja`")]


class OnlookersShown(TypedDict):
    """The fields shown to everybody for a table with a hanchan."""

    schema: Literal[1]
    table: str
    number: Annotated[int, Meta(description="of the newest journal entry that it rests on")]
    at_ms: int
    phase: Phase
    hand: HandName
    honba: int
    bets: Annotated[int, Meta(description="riichi bets on the table")]
    dealer: Seat
    live_tiles: int
    needed: list[NeededShown]
    result: Annotated[HanchanShown | None, Meta(description="null while the hanchan is played")]
    rulings: Annotated[
        list[RulingShown],
        Meta(
            description="until the next hand begins, newest first; none on a stream unless the club wants it"
        ),
    ]


class WonShown(TypedDict):
    """A win of a hand that has ended."""

    seat: Seat
    source: Annotated[Seat, Meta(description="the winner's own seat on tsumo")]
    yaku: Annotated[dict[str, int], Meta(description="han of each")]
    yakuman: list[str]
    han: int
    fu: int
    points: int


class LastPlayed(TypedDict):
    """The end of a hand."""

    hand: HandName
    result: Result
    wins: Annotated[list[WonShown], Meta(max_length=3)]
    tenpai: list[Seat]
    offenders: Annotated[
        list[Seat], Meta(description="whose chombo was ruled; none where a hand is void without one")
    ]
    changes: Annotated[list[int], Meta(min_length=4, max_length=4)]
    scores: Annotated[list[int], Meta(min_length=4, max_length=4)]


class HandPlayed(LastPlayed):
    """A hand that has ended, with its counters."""

    honba: int


class PlayersShown(OnlookersShown):
    """The view of players on their phones: points and places, no tile. The topic is empty while they may see nothing."""

    seats: Annotated[list[StandingShown], Meta(min_length=4, max_length=4)]
    hands: Annotated[list[HandPlayed], Meta(description="of this hanchan, as they count, oldest first")]


class WaitShown(TypedDict):
    """A tile that an opened hand waits for."""

    tile: TileName
    left: Annotated[int, Meta(ge=0, le=4, description="of it that nobody has seen")]


class StreamSeat(StandingShown):
    """A player, with what lies open."""

    concealed: Annotated[int, Meta(ge=0, description="tiles in hand")]
    pond: list[DiscardShown]
    melds: Annotated[list[MeldShown], Meta(max_length=4)]
    opened: Annotated[list[TileName] | None, Meta(description="the concealed tiles once the hand is opened")]
    waits: list[WaitShown]


class StreamShown(OnlookersShown):
    """The view of a stream: a hand that is over, and only once the delay has passed since it ended."""

    seats: Annotated[list[StreamSeat], Meta(min_length=4, max_length=4)]
    turn: Seat
    indicators: list[TileName]
    ura: list[TileName]
    last: Annotated[LastPlayed | None, Meta(description="the hand before, or this one once it has ended")]
