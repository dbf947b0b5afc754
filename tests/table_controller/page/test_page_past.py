"""Back and forward through the journal; an entry is corrected or struck out, and another inserted after it, by
tapping."""

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, expect

from config.log_line import unsaid
from referee.tiles import NAMES
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.web.web import DashboardServer
from tests.hall.judge.films_stage import film, footage
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from vision.clips.clips import ClipDone, ClipOrder


def play(table: Table) -> None:
    table.begin()
    table.deal()
    for seat, tile in ((0, "5p"), (1, "9m"), (2, "1z"), (3, "2s")):
        table.discard(seat, tile)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_the_past_is_shown_and_never_taken_for_now(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    play(table)
    screens = Screens(browser, server, size, locale)
    page = screens.page
    name = f"past-{size[0]}-{locale}"
    screens.log_in()
    discards = page.locator(".discard")
    expect(discards).to_have_count(4)
    back = page.locator("[data-step=discard][data-way=back]")
    back.click()
    expect(page.locator("#felt")).to_have_class("past")
    expect(discards).to_have_count(3)
    back.click()
    expect(discards).to_have_count(2)
    screens.is_well("past")
    picture(screens, name)
    table.discard(0, "3s")
    expect(page.locator("#hand-line")).to_contain_text(str(table.daemon.journal.number))
    expect(discards).to_have_count(2)
    page.locator("[data-step=discard][data-way=forward]").click()
    expect(discards).to_have_count(3)
    page.locator("#past .now").click()
    expect(page.locator("#felt")).not_to_have_class("past")
    expect(discards).to_have_count(5)
    page.locator("button.number").first.click()
    expect(page.locator("#sheet .command")).to_have_count(4)
    screens.is_well("entry")
    picture(screens, f"entry-{name}")
    page.locator("#sheet .command").nth(1).click()
    expect(page.locator("#sheet .confirm")).to_be_visible()
    screens.is_well("correct")
    picture(screens, f"correct-{name}")


def test_a_discard_is_corrected_by_a_tap_and_one_that_was_missed_is_put_in(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    play(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    sheet = page.locator("#sheet")
    screens.log_in()
    # The entries from before the page was opened come in a separate answer.
    expect(page.locator("button.number").first).to_be_visible()
    page.locator("[data-group=tiles]").click()
    page.locator("[data-command=correct]").click()
    sheet.get_by_role("button", name="discards 2 sou").click()
    assert sheet.locator("input[type=radio][value='2s']").is_checked()
    sheet.locator("input[type=radio][value='3s']").check()
    expect(sheet.locator(".would")).to_be_visible()
    sheet.get_by_role("button", name="Do it").click()
    until(lambda: NAMES[table.state.seats[3].pond[0].tile] == "3s", "it is corrected")
    page.locator("[data-group=tiles]").click()
    page.locator("[data-command=insert]").click()
    sheet.locator(".picked").filter(has_text="discards").first.click()
    sheet.get_by_label("What happened").select_option("CallHeard")
    sheet.get_by_role("radio", name="Pon").check()
    sheet.get_by_role("radio", name="South Béla").check()
    expect(sheet.locator(".would")).to_be_visible()
    sheet.get_by_role("button", name="Do it").click()
    until(lambda: [each.call for each in table.state.claims] == ["pon"], "it is put in")
    expect(page.locator("#past .moment")).to_contain_text("South Béla: Pon")


def test_the_newest_picture_is_shown_with_what_was_read(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    folder = table.daemon.clips.folder = tmp_path / "clips"
    object.__setattr__(table.daemon.settings, "http_port", server.port)

    def keep(order: ClipOrder) -> bool:
        film(folder, order, 1)
        table.daemon._loop.call_soon(lambda: evidence.done([ClipDone(order.journal, at_ms=order.at_ms)]))
        return True

    footage(1)  # drawing it takes longer than the test's wait for a picture
    evidence = Evidence(folder, ClipChoice(), keep=keep, kept=lambda *_: None, say=unsaid)
    table.daemon.film(evidence)
    play(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    screens.page.locator("#past .camera").click()
    shown = screens.page.locator("img.film")
    expect(shown).to_have_attribute("alt", "Picture 1 / 1")
    assert cast("int", shown.evaluate("async (it) => { await it.decode(); return it.naturalWidth }")) > 100
    expect(screens.page.locator("svg.boxes")).to_have_count(1)
    picture(screens, "camera")


def test_a_step_that_fails_hides_nothing_and_now_clears_it(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    play(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    moment = page.locator("#past .moment")
    screens.log_in()
    expect(moment).to_contain_text("may be claimed")
    expect(page.locator("button.number").first).to_be_visible()
    table.daemon.deaf = True
    page.locator("[data-step=entry][data-way=back]").click()
    expect(moment).to_contain_text("cannot be shown. The table does not answer.", timeout=15_000)
    expect(moment).to_contain_text("may be claimed")
    page.locator("#past .now").click()
    expect(moment).not_to_contain_text("cannot be shown")
    page.keyboard.press("ArrowLeft")
    expect(moment).to_contain_text("cannot be shown", timeout=15_000)
    page.keyboard.press("Escape")
    expect(moment).not_to_contain_text("cannot be shown")


def test_steps_keep_the_focus_and_arrows_step_on_the_tables_screen_only(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    play(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    screens.log_in()
    page.goto(f"http://127.0.0.1:{server.port}/#machine&hall=home&table=7")
    expect(page.locator("#machine-cycle")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.locator("#one-table").click()
    back = page.locator("[data-step=entry][data-way=back]")
    expect(back).to_be_visible()  # hidden parts take no focus
    back.focus()
    newest = table.daemon.journal.number
    for number in (newest, newest - 1):
        page.keyboard.press("Enter")
        expect(page.locator("#past .moment")).to_contain_text(f"Past: no. {number}")
        expect(back).to_be_focused()
    assert table.commands.count("past_state") == 2


def test_entries_are_picked_though_the_journal_came_late(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """The first answers are lost; new entries appear in the open list."""
    play(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    sheet = page.locator("#sheet")
    picked = sheet.locator(".picked")
    expect(page.locator("#login-name")).to_be_visible()
    table.daemon.deaf = True
    screens.log_in()
    page.locator("[data-group=tiles]").click()
    page.locator("[data-command=correct]").click()
    expect(sheet).to_contain_text("The table does not answer.", timeout=15_000)
    expect(picked).to_have_count(0)
    table.discard(0, "3s")
    expect(picked.first).to_contain_text("discards 3 sou")
    table.daemon.deaf = False
    sheet.get_by_role("button", name="Earlier entries").click()
    expect(picked.filter(has_text="discards 2 sou")).to_have_count(1)
    expect(picked.first).to_contain_text("discards 3 sou")
    expect(sheet).not_to_contain_text("The table does not answer.")
    expect(sheet.get_by_role("button", name="Earlier entries")).to_be_hidden()
