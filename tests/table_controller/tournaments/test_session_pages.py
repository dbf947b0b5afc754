"""A session on the pages of a hall, in a real browser: arrivals, the clock, and who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from tests.table_controller.page.test_page_screens import SIZES
from tests.table_controller.tournaments.held_session import begun_before, seated
from tests.table_controller.tournaments.test_pages import HallPage, Person, browser, comes, hall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.table_controller.tournaments.test_whole_tournament import Desk

__all__ = ["browser", "hall"]


@pytest.fixture(params=["en-GB", "ja-JP"])
def rita(request: pytest.FixtureRequest, browser: Browser, hall: HallPage) -> Iterator[tuple[Person, Desk]]:
    """A referee at the first session of a tournament."""
    desk = seated(hall, "spring")
    context, person = comes(browser, hall, "rita", SIZES[0], request.param)
    person.page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/session-1")
    yield person, desk
    context.close()


def test_players_are_checked_in_and_lateness_costs(rita: tuple[Person, Desk]) -> None:
    person, desk = rita
    page = person.page
    page.locator(".at-the-door > details > summary").first.click()
    table = page.locator("[data-at='1']")
    who = desk.whole()["sessions"][0]["tables"][0]["players"][0]
    table.get_by_role("button", name=who).click()
    expect(table.locator(".there")).to_contain_text(who)
    table.get_by_role("button").last.click()  # all others of the table
    expect(table.locator(".there")).to_have_count(4)
    expect(table.get_by_role("button")).to_have_count(0)
    person.is_well("arrivals")

    page.locator(".at-the-door details details > summary").click()
    page.locator(".choices").get_by_role("button", name=who).click()
    expect(table.locator(".there")).to_have_count(3)
    desk.known = desk.whole()["number"]
    begun_before(desk, 185)
    expect(page.locator(".stage")).not_to_be_empty()
    table.get_by_role("button", name=who).click()
    proposal = page.locator(".proposals li").filter(has_text=who)
    expect(proposal).to_contain_text("3")
    person.is_well("proposal")
    proposal.get_by_role("button").first.click()
    expect(proposal).to_have_count(0)
    assert [(each["player"], each["points"]) for each in desk.whole()["penalties"]] == [(who, 3)]
    person.enters("excuse_player", player=who, why="the train")
    expect(page.locator("[data-operation=excuse_player]")).to_be_hidden()
    assert desk.whole()["penalties"] == []
