"""The hanchan at a glance on the table's page: its time, the places, the rules in force, the hanchans played before."""

import re

from playwright.sync_api import Browser, expect

from referee.game import observations
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_begin_stage import confirm
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens


def test_a_hanchan_that_awaits_its_signal_shows_time_places_and_rules(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """WRC 8.2: the time runs from the start signal on, and the score sheet is signed after the hanchan."""
    table.begin()
    table.happens(observations.HanchanClosed(judge="Anna"))
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    hanchan = page.locator("#hanchan")
    screens.log_in()
    expect(hanchan.get_by_label("The hanchan has ended, with uma").locator("li")).to_have_count(4)
    page.locator("[data-group=score]").click()
    page.locator("[data-command=begin_hanchan]").click()
    page.locator("#begin-ruleset").select_option("wrc-2015")
    page.get_by_label("Its time runs from the start signal on").check()
    page.get_by_label("No other begins before its score sheet is signed").check()
    page.get_by_label("Extra minutes").fill("10")
    confirm(page)
    state = table.state
    assert (state.desk.signal_awaited, state.signature, state.desk.clock_added_ms) == (
        True,
        "awaited",
        600_000,
    )
    expect(hanchan.locator(".time-left")).to_contain_text(
        "The start signal has not been given · of 90 min +10 min"
    )
    hanchan.get_by_role("button", name="signal").click()
    confirm(page)
    until(lambda: not table.state.desk.signal_awaited, "the signal")
    expect(hanchan.locator(".time-left")).to_have_text(
        re.compile(r"^(100|99) min left · of 90 min \+10 min$")
    )
    expect(hanchan.get_by_label("Places now").locator("li").first).to_contain_text("1. East Ada")
    screens.is_well("hanchan")
    picture(screens, "hanchan")
    hanchan.get_by_role("button", name="Rules in force").click()
    expect(page.locator("#sheet-title")).to_have_text("World Riichi Championship Rules 2015")
    page.get_by_label("Search the rules").fill("uma")
    shown = page.locator("#sheet .rule-words:visible")
    expect(shown.first).to_contain_text("uma")
    assert all("uma" in line.lower() for line in shown.all_inner_texts())
    screens.is_well("rules in force")
    picture(screens, "rules-in-force")
    screens.closes()
    hanchan.get_by_role("button", name="Hanchans played").click()
    cards = page.locator("#sheet .hand-card")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("being played")
    expect(cards.nth(1).locator("tr")).to_have_count(4)
    screens.is_well("hanchans")


def test_rules_with_mods_that_nobody_checked_say_so(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    table.happens(observations.HanchanClosed(judge="Anna"))
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    screens.log_in()
    page.locator("[data-group=score]").click()
    page.locator("[data-command=begin_hanchan]").click()
    offered = page.locator("#begin-ruleset option")
    expect(offered.last).to_have_text(
        "World Riichi Championship Rules 2015 (older edition; the newer is wrc-2025)"
    )
    page.locator("#begin-ruleset").select_option("wrc-2025+2.1+3.2")
    confirm(page)
    rules = table.state.ruleset
    assert (rules.name, rules.flow.nagashi_mangan) == ("wrc-2025+2.1+3.2", True)
    note = f"These rules were not checked against the book: {rules.unchecked} values"
    expect(page.locator("#hanchan .unchecked")).to_have_text(note)
    page.locator("#hanchan").get_by_role("button", name="Rules in force").click()
    expect(page.locator("#sheet-title")).to_have_text("World Riichi Championship Rules 2025 +2.1 +3.2")
