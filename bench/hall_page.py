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
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Page, sync_playwright

from table_controller.web.build import ensure_built

if TYPE_CHECKING:
    from collections.abc import Iterator

CATEGORIES = ["toplevel", "__metadata", "disabled-by-default-devtools.timeline", "devtools.timeline"]
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
WALL = "(async (table) => { for (;;) { await new Promise(requestAnimationFrame); \
const card = document.querySelector(`[data-key='home/${table}'] .needed`); \
const said = /(-?[\\d,]+)$/.exec((card?.textContent ?? '').replace('\\u2212', '-')); \
if (said && said[1] !== window.seen) { window.seen = said[1]; window.painted.push([said[1], Date.now()]); } } })"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def broker() -> Iterator[tuple[int, int]]:
    """A Mosquitto for everybody on this computer: its ports for MQTT and WebSocket."""
    port, web_port = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mosquitto.conf"
        config.write_text(
            f"listener {port} 127.0.0.1\nlistener {web_port} 127.0.0.1\nprotocol websockets\n"
            "allow_anonymous true\nmax_queued_messages 0\n"
        )
        running = subprocess.Popen(
            [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(config)], stderr=subprocess.DEVNULL
        )
        try:
            yield port, web_port
        finally:
            running.kill()
            running.wait()


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
    """Tables that report."""

    def __init__(self, port: int, tables: int) -> None:
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self._chance = random.Random(1)
        self.tables = tables
        self.sent: dict[str, float] = {}
        for table in range(tables):
            self._send(table, "status", {"status": "ready", "text": "the table is ready"})
            self._send(table, "telemetry/card", card(self._chance))

    def _send(self, table: int, below: str, said: Any) -> None:
        self.client.publish(f"jantaku/1/home/t{table}/{below}", json.dumps(said), qos=1, retain=True)

    def report(self, rate: int, seconds: float) -> None:
        """So many cards a second; table 0 is off by another sum of points each half second, to see when that is painted."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--slower", type=float, default=1.0)
    options = parser.parse_args()
    with broker() as (port, web_port), sync_playwright() as playwright:
        time.sleep(0.5)
        hall = Hall(port, options.tables)
        settings = {"mqtt": f"ws://127.0.0.1:{web_port}/", "hall": "home", "tables": ["t0", "t1"]}
        server = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Site, settings=json.dumps(settings).encode())
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1024, "height": 768}, locale="en-GB", bypass_csp=True)
        cdp = page.context.new_cdp_session(page)
        page.goto(f"http://127.0.0.1:{server.server_port}/#tables")
        page.wait_for_function(
            f"document.querySelector('#hall-needed')?.textContent.startsWith('{options.tables} tables')",
            timeout=60_000,
        )
        page.wait_for_timeout(2000)
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        heap = [_heap(cdp)]
        for scrolls in (True, False):
            if not scrolls:
                page.evaluate(
                    "() => { document.querySelector('#hall-cards').scrollTop = 0; window.painted = []; }"
                )
                page.evaluate(f"() => {{ void {WALL}('t0'); }}")
            reports = threading.Thread(target=hall.report, args=(options.rate, options.seconds))
            hall.sent.clear()
            browser.start_tracing(page=page, categories=CATEGORIES)
            reports.start()
            if scrolls:
                scroll(page, options.seconds)
            else:
                page.wait_for_timeout(options.seconds * 1000)
            reports.join()
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
        browser.close()
        server.shutdown()
        hall.client.loop_stop()


def _heap(cdp: Any) -> float:
    cdp.send("HeapProfiler.collectGarbage")
    return float(cdp.send("Runtime.getHeapUsage")["usedSize"])


if __name__ == "__main__":
    main()
