"""A page in one language at a table that speaks another: findings, journal, alerts and refusals are in the page's
language."""

import re

from playwright.sync_api import Browser, expect

from referee.game.texts import seen_text
from referee.texts.language import language
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from wording.alerts.texts import Place

ENGLISH = re.compile(r"[A-Za-z]{4,}")


def test_a_japanese_page_is_japanese_at_an_english_table(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    table.discard(0, "5p")
    found = table.foul(2)
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    screens = Screens(browser, server, SIZES[1], "ja-JP")
    page = screens.page
    screens.log_in()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#felt .centre")).to_contain_text("東1局")
    happened = page.locator("#findings p").first
    expect(happened).to_contain_text("手番")
    worded = language("ja").say(seen_text(found))
    assert happened.inner_text().replace("9索", "9s") == worded
    line = page.locator("#journal-lines .entry .text").first
    expect(line).to_be_visible()
    expect(page.locator("#alerts .alert h2")).to_contain_text("審判が呼ばれています")
    texts = [
        *page.locator("#alerts .alert").all_inner_texts(),
        *page.locator("#findings li p").all_inner_texts(),
    ]
    texts += page.locator("#journal-lines .entry .text").all_inner_texts()
    screens.opens("tiles", "redeal")
    refused = page.locator("#sheet .would.refused")
    expect(refused).to_be_visible()
    texts.append(refused.inner_text())
    expect(page.locator("#sheet .confirm button.main")).to_be_disabled()
    for name in (*table.state.names, "test"):  # the players, and who entered it
        texts = [each.replace(name, "") for each in texts]
    assert len(texts) > 6
    assert [each for each in texts if ENGLISH.search(each)] == []
    screens.closes()
    page.locator("#findings button").first.click()
    expect(page.locator("#sheet")).to_contain_text("どう裁定しますか")
    expect(page.locator("#sheet")).to_contain_text("和了放棄：西家（Chihiro）")
    screens.closes()
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Ready")
