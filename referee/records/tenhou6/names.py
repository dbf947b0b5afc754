"""The numbers and words of tenhou6: tiles, yaku, draws, the text of a win."""

import re
from typing import Any, Final

from referee.records.neutral.values import whole
from referee.tiles import RED_MAN, UNKNOWN, Tile

TSUMOGIRI: Final = 60
WIN_WORD: Final = "和了"
TENHOU6_YAKU: Final = {
    "menzen_tsumo": "門前清自摸和", "riichi": "立直", "ippatsu": "一発", "chankan": "槍槓", "rinshan_kaihou": "嶺上開花",
    "haitei": "海底摸月", "houtei": "河底撈魚", "pinfu": "平和", "tanyao": "断幺九", "iipeikou": "一盃口",
    "seat_wind": "自風", "round_wind": "場風", "haku": "役牌 白", "hatsu": "役牌 發", "chun": "役牌 中",
    "double_riichi": "両立直", "chiitoitsu": "七対子", "chanta": "混全帯幺九", "ittsuu": "一気通貫",
    "sanshoku_doujun": "三色同順", "sanshoku_doukou": "三色同刻", "sankantsu": "三槓子", "toitoi": "対々和",
    "sanankou": "三暗刻", "shousangen": "小三元", "honroutou": "混老頭", "ryanpeikou": "二盃口",
    "junchan": "純全帯幺九", "honitsu": "混一色", "chinitsu": "清一色", "renhou": "人和", "sanrenkou": "三連刻",
    "dora": "ドラ", "ura_dora": "裏ドラ", "aka_dora": "赤ドラ",
}  # fmt: skip
TENHOU6_YAKUMAN: Final = {
    "tenhou": "天和", "chiihou": "地和", "renhou": "人和", "daisangen": "大三元", "suuankou": "四暗刻",
    "suuankou_tanki": "四暗刻単騎", "tsuuiisou": "字一色", "ryuuiisou": "緑一色", "chinroutou": "清老頭",
    "chuuren_poutou": "九蓮宝燈", "junsei_chuuren_poutou": "純正九蓮宝燈", "kokushi_musou": "国士無双",
    "kokushi_musou_juusanmen": "国士無双１３面", "daisuushii": "大四喜", "shousuushii": "小四喜",
    "suukantsu": "四槓子", "daisharin": "大車輪", "daichikurin": "大竹林", "daisuurin": "大数隣", "suurenkou": "四連刻",
}  # fmt: skip
TENHOU6_DRAWS: Final = {
    "exhaustive": "流局", "nagashi": "流し満貫", "nine_terminals": "九種九牌", "four_winds": "四風連打",
    "four_riichi": "四家立直", "four_kans": "四槓散了", "triple_ron": "三家和了",
}  # fmt: skip
TENHOU6_DRAW_OF: Final = {
    **{word: result for result, word in TENHOU6_DRAWS.items()},
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "四開槓": "four_kans",
    "三家和": "triple_ron",
}
"""Includes the words used by converters from other servers."""
_WINDS: Final = "東南西北"
_YAKU_OF: Final = {
    **{word: name for name, word in TENHOU6_YAKU.items()},
    "ダブル立直": "double_riichi",
    "断么九": "tanyao",
}
_YAKUMAN_OF: Final = {word: name for name, word in TENHOU6_YAKUMAN.items()}
_YAKU_TEXT: Final = re.compile(r"^(.*?)(?: ?[東南西北])?\((?:([0-9]{1,12})飜|役満)\)$")
_POINTS: Final = re.compile(
    r"^(?:([0-9]{1,12})符([0-9]{1,12})飜)?\D*?([0-9]{1,12})(?:-([0-9]{1,12}))?点(∀)?$"
)
TENHOU6_LIMITS: Final = ((13, "数え役満"), (11, "三倍満"), (8, "倍満"), (6, "跳満"))


def number_of(tile: Tile) -> int:
    """tenhou6's number of a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives."""
    if tile >= RED_MAN:
        if tile == UNKNOWN:
            raise ValueError("an unknown tile has no number")
        return 51 + tile - RED_MAN
    return (tile // 9 + 1) * 10 + tile % 9 + 1


def tile_of(number: Any) -> Tile:
    """The tile of a number.

    Raises:
        ValueError: no such tile.
    """
    suit, value = divmod(whole(number), 10)
    if suit == 5 and 1 <= value <= 3:
        return RED_MAN + value - 1
    if 1 <= suit <= 3 and 1 <= value <= 9:
        return (suit - 1) * 9 + value - 1
    if suit == 4 and 1 <= value <= 7:
        return 26 + value
    raise ValueError(f"no tile {number}")


def win_texts(recorded: dict[str, Any], *, tsumo: bool, winds: tuple[int, int]) -> list[str]:
    """The points of a win and its yaku, as the format writes them; ``winds`` of seat and round, 0 is East."""
    dealer = winds[0] == 0
    points = int(recorded.get("points", 0))
    if not tsumo:
        paid = f"{points}点"
    elif dealer:
        paid = f"{points // 3}点∀"
    else:
        other = _other_share(points)
        paid = f"{other}-{points - 2 * other}点"
    if "yakuman" in recorded:
        return [f"役満{paid}", *(f"{TENHOU6_YAKUMAN.get(name, name)}(役満)" for name in recorded["yakuman"])]
    han, fu = int(recorded.get("han", 0)), int(recorded.get("fu", 0))
    worth = next((word for least, word in TENHOU6_LIMITS if han >= least), None)
    if worth is None:
        mangan = 12000 if dealer else 8000
        worth = "満貫" if han >= 5 or points >= mangan else f"{fu}符{han}飜"
    words = TENHOU6_YAKU | {
        "seat_wind": f"{TENHOU6_YAKU['seat_wind']} {_WINDS[winds[0]]}",
        "round_wind": f"{TENHOU6_YAKU['round_wind']} {_WINDS[winds[1]]}",
    }
    yaku = [f"{words.get(name, name)}({value}飜)" for name, value in recorded.get("yaku", {}).items()]
    return [f"{worth}{paid}", *yaku]


def _other_share(points: int) -> int:
    """Return the payment of each non-dealer for a non-dealer's tsumo: a quarter of the points, rounded up to hundreds.

    The dealer pays twice as much before rounding, so the sum is four such shares or 100 less.
    """
    return (points + 100) // 400 * 100


def read_win(texts: list[str]) -> dict[str, Any]:
    """Read the texts of a win: yaku or yakuman, han, fu if named, points; nothing if there are no texts.

    Raises:
        ValueError: a text is not understood.
    """
    if not texts:
        return {}
    match = _POINTS.match(texts[0])
    if match is None:
        raise ValueError(f"points {texts[0][:40]!r}")
    fu, _, first, second, each = match.groups()
    points = int(first)
    if each:
        points *= 3
    elif second:
        points = 2 * points + int(second)
    recorded: dict[str, Any] = {"points": points}
    yaku: dict[str, int] = {}
    yakuman: list[str] = []
    for text in texts[1:]:
        found = _YAKU_TEXT.match(text)
        if found is None:
            raise ValueError(f"yaku {text[:40]!r}")
        word, han = found.groups()
        if han is None:
            yakuman.append(_YAKUMAN_OF.get(word, word))
        elif int(han):
            yaku[_YAKU_OF.get(word, word)] = int(han)
    if yakuman:
        return recorded | {"yakuman": yakuman}
    recorded |= {"yaku": yaku, "han": sum(yaku.values())}
    return recorded | {"fu": int(fu)} if fu else recorded
