"""A judge taps an alert, a finding or a player itself, and never types a name or a number."""

import re

from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_begin_stage import confirm
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from tests.table_controller.page.page_tablet_stage import Tablet, tablet
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place

__all__ = ["tablet"]


def test_each_alert_is_resolved_by_its_own_button(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    health = table.daemon.health
    table.do(lambda: health.alert(TableAlert.LINKS, TableAlert.links_unkept("full")))
    table.do(lambda: health.judge_called(Place.chair(2)))
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    links = page.locator("[data-alert=links]")
    judge = page.locator("[data-alert=judge]")
    screens.log_in("technician")
    expect(judge).to_be_visible()
    expect(links.get_by_role("button")).to_have_count(0)  # only a referee may resolve it
    page.get_by_role("button", name="Log out").click()
    screens.log_in()
    page.locator("[data-group=machine]").click()
    expect(page.locator("[data-command=reset_faults]")).to_be_visible()
    expect(page.locator("[data-command=resolve]")).to_have_count(0)  # no form asks for a name
    screens.closes()
    screens.is_well("alerts")
    judge.get_by_role("button", name="Seen to").click()
    expect(judge).to_have_count(0)
    expect(page.locator(".order").first).to_contain_text("Seen to: ")
    assert health.standing == ["links"]
    page.goto(f"http://127.0.0.1:{server.port}/#machine&hall=home&table=7")
    page.locator("#machine-faults").get_by_role("button", name="Seen to").click()
    until(lambda: not health.standing, "it is resolved on the machine's screen too")


def test_the_findings_of_a_tapped_player_stand_first(tablet: Tablet, table: Table) -> None:
    table.deal()
    for seat in (1, 2, 3):
        table.foul(seat)
    tablet.log_in("referee")
    findings = tablet.sheet.get_by_role("group", name="Finding").locator("label")
    tablet.page.locator("#felt [data-seat='1'] .opens").click()
    for command in ("Dead hand", "Chombo"):
        tablet.tap(command, "#sheet")
        expect(findings).to_have_text([re.compile(name) for name in ("Béla", "Dan", "Chihiro")])
        tablet.tap("Back", "#sheet")


def test_a_finding_is_chosen_by_what_happened_and_not_by_a_number(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """SAI 7: a player may appeal, against a ruling that was made."""
    table.begin({"fouls.appeal": "written_next_day"})
    table.deal()
    table.foul(1)
    table.foul(2)
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    sheet = page.locator("#sheet")
    findings = sheet.get_by_role("group", name="Finding").get_by_role("radio")
    screens.log_in()
    screens.opens("player", "appeal")
    expect(sheet).to_contain_text("There is no finding for this.")
    screens.closes()
    screens.opens("player", "accept")
    expect(sheet.locator("input[type=text]")).to_have_count(1)  # the reason: no number is typed
    expect(findings).to_have_count(2)
    chosen = sheet.get_by_role("radio", name="Discarding in another player's turn · South Béla")
    expect(chosen).to_have_accessible_name(re.compile("East 1 .* Proposed: "))
    screens.is_well("accept")
    chosen.check()
    confirm(page)
    assert [(each.ruling, each.finding) for each in table.state.rulings] == [("none", 0)]
    screens.opens("player", "accept")
    expect(findings).to_have_count(1)  # only those without a ruling can be accepted
    screens.closes()
    screens.opens("player", "dismiss")
    expect(findings).to_have_count(2)
    expect(findings.last).to_have_accessible_name(re.compile("Béla.* Ruled: "))
    screens.closes()
    screens.opens("player", "appeal")
    expect(findings).to_have_count(1)
    sheet.get_by_role("group", name="Player").get_by_role("radio", name="South Béla").check()
    findings.check()
    confirm(page)
    until(lambda: table.state.desk.appeals, "the appeal is noted")
    (appeal,) = table.state.desk.appeals
    assert (appeal.seat, appeal.finding, appeal.outcome) == (1, 0, "open")
