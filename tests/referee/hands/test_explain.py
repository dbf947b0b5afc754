"""A score with its reasons: every item named, every section where the rulebook has it."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.hands.explain import Explanation, explain
from referee.hands.names import DORA, FU, LIMIT_NAMES, YAKU, YAKUMAN
from referee.hands.score import score
from referee.hands.sections import ITEMS, section_of
from tests.referee.hands.conftest import report, ruleset
from tests.referee.hands.random_wins import random_win


def reasons(why: Explanation) -> list[tuple[str, int, str]]:
    return [(reason.item, reason.value, reason.section) for reason in (*why.yaku, *why.fu)]


def test_a_hand_read_out() -> None:
    """SAI 48, 49.1(1) to (5), 24.4, and the rounding of 49.1."""
    hand = report("saikouisen-2025").east.holds("111z 34m 678s 99p").ankan("5555z").indicators("8p")
    why = explain(hand.tsumo("2m"), ruleset("saikouisen-2025"))
    assert reasons(why) == [
        ("menzen_tsumo", 1, "SAI 48"),
        ("seat_wind", 1, "SAI 48"),
        ("round_wind", 1, "SAI 48"),
        ("haku", 1, "SAI 48"),
        ("dora", 2, "SAI 24.4, 24.5"),
        ("base", 20, "SAI 49.1(1)"),
        ("ankan", 32, "SAI 49.1(5)"),
        ("ankou", 8, "SAI 49.1(5)"),
        ("tsumo", 2, "SAI 49.1(3)"),
    ]
    assert [reason.tile for reason in why.fu] == ["", "5z", "1z", ""]
    assert why.yaku[3].name == ("Haku", "白", "White dragon")
    assert (why.rounding, why.value) == ("SAI 49.1", "SAI 47.1")
    assert why.limit is not None
    assert (why.limit.item, why.limit.value, why.limit.section) == ("haneman", 3000, "SAI 47.1")


def test_what_a_book_does_not_have_is_the_next_ones() -> None:
    """TAB prints no fu: MJ has them; TAB's own yaku; what none of the sources has is marked as such."""
    why = explain(
        report("scoring-tables").south.holds("333m 444m 222m 77z 67s").riichi().ron("8s"),
        ruleset("scoring-tables"),
    )
    assert ("sanrenkou", 2, "TAB Yaku Hands and Names, San Renkou") in reasons(why)
    assert ("closed_ron", 10, "MJ 4.1.1") in reasons(why)
    assert section_of("sanrenkou", ("WRC",)) == "cf. TAB Yaku Hands and Names, San Renkou"
    assert section_of("fu.ankou 9m", ("TEN",)) == "cf. WRC 6.3, MJ 4.1.1, SAI 49.1(5), REF 2. Group fu"
    assert section_of("pinfu", ("Club", "REF", "MJ")) == "REF Pinfu"


def test_a_book_that_could_not_be_had_is_cited_where_somebody_names_its_section() -> None:
    books = ("WRC25", "WRC")
    assert section_of("renhou", books, "WRC25") == "WRC25 11.5.4"
    assert section_of("fu.ankou 9m", books, "WRC25") == "WRC25 11.3"
    assert section_of("dora", books, "WRC25") == "WRC25 ?; cf. WRC 6.4"
    assert section_of("suuankou", ("EMA25", "MJ"), "EMA25") == "EMA25 4.2.6"
    assert section_of("pinfu", ("ML", "WRC"), "ML") == "ML ?; cf. WRC 6.5.1"


def test_limits_say_how_they_were_reached() -> None:
    """WRC 6.1: 1920 rounded up; TAB, REF: 13 han; a mangan by fu; yakuman that do not add up."""

    def limit(name: str, found: Any) -> tuple[str, str] | None:
        reached = explain(found, ruleset(name)).limit
        return None if reached is None else (reached.item, reached.section)

    four_han = report().south.holds("123456s 78s 345m 66p").riichi().ron("9s")
    assert limit("wrc-2015", four_han) == ("kiriage_mangan", "WRC 6.1")
    assert limit("riichi-mj", report("riichi-mj").holds("123456s 78s 345m 66p").ron("9s")) is None
    five_han = report().south.holds("123456s 78s 345m 66p").riichi().tsumo("9s")
    assert limit("wrc-2015", five_han) == ("mangan", "WRC 6.1")
    kans = report().south.holds("34m 22p").kakan("9999p").ankan("9999s").pon("666z")
    assert limit("wrc-2015", kans.indicators("5z").ron("2m")) == ("mangan", "WRC 6.1")
    counted = report("reference-sheet").south.holds("111345567888m 9m").riichi(ippatsu=True)
    assert limit("reference-sheet", counted.indicators("7m7m").tsumo("9m")) == (
        "counted_yakuman",
        "REF 5. Point table",
    )
    both = report("wrc-2015").south.holds("1z 222z").pon("555z").pon("666z").pon("777z").ron("1z")
    assert limit("wrc-2015", both) == ("yakuman", "WRC 6.1, 6.5")


@pytest.mark.parametrize(
    ("name", "section"), [("saikouisen-2025", "SAI 47.2"), ("wrc-2015", "WRC 6.1"), ("riichi-mj", "MJ 4.1.2")]
)
def test_the_points_of_a_yakuman_have_their_section(name: str, section: str) -> None:
    """SAI 47.2 prints them in a chart of their own; 47.1 has those of hands without a yakuman."""
    won = report(name).south.holds("34m 22p").pon("555z").pon("666z").pon("777z").ron("5m")
    assert explain(won, ruleset(name)).value == section
    plain = report(name).south.holds("34m 22p").pon("555z").pon("666z").pon("999s").ron("5m")
    assert explain(plain, ruleset(name)).value != "SAI 47.2"


def test_a_yakuman_that_counts_twice_is_one_reason() -> None:
    """REF: "+" and a star."""
    why = explain(report("reference-sheet").holds("1112345678999p").ron("5p"), ruleset("reference-sheet"))
    assert reasons(why) == [("junsei_chuuren_poutou", 2, "REF Chuuren Poutou, +★ Junsei")]
    assert (why.fu, why.rounding) == ((), "")


def test_renhou_as_a_mangan_needs_no_fu() -> None:
    """WRC 6.5.4."""
    found = report().south.in_the_first_turn().holds("234m 567m 345s 999p 2p").ron("2p")
    why = explain(found, ruleset("wrc-2015"))
    assert reasons(why) == [("renhou", 5, "WRC 6.5.4")]
    assert (why.fu, why.rounding) == ((), "")


def test_every_item_has_names_and_a_section() -> None:
    assert set(YAKU) | set(YAKUMAN) | set(DORA) | set(LIMIT_NAMES) | {f"fu.{item}" for item in FU} < set(
        ITEMS
    )
    for item in ITEMS:
        assert section_of(item, ()).startswith("cf. ")
    names = [name for table in (YAKU, YAKUMAN, DORA) for name in table.values()]
    assert all(name.romaji and name.english and re.search(r"[^\x00-\x7f]", name.japanese) for name in names)
    with pytest.raises(KeyError):
        section_of("fu.nothing", ("WRC",))


@pytest.mark.parametrize("name", ["wrc-2015", "reference-sheet", "tenhou"])
def test_every_score_adds_up_from_its_reasons(name: str) -> None:
    rules = ruleset(name)
    for seed in range(1000):
        found = score(random_win(seed), rules)
        if found is None:
            continue
        why = explain(found, rules)
        assert sum(reason.value for reason in why.yaku) == (len(found.yakuman) or found.han)
        total = sum(reason.value for reason in why.fu)
        assert total <= found.fu < total + 10 or not why.fu
        assert bool(why.rounding) == (total != found.fu)
        assert (why.limit is None) == (found.limit == "")


# The books' headings for yaku that differ from our romaji.
WRC_HEADS = {
    "haku": "YAKUHAI", "hatsu": "YAKUHAI", "chun": "YAKUHAI", "seat_wind": "YAKUHAI", "round_wind": "YAKUHAI",
    "riichi": "RIICHI", "double_riichi": "DOUBLE RIICHI", "ippatsu": "IPPATSU", "pinfu": "PINFU",
    "junsei_chuuren_poutou": "NINE GATES", "suuankou_tanki": "FOUR CONCEALED PUNGS",
    "kokushi_musou_juusanmen": "THIRTEEN ORPHANS",
}  # fmt: skip
MJ_HEADS = {
    "haku": "Yakuhai", "hatsu": "Yakuhai", "chun": "Yakuhai", "seat_wind": "Yakuhai", "round_wind": "Yakuhai",
    "toitoi": "Toitoihou", "junchan": "Junchantaiyaochuu", "chinitsu": "CHINITSU", "riichi": "RIICHI",
    "kokushi_musou": "KOKUSHI MUSOU", "kokushi_musou_juusanmen": "KOKUSHI MUSOU",
    "junsei_chuuren_poutou": "Chuuren Poutou", "tenhou": "TENHO", "chiihou": "CHIHO",
    "suuankou_tanki": "Suuankou", "ryuuiisou": "Ryuuisou", "chinroutou": "CHINROUTO", "daisangen": "DAISANGEN",
    "shousuushii": "SHOOSUUSHII", "daisuushii": "DAISUUSHII", "haitei": "Haitei raoyue",
}  # fmt: skip


def book(shared: Path, number: str) -> str:
    (path,) = (shared / "rules").glob(f"{number}_*.txt")
    return path.read_text(encoding="utf-8")


def sections_of(text: str, pattern: str) -> dict[str, str]:
    """Section numbers and texts; if a number heads several sections, the last counts (the first is the table of
    contents)."""
    heads = list(re.finditer(pattern, text, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {head[1]: text[head.end() : end] for head, end in zip(heads, ends, strict=True)}


@pytest.mark.shared
@pytest.mark.parametrize(
    ("source", "number", "pattern", "heads"),
    [
        ("WRC", "000", r"^(6\.5\.\d) |^(?:7 FOULS)", WRC_HEADS),
        ("MJ", "001", r"^(4\.2\.\d)\.? |^(?:Scoring example)", MJ_HEADS),
    ],
)
def test_every_section_of_a_yaku_has_it(
    shared: Path, source: str, number: str, pattern: str, heads: dict[str, str]
) -> None:
    sections = sections_of(book(shared, number), pattern)
    checked = 0
    for item, name in (YAKU | YAKUMAN).items():
        section = section_of(item, (source,))
        if section.startswith("cf."):
            continue
        place = section.removeprefix(f"{source} ")
        head = heads.get(item, name.english.upper() if source == "WRC" else name.romaji)
        assert head.lower() in sections[place].lower(), (item, place)
        checked += 1
    assert checked > 45


TAB_MISSPELT = "Iipeikou"
"""TAB prints it with a small L in front."""


@pytest.mark.shared
@pytest.mark.parametrize(("source", "number"), [("TAB", "003"), ("REF", "004")])
def test_every_heading_that_is_named_is_printed(shared: Path, source: str, number: str) -> None:
    """TAB and REF have no numbers: compare their own words, ignoring case and marks."""
    text = re.sub(r"[^a-z]", "", re.sub(r"[\u0100-\uffff]", "", book(shared, number)).lower())
    checked = 0
    for item in ITEMS:
        section = section_of(item, (source,))
        if section.startswith("cf."):
            continue
        for part in section.removeprefix(f"{source} ").split(", "):
            bare = re.sub(r"[^a-z]", "", re.sub(r"[\u0100-\uffff]", "", part).lower())
            assert bare in text or part == TAB_MISSPELT, (item, part)
        checked += 1
    assert checked > 40
