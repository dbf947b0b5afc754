"""Helpers that the tests of page screens share."""

from __future__ import annotations

from typing import ClassVar, Literal

from playwright.sync_api import Browser, Page, expect

from table_controller.web.build import DASHBOARD
from table_controller.web.web import DashboardServer
from tests.browser_stage import new_page
from tests.hall.judge.hall_stage import password

SIZES = ((390, 844), (1024, 768), (1920, 1080))


AXE = DASHBOARD / "node_modules" / "axe-core" / "axe.min.js"


VIOLATIONS = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]))"""
"""Return the violations that axe finds. Passed checks stay in the browser, since they are costly to send."""


SCHEMES: dict[str, Literal["dark", "light"]] = {"en-GB": "dark", "ja-JP": "light"}
"""Languages and colour schemes, combined so that every screen is checked in both of each."""


CUT_OFF = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const places = [...document.querySelectorAll("button, input, select, label, h2, h3, p, legend")];
  const out = places.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1 || each.scrollWidth > each.clientWidth + 2);
  });
  return [wide > 0 ? `the page is ${wide} px too wide` : "", ...out.map((each) => each.outerHTML.slice(0, 200))].filter(Boolean);
}"""


def shows_well(page: Page, screen: str) -> None:
    """Check that nothing is cut off, and that axe finds nothing."""
    assert page.evaluate(CUT_OFF) == [], screen
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(AXE))
    assert page.evaluate(VIOLATIONS) == [], screen


class Screens:
    """The page on each screen. All are closed when their test ends, before the things that they show."""

    opened: ClassVar[list[Screens]] = []

    def __init__(self, browser: Browser, server: DashboardServer, size: tuple[int, int], locale: str) -> None:
        # The browser's driver injects axe; the page's content policy would not load it.
        address = f"http://127.0.0.1:{server.port}/"
        self.page: Page = new_page(
            browser,
            address,
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            color_scheme=SCHEMES[locale],
            bypass_csp=True,
        )
        self.opened.append(self)
        self.page.goto(address)

    def log_in(self, name: str = "referee") -> None:
        self.page.locator("#login-name").fill(name)
        self.page.locator("#login-password").fill(password(name))
        self.page.locator("#login-page button").click()
        expect(self.page.locator("#actions button").first).to_be_enabled()

    def is_well(self, screen: str) -> None:
        shows_well(self.page, screen)

    def opens(self, group: str, command: str) -> None:
        self.page.locator(f"[data-group={group}]").click()
        self.page.locator(f"#sheet [data-command={command}]").click()
        expect(self.page.locator("#sheet .confirm")).to_be_visible()

    def closes(self) -> None:
        self.page.locator(".sheet-head button").last.click()

    def close(self) -> None:
        self.page.close()

    @classmethod
    def close_all(cls) -> None:
        while cls.opened:
            cls.opened.pop().close()
