"""mjai's names of tiles, yaku and draws, and the spellings of other programs."""

from typing import Any, Final

from referee.records.neutral.values import as_list, counter
from referee.tiles import NAMES, Tile, parse_tile

MJAI_HONOURS: Final = "ESWNPFC"
_TO_MJAI: Final[tuple[str, ...]] = (
    *NAMES[:27],
    *MJAI_HONOURS,
    "5mr",
    "5pr",
    "5sr",
    "?",
)
_FROM_MJAI: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(_TO_MJAI)}

MJAI_YAKU: Final = {
    "menzen_tsumo": "menzenchin_tsumoho", "riichi": "reach", "ippatsu": "ippatsu", "chankan": "chankan",
    "rinshan_kaihou": "rinshankaiho", "haitei": "haiteiraoyue", "houtei": "hoteiraoyui", "pinfu": "pinfu",
    "tanyao": "tanyaochu", "iipeikou": "ipeko", "seat_wind": "jikaze", "round_wind": "bakaze",
    "haku": "sangenpai", "hatsu": "sangenpai", "chun": "sangenpai", "double_riichi": "double_reach",
    "chiitoitsu": "chitoitsu", "chanta": "honchantaiyao", "ittsuu": "ikkitsukan",
    "sanshoku_doujun": "sanshokudojun", "sanshoku_doukou": "sanshokudoko", "sankantsu": "sankantsu",
    "toitoi": "toitoiho", "sanankou": "sananko", "shousangen": "shosangen", "honroutou": "honroto",
    "ryanpeikou": "ryanpeko", "junchan": "junchantaiyao", "honitsu": "honiso", "chinitsu": "chiniso",
    "renhou": "renho", "dora": "dora", "ura_dora": "uradora", "aka_dora": "akadora",
}  # fmt: skip
"""mjai's names; yaku it has no name for keep ours."""
MJAI_YAKUMAN: Final = {
    "tenhou": "tenho", "chiihou": "chiho", "renhou": "renho", "daisangen": "daisangen", "suuankou": "suanko",
    "suuankou_tanki": "suanko_tanki", "tsuuiisou": "tsuiso", "ryuuiisou": "ryuiso", "chinroutou": "chinroto",
    "chuuren_poutou": "churenpoton", "junsei_chuuren_poutou": "junsei_churenpoton",
    "kokushi_musou": "kokushimuso", "kokushi_musou_juusanmen": "kokushimuso_jusanmen", "daisuushii": "daisushi",
    "shousuushii": "shosushi", "suukantsu": "sukantsu",
}  # fmt: skip
YAKUMAN_FAN: Final = 100
"""Fan written for a yakuman: more than any sum of yaku and dora."""
MJAI_DRAWS: Final = {
    "exhaustive": "fanpai", "nagashi": "nagashimangan", "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta", "four_riichi": "suchareach", "four_kans": "sukaikan", "triple_ron": "sanchaho",
    "chombo": "chombo",
}  # fmt: skip
VOID: Final = "void"
"""The reason of a hand that is played again although nobody is at fault."""
MJAI_DRAW_OF: Final = {
    VOID: "chombo",
    **{reason: result for result, reason in MJAI_DRAWS.items()},
    **{result: result for result in MJAI_DRAWS},
    "exhaustive_draw": "exhaustive", "howanpai": "exhaustive", "ryukyoku": "exhaustive", "nagashi_mangan": "nagashi",
    "nm": "nagashi", "yao9": "nine_terminals", "kyushu_kyuhai": "nine_terminals", "kaze4": "four_winds",
    "sufuurenta": "four_winds", "suufon_renda": "four_winds", "reach4": "four_riichi",
    "suucha_riichi": "four_riichi", "kan4": "four_kans", "suukaikan": "four_kans", "suukansansen": "four_kans",
    "ron3": "triple_ron", "sanchahou": "triple_ron",
}  # fmt: skip
"""Our names for the reasons of draws that mjai programs write."""
_YAKU_OF: Final = {theirs: ours for ours, theirs in MJAI_YAKU.items() if theirs != "sangenpai"}
_YAKUMAN_OF: Final = {theirs: ours for ours, theirs in MJAI_YAKUMAN.items()}
_DRAGONS: Final = {31: "haku", 32: "hatsu", 33: "chun"}


def pai(tile: Tile) -> str:
    """Mjai's name of a tile."""
    return _TO_MJAI[tile]


def tile_of(name: Any) -> Tile:
    """The tile of mjai's name (or of an mpsz name, as some programs write).

    Raises:
        ValueError: no such tile.
    """
    text = name if isinstance(name, str) else str(name)[:40]
    return _FROM_MJAI[text] if text in _FROM_MJAI else parse_tile(text)


def tiles_of(names: Any) -> tuple[Tile, ...]:
    """The tiles of a list of names.

    Raises:
        ValueError: no list, or no such tile in it.
    """
    return tuple(tile_of(name) for name in as_list(names))


def yaku_of(yakus: Any, kinds: list[int]) -> dict[str, Any]:
    """The ``yaku`` or ``yakuman`` of a list of names and fan; ``kinds`` are the winner's tiles, to tell the dragons apart.

    Raises:
        ValueError: not a list of names and fan.
    """
    pairs = []
    for pair in as_list(yakus):
        if len(as_list(pair)) != 2:
            raise ValueError(f"yaku {str(pair)[:40]}")
        pairs.append((str(pair[0]), counter(pair[1])))
    yakuman = [_YAKUMAN_OF.get(name, name) for name, fan in pairs if fan >= YAKUMAN_FAN]
    if yakuman:
        return {"yakuman": yakuman}
    dragons = iter([name for kind, name in _DRAGONS.items() if kinds.count(kind) >= 3])
    return {
        "yaku": {
            next(dragons, name) if name == "sangenpai" else _YAKU_OF.get(name, name): fan
            for name, fan in pairs
            if fan
        }
    }
