"""Three head referees on three tablets vote on an appealed ruling; none sees what another voted for before the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.hall.judge.jury_stage import HEADS, appealed, roles_file, running
from tests.table_controller.page.conftest import PageBroker
from tests.table_controller.page.page_begin_stage import confirm
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[PageBroker]:
    yield from running(PageBroker(tmp_path, others=HEADS))


@pytest.fixture
def roles(tmp_path: Path) -> Path:
    return roles_file(tmp_path)


def vote(screens: Screens, ruling: str, why: str) -> None:
    page = screens.page
    page.locator("#hanchan [data-command=vote]").click()
    expect(page.locator("#sheet .happened")).to_contain_text("discards 9")
    page.locator("#sheet").get_by_role("radio", name=ruling).check()
    page.locator("#why").fill(why)
    confirm(page)


def test_three_judges_vote_and_see_the_votes_at_the_end(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """SAI 7, by a club's setting: two of three want the warning taken back."""
    appealed(table)
    jurors = {name: Screens(browser, server, size, "en-GB") for name, size in zip(HEADS, SIZES, strict=False)}
    anna, bert, carl = jurors.values()
    for name, screens in jurors.items():
        screens.log_in(name)
    anna.opens("player", "call_jury")
    for place, name in enumerate(("anna", "bert", "carl")):
        anna.page.locator(f"#juror-{place}").fill(name)
    anna.page.locator("#sheet").get_by_role("radio").first.check()
    anna.is_well("call a jury")
    confirm(anna.page)
    expect(bert.page.locator("#hanchan .jurors li")).to_have_text(
        [f"{each} has not voted yet" for each in jurors]
    )
    vote(bert, "Dismiss", "bert-saw-the-film")
    vote(anna, "Dismiss", "anna-saw-the-film")
    expect(carl.page.locator("#hanchan .jurors li")).to_have_text(
        ["anna has voted", "bert has voted", "carl has not voted yet"]
    )
    carl.is_well("a jury")
    picture(carl, "jury")
    for screens in (anna, carl):
        shown = screens.page.content()
        assert "bert-saw-the-film" not in shown
        assert "bert: " not in shown
    vote(carl, "The first ruling stands", "")
    for screens in jurors.values():
        ruled = screens.page.locator("#hanchan p", has_text="Jury")
        expect(ruled).to_contain_text(
            "Dismiss (bert: Dismiss · bert-saw-the-film, anna: Dismiss · anna-saw-the-film, carl: Warning)"
        )
    until(lambda: table.rulings[-1][0] == "dismissed", "the ruling")
