"""Fu items, and those of melds (WRC 6.3, MJ 4.1.1, SAI 49)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from referee.hands.shape import TERMINALS_AND_HONOURS
from referee.tiles import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

BASE: Final = 20
CHIITOITSU: Final = 25


class FuItem(NamedTuple):
    """An item that gives fu; ``kind`` is the tile of a group or pair, -1 for anything else."""

    name: str
    kind: int
    fu: int

    def labelled(self) -> tuple[str, int]:
        """The item as a score lists it: ``("ankou 9m", 8)``."""
        return (self.name if self.kind < 0 else f"{self.name} {NAMES[self.kind]}", self.fu)


BASE_ITEM: Final = FuItem("base", -1, BASE)
CHIITOITSU_ITEM: Final = FuItem("chiitoitsu", -1, CHIITOITSU)


def meld_items(
    open_pungs: Sequence[int], open_kans: Sequence[int], concealed_kans: Sequence[int]
) -> list[FuItem]:
    """The items of the melds, given by their kinds; they are the same for every reading."""
    return [
        FuItem(name, kind, outer if TERMINALS_AND_HONOURS >> kind & 1 else outer // 2)
        for name, kinds, outer in (
            ("minkou", open_pungs, 4),
            ("minkan", open_kans, 16),
            ("ankan", concealed_kans, 32),
        )
        for kind in kinds
    ]
