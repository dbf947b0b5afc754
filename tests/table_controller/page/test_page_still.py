"""Lists do not move under a finger or the keyboard's focus, and the keyboard reaches everything in a few steps."""

import pytest
from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_tablet_stage import Tablet, tablet, tablet_at

__all__ = ["tablet"]

TABS = 25
"""The number of Tab presses that reach everything at a table, however long its journal is."""

MESSAGES_STAND = """() => {
    const set = setTimeout;
    window.setTimeout = (call, ms, ...more) => ms === 10000 ? ((window.goes = call), -1) : set(call, ms, ...more);
}"""
"""The time for which the page says that an order was carried out ends when the test says so."""


def test_lists_do_not_move_under_a_finger(tablet: Tablet, table: Table) -> None:
    table.deal()
    table.foul(1)
    tablet.log_in("referee")
    page = tablet.page
    findings = page.locator("#findings [data-finding]")
    lines = page.locator("#journal-lines [data-number]")
    expect(findings).to_have_count(1)
    newest = lines.first.get_attribute("data-number")
    place = findings.first.bounding_box()
    first = lines.first.bounding_box()
    page.locator("#findings h2").hover()
    page.mouse.down()
    table.foul(2)
    table.foul(3)
    expect(page.locator(".fresh:visible").first).to_have_text("2 new")
    assert (findings.count(), findings.first.bounding_box()) == (1, place)
    assert (lines.first.get_attribute("data-number"), lines.first.bounding_box()) == (newest, first)
    page.mouse.up()
    expect(findings).to_have_count(3)
    expect(lines.first).not_to_have_attribute("data-number", str(newest))
    expect(page.locator(".fresh:visible")).to_have_count(0)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1440, 900)])
def test_what_lies_below_a_message_stays_when_it_goes(
    browser: Browser, server: DashboardServer, table: Table, width: int, height: int
) -> None:
    """The message's space closes with the next tap."""
    table.deal()
    table.foul(1)
    with tablet_at(browser, server, {"width": width, "height": height}) as tablet:
        page = tablet.page
        finding = page.locator("#findings [data-finding]")
        tablet.log_in("referee")
        expect(finding).to_be_visible()
        page.evaluate(MESSAGES_STAND)
        tablet.tap("Stop play", "#actions")
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.sheet).to_be_hidden()
        expect(tablet.orders).to_have_class("order done")
        before = finding.bounding_box()
        assert before is not None
        page.evaluate("window.goes()")
        expect(tablet.orders).to_have_count(0)
        assert finding.bounding_box() == before
        page.mouse.move(before["x"] + 20, before["y"] + 10)
        page.mouse.down()
        assert finding.bounding_box() == before
        page.mouse.up()
        expect(tablet.sheet).to_be_visible()
        tablet.tap("Close", "#sheet")
        after = finding.bounding_box()
        assert after is not None
        assert after["y"] < before["y"]


def test_the_keyboard_s_place_stays_and_reaches_the_orders(tablet: Tablet, table: Table) -> None:
    table.deal()
    for turn in range(24):
        table.discard(turn % 4, "9m")
    tablet.log_in("referee")
    page = tablet.page
    lines = page.locator("#journal-lines [data-number]")
    expect(lines.nth(23)).to_be_visible()
    page.locator("#turn-view").focus()
    reached = set()
    for _ in range(TABS):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('[id]')?.id"))
    assert {"journal-lines", "actions"} <= reached
    page.locator("#journal-lines").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = lines.nth(1).get_attribute("data-number")
    focused = "document.activeElement.dataset.entry"
    assert page.evaluate(focused) == second
    table.discard(0, "1p")
    table.discard(1, "1p")
    fresh = page.locator(".fresh:visible")
    expect(fresh).to_contain_text("new")
    assert (page.evaluate(focused), lines.nth(1).get_attribute("data-number")) == (second, second)
    fresh.focus()
    page.keyboard.press("Enter")
    expect(fresh).to_have_count(0)
    expect(lines.first).to_contain_text("South (Béla) discards")
    assert page.evaluate("document.activeElement.closest('#journal-lines') !== null")
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.group") == "player"
