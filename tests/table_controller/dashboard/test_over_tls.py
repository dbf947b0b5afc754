"""The judge's page of a real daemon over https and wss, in a browser that knows the authority of the hall, and in one that does not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect, sync_playwright

from table_controller.mqtt.authority import Authority
from tests.conftest import ROOT
from tests.table_controller.dashboard.conftest import BROWSER_ARGUMENTS, CHROMIUM
from tests.table_controller.test_broker import until
from tests.table_controller.test_tls import HOSTS, broker, encrypted_table

CONNECTS = """async (port) => {
  const login = { name: "anna", password: "x" };
  await fetch("/login", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(login) });
  return new Promise((done) => {
    const line = new WebSocket(`wss://localhost:${port}/mqtt`, "mqtt");
    line.onopen = () => done("open");
    line.onerror = () => done("error");
  });
}"""
"""Logs in and opens the line to the broker, as the page does."""
pytestmark = pytest.mark.skipif(
    not Path(CHROMIUM).exists() or shutil.which("mosquitto") is None or shutil.which("openssl") is None,
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
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=BROWSER_ARGUMENTS, env=environment
        )
        opened = browser.new_page()
        opened.set_default_timeout(20_000)
        yield opened
        browser.close()


@pytest.mark.parametrize("page", [True, False], ids=["known", "unknown"], indirect=True)
def test_the_page_over_https_and_wss(
    page: Page, authority: Authority, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    folder = tmp_path / "table"
    folder.mkdir()
    with (
        broker(folder, authority, "broker") as (port, websocket),
        encrypted_table(folder, authority, port, websocket) as table,
    ):
        address = f"https://localhost:{table.http}/"
        refused = "ERR_CONNECTION_REFUSED"

        def answers() -> bool:
            nonlocal refused
            assert table.process.poll() is None, table.process.stdout and table.process.stdout.read()
            try:
                page.goto(address)
            except Error as error:
                refused = str(error)
                return "ERR_CONNECTION_REFUSED" not in refused
            refused = ""
            return True

        until(answers, "the page's server listens", 60.0)
        if "unknown" in request.node.name:
            assert "ERR_CERT_AUTHORITY_INVALID" in refused
            return
        assert refused == ""
        expect(page).to_have_title(re.compile("Jantaku"))
        assert page.evaluate(CONNECTS, table.http) == "open"
        assert f"wss://localhost:{table.http}/mqtt" in lines
        assert page.evaluate("window.isSecureContext")
