"""Whether the page's memory grows: the hall and one table, both fed for minutes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from bench.page.browser import heap_mb, opened, slowed
from bench.page.paint import PLAYED_HZ, hall_page, play, pour

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from bench.stages.replayed_hall import ReplayedHall

LOOKS: Final = 10


def heap(browser: Browser, address: str, hall: ReplayedHall, rate: float, minutes: float) -> None:
    """Print both heaps as they are after each tenth of the time."""
    watched = hall.tables[-1]
    watched.show_state(watched.positions[0], 1)
    table = opened(browser, f"{address}#hall=home&table={watched.name}")
    pages = {"hall": hall_page(browser, address, hall), "table": table}
    doors = {name: slowed(page, 1) for name, page in pages.items()}
    held: dict[str, list[float]] = {name: [heap_mb(door)] for name, door in doors.items()}
    seconds = minutes * 60 / LOOKS
    with ThreadPoolExecutor(2) as threads:
        for look in range(LOOKS):
            pouring = threads.submit(pour, hall, rate, seconds)
            playing = threads.submit(play, watched, seconds, PLAYED_HZ, int(look * seconds * PLAYED_HZ) + 1)
            table.wait_for_timeout(seconds * 1000)
            pouring.result()
            playing.result()
            for name, door in doors.items():
                held[name].append(heap_mb(door))
    for name, sizes in held.items():
        print(f"heap of the {name} over {minutes:g} minutes: {', '.join(f'{each:.1f}' for each in sizes)} MB")
