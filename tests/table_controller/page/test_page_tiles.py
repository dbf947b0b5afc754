"""A judge taps a tile on the felt: what it is, whose and when, its film; what was misread or missed is put right in few taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Locator, expect

from referee.game import observations
from referee.tiles import NAMES, UNKNOWN, parse_tile, parse_tiles
from tests.hall.judge.hall_stage import until
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens

if TYPE_CHECKING:
    from table_controller.web.web import DashboardServer
    from tests.hall.judge.hall_stage import Table


class Taps:
    """A finger that counts its taps."""

    def __init__(self, screens: Screens) -> None:
        self.sheet = screens.page.locator("#sheet")
        self.felt = screens.page.locator("#felt")
        self.count = 0

    def tap(self, what: Locator) -> None:
        self.count += 1
        what.click()

    def tile(self, seat: int, lies: str) -> None:
        """Tap a tile that lies before a player."""
        self.tap(self.felt.locator(f"[data-seat='{seat}'] [data-lies='{lies}']"))

    def key(self, tile: str) -> None:
        self.tap(self.sheet.locator(f"label:has(input[value='{tile}'])"))

    def confirm(self) -> None:
        button = self.sheet.locator(".confirm button")
        expect(button).to_be_enabled()
        expect(button).to_have_text("Do it")
        self.tap(button)


def pond(table: Table, seat: int) -> list[str]:
    return [NAMES[each.tile] for each in table.state.seats[seat].pond]


@pytest.mark.parametrize("size", [SIZES[0], SIZES[1]])
def test_a_misread_tile_takes_three_taps_and_a_missed_discard_four(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int]
) -> None:
    """South's draw was felt and her discard was not seen."""
    table.begin()
    table.deal()
    table.discard(0, "5p")
    table.happens(observations.TileDrawn(seat=1, tile=UNKNOWN))
    table.discard(2, "1z")
    screens = Screens(browser, server, size, "en-GB")
    finger = Taps(screens)
    try:
        screens.log_in()
        finger.tile(0, "pond 0")
        expect(finger.sheet).to_contain_text("East (Ada) discards 5 pin")
        expect(finger.sheet.locator("[data-act=film]")).to_be_visible()
        screens.is_well("tile")
        picture(screens, f"tile-{size[0]}")
        finger.key("0p")
        finger.confirm()
        until(lambda: pond(table, 0) == ["0p"], "the tile is put right")
        assert finger.count == 3
        finger.count = 0
        finger.tile(0, "pond 0")
        finger.tap(finger.sheet.locator("[data-act=missed]"))
        assert finger.sheet.get_by_role("radio", name="South Béla").is_checked()
        screens.is_well("missed")
        finger.key("9m")
        finger.confirm()
        until(lambda: pond(table, 1) == ["9m"], "the discard is put in")
        assert finger.count == 4
        assert table.state.findings == ()
    finally:
        screens.close()


def test_tiles_of_melds_hands_and_indicators_are_put_right_by_tapping_them(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """All tiles of a pon are alike; of the others only the tapped one changes."""
    table.begin()
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
    finger = Taps(screens)
    meld = finger.felt.locator("[data-seat='2'] [data-lies='meld 0']")
    try:
        screens.log_in()
        finger.tap(finger.felt.locator("[data-lies='indicator 0']"))
        finger.key("2z")
        finger.confirm()
        until(lambda: NAMES[table.state.indicators[0]] == "2z", "the indicator is put right")
        expect(meld).to_have_count(3)
        finger.tap(meld.first)
        expect(finger.sheet).to_contain_text("West (Chihiro)")
        finger.key("0p")
        finger.confirm()
        until(
            lambda: "0p" in [NAMES[tile] for tile in table.state.seats[2].melds[0].tiles],
            "one of the three is red",
        )
        finger.tile(0, "pond 0")
        expect(finger.sheet).to_contain_text("East (Ada) discards 5 pin")
    finally:
        screens.close()


def test_whoever_only_watches_sees_whose_a_tile_is_and_changes_nothing(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    table.deal()
    table.discard(0, "5p")
    screens = Screens(browser, server, SIZES[1], "en-GB")
    finger = Taps(screens)
    try:
        screens.page.locator("#login-name").fill("viewer")
        screens.page.locator("#login-password").fill("viewer's word")
        screens.page.locator("#login-page button").click()
        finger.tile(0, "pond 0")
        expect(finger.sheet).to_contain_text("East (Ada) discards 5 pin")
        expect(finger.sheet.get_by_role("radio")).to_have_count(0)
        expect(finger.sheet.locator(".confirm")).to_have_count(0)
    finally:
        screens.close()
