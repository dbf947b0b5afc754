"""An order that destroys something says what, and is held; a hanchan that was thrown away is brought back until another is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.table_controller.page.page_tablet_stage import Tablet, tablet

if TYPE_CHECKING:
    from tests.hall.judge.hall_stage import Table

__all__ = ["tablet"]


def test_a_hanchan_that_was_thrown_away_is_brought_back(tablet: Tablet, table: Table) -> None:
    table.begin()
    table.deal()
    table.discard(0, "5p")
    before = table.state
    tablet.log_in("referee")
    would = tablet.sheet.locator(".confirm .would")
    thrown = tablet.page.locator("#thrown")
    tablet.tap("Points are wrong", "#actions")
    tablet.tap("Begin a hanchan", "#sheet")
    tablet.sheet.get_by_label("Throw it away").check()
    expect(would).to_contain_text("This deletes one hand of the hanchan.")
    tablet.hold()
    expect(thrown).to_contain_text("A hanchan was thrown away")
    assert table.state.hands == 0
    tablet.page.reload()
    tablet.tap("Bring it back", "#thrown")
    expect(would).to_be_visible()
    confirm = tablet.sheet.locator(".confirm button.main")
    expect(confirm).to_be_enabled()
    confirm.click(delay=1200)
    expect(thrown).to_be_hidden()
    assert table.state.hands == 1
    assert table.state.seats[0].pond == before.seats[0].pond
    tablet.tap("Points are wrong", "#actions")
    tablet.tap("End the hanchan here", "#sheet")
    tablet.choose("Nothing")
    expect(would).to_contain_text("This deletes one hand of the hanchan.")
    tablet.hold()
    expect(thrown).to_be_visible()
    table.begin()
    expect(thrown).to_be_hidden()
