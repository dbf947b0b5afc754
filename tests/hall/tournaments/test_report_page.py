"""The report of an event on a page: its lists, and the link from a big hand to its film."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hall.tournaments.book.entries import BigHand, TablePlayed
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.doors.doors import Doors
from table_controller.web.web import DashboardServer, ServedPage
from tests.hall.judge.hall_stage import Table
from tests.hall.tournaments.held_session import begun_before, entered, seated
from tests.hall.tournaments.pages_stage import HallPage, comes, hall
from tests.table_controller.page.page_film_stage import filmed_foul
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall"]


@pytest.fixture
def filmed(hall: HallPage, tmp_path: Path) -> Iterator[int]:
    """The number of an entry of table *red*, which has a film of it."""
    table = Table(hall.broker.port, tmp_path, "red", hall.folder / "roles.toml")
    served = ServedPage(broker=BrokerDoor("127.0.0.1", 1), hall="home", table="red", folder=tmp_path / "page")
    server = DashboardServer(0, served, doors=Doors(clips=table.daemon.clips))
    table.start()
    number, _ = filmed_foul(table, tmp_path / "clips", server.port)
    yield number
    table.stop()
    server.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_a_big_hand_leads_to_its_film_at_the_table(
    browser: Browser, hall: HallPage, filmed: int, size: tuple[int, int], locale: str
) -> None:
    desk = seated(hall, "spring")
    begun_before(desk, 60)
    players = tuple(desk.whole()["sessions"][0]["tables"][0]["players"])
    hands = tuple(
        BigHand(players[1], points, ("riichi", "kokushi_musou"), where, filmed)
        for points, where in ((48_000, "red"), (8000, ""))
    )
    played = TablePlayed(
        session=1, table=1, players=players, scores=(45000, 35000, 25000, 15000),
        totals=(30000, 10000, -10000, -30000), hands=hands, by="red",
    )  # fmt: skip
    entered(desk, played)
    rita = comes(browser, hall, "rita", size, locale)
    page = rita.page
    page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/report")
    expect(page.locator(".report h3")).to_have_count(3)
    expect(page.locator(".report")).to_contain_text("48,000")
    links = page.locator(".report td a")
    expect(links).to_have_count(1)
    rita.is_well("report")
    links.click()
    expect(page.locator("dialog[open] h2")).to_contain_text(str(filmed))
    expect(page.locator("dialog[open] .happened")).not_to_be_empty()
    film = page.locator("dialog[open] img.film")
    expect(film).not_to_have_attribute("alt", film.get_attribute("alt") or "")  # it plays
    rita.is_well("film")
    rita.close()
