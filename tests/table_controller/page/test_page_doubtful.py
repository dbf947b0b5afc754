"""A discard that may have been misread is marked on the felt, from what vision reports to what the judge sees."""

import json
from dataclasses import replace

from playwright.sync_api import Browser, expect

from referee.game import observations
from referee.onlookers.stream import stream_view
from referee.tiles import NAMES, UNKNOWN
from table_controller.sensing.waiting.sources import ZONES
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from tests.table_controller.seen_table import row
from vision.sightings import Watermark, ZoneReading
from vision.tracking.counting import CLEAR_PM
from vision.zones import ZoneId


def reads(table: Table, seat: int, tile: str, confidence_pm: int) -> None:
    """The player draws and discards, and the camera reads the pond."""
    table.happens(observations.TileDrawn(seat=seat, tile=UNKNOWN))
    lying = tuple(replace(each, confidence_pm=confidence_pm) for each in row(tile))

    def look() -> None:
        daemon, now_ms = table.daemon, table.daemon.current.inputs.now_ms()
        daemon.sensing.sources.known_zones.update(ZONES)
        daemon.sensing.sighting(ZoneReading(ZoneId("pond", seat), lying, 1, now_ms, 0, now_ms), now_ms)
        daemon.sensing.sighting(Watermark(1, now_ms + 1, now_ms + 1), now_ms)
        daemon.pump()

    table.do(look)
    until(lambda: bool(table.state.seats[seat].pond), "the discard is judged")


def test_a_discard_that_may_have_been_misread_is_marked_until_a_judge_says_what_it_is(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    reads(table, 0, "5p", CLEAR_PM)
    reads(table, 1, "6s", CLEAR_PM - 1)
    number = table.daemon.journal.number
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    screens.log_in()
    marks = page.locator("#felt .doubtful")
    expect(page.locator(".discard")).to_have_count(2)
    expect(marks).to_have_count(1)
    expect(marks).to_have_text("?")
    south, east = page.locator("[data-seat='1'] .pond"), page.locator("[data-seat='0'] .pond")
    expect(south).to_have_accessible_name("South, discards: 6 sou may have been misread")
    expect(east).to_have_accessible_name("East, discards: 5 pin")
    screens.is_well("doubtful")
    page.locator("button.number").get_by_text(str(number), exact=True).click()
    page.get_by_role("button", name="Correct").click()
    sheet = page.locator("#sheet")
    sheet.locator("input[type=radio][value='8s']").check()
    expect(sheet.locator(".would")).to_be_visible()
    sheet.get_by_role("button", name="Do it").click()
    until(lambda: NAMES[table.state.seats[1].pond[0].tile] == "8s", "it is corrected")
    expect(marks).to_have_count(0)
    expect(south).to_have_accessible_name("South, discards: 8 sou")
    onlookers = json.dumps(stream_view(table.state, number=number, at_ms=0, table="7"))
    assert "confidence" not in onlookers
