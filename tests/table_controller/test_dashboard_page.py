"""The judge's page in a real browser, on a real broker: what is published is what is shown, live or not."""

from __future__ import annotations

import copy
import functools
import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from table_controller.dashboard_build import ensure_built

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

pytestmark = [
    pytest.mark.skipif(not Path(MOSQUITTO).exists(), reason="mosquitto is not installed"),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="chromium is not installed"),
]

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
        "shown": None,
    } | more


def sample_state() -> JsonObject:
    """South 2 in full: a riichi, four kinds of meld, called tiles, a finding and the hand before."""
    return {
        "schema": 1,
        "table": "sim",
        "number": 204,
        "at_ms": 812_345,
        "phase": "playing",
        "ruleset": "tenhou",
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
                }
            ],
            "changes": [0, 9300, -8300, -1000],
            "scores": [23_900, 31_700, 18_400, 26_000],
        },
        "findings": [
            {
                "rule": "late_call",
                "section": "3.3.7",
                "seat": 0,
                "text": "Pon was called 3.4 s after the discard; South had already drawn.",
            }
        ],
    }


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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker:
    """A Mosquitto on free ports that a test can stop and start again; nothing outlives a stop."""

    def __init__(self, folder: Path) -> None:
        self.port, self.web_port = free_port(), free_port()
        self._configuration = folder / "mosquitto.conf"
        self._configuration.write_text(
            f"listener {self.port} 127.0.0.1\nlistener {self.web_port} 127.0.0.1\nprotocol websockets\n"
            "allow_anonymous true\npersistence false\n",
            encoding="utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._configuration)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Table:
    """What a table's daemon publishes, sent by hand."""

    def __init__(self, broker: Broker, name: str = "sim") -> None:
        self._base = f"jantaku/1/home/{name}"
        self._connected = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda *_: self._connected.set()
        self._client.reconnect_delay_set(1, 1)
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
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


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """The page, opened on a tablet; a script error or a request to anybody else fails the test."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, timezone_id="UTC")
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    errors: list[str] = []
    asked: set[str] = set()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
    opened.on("request", lambda request: asked.add(urlsplit(request.url.removeprefix("blob:")).netloc))
    opened.goto(site)
    yield opened
    context.close()
    assert errors == []
    assert asked == {urlsplit(site).netloc}


def show(page: Page, table: Table, state: JsonObject | None = None) -> None:
    """Publish a state and wait until it is shown: from then on the page follows the journal as well."""
    state = state or sample_state()
    table.send("state", state)
    expect(page.locator("#hand-line")).to_contain_text(f"no. {state['number']}")


def status(page: Page) -> Locator:
    return page.locator("#status")


def journal_lines(page: Page) -> Locator:
    return page.locator("#journal-lines li")


def test_state_is_shown_in_full(page: Page, table: Table) -> None:
    show(page, table)
    table.status("ready", "All sources are seen.")
    expect(status(page)).to_contain_text("Ready")
    expect(status(page)).to_have_class("status live")
    centre = page.locator(".centre")
    expect(centre).to_contain_text("South 2")
    expect(centre).to_contain_text("23 tiles left")
    expect(page.get_by_label("1 honba, 2 riichi bets")).to_be_visible()
    expect(page.get_by_label("Dora indicators: 5 pin, East")).to_be_visible()
    dealer = page.get_by_role("group", name="East Fujita: 31,700 points, dealer")
    expect(dealer).to_be_visible()
    expect(page.get_by_role("group", name="West Ito: 26,000 points, to act")).to_be_visible()
    riichi = page.get_by_role("group", name="South Kobayashi: 17,400 points, riichi")
    expect(riichi.locator(".discard")).to_have_count(12)
    expect(riichi.locator(".discard.sideways")).to_have_attribute("href", "#tile-5s")
    expect(riichi.locator(".discard.called")).to_have_attribute("href", "#tile-7z")
    expect(page.get_by_label("7 pin", exact=False).first).to_be_visible()
    expect(riichi.get_by_label("South: 13 concealed tiles").locator("use")).to_have_count(13)
    expect(page.locator("[data-seat='2'] .badge")).to_have_text("RIICHI")
    expect(page.locator(".centre .riichi-stick")).to_have_count(2)
    result = page.locator("#result")
    expect(result).to_contain_text("South Fujita wins by ron from West Kobayashi")
    expect(result).to_contain_text("8,000 points · 5 han 30 fu")
    expect(result.locator(".yaku li")).to_have_text(["Riichi1", "Ippatsu1", "Pinfu1", "Dora1", "Ura dora1"])
    expect(result.get_by_role("row", name="West Kobayashi \N{MINUS SIGN}8,300 18,400")).to_be_visible()
    expect(page.locator("#findings")).to_contain_text("Late call · North Aoyama")
    expect(page.locator("#findings")).to_contain_text("3.3.7")


def test_the_claimed_tile_lies_sideways_where_it_came_from(page: Page, table: Table) -> None:
    show(page, table)
    # Seat 0's pon came from across: the middle tile is turned.
    pon = page.get_by_label("North, pon: chun, chun, chun").locator("use")
    expect(pon).to_have_count(3)
    turned = [pon.nth(place).get_attribute("transform") is not None for place in range(3)]
    assert turned == [False, True, False]
    # Seat 1's chi came from the player before: the left tile is turned, and it is the claimed one.
    chi = page.get_by_label("East, chi: 3 sou, 4 sou, red 5 sou").locator("use")
    assert [chi.nth(place).get_attribute("href") for place in range(3)] == [
        "#tile-4s",
        "#tile-3s",
        "#tile-0s",
    ]
    assert chi.nth(0).get_attribute("transform") is not None
    ankan = page.get_by_label("West, ankan: 5 man, 5 man, red 5 man, 5 man").locator("use")
    assert [ankan.nth(place).get_attribute("href") for place in range(4)] == [
        "#tile-back",
        "#tile-0m",
        "#tile-5m",
        "#tile-back",
    ]


def test_nothing_overlaps_and_nothing_leaves_the_felt(page: Page, table: Table) -> None:
    show(page, table)
    expect(page.locator(".discard")).to_have_count(46)
    overlaps = page.evaluate(
        """() => {
            const felt = document.querySelector('svg.felt').getBoundingClientRect();
            const drawn = '.pond use, .hand use, .meld use, .centre-body, .card-body';
            const boxes = [...document.querySelectorAll(drawn)].map(tile => tile.getBoundingClientRect());
            const wrong = [];
            boxes.forEach((a, i) => {
                if (a.left < felt.left || a.right > felt.right || a.top < felt.top || a.bottom > felt.bottom)
                    wrong.push(`outside ${i}`);
                boxes.slice(i + 1).forEach((b, j) => {
                    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (wide > 1 && high > 1) wrong.push(`${i} on ${i + 1 + j}`);
                });
            });
            return wrong;
        }"""
    )
    assert overlaps == []


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800), (768, 1024)])
def test_a_tablet_shows_the_page_without_scrolling_sideways(
    page: Page, table: Table, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    show(page, table)
    table.status("ready")
    expect(status(page)).to_have_class("status live")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    felt = page.locator("svg.felt").bounding_box()
    assert felt is not None
    tile = page.locator("[data-seat='0'] .discard").first.bounding_box()
    assert tile is not None
    assert tile["width"] >= 28, "a tile narrower than this cannot be read at arm's length"
    assert felt["y"] + felt["height"] <= height


def test_a_new_discard_is_marked_and_opened_hands_are_shown(page: Page, table: Table) -> None:
    state = sample_state()
    show(page, table, state)
    expect(page.locator(".latest")).to_have_count(0)
    state = copy.deepcopy(state) | {"number": 205}
    state["seats"][3]["pond"] += pond("0p")
    show(page, table, state)
    expect(page.locator(".latest")).to_have_attribute("href", "#tile-0p")
    hand = ["2p", "3p", "4p", "5p", "6p", "7p", "2s", "3s", "4s", "8s", "8s", "6m", "7m"]
    state = copy.deepcopy(state) | {"number": 206, "ura": ["9m"], "phase": "closing"}
    state["seats"][2]["shown"] = hand
    show(page, table, state)
    opened = page.get_by_label("South: Opened hand: 2 pin", exact=False)
    expect(opened.locator("use")).to_have_count(13)
    expect(opened.locator("use").nth(3)).to_have_attribute("href", "#tile-5p")
    expect(page.get_by_label("Ura dora indicators: 9 man")).to_be_visible()
    expect(page.locator(".centre")).to_contain_text("Closing")


def test_journal_is_newest_first_and_names_what_is_missing(page: Page, table: Table) -> None:
    show(page, table)
    expect(journal_lines(page)).to_have_text(
        ["Nos. 1\N{EN DASH}204, 204 entries, came before; see the table's journal"]
    )
    table.event(205, "South discards 5p")
    table.event(205, "South discards 5p")
    table.event(208, "East wins by ron", kind="FoulFound")
    expect(journal_lines(page)).to_have_count(4)
    lines = journal_lines(page).all_inner_texts()
    assert "208" in lines[0]
    assert "East wins by ron" in lines[0]
    assert lines[1] == "Nos. 206\N{EN DASH}207, 2 entries, not received"
    assert "South discards" in lines[2]
    expect(journal_lines(page).nth(2).get_by_label("5 pin")).to_be_visible()
    expect(journal_lines(page).nth(2)).to_contain_text("12:00:25")
    expect(journal_lines(page).nth(0)).to_have_class("entry foul")
    table.event(206, "West draws")
    expect(journal_lines(page).nth(1)).to_have_text("No. 207 not received")
    ahead = sample_state() | {"number": 210}
    show(page, table, ahead)
    expect(journal_lines(page).first).to_have_text("Nos. 209\N{EN DASH}210, 2 entries, not received yet")


def test_a_journal_that_begins_again_is_not_mixed_with_the_old(page: Page, table: Table) -> None:
    show(page, table)
    table.event(205, "South discards 5p")
    expect(journal_lines(page).first).to_contain_text("South discards")
    table.event(1, "The hanchan begins", second=59)
    expect(journal_lines(page)).to_have_count(1)
    expect(journal_lines(page).first).to_contain_text("The hanchan begins")


def test_alerts_stand_until_resolved(page: Page, table: Table) -> None:
    def alert(name: str, severity: str, text: str) -> JsonObject:
        return {"id": name, "severity": severity, "text": text, "advice": f"About {name}.", "at_ms": 61_000}

    table.send("alert/1", alert("1", "warning", "The camera's picture is dark"))
    table.send("alert/2", alert("2", "error", "Lift 3 did not reach its switch"))
    shown = page.locator("#alerts .alert")
    expect(shown).to_have_count(2)
    expect(shown.nth(0)).to_contain_text("Lift 3 did not reach its switch")
    expect(shown.nth(0)).to_contain_text("About 2.")
    expect(shown.nth(0)).to_contain_text("0:01:01")
    table.send("alert/2", None)
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("The camera's picture is dark")


def test_a_lost_table_is_unmistakable(page: Page, table: Table) -> None:
    show(page, table)
    table.status("ready")
    expect(page.locator("#felt")).not_to_have_class("stale")
    table.status("lost", "The connection broke.")
    expect(status(page)).to_contain_text("Table lost")
    expect(status(page)).to_have_class("status lost")
    expect(status(page)).to_contain_text("The picture is from")
    expect(page.locator("#felt")).to_have_class("stale")
    stamp = page.evaluate("getComputedStyle(document.querySelector('#felt'), '::after').content")
    assert "Table lost" in stamp
    table.status("ready")
    expect(status(page)).to_have_class("status live")
    expect(page.locator("#felt")).not_to_have_class("stale")


def test_broker_lost_and_found_again(page: Page, table: Table, broker: Broker) -> None:
    show(page, table)
    table.status("ready")
    table.send("alert/1", {"id": "1", "severity": "info", "text": "Old", "advice": "", "at_ms": 0})
    table.event(205, "South discards 5p")
    expect(journal_lines(page).first).to_contain_text("South discards")
    table.forget_connection()
    broker.stop()
    expect(status(page)).to_contain_text("Broker lost")
    expect(status(page)).to_contain_text("Reconnecting")
    expect(status(page)).to_have_class("status lost")
    expect(page.locator("#felt")).to_have_class("stale")
    expect(page.locator(".centre")).to_contain_text("South 2")
    broker.start()
    # The broker is back but knows nothing yet: the old picture must not be called live, nor the old alert.
    expect(status(page)).to_contain_text("Waiting for the table")
    expect(page.locator("#felt")).to_have_class("stale")
    expect(page.locator("#alerts .alert")).to_have_count(0)
    table.wait()
    table.send("state", sample_state() | {"number": 207, "hand": "S3"})
    table.event(207, "West draws")
    table.status("ready")
    expect(status(page)).to_have_class("status live")
    expect(page.locator(".centre")).to_contain_text("South 3")
    expect(journal_lines(page).nth(1)).to_have_text("No. 206 not received")
    expect(journal_lines(page).nth(2)).to_contain_text("South discards")


def test_what_cannot_be_read_is_said(page: Page, table: Table) -> None:
    show(page, table)
    expect(page.locator(".centre")).to_contain_text("South 2")
    table.send("state", sample_state() | {"schema": 2, "hand": "S3"})
    alert = page.locator("#alerts .alert")
    expect(alert).to_contain_text("state: schema is 2; this page reads schema 1")
    expect(page.locator(".centre")).to_contain_text("South 2")
    broken = sample_state()
    broken["seats"][1]["pond"][0]["tile"] = "8z"
    table.send("state", broken)
    expect(alert).to_contain_text("state: seats[1].pond[0].tile is not a tile")
    table.send("state", sample_state())
    expect(alert).to_have_count(0)


def test_the_view_turns_with_the_judge(page: Page, table: Table) -> None:
    show(page, table)
    bottom = page.locator("[data-seat='0'] .hand")
    before = bottom.bounding_box()
    assert before is not None
    page.get_by_role("button", name="Turn view").click()
    expect(page.locator("[data-seat='1'] > g").first).to_have_attribute("transform", "rotate(0 500 500)")
    after = page.locator("[data-seat='1'] .hand").bounding_box()
    assert after is not None
    assert abs(after["y"] + after["height"] - before["y"] - before["height"]) < 1
    page.keyboard.press("v")
    expect(page.locator("[data-seat='2'] > g").first).to_have_attribute("transform", "rotate(0 500 500)")


class TestHall:
    """Several tables in the settings: a list to choose from."""

    @pytest.fixture
    def settings(self, broker: Broker) -> JsonObject:
        tables = ["sim", {"table": "b2", "name": "Table B2"}]
        return {"mqtt": f"ws://127.0.0.1:{broker.web_port}/", "hall": "home", "tables": tables}

    def test_choose_a_table_and_come_back(self, page: Page, table: Table, broker: Broker) -> None:
        other = Table(broker, "b2")
        other.send("state", sample_state() | {"table": "b2", "hand": "E3", "number": 12})
        other.status("lost")
        table.send("state", sample_state())
        table.status("ready")
        links = page.locator("#hall-tables a")
        expect(links).to_have_count(2)
        expect(links.nth(0)).to_contain_text("South 2, 1 honba")
        expect(links.nth(0)).to_contain_text("Ready")
        expect(links.nth(0)).to_contain_text("1 finding")
        expect(links.nth(1)).to_contain_text("Table B2")
        expect(links.nth(1)).to_contain_text("Table lost")
        links.nth(1).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".centre")).to_contain_text("East 3")
        expect(status(page)).to_contain_text("Table lost")
        table.event(205, "This is another table's")
        other.event(13, "West draws")
        expect(journal_lines(page).first).to_contain_text("West draws")
        expect(page.locator("#journal")).not_to_contain_text("another table's")
        page.get_by_role("link", name="Tables").click()
        expect(links).to_have_count(2)
        other.close()
