"""The pages of players and streams in a real browser, fed by the real daemon: each at three sizes, in both languages."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Route, expect

from referee.game.judge_observations import EnteredWin, HandEntered
from referee.game.observations import HanchanClosed, RulingGiven
from referee.onlookers.stream import stream_view
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.web.web import DashboardServer
from tests.browser_stage import new_page
from tests.hall.judge.hall_stage import Table
from tests.referee.conftest import played
from tests.table_controller.page.conftest import PageBroker, ask, log_in
from tests.table_controller.page.page_screens_stage import AXE, CUT_OFF, SCHEMES, SIZES, VIOLATIONS, Screens

WORDS = {"en-GB": ("What a win would do", "Ron from"), "ja-JP": ("和了条件", "からロン")}

Screen: TypeAlias = tuple[tuple[int, int], str]


@pytest.fixture(params=list(itertools.product(SIZES, WORDS)), ids=lambda made: f"{made[0][0]}-{made[1]}")
def screen(request: pytest.FixtureRequest) -> Screen:
    """A size and a language."""
    made: Screen = request.param
    return made


@pytest.fixture
def table(mosquitto: PageBroker, tmp_path: Path, roles: Path) -> Iterator[Table]:
    standing = Table(
        mosquitto.port, tmp_path, logins=roles, choice=OnlookerChoice("always", 0, stream_rulings=True)
    )
    standing.start()
    yield standing
    standing.stop()


def plays(table: Table) -> None:
    """Three hands: a ron, a draw, and one that is played; South leads, West has a finding against him."""
    table.deal()
    win = EnteredWin(seat=1, source=2, han=3, fu=40)
    table.happens(HandEntered(result="ron", wins=(win,), judge="anna"))
    table.deal()
    table.happens(HandEntered(result="exhaustive", tenpai=(0, 1), judge="anna"))
    table.deal()
    table.discard(table.state.turn, "5m")
    table.foul(0)


class Phone:
    """A page opened from a link; a script error fails the test."""

    def __init__(
        self, browser: Browser, server: DashboardServer, link: str, size: tuple[int, int], locale: str
    ):
        address = f"http://127.0.0.1:{server.port}{link}"
        looks = {"locale": locale, "color_scheme": SCHEMES[locale]}
        self.page = new_page(browser, address, viewport={"width": size[0], "height": size[1]}, **looks)
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.errors.append(message.text) if "Security" in message.text else None,
        )
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def is_well(self, picture: Path) -> None:
        """Check that nothing is cut off, that axe finds nothing, and that no requested address contained the token."""
        self.page.screenshot(path=picture, full_page=True, omit_background=True)
        assert self.page.evaluate(CUT_OFF) == []
        assert self.errors == []
        token = self.page.url.partition("#")[2]
        assert not [each for each in self.asked if token and token in each.partition("#")[0]]

    def passes_axe(self) -> None:
        script = AXE.read_text(encoding="utf-8")
        assert self.page.evaluate(f"(() => {{ {script} }})(), {VIOLATIONS}") == []

    def close(self) -> None:
        self.page.close()


def links(server: DashboardServer) -> dict[str, str]:
    addresses: dict[str, str] = ask(server, "/links.json", cookie=log_in(server, "referee").cookie).body
    return addresses


@pytest.mark.sampled(1)
def test_players_see_where_they_stand(
    browser: Browser,
    server: DashboardServer,
    table: Table,
    tmp_path: Path,
    screen: Screen,
) -> None:
    plays(table)
    phone = Phone(browser, server, links(server)["players"], *screen)
    title, ron = WORDS[screen[1]]
    expect(phone.page.locator(".standings li").first).to_contain_text("Béla")
    expect(phone.page.get_by_role("heading", name=title)).to_be_visible()
    expect(phone.page.locator("#who")).to_be_hidden()  # a visitor with a code is offered no logout
    phone.page.locator("[data-mine='3']").click()
    expect(phone.page.locator(".to-place").first).to_contain_text(ron)
    expect(phone.page.locator(".hands tbody tr")).to_have_count(2)
    assert "out_of_turn" not in phone.page.content()
    phone.is_well(tmp_path / "players.png")
    phone.passes_axe()
    phone.close()


def test_the_page_follows_the_game_to_the_end_of_its_code(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    """Points as they change, the result, and the end of the page with the next hanchan; the wall screen goes on."""
    plays(table)
    given = links(server)
    phone = Phone(browser, server, given["players"], SIZES[0], "en-GB")
    wall = Phone(browser, server, given["wall"], SIZES[2], "en-GB")
    table.happens(RulingGiven(ruling="void", judge="anna"))
    expect(phone.page.locator(".hands tbody tr")).to_have_count(3)
    expect(phone.page.locator(".hands tbody tr").first).to_contain_text("Void")  # and no chombo of anybody
    table.happens(HanchanClosed(judge="anna"))
    expect(phone.page.locator(".facts")).to_contain_text("The hanchan is over")
    phone.is_well(tmp_path / "end.png")
    table.begin()
    expect(phone.page.locator("#line")).to_contain_text("no longer valid")
    expect(wall.page.locator(".facts")).to_contain_text("East 1")
    expect(phone.page.locator(".facts")).to_contain_text("The hanchan is over")  # what was seen stays
    phone.page.reload()
    expect(phone.page.locator(".note")).to_contain_text("Scan the code")
    phone.passes_axe()
    phone.close()
    wall.close()


@pytest.mark.sampled(1)
def test_a_stream_shows_what_lies_open(
    browser: Browser,
    server: DashboardServer,
    table: Table,
    tmp_path: Path,
    screen: Screen,
) -> None:
    """The fullest hand of a game, with names that contain markup, is shown exactly as the server sends it.

    The delay is tested elsewhere.
    """
    game = played(5, hands=3)
    shown = stream_view(game.state, number=1, at_ms=0, table="7")
    for seat, name in zip(shown["seats"], ("<b>Ai</b>", "ボブ" * 10, "Ç" * 40, "Dan"), strict=True):
        seat["name"] = name
    table.daemon.onlooker_door.show_stream(json.dumps(shown).encode())
    phone = Phone(browser, server, links(server)["stream"], *screen)
    expect(phone.page.locator(".panel")).to_have_count(4)
    expect(phone.page.locator(".panel .name").first).to_have_text("<b>Ai</b>")
    assert phone.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    opened = [seat for seat in shown["seats"] if seat["waits"]]
    assert opened
    expect(phone.page.locator(".waits")).to_have_count(len(opened))
    phone.is_well(tmp_path / "stream.png")
    phone.passes_axe()
    phone.close()


def test_a_stream_follows_the_hands_that_are_closed(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    phone = Phone(browser, server, links(server)["stream"], SIZES[2], "en-GB")
    plays(table)
    bar = phone.page.locator(".bar")
    expect(bar).to_contain_text("East 2")  # the draw, and not the hand that is played
    expect(phone.page.locator(".pond svg")).to_have_count(0)
    table.happens(RulingGiven(ruling="void", judge="anna"))
    expect(phone.page.locator(".pond svg")).not_to_have_count(0)
    phone.close()


def test_a_ruling_stands_on_telephones_walls_and_streams_until_the_next_hand(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    """A telephone in Japanese, the rest in English; the judge's words are on none of them."""
    table.begin()
    given = links(server)
    phone = Phone(browser, server, given["players"], SIZES[0], "ja-JP")
    wall = Phone(browser, server, given["wall"], SIZES[2], "en-GB")
    stream = Phone(browser, server, given["stream"], SIZES[2], "en-GB")
    table.deal()
    table.discard(0, "5m")
    table.happens(RulingGiven(ruling="dead_hand", seat=1, judge="anna", text="three of 7z"))
    expect(phone.page.locator(".rulings li")).to_have_text("南家（Béla）への裁定：和了放棄")
    expect(wall.page.locator(".rulings li")).to_have_text("Ruling on South (Béla): dead hand")
    expect(stream.page.locator(".rulings")).to_have_count(0)
    table.happens(RulingGiven(ruling="void", judge="anna"))
    lines = ["Ruling: the hand is void", "Ruling on South (Béla): dead hand"]
    for each, name in ((phone, "phone"), (wall, "wall"), (stream, "stream")):
        expect(each.page.locator(".rulings li")).to_have_count(2)
        assert "three of" not in each.page.content()
        each.is_well(tmp_path / f"{name}.png")
        each.passes_axe()
    assert wall.page.locator(".rulings li").all_inner_texts() == lines
    assert stream.page.locator(".rulings li").all_inner_texts() == lines
    table.deal()
    expect(wall.page.locator(".rulings")).to_have_count(0)
    expect(phone.page.locator(".rulings")).to_have_count(0)
    for each in (phone, wall, stream):
        each.close()


@pytest.mark.sampled(1)
def test_a_judge_shows_codes_that_a_telephone_reads(
    browser: Browser,
    server: DashboardServer,
    table: Table,
    tmp_path: Path,
    screen: Screen,
) -> None:
    """An independent reader (OpenCV's) reads it back from the screen."""
    table.begin()
    screens = Screens(browser, server, *screen)
    screens.log_in()
    screens.page.locator("#links").click()
    expect(screens.page.locator(".qr")).to_have_count(3)
    screens.is_well("codes")
    screens.page.screenshot(path=tmp_path / "codes.png")
    address = screens.page.locator(".code a").first.inner_text()
    picture = cv2.imdecode(np.frombuffer(screens.page.locator(".qr").first.screenshot(), np.uint8), 1)
    assert picture is not None
    assert cv2.QRCodeDetectorAruco().detectAndDecode(cv2.resize(picture, None, fx=2.0, fy=2.0))[0] == address
    assert address.endswith(links(server)["players"])
    phone = Phone(browser, server, links(server)["players"], SIZES[0], screen[1])
    expect(phone.page.locator(".standings li")).to_have_count(4)
    phone.close()


def test_who_logs_in_as_an_onlooker_comes_to_the_own_page(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.begin()
    for role, page in (("player", "players.html"), ("stream", "stream.html")):
        screens = Screens(browser, server, SIZES[1], "en-GB")
        screens.page.locator("#login-name").fill(role)
        screens.page.locator("#login-password").fill(f"{role}'s word")
        screens.page.locator("#login-page button").click()
        screens.page.wait_for_url(f"**/{page}")
        expect(screens.page.locator(".standings li, .panel").first).to_be_visible()
        way_out = screens.page.locator("#who")
        expect(way_out).to_have_text(f"{role} · Log out")
        screens.page.mouse.move(200, 200)
        expect(way_out).to_have_css("opacity", "1")
        screens.is_well(page)
        way_out.click()
        expect(screens.page.locator("#login-name")).to_be_visible()


def test_a_refusal_is_reported_before_the_first_picture_only(
    browser: Browser, server: DashboardServer
) -> None:
    """Later, its words would be broadcast."""
    shown = json.dumps(stream_view(played(5, hands=3).state, number=1, at_ms=0, table="7"))
    phone = Phone(browser, server, "/stream.html#x", SIZES[2], "en-GB")
    expect(phone.page.locator(".note")).to_contain_text("Take the one from Codes")
    answers = iter([(200, f"data: {shown}\n\n"), (403, "{}")])

    def answer(route: Route) -> None:
        status, body = next(answers, (503, ""))
        route.fulfill(status=status, body=body, content_type="text/event-stream")

    phone.page.route("**/stream/events", answer)
    phone.page.reload()
    expect(phone.page.locator(".panel")).to_have_count(4)
    expect(phone.page.locator("#shown > *")).to_have_count(0)
    phone.close()
