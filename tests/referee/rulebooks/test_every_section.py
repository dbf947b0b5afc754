"""Every section of the three rulebooks is cited by a setting, the code or a test, or is named here as one without a rule.

This knows sections, not sentences: a section may be cited for one of its sentences only.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import config
from tests.referee.rulebooks.sections import SECTION, sections, text_of

ROOT: Final = Path(config.__file__).parents[1]
PRESETS: Final = {"WRC": "wrc-2015", "MJ": "riichi-mj", "SAI": "saikouisen-2025"}
OWN_TESTS: Final = {"WRC": "test_wrc", "MJ": "test_mj", "SAI": "test_saikouisen"}
NUMBER: Final = SECTION.pattern
LISTED: Final = re.compile(rf"\b(WRC|MJ|SAI) ({NUMBER}(?:(?:, |; |-| and | with ){NUMBER})*)(?![\d.]*\d)")
NAMED: Final = re.compile(r"def test_(?:article_)?(\d+(?:_\d+)*)_")
UNCITED: Final = {
    "WRC": {
        "a definition": "2.1 3.2 5.4.3 5.4.4 5.4.5",
        "what a set comes with": "3.4",
    },
    "MJ": {
        "a definition": "1.1 1.2",
        "carried out by referee/game/wall.py": "2.6 2.7",
        "carried out by referee/hands/yaku.py": "4.2.4",
    },
    "SAI": {
        "a definition": "18 19 21 23.1 23.2 23.3 23.4 23.5 23.6 23.7 34.1 35.1 35.5 36.1 37.1 38.1 40.1 40.2 40.4 42.1 43.1 "
        "43.2 43.9 43.12",
        "carried out by referee/game/dice.py": "3.1 3.2 3.3 3.4",
        "carried out by referee/game/wall.py": "12.2 34.2 34.3 34.6 34.8 34.9",
        "carried out by referee/game/draws.py": "28.1",
        "carried out by referee/game/flow.py": "27.3 27.5",
        "carried out by referee/hands/score.py": "24.8",
        "carried out by referee/hands/shape.py": "46.1 46.2 46.3",
        "carried out by referee/judging/ending/settlement.py": "52.3 52.9",
        "carried out by referee/judging/play/laying.py": "44.1 44.5",
        "carried out by referee/rules/catalogue.py": "53.1 55.2 55.4 55.5 55.6",
        "carried out by referee/tournament/seating.py": "26.1 26.2 26.3 26.5",
        "carried out by table_controller/machine/cycle.py": "29.1",
        "carried out in its items": "52.7",
        "says where another article is": "36.2",
    },
}
"""The sections that nothing cites, by the reason why none is needed."""


def texts() -> Iterator[Path]:
    yield from (ROOT / "referee").rglob("*.py")
    yield from (ROOT / "table_controller").rglob("*.py")
    yield from (ROOT / "hall").rglob("*.py")
    yield from (ROOT / "wording").rglob("*.py")
    yield from (each for each in (ROOT / "tests").rglob("*.py") if each != Path(__file__))


def cited(book: str) -> set[str]:
    """The sections of a book that are cited; SAI items are cited with their paragraph if that is cited for all of them."""
    found: set[str] = set()
    for path in texts():
        text = path.read_text(encoding="utf-8")
        for match in LISTED.finditer(text):
            if match[1] == book:
                found |= set(re.findall(NUMBER, match[2]))
        if path.name.startswith(OWN_TESTS[book]):
            found |= {name.replace("_", ".") for name in NAMED.findall(text)}
            found |= set(re.findall(rf"(?<![\w.]){NUMBER}(?![\w.]*\d)", text))
    preset = (ROOT / "config" / "rulesets" / f"{PRESETS[book]}.toml").read_text(encoding="utf-8")
    for line in preset.splitlines():
        found |= set(re.findall(NUMBER, line.partition("#")[2]))
    return found


def rules(shared: Path, book: str) -> set[str]:
    """The sections that say something: of SAI no article that has paragraphs, of WRC nothing from its table of contents."""
    there = sections(shared, book)
    if book == "WRC":
        there &= set(re.findall(r"^(\d+(?:\.\d+)*) [A-Z][^\t\n]*$", text_of(shared, book), re.MULTILINE))
    if book == "SAI":
        there = {each for each in there if not any(other.startswith(f"{each}.") for other in there)}
    return there


@pytest.mark.shared
@pytest.mark.parametrize("book", PRESETS)
def test_every_section_is_cited_or_needs_nothing(book: str, shared: Path) -> None:
    """WRC, MJ, SAI: a new edition with a new section, or a rule whose last citation goes, is noticed here."""
    known, there = cited(book), rules(shared, book)
    missing = {each for each in there if not {each, each.partition("(")[0]} & known}
    assert missing == set(" ".join(UNCITED[book].values()).split())
    assert len(there) > 50


def test_what_carries_out_an_uncited_section_is_there() -> None:
    places = [reason.split()[-1] for each in UNCITED.values() for reason in each if reason.endswith(".py")]
    assert len(places) > 10
    for place in places:
        assert (ROOT / place).is_file(), place


def test_a_section_that_is_only_part_of_a_number_is_not_cited() -> None:
    assert "6.5.1" in cited("WRC")
    assert "6.5.7" not in cited("WRC")
    assert {"38.2", "52.7(2)", "53.8"} <= cited("SAI")
