"""The table's machine for people: its buttons, the walls on its lifts, its displays. Quick to import."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Button: TypeAlias = Literal["set", "dice", "chi", "pon", "kan", "riichi", "ron", "tsumo", "judge"]


@dataclass(frozen=True, slots=True)
class LiftedWalls:
    """The walls on the lifts.

    Attributes:
        tile_set: the set; None if none has come up yet.
        raised_pm: its height, per mille.
        lid_open: whether tiles can be pushed into the well; None if unknown.
    """

    tile_set: int | None
    raised_pm: int
    lid_open: bool | None = None


@dataclass(slots=True)
class ShownDisplays:
    """The content of the console and the players' displays; None is dark."""

    honba: int | None = None
    round: int | None = None
    dealer: int | None = None
    points: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    dice: tuple[int, int] | None = None
