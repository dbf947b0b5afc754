"""Each screen of the judge at three sizes, in both languages, dark and light: nothing cut off, nothing that axe finds; all forms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from playwright.sync_api import Browser, expect

from config.log_line import unsaid
from table_controller.alerts.evidence import ClipChoice, Evidence
from table_controller.commands.catalogue.catalogue import COMMANDS
from tests.hall.judge.films_stage import film
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from vision.clips.clips import ClipDone

if TYPE_CHECKING:
    from table_controller.web.web import DashboardServer
    from tests.hall.judge.hall_stage import Table


@pytest.mark.sampled(2)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_whole(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    table.begin()
    table.deal()
    table.foul()
    screens = Screens(browser, server, size, locale)
    try:
        screens.is_well("login")
        screens.page.locator("#login-name").fill("referee")
        screens.page.locator("#login-page button").click()
        expect(screens.page.get_by_role("alert")).not_to_be_empty()
        screens.is_well("wrong password")
        screens.log_in()
        expect(screens.page.locator("#findings button")).to_be_visible()
        screens.is_well("table")
        screens.page.locator("#findings button").click()
        expect(screens.page.locator(".ruling .would")).to_have_count(11)
        screens.is_well("finding")
        screens.closes()
        screens.page.locator("[data-group=player]").click()
        screens.is_well("group")
        screens.closes()
        for group, command in (
            ("player", "foul"),
            ("score", "enter_hand"),
            ("tiles", "redeal"),
            ("clock", "stop"),
        ):
            screens.opens(group, command)
            screens.is_well(command)
            screens.closes()
        screens.opens("clock", "stop")
        screens.page.locator("#sheet .confirm button").click()
        expect(screens.page.locator(".order.done")).to_be_visible()
        screens.is_well("done")
    finally:
        screens.close()


def test_every_command_has_its_form_two_taps_away(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    table.deal()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    try:
        screens.log_in()
        reached = set()
        for button in screens.page.locator("#actions button").all():
            button.click()
            buttons = screens.page.locator("[data-command]")
            expect(buttons.first).to_be_visible()
            names = [cast("str", each.get_attribute("data-command")) for each in buttons.all()]
            for name in names:
                screens.page.locator(f"[data-command={name}]").click()
                expect(screens.page.locator("#sheet .confirm, #sheet .picked").first).to_be_visible()
                screens.page.locator(".sheet-head button").first.click()
            reached |= set(names)
            screens.closes()
        asks = {name for name, kind in COMMANDS.items() if kind.reads}
        assert reached == set(COMMANDS) - asks - {"resolve"}  # which has its button on each alert
    finally:
        screens.close()


def test_the_film_of_a_finding_is_played(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    folder = table.daemon.clips.folder = tmp_path / "clips"
    table.daemon.settings = cast("Any", table.daemon.settings)
    object.__setattr__(table.daemon.settings, "http_port", server.port)
    evidence = Evidence(folder, ClipChoice(), keep=lambda _: True, kept=lambda *_: None, say=unsaid)
    table.daemon.film(evidence)
    table.begin()
    table.deal()
    table.foul()
    entry = list(table.daemon.journal.entries())[-1]
    order = evidence.entry(entry.number, entry.at_ms, entry.observation, entry.events)
    assert order is not None
    whole = film(folder, order)
    evidence.done([ClipDone(order.journal)])
    table.do(table.daemon.publishing.state)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    asked: list[tuple[str, int]] = []
    screens.page.on(
        "response",
        lambda answer: (
            asked.append((answer.request.headers.get("range", ""), answer.status))
            if answer.url.endswith(".avi")
            else None
        ),
    )
    try:
        screens.log_in()
        screens.page.locator("#findings button").click()
        screens.page.get_by_role("button", name="Play the film").click()
        picture = screens.page.locator("img.film")
        expect(picture).to_have_attribute("alt", "Picture 1 / 4")
        assert picture.evaluate("async (shown) => { await shown.decode(); return shown.naturalWidth }") > 100
        screens.page.get_by_label("Picture").fill("3")
        expect(picture).to_have_attribute("alt", "Picture 4 / 4")
        assert all(status == 206 for _, status in asked)
        assert max(int(said.partition("-")[2]) for said, _ in asked) < len(whole)
    finally:
        screens.close()
