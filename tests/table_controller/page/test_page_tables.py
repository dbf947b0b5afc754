"""One page, two tables: every order goes to the table for which it was meant."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.browser_stage import new_page
from tests.hall.judge.hall_stage import Table, password, until
from tests.table_controller.page.conftest import PageBroker, serve
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from tests.table_controller.page.wire import Reply, body, wire
from wording.alerts.texts import Place

SUBSCRIBE, SUBACK, NOT_AUTHORISED = 0x82, 0x90, 0x87


@pytest.fixture
def screens(browser: Browser, server: DashboardServer) -> Iterator[Screens]:
    shown = Screens(browser, server, SIZES[1], "en-GB")
    yield shown
    shown.close()


def test_undo_goes_to_the_table_of_the_order(screens: Screens, table: Table, other: Table) -> None:
    """The call is taken on a card of the hall, and undone while the other table is open."""
    for each in (table, other):
        each.begin()
        each.deal()
        each.foul()
    screens.log_in()
    page = screens.page
    page.locator("#all-tables").click()
    page.locator("[data-key='home/8'] [data-act=take_call]").click()
    order = page.locator(".order.done")
    expect(order).to_contain_text("You go to the table")
    assert other.state.desk.attendant == "referee"
    page.locator("[data-key='home/7'] a").click()
    expect(page.locator("#table-name")).to_have_text("7")
    expect(order).to_contain_text("8: You go to the table")
    before = table.daemon.journal.number
    order.locator(".undo").click()
    until(lambda: other.state.desk.attendant == "", "it is undone at table 8")
    expect(page.locator(".order.done").first).to_contain_text("8: Undid entry")
    assert table.daemon.journal.number == before
    assert "undo" not in table.commands


def test_a_judge_who_logs_in_hears_what_was_called_in_vain(
    screens: Screens, table: Table, other: Table
) -> None:
    """He hears calls at every table of the hall while one of them is open. A viewer's page does not count as hearing
    calls."""
    for each in (table, other):
        each.begin()
        each.do(partial(each.daemon.health.judge_called, Place.chair(2)))
    page, alerts = screens.page, screens.page.locator("#alerts")
    page.locator("#login-name").fill("viewer")
    page.locator("#login-password").fill(password("viewer"))
    page.locator("#login-page button").click()
    expect(alerts).to_contain_text("no judge is there to hear it")
    assert not table.daemon.health.listeners.any
    page.locator("#who").click()
    screens.log_in()
    expect(alerts).to_contain_text("The judge is called at chair 2")
    expect(alerts).not_to_contain_text("no judge")
    until(lambda: other.daemon.health.listeners.any, "the other table knows of the judge")


def test_a_sheet_is_closed_when_another_table_is_looked_at(
    screens: Screens, table: Table, other: Table
) -> None:
    """Otherwise an order rehearsed at one table would be given at the other."""
    for each in (table, other):
        each.begin()
        each.deal()
    screens.log_in()
    page = screens.page
    page.locator("#all-tables").click()
    page.locator("[data-key='home/8'] a").click()
    expect(page.locator("#table-name")).to_have_text("8")
    page.locator("#all-tables").click()
    page.locator("[data-key='home/7'] a").click()
    expect(page.locator("#actions button").first).to_be_enabled()
    screens.opens("clock", "stop")
    expect(page.locator("#sheet .would")).to_be_visible()
    page.evaluate("location.hash = '#hall=home&table=8'")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#table-name")).to_have_text("8")
    expect(page.locator("#sheet")).to_be_hidden()
    assert "stop" not in other.commands


def test_the_journal_is_there_again_when_a_table_is_looked_at_again(
    screens: Screens, table: Table, other: Table
) -> None:
    other.begin()
    table.begin()
    table.deal()
    table.discard(0, "5p")
    screens.log_in()
    lines = screens.page.locator("#journal-lines li")
    discards = lines.filter(has_text="East (Ada) discards")
    expect(discards).to_have_count(1)
    screens.page.locator("#all-tables").click()
    expect(screens.page.locator(".hall-card")).to_have_count(2)
    table.discard(1, "9m")
    screens.page.locator("[data-key='home/7'] a").click()
    expect(lines.first).to_contain_text("South (Béla) discards")
    expect(discards).to_have_count(1)
    expect(lines.filter(has_text="came before")).to_have_count(0)


def test_codes_are_those_of_the_table_that_is_looked_at(screens: Screens, table: Table, other: Table) -> None:
    """The page's server knows only the codes of its own table, and says where the others are."""
    for each in (table, other):
        each.begin()
    screens.log_in()
    page = screens.page
    codes = page.locator("#links")
    codes.click()
    expect(page.locator("#sheet h2")).to_contain_text("table 7")
    screens.closes()
    page.locator("#all-tables").click()
    expect(page.locator(".hall-card")).to_have_count(2)
    expect(codes).to_be_hidden()
    page.locator("[data-key='home/8'] a").click()
    expect(page.locator("#table-name")).to_have_text("8")
    codes.click()
    expect(page.locator("#sheet")).to_contain_text("The own page of table 8 has its codes")
    expect(page.locator("#sheet a")).to_have_count(0)
    screens.closes()
    page.go_back()
    page.go_back()
    expect(page.locator("#table-name")).to_have_text("7")
    expect(codes).to_be_visible()


def test_a_broker_that_tells_of_no_hall_tells_of_the_tables_that_are_known(
    browser: Browser, mosquitto: PageBroker, roles: Path, table: Table, other: Table
) -> None:
    """A subscription to all tables at once is refused, as it may be by a broker's access list."""
    table.begin()
    other.begin()
    with (
        wire(mosquitto.port, up=without_wildcards) as door,
        closing(serve(mosquitto, roles, table, door=door)) as server,
        closing(new_page(browser, f"http://127.0.0.1:{server.port}/", locale="en-GB")) as page,
    ):
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.locator("#login-name").fill("referee")
        page.locator("#login-password").fill(password("referee"))
        page.locator("#login-page button").click()
        page.locator("#all-tables").click()
        expect(page.locator(".hall-card")).to_have_count(1)
        expect(page.locator("[data-key='home/7']")).to_contain_text("East 1")
        expect(page.locator("[data-key='home/7']")).to_have_class("hall-card live")
        page.locator("[data-key='home/7'] a").click()
        expect(page.locator("#status")).to_contain_text("Ready")
        page.locator("#all-tables").click()
        table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
        expect(page.locator("[data-key='home/7']")).to_contain_text("Judge called")


def without_wildcards(packet: bytes, reply: Reply) -> bytes:
    """Refuse each subscription to all tables of a hall (SUBACK 0x87, MQTT 5, 3.9.3)."""
    asked = body(packet)
    if packet[0] != SUBSCRIBE or b"/+/status" not in asked:
        return packet
    count = asked.count(b"/+/")
    reply(bytes((SUBACK, 3 + count, *asked[:2], 0, *[NOT_AUTHORISED] * count)))
    return b""
