"""An organiser forgets a player on the page: the page first shows what would change, and then the name is gone
everywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.hall.tournaments.held_session import seated
from tests.hall.tournaments.pages_stage import HallPage, comes, hall
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_a_player_is_forgotten_after_a_look(
    browser: Browser, hall: HallPage, size: tuple[int, int], locale: str
) -> None:
    desk, other = seated(hall, "spring"), seated(hall, "autumn")
    anna = comes(browser, hall, "anna", size, locale)
    page = anna.page
    page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/players")
    form = anna.form("forget_player")
    send = form.locator("button[type=submit]")
    expect(send).to_be_hidden()
    form.locator("select").select_option("P03")
    form.locator("[data-look]").click()
    expect(form.get_by_role("status")).to_contain_text("3")
    expect(send).to_be_visible()
    anna.is_well("a look at what is forgotten")
    form.locator("select").select_option("P05")
    expect(send).to_be_hidden()
    assert len(desk.whole()["players"]) == 16
    assert "P03" in str(desk.whole())
    form.locator("select").select_option("P03")
    form.locator("[data-look]").click()
    send.click()
    expect(page.locator("main section > div tbody")).to_contain_text("Player removed")
    anna.goes("seats")
    expect(page.locator("table").first).to_contain_text("Player removed")
    expect(page.locator("table").first).not_to_contain_text("P03")
    for each in (desk, other):
        assert "P03" not in str(each.whole())
        assert "P03" not in str(hall.get("anna", f"{each.path}/entries").body)
    assert desk.ask("anna", "/forget", {"player": "P03"}).body["error"] == "nobody called P03 is registered"
    assert desk.ask("rita", "/forget", {"player": "P05"}).status == 403
    anna.close()
