"""A stage for the judge's page: a real broker, what a table publishes, a web server and a real browser."""

import functools
import json
import threading
from collections.abc import Iterable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Browser, Page, expect

from bench.page.browser import TABLET
from table_controller.web.build import ensure_built
from tests.browser_stage import new_page
from tests.message_schemas import wrong
from tests.table_controller.broker_stage import MOSQUITTO, BrokerProcess, free_port

IN_FLIGHT = 1000
"""The number of messages that a table sends before the broker has acknowledged the first."""

JsonObject = dict[str, Any]


def pond(
    text: str,
    *,
    sideways: int | None = None,
    called: dict[int, int] | None = None,
    tsumogiri: tuple[int, ...] = (),
) -> list[JsonObject]:
    """Discards as the state has them; ``called`` gives the caller's seat by place in the pond."""
    return [
        {
            "tile": name,
            "sideways": place == sideways,
            "called_by": (called or {}).get(place),
            "tsumogiri": place in tsumogiri,
        }
        for place, name in enumerate(text.split())
    ]


def meld(
    kind: str, tiles: str, claimed: str | None, source: int | None, added: str | None = None
) -> JsonObject:
    return {"kind": kind, "tiles": tiles.split(), "claimed": claimed, "from": source, "added": added}


def seat(number: int, name: str, wind: str, score: int, concealed: int, **more: Any) -> JsonObject:
    return {
        "seat": number,
        "chair": number,
        "name": name,
        "wind": wind,
        "score": score,
        "riichi": False,
        "concealed": concealed,
        "pond": [],
        "melds": [],
        "dead": False,
        "warnings": 0,
        "disqualified": False,
        "shown": None,
    } | more


@pytest.fixture
def state() -> JsonObject:
    """South 2 in full: a riichi, four kinds of meld, called tiles, a finding and the hand before."""
    made: JsonObject = {
        "schema": 1,
        "table": "sim",
        "number": 204,
        "at_ms": 812_345,
        "phase": "playing",
        "ruleset": "tenhou",
        "unchecked": 0,
        "hand": "S2",
        "honba": 1,
        "bets": 2,
        "dealer": 1,
        "turn": 3,
        "live_tiles": 23,
        "indicators": ["5p", "1z"],
        "ura": [],
        "seats": [
            seat(
                0,
                "Aoyama",
                "N",
                23_900,
                10,
                pond=pond("1z 9m 2z 1p 8s 7m 3z 4s 6p 6z 2m", called={7: 1}, tsumogiri=(3, 4, 8)),
                melds=[meld("pon", "7z 7z 7z", "7z", 2)],
            ),
            seat(
                1,
                "Fujita",
                "E",
                31_700,
                7,
                pond=pond("9p 1s 4z 8m 5z 3m 2p 7p 1m 6m 8m 3s", tsumogiri=(5, 6, 10, 11)),
                melds=[meld("chi", "3s 4s 0s", "4s", 0), meld("kakan", "9s 9s 9s 9s", "9s", 3, "9s")],
            ),
            seat(
                2,
                "Kobayashi",
                "S",
                17_400,
                13,
                riichi=True,
                pond=pond(
                    "2z 1m 9s 4z 6z 8p 7z 2p 5s 1p 4p 9m", sideways=8, called={6: 0}, tsumogiri=(9, 10)
                ),
            ),
            seat(
                3,
                "Ito",
                "W",
                26_000,
                11,
                pond=pond("3z 1p 9s 9m 5z 8s 7s 2s 4m 6p 3p", called={2: 1}, tsumogiri=(1,)),
                melds=[meld("ankan", "5m 5m 0m 5m", None, None)],
            ),
        ],
        "last_result": {
            "hand": "S1",
            "result": "ron",
            "wins": [
                {
                    "seat": 1,
                    "from": 2,
                    "yaku": {"riichi": 1, "ippatsu": 1, "pinfu": 1, "dora": 1, "ura_dora": 1},
                    "yakuman": [],
                    "han": 5,
                    "fu": 30,
                    "points": 8000,
                    "liable": None,
                    "changes": [0, 8300, -8300, 0],
                }
            ],
            "changes": [0, 9300, -8300, -1000],
            "scores": [23_900, 31_700, 18_400, 26_000],
            "tenpai": [],
            "offenders": [],
            "winds": ["E", "S", "W", "N"],
            "names": ["Aoyama", "Fujita", "Kobayashi", "Ito"],
        },
        "findings": [
            {
                "rule": "late_call",
                "section": "3.3.7",
                "seat": 0,
                "hand": "S2",
                "wind": "N",
                "name": "Aoyama",
                "grade": "none",
                "costs": 0,
                "evidence": [],
                "ruling": None,
                "text": "Pon was called 3.4 s after the discard; South had already drawn.",
                "code": "plain.words",
                "arguments": {"words": "Pon was called 3.4 s after the discard; South had already drawn."},
            }
        ],
        "time": {
            "limit_ms": 0,
            "started_at_ms": 0,
            "called": False,
            "paused_at_ms": None,
            "added_ms": 0,
            "hand_granted": False,
            "awaits_signal": False,
        },
        "stopped": None,
        "closing": None,
        "appeals": [],
        "result": None,
    }
    assert wrong("State", made) == []  # as a table publishes it
    return made


def card(**more: Any) -> JsonObject:
    """Return the card of a table."""
    return {
        "phase": "playing",
        "ruleset": "wrc-2015",
        "hand": "S3",
        "honba": 2,
        "names": ["Ada", "Béla", "Chihiro", "Dan"],
        "scores": [30_000] * 4,
        "open_findings": 0,
        "points_off": 0,
        "stopped": None,
        "attendant": None,
        "waited_ms": None,
        "clock": None,
    } | more


def entry(number: int, text: str, *, kind: str = "TileDiscarded", second: int | None = None) -> JsonObject:
    seconds = number % 60 if second is None else second
    return {
        "number": number,
        "at_ms": number * 1000,
        "wall": f"2026-03-01T12:00:{seconds:02d}+00:00",
        "observation": {"type": kind},
        "events": [{"type": kind}],
        "text": text,
    }


class Broker(BrokerProcess):
    """A Mosquitto on free ports that a test can stop and start again; nothing outlives a stop."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.web_port = free_port()
        self.start()

    def start(self, *, anonymous: bool = True) -> None:
        self.config.write_text(
            f"listener {self.port} 127.0.0.1\nlistener {self.web_port} 127.0.0.1\nprotocol websockets\n"
            f"allow_anonymous {str(anonymous).lower()}\npersistence false\n"
            "max_queued_messages 0\n",  # a burst is not cut short by the broker
            encoding="utf-8",
        )
        super().start()


class Table:
    """The messages of a table's daemon, sent by hand."""

    def __init__(self, broker: Broker, name: str = "sim") -> None:
        self._base = f"jantaku/1/home/{name}"
        self._connected = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda *_: self._connected.set()
        self._client.reconnect_delay_set(1, 1)
        self._client.max_inflight_messages_set(IN_FLIGHT)
        self._client.connect_async("127.0.0.1", broker.port)
        self._client.loop_start()
        self.wait()

    def wait(self) -> None:
        assert self._connected.wait(20)

    def forget_connection(self) -> None:
        self._connected.clear()

    def send(self, below: str, payload: JsonObject | str | None, *, retain: bool = True) -> None:
        text = payload if isinstance(payload, str) else "" if payload is None else json.dumps(payload)
        self._client.publish(f"{self._base}/{below}", text, qos=1, retain=retain).wait_for_publish(20)

    def pour(self, messages: Iterable[tuple[str, JsonObject]], *, retain: bool) -> None:
        """Send all at once, as topics below the hall with payloads, for any tables."""
        hall = self._base.rpartition("/")[0]
        sent = [
            self._client.publish(f"{hall}/{topic}", json.dumps(payload), qos=1, retain=retain)
            for topic, payload in messages
        ]
        for each in sent:
            each.wait_for_publish(60)

    def status(self, word: str, text: str = "") -> None:
        self.send("status", {"status": word, "text": text})

    def event(self, number: int, text: str, **more: Any) -> None:
        self.send("event", entry(number, text, **more), retain=False)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Handler(SimpleHTTPRequestHandler):
    settings: JsonObject

    def do_GET(self) -> None:
        if urlsplit(self.path).path != "/settings.json":
            super().do_GET()
            return
        body = json.dumps(self.settings).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any, **more: Any) -> None:
        """Say nothing: a failing test shows what the page says."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    running = Broker(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def table(broker: Broker) -> Iterator[Table]:
    publishing = Table(broker)
    yield publishing
    publishing.close()


@pytest.fixture
def settings(broker: Broker) -> JsonObject:
    return {"mqtt": f"ws://127.0.0.1:{broker.web_port}/", "hall": "home", "table": "sim"}


@pytest.fixture
def site(settings: JsonObject) -> Iterator[str]:
    handler = type("TableHandler", (Handler,), {"settings": settings})
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(ensure_built())))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()
    thread.join()


class Judge:
    """The parts of the page that the judge has in front of him."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.journal = page.locator("#journal-lines li")
        self.alerts = page.locator("#alerts .alert")
        self.centre = page.locator("#felt .centre")
        self.felt = page.locator("#felt")

    def follows(self, table: Table, state: JsonObject) -> None:
        """Publish a state and wait until it is shown: from then on the page hears the journal as well."""
        table.send("state", state)
        expect(self.page.locator("#hand-line")).to_contain_text(f"no. {state['number']}")


@pytest.fixture
def judge(browser: Browser, site: str) -> Iterator[Judge]:
    """The page, opened on a tablet; a script error or a request to anybody else fails the test."""
    opened = new_page(browser, site, viewport=TABLET, timezone_id="UTC")
    opened.set_default_timeout(20_000)
    errors: list[str] = []
    asked: set[str] = set()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on(
        "console", lambda message: errors.append(message.text) if "Content Security" in message.text else None
    )
    opened.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    opened.goto(site)
    yield Judge(opened)
    opened.close()
    assert errors == []
    assert asked == {urlsplit(site).netloc}
