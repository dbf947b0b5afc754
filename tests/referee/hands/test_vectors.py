"""Other engines' answers, hand by hand: none of them is this program."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import Score, Win, score
from referee.melds import Meld, MeldKind
from referee.ruleset import Ruleset
from referee.tiles import KIND, parse_tile, parse_tiles

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.shared
Rules = Callable[..., Ruleset]
RED = {16: 34, 52: 35, 88: 36}


def face(number: int) -> int:
    """Tile 0-135 to face."""
    return RED.get(number, number // 4)


def faces(numbers: list[int]) -> tuple[int, ...]:
    return tuple(face(number) for number in numbers)


def told(found: Score) -> str:
    """Payments as the consensus file writes them."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def test_four_engines_agree_with_us_on_every_hand(shared: Path, ruleset: Rules) -> None:
    with_reds, without = ruleset("tenhou"), ruleset("tenhou", scoring__red_fives=False)
    kinds: dict[str, MeldKind] = {kind: kind for kind in ("chi", "pon", "ankan", "kakan", "daiminkan")}
    wrong = []
    lines = (shared / "records/vectors/consensus_hands.jsonl").read_text().splitlines()
    for line in lines:
        hand = json.loads(line)
        win = Win(
            concealed=faces(hand["closed"]),
            tile=face(hand["win"]),
            tsumo=hand["tsumo"],
            melds=tuple(Meld(kinds[meld["type"]], faces(meld["tiles"])) for meld in hand["melds"]),
            seat_wind=hand["seat_wind"],
            round_wind=hand["round_wind"],
            riichi=2 if hand["double_riichi"] else int(hand["riichi"]),
            ippatsu=hand["ippatsu"],
            last_tile=hand["haitei"] or hand["houtei"],
            rinshan=hand["rinshan"],
            chankan=hand["chankan"],
            first_turn=hand["tenhou"] or hand["chiihou"],
            dora_indicators=faces(hand["dora_ind"]),
            ura_indicators=faces(hand["ura_ind"]),
        )
        found = score(win, with_reds if hand["aka"] else without)
        if found is None:
            answer: dict[str, Any] = {"yaku": False}
        elif found.yakuman:
            answer = {"yakuman": found.yakuman_counted, "pay": told(found)}
        else:
            answer = {"han": found.han, "fu": found.fu, "pay": told(found)}
        if answer != hand["expected"]:
            wrong.append((hand["id"], hand["expected"], answer))
    assert len(lines) == 12_000
    assert wrong == []


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


def test_majiang_core_agrees_in_yaku_fu_and_payments(shared: Path, ruleset: Rules) -> None:
    rules = ruleset("tenhou")
    wrong = []
    hands = json.loads((shared / "records/vectors/majiang_hule.json").read_text())
    for number, hand in enumerate(hands):
        concealed_text, *melds = hand["in"]["shoupai"].split(",")
        concealed = list(majiang_tiles(concealed_text))
        parameters, said = hand["in"]["param"], hand["out"]
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
        found = score(win, rules)
        assert found is not None, (number, hand)
        source = (seat + {"+": 1, "=": 2, "-": 3}[claimed[2]]) % 4 if claimed else seat
        changes = win_changes(
            [PaidWin(winner=seat, source=source, score=found)],
            dealer=0,
            honba=parameters["jicun"]["changbang"],
            bets=parameters["jicun"]["lizhibang"],
            ruleset=rules,
        )
        names = Counter(dict(found.yaku)) or Counter(dict.fromkeys(found.yakuman, "*"))
        answer = (names, found.fu or None, found.han or None, found.points, list(changes))
        expected = Counter({MAJIANG[yaku["name"]]: yaku["fanshu"] for yaku in said["hupai"]})
        if answer != (expected, said["fu"], said["fanshu"], said["defen"], said["fenpei"]):
            wrong.append((number, expected, said, answer))
    assert len(hands) == 10_000
    assert wrong == []


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
DOUBLED_THERE = ["suuankou_tanki", "kokushi_musou_juusanmen", "junsei_chuuren_poutou", "daisuushii"]


def test_riichienv_agrees_in_yaku_han_and_fu(shared: Path, ruleset: Rules) -> None:
    rules = ruleset("tenhou", scoring__double_yakuman=DOUBLED_THERE)
    wrong = []
    cases = json.loads((shared / "records/vectors/riichienv_agari_4p.json").read_text())["cases"]
    for number, case in enumerate(cases):
        how, said = case["conditions"], case["expected"]
        melds = tuple(Meld(meld["meld_type"], faces(sorted(meld["tiles"]))) for meld in case["melds"])
        concealed = list(faces(case["tiles_136"]))
        tile = face(case["win_tile_136"])
        if len(concealed) + 3 * len(melds) == 14:
            concealed.remove(tile)
        found = score(
            Win(
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
            ),
            rules,
        )
        assert found is not None, number
        names = {name for name, _ in found.yaku} | set(found.yakuman)
        answer = (names, 13 * found.yakuman_counted if found.yakuman else found.han, found.fu)
        if answer != ({RIICHIENV[yaku] for yaku in said["yaku"]}, said["han"], said["fu"]):
            wrong.append((number, case, answer))
    assert len(cases) == 816
    assert wrong == []
