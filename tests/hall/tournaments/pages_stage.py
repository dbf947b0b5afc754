"""Helpers that the tests of pages share."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from table_controller.web.build import ensure_built
from tests.browser_stage import new_page
from tests.hall.judge.hall_stage import ROOT, Mosquitto, free_port, password, until
from tests.hall.tournaments.conftest import ROLES, Hall
from tests.table_controller.page.page_screens_stage import SCHEMES, shows_well


class HallPage(Hall):
    """The page of a hall as `jantaku hall page` serves it."""

    def start(self) -> None:
        ensure_built()
        self.port = self.port or free_port()
        self.cookies.clear()
        words = [
            "hall",
            "page",
            "--http",
            f"127.0.0.1:{self.port}",
            "--broker",
            f"127.0.0.1:{self.broker.port}",
        ]
        words += ["--logins", str(self.folder / "roles.toml"), "--store", self.store]
        self.process = subprocess.Popen([sys.executable, "-m", "jantaku.main", *words], cwd=ROOT)
        until(self._answers, "the hall's page answers")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallPage]:
    broker = Mosquitto(tmp_path, others=ROLES)
    broker.start()
    running = HallPage(broker, tmp_path, str(tmp_path / "hall.sqlite"))
    running.start()
    yield running
    running.kill()
    broker.stop()


@dataclass
class Person:
    """Somebody at a browser of his own."""

    page: Page

    def close(self) -> None:
        self.page.close()

    def form(self, operation: str, within: str = "main") -> Locator:
        """The form of an operation, opened where it is folded."""
        form = self.page.locator(f"{within} [data-operation={operation}]")
        if not form.is_visible():
            form.locator("xpath=ancestor::details[1]/summary").click()
        return form

    def enters(self, operation: str, within: str = "main", **values: str) -> Locator:
        form = self.form(operation, within)
        for name, value in values.items():
            entry = form.locator(f"[data-field={name}]").locator("input, select, textarea")
            if entry.evaluate("(one) => one.tagName") == "SELECT":
                entry.select_option(value)
            else:
                entry.fill(value)
        form.locator("button").click()
        return form

    def scores(self, operation: str, table: int, scores: list[int], **more: str) -> None:
        within = f"[data-table='{table}']"
        for box, score in zip(
            self.form(operation, within).locator("fieldset input").all(), scores, strict=True
        ):
            box.fill(str(score))
        self.enters(operation, within, **more)

    def entered(self) -> None:
        """Wait until the page says so, in a way that screen readers announce."""
        expect(self.page.get_by_role("status").first).not_to_be_empty()

    def goes(self, part: str) -> None:
        self.page.locator(f"#parts a[href$='/{part}']").click()
        expect(self.page.locator(f"#parts a[href$='/{part}']")).to_have_attribute("aria-current", "page")

    def is_well(self, screen: str) -> None:
        shows_well(self.page, screen)


def comes(browser: Browser, hall: Hall, who: str, size: tuple[int, int], locale: str) -> Person:
    """Somebody logs in at the hall's page, and goes on from there to the tournaments."""
    address = f"http://127.0.0.1:{hall.port}/"
    page = new_page(
        browser,
        address,
        viewport={"width": size[0], "height": size[1]},
        locale=locale,
        color_scheme=SCHEMES[locale],
        bypass_csp=True,
    )
    page.goto(address)
    page.locator("#login-name").fill(who)
    page.locator("#login-password").fill(password(who))
    page.locator("#login-page button").click()
    page.locator("#tournaments").click()
    expect(page.locator("#who")).to_contain_text(who)
    return Person(page)
