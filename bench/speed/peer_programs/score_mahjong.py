"""Scores a file of hands with ``mahjong``: ``python bench/speed/peer_programs/score_mahjong.py FILE``; answers go to the output."""

import json
import sys
from pathlib import Path

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

KINDS = {"chi": "chi", "pon": "pon", "ankan": "kan", "daiminkan": "kan", "kakan": "shouminkan"}
RULES = {
    aka: OptionalRules(has_open_tanyao=True, has_aka_dora=aka, has_double_yakuman=False)
    for aka in (True, False)
}


def main(path: str) -> None:
    """Print one answer a line."""
    write, dumps, estimate = sys.stdout.write, json.dumps, HandCalculator.estimate_hand_value
    with Path(path).open("rb") as lines:
        for line in lines:
            hand = json.loads(line)
            get = hand.get
            melds = [
                Meld(KINDS[meld["type"]], meld["tiles"], opened=meld["type"] != "ankan")
                for meld in hand["melds"]
            ]
            double = get("double_riichi", False)
            found = estimate(
                [*hand["closed"], hand["win"], *(tile for meld in melds for tile in meld.tiles)],
                hand["win"],
                melds,
                hand["dora_ind"],
                HandConfig(
                    is_tsumo=hand["tsumo"],
                    is_riichi=hand["riichi"] and not double,
                    is_daburu_riichi=double,
                    is_ippatsu=hand["ippatsu"],
                    is_rinshan=get("rinshan", False),
                    is_chankan=get("chankan", False),
                    is_haitei=get("haitei", False),
                    is_houtei=get("houtei", False),
                    is_tenhou=get("tenhou", False),
                    is_chiihou=get("chiihou", False),
                    player_wind=EAST + hand["seat_wind"],
                    round_wind=EAST + hand["round_wind"],
                    options=RULES[hand["aka"]],
                ),
                ura_dora_indicators=hand["ura_ind"],
            )
            pay = None
            if found.cost is not None:
                main_pay, other = found.cost["main"], found.cost["additional"]
                if not hand["tsumo"]:
                    pay = str(main_pay)
                else:
                    pay = f"{main_pay}all" if hand["seat_wind"] == 0 else f"{other}/{main_pay}"
            write(dumps({"id": get("id"), "han": found.han or 0, "fu": found.fu or 0, "pay": pay}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
