"""The page uses the space of a telephone, a tablet or a desktop."""

import json

from paho.mqtt import publish
from playwright.sync_api import Browser, Page, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, password
from tests.table_controller.dashboard.conftest import card
from tests.table_controller.page.conftest import PageBroker
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens

READ_FIRST = """() => ["attendant", "findings", "felt"].map((id) => document.getElementById(id))
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1).map(({ id }) => id)"""
"""The order in which a keyboard and a screen reader come to these parts."""


def top_and_bottom(page: Page, part: str) -> tuple[float, float]:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_what_waits_for_a_judge_stands_above_the_table_on_a_telephone(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    table.foul()
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    screens.log_in()
    finding = page.locator("#findings [data-finding]")
    expect(finding).to_be_visible()
    expect(page.locator("svg.felt")).to_be_visible()
    felt, _ = top_and_bottom(page, "svg.felt")
    for part in ("#attendant button", "#findings"):
        top, bottom = top_and_bottom(page, part)
        assert 0 < top < bottom <= felt
    assert page.evaluate(READ_FIRST) == ["attendant", "findings", "felt"]
    screens.is_well("telephone")
    picture(screens, "telephone")
    table.foul(2)
    table.foul(3)
    expect(finding).to_have_count(3)
    assert top_and_bottom(page, "svg.felt")[0] < SIZES[0][1]  # the table stays in sight
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#side #findings")).to_be_visible()
    felt, _ = top_and_bottom(page, "svg.felt")
    assert top_and_bottom(page, "#attendant button")[0] < felt + 200
    assert page.evaluate(READ_FIRST) == ["felt", "attendant", "findings"]


FIRST_ROW = """() => {
  const cards = [...document.querySelectorAll(".hall-card")].map((card) => card.getBoundingClientRect());
  const row = cards.filter(({ top }) => top === Math.min(...cards.map((other) => other.top)));
  return [row.length, Math.max(...row.map(({ right }) => Math.round(right)))];
}"""
"""The number of cards side by side, and the place where the last of them ends."""


def test_a_card_of_the_hall_shows_its_table_on_a_tablet_and_a_desktop_shows_more_cards(
    browser: Browser, server: DashboardServer, table: Table, mosquitto: PageBroker
) -> None:
    """The other tables only send their cards, so their felt is unknown."""
    table.deal()
    for seat, tile in ((0, "5p"), (1, "9m")):
        table.discard(seat, tile)
    login: publish.AuthParameter = {"username": "table", "password": password("table")}
    messages: publish.MessagesList = [
        (f"jantaku/1/home/{10 + number}/{below}", payload, 1, True)
        for number in range(29)
        for below, payload in (
            ("status", '{"status": "ready", "text": "ready"}'),
            ("telemetry/card", json.dumps(card())),
        )
    ]
    publish.multiple(messages, hostname="127.0.0.1", port=mosquitto.port, auth=login)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    felt = page.locator("[data-key='home/7'] .card-felt")
    discards = felt.locator(".discard")
    screens.log_in()
    page.locator("#all-tables").click()
    expect(discards).to_have_count(2)
    table.discard(2, "1z")
    expect(discards).to_have_count(3)
    whole, picture_of = (
        page.locator(f"[data-key='home/7']{part}").bounding_box() for part in ("", " svg.felt")
    )
    assert whole is not None
    assert picture_of is not None
    assert picture_of["width"] > 0.8 * whole["width"]
    assert picture_of["y"] + picture_of["height"] < whole["y"] + whole["height"]
    screens.is_well("hall on a tablet")
    page.emulate_media(color_scheme="light")  # the felt stays dark, so its words stay light
    expect(felt.locator(".hand-name")).to_have_css("fill", "rgb(238, 243, 238)")
    page.emulate_media(color_scheme="dark")
    picture(screens, "hall-tablet")
    for size, columns in (((1440, 900), 4), (SIZES[2], 6), (SIZES[0], 1)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(felt).to_be_empty()
        page.wait_for_function(f"({FIRST_ROW})()[0] === {columns}")  # some are drawn in each frame
        assert page.evaluate(FIRST_ROW)[1] > size[0] - 40  # no room is left over
        picture(screens, f"hall-{size[0]}")
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(discards).to_have_count(3)
    felt.click()
    expect(page.locator("#felt .discard")).to_have_count(3)
    table.discard(3, "2s")
    expect(page.locator("#felt .discard")).to_have_count(4)
    page.locator("#all-tables").click()
    expect(discards).to_have_count(4)
