"""The catalogue of fouls against the texts that list them: WRC 7.2, MJ 3.4.6-8, SAI 53-55."""

import ast
import re
from pathlib import Path

import pytest

import config
from referee.hands.sections import ITEMS
from referee.hands.sections import section_of as section_of_item
from referee.rules.fouls import CATALOGUE, grade_of, points_of, section_of
from referee.rules.ruleset import Ruleset
from tests.referee.rulebooks.sections import SECTION, sections, text_of

ROOT = Path(__file__).resolve().parents[2]
WRC_FOULS = {
    # What WRC 7.2 and the list of dead hands and chombo say, by its own headings and lines.
    "Empty call": "void_call empty_call empty_kan riichi_retracted false_win_call false_win",
    "Swap-calling": "kuikae",
    "Invalid group": "invalid_meld meld_corrected",
    "Changing a call": "call_changed win_call_changed",
    "Wrong word": "call_wording",
    "Calling with a dead hand": "dead_hand_call dead_hand_call_early",
    "Wrong tile count": "tile_count claimed_tile_not_taken",
    "Wrongly revealing or picking tiles": "tiles_shown wrong_tile_drawn unfair_to_go_on deal_spoilt",
    "Wrong riichi declaration": "bet_not_placed riichi_not_said riichi_not_turned riichi_open_hand noten_riichi riichi_kan",
    "Passing information": "passing_information",
    "Cheating": "cheating",
    "Obstruction": "obstruction slow_play",
    "Fault due to another player's fault": "fault_of_another",
    "Phone ringing": "phone",
    "Using an electronic device": "device",
    "Being late for a hanchan": "late",
    "Missing a hanchan and substitute players": "absent",
}
DISCRETION = {"55.1(8)", "55.2(4)", "55.3(12)", "55.4(5)", "55.5(7)", "55.6(2)"}
"""The items that SAI 55 leaves to the judge in each grade."""
ELSEWHERE = {
    "55.1(4)": "dead_hand_in_riichi",
    "55.2(3)": "tiles_shown_early",
    "55.5(1)": "tiles_shown_early",
    "55.6(1)": "tiles_shown_early",
}
"""Items that are not fouls themselves but change the grade of others."""


def rules(name: str) -> Ruleset:
    return Ruleset.read(name)


def named_sections(book: str) -> dict[str, set[str]]:
    """The sections of a rulebook that the catalogue names, with the fouls that name them."""
    found: dict[str, set[str]] = {}
    for foul in CATALOGUE.values():
        for section in SECTION.findall(foul.sections.get(book, "")):
            found.setdefault(section, set()).add(foul.rule)
    return found


@pytest.mark.shared
@pytest.mark.parametrize("book", ["WRC", "MJ", "SAI"])
def test_the_sections_of_the_catalogue_are_in_the_rulebook(book: str, shared: Path) -> None:
    assert set(named_sections(book)) - sections(shared, book) == set()


@pytest.mark.shared
def test_every_item_of_sai_55_is_a_foul_or_left_to_the_judge(shared: Path) -> None:
    items = {section for section in sections(shared, "SAI") if re.match(r"55\.\d\(", section)}
    assert len(items) == 8 + 4 + 12 + 5 + 7 + 2
    assert items - set(named_sections("SAI")) - DISCRETION - set(ELSEWHERE) == set()
    fields = set(rules("saikouisen-2025").to_mapping()["fouls"])
    assert set(ELSEWHERE.values()) <= fields


@pytest.mark.shared
def test_every_heading_of_wrc_7_2_is_a_foul(shared: Path) -> None:
    text = text_of(shared, "WRC")
    part = text[text.index("\n7.2 Fouls") : text.index("\n8 TOURNAMENTS")]
    headings = set(re.findall(r"\n\n([A-Z][^.:(\n]*?)(?: \([^\n]*\))?:\n\n", part.replace("\u2019", "'")))
    for heading, named in WRC_FOULS.items():
        for rule in named.split():
            assert "WRC" in CATALOGUE[rule].sections, (heading, rule)
    assert headings - {"For example"} == set(WRC_FOULS)


@pytest.mark.shared
def test_every_item_of_mj_3_4_6_and_3_4_7_is_a_foul(shared: Path) -> None:
    text = text_of(shared, "MJ")
    chombo = text[text.index("\n3.4.6 ") : text.index("\n3.4.7 ")].count("•")
    dead = text[text.index("\n3.4.7 ") : text.index("\n3.4.8 ")].count("•")
    listed = {
        "3.4.6": "false_win noten_riichi riichi_kan dead_hand_call unfair_to_go_on",
        "3.4.7": "false_win_call riichi_open_hand riichi_not_said tile_count invalid_meld kuikae passing_information",
    }
    assert (chombo, dead) == tuple(len(each.split()) for each in listed.values())
    for section, names in listed.items():
        assert set(names.split()) <= named_sections("MJ")[section]
    grades = rules("riichi-mj").fouls
    assert {grade_of(rule, grades) for rule in listed["3.4.6"].split()} == {"chombo"}
    assert {grade_of(rule, grades) for rule in listed["3.4.7"].split()} == {"dead_hand", "judge"}


def test_sai_55_gives_each_foul_the_grade_under_which_it_is_listed() -> None:
    """The first digit after "55." is the grade: chombo, end, dead hand, continue, warning, guidance (SAI 54)."""
    fouls = rules("saikouisen-2025").fouls
    by_digit = dict(
        zip("123456", ("chombo", "end", "dead_hand", "continue", "warning", "guidance"), strict=True)
    )
    judged = 0
    for foul in CATALOGUE.values():
        listed = [each for each in SECTION.findall(foul.sections.get("SAI", "")) if each.startswith("55.")]
        if len(listed) == 1 and listed[0] not in DISCRETION and foul.rule != "deal_spoilt":
            assert grade_of(foul.rule, fouls) == by_digit[listed[0][3]], foul.rule
            judged += 1
    assert judged > 35


def rule_of(node: ast.AST) -> ast.expr | None:
    """Return the rule of a foul in code: ``judging.foul("rule", ...)``, or a pair of rule and words that becomes one."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("judging.foul"):
        return node.args[0]
    if isinstance(node, ast.Return | ast.Assign) and isinstance(node.value, ast.Tuple):
        pair = node.value.elts
        if len(pair) == 2 and isinstance(pair[1], ast.Constant | ast.JoinedStr):
            return pair[0]
    return None


def test_every_foul_that_the_referee_finds_is_in_the_catalogue() -> None:
    found = set()
    for path in (ROOT / "referee").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            rule = rule_of(node)
            found |= {
                each.value
                for each in (ast.walk(rule) if rule is not None else ())
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and "_" in each.value
            }
    assert len(found) > 30
    assert found - set(CATALOGUE) == set()
    assert {rule for rule in found if CATALOGUE[rule].known == "judge"} == set()


def test_the_section_is_that_of_the_rulebooks_in_force() -> None:
    assert section_of("kuikae", ("WRC",)) == "WRC 5.4, 7.2"
    assert section_of("kuikae", ("SAI", "WRC")) == "SAI 40.6, 55.3(1); WRC 5.4, 7.2"
    assert section_of("kuikae", ("TAB", "MJ")) == "MJ 3.3.2, 3.4.7"
    assert section_of("kuikae", ("TEN",)) == "cf. WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)"
    assert section_of("kuikae", ()) == section_of("kuikae", ("house",))
    assert section_of("early_chi", ("WRC",)) == "cf. SAI 41.2, 55.3(7)"
    with pytest.raises(KeyError):
        section_of("kuikai", ("WRC",))


def test_a_book_that_could_not_be_had_is_not_cited_by_the_sections_of_another() -> None:
    """Sections of another book are for comparison; a section of the book itself that somebody names is cited."""
    assert section_of("kuikae", ("WRC25", "WRC"), "WRC25") == "WRC25 ?; cf. WRC 5.4, 7.2"
    assert section_of("kuikae", ("house", "WRC25", "WRC"), "WRC25") == "WRC25 ?; cf. WRC 5.4, 7.2"
    assert section_of("kuikae", ("SOUL", "TEN"), "SOUL") == (
        "SOUL ?; cf. WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)"
    )
    assert section_of("kuikae", ("SAI", "WRC25", "WRC"), "WRC25") == "SAI 40.6, 55.3(1)"
    assert section_of("riichi_kan", ("EMA25", "MJ"), "EMA25") == "EMA25 6.7.1"
    assert "EMA25" not in section_of("riichi_kan", ("TEN",))


@pytest.mark.parametrize("name", config.ruleset_names())
def test_every_finding_and_every_reason_cites_the_book_in_force(name: str) -> None:
    rules = Ruleset.read(name)
    own = {*rules.sources[: rules.sources.index(rules.unread) + 1]} if rules.unread else {*rules.sources}
    cited = [section_of(rule, rules.sources, rules.unread) for rule in CATALOGUE]
    cited += [section_of_item(item, rules.sources, rules.unread) for item in ITEMS]
    for section in cited:
        in_force = section.partition("cf. ")[0]
        assert {part.split()[0] for part in in_force.split("; ") if part} <= own, section
        assert bool(in_force) or not rules.unread


@pytest.mark.parametrize(
    ("rule", "number", "early", "in_riichi", "grade"),
    [
        # SAI 55.6(1), 55.5(1), 55.2(3): before the dealer's first discard.
        ("tiles_shown", 1, True, False, "guidance"),
        ("tiles_shown", 2, True, False, "guidance"),
        ("tiles_shown", 3, True, False, "warning"),
        ("tiles_shown", 4, True, False, "warning"),
        ("tiles_shown", 5, True, False, "end"),
        # SAI 55.5(2), 55.4(1), 55.1(5): after it.
        ("tiles_shown", 1, False, False, "warning"),
        ("tiles_shown", 2, False, False, "warning"),
        ("tiles_shown", 3, False, False, "continue"),
        ("tiles_shown", 4, False, False, "continue"),
        ("tiles_shown", 5, False, False, "chombo"),
        ("tiles_shown", 13, False, True, "chombo"),
        # One tile, so by the same items.
        ("indicator_without_kan", 1, True, False, "guidance"),
        ("indicator_without_kan", 1, False, False, "warning"),
        # SAI 55.2(2), 55.1(6)
        ("out_of_turn_draw", 1, True, False, "end"),
        ("out_of_turn_draw", 1, False, False, "chombo"),
        ("out_of_turn_discard", 1, True, False, "end"),
        # SAI 55.1(4)
        ("kuikae", 1, False, False, "dead_hand"),
        ("kuikae", 1, False, True, "chombo"),
        ("late_call", 1, False, True, "chombo"),
        ("call_not_said", 1, False, True, "continue"),
    ],
)
def test_saikouisen_grades_by_circumstances(
    rule: str, number: int, early: bool, in_riichi: bool, grade: str
) -> None:
    fouls = rules("saikouisen-2025").fouls
    assert grade_of(rule, fouls, number=number, early=early, in_riichi=in_riichi) == grade


@pytest.mark.parametrize("name", ["wrc-2015", "riichi-mj", "tenhou"])
@pytest.mark.parametrize("early", [True, False])
def test_few_tiles_are_free_and_many_for_the_judge(name: str, early: bool) -> None:
    """WRC 7.2: "Few tiles: not penalized", else whether the game can fairly continue; MJ 3.4.6: "too many tiles"."""
    fouls = rules(name).fouls
    grades = [grade_of("tiles_shown", fouls, number=number, early=early) for number in (1, 2, 4, 5, 13)]
    assert grades == ["none", "none", "none", "judge", "judge"]


def test_a_house_that_lets_an_indicator_go_lets_it_go_early_too() -> None:
    fouls = rules("saikouisen-2025").with_overrides({"fouls.indicator_without_kan": "none"}).fouls
    assert grade_of("indicator_without_kan", fouls, early=True) == "none"


@pytest.mark.parametrize(
    ("name", "rule", "grade"),
    [
        ("wrc-2015", "void_call", "none"),  # WRC 7.2: empty call
        ("wrc-2015", "riichi_open_hand", "none"),  # WRC 7.2: voided
        ("riichi-mj", "riichi_open_hand", "dead_hand"),  # MJ 3.4.7
        ("wrc-2015", "riichi_not_said", "none"),  # WRC 7.2
        ("riichi-mj", "riichi_not_turned", "dead_hand"),  # MJ 3.4.7
        ("saikouisen-2025", "riichi_not_said", "continue"),  # SAI 55.4(3)
        ("wrc-2015", "dead_hand_call", "continue"),  # WRC 7.2: 20 points
        ("riichi-mj", "dead_hand_call", "chombo"),  # MJ 3.4.6
        ("saikouisen-2025", "dead_hand_call", "dead_hand"),  # SAI 55.3(11)
        ("wrc-2015", "false_win_call", "dead_hand"),  # WRC 7.2
        ("saikouisen-2025", "false_win_call", "chombo"),  # SAI 55.1(1)
        ("wrc-2015", "cheating", "disqualified"),  # WRC 7.2
        ("saikouisen-2025", "deal_count", "end"),  # SAI 55.2(1)
        ("wrc-2015", "claimed_tile_not_taken", "dead_hand"),  # WRC 7.2
    ],
)
def test_grades_that_the_rulebooks_name(name: str, rule: str, grade: str) -> None:
    assert grade_of(rule, rules(name).fouls) == grade


@pytest.mark.parametrize(
    ("name", "grade", "warnings", "points"),
    [
        ("wrc-2015", "chombo", 0, 20),  # WRC 7.1
        ("wrc-2015", "continue", 0, 20),  # WRC 7.2: calling with a dead hand
        ("wrc-2015", "dead_hand", 0, 0),  # WRC 7.1
        ("saikouisen-2025", "chombo", 0, 20),  # SAI 54.1
        ("saikouisen-2025", "end", 0, 10),  # SAI 54.2
        ("saikouisen-2025", "dead_hand", 0, 10),  # SAI 54.3
        ("saikouisen-2025", "continue", 0, 10),  # SAI 54.4
        ("saikouisen-2025", "warning", 0, 0),  # SAI 54.5: the third costs 5, and each after it
        ("saikouisen-2025", "warning", 1, 0),
        ("saikouisen-2025", "warning", 2, 5),
        ("saikouisen-2025", "warning", 3, 5),
        ("saikouisen-2025", "guidance", 9, 0),  # SAI 54.6
        ("riichi-mj", "chombo", 0, 20),  # MJ 3.4.6
        ("riichi-mj", "dead_hand", 0, 0),  # MJ 3.4.7
    ],
)
def test_points_of_the_grades(name: str, grade: str, warnings: int, points: int) -> None:
    assert points_of(grade, rules(name).fouls, warnings=warnings) == points  # type: ignore[arg-type]
