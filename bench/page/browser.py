"""Debian's Chromium, and its own measurements."""

import contextlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

CHROMIUM: Final = shutil.which("chromium")
"""None if it is not installed."""
HEADLESS: Final = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same engine without windows and desktop, in which tests take a third less processor time; where a system has no
package of it, the whole browser."""
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
TABLET: Final[ViewportSize] = {"width": 1024, "height": 768}
CATEGORIES: Final = ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"]
TASKS: Final = ("RunTask", "ThreadControllerImpl::RunTask")
WATCH: Final = """([box, place, pattern]) => {
  window.painted = [];
  let last = null;
  const after = new MessageChannel();
  after.port1.onmessage = (message) => window.painted.push([message.data, Date.now()]);
  const look = () => {
    const text = (document.querySelector(place)?.textContent ?? '').replace('\\u2212', '-');
    const said = new RegExp(pattern).exec(text)?.[1] ?? null;
    if (said !== null && said !== last) {
      last = said;
      after.port2.postMessage(said);
    }
  };
  new MutationObserver(look).observe(document.querySelector(box), { childList: true, characterData: true, subtree: true });
}"""
"""Notes in ``painted`` the text of a place and when the frame with it was painted: the page changes in a frame's
callback, and a message posted there comes after the frame."""


@contextlib.contextmanager
def chromium(program: str | None = CHROMIUM) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


def opened(browser: Browser, address: str = "") -> Page:
    """A tablet's page at this address."""
    page = browser.new_page(viewport=TABLET, locale="en-GB", bypass_csp=True)
    if address:
        page.goto(address)
    return page


def slowed(page: Page, slower: float) -> CDPSession:
    """Open the browser's debugging session of a page whose processor is this many times slower."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return cdp


def heap_mb(cdp: CDPSession) -> float:
    """Return the memory that the page's scripts hold after a collection."""
    cdp.send("HeapProfiler.collectGarbage")
    return float(cdp.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of a page's main thread; times in milliseconds."""

    count: int
    longest_own: float
    """Of processor time."""
    longest_clock: float
    over: int
    """The number of those that took more processor time than a limit."""


def tasks_of(trace: bytes, over_ms: float) -> Tasks:
    """Return the tasks of the page's main thread, from a trace.

    Some machines count a thread's processor time in coarse steps. A task cannot have had more of it than the clock shows.
    """
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one.get("name") == "thread_name" and one["args"].get("name") == "CrRendererMain"
    }
    # Some versions record each task under both names.
    named = [
        [one for one in events if one.get("name") == name and (one["pid"], one["tid"]) in main]
        for name in TASKS
    ]
    tasks = max(named, key=len)
    own = [min(one.get("tdur", 0), one.get("dur", 0)) / 1000 for one in tasks]
    clock = [one.get("dur", 0) / 1000 for one in tasks]
    return Tasks(len(tasks), max(own, default=0), max(clock, default=0), sum(each > over_ms for each in own))


def late_ms(sent: dict[str, float], painted: list[tuple[str, float]]) -> str:
    """From publishing to painting, in words; ``sent`` and ``painted`` are wall time in milliseconds."""
    late = sorted(at - sent[text] for text, at in painted if text in sent)
    if not late:
        return "publish to paint: nothing was painted"
    middle, last = late[len(late) // 2], late[min(len(late) * 99 // 100, len(late) - 1)]
    return (
        f"publish to paint: p50 {middle:.0f} ms, p99 {last:.0f} ms, longest {late[-1]:.0f} ms "
        f"({len(late)} of {len(sent)} were painted before the next came)"
    )
