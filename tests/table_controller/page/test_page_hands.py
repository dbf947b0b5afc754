"""The hands of a hanchan on the page: tiles as read, yaku and fu with their sections, who pays whom, and how to correct
them."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from referee.game import observations
from referee.tiles import parse_tile, parse_tiles
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens


def win(table: Table, tiles: str = "234567m234p5578s") -> None:
    """South wins on East's 6s: tanyao and pinfu, 2,000 points (TEN yaku 8 and 7), if the tiles are read right."""
    table.deal()
    table.happens(observations.IndicatorSeen(tile=parse_tile("1z")))
    for turn in range(4):
        table.discard(turn, "9p")
    table.discard(0, "6s")
    table.happens(
        observations.CallHeard(seat=1, call="ron"),
        observations.TilesShown(seat=1, tiles=parse_tiles(tiles), winning=parse_tile("6s")),
    )


def hands(screens: Screens) -> Locator:
    """Two taps from the table."""
    screens.page.locator("#actions button[data-group=score]").click()
    screens.page.locator("#sheet [data-show=hands]").click()
    return screens.page.locator(".hand-card")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size", "locale"), [*zip(SIZES, ("ja-JP", "en-GB", "en-GB"), strict=True)])
def test_a_hands_result_is_explained_item_by_item(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    win(table)
    screens = Screens(browser, server, size, locale)
    screens.log_in()
    card = hands(screens)
    expect(card).to_have_count(1)
    yaku = card.locator(".reasons").first.locator("tr")
    expect(yaku).to_have_count(2)
    expect(yaku.first.locator(".section")).to_have_text("TEN yaku 8")
    fu = card.locator(".reasons").nth(1).locator("td:nth-child(2)")
    assert fu.all_text_contents() == ["20", "10"]
    expect(card.locator(".payments li")).to_have_count(1)
    expect(card.locator(".payments b")).to_have_text("2,000 →")
    expect(card.locator(".opened-hand svg")).to_have_count(14)
    screens.is_well("hands")
    picture(screens, f"hands-{size[0]}-{locale}")


def test_rounded_fu_stand_apart_from_their_section(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """WRC 6.1: 34 fu count as 40."""
    win(table, "222567m345p5578s")
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    expect(hands(screens).locator(".rounded")).to_have_text(re.compile(r"34, rounded up to 40 \S+"))


def test_a_misread_tile_is_corrected_and_the_hand_closed_from_its_result(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    win(table, "234567m235p5578s")
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    screens.log_in()
    card = hands(screens)
    expect(card).to_have_count(1)
    expect(card.locator(".payments b").filter(has_text="2,000 →")).to_have_count(0)
    card.locator("[data-opened]").click()
    page.get_by_role("button", name="Correct it").click()
    page.get_by_role("button", name="Tile 9: 5 pin. Tap to change it.").click()
    page.locator(".tile-row", has=page.locator(".tile-place").nth(8)).locator("[data-tile='4p']").click()
    would = page.locator("#sheet .would")
    expect(would).to_contain_text("when the hand is closed: South (Béla) wins by ron from East (Ada)")
    expect(would).to_contain_text("without this, when the hand is closed: ")
    expect(would).to_contain_text("overall score: South (Béla) \N{MINUS SIGN}20")
    page.locator("#sheet button.main").click()
    expect(page.locator("#orders .done")).to_have_count(1)
    page.locator("#orders .forget").click()
    expect(hands(screens).locator(".payments b")).to_have_text("2,000 →")
    card.locator("button.main").click()
    confirm = page.locator("#sheet button.main")
    expect(confirm).to_have_text("Hold to do it", timeout=15_000)
    confirm.click(delay=1500)
    expect(page.locator("#orders .done")).to_have_count(1)
    expect(hands(screens).locator(".outcome")).to_contain_text("wins")
    assert table.state.phase == "waiting"
