"""Other programs' hands, as wins, and their names of yaku."""

import json
import re
from pathlib import Path
from typing import Any

from referee.hands.win import Win
from referee.melds import Meld, MeldKind
from referee.tiles import KIND, parse_tile, parse_tiles

RED = {16: 34, 52: 35, 88: 36}


def faces(numbers: list[int]) -> tuple[int, ...]:
    """Tiles 0-135 to faces."""
    return tuple(RED.get(number, number // 4) for number in numbers)


MAJIANG = {
    "立直": "riichi", "ダブル立直": "double_riichi", "一発": "ippatsu", "門前清自摸和": "menzen_tsumo",
    "平和": "pinfu", "断幺九": "tanyao", "一盃口": "iipeikou", "翻牌 白": "haku", "翻牌 發": "hatsu",
    "翻牌 中": "chun", "槍槓": "chankan", "嶺上開花": "rinshan_kaihou", "海底摸月": "haitei",
    "河底撈魚": "houtei", "七対子": "chiitoitsu", "一気通貫": "ittsuu", "三色同順": "sanshoku_doujun",
    "三色同刻": "sanshoku_doukou", "混全帯幺九": "chanta", "対々和": "toitoi", "三暗刻": "sanankou",
    "三槓子": "sankantsu", "混老頭": "honroutou", "小三元": "shousangen", "二盃口": "ryanpeikou",
    "混一色": "honitsu", "純全帯幺九": "junchan", "清一色": "chinitsu", "ドラ": "dora", "裏ドラ": "ura_dora",
    "赤ドラ": "aka_dora", "四暗刻": "suuankou", "国士無双": "kokushi_musou",
    **{f"自風 {wind}": "seat_wind" for wind in "東南西北"},
    **{f"場風 {wind}": "round_wind" for wind in "東南西北"},
}  # fmt: skip


def majiang_tiles(text: str) -> tuple[int, ...]:
    """``m340`` and the like, several suits in a row, to faces."""
    return parse_tiles("".join(run[1:] + run[0] for run in re.findall(r"[mpsz]\d+", text)))


def majiang_meld(text: str) -> Meld:
    digits = re.sub(r"\D", "", text)
    tiles = tuple(sorted(parse_tiles(digits + text[0]), key=lambda tile: KIND[tile]))
    kind: MeldKind
    if len(digits) == 4:
        kind = "ankan" if text[-1].isdigit() and not re.search(r"[-+=]", text) else "daiminkan"
    else:
        kind = "pon" if KIND[tiles[0]] == KIND[tiles[1]] else "chi"
    return Meld(kind, tiles)


def majiang_hands(shared: Path) -> list[tuple[Win, int | None, dict[str, Any]]]:
    """Each hand with the seat of the discarder and the whole entry."""
    found = []
    for hand in json.loads((shared / "records/vectors/majiang_hule.json").read_text(encoding="utf-8")):
        concealed_text, *melds = hand["in"]["shoupai"].split(",")
        concealed = list(majiang_tiles(concealed_text))
        parameters = hand["in"]["param"]
        how, seat = parameters["hupai"], parameters["menfeng"]
        claimed = hand["in"].get("rongpai")
        tile = parse_tile(claimed[1] + claimed[0]) if claimed else concealed.pop()
        win = Win(
            concealed=tuple(concealed),
            tile=tile,
            tsumo=claimed is None,
            melds=tuple(majiang_meld(meld) for meld in melds),
            seat_wind=seat,
            round_wind=parameters["zhuangfeng"],
            riichi=how.get("lizhi", 0),
            ippatsu=how.get("yifa", False),
            last_tile=how.get("haidi", 0) > 0,
            rinshan=how.get("lingshang", False),
            dora_indicators=majiang_tiles("".join(parameters["baopai"])),
            ura_indicators=majiang_tiles("".join(parameters["fubaopai"])),
        )
        source = (seat + {"+": 1, "=": 2, "-": 3}[claimed[2]]) % 4 if claimed else None
        found.append((win, source, hand))
    return found


RIICHIENV = {
    1: "menzen_tsumo", 2: "riichi", 3: "chankan", 4: "rinshan_kaihou", 5: "haitei", 6: "houtei", 7: "haku",
    8: "hatsu", 9: "chun", 10: "seat_wind", 11: "round_wind", 12: "tanyao", 13: "iipeikou", 14: "pinfu",
    15: "chanta", 16: "ittsuu", 17: "sanshoku_doujun", 18: "double_riichi", 19: "sanshoku_doukou",
    20: "sankantsu", 21: "toitoi", 22: "sanankou", 23: "shousangen", 24: "honroutou", 25: "chiitoitsu",
    26: "junchan", 27: "honitsu", 28: "ryanpeikou", 29: "chinitsu", 30: "ippatsu", 31: "dora", 32: "aka_dora",
    33: "ura_dora", 35: "tenhou", 36: "chiihou", 37: "daisangen", 38: "suuankou", 39: "tsuuiisou",
    40: "ryuuiisou", 41: "chinroutou", 42: "kokushi_musou", 43: "shousuushii", 44: "suukantsu",
    45: "chuuren_poutou", 47: "junsei_chuuren_poutou", 48: "suuankou_tanki", 49: "kokushi_musou_juusanmen",
    50: "daisuushii",
}  # fmt: skip


def riichienv_hands(shared: Path) -> list[tuple[Win, dict[str, Any]]]:
    """Each hand with what is expected of it."""
    found = []
    path = shared / "records/vectors/riichienv_agari_4p.json"
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        how = case["conditions"]
        melds = tuple(Meld(meld["meld_type"], faces(sorted(meld["tiles"]))) for meld in case["melds"])
        concealed = list(faces(case["tiles_136"]))
        (tile,) = faces([case["win_tile_136"]])
        if len(concealed) + 3 * len(melds) == 14:
            concealed.remove(tile)
        win = Win(
            concealed=tuple(concealed),
            tile=tile,
            tsumo=how["tsumo"],
            melds=melds,
            seat_wind=how["player_wind"],
            round_wind=how["round_wind"],
            riichi=2 if how["double_riichi"] else int(how["riichi"]),
            ippatsu=how["ippatsu"],
            last_tile=how["haitei"] or how["houtei"],
            rinshan=how["rinshan"],
            chankan=how["chankan"],
            first_turn=how["tsumo_first_turn"],
            dora_indicators=faces(case["dora_indicators"]),
            ura_indicators=faces(case["ura_indicators"]),
        )
        found.append((win, case["expected"]))
    return found
