"""Fu items, and those of melds (WRC 6.3, MJ 4.1.1, SAI 49)."""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from referee.hands.shape import TERMINALS_AND_HONOURS
from referee.tiles import NAMES

BASE: Final = 20
CHIITOITSU: Final = 25


FuItem: TypeAlias = tuple[str, int]
"""An item and its fu, as a score lists it: ``("tsumo", 2)``; that of a group or pair with its tile: ``("ankou 9m", 8)``."""

BASE_ITEM: Final[FuItem] = ("base", BASE)
CHIITOITSU_ITEM: Final[FuItem] = ("chiitoitsu", CHIITOITSU)


@cache
def of_kind(name: str, kind: int, fu: int) -> FuItem:
    """The item of a group or pair of this kind."""
    return f"{name} {NAMES[kind]}", fu


def meld_items(
    open_pungs: Sequence[int], open_kans: Sequence[int], concealed_kans: Sequence[int]
) -> list[FuItem]:
    """The items of the melds, given by their kinds; they are the same for every reading."""
    return [
        of_kind(name, kind, outer if TERMINALS_AND_HONOURS >> kind & 1 else outer // 2)
        for name, kinds, outer in (
            ("minkou", open_pungs, 4),
            ("minkan", open_kans, 16),
            ("ankan", concealed_kans, 32),
        )
        for kind in kinds
    ]
