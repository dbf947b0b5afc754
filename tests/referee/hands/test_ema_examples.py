"""The ten scoring examples of the EMA Riichi rules 2025 (4.3), as quoted by public projects."""

import pytest

from tests.referee.hands.conftest import report

EXAMPLES: dict[str, tuple[str, set[str], tuple[int, int], tuple[int, int]]] = {
    # hand; yaku; han and fu, 0 where they do not matter; points of a dealer and of another player
    "1": (
        "33m123m123s456s78s riichi tsumo:9s",
        {"riichi", "menzen_tsumo", "pinfu", "ittsuu"},
        (5, 0),
        (12000, 8000),
    ),
    "2": ("33m123m123s456s78s riichi ron:9s", {"riichi", "pinfu", "ittsuu"}, (4, 30), (12000, 8000)),
    "3": ("33m123s123s78s chi:456s dora:6s ron:9s", {"ittsuu", "dora"}, (2, 30), (2900, 2000)),
    "4": ("333m222p444p33s88s tsumo:8s", {"suuankou"}, (0, 0), (48000, 32000)),
    "5": (
        "333m222p444p33s88s dora:3p ron:8s",
        {"sanankou", "toitoi", "tanyao", "dora"},
        (8, 0),
        (24000, 16000),
    ),
    "6": (
        "22m33m55m22p66p33s4s riichi ippatsu tsumo:4s",
        {"riichi", "ippatsu", "menzen_tsumo", "tanyao", "chiitoitsu"},
        (6, 0),
        (18000, 12000),
    ),
    "7": ("66z33m55m22p66p33s4s ron:4s", {"chiitoitsu"}, (2, 25), (2400, 1600)),
    "8": ("334455m112233p7z tsumo:7z", {"ryanpeikou", "menzen_tsumo"}, (4, 30), (12000, 8000)),
    "10": ("444z11p234p567p89p tsumo:7p", {"honitsu", "menzen_tsumo"}, (4, 40), (12000, 8000)),
}


@pytest.mark.parametrize("number", EXAMPLES)
@pytest.mark.parametrize("dealer", [True, False])
def test_4_3_a_scoring_example(number: str, dealer: bool) -> None:
    hand, yaku, worth, points = EXAMPLES[number]
    found = report("ema-2025").plays(f"{hand} {'east' if dealer else 'west'} round:S")
    assert {*(name for name, _ in found.yaku), *found.yakuman} == yaku
    assert (found.han if worth[0] else 0, found.fu if worth[1] else 0) == worth
    assert found.points == points[0 if dealer else 1]


def test_4_3_the_ninth_example_is_of_the_dealer() -> None:
    found = report("ema-2025").plays("11s123s789s33z pon:111z east round:E dora:6s ron:3z")
    assert dict(found.yaku) == {"honitsu": 2, "chanta": 1, "seat_wind": 1, "round_wind": 1, "dora": 1}
    assert (found.limit, found.points) == ("haneman", 18000)


def test_4_3_the_second_example_is_no_mangan_before_2025() -> None:
    """4.1.3: four han of 30 fu are rounded up."""
    assert report("ema-2025", scoring__kiriage_mangan=False).plays(EXAMPLES["2"][0]).points == 7700


def test_4_3_the_tenth_example_counts_the_edge_wait() -> None:
    found = report("ema-2025").plays(f"{EXAMPLES['10'][0]} west round:S")
    assert dict(found.fu_items)["edge_wait"] == 2
