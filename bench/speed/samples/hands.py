"""Won hands to score, in the forms that this program and the package ``mahjong`` take.

They come from a file in the form of ``consensus_hands.jsonl`` or are made by seed. Tiles are numbers 0-135, four to a
kind, the first five of each suit red.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from bench.speed.samples.made_hands import made
from referee.hands.win import Win
from referee.melds import Meld
from referee.tiles import KIND, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.rules.ruleset import Ruleset

RED = {16: 34, 52: 35, 88: 36}
THEIR_KINDS = {"chi": "chi", "pon": "pon", "ankan": "kan", "daiminkan": "kan", "kakan": "shouminkan"}


@dataclass(frozen=True, slots=True)
class Case:
    """One hand in both forms: what ``score`` takes, and the arguments of ``HandCalculator.estimate_hand_value``."""

    win: Win
    ruleset: Ruleset
    theirs: dict[str, Any]

    @property
    def counts(self) -> tuple[int, ...]:
        """34 counts of the concealed tiles without the winning one."""
        kinds = [KIND[tile] for tile in self.win.concealed]
        return tuple(kinds.count(kind) for kind in range(KINDS))


def cases(path: Path | None, seed: int, number: int, with_reds: Ruleset, without: Ruleset) -> list[Case]:
    """The hands of a file, or a number of hands made by ``seed``."""
    told = read(path) if path is not None else made(Random(seed), number)
    return [Case(_ours(hand), with_reds if hand["aka"] else without, _theirs(hand)) for hand in told]


def read(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _faces(numbers: list[int]) -> tuple[int, ...]:
    return tuple(RED.get(number, number // 4) for number in numbers)


def _ours(hand: dict[str, Any]) -> Win:
    return Win(
        concealed=_faces(hand["closed"]),
        tile=_faces([hand["win"]])[0],
        tsumo=hand["tsumo"],
        melds=tuple(Meld(meld["type"], _faces(meld["tiles"])) for meld in hand["melds"]),
        seat_wind=hand["seat_wind"],
        round_wind=hand["round_wind"],
        riichi=2 if hand.get("double_riichi") else int(hand["riichi"]),
        ippatsu=hand["ippatsu"],
        last_tile=hand.get("haitei", False) or hand.get("houtei", False),
        rinshan=hand.get("rinshan", False),
        chankan=hand.get("chankan", False),
        first_turn=hand.get("tenhou", False) or hand.get("chiihou", False),
        dora_indicators=_faces(hand["dora_ind"]),
        ura_indicators=_faces(hand["ura_ind"]),
    )


def _theirs(hand: dict[str, Any]) -> dict[str, Any]:
    melds = [
        TheirMeld(THEIR_KINDS[meld["type"]], meld["tiles"], opened=meld["type"] != "ankan")
        for meld in hand["melds"]
    ]
    rules = OptionalRules(has_open_tanyao=True, has_aka_dora=hand["aka"], has_double_yakuman=False)
    return {
        "tiles": [*hand["closed"], hand["win"], *(tile for meld in melds for tile in meld.tiles)],
        "win_tile": hand["win"],
        "melds": melds,
        "dora_indicators": hand["dora_ind"],
        "ura_dora_indicators": hand["ura_ind"],
        "config": HandConfig(
            is_tsumo=hand["tsumo"],
            is_riichi=hand["riichi"] and not hand.get("double_riichi"),
            is_daburu_riichi=hand.get("double_riichi", False),
            is_ippatsu=hand["ippatsu"],
            is_rinshan=hand.get("rinshan", False),
            is_chankan=hand.get("chankan", False),
            is_haitei=hand.get("haitei", False),
            is_houtei=hand.get("houtei", False),
            is_tenhou=hand.get("tenhou", False),
            is_chiihou=hand.get("chiihou", False),
            player_wind=EAST + hand["seat_wind"],
            round_wind=EAST + hand["round_wind"],
            options=rules,
        ),
    }
