"""The judge's page of a real daemon over https and wss, in a browser that knows the authority of the hall, and in one that does not."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect, sync_playwright

from bench.page.browser import ARGUMENTS, HEADLESS
from table_controller.mqtt.authority import Authority
from tests.conftest import ROOT
from tests.table_controller.broker_stage import listens, until
from tests.table_controller.tls_stage import HOSTS, broker, encrypted_table

pytestmark = pytest.mark.skipif(
    HEADLESS is None or shutil.which("mosquitto") is None or shutil.which("openssl") is None,
    reason="no chromium, mosquitto or openssl",
)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    made = Authority(tmp_path / "authority")
    made.make("home")
    made.issue("broker", HOSTS)
    return made


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Of the browser's user."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def page(home: Path, authority: Authority, request: pytest.FixtureRequest) -> Iterator[Page]:
    if request.param:
        known = [sys.executable, "-m", "tests.table_controller.dashboard.known_authority"]
        subprocess.run([*known, str(home), str(authority.certificate)], cwd=ROOT, check=True)
    with sync_playwright() as playwright:
        environment: dict[str, str | float | bool] = {**os.environ, "HOME": str(home)}
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS, env=environment)
        opened = browser.new_page()
        opened.set_default_timeout(20_000)
        yield opened
        browser.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", [True, False], ids=["known", "unknown"], indirect=True)
def test_the_page_over_https_and_wss(
    page: Page, authority: Authority, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    folder = tmp_path / "table"
    folder.mkdir()
    with (
        broker(folder, authority, "broker") as port,
        encrypted_table(folder, authority, port) as table,
    ):
        address = f"https://localhost:{table.http}/"
        # In a browser, each attempt to open what does not listen yet draws a page.
        until(
            lambda: table.process.poll() is not None or listens(table.http), "the page's server listens", 60.0
        )
        assert table.process.poll() is None, table.process.stdout and table.process.stdout.read()
        if "unknown" in request.node.name:
            with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                page.goto(address)
            return
        page.goto(address)
        page.get_by_label("Name").fill("anna")  # this broker asks for no password
        page.get_by_role("button", name="Log in").click()
        expect(page.locator("#status")).to_contain_text("starting")
        assert lines == [f"wss://localhost:{table.http}/mqtt"]
        assert page.evaluate("window.isSecureContext")
