"""Shows whether the page's memory grows: the hall and one table, both fed for minutes."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession

from bench.page.browser import heap_mb, opened, slowed
from bench.page.paint import PLAYED_HZ, hall_page, play, pour
from bench.stages.replayed_hall import ReplayedHall

LOOKS: Final = 10
COMPILED: Final = ("code", "hidden", "object shape")
"""The kinds that the browser makes of a script while it runs: machine code, and notes on the forms of objects."""


def heap(browser: Browser, address: str, hall: ReplayedHall, rate: float, minutes: float) -> None:
    """Print both heaps after each tenth of the time, and their kinds after the first and last."""
    watched = hall.tables[-1]
    watched.show_state(watched.positions[0], 1)
    table = opened(browser, f"{address}#hall=home&table={watched.name}")
    pages = {"hall": hall_page(browser, address, hall), "table": table}
    doors = {name: slowed(page, 1) for name, page in pages.items()}
    held: dict[str, list[float]] = {name: [heap_mb(door)] for name, door in doors.items()}
    kinds: dict[str, list[Counter[str]]] = {name: [] for name in doors}
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
                if look in {0, LOOKS - 1}:
                    kinds[name].append(kinds_of(snapshot(door)))
    for name, sizes in held.items():
        first, last = kinds[name]
        print(f"heap of the {name} over {minutes:g} minutes: {', '.join(f'{each:.1f}' for each in sizes)} MB")
        print(f"  after the first tenth, and at the end, in kB: {in_words(first, last)}")
        compiled = sum(last[kind] - first[kind] for kind in COMPILED) / 1e3
        others = sum((last - first).values()) / 1e3 - sum((first - last).values()) / 1e3 - compiled
        print(f"  grown: {compiled:.0f} kB that the browser compiled, {others:.0f} kB of the page")


def snapshot(door: CDPSession) -> dict[str, Any]:
    """Everything in the page's heap, as DevTools saves it."""
    chunks: list[str] = []
    door.on("HeapProfiler.addHeapSnapshotChunk", lambda message: chunks.append(message["chunk"]))
    door.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    whole: dict[str, Any] = json.loads("".join(chunks))
    return whole


def kinds_of(heap: dict[str, Any]) -> Counter[str]:
    """Return the number of bytes of each kind in a snapshot."""
    meta = heap["snapshot"]["meta"]
    fields, kinds = meta["node_fields"], meta["node_types"][0]
    size: Counter[str] = Counter()
    nodes = heap["nodes"]
    for at in range(0, len(nodes), len(fields)):
        size[kinds[nodes[at + fields.index("type")]]] += nodes[at + fields.index("self_size")]
    return size


def in_words(first: Counter[str], last: Counter[str]) -> str:
    kinds = sorted({*first, *last}, key=lambda kind: -last[kind])
    return ", ".join(
        f"{kind} {first[kind] / 1e3:.0f} → {last[kind] / 1e3:.0f}"
        for kind in kinds
        if last[kind] + first[kind] >= 500
    )
