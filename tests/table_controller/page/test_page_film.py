"""The film of a finding before the judge: beside the rulings, playing at once at the table's speed, by pictures, saved."""

import re
from pathlib import Path
from typing import cast

import cv2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from table_controller.web.web import DashboardServer
from tests.hall.judge.films_stage import taken_ms
from tests.hall.judge.hall_stage import Table
from tests.table_controller.page.page_film_stage import ACT_MS, PICTURES, filmed_foul
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens

LAST_MS = 200
"""The time for which the last picture is shown before the film starts again."""


def is_at(page: Page, number: int) -> None:
    """The film shows this picture, counted from 1."""
    expect(page.locator("img.film")).to_have_attribute("alt", f"Picture {number} / {PICTURES}")


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None
    return cast("dict[str, float]", found)


def is_in_sight(page: Page, *parts: str) -> None:
    """Check that all these parts are within the window without scrolling."""
    size = page.viewport_size
    assert size is not None
    for part in parts:
        at = box(page.locator(part).first)
        assert at["y"] >= 0, (part, at)
        assert at["y"] + at["height"] <= size["height"], (part, at)


def test_the_film_stands_beside_the_rulings_and_plays_at_the_speed_of_the_table(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    _, whole = filmed_foul(table, tmp_path / "clips", server.port)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    asked: list[tuple[str, int]] = []
    page.on(
        "response",
        lambda answer: (
            asked.append((answer.request.headers.get("range", ""), answer.status))
            if answer.url.endswith(".avi")
            else None
        ),
    )
    try:
        screens.log_in()
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        page.locator("#findings button").click()
        is_at(page, 1)
        runs(page, 2, 3, 4)  # and nobody pressed anything
        page.get_by_role("button", name="Pause").click()
        assert (
            page.locator("img.film").evaluate("async (it) => { await it.decode(); return it.naturalWidth }")
            > 100
        )
        expect(page.locator(".ruling .would")).to_have_count(11)
        is_in_sight(page, "img.film", ".film-act", ".film-bar", ".ruling.proposed", "#sheet .confirm button")
        film, ruling = box(page.locator("img.film")), box(page.locator(".ruling.proposed"))
        assert film["x"] + film["width"] <= ruling["x"]
        page.clock.resume()
        picture(screens, "film")
        screens.is_well("film")
        page.clock.pause_at(10_000_000)
        assert all(status == 206 for _, status in asked)
        assert max(int(requested.partition("-")[2]) for requested, _ in asked) < len(whole)

        steps(page)
        goes_slower_and_round(page)
    finally:
        page.context.close()  # its clock stands still


def runs(page: Page, *numbers: int, times: int = 1) -> None:
    """Check that each picture follows the one before after their real interval, or a multiple of it, and no sooner."""
    for number in numbers:
        lasts_ms = LAST_MS if number == 1 else taken_ms(number - 1) - taken_ms(number - 2)
        page.clock.run_for(times * lasts_ms - 1)
        is_at(page, (number - 2) % PICTURES + 1)
        page.clock.run_for(1)
        is_at(page, number)


def steps(page: Page) -> None:
    """Step to the act, which is marked on the line, and by single pictures."""
    slider = page.get_by_label("Picture", exact=True)
    forward, back = (page.get_by_role("button", name=f"One picture {way}") for way in ("forward", "back"))
    page.get_by_role("button", name="To the act").click()
    act = 16
    assert taken_ms(act - 1) == ACT_MS
    is_at(page, act)
    mark, line = box(page.locator(".film-act")), box(slider)
    along = (mark["x"] + mark["width"] / 2 - line["x"] - 8) / (line["width"] - 16)
    assert abs(along - (act - 1) / (PICTURES - 1)) < 0.01
    expect(page.locator(".film-time")).to_have_text("+0.00 s")
    back.click()
    is_at(page, act - 1)
    expect(page.locator(".film-time")).to_have_text("\N{MINUS SIGN}0.03 s")
    forward.click()
    forward.click()
    is_at(page, act + 1)
    slider.fill("0")
    is_at(page, 1)


def goes_slower_and_round(page: Page) -> None:
    """Play on from the first picture, where the film stands."""
    slider = page.get_by_label("Picture", exact=True)
    play, pause, half, loop = (
        page.get_by_role("button", name=name) for name in ("Play the film", "Pause", "Half speed", "Loop")
    )
    half.click()
    play.click()
    runs(page, 2, 3, times=2)
    pause.click()
    half.click()
    loop.click()
    slider.fill(str(PICTURES - 2))
    play.click()
    runs(page, PICTURES, 1, 2)
    loop.click()
    pause.click()
    slider.fill(str(PICTURES - 2))
    play.click()
    runs(page, PICTURES)
    page.clock.run_for(LAST_MS)
    expect(play).to_be_visible()
    is_at(page, PICTURES)
    play.click()
    is_at(page, 1)
    runs(page, 2)


def test_the_film_is_saved_as_mp4_and_without_an_encoder_as_it_is(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, whole = filmed_foul(table, tmp_path / "clips", server.port)
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    findings, player = page.locator("#findings button"), page.locator(".player-of-film")
    as_mp4, as_avi = (page.get_by_role("button", name=f"Save as {kind}") for kind in ("MP4", "AVI"))

    def saved(button: Locator) -> Path:
        with page.expect_download() as download:
            button.click()
        return Path(download.value.path())

    screens.log_in()
    findings.click()
    with page.expect_download() as download:
        as_mp4.click()
    assert download.value.suggested_filename == f"jantaku-7-{number}.mp4"
    decoded = cv2.VideoCapture(str(download.value.path()))
    assert int(decoded.get(cv2.CAP_PROP_FRAME_COUNT)) == PICTURES
    good, first = decoded.read()
    decoded.release()
    assert good
    assert min(first.shape[:2]) > 100
    assert first[..., 1].mean() > first[..., 2].mean() + 20  # green felt
    monkeypatch.setenv("PATH", str(tmp_path))
    as_mp4.click()
    expect(player).to_contain_text("The table could not make an MP4.")
    assert saved(as_avi).read_bytes() == whole
    screens.closes()
    findings.click()
    expect(player).to_contain_text("the program ffmpeg is not installed there")
    assert saved(as_avi).read_bytes() == whole
    screens.is_well("film without an encoder")
    picture(screens, "film-phone")


def test_the_film_of_an_entry_plays_in_the_past_and_fills_the_screen(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    number, _ = filmed_foul(table, tmp_path / "clips", server.port)
    screens = Screens(browser, server, SIZES[1], "ja-JP")
    page = screens.page
    shown = page.locator("img.film")
    screens.log_in()
    page.locator("[data-step=entry][data-way=back]").click()
    expect(page.locator("#felt")).to_have_class("past")
    page.locator("#findings button").click()
    expect(shown).to_have_attribute("alt", re.compile(r"画像 (?!1 )"))
    screens.closes()
    page.locator(f"button.number[data-entry='{number}']").click()
    expect(page.locator("#sheet .command")).to_have_count(4)
    expect(shown).to_have_attribute("alt", re.compile(r"画像 (?!1 )"))
    is_in_sight(page, "img.film", ".film-bar", "#sheet .command")
    screens.is_well("entry with its film")
    picture(screens, "film-entry")
    fills = page.get_by_role("button", name="全画面")
    fills.click()
    page.wait_for_function("document.fullscreenElement?.className === 'player-of-film whole'")
    is_in_sight(page, "img.film", ".film-bar")
    picture(screens, "film-whole")
    fills.click()
    page.wait_for_function("document.fullscreenElement === null")
    expect(page.locator(".player-of-film.whole")).to_have_count(0)
