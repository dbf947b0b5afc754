"""The answers on which four other engines agree, hand by hand, under the rules that their hands were made with."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.melds import Meld, MeldKind
from tests.referee.hands.conftest import ruleset

pytestmark = pytest.mark.shared
RED = {16: 34, 52: 35, 88: 36}


def faces(numbers: list[int]) -> tuple[int, ...]:
    """Tiles 0-135 to faces."""
    return tuple(RED.get(number, number // 4) for number in numbers)


def payments_text(found: Score) -> str:
    """Payments as the consensus file writes them."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def test_four_engines_agree_with_us_on_every_hand(shared: Path) -> None:
    with_reds, without = ruleset("tenhou"), ruleset("tenhou", scoring__red_fives=False)
    kinds: dict[str, MeldKind] = {kind: kind for kind in ("chi", "pon", "ankan", "kakan", "daiminkan")}
    wrong = []
    lines = (shared / "records/vectors/consensus_hands.jsonl").read_text().splitlines()
    for line in lines:
        hand = json.loads(line)
        win = Win(
            concealed=faces(hand["closed"]),
            tile=faces([hand["win"]])[0],
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
            answer = {"yakuman": found.yakuman_counted, "pay": payments_text(found)}
        else:
            answer = {"han": found.han, "fu": found.fu, "pay": payments_text(found)}
        if answer != hand["expected"]:
            wrong.append((hand["id"], hand["expected"], answer))
    assert len(lines) == 12_000
    assert wrong == []
