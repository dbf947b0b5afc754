"""The timetable of rounds in a real hall: it begins sessions by itself, even after a kill, and pages show and sound
it."""

import time
from datetime import datetime

import pytest
from playwright.sync_api import Browser, expect

from hall.tournaments.book.entries import PlannedRound, TimetableSet
from tests.hall.judge.hall_stage import Table, until
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import entered, seated
from tests.hall.tournaments.pages_stage import HallPage, comes, hall
from tests.hall.tournaments.session_clock_stage import equipped, outcomes_of, tables
from tests.hall.tournaments.whole_tournament_stage import Desk
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall", "tables"]


def planned(*seconds: int) -> TimetableSet:
    """Plan the first sessions this many seconds from now."""
    rounds = []
    for session, after_s in enumerate(seconds, 1):
        at_s = int(time.time()) + after_s
        day = datetime.fromtimestamp(at_s).astimezone().date().isoformat()
        rounds.append(PlannedRound(session, day, at_s))
    return TimetableSet(rounds=tuple(rounds))


def sessions(desk: Desk) -> list[dict[str, object]]:
    found: list[dict[str, object]] = desk.whole()["sessions"]
    return found


def test_a_session_begins_by_itself_after_a_kill_and_tables_hear_it_when_an_organiser_is_there(
    hall: Hall, tables: list[Table]
) -> None:
    desk = equipped(hall, "planned")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    timetable = planned(4, 3600)
    entered(desk, timetable)
    hall.kill()
    hall.start()
    until(lambda: bool(hall.get("vera", desk.path).body["sessions"][0]["begun"]), "session 1 begins")
    assert all(table.state.desk.signal_awaited for table in tables), "there is no login that could tell them"
    hall.cookie("anna")
    assert sessions(desk)[0]["signal_s"] == timetable.rounds[0].starts_s
    until(lambda: not any(table.state.desk.signal_awaited for table in tables), "tables hear the signal")
    assert [each["login"] for each in hall.get("anna", f"{desk.path}/entries").body][-1] == "timetable"


def test_a_session_without_seats_holds_the_timetable_and_it_goes_on(hall: Hall) -> None:
    desk = seated(hall, "held")
    desk.do("anna", "/sessions/2/drop")
    desk.do("anna", "/sessions/1/drop")
    entered(desk, planned(3))
    until(lambda: desk.whole()["held"] == {"session": 1}, "the timetable is held")
    desk.known = desk.whole()["number"]
    assert desk.ask("anna", "/timetable/hold", {}).body["error"] == "the timetable is held already"
    assert desk.ask("rita", "/timetable/resume", {}).status == 403
    desk.do("anna", "/seats/draw", {"sessions": 1, "seed": 7})
    desk.do("anna", "/timetable/resume", {"minutes": 10})
    (again,) = desk.whole()["timetable"]
    assert (desk.whole()["held"], abs(again["starts_s"] - time.time() - 600) < 60) == (None, True)


SOONER = """minutes => {
    window.rang = false;
    Object.defineProperty(navigator, "vibrate", { value: () => (window.rang = true), configurable: true });
    const now = Date.now.bind(Date);
    setTimeout(() => { Date.now = () => now() + minutes * 60_000; }, 1500);
}"""
"""Some minutes later, once the page has looked at the clock."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_the_organiser_sets_holds_and_resumes_it(
    browser: Browser, hall: HallPage, size: tuple[int, int], locale: str
) -> None:
    desk = seated(hall, "spring")
    anna = comes(browser, hall, "anna", size, locale)
    page = anna.page
    page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/timetable")
    form = anna.enters("set_timetable", starts="10:00")
    expect(form.locator(".fault, .refused").filter(has_text="2026-12-05").first).to_be_visible()
    anna.enters("set_timetable", starts="2036-12-05 10:00\n13:30\n2036-12-06 09:00")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("2036-12-05")
    expect(rows.nth(1)).to_contain_text("13:30")
    expect(rows.nth(1)).to_contain_text("15:00")
    expect(rows.nth(2)).to_contain_text("2036-12-06")
    anna.is_well("timetable")
    anna.enters("hold_timetable")
    expect(page.locator("section > .refused").first).not_to_be_empty()
    anna.is_well("held")
    anna.enters("resume_timetable")
    expect(page.locator("section > .refused").first).to_be_empty()
    expect(rows.nth(0)).to_contain_text("10:00")

    desk.known = desk.whole()["number"]
    entered(desk, planned(400, 7200))
    for address in ("tournaments.html#spring/players", "#hall", "#clock"):
        page.goto("about:blank")
        with page.expect_response(lambda answer: answer.url.endswith(desk.path) and answer.ok):
            page.goto(f"http://127.0.0.1:{hall.port}/{address}")
        if address == "#clock":
            expect(page.locator("#wall-time")).to_contain_text(":")
            expect(page.locator("#wall-said")).to_contain_text("1")
        page.evaluate(SOONER, 3)
        page.wait_for_function("window.rang")
    anna.close()
