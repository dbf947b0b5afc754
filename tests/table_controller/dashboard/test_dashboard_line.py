"""The worker that holds the line to the broker: a burst, a worker that dies, one that cannot be loaded."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, cast

from playwright.sync_api import Browser, Page, Route, expect

from bench.page.browser import TABLET
from tests.browser_stage import new_page
from tests.table_controller.dashboard.conftest import JsonObject, Judge, Table, card, entry

BURST: Final = 2_000
PORTION: Final = 100
TABLES: Final = 100
LISTENS: Final = """() => {
  window.posts = [];
  window.frames = 0;
  const count = () => { window.frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  window.Worker = class extends Worker {
    constructor(...named) {
      super(...named);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "news") {
          const heard = data.news.filter((one) => one.kind === "message").map(({ topic, payload }) => [topic, payload]);
          window.posts.push({ frame: window.frames, count: data.news.length, heard });
        }
      });
    }
  };
}"""
"""Record everything that the worker posts, with the frame before it."""
HAS_HEARD: Final = (
    "text => window.posts.some((post) => post.heard.some(([, payload]) => payload.includes(text)))"
)
FAULTY: Final = """() => {
  window.faults = 0;
  window.addEventListener("error", () => { window.faults += 1; });
  window.Worker = class extends Worker {
    constructor(...named) {
      super(...named);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "news") {
          data.news.unshift({ kind: "message", topic: null, payload: "", kept: false });
        }
      });
    }
  };
}"""
"""Insert something on which the page fails before each post."""
SCROLLS: Final = """async () => {
  window.cards = new Set();
  const note = () => document.querySelectorAll(".hall-card").forEach((card) => window.cards.add(card));
  note();
  new MutationObserver(note).observe(document.querySelector("#hall-tables"), { childList: true });
  const box = document.querySelector("#hall-cards");
  const painted = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
  const seen = new Set();
  for (let top = -1; box.scrollTop > top; ) {
    top = box.scrollTop;
    [...document.querySelectorAll(".hall-card")]
      .sort((one, other) => one.getAttribute("aria-posinset") - other.getAttribute("aria-posinset"))
      .forEach((card) => seen.add(card.querySelector("b").textContent));
    box.scrollTop += box.clientHeight / 2;
    await painted();
  }
  return [...seen];
}"""
"""Scrolls to the end and returns the names of the cards as they come; notes the elements in which they were shown."""
FAILS: Final = "setTimeout(() => { throw new Error('out of memory'); })"


@contextmanager
def page_of(browser: Browser, site: str, script: str = "") -> Iterator[Page]:
    opened = new_page(browser, site, viewport=TABLET, timezone_id="UTC")
    if script:
        opened.add_init_script(f"({script})()")
    yield opened
    opened.close()


def test_a_burst_arrives_whole_and_in_order_with_frames_between(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    with page_of(browser, site, LISTENS) as page:
        page.goto(site)
        judge = Judge(page)
        judge.follows(table, state)
        numbers = range(state["number"] + 1, state["number"] + 1 + BURST)
        table.pour((("sim/event", entry(number, f"Entry {number}")) for number in numbers), retain=False)
        expect(judge.journal.first).to_contain_text(f"Entry {numbers[-1]}")
        expect(page.locator("#journal-lines")).not_to_contain_text("did not reach this page")
        posts = cast("list[JsonObject]", page.evaluate("window.posts"))
    heard = [
        json.loads(payload) for post in posts for topic, payload in post["heard"] if topic.endswith("/event")
    ]
    assert [each["number"] for each in heard] == list(numbers)
    in_frames = Counter[int]()
    for post in posts:
        in_frames[post["frame"]] += post["count"]
    assert max(in_frames.values()) <= PORTION
    assert len(in_frames) >= BURST / PORTION


def test_what_the_page_fails_at_holds_up_nothing_else(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    with page_of(browser, site, FAULTY) as page:
        page.goto(site)
        judge = Judge(page)
        judge.follows(table, state)
        number = state["number"] + 1
        table.pour([("sim/event", entry(number, f"Entry {number}"))], retain=False)
        expect(judge.journal.first).to_contain_text(f"Entry {number}")
        assert page.evaluate("window.faults") > 1


def test_of_each_table_of_a_hall_the_newest_card_is_shown(
    browser: Browser, site: str, table: Table, settings: JsonObject
) -> None:
    del settings["table"]
    rounds = BURST // TABLES
    with page_of(browser, site, LISTENS) as page:
        page.goto(f"{site}#tables")
        expect(page.locator("#status")).to_contain_text("Connected")
        cards = [
            (f"t{number:03}/telemetry/card", card(names=[f"Round {turn}", "", "", ""]))
            for turn in range(rounds)
            for number in range(TABLES)
        ]
        table.pour(cards, retain=True)
        expect(page.locator("#hall-needed")).to_contain_text(f"{TABLES} tables")
        for name in ("t000", "t005"):
            expect(page.locator(f"[data-key='home/{name}'] .players")).to_have_text(f"Round {rounds - 1}")
        page.locator("#hall-cards").evaluate("box => { box.scrollTop = box.scrollHeight; }")
        last = page.locator(f"[data-key='home/t{TABLES - 1:03}'] .players")
        expect(last).to_have_text(f"Round {rounds - 1}")
        posts = cast("list[JsonObject]", page.evaluate("window.posts"))
    newest: dict[str, int] = {}
    for topic, payload in (each for post in posts for each in post["heard"]):
        turn = int(json.loads(payload)["names"][0].removeprefix("Round "))
        assert turn > newest.get(topic, -1)
        newest[topic] = turn
    assert len(newest) == TABLES
    assert set(newest.values()) == {rounds - 1}
    assert max(post["count"] for post in posts) <= PORTION


def test_scrolling_through_a_hall_uses_the_same_elements(
    browser: Browser, site: str, table: Table, settings: JsonObject
) -> None:
    """Every table comes into view while scrolling; once the hall is still, the elements are in visual order."""
    del settings["table"]
    with page_of(browser, site) as page:
        page.goto(f"{site}#tables")
        expect(page.locator("#status")).to_contain_text("Connected")
        table.pour(((f"t{number:03}/telemetry/card", card()) for number in range(TABLES)), retain=True)
        expect(page.locator("#hall-needed")).to_contain_text(f"{TABLES} tables")
        expect(page.locator("[data-key='home/t000']")).to_be_visible()
        seen = page.evaluate(SCROLLS)
        assert seen == [f"t{number:03}" for number in range(TABLES)]
        page.wait_for_function(
            """() => {
              const keys = [...document.querySelectorAll(".hall-card")].map((card) => card.dataset.key);
              const places = [...document.querySelectorAll(".hall-card")].map((card) => card.getAttribute("aria-posinset") - 0);
              return keys.at(-1) === "home/t099" && places.every((place, at) => at === 0 || place === places[at - 1] + 1);
            }"""
        )
        assert page.evaluate("window.cards.size") < TABLES / 2


def test_a_worker_that_fails_is_replaced_and_the_page_says_so(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    with page_of(browser, site) as page:
        page.goto(site)
        judge = Judge(page)
        table.status("ready")
        judge.follows(table, state)
        expect(judge.status).to_contain_text("Ready")
        page.workers[0].evaluate(FAILS)
        expect(judge.status).to_contain_text("Broker lost")
        expect(judge.status).to_contain_text("The part of this page that talks to the broker stopped")
        expect(judge.status).to_contain_text("out of memory")
        expect(judge.status).to_contain_text("Ready")
        table.event(205, "South discards 5p")
        expect(judge.journal.first).to_contain_text("South discards")
        assert len(page.workers) == 1


def test_a_worker_that_dies_without_a_word_is_missed(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    """The broker has kept that period's messages for the next worker."""
    with page_of(browser, site) as page:
        page.clock.install()
        page.goto(site)
        judge = Judge(page)
        table.status("ready")
        judge.follows(table, state)
        expect(judge.status).to_contain_text("Ready")
        with page.workers[0].expect_event("close"):
            page.workers[0].evaluate("self.close()")
        table.event(205, "South discards 5p")
        page.clock.run_for(15_000)
        expect(judge.status).to_contain_text("stopped, and is started again")
        page.clock.run_for(1_000)
        expect(judge.status).to_contain_text("Ready")
        table.event(206, "West draws")
        expect(judge.journal.first).to_contain_text("West draws")
        expect(judge.journal.nth(1)).to_contain_text("South discards")
        page.context.close()  # its clock stands still


def test_a_worker_that_cannot_be_loaded_is_asked_for_again(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    asked: list[str] = []

    def lost(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= 2:
            route.abort()
        else:
            route.continue_()

    with page_of(browser, site) as page:
        page.route("**/broker.js", lost)
        table.status("ready")
        table.send("state", state)
        page.goto(site)
        expect(page.locator("#status")).to_contain_text("No broker")
        expect(page.locator("#status")).to_contain_text("stopped, and is started again")
        expect(page.locator("#status")).to_contain_text("Ready")
        assert len(asked) == 3


def test_a_page_that_goes_into_the_background_works_through_all_without_frames(
    browser: Browser, site: str, table: Table, state: JsonObject
) -> None:
    """A browser draws no frames for it, but it must still ring."""
    last = state["number"] + 5 * PORTION
    with page_of(browser, site, LISTENS) as page:
        page.goto(site)
        Judge(page).follows(table, state)
        page.evaluate("window.requestAnimationFrame = () => 0")
        numbers = range(state["number"] + 1, last + 1)
        table.pour((("sim/event", entry(number, f"Entry {number}")) for number in numbers), retain=False)
        page.wait_for_function("window.posts.at(-1).heard.length > 0", polling=50)
        assert not page.evaluate(HAS_HEARD, f"Entry {last}")
        page.evaluate(
            """() => {
              Object.defineProperty(document, "hidden", { get: () => true });
              document.dispatchEvent(new Event("visibilitychange"));
            }"""
        )
        page.wait_for_function(HAS_HEARD, arg=f"Entry {last}", polling=50)
