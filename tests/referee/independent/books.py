"""The notes of a scrupulous observer who knows all tiles of a hand."""

from dataclasses import dataclass, field

from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND
from tests.referee.independent.dealing import Deal
from tests.referee.independent.shapes import OUTER, counted, waits

DEALT = 52
"""Tiles dealt; the next tile of the wall is the dealer's first draw."""
RINSHAN = (134, 135, 132, 133)
"""Replacement tiles: the upper and lower tile of the last stack, then of the one before it (SAI 12.3)."""


@dataclass
class Standing:
    """The figures that go from hand to hand."""

    round: int
    honba: int
    bets: int
    scores: list[int]

    @property
    def dealer(self) -> int:
        return self.round % 4


@dataclass
class Seat:
    """One player's tiles, and what is known about them."""

    hand: list[int]
    melds: list[Meld] = field(default_factory=list)
    pond: list[int] = field(default_factory=list)
    pond_called: bool = False
    riichi: int = 0
    declared: bool = False
    ippatsu: bool = False
    missed: bool = False
    turns: int = 0
    drawn: int | None = None
    turn_next: bool = False
    turned_last: bool = False
    dead: bool = False
    liable: dict[str, int] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        return all(meld.kind == "ankan" for meld in self.melds)

    def counts(self) -> list[int]:
        return counted(self.hand)

    def waits(self) -> frozenset[int]:
        """The waits of the 13 tiles; the caller must set aside a drawn one."""
        return waits(self.counts(), len(self.melds))

    def waits_before(self) -> frozenset[int]:
        """The waits of the hand without the tile just drawn."""
        counts = self.counts()
        assert self.drawn is not None
        counts[KIND[self.drawn]] -= 1
        return waits(counts, len(self.melds))

    def obtainable(self, kinds: frozenset[int]) -> frozenset[int]:
        """The waits, except kinds whose four copies the player holds himself (WRC 2.2, MJ 3.3.13, SAI 52.6(3))."""
        counts = self.counts()
        for meld in self.melds:
            for tile in meld.tiles:
                counts[KIND[tile]] += 1
        if self.drawn is not None:
            counts[KIND[self.drawn]] -= 1
        return frozenset(kind for kind in kinds if counts[kind] < 4)


@dataclass
class Books:
    """A hand under way."""

    rules: Ruleset
    standing: Standing
    deal: Deal
    seats: list[Seat] = field(init=False)
    scores: list[int] = field(init=False)
    bets: int = field(init=False)
    taken: int = 0
    kans: list[int] = field(default_factory=list)
    indicators: int = 1
    indicators_due: int = 0
    rinshan: bool = False
    unbroken: bool = True
    first_discards: list[int] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    """Values on which another engine disagrees."""

    def __post_init__(self) -> None:
        self.seats = [Seat(list(hand)) for hand in self.deal.hands]
        self.scores = list(self.standing.scores)
        self.bets = self.standing.bets

    @property
    def dealer(self) -> int:
        return self.standing.dealer

    @property
    def left(self) -> int:
        """Tiles in the live wall; its last goes to the dead wall with each kan (WRC 5.4.6, MJ 3.3.5, SAI 12.1)."""
        return 70 - self.taken - len(self.kans)

    @property
    def next_place(self) -> int:
        """Number of the tile that is drawn next, in the order of ``referee.game.wall`` (WRC 4.9, 5.4.6; SAI 12)."""
        return RINSHAN[len(self.kans) - 1] if self.rinshan else DEALT + self.taken

    def draw(self, seat: int) -> int:
        player = self.seats[seat]
        if self.rinshan:
            tile = self.deal.rinshan[len(self.kans) - 1]
        else:
            tile = self.deal.live[self.taken]
            self.taken += 1
        player.hand.append(tile)
        player.drawn = tile
        player.turns += 1
        if not player.riichi:
            player.missed = False  # WRC 5.7.5 "ends when the player draws or claims a tile"
        return tile

    def undraw(self, seat: int) -> None:
        """The tile goes back into the wall (WRC 5.4.1)."""
        player = self.seats[seat]
        assert player.drawn is not None
        player.hand.remove(player.drawn)
        player.drawn = None
        player.turns -= 1
        self.taken -= 1

    def discard(self, seat: int, tile: int) -> None:
        player = self.seats[seat]
        player.hand.remove(tile)
        player.pond.append(tile)
        player.drawn = None
        self.rinshan = False
        if player.riichi:
            player.ippatsu = False
        if len(player.pond) == 1 and self.unbroken:
            self.first_discards.append(tile)

    def break_turns(self) -> None:
        """Calls and concealed kans interrupt the set of turns (WRC 6.5.1, MJ 3.3.14, SAI 48)."""
        self.unbroken = False
        for player in self.seats:
            player.ippatsu = False

    def claim(self, seat: int, meld: Meld) -> None:
        player = self.seats[seat]
        own = list(meld.tiles)
        assert meld.claimed is not None
        assert meld.source is not None
        own.remove(meld.claimed)
        for tile in own:
            player.hand.remove(tile)
        player.melds.append(meld)
        player.missed = False
        self.seats[meld.source].pond_called = True
        self.break_turns()
        if meld.kind == "daiminkan":
            self.kans.append(seat)

    def declare_riichi(self, seat: int) -> None:
        player = self.seats[seat]
        player.declared = True
        player.riichi = 2 if player.turns == 1 and self.unbroken else 1
        player.ippatsu = True

    def accept_riichi(self, seat: int) -> None:
        self.scores[seat] -= 1000
        self.bets += 1
        self.seats[seat].declared = False

    def furiten(self, seat: int, kinds: frozenset[int]) -> bool:
        """The player's own discards, and wins that were missed (WRC 5.7.5, MJ 3.4.5, SAI 51)."""
        player = self.seats[seat]
        return player.missed or any(KIND[tile] in kinds for tile in player.pond)

    def nine_terminals(self, seat: int) -> bool:
        """MJ 3.4.3: after the first draw in the uninterrupted first go-around."""
        player = self.seats[seat]
        return (
            self.unbroken
            and player.turns == 1
            and not player.pond
            and sum(bool(player.counts()[kind]) for kind in OUTER) >= 9
        )
