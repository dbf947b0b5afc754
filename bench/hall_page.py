"""How long the page's main thread is busy in one go while a hall of many tables is scrolled and messages pour in.

    python -m bench.hall_page [--tables 1000] [--rate 300] [--seconds 10] [--slower 1]

``--slower 6`` throttles the browser's processor as a weak tablet's. Prints for the tasks of the main thread: the longest
by its own processor time, which a busy computer does not falsify, and by the clock; and from publishing to painting.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import random
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Page, sync_playwright

from table_controller.simulation.processes.mosquitto import broker_command
from table_controller.simulation.processes.ports import LOCALHOST, free_ports
from table_controller.web.build import ensure_built

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTS_WITHIN_S: Final = 10.0
CATEGORIES = ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"]
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
WATCH_PAINTING = "(async (table) => { for (;;) { await new Promise(requestAnimationFrame); \
const card = document.querySelector(`[data-key='home/${table}'] .needed`); \
const said = /(-?[\\d,]+)$/.exec((card?.textContent ?? '').replace('\\u2212', '-')); \
if (said && said[1] !== window.seen) { window.seen = said[1]; window.painted.push([said[1], Date.now()]); } } })"


@contextlib.contextmanager
def broker() -> Iterator[tuple[int, int]]:
    """A Mosquitto for everybody on this computer: its ports for MQTT and WebSocket."""
    port, web_port = free_ports(2)
    with tempfile.TemporaryDirectory() as folder:
        command = broker_command(Path(folder), port, web_port)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            try:
                for each in (port, web_port):
                    _wait_for(each)
                yield port, web_port
            finally:
                running.kill()


def _wait_for(port: int) -> None:
    until = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            socket.create_connection((LOCALHOST, port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextlib.contextmanager
def site(settings: dict[str, Any]) -> Iterator[int]:
    """The built page on a port of this computer."""
    handler = functools.partial(Site, settings=json.dumps(settings).encode())
    with ThreadingHTTPServer((LOCALHOST, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


class Site(SimpleHTTPRequestHandler):
    """The built page, and where the broker is."""

    def __init__(self, *more: Any, settings: bytes, **named: Any) -> None:
        self._settings = settings
        super().__init__(*more, directory=str(ensure_built()), **named)

    def do_GET(self) -> None:
        if self.path.startswith("/settings.json"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(self._settings)))
            self.end_headers()
            self.wfile.write(self._settings)
        else:
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


def card(chance: random.Random, **more: Any) -> dict[str, Any]:
    return {
        "phase": "playing",
        "ruleset": "wrc-2015",
        "hand": f"{chance.choice('ES')}{chance.randint(1, 4)}",
        "honba": chance.randint(0, 3),
        "names": [f"Player {chance.randint(1, 9999)}" for _ in range(4)],
        "scores": [30_000] * 4,
        "open_findings": int(chance.random() < 0.02),
        "points_off": 0,
        "stopped": None,
        "attendant": None,
        "waited_ms": None,
        "clock": {
            "ends_wall_ms": int(time.time() * 1000) + chance.randint(1, 5_400_000),
            "left_ms": None,
            "called": False,
        },
    } | more


class Hall:
    """Tables that report, until its ``with`` ends."""

    def __init__(self, port: int, tables: int) -> None:
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self.client.connect(LOCALHOST, port)
        self._chance = random.Random(1)
        self.tables = tables
        self.sent: dict[str, float] = {}

    def __enter__(self) -> Self:
        self.client.loop_start()
        for table in range(self.tables):
            self._send(table, "status", {"status": "ready", "text": "the table is ready"})
            self._send(table, "telemetry/card", card(self._chance))
        return self

    def __exit__(self, *_: object) -> None:
        self.client.loop_stop()

    def _send(self, table: int, below: str, said: Any) -> None:
        self.client.publish(f"jantaku/1/home/t{table}/{below}", json.dumps(said), qos=1, retain=True)

    def report(self, rate: int, seconds: float) -> None:
        """This many cards a second; table 0 gets another sum of points each half second, to see when that is painted."""
        began, count = time.monotonic(), 0
        while (now := time.monotonic() - began) < seconds:
            while count < now * rate:
                count += 1
                table = self._chance.randrange(1, self.tables)
                self._send(table, "telemetry/card", card(self._chance))
                if count % max(rate // 2, 1) == 0:
                    off = 100 * (count // max(rate // 2, 1))
                    self.sent[f"{off:,}"] = time.time() * 1000
                    # A judge is called there, so that its card stays the first.
                    stop = {"reason": "judge_called", "seat": 0, "since_wall_ms": 0}
                    self._send(0, "telemetry/card", card(self._chance, points_off=off, stopped=stop))
            time.sleep(0.002)


def longest(trace: bytes) -> tuple[float, float, int]:
    """The longest task of the page's main thread in milliseconds: of processor time, and by the clock; how many there were."""
    events = json.loads(trace)["traceEvents"]
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one.get("name") == "thread_name" and one["args"].get("name") == "CrRendererMain"
    }
    tasks = [one for one in events if one.get("name") in TASKS and (one["pid"], one["tid"]) in main]
    return (
        max((one.get("tdur", 0) for one in tasks), default=0) / 1000,
        max((one.get("dur", 0) for one in tasks), default=0) / 1000,
        len(tasks),
    )


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


def measure(page: Page, hall: Hall, rate: int, seconds: float, slower: float) -> None:
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    browser = page.context.browser
    assert browser is not None
    heap = [_heap(cdp)]
    for scrolls in (True, False):
        if not scrolls:
            page.evaluate(
                "() => { document.querySelector('#hall-cards').scrollTop = 0; window.painted = []; }"
            )
            page.evaluate(f"() => {{ void {WATCH_PAINTING}('t0'); }}")
        hall.sent.clear()
        browser.start_tracing(page=page, categories=CATEGORIES)
        with ThreadPoolExecutor(1) as threads:
            reports = threads.submit(hall.report, rate, seconds)
            if scrolls:
                scroll(page, seconds)
            else:
                page.wait_for_timeout(seconds * 1000)
            reports.result()
        own, clock, count = longest(browser.stop_tracing())
        print(
            f"{'scrolling' if scrolls else 'at rest'}: {count} tasks, longest {own:.1f} ms of processor time, {clock:.1f} ms"
        )
        heap.append(_heap(cdp))
    painted = page.evaluate("window.painted")
    late = sorted(at - hall.sent[off] for off, at in painted if off in hall.sent)
    if len(late) > 1:
        print(
            f"publish to paint: median {statistics.median(late):.0f} ms, longest {late[-1]:.0f} ms of {len(late)}"
        )
    print(f"heap: {', '.join(f'{each / 1e6:.1f}' for each in heap)} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--slower", type=float, default=1.0)
    options = parser.parse_args()
    if options.tables < 2:
        parser.error("--tables: at least 2; the page shows a hall of one as that table")
    with ExitStack() as stack:
        port, web_port = stack.enter_context(broker())
        hall = stack.enter_context(Hall(port, options.tables))
        settings = {"mqtt": f"ws://{LOCALHOST}:{web_port}/", "hall": "home", "tables": ["t0", "t1"]}
        http = stack.enter_context(site(settings))
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(
            playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
        )
        page = browser.new_page(viewport={"width": 1024, "height": 768}, locale="en-GB", bypass_csp=True)
        page.goto(f"http://{LOCALHOST}:{http}/#tables")
        page.wait_for_function(
            f"document.querySelector('#hall-needed')?.textContent.startsWith('{options.tables} tables')",
            timeout=60_000,
        )
        page.wait_for_timeout(2000)
        measure(page, hall, options.rate, options.seconds, options.slower)


def _heap(cdp: Any) -> float:
    cdp.send("HeapProfiler.collectGarbage")
    return float(cdp.send("Runtime.getHeapUsage")["usedSize"])


if __name__ == "__main__":
    main()
