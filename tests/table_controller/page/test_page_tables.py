"""One page, two tables: whatever is done goes to the table for which it was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from tests.table_controller.judge.hall_stage import Table, until
from tests.table_controller.page.test_page_screens import SIZES, Screens

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from table_controller.web.web import DashboardServer
    from tests.table_controller.page.conftest import PageBroker


@pytest.fixture
def other(mosquitto: PageBroker, tmp_path: Path, roles: Path) -> Iterator[Table]:
    standing = Table(mosquitto.port, tmp_path, "8", logins=roles)
    standing.start()
    yield standing
    standing.stop()


@pytest.fixture
def screens(browser: Browser, server: DashboardServer) -> Iterator[Screens]:
    shown = Screens(browser, server, SIZES[1], "en-GB")
    yield shown
    shown.close()


def test_undo_goes_to_the_table_of_the_order(screens: Screens, table: Table, other: Table) -> None:
    """The call is taken on a card of the hall, and undone while the other table is looked at."""
    for each in (table, other):
        each.begin()
        each.deal()
        each.foul()
    screens.log_in()
    page = screens.page
    page.locator("#all-tables").click()
    page.locator("[data-key='home/8'] [data-act=take_call]").click()
    order = page.locator(".order.done")
    expect(order).to_contain_text("I go to the table")
    assert other.state.desk.attendant == "referee"
    page.locator("[data-key='home/7'] a").click()
    expect(page.locator("#table-name")).to_have_text("7")
    expect(order).to_contain_text("8: I go to the table")
    before = table.daemon.journal.number
    order.locator(".undo").click()
    until(lambda: other.state.desk.attendant == "", "it is undone at table 8")
    expect(page.locator(".order.done").first).to_contain_text("8: Undo an entry")
    assert table.daemon.journal.number == before
    assert "undo" not in table.commands


def test_a_sheet_is_closed_when_another_table_is_looked_at(
    screens: Screens, table: Table, other: Table
) -> None:
    """Else an order that was rehearsed at one table would be given to the other."""
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
    page.go_back()
    expect(page.locator("#sheet")).to_be_hidden()
    page.go_back()
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
