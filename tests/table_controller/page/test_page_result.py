"""A hand that was not followed is entered on the page by tapping its tiles, or by han and fu; payments are drawn as
arrows."""

import pytest
from playwright.sync_api import Browser, Page, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.table_controller.command_stage import FakeWatching
from tests.table_controller.page.page_begin_stage import confirm
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from tests.table_controller.seen_table import row
from vision.zones import ZoneId


def enter_sheet(screens: Screens, result: str) -> Page:
    screens.opens("score", "enter_hand")
    screens.page.locator(f"#sheet .enter-hand input[value={result}]").check()
    return screens.page


def tap(page: Page, row: str, tiles: str) -> None:
    """Tap tiles, given as in `2m3m4m`, into the row with this title."""
    group = page.locator(".tile-row", has=page.locator("legend", has_text=row)).last
    if "active" not in (group.get_attribute("class") or ""):
        group.locator(".open-keys").click()
    for tile in (tiles[place : place + 2] for place in range(0, len(tiles), 2)):
        group.locator(f".tile-key[data-tile='{tile}']").click()


def seat(page: Page, title: str, number: int) -> None:
    page.get_by_role("group", name=title).first.get_by_role("radio").nth(number).check()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size", "locale"), [*zip(SIZES, ("en-GB", "ja-JP", "en-GB"), strict=True)])
def test_a_ron_is_entered_by_tapping_its_tiles(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    """East's 6s: tanyao and pinfu of South, 2 han 30 fu, 2,000 points (TEN yaku 8 and 7)."""
    table.deal()
    english = locale.startswith("en")
    screens = Screens(browser, server, size, locale)
    screens.log_in()
    page = enter_sheet(screens, "ron")
    who, whence = ("Player", "From") if english else ("選手", "誰から")
    seat(page, who, 1)
    seat(page, whence, 0)
    closed = "Concealed tiles" if english else "手の内の牌"
    tap(page, closed, "2m3m4m5m6m7m2p3p4p5s5s7s8s")
    tap(page, "Winning tile" if english else "和了牌", "6s")
    worth = page.locator("#sheet .reasons")
    expect(worth).to_have_count(2)
    expect(worth.first.locator("tr")).to_have_count(2)
    assert worth.nth(1).locator("td:nth-child(2)").all_text_contents() == ["20", "10"]
    expect(page.locator("#sheet .payments li")).to_have_count(1)
    expect(page.locator("#sheet .payments b")).to_have_text("2,000 →")
    for title in ("Riichi that stood", "The winner's riichi") if english else ():
        expect(page.get_by_role("group", name=title)).to_have_count(1)
    screens.is_well("result")
    page.locator("#sheet .payments").scroll_into_view_if_needed()
    picture(screens, f"result-{size[0]}-{locale}")
    confirm(page)
    assert table.state.last.changes == (-2000, 2000, 0, 0)
    assert (table.state.last.wins[0].han, table.state.last.wins[0].fu) == (2, 30)


def test_a_win_begins_with_the_hand_that_the_camera_saw_last(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """South's hand lies open, though the game does not follow it: five taps are enough, and the judge's changes
    stay."""
    table.deal()
    table.discard(0, "6s")
    table.daemon.table.camera = FakeWatching(
        read={
            ZoneId("hand", 1): row("2m3m4m5m6m7m5s5s7s8s"),
            ZoneId("meld", 1): row("_2p3p4p"),
            ZoneId("hand", 2): row("1m1m1m"),
        }
    )
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    screens.log_in()
    page.locator("[data-group=score]").click()
    page.locator("[data-command=enter_hand]").click()
    page.locator("#sheet label", has=page.locator("input[value=ron]")).click()
    who = page.get_by_role("group", name="Player").first.locator("label")
    who.nth(1).click()
    assert page.get_by_role("group", name="From").first.get_by_role("radio").nth(0).is_checked()
    expect(page.locator("#sheet .melds-entered .tile-place")).to_have_count(3)
    expect(page.locator("#sheet .payments b")).to_have_text("1,000 →")
    screens.is_well("seen")
    picture(screens, "result-seen-390")
    who.nth(2).click()
    closed = page.locator(".tile-row", has=page.locator("legend", has_text="Concealed tiles"))
    expect(closed.locator(".tile-place")).to_have_count(3)
    who.nth(1).click()
    expect(closed.locator(".tile-place")).to_have_count(10)
    tap(page, "Winning tile", "9s")
    who.nth(2).click()
    who.nth(1).click()
    expect(page.locator("#sheet .tile-row.active .tile-place")).to_have_attribute(
        "aria-label", "Tile 1: 9 sou. Tap to change it."
    )
    tap(page, "Winning tile", "6s")
    confirm(page)
    assert table.state.last.changes == (-1000, 1000, 0, 0)


def test_melds_and_a_yakuman_are_tapped(browser: Browser, server: DashboardServer, table: Table) -> None:
    """Daisangen with three pons, by tsumo of the dealer: 16,000 of each (TEN yaku 39)."""
    table.deal()
    screens = Screens(browser, server, SIZES[0], "en-GB")
    screens.log_in()
    page = enter_sheet(screens, "tsumo")
    seat(page, "Player", 0)
    for dragon in "567":
        page.locator("#sheet [data-meld=pon]").click()
        tap(page, "Pon", f"{dragon}z")
    expect(page.locator("#sheet .melds-entered .tile-place")).to_have_count(9)
    tap(page, "Concealed tiles", "2m3m4m9p")
    tap(page, "Winning tile", "9p")
    expect(page.locator("#sheet .payments li")).to_have_count(3)
    screens.is_well("melds")
    picture(screens, "result-melds-390")
    confirm(page)
    assert table.state.last.changes == (48000, -16000, -16000, -16000)


def test_tiles_that_make_no_hand_are_refused_in_words(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    page = enter_sheet(screens, "tsumo")
    seat(page, "Player", 1)
    tap(page, "Concealed tiles", "2m3m4m")
    tap(page, "Winning tile", "6s")
    expect(page.locator("#sheet .win-entered .would.refused")).not_to_be_empty()
    expect(page.locator("#sheet .confirm button")).to_be_disabled()
