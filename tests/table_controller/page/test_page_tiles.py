"""A judge taps a tile on the felt to see its player, its time and its film; a misread tile is corrected."""

import re

from playwright.sync_api import Browser, expect

from referee.game import observations
from referee.tiles import NAMES, parse_tile, parse_tiles
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens


class Finger:
    """A finger on the felt and in the sheet."""

    def __init__(self, screens: Screens) -> None:
        self.sheet = screens.page.locator("#sheet")
        self.felt = screens.page.locator("#felt")

    def tile(self, seat: int, lies: str) -> None:
        """Tap a tile that lies before a player."""
        self.felt.locator(f"[data-seat='{seat}'] [data-lies='{lies}']").click()

    def key(self, tile: str) -> None:
        self.sheet.locator(f"label:has(input[value='{tile}'])").click()

    def confirm(self) -> None:
        button = self.sheet.locator(".confirm button")
        expect(button).to_be_enabled()
        expect(button).to_have_text("Do it")
        button.click()


def test_tiles_of_melds_hands_and_indicators_are_put_right_by_tapping_them(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """In a pon all tiles are alike and change together; elsewhere only the tapped one changes."""
    table.deal()
    table.happens(observations.IndicatorSeen(tile=parse_tile("1z")))
    table.discard(0, "5p")
    table.happens(
        observations.CallHeard(seat=2, call="pon"),
        observations.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), claimed=parse_tile("5p"), source_seat=0
        ),
    )
    screens = Screens(browser, server, SIZES[1], "en-GB")
    finger = Finger(screens)
    meld = finger.felt.locator("[data-seat='2'] [data-lies='meld 0']")
    screens.log_in()
    finger.felt.locator("[data-lies='indicator 0']").click()
    finger.key("2z")
    finger.confirm()
    until(lambda: NAMES[table.state.indicators[0]] == "2z", "the indicator is put right")
    expect(meld).to_have_count(3)
    meld.first.click()
    expect(finger.sheet).to_contain_text("West (Chihiro)")
    expect(finger.sheet.locator("[data-act=film]")).to_be_visible()
    finger.sheet.locator("[data-act=film]").click()
    expect(finger.sheet.locator(".no-film")).to_have_text(
        re.compile("^there is no film [0-9]+: none is kept$")
    )
    expect(finger.sheet.locator(".no-film button")).to_have_count(0)
    screens.is_well("tile")
    picture(screens, "tile")
    finger.key("0p")
    finger.confirm()
    until(
        lambda: "0p" in [NAMES[tile] for tile in table.state.seats[2].melds[0].tiles],
        "one of the three is red",
    )
    finger.tile(0, "pond 0")
    expect(finger.sheet).to_contain_text("East (Ada) discards 5 pin")


def test_whoever_only_watches_sees_whose_a_tile_is_and_changes_nothing(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    table.discard(0, "5p")
    screens = Screens(browser, server, SIZES[1], "en-GB")
    finger = Finger(screens)
    screens.page.locator("#login-name").fill("viewer")
    screens.page.locator("#login-password").fill("viewer's word")
    screens.page.locator("#login-page button").click()
    finger.tile(0, "pond 0")
    expect(finger.sheet).to_contain_text("East (Ada) discards 5 pin")
    expect(finger.sheet.get_by_role("radio")).to_have_count(0)
    expect(finger.sheet.locator(".confirm")).to_have_count(0)
    screens.closes()
    gap = finger.felt.locator("[data-seat='0'] .gap")
    expect(gap).to_have_count(0)
    finger.felt.locator("[data-seat='1'] .card").click()
    expect(gap).to_have_text("±0")
    expect(finger.sheet).to_be_hidden()
