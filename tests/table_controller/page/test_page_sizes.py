"""The page uses the room that a telephone, a tablet or a desktop has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, expect

from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens

if TYPE_CHECKING:
    from table_controller.web.web import DashboardServer
    from tests.hall.judge.hall_stage import Table

READ_FIRST = """() => ["attendant", "findings", "felt"].map((id) => document.getElementById(id))
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1).map(({ id }) => id)"""
"""The order in which a keyboard and a screen reader come to these parts."""


def top_and_bottom(page: Page, part: str) -> tuple[float, float]:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_what_waits_for_a_judge_stands_above_the_table_on_a_telephone(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    table.deal()
    table.foul()
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    try:
        screens.log_in()
        finding = page.locator("#findings [data-finding]")
        expect(finding).to_be_visible()
        expect(page.locator("svg.felt")).to_be_visible()
        felt, _ = top_and_bottom(page, "svg.felt")
        for part in ("#attendant button", "#findings"):
            top, bottom = top_and_bottom(page, part)
            assert 0 < top < bottom <= felt
        assert page.evaluate(READ_FIRST) == ["attendant", "findings", "felt"]
        screens.is_well("telephone")
        picture(screens, "telephone")
        table.foul(2)
        table.foul(3)
        expect(finding).to_have_count(3)
        assert top_and_bottom(page, "svg.felt")[0] < SIZES[0][1]  # the table stays in sight
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(page.locator("#side #findings")).to_be_visible()
        felt, _ = top_and_bottom(page, "svg.felt")
        assert top_and_bottom(page, "#attendant button")[0] < felt + 200
        assert page.evaluate(READ_FIRST) == ["felt", "attendant", "findings"]
    finally:
        screens.close()
