"""A session on the pages of a hall, in a real browser: arrivals, the clock, and who sits where."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from referee.game.observations import HanchanClosed
from tests.hall.judge.hall_stage import Table, until
from tests.hall.tournaments.held_session import begun_before, seated
from tests.hall.tournaments.pages_stage import HallPage, Person, comes, hall
from tests.hall.tournaments.whole_tournament_stage import Desk
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall"]


@pytest.fixture(params=["en-GB", "ja-JP"])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def at_session(browser: Browser, hall: HallPage, who: str, locale: str) -> Person:
    person = comes(browser, hall, who, SIZES[0], locale)
    person.page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/session-1")
    return person


@pytest.fixture
def rita(browser: Browser, hall: HallPage, locale: str) -> Iterator[tuple[Person, Desk]]:
    """A referee at the first session of a tournament."""
    desk = seated(hall, "spring")
    person = at_session(browser, hall, "rita", locale)
    yield person, desk
    person.close()


@pytest.fixture
def table(hall: HallPage, tmp_path: Path) -> Iterator[Table]:
    found = Table(hall.broker.port, tmp_path, "red", hall.folder / "roles.toml")
    found.start()
    yield found
    found.stop()


@pytest.fixture
def anna(browser: Browser, hall: HallPage, locale: str, table: Table) -> Iterator[tuple[Person, Desk, Table]]:
    """An organiser at the first session, whose table 1 has Jantaku."""
    desk = seated(hall, "spring")
    desk.do("anna", "/tables", {"table": 1, "hall_table": "red"})
    person = at_session(browser, hall, "anna", locale)
    yield person, desk, table
    person.close()


@pytest.mark.sampled(1)
def test_players_are_checked_in_and_lateness_costs(rita: tuple[Person, Desk]) -> None:
    person, desk = rita
    page = person.page
    page.locator(".at-the-door > details > summary").first.click()
    table = page.locator("[data-at='1']")
    who = desk.whole()["sessions"][0]["tables"][0]["players"][0]
    table.get_by_role("button", name=who).click()
    expect(table.locator(".there")).to_contain_text(who)
    table.get_by_role("button").last.click()  # all others of the table
    expect(table.locator(".there")).to_have_count(4)
    expect(table.get_by_role("button")).to_have_count(0)
    person.is_well("arrivals")

    page.locator(".at-the-door details details > summary").click()
    page.locator(".choices").get_by_role("button", name=who).click()
    expect(table.locator(".there")).to_have_count(3)
    desk.known = desk.whole()["number"]
    begun_before(desk, 185)
    expect(page.locator(".stage")).not_to_be_empty()
    table.get_by_role("button", name=who).click()
    proposal = page.locator(".proposals li").filter(has_text=who)
    expect(proposal).to_contain_text("3")
    person.is_well("proposal")
    proposal.get_by_role("button").first.click()
    expect(proposal).to_have_count(0)
    assert [(each["player"], each["points"]) for each in desk.whole()["penalties"]] == [(who, 3)]
    person.enters("excuse_player", player=who, why="the train")
    expect(page.locator("[data-operation=excuse_player]")).to_be_hidden()
    assert desk.whole()["penalties"] == []


@pytest.mark.sampled(1)
def test_one_clock_with_a_signal_and_extra_time(anna: tuple[Person, Desk, Table]) -> None:
    person, desk, table = anna
    page, clock = person.page, anna[0].page.locator(".session-clock")
    expect(page.locator("[data-operation=begin_session]")).to_be_visible()
    expect(clock).to_be_hidden()
    english = page.evaluate("document.documentElement.lang") == "en"
    # With a Japanese keyboard digits are typed full-width.
    person.enters("set_up_tables", only="1, 1" if english else "\uff11\uff0c\uff11\u3001\uff11")
    until(lambda: table.daemon.state is not None and table.state.dice_locked, "the table awaits the signal")
    person.is_well("set up")
    person.enters("begin_session")
    expect(clock).to_contain_text("1:29:")
    until(lambda: not table.state.dice_locked, "the table hears the signal")
    person.enters("extend_time", "[data-table='1']", minutes="5" if english else "\uff15")
    expect(page.locator("[data-extra='1']")).to_contain_text("1:34:")
    until(lambda: table.state.desk.clock_added_ms == 300_000, "the table has the time")
    person.enters("extend_time", "[data-table='3']", minutes="7")
    expect(page.locator("[data-extra='3']")).to_contain_text("1:36:")
    person.enters("give_extra_hand", "[data-table='1']")
    expect(page.locator("[data-extra='1']")).to_contain_text("+1 hand" if english else "\uff0b1局")
    until(lambda: table.state.desk.hand_granted, "the table may deal one more")
    person.is_well("clock")
    person.enters("give_signal")
    status = page.get_by_role("status").first
    expect(status).to_contain_text(
        "is not waiting for a start signal" if english else "開始の合図を待っていません"
    )
    desk.known = desk.whole()["number"]


@pytest.mark.sampled(1)
def test_a_signed_result_lets_the_table_begin_again_and_it_is_told_again_if_it_was_away(
    anna: tuple[Person, Desk, Table],
) -> None:
    """WRC 8.2."""
    person, desk, table = anna
    page = person.page
    english = page.evaluate("document.documentElement.lang") == "en"
    for path in ("/sessions/1/tables", "/sessions/1/begin"):
        desk.do("anna", path)
    table.deal()
    table.happens(HanchanClosed(judge="anna"))
    desk.by_hand(1, 1, [45000, 35000, 25000, 15000])
    again = page.locator("[data-operation=tell_signatures]")
    expect(page.locator("[data-table='1'] [data-operation=sign_table]")).to_be_visible()
    expect(again).to_be_hidden()
    table.daemon.deaf = True
    person.enters("sign_table", "[data-table='1']")
    status = page.get_by_role("status").filter(has_text="red").first
    expect(status).to_be_visible(timeout=15_000)
    table.daemon.deaf = False
    assert table.state.sheet_unsigned
    person.is_well("signed, and the table was away")
    person.enters("tell_signatures")
    until(lambda: not table.state.sheet_unsigned, "the table hears that its sheet is signed")
    expect(page.locator("[data-table='1'] .source")).to_contain_text("Signed" if english else "署名")
    desk.known = desk.whole()["number"]


@pytest.mark.sampled(1)
def test_the_time_of_a_session_is_over(rita: tuple[Person, Desk]) -> None:
    """A clock that was started 90 minutes ago is red, and that of a table with extra time still runs."""
    person, desk = rita
    begun_before(desk, 5401)
    desk.do("rita", "/sessions/1/tables/2/time", {"minutes": 10})
    expect(person.page.locator(".session-clock.over")).to_be_visible()
    expect(person.page.locator("[data-extra='2']")).to_contain_text("0:09:")
    person.is_well("over")


RING = """() => {
    Object.defineProperty(navigator, "vibrate", { value: () => { window.rang = true; return true; } });
    const now = Date.now.bind(Date);
    setTimeout(() => { Date.now = () => now() + 90 * 60_000; }, 1500);
}"""
"""An hour and a half later, once the page has looked at the clock."""


@pytest.mark.sampled(1)
def test_the_gong_rings_wherever_the_page_is_open(rita: tuple[Person, Desk]) -> None:
    """WRC 8.2: on another page of the tournament, in the hall and on the wall clock, although no table has Jantaku."""
    person, desk = rita
    page = person.page
    begun_before(desk, 60)
    person.goes("players")
    page.reload()
    expect(page.locator("#parts a[href$='/players']")).to_have_attribute("aria-current", "page")
    page.evaluate(RING)
    page.wait_for_function("window.rang")
    for address in ("#hall", "#clock"):
        page.goto("about:blank")
        with page.expect_response(lambda answer: answer.url.endswith(desk.path) and answer.ok):
            page.goto(f"http://127.0.0.1:{desk.hall.port}/{address}")
        if address == "#clock":
            expect(page.locator("#wall-time")).to_contain_text("1:2")
            expect(page.locator("#wall-playing")).to_be_empty()
        page.evaluate(RING)
        page.wait_for_function("window.rang")


HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("address", "path"), [("tournaments.html#spring/players", "/spring"), ("#hall", "/api/tournaments")]
)
def test_a_hidden_page_asks_once_a_minute(rita: tuple[Person, Desk], address: str, path: str) -> None:
    """It still sounds the gong, so it must learn of sessions that begin meanwhile."""
    person, desk = rita
    page = person.page
    with closing(page.context):  # its clock stands still
        page.clock.install()
        page.goto("about:blank")
        with page.expect_response(lambda answer: answer.url.endswith(path)):
            page.goto(f"http://127.0.0.1:{desk.hall.port}/{address}")
        page.wait_for_load_state("networkidle")  # the clock's leap ends reads that are under way
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 10"))
        page.evaluate(HIDDEN, True)
        page.clock.run_for(5_000)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.run_for(45_000)
        assert not [each for each in asked if each.endswith(path)]
        with page.expect_request(lambda request: request.url.endswith(path)):
            page.clock.run_for(15_000)
        with page.expect_request(lambda request: request.url.endswith(path)):
            page.evaluate(HIDDEN, False)


def test_back_from_an_address_that_is_none_a_tournament_is_shown_again(
    browser: Browser, hall: HallPage
) -> None:
    desk = seated(hall, "again")
    person = comes(browser, hall, "anna", SIZES[0], "en-GB")
    page = person.page
    page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#again/session-1")
    expect(page.locator("[data-operation=begin_session]")).to_be_visible()
    page.evaluate("location.hash = '#nowhere/players'")
    expect(page.locator("#shown > .refused")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-operation=begin_session]")).to_be_visible()
    expect(page.locator("#shown > .refused")).to_have_count(0)
    desk.do("anna", "/sessions/1/begin")
    expect(page.locator(".session-clock")).to_contain_text("1:29:")
    person.close()


@pytest.mark.sampled(1)
def test_a_wrong_seat_is_reported_and_swapped(hall: HallPage, anna: tuple[Person, Desk, Table]) -> None:
    """Both on the tournament's page and on the table's own."""
    person, desk, table = anna
    plan = [each["players"] for each in desk.whole()["sessions"][0]["tables"]]
    one, other = plan[0][1], plan[1][2]
    first, _, third, fourth = plan[0]
    table.do(partial(table.daemon.begin_hanchan, names=(first, other, third, fourth)))
    expect(person.page.locator("[data-operation=begin_session]")).to_be_visible()
    person.enters("begin_session")
    line = person.page.locator(".wrong-seats li")
    expect(line).to_contain_text(one)
    expect(line).to_contain_text(other)
    person.is_well("a wrong seat")
    at_table = person.page.context.new_page()
    at_table.goto(f"http://127.0.0.1:{hall.port}/#table=red")
    expect(at_table.locator("#hanchan .swapped")).to_contain_text(one)
    at_table.close()
    line.get_by_role("button").click()
    expect(person.page.locator(".wrong-seats")).to_be_hidden()
    after = [each["players"] for each in desk.whole()["sessions"][0]["tables"]]
    assert (after[0][1], after[1][2]) == (other, one)
