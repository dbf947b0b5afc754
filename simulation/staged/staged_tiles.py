"""The tiles of a staged hand: gives players the faces that they must show, and lays melds, some of them wrongly."""

from collections.abc import Callable, Sequence

from referee.game.observations import MeldShown
from referee.game.wall import INDICATORS, URA
from referee.melds import Meld
from referee.tiles import KIND, NAMES, UNKNOWN, Tile
from simulation.people.hand_in_play import HandInPlay
from simulation.world.places import Lie, TilePlace
from simulation.world.seats import LaidMeld, SeatedPerson
from simulation.world.world import TileObject
from vision.zones import ZoneId


class StagedTiles(HandInPlay):
    """Finds and lays the tiles that the moments of a staged hand name.

    The model of people invents concealed hands, and draws that differ from the record. As in ``arrange_walls``, two tiles may
    change places while nobody can see either face, so 136 tiles stay 136.
    """

    def _want(self, seat: SeatedPerson, face: Tile, but: Sequence[TileObject] = ()) -> TileObject:
        """Return a concealed piece with this face, if need be by exchanging it with one that nobody can see.

        Raises:
            LookupError: all pieces with this face lie open.
        """
        taken = [*but, *([] if seat.drawn is None else [seat.drawn])]
        for allowed in (taken, but):
            try:
                return seat.find(face, but=allowed)
            except LookupError:
                continue
        spare = [piece for piece in seat.concealed if all(piece is not other for other in but)]
        if spare:
            return self._exchanged(spare[0], face, but)
        # He shows one tile more than he holds.
        extra = self._hidden(face, but)
        for other in self.seats:
            other.give([extra])
        seat.concealed.append(extra)
        return extra

    def _as_face(self, piece: TileObject, face: Tile) -> TileObject:
        """Return the piece, or one with this face that has taken its place."""
        return piece if piece.face == face else self._exchanged(piece, face)

    def _exchanged(self, piece: TileObject, face: Tile, but: Sequence[TileObject] = ()) -> TileObject:
        other = self._hidden(face, but)
        self.world.exchange(piece, other)
        for seat in self.seats:
            swap = {id(piece): other, id(other): piece}
            seat.concealed = [swap.get(id(each), each) for each in seat.concealed]
            if seat.drawn is not None:
                seat.drawn = swap.get(id(seat.drawn), seat.drawn)
        return other

    def _hidden(self, face: Tile, but: Sequence[TileObject] = ()) -> TileObject:
        """Return a hidden piece with this face, or at least of this kind, preferably from the wall.

        ``but``: pieces that will be shown anyway.
        """
        standing = {id(piece) for seat in self.seats for piece in seat.concealed}

        def unseen(piece: TileObject) -> bool:
            down = piece.place is not None and piece.place.lie is Lie.FACE_DOWN and piece.in_wall
            upright = piece.place is not None and piece.place.lie is Lie.STANDING and id(piece) in standing
            return down or upright

        free = (piece for piece in self.world.tiles if all(piece is not other for other in but))
        hidden = sorted(filter(unseen, free), key=lambda piece: not piece.in_wall)
        same: tuple[Callable[[TileObject], bool], ...] = (
            lambda piece: piece.face == face,
            lambda piece: KIND[piece.face] == KIND[face],
        )
        for fits in same:
            if found := next((piece for piece in hidden if fits(piece)), None):
                return found
        raise LookupError(f"no {NAMES[face]} is left that nobody has seen")

    def _indicator_tile(self, face: Tile) -> TileObject:
        """Return the next tile of the dead wall to be turned as an indicator."""
        self._turned += 1
        return self._as_face(self._wall_tile(INDICATORS[self._turned]), face)

    def _hide_ura(self, faces: Sequence[Tile]) -> None:
        """Put these faces under the indicators."""
        for number, face in zip(URA, faces, strict=False):
            self._as_face(self._wall_tile(number), face)

    # -- melds --------------------------------------------------------------------------------------------------

    def _lay_shown(
        self, seat: SeatedPerson, shown: MeldShown, claimed: TileObject | None
    ) -> TilePlace | None:
        """Lay the player's own tiles of a meld; return the place of the claimed tile."""
        if shown.kind == "kakan" and shown.added is not None:
            self._lay_added(seat, shown)
            return None
        faces, sideways = _order(shown, seat.number)
        own: list[TileObject] = []
        known = next((tile for tile in faces if tile != UNKNOWN), None)
        for number, face in enumerate(faces):
            if number != sideways:
                wanted = face if face != UNKNOWN else known
                assert wanted is not None
                own.append(self._want(seat, wanted, own))
        seat.give(own)
        places, left = self.world.places.meld(
            seat.chair, seat.right_x, sideways, len(faces), inwards_mm=seat.inwards_mm
        )
        gap = None if sideways is None else places[sideways]
        rest = [place for number, place in enumerate(places) if number != sideways]
        lies = [
            Lie.FACE_DOWN if face == UNKNOWN else Lie.FACE_UP
            for number, face in enumerate(faces)
            if number != sideways
        ]
        for piece, place, lie in zip(own, rest, lies, strict=True):
            flat = TilePlace(place.x_mm, place.y_mm, place.angle_deg, lie, place.z_mm)
            untidy = seat.player.untidy(flat, share=0.3, in_row=True)
            self.world.put(piece, ZoneId("meld", seat.chair), untidy)
        seat.right_x = left - self.world.geometry.meld.gap
        pieces = list(own)
        if sideways is not None and claimed is not None:
            pieces.insert(sideways, claimed)
        tiles = tuple(sorted((piece.face for piece in pieces), key=lambda tile: (KIND[tile], tile)))
        meld = Meld(shown.kind, tiles, shown.claimed, shown.source_seat)
        seat.melds.append(LaidMeld(meld, pieces, claimed if sideways is not None else None))
        return gap

    def _take_back(self, seat: SeatedPerson, claimed: TileObject) -> None:
        """Take the player's own tiles of the newest meld back into the hand, since they were the wrong ones."""
        laid = seat.melds.pop()
        widths = len(laid.pieces) - 1
        tile = self.world.geometry.tile
        seat.right_x += widths * tile.width + tile.length + self.world.geometry.meld.gap
        seat.concealed += [piece for piece in laid.pieces if piece is not claimed]
        self._arrange(seat)

    def _lay_added(self, seat: SeatedPerson, shown: MeldShown) -> None:
        assert shown.added is not None
        kind = KIND[shown.added]
        pon = next(
            (laid for laid in seat.melds if laid.meld.kind == "pon" and KIND[laid.meld.tiles[0]] == kind),
            None,
        )
        if pon is None or pon.sideways is None or pon.sideways.place is None:
            raise LookupError(f"seat {seat.number} has no pon to which {NAMES[shown.added]} could be added")
        piece = self._want(seat, shown.added)
        seat.give([piece])
        place = self.world.places.added(seat.chair, pon.sideways.place, inwards_mm=seat.inwards_mm)
        self.world.put(piece, ZoneId("meld", seat.chair), seat.player.untidy(place, 0.3, in_row=True))
        pon.pieces.append(piece)
        pon.meld = Meld("kakan", shown.tiles, shown.claimed, shown.source_seat, shown.added)
        self._last, self._last_at_ms = (seat, piece), seat.player.now_ms()


def _order(shown: MeldShown, seat: int) -> tuple[list[Tile], int | None]:
    """Return the faces from left to right, unknown ones face down, and the index of the sideways one."""
    if shown.claimed is None or shown.source_seat is None:
        return list(shown.tiles), None
    faces = sorted(shown.tiles, key=lambda tile: (KIND[tile], tile))
    faces.remove(shown.claimed)
    index = {3: 0, 2: 1, 1: len(faces)}[(shown.source_seat - seat) % 4]
    faces.insert(index, shown.claimed)
    return faces, index
