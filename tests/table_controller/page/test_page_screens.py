"""Every screen and form of the judge at three sizes, in both languages, dark and light: nothing is cut off, and axe
finds nothing."""

import pytest
from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_screens_stage import SIZES, Screens


@pytest.mark.sampled(2)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_whole(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    table.deal()
    table.foul()
    screens = Screens(browser, server, size, locale)
    screens.is_well("login")
    screens.page.locator("#login-name").fill("referee")
    screens.page.locator("#login-page button").click()
    expect(screens.page.get_by_role("alert")).not_to_be_empty()
    screens.is_well("wrong password")
    screens.log_in()
    expect(screens.page.locator("#findings button")).to_be_visible()
    screens.is_well("table")
    screens.page.locator("#findings button").click()
    expect(screens.page.locator(".ruling .would")).to_have_count(11)
    screens.is_well("finding")
    screens.closes()
    screens.page.locator("[data-group=player]").click()
    screens.is_well("group")
    screens.closes()
    for group, command in (
        ("player", "foul"),
        ("score", "enter_hand"),
        ("tiles", "redeal"),
        ("clock", "stop"),
    ):
        screens.opens(group, command)
        screens.is_well(command)
        screens.closes()
    screens.opens("clock", "stop")
    screens.page.locator("#sheet .confirm button").click()
    expect(screens.page.locator(".order.done")).to_be_visible()
    screens.is_well("done")
