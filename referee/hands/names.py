"""The names of all yaku, dora, fu items and limits: romaji, Japanese and English.

The keys are for programs (``Score`` and published data), the names for people. English names are those of the rulebooks
(WRC 6.5 and its yaku chart; REF for a yaku that WRC lacks).
"""

from typing import Final, NamedTuple


class Name(NamedTuple):
    """The names that people write for a yaku, dora, fu item or limit."""

    romaji: str
    japanese: str
    english: str


YAKU: Final[dict[str, Name]] = {
    "riichi": Name("Riichi", "立直", "Ready hand"),
    "double_riichi": Name("Double riichi", "ダブル立直", "Double ready"),
    "ippatsu": Name("Ippatsu", "一発", "One shot"),
    "menzen_tsumo": Name("Menzen tsumo", "門前清自摸和", "Fully concealed hand"),
    "pinfu": Name("Pinfu", "平和", "No points hand"),
    "tanyao": Name("Tanyao", "断幺九", "All simples"),
    "iipeikou": Name("Iipeikou", "一盃口", "Pure double chow"),
    "seat_wind": Name("Jikaze", "自風", "Seat wind"),
    "round_wind": Name("Bakaze", "場風", "Prevailing wind"),
    "haku": Name("Haku", "白", "White dragon"),
    "hatsu": Name("Hatsu", "發", "Green dragon"),
    "chun": Name("Chun", "中", "Red dragon"),
    "chankan": Name("Chankan", "搶槓", "Robbing a kong"),
    "rinshan_kaihou": Name("Rinshan kaihou", "嶺上開花", "After a kong"),
    "haitei": Name("Haitei raoyue", "海底撈月", "Last tile draw"),
    "houtei": Name("Houtei raoyui", "河底撈魚", "Last tile claim"),
    "chiitoitsu": Name("Chiitoitsu", "七対子", "Seven pairs"),
    "ittsuu": Name("Ittsuu", "一気通貫", "Pure straight"),
    "sanshoku_doujun": Name("Sanshoku doujun", "三色同順", "Mixed triple chow"),
    "sanshoku_doukou": Name("Sanshoku doukou", "三色同刻", "Triple pung"),
    "chanta": Name("Chanta", "混全帯幺九", "Outside hand"),
    "toitoi": Name("Toitoi", "対々和", "All pungs"),
    "sanankou": Name("Sanankou", "三暗刻", "Three concealed pungs"),
    "sankantsu": Name("Sankantsu", "三槓子", "Three kongs"),
    "sanrenkou": Name("Sanrenkou", "三連刻", "Three consecutive pungs"),
    "honroutou": Name("Honroutou", "混老頭", "All terminals and honours"),
    "shousangen": Name("Shousangen", "小三元", "Little three dragons"),
    "ryanpeikou": Name("Ryanpeikou", "二盃口", "Twice pure double chows"),
    "honitsu": Name("Honitsu", "混一色", "Half flush"),
    "junchan": Name("Junchan", "純全帯幺九", "Terminals in all groups"),
    "chinitsu": Name("Chinitsu", "清一色", "Full flush"),
    "renhou": Name("Renhou", "人和", "Blessing of man"),
}
"""Yaku worth han. ``renhou`` is here where it is a mangan, else among the yakuman."""

DORA: Final[dict[str, Name]] = {
    "dora": Name("Dora", "ドラ", "Dora"),
    "ura_dora": Name("Ura dora", "裏ドラ", "Dora below"),
    "aka_dora": Name("Aka dora", "赤ドラ", "Red fives"),
}
"""Han that count only beside a yaku."""

YAKUMAN: Final[dict[str, Name]] = {
    "tenhou": Name("Tenhou", "天和", "Blessing of heaven"),
    "chiihou": Name("Chiihou", "地和", "Blessing of earth"),
    "renhou": YAKU["renhou"],
    "kokushi_musou": Name("Kokushi musou", "国士無双", "Thirteen orphans"),
    "kokushi_musou_juusanmen": Name(
        "Kokushi musou juusanmen", "国士無双十三面待ち", "Thirteen orphans, thirteen waits"
    ),
    "chuuren_poutou": Name("Chuuren poutou", "九蓮宝燈", "Nine gates"),
    "junsei_chuuren_poutou": Name("Junsei chuuren poutou", "純正九蓮宝燈", "True nine gates"),
    "suuankou": Name("Suuankou", "四暗刻", "Four concealed pungs"),
    "suuankou_tanki": Name("Suuankou tanki", "四暗刻単騎", "Four concealed pungs, pair wait"),
    "suukantsu": Name("Suukantsu", "四槓子", "Four kongs"),
    "ryuuiisou": Name("Ryuuiisou", "緑一色", "All green"),
    "chinroutou": Name("Chinroutou", "清老頭", "All terminals"),
    "tsuuiisou": Name("Tsuuiisou", "字一色", "All honours"),
    "daisangen": Name("Daisangen", "大三元", "Big three dragons"),
    "shousuushii": Name("Shousuushii", "小四喜", "Little four winds"),
    "daisuushii": Name("Daisuushii", "大四喜", "Big four winds"),
    "daisharin": Name("Daisharin", "大車輪", "Big wheels"),
    "daichikurin": Name("Daichikurin", "大竹林", "Bamboo forest"),
    "daisuurin": Name("Daisuurin", "大数隣", "Numerous neighbours"),
    "suurenkou": Name("Suurenkou", "四連刻", "Four consecutive pungs"),
}

FU: Final[dict[str, Name]] = {
    "base": Name("Fuutei", "副底", "Winning"),
    "closed_ron": Name("Menzen kafu", "門前加符", "Ron on a closed hand"),
    "tsumo": Name("Tsumo fu", "自摸符", "Self-draw"),
    "open_pinfu": Name("Kui pinfu", "喰い平和", "Open hand without other fu"),
    "edge_wait": Name("Penchan", "辺張", "Edge wait"),
    "closed_wait": Name("Kanchan", "嵌張", "Closed wait"),
    "pair_wait": Name("Tanki", "単騎", "Pair wait"),
    "chiitoitsu": Name("Chiitoitsu", "七対子", "Seven pairs"),
    "minkou": Name("Minkou", "明刻", "Melded pung"),
    "ankou": Name("Ankou", "暗刻", "Concealed pung"),
    "minkan": Name("Minkan", "明槓", "Melded kong"),
    "ankan": Name("Ankan", "暗槓", "Concealed kong"),
    "pair": Name("Jantou", "雀頭", "Valued pair"),
}
"""Fu items."""

LIMIT_NAMES: Final[dict[str, Name]] = {
    "mangan": Name("Mangan", "満貫", "Mangan"),
    "haneman": Name("Haneman", "跳満", "Haneman"),
    "baiman": Name("Baiman", "倍満", "Baiman"),
    "sanbaiman": Name("Sanbaiman", "三倍満", "Sanbaiman"),
    "yakuman": Name("Yakuman", "役満", "Yakuman"),
    "counted_yakuman": Name("Kazoe yakuman", "数え役満", "Counted yakuman"),
    "kiriage_mangan": Name("Kiriage mangan", "切り上げ満貫", "1920 rounded up to a mangan"),
}
"""Limits, and two special ways to reach one."""
