"""A tablet in a judge's hands: the page of table 7 in a browser, with every tap counted."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from bench.page.browser import TABLET
from table_controller.web.web import DashboardServer
from tests.browser_stage import new_page
from tests.hall.judge.hall_stage import password


class Tablet:
    """The page in a judge's hands; each tap is counted."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.taps = 0
        self.status = page.locator("#status")
        self.sheet = page.locator("#sheet")
        self.orders = page.locator(".order")
        page.goto(address)

    def log_in(self, name: str, word: str | None = None) -> None:
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password").fill(password(name) if word is None else word)
        self.page.get_by_role("button", name="Log in").click()

    def tap(self, name: str, within: str = "body") -> None:
        self.taps += 1
        self.page.locator(within).get_by_role("button", name=name).first.click()

    def choose(self, name: str) -> None:
        self.taps += 1
        self.sheet.get_by_role("radio", name=name).check()

    def hold(self) -> None:
        self.taps += 1
        self.sheet.get_by_role("button", name="Hold to do it").click(delay=1200)


@contextmanager
def tablet_at(
    browser: Browser, server: DashboardServer, size: ViewportSize = TABLET, part: str = ""
) -> Iterator[Tablet]:
    """Open the page on a tablet; a script error, a breach of the content policy or a request to another server fails
    the test."""
    address = f"http://127.0.0.1:{server.port}/"
    page = new_page(browser, address, viewport=size, locale="en-GB")
    page.set_default_timeout(20_000)
    errors: list[str] = []
    asked: set[str] = set()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if "Content Security" in message.text else None
    )
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    with closing(page):
        yield Tablet(page, f"{address}{part}")
    assert errors == []
    assert asked - {""} == {f"127.0.0.1:{server.port}"}  # resources inside the browser have no host


@pytest.fixture
def tablet(browser: Browser, server: DashboardServer) -> Iterator[Tablet]:
    with tablet_at(browser, server) as opened:
        yield opened
