"""The letters, numbers and words of mjlog."""

from typing import Final

from referee.tiles import RED_MAN, Tile

DRAWERS: Final = "TUVW"
DISCARDERS: Final = "DEFG"
RATED, NO_RED, NO_OPEN_TANYAO, HANCHAN, THREE_PLAYERS = 1, 2, 4, 8, 16
RED_IDS: Final = frozenset({16, 52, 88})
TILE_IDS: Final = 136
_WITHOUT_RED_FIVES: Final = tuple(tile_id // 4 for tile_id in range(TILE_IDS))
_WITH_RED_FIVES: Final = tuple(
    RED_MAN + tile_id // 36 if tile_id in RED_IDS else tile_id // 4 for tile_id in range(TILE_IDS)
)

MJLOG_YAKU: Final = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan_kaihou", "haitei", "houtei", "pinfu", "tanyao",
    "iipeikou", "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind",
    "round_wind", "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun",
    "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan",
    "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou",
    "ryuuiisou", "chinroutou", "chuuren_poutou", "junsei_chuuren_poutou", "kokushi_musou",
    "kokushi_musou_juusanmen", "daisuushii", "shousuushii", "suukantsu", "dora", "ura_dora", "aka_dora",
)  # fmt: skip
"""Names of the yaku by tenhou's numbers; each wind yaku has four, East to North."""
URA_DORA: Final = MJLOG_YAKU.index("ura_dora")
MJLOG_DRAWS: Final = {
    "": "exhaustive", "nm": "nagashi", "yao9": "nine_terminals", "kaze4": "four_winds", "reach4": "four_riichi",
    "kan4": "four_kans", "ron3": "triple_ron",
}  # fmt: skip
MJLOG_LIMITS: Final = ((13, 5), (11, 4), (8, 3), (6, 2), (5, 1))
"""Least han and number of each limit, from the highest."""


def face_of(tile_id: int, *, red: bool) -> Tile:
    """The face of a tile id; ``red`` if the game has red fives.

    Raises:
        ValueError: no such tile.
    """
    if not 0 <= tile_id < TILE_IDS:
        raise ValueError(f"tile {tile_id}")
    return (_WITH_RED_FIVES if red else _WITHOUT_RED_FIVES)[tile_id]
