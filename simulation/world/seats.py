"""The seats of one hand: the players' tiles, and the notes of their acts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from referee.melds import Meld
from referee.tiles import KIND, NAMES, Tile, is_red
from simulation.world.gestures import Player
from simulation.world.world import TileObject

Did: TypeAlias = Literal[
    "dealt", "draw", "dropped", "discard", "call", "meld", "stick", "indicator", "open", "ura", "closed"
]


FELL_OPEN: Final = "face up"


@dataclass(frozen=True, slots=True)
class TableMoment:
    """A player's act, to compare with the table's view of it.

    ``at_ms`` is the time when the fingers let go, or the button went down; ``hand`` counts from 0; ``act`` is the
    record's index, -1 if the record has none; ``detail`` names the button of a call, or notes that a dropped tile shows
    its face.
    """

    did: Did
    hand: int
    act: int
    seat: int
    at_ms: int
    tile: Tile | None = None
    detail: str = ""


@dataclass(slots=True, eq=False)
class LaidMeld:
    """A meld as it lies: its pieces from left to right and the sideways one (None for a concealed kan)."""

    meld: Meld
    pieces: list[TileObject]
    sideways: TileObject | None


@dataclass(slots=True, eq=False)
class SeatedPerson:
    """A player's tiles during one hand.

    Attributes:
        right_x: the right edge of the next meld, in the chair's frame.
        inwards_mm: the offset of melds from their corner towards the table's middle.
        sideways_next: the riichi tile was claimed, so the next discard lies sideways again.
    """

    number: int
    player: Player
    right_x: float
    inwards_mm: float = 0.0
    concealed: list[TileObject] = field(default_factory=list)
    drawn: TileObject | None = None
    melds: list[LaidMeld] = field(default_factory=list)
    sideways_next: bool = False

    @property
    def chair(self) -> int:
        return self.player.chair

    def find(self, face: Tile, *, but: Sequence[TileObject | None] = ()) -> TileObject:
        """Return a concealed piece with this face that is not in ``but``.

        Raises:
            LookupError: there is none.
        """
        for piece in self.concealed:
            if piece.face == face and all(piece is not other for other in but):
                return piece
        raise LookupError(f"seat {self.number} has no {NAMES[face]}")

    def pieces(self, faces: Sequence[Tile]) -> list[TileObject]:
        """Return concealed pieces with these faces, each piece once.

        Raises:
            LookupError: the hand does not have that many.
        """
        found: list[TileObject] = []
        for face in faces:
            found.append(self.find(face, but=found))
        return found

    def in_order(self) -> list[TileObject]:
        """Return the concealed pieces as most people hold them: sorted, with the one just drawn on the right."""
        rest = sorted(
            (piece for piece in self.concealed if piece is not self.drawn),
            key=lambda piece: (KIND[piece.face], piece.face, piece.number),
        )
        return rest if self.drawn is None else [*rest, self.drawn]

    def give(self, pieces: Sequence[TileObject]) -> None:
        """Remove these pieces from the concealed hand."""
        self.concealed = [piece for piece in self.concealed if all(piece is not other for other in pieces)]
        if all(piece is not self.drawn for piece in self.concealed):
            self.drawn = None


def meld_order(meld: Meld, seat: int) -> tuple[list[Tile], int | None]:
    """Return the faces of a chi, pon, daiminkan or ankan from left to right, and the index of the sideways one.

    The claimed tile lies left, in the middle or right, depending on the player it came from. The inner two of a concealed
    kan show their faces, with any red five.
    """
    faces = sorted(meld.tiles, key=lambda tile: (KIND[tile], tile))
    if meld.claimed is None or meld.source is None:
        faces.sort(key=is_red)
        return [faces[0], faces[3], faces[1], faces[2]], None
    faces.remove(meld.claimed)
    index = {3: 0, 2: 1, 1: len(faces)}[(meld.source - seat) % 4]
    faces.insert(index, meld.claimed)
    return faces, index
