"""The report of an event on a page: its lists, and the link from a big hand to its film."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hall.tournaments.book.entries import BigHand, TablePlayed
from tests.hall.judge.hall_stage import Table
from tests.hall.tournaments.held_session import begun_before, entered, seated
from tests.hall.tournaments.pages_stage import HallPage, comes, hall
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_a_big_hand_leads_to_its_entry_at_the_table(
    browser: Browser, hall: HallPage, tmp_path: Path, size: tuple[int, int], locale: str
) -> None:
    desk = seated(hall, "spring")
    begun_before(desk, 60)
    players = tuple(desk.whole()["sessions"][0]["tables"][0]["players"])
    hands = tuple(
        BigHand(players[1], points, ("riichi", "kokushi_musou"), where, 1)
        for points, where in ((48_000, "red"), (8000, ""))
    )
    played = TablePlayed(
        session=1, table=1, players=players, scores=(45000, 35000, 25000, 15000),
        totals=(30000, 10000, -10000, -30000), hands=hands, by="red",
    )  # fmt: skip
    entered(desk, played)
    table = Table(hall.broker.port, tmp_path, "red", hall.folder / "roles.toml")
    table.start()
    table.deal()
    rita = comes(browser, hall, "rita", size, locale)
    page = rita.page
    page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/report")
    expect(page.locator(".report h3")).to_have_count(3)
    expect(page.locator(".report")).to_contain_text("48,000")
    links = page.locator(".report td a")
    expect(links).to_have_count(1)
    rita.is_well("report")
    links.click()
    expect(page.locator("dialog[open] h2")).to_contain_text("1")
    expect(page.locator("dialog[open] .happened")).not_to_be_empty()
    rita.close()
    table.stop()
