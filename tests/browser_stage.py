"""One Chromium for all browser tests of a worker, and pages whose contexts are kept from one test to the next."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bench.page.browser import HEADLESS, chromium

PATIENCE_MS = 20_000
"""The time in which the page must show what a test expects; it measures no speed, since other tests share the cores."""
_KEPT: dict[str, list[BrowserContext]] = {}


@pytest.fixture(scope="session")
def driven() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """The browser, and the event loop that its driver runs in this thread."""
    if HEADLESS is None:
        pytest.skip("chromium is not installed")
    expect.set_options(timeout=PATIENCE_MS)
    with chromium(HEADLESS) as running:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield running, loop
        asyncio._set_running_loop(loop)
    _KEPT.clear()


@pytest.fixture
def browser(driven: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The worker's browser; its event loop is hidden from other tests in this thread, which may run their own."""
    running, loop = driven
    asyncio._set_running_loop(loop)
    yield running
    asyncio._set_running_loop(None)


def new_page(browser: Browser, address: str, **looks: Any) -> Page:
    """Open a page at this address, as in a browser without cookies or stored data.

    A context of its own would start a process for each page and compile its scripts anew: 0.65 of 1.5 s of processor
    time for a page that logs in. So contexts are kept, each with an empty page that keeps its process; one is free once
    its other pages are closed. A test that changes the context itself (a clock, a permission) ends with
    ``page.context.close()``.
    """
    alike = _KEPT.setdefault(json.dumps(looks, sort_keys=True), [])
    context = next((each for each in alike if len(each.pages) == 1), None)
    if context is None:
        context = browser.new_context(**looks)
        alike.append(context)
        keeper = context.new_page()
        keeper.route("**", lambda route: route.fulfill(body=""))
        keeper.goto("http://127.0.0.1/")
    context.clear_cookies()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    devtools.detach()
    return page
