"""Gives ids to the tiles of a hand whose record only names faces, as in one set of 136."""

from collections.abc import Iterable

from msgspec.structs import replace

from referee.records.mjlog.names import TILE_IDS, face_of
from referee.records.neutral.errors import NotWritableError
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedDraw,
    WinClaim,
)
from referee.tiles import KIND, NAMES, UNKNOWN, Tile


def with_ids(hand: HandRecord, *, red: bool) -> HandRecord:
    """Return the hand with tile ids, the record's own if it has them.

    Raises:
        NotWritableError: a tile is not known, or a face occurs more often than in the set; says at which event.
    """
    return hand if hand.ids else _Namer(hand, red=red).named()


class _Namer:
    """Gives out ids: a tile keeps its id from wall to pond, as long as the record only plays tiles that are there."""

    def __init__(self, hand: HandRecord, *, red: bool) -> None:
        self.hand = hand
        self.red = red
        self.free = list(range(TILE_IDS))
        self.held: list[list[int]] = [[], [], [], []]
        self.drawn = -1
        self.thrown = -1
        self.pons: dict[tuple[int, int], tuple[int, ...]] = {}
        self.ura: list[int] = []
        self.index = 0

    def named(self) -> HandRecord:
        for seat, tiles in enumerate(self.hand.hands):
            self.held[seat] = [self._new(tile) for tile in tiles]
        ids = [tile_id for held in self.held for tile_id in held]
        ids.append(self._new(self.hand.indicator))
        acts = tuple(self._act(act) for act in self.hand.acts)
        return replace(self.hand, acts=acts, ids=tuple(ids))

    def _face(self, tile_id: int) -> Tile:
        return face_of(tile_id, red=self.red)

    def _new(self, tile: Tile) -> int:
        """The id of a tile that has not been seen before."""
        if tile == UNKNOWN:
            raise NotWritableError(f"event {self.index}: a concealed tile is not known")
        for tile_id in self.free:
            if self._face(tile_id) == tile:
                self.free.remove(tile_id)
                return tile_id
        raise NotWritableError(f"event {self.index}: there are not that many of {NAMES[tile]}")

    def _of(self, held: Iterable[int], tile: Tile) -> int:
        """The id of a held tile with this face; a new one if there is none."""
        return next((each for each in held if self._face(each) == tile), -1)

    def _take(self, seat: int, tile: Tile, *, drawn: bool = False) -> int:
        """Take a tile out of a hand: with ``drawn`` the drawn one, otherwise preferably another."""
        held = self.held[seat]
        first = (
            [self.drawn] if drawn and self.drawn in held else [each for each in held if each != self.drawn]
        )
        found = self._of([*first, *held], tile)
        if found < 0:
            return self._new(tile)
        held.remove(found)
        return found

    def _act(self, act: Act) -> Act:
        self.index = act.index
        if isinstance(act, RecordedDraw):
            self.drawn = self._new(act.tile)
            self.held[act.seat].append(self.drawn)
            return replace(act, ids=(self.drawn,))
        if isinstance(act, Discard):
            self.thrown, self.drawn = self._take(act.seat, act.tile, drawn=act.tsumogiri), -1
            return replace(act, ids=(self.thrown,))
        if isinstance(act, MeldCall):
            return replace(act, ids=self._meld(act))
        if isinstance(act, KanDora):
            return replace(act, ids=(self._new(act.tile),))
        if isinstance(act, WinClaim):
            return replace(act, ids=self._win(act))
        if isinstance(act, DrawnGame):
            ids = [self._hand(seat, tiles) for seat, tiles in enumerate(act.shown) if tiles is not None]
            return replace(act, ids=tuple(tile_id for each in ids for tile_id in each))
        return act

    def _meld(self, act: MeldCall) -> tuple[int, ...]:
        meld, seat = act.meld, act.seat
        own = list(meld.tiles)
        named = added = -1
        ids: list[int] = []
        if meld.kind == "kakan" and meld.added is not None:
            own.remove(meld.added)
            added = self._take(seat, meld.added, drawn=True)
            ids, named = self._pon(seat, own, meld.claimed)
            self.thrown = added
        elif meld.claimed is not None:
            own.remove(meld.claimed)
            named = self.thrown if self.thrown >= 0 and self._face(self.thrown) == meld.claimed else -1
            named = self._new(meld.claimed) if named < 0 else named
            ids = [self._take(seat, tile) for tile in own]
        else:
            ids = [self._take(seat, tile, drawn=True) for tile in own]
            named = self.thrown = ids.pop(0)
        if meld.kind == "pon":
            self.pons[seat, KIND[meld.tiles[0]]] = (*ids, named)
        self.drawn = -1
        every = [*ids, named, *([added] if added >= 0 else [])]
        every.sort(key=lambda tile_id: (tile_id // 4, self._face(tile_id), tile_id))
        return (*every, named, *([added] if added >= 0 else []))

    def _pon(self, seat: int, tiles: list[Tile], claimed: Tile | None) -> tuple[list[int], int]:
        """The ids of a pon and of its claimed tile; new ones if the pon was never recorded."""
        ids = self.pons.get((seat, KIND[tiles[0]]))
        if ids is None:
            ids = tuple(self._new(tile) for tile in tiles)
        named = ids[-1] if claimed is None else self._of(reversed(ids), claimed)
        return [tile_id for tile_id in ids if tile_id != named], named

    def _hand(self, seat: int, tiles: Iterable[Tile], extra: int = -1) -> list[int]:
        """Ids for the tiles that a player shows, ascending."""
        held = [*self.held[seat], *([extra] if extra >= 0 else [])]
        shown = []
        for tile in tiles:
            found = self._of(held, tile)
            if found < 0:
                found = self._new(tile)
            else:
                held.remove(found)
            shown.append(found)
        return sorted(shown)

    def _win(self, act: WinClaim) -> tuple[int, ...]:
        tile_id = self.drawn if act.seat == act.source else self.thrown
        if tile_id < 0 or self._face(tile_id) != act.tile:
            tile_id = self._of(self.held[act.seat], act.tile)
        if tile_id < 0:
            tile_id = self._new(act.tile)
        held = self.held[act.seat]
        kept, self.held[act.seat] = held, [each for each in held if each != tile_id]
        concealed = self._hand(act.seat, act.concealed)
        self.held[act.seat] = kept
        while len(self.ura) < len(act.ura):
            self.ura.append(self._new(act.ura[len(self.ura)]))
        return (tile_id, *concealed, *self.ura[: len(act.ura)])
