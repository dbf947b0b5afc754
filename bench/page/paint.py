"""From publishing to painting, and the longest task of the main thread, fed from replayed journals."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from playwright.sync_api import Browser, Page

from bench.page.browser import CATEGORIES, WATCH, late_ms, opened, slowed, tasks_of
from bench.stages.replayed_hall import ReplayedHall, ReplayedTable

WATCHED_HZ: Final = 7.0
"""The rate at which the watched table of a hall sends something new: it does not fall in step with the page's own
rhythm."""
PLAYED_HZ: Final = 9.0
"""Entries of a single table a second, many times what people play."""
SETTLES_MS: Final = 2000
WARMING_S: Final = 0.5
"""The time of scrolling before measuring begins, since playwright's own scripts for scrolling are the page's longest
task."""
LONGEST_MS: Final = {1.0: 16.0, 6.0: 33.0}
"""The longest that a task may be, by how many times slower the processor is."""


def play(table: ReplayedTable, seconds: float, rate: float, number: int = 0) -> dict[str, float]:
    """Publish a game entry by entry; return when each was published, by its number as text."""
    sent: dict[str, float] = {}
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        position = table.positions[number % len(table.positions)]
        number += 1
        sent[str(number)] = time.time() * 1000
        table.show_state(position, number)
        time.sleep(max(0.0, began + len(sent) / rate - time.monotonic()))
    return sent


def one_table(browser: Browser, address: str, hall: ReplayedHall, seconds: float, slower: float) -> None:
    """Print from publishing a table's state to painting it."""
    table = hall.tables[0]
    table.show_state(table.positions[0], 1)
    page = opened(browser, f"{address}#hall=home&table={table.name}")
    page.locator("#felt .card").first.wait_for()
    slowed(page, slower)
    page.wait_for_timeout(SETTLES_MS)
    page.evaluate(WATCH, ["header", "header", "no\\. (\\d+)"])
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play, table, seconds, PLAYED_HZ)
        page.wait_for_timeout(seconds * 1000 + SETTLES_MS)
        sent = playing.result()
    print(f"one table, processor x{slower:g}: {late_ms(sent, page.evaluate('window.painted'))}")
    page.close()


def pour(hall: ReplayedHall, rate: float, seconds: float) -> dict[str, float]:
    """Publish this many cards a second; table 0, whose judge is called, publishes new points now and then."""
    sent: dict[str, float] = {}
    began, count = time.monotonic(), 0
    while (now := time.monotonic() - began) < seconds:
        while count < now * rate:
            count += 1
            hall.chance.choice(hall.tables[1:]).next_card()
        if len(sent) < now * WATCHED_HZ:
            off = 100 * (len(sent) + 1)
            stop = {"reason": "judge_called", "seat": 0, "since_wall_ms": 0}
            sent[f"{off:,}"] = time.time() * 1000
            hall.tables[0].next_card(points_off=off, stopped=stop)
        time.sleep(0.002)
    return sent


def hall_page(browser: Browser, address: str, hall: ReplayedHall) -> Page:
    """The hall, once all tables are there."""
    page = opened(browser, f"{address}#tables")
    page.wait_for_function(
        f"document.querySelector('#hall-needed')?.textContent.startsWith('{len(hall.tables):,} tables') || "
        f"document.querySelector('#hall-needed')?.textContent.startsWith('{len(hall.tables)} tables')",
        timeout=120_000,
    )
    page.wait_for_timeout(SETTLES_MS)
    return page


def whole_hall(page: Page, hall: ReplayedHall, rate: float, seconds: float, slower: float) -> None:
    """Print the longest task while the hall is scrolled, then from publishing to painting while it rests."""
    scroll(page, WARMING_S)
    slowed(page, slower)
    browser = page.context.browser
    assert browser is not None
    which = f"hall of {len(hall.tables)}, {rate:g} messages a second, processor x{slower:g}"
    with ThreadPoolExecutor(1) as threads:
        browser.start_tracing(page=page, categories=list(CATEGORIES))
        pouring = threads.submit(pour, hall, rate, seconds)
        scroll(page, seconds)
        pouring.result()
        limit = LONGEST_MS.get(slower, LONGEST_MS[1.0])
        tasks = tasks_of(browser.stop_tracing(), limit)
        print(
            f"{which}, scrolling: longest of {tasks.count} tasks {tasks.longest_own:.1f} ms of processor time, "
            f"{tasks.longest_clock:.1f} ms by the clock; {tasks.over} over {limit:g} ms"
        )
        page.evaluate("() => { document.querySelector('#hall-cards').scrollTop = 0; }")
        page.wait_for_timeout(SETTLES_MS)
        page.evaluate(WATCH, ["#hall-cards", "[data-key='home/t0'] .needed", "(-?[\\d,]+)$"])
        pouring = threads.submit(pour, hall, rate, seconds)
        page.wait_for_timeout(seconds * 1000 + SETTLES_MS)
        print(f"{which}: {late_ms(pouring.result(), page.evaluate('window.painted'))}")
    page.close()


def scroll(page: Page, seconds: float) -> None:
    end = time.monotonic() + seconds
    page.locator("#hall-cards").hover()
    down = 1
    while time.monotonic() < end:
        page.mouse.wheel(0, 600 * down)
        page.wait_for_timeout(50)
        at, most = page.evaluate(
            "[hall.scrollTop, hall.scrollHeight - hall.clientHeight]".replace(
                "hall", "document.querySelector('#hall-cards')"
            )
        )
        down = -1 if at >= most else 1 if at <= 0 else down
