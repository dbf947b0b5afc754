"""The sections of the rulebooks on what a hand is worth: one for each yaku, dora, fu item and limit.

The books are named as in ``referee.rules.ruleset``: WRC, MJ and SAI by their own section numbers, TAB and REF by their
headings (they have no numbers), TEN by the number of the yaku in its game records. ``_TOLD`` is second hand.
"""

from collections.abc import Sequence
from typing import Final

from referee.texts.citing import compared, in_force


def _yaku(wrc: str, mj: str, tab: str, ref: str, *rest: str) -> dict[str, str]:
    """The section of a yaku in each book; "" if a book does not have it. ``tab`` and ``ref`` are its names there.

    ``rest``: its number in TEN and, if more than 48, the articles of SAI.
    """
    ten, sai = (*rest, "48")[:2]
    places = {
        "WRC": wrc and f"6.5.{wrc}",
        "MJ": mj and f"4.2.{mj}",
        "SAI": sai,
        "TAB": tab and f"Yaku Hands and Names, {tab}",
        "REF": ref,
        "TEN": ten and f"yaku {ten}",
    }
    return {book: place for book, place in places.items() if place}


def _fu(wrc: str = "", mj: str = "", sai: str = "", tab: str = "", ref: str = "") -> dict[str, str]:
    places = {"WRC": wrc, "MJ": mj, "SAI": sai, "TAB": tab, "REF": ref}
    return {book: place for book, place in places.items() if place}


_GROUPS: Final = _fu("6.3", "4.1.1", "49.1(5)", ref="2. Group fu")
_WAITS: Final = _fu("6.3", "4.1.1", "49.1(4)", ref="3. Wait and pair fu")
_LIMIT_HANDS: Final = _fu("6.1", "4.1.2", "47.1", "Limit Hands", "5. Point table")

_PLACES: Final[dict[str, dict[str, str]]] = {
    "riichi": _yaku("1", "1", "Riichi", "Riichi", "1"),
    "double_riichi": _yaku("1", "2", "Double Riichi", "Riichi, +1 Double", "21"),
    "ippatsu": _yaku("1", "1", "Ippatsu", "Riichi, +1 Ippatsu", "2"),
    "menzen_tsumo": _yaku("1", "1", "Tsumo", "Menzen Tsumo", "0"),
    "pinfu": _yaku("1", "1", "Pinfu", "Pinfu", "7"),
    "tanyao": _yaku("1", "1", "Tanyao", "Tanyao", "8"),
    "iipeikou": _yaku("1", "1", "Iipeikou", "Iipeikou", "9"),
    "seat_wind": _yaku("1", "1", "Kazehai", "Yakuhai, Jikaze", "10-13"),
    "round_wind": _yaku("1", "1", "Kazehai", "Yakuhai, Bakaze", "14-17"),
    "haku": _yaku("1", "1", "Fanpai", "Yakuhai, Sangenpai", "18"),
    "hatsu": _yaku("1", "1", "Fanpai", "Yakuhai, Sangenpai", "19"),
    "chun": _yaku("1", "1", "Fanpai", "Yakuhai, Sangenpai", "20"),
    "chankan": _yaku("1", "1", "Chankan", "Chankan", "3"),
    "rinshan_kaihou": _yaku("1", "1", "Rinchan Kaihou", "Rinshan Kaihou", "4"),
    "haitei": _yaku("1", "1", "Haitei", "Haitei Raoyue", "5", "14, 48"),
    "houtei": _yaku("1", "1", "Hōtei", "Houtei Raoyui", "6", "15, 48"),
    "chiitoitsu": _yaku("2", "2", "Chii-toitsu", "Chiitoitsu", "22", "46, 48"),
    "ittsuu": _yaku("2", "2", "Ittsu", "Ittsu", "24"),
    "sanshoku_doujun": _yaku("2", "2", "Sanshoku", "Sanshoku Doujun", "25"),
    "sanshoku_doukou": _yaku("2", "2", "San~dōkō", "Sanshoku Doukou", "26"),
    "chanta": _yaku("2", "2", "Chanta", "Chanta", "23"),
    "toitoi": _yaku("2", "2", "Toi-Toi", "Toitoi", "28"),
    "sanankou": _yaku("2", "2", "San Anko", "Sanankou", "29"),
    "sankantsu": _yaku("2", "2", "San Kantsu", "Sankantsu", "27"),
    "sanrenkou": _yaku("", "", "San Renkou", "", "", ""),
    "honroutou": _yaku("2", "2", "Honrōtō", "Honroutou", "31"),
    "shousangen": _yaku("2", "2", "Shō San Gen", "Shousangen", "30"),
    "ryanpeikou": _yaku("3", "3", "Ryanpēkō", "Ryanpeikou", "32"),
    "honitsu": _yaku("3", "3", "Honitsu", "Honitsu", "34"),
    "junchan": _yaku("3", "3", "Junchan", "Junchan", "33"),
    "chinitsu": _yaku("5", "4", "Chinitsu", "Chinitsu", "35"),
    "renhou": _yaku("4", "6", "Renhō", "", "36", ""),
    "tenhou": _yaku("6", "5", "Tenhō", "Tenhou", "37"),
    "chiihou": _yaku("6", "5", "Chihō", "Chiihou", "38"),
    "kokushi_musou": _yaku("6", "5", "Kokushimusō", "Kokushi Musou", "47", "46, 48"),
    "kokushi_musou_juusanmen": _yaku("6", "5", "Kokushimusō", "Kokushi Musou, +★ 13-wait", "48", "46, 48"),
    "chuuren_poutou": _yaku("6", "5", "Chūrenpōtō", "Chuuren Poutou", "45"),
    "junsei_chuuren_poutou": _yaku("6", "5", "Chūrenpōtō", "Chuuren Poutou, +★ Junsei", "46"),
    "suuankou": _yaku("6", "5", "Sū Ankō", "Suuankou", "40"),
    "suuankou_tanki": _yaku("6", "5", "Sū Ankō", "Suuankou, +★ Tanki", "41"),
    "suukantsu": _yaku("6", "5", "Sū Kantsu", "Suukantsu", "51"),
    "ryuuiisou": _yaku("6", "5", "Ryū Iisou", "Ryuuiisou", "43"),
    "chinroutou": _yaku("6", "5", "Chinrōtō", "Chinroutou", "44"),
    "tsuuiisou": _yaku("6", "5", "Tsūiisō", "Tsuuiisou", "42"),
    "daisangen": _yaku("6", "5", "Dai San Gen", "Daisangen", "39"),
    "shousuushii": _yaku("6", "5", "Shō Sū Shii", "Shousuushi", "50"),
    "daisuushii": _yaku("6", "5", "Dai Sū Shii", "Daisuushi", "49"),
    "daisharin": _yaku("", "6", "", "", "", ""),
    "daichikurin": _yaku("", "6", "", "", "", ""),
    "daisuurin": _yaku("", "6", "", "", "", ""),
    "suurenkou": _yaku("", "", "Sū Renkou", "", "", ""),
    "dora": {"WRC": "6.4", "MJ": "4.1", "SAI": "24.4, 24.5", "REF": "Dora", "TEN": "yaku 52"},
    "ura_dora": {"WRC": "6.4", "MJ": "3.3.14", "SAI": "24.7", "REF": "Dora", "TEN": "yaku 53"},
    "aka_dora": {"MJ": "1.3", "REF": "Dora", "TEN": "yaku 54"},
    "fu.base": _fu("6.3", "4.1.1", "49.1(1)", ref="4. Hand fu"),
    "fu.closed_ron": _fu("6.3", "4.1.1", "49.1(2)", ref="4. Hand fu"),
    "fu.tsumo": _fu("6.3", "4.1.1", "49.1(3)", ref="4. Hand fu"),
    "fu.open_pinfu": _fu("6.3", "4.1.1", "49.2(3)", ref="4. Hand fu"),
    "fu.edge_wait": _WAITS,
    "fu.closed_wait": _WAITS,
    "fu.pair_wait": _WAITS,
    "fu.chiitoitsu": _fu("6.3", "4.1.1", "49.2(2)", ref="2. Group fu"),
    "fu.minkou": _GROUPS,
    "fu.ankou": _GROUPS,
    "fu.minkan": _GROUPS,
    "fu.ankan": _GROUPS,
    "fu.pair": _fu("6.3", "4.1.1", "49.1(5)", ref="3. Wait and pair fu"),
    "rounding": _fu("6.1", "4.1", "49.1", ref="4. Hand fu"),
    "value": _fu("6.1", "4.1.2", "47.1", "Scoring Summary", "5. Point table"),
    "yakuman_value": _fu("6.1", "4.1.2", "47.2", "Limit Hands", "5. Point table"),
    "mangan": _LIMIT_HANDS,
    "haneman": _LIMIT_HANDS,
    "baiman": _LIMIT_HANDS,
    "sanbaiman": _LIMIT_HANDS,
    "yakuman": _fu("6.1, 6.5", "4.2.5", "47.2", "Limit Hands", "5. Point table"),
    "counted_yakuman": _fu(tab="Limit Hands", ref="5. Point table"),
    "kiriage_mangan": _fu("6.1", sai="47.1"),
    "honba": _fu("5.7.7", "3.4.10", "50.2", ref="6. Honba"),
    "bets": _fu("6.1", "4.1", "39.12"),
    "liability": _fu("6.2", "3.3.9"),
    "tenpai": _fu("2.2", "3.3.13", "52.6", ref="Exhaustive draw"),
}
_TOLD: Final[dict[str, dict[str, str]]] = {
    "WRC25": {
        "6.3": "11.3",
        "6.5": "11.5",
        "renhou": "11.5.4",
        "kiriage_mangan": "13.4",
        "counted_yakuman": "11.2",
        "yakuman": "9.1",
        "yakuman_value": "9.1",
        "liability": "9.1.1",
    },
    "EMA25": {
        "6.1": "4.1.2",
        "6.3": "4.1.1",
        "6.5": "4.2",
        "6.5.6": "4.2.6",
        "dora": "2.7",
        "ura_dora": "3.3.10",
        "kiriage_mangan": "4.1.3",
        "yakuman": "4.2",
        "rounding": "4.1.1",
        "honba": "3.4.4",
        "bets": "3.4.3",
        "liability": "3.3.7",
        "tenpai": "3.3.8",
    },
}
"""Sections of books that could not be had, as people who have them name them: of an item, or of all that WRC has in a section."""
ITEMS: Final = tuple(_PLACES)
"""Every item with a section: yaku and dora by their names in ``Score``, fu items as ``fu.ankou``, limits, ``rounding``,
``value`` (how a value is computed and paid; ``yakuman_value`` for yakuman), ``honba``, ``bets``, ``liability``, ``tenpai``."""


def section_of(item: str, sources: Sequence[str], unread: str = "") -> str:
    """The section for an item of ``ITEMS``: ``"WRC 6.5.1"``.

    It comes from the first of ``sources`` (rulebooks in order of precedence) that has the item. If none does, other books
    that have it are named after "cf."; ``unread`` is the ruleset's book that could not be had (``referee.texts.citing``).
    Anything after a space in ``item`` is ignored (``"fu.ankou 9m"``).

    Raises:
        KeyError: no such item.
    """
    item = item.partition(" ")[0]
    places = _PLACES[item]
    for book in in_force(sources, unread):
        if place := places.get(book) or _section_in(book, item, places.get("WRC", "")):
            return f"{book} {place}"
    return compared(places, sources, unread, ", ")


def _section_in(book: str, item: str, wrc: str) -> str:
    """Return the section that somebody named of a book that could not be had; "" if nobody did."""
    sections = _TOLD.get(book, {})
    return next((sections[each] for each in (item, wrc, wrc.rpartition(".")[0]) if each in sections), "")
