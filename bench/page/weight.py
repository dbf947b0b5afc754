"""The size of the first visit, and the time until something is shown on a weak tablet with a slow connection."""

import gzip
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Request

from bench.page.browser import opened, slowed
from simulation.processes.ports import LOCALHOST
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.build import ensure_built
from table_controller.web.web import DashboardServer, ServedPage

LINES: Final = {"no limit": None, "fast 3G": (1_600_000, 150), "slow 3G": (400_000, 400)}
"""Bits a second and round trip in milliseconds, as in browsers' own tools."""
SLOWER: Final = 6
FIRST: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def weigh() -> None:
    """Print the size of each kind of file as it is sent."""
    kinds: dict[str, int] = {}
    for each in sorted(ensure_built().iterdir()):
        packed = len(gzip.compress(each.read_bytes()))
        kinds[each.suffix] = kinds.get(each.suffix, 0) + packed
        if each.suffix in {".js", ".css", ".html"}:
            print(f"{each.name}: {packed / 1000:.1f} kB gzipped")
    print("together:", ", ".join(f"{kind} {size / 1000:.0f} kB" for kind, size in sorted(kinds.items())))


def first_paint(browser: Browser, port: int) -> None:
    """Print how long a first visit takes until something is painted, and until the table stands there."""
    with tempfile.TemporaryDirectory() as folder:
        server = DashboardServer(
            0,
            ServedPage(
                broker=BrokerDoor(LOCALHOST, port),
                hall="home",
                table="t0",
                folder=ensure_built(),
                viewer=BrokerLogin("viewer", Path(folder).name),
            ),
        )
        try:
            for name, line in LINES.items():
                _visit(browser, f"http://{LOCALHOST}:{server.port}/", name, line)
        finally:
            server.close()


def _visit(browser: Browser, address: str, name: str, line: tuple[int, int] | None) -> None:
    page = opened(browser)
    cdp = slowed(page, SLOWER)
    loaded: list[Request] = []

    def note(request: Request) -> None:
        loaded.append(request)

    page.on("requestfinished", note)
    cdp.send("Network.enable")
    if line is not None:
        rate, delay = line
        speed = {"downloadThroughput": rate / 8, "uploadThroughput": rate / 8, "latency": delay}
        cdp.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    began = time.monotonic()
    page.goto(address, wait_until="commit", timeout=60_000)
    page.wait_for_function(f"{FIRST} !== undefined", timeout=60_000)
    page.locator("#felt .card").first.wait_for(timeout=60_000)
    stands = time.monotonic() - began
    first = float(page.evaluate(FIRST))
    weight = sum(_sent(each) for each in loaded)
    print(
        f"{name}, processor x{SLOWER}: {weight / 1000:.0f} kB, first paint {first / 1000:.1f} s, "
        f"the table stands {stands:.1f} s"
    )
    page.close()


def _sent(request: Request) -> int:
    """Return the number of bytes that the server sent; the browser does not report those of a worker's script."""
    sizes = request.sizes()
    script = ensure_built() / request.url.rpartition("/")[2]
    body = sizes["responseBodySize"] or (len(gzip.compress(script.read_bytes())) if script.is_file() else 0)
    return body + sizes["responseHeadersSize"]
