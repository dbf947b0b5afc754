"""The names of all yaku, as they stand in ``Score``, and how people write them."""

from __future__ import annotations

from typing import Final

YAKU: Final[dict[str, str]] = {
    "riichi": "Riichi",
    "double_riichi": "Double riichi",
    "ippatsu": "Ippatsu",
    "menzen_tsumo": "Menzen tsumo",
    "pinfu": "Pinfu",
    "tanyao": "Tanyao",
    "iipeikou": "Iipeikou",
    "seat_wind": "Seat wind",
    "round_wind": "Round wind",
    "haku": "Haku",
    "hatsu": "Hatsu",
    "chun": "Chun",
    "chankan": "Chankan",
    "rinshan_kaihou": "Rinshan kaihou",
    "haitei": "Haitei",
    "houtei": "Houtei",
    "chiitoitsu": "Chiitoitsu",
    "ittsuu": "Ittsuu",
    "sanshoku_doujun": "Sanshoku doujun",
    "sanshoku_doukou": "Sanshoku doukou",
    "chanta": "Chanta",
    "toitoi": "Toitoi",
    "sanankou": "Sanankou",
    "sankantsu": "Sankantsu",
    "sanrenkou": "Sanrenkou",
    "honroutou": "Honroutou",
    "shousangen": "Shousangen",
    "ryanpeikou": "Ryanpeikou",
    "honitsu": "Honitsu",
    "junchan": "Junchan",
    "chinitsu": "Chinitsu",
    "renhou": "Renhou",
}
"""Yaku worth han. ``renhou`` is here where it is a mangan, else among the yakuman."""

DORA: Final[dict[str, str]] = {"dora": "Dora", "ura_dora": "Ura dora", "aka_dora": "Red fives"}
"""Han that need a yaku beside them."""

YAKUMAN: Final[dict[str, str]] = {
    "tenhou": "Tenhou",
    "chiihou": "Chiihou",
    "renhou": "Renhou",
    "kokushi_musou": "Kokushi musou",
    "kokushi_musou_juusanmen": "Kokushi musou, thirteen waits",
    "chuuren_poutou": "Chuuren poutou",
    "junsei_chuuren_poutou": "Junsei chuuren poutou",
    "suuankou": "Suuankou",
    "suuankou_tanki": "Suuankou tanki",
    "suukantsu": "Suukantsu",
    "ryuuiisou": "Ryuuiisou",
    "chinroutou": "Chinroutou",
    "tsuuiisou": "Tsuuiisou",
    "daisangen": "Daisangen",
    "shousuushii": "Shousuushii",
    "daisuushii": "Daisuushii",
    "daisharin": "Daisharin",
    "daichikurin": "Daichikurin",
    "daisuurin": "Daisuurin",
    "suurenkou": "Suurenkou",
}
