"""A walk through every screen of a judge: in Japanese without a Latin word, and with text at twice its size without
losing any."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.web.web import DashboardServer
from tests.hall.judge.at_the_table_stage import shown
from tests.hall.judge.hall_stage import NAMES, Table
from tests.table_controller.page.page_screens_stage import SIZES, Screens
from wording.alerts.texts import Place

SAID = """() => {
  const seen = [];
  const shown = (node) => node.checkVisibility ? node.checkVisibility() : node.getClientRects().length > 0;
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { seen.push(node.data); return; }
    if (node.nodeType !== Node.ELEMENT_NODE || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.tagName)) return;
    if (node.id === "symbols" || node.hidden || !shown(node)) return;
    // Sections of rulebooks are codes, and so is the section in the line below a sheet.
    if (node.classList.contains("section") || node.classList.contains("sections")) return;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) seen.push(node.getAttribute(name) ?? "");
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return seen.filter((text) => /[A-Za-zÀ-ÿ]{2}/.test(text));
}"""
BOOKS = {"cf", "WRC", "MJ", "SAI", "TAB", "REF", "TEN"}
CODES = BOOKS | {
    "Jantaku",
    "EN",
    "home",
    "tenhou",
    "referee",
    "UTC",
    "ms",
    "px",
    "mm",
    "ppm",
    "judge",
    "test",
    "QR",
    "OBS",
    "localhost",
    "players_page",
}
"""Rulebooks; names of the product, the hall, a ruleset, a login, a program, an address, a setting; units; sources."""
CLIPPED = """() => {
  const lost = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) {
    const wide = [...document.querySelectorAll('body *')].filter(box => box.getBoundingClientRect().right > innerWidth + 1);
    const names = wide.map(box => `${box.tagName}.${box.getAttribute('class') ?? ''}#${box.id} ${box.textContent.slice(0, 30)}`);
    lost.push(`the page is ${root.scrollWidth - innerWidth} px too wide: ${names.slice(0, 6).join(' | ')}`);
  }
  for (const each of document.querySelectorAll("body *")) {
    if (each.closest("svg, [hidden], select") || !each.checkVisibility()) continue;
    const own = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (!own) continue;
    const box = each.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;  // for screen readers only
    const style = getComputedStyle(each);
    const hides = /hidden|clip/.test(style.overflowX + style.overflowY);
    if (hides && (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 2)) {
      lost.push("cut off: " + each.outerHTML.slice(0, 160));
    }
    const range = document.createRange();
    range.selectNodeContents(each);
    const text = range.getBoundingClientRect();
    if (text.width > box.width + 3 && style.overflowX === "visible" && style.display !== "inline") {
      lost.push("wider than its box: " + each.outerHTML.slice(0, 160));
    }
    // Whatever clips it above must be able to scroll.
    for (let at = each.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const clip = getComputedStyle(at);
      const outer = at.getBoundingClientRect();
      if (/hidden|clip/.test(clip.overflowX) && (box.right > outer.right + 2 || box.left < outer.left - 2)) lost.push("beyond " + at.id + "." + at.className + ": " + each.outerHTML.slice(0, 120));
      if (/hidden|clip/.test(clip.overflowY) && (box.bottom > outer.bottom + 2 || box.top < outer.top - 2)) lost.push("below " + at.id + "." + at.className + ": " + each.outerHTML.slice(0, 120));
      if (/auto|scroll/.test(clip.overflowX + clip.overflowY)) break;
    }
  }
  return [...new Set(lost)];
}"""


def screens_of(screens: Screens) -> Iterator[tuple[str, Page]]:
    """Yield each screen that a referee can reach."""
    page = screens.page
    yield "login", page
    screens.log_in()
    expect(page.locator("#findings button")).to_be_visible()
    yield "table", page
    page.locator("#findings button").click()
    expect(page.locator(".ruling .would").first).to_be_visible()
    yield "finding", page
    screens.closes()
    for group in ("player", "tiles", "score", "clock", "machine"):
        page.locator(f"[data-group={group}]").click()
        yield group, page
        names = [each.get_attribute("data-command") for each in page.locator("#sheet [data-command]").all()]
        for name in names:
            page.locator(f"#sheet [data-command={name}]").click()
            expect(page.locator("#sheet .confirm, #sheet .picked").first).to_be_visible()
            page.locator("#sheet details").evaluate_all(
                "(all) => all.forEach((each) => { each.open = true; })"
            )
            yield str(name), page
            page.locator(".sheet-head button").first.click()
        screens.closes()
    page.locator("[data-group=score]").click()
    page.locator("#sheet [data-show=hands]").click()
    expect(page.locator(".hand-card").first).to_be_visible()
    yield "hands", page
    screens.closes()
    page.locator("#journal-lines [data-entry]").first.click()
    expect(page.locator("#sheet .command").first).to_be_visible()
    yield "entry", page
    screens.closes()
    page.locator("#links").click()
    expect(page.locator("#sheet svg").first).to_be_visible()
    yield "codes", page
    screens.closes()
    base = page.url.partition("#")[0]
    for name, address in (
        ("hall", "#tables"),
        ("clock", "#clock"),
        ("machine screen", "#machine&hall=home&table=7"),
    ):
        page.goto(base + address)
        main = {"hall": "#hall-page", "clock": "#clock-page"}.get(name, "#machine-page")
        expect(page.locator(main)).to_be_visible()
        yield name, page


def prepared(table: Table) -> None:
    """An alert, a finding, a hand that is over and opened, a hand's worth of entries."""
    table.begin({"fouls.appeal": "written_next_day"})
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    table.deal()
    table.foul()
    shown(table)


def test_the_japanese_page_has_no_latin_word(browser: Browser, server: DashboardServer, table: Table) -> None:
    object.__setattr__(table.daemon.settings, "language", "ja")
    prepared(table)
    screens = Screens(browser, server, SIZES[1], "ja-JP")
    found: dict[str, set[str]] = {}
    names = {"Ada", "Béla", "Chihiro", "Dan"}
    assert names == set(NAMES)
    walked = set()
    for screen, page in screens_of(screens):
        walked.add(screen)
        for text in page.evaluate(SAID):
            words = set(re.findall(r"[A-Za-zÀ-ÿ_]{2,}", text)) - names - CODES
            if text == "the table is ready":  # sent in English, when the table started
                continue
            if words and not re.fullmatch(r"https?://\S+", text.strip()):
                found.setdefault(screen, set()).add(text[:120])
    assert {screen: sorted(texts) for screen, texts in found.items()} == {}, found
    reads = {name for name, kind in COMMANDS.items() if kind.reads}
    others = {"resolve", *(name for name, kind in COMMANDS.items() if kind.roles == ("head-referee",))}
    # Two taps lead to each form; resolve is a button on the alert itself.
    assert walked & set(COMMANDS) == set(COMMANDS) - reads - others


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", SIZES)
def test_text_at_twice_its_size_loses_nothing(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int]
) -> None:
    """A browser's zoom of 200 % leaves half the width; on a telephone this is 320 px, the minimum of WCAG 1.4.10."""
    prepared(table)
    screens = Screens(browser, server, (max(320, size[0] // 2), size[1] // 2), "en-GB")
    found: dict[str, Any] = {}
    for screen, page in screens_of(screens):
        if lost := page.evaluate(CLIPPED):
            found[screen] = lost[:4]
    assert found == {}
