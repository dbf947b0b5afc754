"""Scores a file of hands with ``riichienv``: ``python bench/speed/peer_programs/score_riichienv.py FILE``; answers go to the output."""

import json
import sys
from pathlib import Path

from riichienv import Conditions, HandEvaluator, Meld, MeldType

KINDS = {
    "chi": MeldType.Chi,
    "pon": MeldType.Pon,
    "ankan": MeldType.Ankan,
    "daiminkan": MeldType.Daiminkan,
    "kakan": MeldType.Kakan,
}

RED = frozenset({16, 52, 88})


def main(path: str) -> None:
    """Print one answer a line."""
    write, dumps = sys.stdout.write, json.dumps
    with Path(path).open("rb") as lines:
        for line in lines:
            hand = json.loads(line)
            get = hand.get
            closed, win, called = hand["closed"], hand["win"], hand["melds"]
            if not hand["aka"]:
                # It takes these numbers for red fives under all rules.
                closed, win = [tile + (tile in RED) for tile in closed], win + (win in RED)
                called = [
                    {**meld, "tiles": [tile + (tile in RED) for tile in meld["tiles"]]} for meld in called
                ]
            melds = [Meld(KINDS[meld["type"]], meld["tiles"], meld["type"] != "ankan") for meld in called]
            found = HandEvaluator(closed, melds).calc(
                win,
                hand["dora_ind"],
                ura_indicators=hand["ura_ind"],
                conditions=Conditions(
                    tsumo=hand["tsumo"],
                    riichi=hand["riichi"],
                    double_riichi=get("double_riichi", False),
                    ippatsu=hand["ippatsu"],
                    haitei=get("haitei", False),
                    houtei=get("houtei", False),
                    rinshan=get("rinshan", False),
                    chankan=get("chankan", False),
                    tsumo_first_turn=get("tenhou", False) or get("chiihou", False),
                    player_wind=hand["seat_wind"],
                    round_wind=hand["round_wind"],
                ),
            )
            pay = None
            if found.is_win:
                if not hand["tsumo"]:
                    pay = str(found.ron_agari)
                elif hand["seat_wind"] == 0:
                    pay = f"{found.tsumo_agari_ko}all"
                else:
                    pay = f"{found.tsumo_agari_ko}/{found.tsumo_agari_oya}"
            write(dumps({"id": get("id"), "han": found.han, "fu": found.fu, "pay": pay}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
