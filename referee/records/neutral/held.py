"""The concealed tiles of each seat according to a record, legal or not.

Some formats do not show a winner's hand, so their readers have to know it. Nothing is judged here: a tile that cannot have
been there is ignored.
"""

from collections.abc import Sequence

from referee.hands.waits import completing
from referee.melds import Meld
from referee.tiles import KIND, KINDS, UNKNOWN, Tile


class Held:
    """Four hands, followed through draws, discards and melds."""

    def __init__(self, hands: Sequence[Sequence[Tile]]) -> None:
        self.hands = [list(tiles) for tiles in hands]
        self.melds = [0] * len(hands)
        self.drawn: list[Tile | None] = [None] * len(hands)
        self.thrown: tuple[int, Tile] | None = None
        """Seat and tile of the newest discard, or of the kan that may be robbed."""

    def draw(self, seat: int, tile: Tile) -> None:
        self.hands[seat].append(tile)
        self.drawn[seat] = tile

    def discard(self, seat: int, tile: Tile) -> None:
        self._take(seat, tile)
        self.drawn[seat] = None
        self.thrown = seat, tile

    def meld(self, seat: int, meld: Meld) -> None:
        """The seat lays down its tiles of a meld."""
        own = list(meld.tiles)
        if meld.kind == "kakan":
            assert meld.added is not None
            own = [meld.added]
            self.thrown = seat, meld.added
        else:
            self.melds[seat] += 1
            if meld.claimed is not None:
                own.remove(meld.claimed)
            else:
                self.thrown = seat, own[0]
        for tile in own:
            self._take(seat, tile)
        self.drawn[seat] = None

    def _take(self, seat: int, tile: Tile) -> None:
        hand = self.hands[seat]
        for each in (tile, UNKNOWN):
            if each in hand:
                hand.remove(each)
                return

    def concealed(self, seat: int, without: Tile | None = None) -> tuple[Tile, ...]:
        """The hand of a seat, without one tile ``without`` if it holds it."""
        tiles = list(self.hands[seat])
        if without is not None and without in tiles:
            tiles.remove(without)
        return tuple(tiles)

    def tenpai(self, seat: int) -> bool:
        """Return whether the hand waits for a tile that it does not hold four times; False unless all of it is known."""
        tiles = self.hands[seat]
        if UNKNOWN in tiles or len(tiles) + 3 * self.melds[seat] != 13:
            return False
        counts = [0] * KINDS
        for tile in tiles:
            counts[KIND[tile]] += 1
        return any(counts[kind] < 4 for kind in completing(counts, self.melds[seat]))
