"""A judge's evening: thirty acts in order at each size, in both languages, by touch and by keyboard; the guide says how
many taps they take."""

import os
import re
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from bench.docs.written import with_part
from table_controller.web.build import DASHBOARD
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_evening_acts_stage import ACTS, Evening
from tests.table_controller.page.page_evening_stage import Finger, Keys

GUIDE: Final = Path(__file__).resolve().parents[3] / "docs" / "guides" / "judges.md"
COMMAND: Final = "JANTAKU_WRITE=1 pytest tests/table_controller/page/test_page_evening.py"
HEAD: Final = "| to … | tap | taps | keys |\n| --- | --- | ---: | ---: |"
SIZES: Final = ((390, 844), (1024, 768), (1440, 900))
PHONE: Final = SIZES[0]
LOCALES: Final = ("en-GB", "ja-JP")
HANDS: Final = (Finger, Keys)
USUAL: Final = (PHONE, "ja-JP", Finger)
EVENINGS: Final = [
    pytest.param(*evening, marks=pytest.mark.prove(short=evening == USUAL))
    for evening in product(SIZES, LOCALES, HANDS)
]


def guide_with(taken: dict[str, int], column: int) -> str:
    """The guide with a column of its table as measured."""
    page = GUIDE.read_text(encoding="utf-8")
    rows = (line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| "))
    before = {row[0]: row[2:] for row in rows if len(row) == 4}
    lines = []
    for act in ACTS:
        counts = before.get(act.what, ["0", "0"])
        counts[column] = str(taken[act.what])
        lines.append(f"| {act.what} | {act.how} | {' | '.join(counts)} |")
    return with_part(page, COMMAND, "\n".join([HEAD, *lines]))


@pytest.mark.parametrize(("size", "locale", "hands"), EVENINGS)
def test_an_evening_takes_the_taps_that_the_guide_says(
    browser: Browser,
    server: DashboardServer,
    table: Table,
    *,
    size: tuple[int, int],
    locale: str,
    hands: type[Finger | Keys],
) -> None:
    judge = hands(browser, server, size, locale)
    evening = Evening(judge, table)
    taken: dict[str, int] = {}
    try:
        for act in ACTS:
            judge.begin()
            act.do(evening)
            taken[act.what] = judge.count
        assert judge.page.locator("html").get_attribute("lang") == locale[:2]
    finally:
        judge.close()
    if hands is Keys and size == PHONE:
        return  # there the findings stand above the table: different steps, which the guide does not count
    page = guide_with(taken, HANDS.index(hands))
    if os.environ.get("JANTAKU_WRITE"):
        GUIDE.write_text(page, encoding="utf-8")
    assert page == GUIDE.read_text(encoding="utf-8"), f"{GUIDE} is stale: {COMMAND}"
    if hands is Finger:
        most = {act.what: act.most for act in ACTS if act.most is not None}
        assert {what: taken[what] for what in most if taken[what] > most[what]} == {}


def test_the_guide_says_the_words_of_the_page() -> None:
    texts = DASHBOARD / "src" / "texts"
    words = "".join((texts / name).read_text(encoding="utf-8") for name in ("en.ts", "screens-en.ts"))
    quoted = {each for act in ACTS for each in re.findall(r"\*(.+?)\*", act.how)}
    assert {each for each in quoted if f'"{each}' not in words} == set()
