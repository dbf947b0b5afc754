"""Each screen of the judge at three sizes, in both languages, dark and light: nothing cut off, nothing that axe finds; all forms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from config.log_line import unsaid
from table_controller.alerts.evidence import ClipChoice, Evidence
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.web.build import DASHBOARD
from tests.hall.judge.hall_stage import password
from tests.hall.judge.test_films import film
from vision.clips.clips import ClipDone

if TYPE_CHECKING:
    from table_controller.web.web import DashboardServer
    from tests.hall.judge.hall_stage import Table

SIZES = ((390, 844), (1024, 768), (1920, 1080))
AXE = DASHBOARD / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: dict[str, Literal["dark", "light"]] = {"en-GB": "dark", "ja-JP": "light"}
"""Each language in one of dark and light, so that every screen is looked at in both."""
CUT_OFF = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const places = [...document.querySelectorAll("button, input, select, label, h2, h3, p, legend")];
  const out = places.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1 || each.scrollWidth > each.clientWidth + 2);
  });
  return [wide > 0 ? `the page is ${wide} px too wide` : "", ...out.map((each) => each.outerHTML.slice(0, 200))].filter(Boolean);
}"""


class Screens:
    """The page, looked at on each screen."""

    def __init__(self, browser: Browser, server: DashboardServer, size: tuple[int, int], locale: str) -> None:
        # axe is put in by the browser's driver, which the content policy of the page would not let in.
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            color_scheme=SCHEMES[locale],
            bypass_csp=True,
        )
        self.page: Page = self._context.new_page()
        self.page.goto(f"http://127.0.0.1:{server.port}/")

    def log_in(self, name: str = "referee") -> None:
        self.page.locator("#login-name").fill(name)
        self.page.locator("#login-password").fill(password(name))
        self.page.locator("#login-page button").click()
        expect(self.page.locator("#actions button").first).to_be_enabled()

    def is_well(self, screen: str) -> None:
        """Nothing is cut off, and axe finds nothing."""
        assert self.page.evaluate(CUT_OFF) == [], screen
        if not self.page.evaluate("'axe' in window"):
            self.page.add_script_tag(path=str(AXE))
        found = cast("Any", self.page.evaluate("axe.run()"))["violations"]
        assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == [], screen

    def opens(self, group: str, command: str) -> None:
        self.page.locator(f"[data-group={group}]").click()
        self.page.locator(f"[data-command={command}]").click()
        expect(self.page.locator("#sheet .confirm")).to_be_visible()

    def closes(self) -> None:
        self.page.locator(".sheet-head button").last.click()

    def close(self) -> None:
        self._context.close()


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
        assert reached == set(COMMANDS) - asks
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
