"""The story of a recorded hand: all players' tiles and the table before each act."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from referee.melds import Meld
from referee.records.neutral.record import (
    Act,
    Discard,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
)
from referee.tiles import KIND, Tile

LIVE: Final = 70
"""The tiles in the live wall after the deal: 136 minus four hands of 13 and the 14 of the dead wall."""
FIRST_LIVE: Final = 52
REPLACEMENT_PLACES: Final = (134, 135, 132, 133)
"""The places of the replacement tiles: top and bottom of the last stack, then of the stack before it."""
DEAD_WALL: Final = 14
TILES_IN_WALL: Final = 136
KANS: Final = frozenset({"daiminkan", "ankan", "kakan"})


@dataclass(frozen=True, slots=True)
class StoryPlayer:
    """One player: ``concealed`` includes the drawn tile; ``pond`` has all discards in order, including called ones."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    pond: tuple[Tile, ...] = ()
    riichi: bool = False
    paid: bool = False

    @property
    def closed(self) -> bool:
        """True if the player has called no tile."""
        return all(meld.kind == "ankan" for meld in self.melds)


@dataclass(frozen=True, slots=True)
class StoryPosition:
    """The table before an act.

    Attributes:
        turn: the player who draws or discards next; ``holding``: he holds one tile more than the others.
        drawn: the tile he drew, None after a call.
        newest: the newest discard while it can be called, otherwise None; ``discards`` counts them.
        drawn_live, drawn_rinshan: the number of tiles taken from the live and the dead wall.
        indicators: the open ones.
    """

    players: tuple[StoryPlayer, ...]
    turn: int
    holding: bool = False
    drawn: Tile | None = None
    newest: Discard | None = None
    discards: int = 0
    drawn_live: int = 0
    drawn_rinshan: int = 0
    kans: int = 0
    rinshan_next: bool = False
    indicators: tuple[Tile, ...] = ()

    @property
    def live(self) -> int:
        """Return the number of tiles left in the live wall."""
        return LIVE - self.drawn_live - self.drawn_rinshan

    @property
    def place(self) -> int:
        """Return the place of the tile to be drawn next."""
        if self.rinshan_next:
            return REPLACEMENT_PLACES[min(self.drawn_rinshan, 3)]
        return FIRST_LIVE + self.drawn_live

    def visible(self) -> Counter[int]:
        """Count the visible tiles of each kind; a claimed tile counts only in its meld."""
        counts: Counter[int] = Counter(KIND[tile] for tile in self.indicators)
        for player in self.players:
            counts.update(KIND[tile] for tile in player.pond)
            for meld in player.melds:
                counts.update(KIND[tile] for tile in meld.tiles)
                if meld.claimed is not None:
                    counts[KIND[meld.claimed]] -= 1
        return counts


def story(hand: HandRecord) -> list[StoryPosition]:
    """Return the positions before each act and after the last."""
    dealer = hand.round % 4
    now = StoryPosition(
        tuple(StoryPlayer(tiles) for tiles in hand.hands), dealer, indicators=(hand.indicator,)
    )
    positions = [now]
    for act in hand.acts:
        now = _after(now, act)
        positions.append(now)
    return positions


def _after(now: StoryPosition, act: Act) -> StoryPosition:
    if isinstance(act, RecordedDraw):
        player = now.players[act.seat]
        rinshan = now.rinshan_next
        return replace(
            _with(now, act.seat, replace(player, concealed=(*player.concealed, act.tile))),
            turn=act.seat,
            holding=True,
            drawn=act.tile,
            newest=None,
            drawn_live=now.drawn_live + (not rinshan),
            drawn_rinshan=now.drawn_rinshan + rinshan,
            rinshan_next=False,
        )
    if isinstance(act, Discard):
        player = now.players[act.seat]
        after = replace(player, concealed=less(player.concealed, (act.tile,)), pond=(*player.pond, act.tile))
        return replace(
            _with(now, act.seat, after),
            turn=(act.seat + 1) % 4,
            holding=False,
            drawn=None,
            newest=act,
            discards=now.discards + 1,
        )
    if isinstance(act, MeldCall):
        return _melded(now, act)
    if isinstance(act, RecordedRiichi):
        return _with(now, act.seat, replace(now.players[act.seat], riichi=True))
    if isinstance(act, RecordedBet):
        return _with(now, act.seat, replace(now.players[act.seat], paid=True))
    if isinstance(act, KanDora):
        return replace(now, indicators=(*now.indicators, act.tile))
    return now


def _melded(now: StoryPosition, act: MeldCall) -> StoryPosition:
    meld = act.meld
    player = now.players[act.seat]
    own = [meld.added] if meld.added is not None else list(meld.tiles)
    if meld.added is None and meld.claimed is not None:
        own.remove(meld.claimed)
    melds = player.melds
    if meld.kind == "kakan":
        melds = tuple(
            each for each in melds if each.kind != "pon" or KIND[each.tiles[0]] != KIND[meld.tiles[0]]
        )
    after = replace(player, concealed=less(player.concealed, tuple(own)), melds=(*melds, meld))
    kan = meld.kind in KANS
    return replace(
        _with(now, act.seat, after),
        turn=act.seat,
        holding=not kan,
        drawn=None,
        newest=None,
        kans=now.kans + kan,
        rinshan_next=kan,
    )


def _with(now: StoryPosition, seat: int, player: StoryPlayer) -> StoryPosition:
    players = list(now.players)
    players[seat] = player
    return replace(now, players=tuple(players))


def less(tiles: tuple[Tile, ...], gone: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Remove tiles from others; ignore any that are not there."""
    left = list(tiles)
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return tuple(left)
