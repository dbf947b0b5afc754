"""Hall, wall clock and machine in a real browser, with two tables' daemons and a third table that only sends strange
names."""

import json
import struct
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import publish
from playwright.sync_api import Browser, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, password
from tests.table_controller.dashboard.conftest import card
from tests.table_controller.page.conftest import PageBroker, serve
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import CUT_OFF, SIZES, Screens
from wording.alerts.texts import Place

ARABIC = "\u202eمحمد بن عبد الله\u202c"
COUNT_RINGS = """() => {
  window.rings = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.rings += this.frequency.value === 880 ? 1 : 0;
    return start.apply(this, when);
  };
}"""
"""Count the calls that sound: each has one tone of 880 Hz."""
CUT_CARDS = """() => [...document.querySelectorAll(".hall-card")].flatMap((card) => {
  const edge = card.getBoundingClientRect();
  const parts = [...card.querySelectorAll("b, .game, .players, .needed, .star, .going span, .going button")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return parts.flatMap((part, place) => {
    const box = boxes[place];
    const under = boxes.findIndex((other, at) => at > place && part.className !== "star" && !part.contains(parts[at])
      && other.left < box.right - 1 && other.right > box.left + 1 && other.top < box.bottom - 1 && other.bottom > box.top + 1
      && parts[at].className !== "star");
    return [
      part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1 ? "cut" : "",
      box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom ? "outside" : "",
      under < 0 ? "" : `under ${parts[under].outerHTML}`,
    ].filter(Boolean).map((fault) => `${card.dataset.key} ${part.outerHTML}: ${fault}`);
  });
})"""
"""The parts of a card that cannot be read: cut short, beyond its edge, or under another part."""
MARKUP = "<img src=x onerror=document.title='broken'>"


@dataclass
class Hall:
    """The page of table 7 in a hall with another."""

    server: DashboardServer
    mosquitto: PageBroker
    table: Table
    other: Table


@pytest.fixture
def hall(server: DashboardServer, mosquitto: PageBroker, table: Table, other: Table) -> Hall:
    return Hall(server, mosquitto, table, other)


def send(mosquitto: PageBroker, table: str, below: str, payload: Any) -> None:
    publish.single(
        f"jantaku/1/home/{table}/{below}",
        json.dumps(payload),
        qos=1,
        retain=True,
        hostname="127.0.0.1",
        port=mosquitto.port,
        auth={"username": "table", "password": password("table")},
    )


def strange(mosquitto: PageBroker) -> None:
    names = [ARABIC, MARKUP, "x" * 10_000, "雀" * 3_000]
    send(mosquitto, "9", "telemetry/card", card(names=names, points_off=-1000))
    send(mosquitto, "9", "status", {"status": "lost", "text": "the table does not answer"})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_hall_clock_and_machine_are_whole(
    browser: Browser, hall: Hall, size: tuple[int, int], locale: str
) -> None:
    server, other = hall.server, hall.other
    hall.table.begin()
    hall.table.deal()
    hall.table.foul()
    other.do(lambda: other.daemon.health.judge_called(Place.chair(2)))
    strange(hall.mosquitto)
    machine = {
        "phase": "raising",
        "sets": ["lifting", "shuffling"],
        "paused": MARKUP,
        "held": "",
        "camera": {
            "hidden": {"pond/2": "covered"},
            "calibrated_px": 0.41,
            "residual_px": None,
            "moved_mm": 3.2,
        },
    }
    send(hall.mosquitto, "7", "telemetry/machine", machine)
    screens = Screens(browser, server, size, locale)
    at = f"{size[0]}-{locale[:2]}"
    screens.log_in()
    screens.page.locator("#all-tables").click()
    expect(screens.page.locator(".hall-card")).to_have_count(3)
    expect(screens.page.locator(".hall-card").first).to_have_attribute("data-key", "home/8")
    picture(screens, f"hall-{at}")
    screens.is_well("hall")
    screens.page.locator("[data-act=take_call]").first.scroll_into_view_if_needed()
    screens.page.locator(".to-clock").click()
    expect(screens.page.locator("#wall-time")).to_contain_text(":")
    picture(screens, f"clock-{at}")
    screens.is_well("clock")
    screens.page.goto(f"http://127.0.0.1:{server.port}/#machine&hall=home&table=7")
    expect(screens.page.locator(".phase.here")).to_be_visible()
    picture(screens, f"machine-{at}")
    screens.is_well("machine")
    assert "broken" not in screens.page.title()


BEYOND = """(key) => [...document.querySelectorAll(`[data-key='${key}'] :is(b, .game, .needed, .players, bdi)`)].filter((each) => {
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data !== '';
  let box = each;
  while (getComputedStyle(box).display === 'inline') box = box.parentElement;
  const range = document.createRange();
  range.selectNodeContents(each);
  const runsOut = range.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
  return [...each.childNodes].some(isText) && runsOut && getComputedStyle(box).overflowX === 'visible';
}).map((each) => each.outerHTML.slice(0, 160))"""
"""The parts of a card whose text runs out of them."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("off", [0, -1000])
def test_a_card_cuts_off_only_what_may_be_too_long(
    browser: Browser, hall: Hall, size: tuple[int, int], off: int
) -> None:
    """Each clip takes the browser time in every frame."""
    for table, names in (
        ("8", ["Aki", "Botan", "Chidori", "Daichi"]),
        ("9", [ARABIC, MARKUP, "W" * 40, "雀" * 19]),
    ):
        send(hall.mosquitto, table, "telemetry/card", card(names=names, points_off=off))
        send(hall.mosquitto, table, "status", {"status": "ready", "text": ""})
    screens = Screens(browser, hall.server, size, "en-GB")
    screens.log_in()
    screens.page.locator("#all-tables").click()
    expect(screens.page.locator("[data-key='home/9'] .players")).to_contain_text("雀")
    expect(screens.page.locator("[data-key='home/8'] .players")).to_contain_text("Aki")
    for table in ("8", "9"):
        assert screens.page.evaluate(BEYOND, f"home/{table}") == []
    expect(screens.page.locator("[data-key='home/8'] .cut")).to_have_count(0)
    assert screens.page.locator("[data-key='home/9'] .cut").count() > 0
    screens.close()


def test_two_judges_see_who_goes_and_a_call_rings(
    browser: Browser, server: DashboardServer, table: Table, other: Table
) -> None:
    table.deal()
    first, second = (Screens(browser, server, SIZES[1], "en-GB") for _ in range(2))
    try:
        for screens in (first, second):
            screens.page.evaluate(COUNT_RINGS)
            screens.log_in()
            screens.page.locator("#all-tables").click()
            expect(screens.page.locator(".hall-card")).to_have_count(2)
            expect(screens.page.locator("#hall-sound")).to_have_text("Sound is on")
        table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
        mine, theirs = (screens.page.locator("[data-key='home/7']") for screens in (first, second))
        expect(theirs).to_contain_text("Judge called")
        second.page.wait_for_function("window.rings === 1")
        mine.locator("[data-act=take_call]").click()
        expect(theirs).to_contain_text("referee attends")
        expect(first.page.locator(".order.done")).to_contain_text("You go to the table")
        theirs.locator("[data-act=hand_over]").click()
        second.page.locator("#hand-over-to").fill("Bea")
        second.page.locator("#sheet .main").click()
        expect(mine).to_contain_text("Bea attends")
        assert table.state.desk.attendant == "Bea"
        first.page.locator("[data-key='home/7'] a").click()
        expect(first.page.locator("#attendant")).to_contain_text("Bea goes to the table")
    finally:
        first.close()
        second.close()


def test_nobody_goes_by_the_page_where_no_hanchan_has_begun(
    browser: Browser, server: DashboardServer, table: Table, other: Table
) -> None:
    """Such a table has no journal entry to note it in, and would refuse."""
    table.begin()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    screens.page.locator("#all-tables").click()
    begun, empty = (screens.page.locator(f"[data-key='home/{name}']") for name in ("7", "8"))
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    other.do(lambda: other.daemon.health.judge_called(Place.chair(2)))
    expect(empty).to_contain_text("Judge called")
    expect(begun.locator("[data-act=take_call]")).to_be_visible()
    expect(empty.locator("[data-act=take_call]")).to_have_count(0)
    other.begin()
    expect(empty.locator("[data-act=take_call]")).to_be_visible()


def test_the_page_can_be_installed(server: DashboardServer) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/manifest.webmanifest", timeout=20) as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
        manifest = json.load(answer)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/{icon['src']}", timeout=20) as answer:
            head = answer.read()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert "x".join(str(each) for each in struct.unpack(">II", head[16:24])) == icon["sizes"]


def test_search_filter_and_my_tables(
    browser: Browser, server: DashboardServer, mosquitto: PageBroker, table: Table, other: Table
) -> None:
    strange(mosquitto)
    screens = Screens(browser, server, SIZES[0], "en-GB")
    screens.log_in()
    screens.page.locator("#all-tables").click()
    cards = screens.page.locator(".hall-card")
    expect(cards).to_have_count(3)
    screens.page.locator("#hall-search").fill("محمد")
    expect(cards).to_have_count(1)
    screens.page.locator("#hall-search").fill("")
    screens.page.locator("[data-key='home/8'] [data-act=mine]").click()
    screens.page.get_by_role("radio", name="My tables").check()
    expect(cards).to_have_count(1)
    screens.page.reload()
    screens.page.get_by_role("radio", name="My tables").check()
    expect(cards).to_have_attribute("data-key", "home/8")
    screens.page.get_by_role("radio", name="Need a person").check()
    expect(cards).to_have_attribute("data-key", "home/9")


def test_my_tables_are_kept_without_a_login(
    browser: Browser, mosquitto: PageBroker, roles: Path, table: Table, other: Table
) -> None:
    """A viewer has his own tables too: they are kept in the browser, without an order to any table."""
    table.begin()
    other.begin()
    server = serve(mosquitto, roles, table, viewer="viewer")
    screens = Screens(browser, server, SIZES[0], "en-GB")
    try:
        screens.page.goto(f"http://127.0.0.1:{server.port}/#tables")
        cards = screens.page.locator(".hall-card")
        expect(cards).to_have_count(2)
        screens.page.get_by_role("radio", name="My tables").check()
        expect(cards).to_have_count(0)
        screens.page.get_by_role("radio", name="All", exact=True).check()
        star = screens.page.locator("[data-key='home/8'] [data-act=mine]")
        star.click()
        expect(star).to_have_attribute("aria-pressed", "true")
        screens.page.get_by_role("radio", name="My tables").check()
        expect(cards).to_have_count(1)
        screens.page.reload()
        screens.page.get_by_role("radio", name="My tables").check()
        expect(cards).to_have_attribute("data-key", "home/8")
        expect(screens.page.locator("[data-act=take_call]")).to_have_count(0)
        star.click()
        expect(cards).to_have_count(0)
        assert table.commands == other.commands == []
    finally:
        screens.close()
        server.close()


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_cards_are_whole_at_twice_the_text_on_a_phone(browser: Browser, hall: Hall, locale: str) -> None:
    """A phone of 390 px at 200 % has 195 px: everything on a card, and both its buttons, can be read."""
    hall.table.begin()
    hall.table.deal()
    hall.table.foul()
    hall.table.do(lambda: hall.table.daemon.health.judge_called(Place.chair(2)))
    send(hall.mosquitto, "9", "telemetry/card", card(points_off=-1000, attendant="Bea"))
    send(hall.mosquitto, "9", "status", {"status": "ready", "text": ""})
    screens = Screens(browser, hall.server, SIZES[0], locale)
    screens.log_in()
    screens.page.set_viewport_size({"width": SIZES[0][0] // 2, "height": 1600})  # all cards at once
    screens.page.goto(f"http://127.0.0.1:{hall.server.port}/#tables")
    expect(screens.page.locator(".hall-card")).to_have_count(3)
    expect(screens.page.locator("[data-key='home/7'] [data-act=take_call]")).to_be_visible()
    picture(screens, f"hall-195-{locale[:2]}")
    assert screens.page.evaluate(CUT_CARDS) == []
    assert screens.page.evaluate(CUT_OFF) == []


def test_the_hall_says_how_old_it_is_when_the_line_is_cut(
    browser: Browser, server: DashboardServer, mosquitto: PageBroker, table: Table
) -> None:
    table.begin()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    screens.page.goto(f"http://127.0.0.1:{server.port}/#clock")
    expect(screens.page.locator("#wall-age")).to_have_text("Live")
    mosquitto.stop()
    expect(screens.page.locator("#wall-age")).to_contain_text("Not connected: as it was at")
    screens.page.goto(f"http://127.0.0.1:{server.port}/#tables")
    expect(screens.page.locator("#hall-cards")).to_have_class("stale")
    expect(screens.page.locator("#status")).to_contain_text("Broker lost")
    mosquitto.start()
    expect(screens.page.locator("#hall-cards")).not_to_have_class("stale")
    expect(screens.page.locator(".hall-card.live")).to_have_count(1)


def test_only_the_stop_of_the_machine_is_given_unrehearsed(
    browser: Browser, server: DashboardServer, mosquitto: PageBroker, table: Table
) -> None:
    """Each of the other orders may make the machine move."""
    table.begin()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    sheet = page.locator("#sheet")
    screens.log_in("technician")
    page.goto(f"http://127.0.0.1:{server.port}/#machine&hall=home&table=7")
    for name in ("retry", "reset", "pause"):
        page.locator(f"[data-machine={name}]").click()
        expect(sheet.locator(".would")).to_be_visible()
        screens.closes()
    assert table.machine.commands == []
    page.locator("[data-machine=retry]").click()
    expect(sheet.locator("button.main")).to_be_enabled()
    sheet.locator("button.main").click()
    expect(page.locator(".order.done")).to_contain_text("Told the machine: try again")
    page.locator("[data-machine=stopMachine]").click()
    expect(page.locator(".order.done")).to_contain_text("Told the machine: stop")
    assert [each.do for each in table.machine.commands] == ["retry", "stop"]
    mosquitto.stop()
    expect(page.locator("[data-machine=retry]")).to_be_disabled()
    expect(page.locator("[data-machine=stopMachine]")).to_be_enabled()
