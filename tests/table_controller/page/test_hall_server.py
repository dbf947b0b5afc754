"""The page that a hall serves: who is let in, what it does not offer, and where it says to find that."""

import argparse
import json
import re
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import publish
from playwright.sync_api import Browser, expect

from config import ConfigError
from config.log_line import unsaid
from hall.alerts import HallAlert
from hall.cli.running import words_of
from hall.collecting.keeper import COMMAND, Keeper
from hall.page.choice import add_options, page_choice
from hall.push.options import PushChoice, add_push
from hall.store.places import StorePlace
from jantaku.main import main
from table_controller.mqtt.authority import Authority
from table_controller.mqtt.logins import Account, LoginsFile, login_of, written
from table_controller.web.build import ensure_built
from table_controller.web.web import DashboardServer, ServedPage
from tests.hall.judge.hall_stage import USERS, Table, free_port, password, until
from tests.table_controller.page.conftest import PageBroker, ask, log_in
from tests.table_controller.page.page_door_stage import Page, connect_packet, ends_with
from tests.table_controller.page.page_film_stage import filmed_foul
from tests.table_controller.page.page_screens_stage import CUT_OFF, SIZES, Screens
from tests.table_controller.silent import said_to

CLIP = "/clips/000001-1-00000000000000000000000000000000.avi"


@pytest.fixture
def hall_server(mosquitto: PageBroker, roles: Path) -> Iterator[DashboardServer]:
    running = DashboardServer(
        0,
        ServedPage(
            broker=mosquitto.door,
            hall="home",
            table=None,
            folder=ensure_built(),
            login=LoginsFile(roles, unsaid).find,
        ),
    )
    yield running
    running.close()


def write_roles(file: Path, **scopes: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    """The roles of all users, some of them for certain halls and tables only."""
    accounts = {user: Account(login_of(user, user, *scopes.get(user, ((), ())))) for user in USERS}
    file.write_text(written(accounts, passwords=False))


def test_whoever_may_watch_a_table_of_the_hall_is_let_in(hall_server: DashboardServer, roles: Path) -> None:
    write_roles(roles, referee=((), ("7", "8")), technician=(("annex",), ()))
    assert log_in(hall_server, "referee").body == {"name": "referee", "role": "referee"}
    assert log_in(hall_server, "viewer").status == 200
    for name in ("technician", "player", "stream", "table"):
        assert (log_in(hall_server, name).status, log_in(hall_server, name).body) == (
            403,
            {"error": "elsewhere"},
        )
    assert log_in(hall_server, "referee", "guess").body == {"error": "wrong"}


def test_a_login_that_loses_the_hall_is_logged_out(hall_server: DashboardServer, roles: Path) -> None:
    cookie = log_in(hall_server, "referee").cookie
    assert ask(hall_server, "/settings.json", cookie=cookie).body["login"]["role"] == "referee"
    write_roles(roles, referee=(("annex",), ()))
    assert ask(hall_server, "/settings.json", cookie=cookie).body["login"] is None


def test_a_line_of_the_hall_is_for_who_has_logged_in_here(
    hall_server: DashboardServer, mosquitto: PageBroker
) -> None:
    cookie = log_in(hall_server, "viewer").cookie
    assert ends_with(hall_server, "") == 4401
    assert ends_with(hall_server, cookie, connect_packet(), Origin="http://elsewhere.example") == 4401
    body = {"name": "viewer", "password": password("viewer")}
    assert ask(hall_server, "/login", body, origin="https://elsewhere.example").status == 400
    publish.single(
        "jantaku/1/home/7/state", "{}", qos=1, retain=True, hostname="127.0.0.1", port=mosquitto.port,
        auth={"username": "table", "password": password("table")},
    )  # fmt: skip
    page = Page(hall_server, cookie)
    until(lambda: "jantaku/1/home/7/state" in page.heard, "it hears a table")
    page.close()


def test_the_hall_has_no_pages_of_a_table(hall_server: DashboardServer) -> None:
    cookie = log_in(hall_server, "referee").cookie
    page_settings = ask(hall_server, "/settings.json", cookie=cookie).body
    assert "table" not in page_settings
    assert page_settings["hall"] == "home"
    for path in (CLIP, "/players/events", "/stream/events", "/links.json"):
        with pytest.raises(ValueError, match="Expecting value"):  # "no such page", which is no JSON
            ask(hall_server, path, cookie=cookie)


@pytest.mark.prove
def test_the_film_of_a_table_plays_on_the_halls_page_or_is_pointed_to(
    browser: Browser, hall_server: DashboardServer, server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    nobody = free_port()
    filmed_foul(table, tmp_path / "clips", nobody)
    screens = Screens(browser, hall_server, SIZES[0], "en-GB")
    page = screens.page
    expect(page.locator("#login-page h2")).to_have_text("Log in to hall home")
    page.locator("#login-name").fill("referee")
    page.locator("#login-password").fill(password("referee"))
    page.locator("#login-page button").click()
    page.locator("[data-key='home/7'] a").click()
    page.locator("#findings button").click()
    pointer = page.locator(".elsewhere")
    expect(pointer).to_contain_text("The own page of table 7 plays it")
    expect(pointer.locator("a")).to_have_attribute("href", f"http://127.0.0.1:{nobody}/#hall=home&table=7")
    assert page.evaluate(CUT_OFF) == []
    screens.closes()
    object.__setattr__(table.daemon.settings, "http_port", server.port)
    page.locator("#findings button").click()
    expect(page.locator("img.film")).to_have_attribute("alt", re.compile(r"Picture (?!1 )"))
    expect(page.locator("svg.boxes")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as MP4").click()
    assert download.value.suggested_filename.endswith(".mp4")


@pytest.mark.prove
def test_the_hall_itself_is_shown_only_while_it_needs_somebody(
    browser: Browser, hall_server: DashboardServer, mosquitto: PageBroker, table: Table
) -> None:
    def says(below: str, payload: str) -> None:
        publish.single(
            f"jantaku/1/home/hall/{below}", payload, qos=1, retain=True, hostname="127.0.0.1", port=mosquitto.port,
            auth={"username": "table", "password": password("table")},
        )  # fmt: skip

    table.begin()
    says("status", '{"status": "ready", "text": "ready"}')
    screens = Screens(browser, hall_server, SIZES[0], "en-GB")
    page = screens.page
    page.locator("#login-name").fill("viewer")
    page.locator("#login-password").fill(password("viewer"))
    page.locator("#login-page button").click()
    expect(page.locator("#hall-needed")).to_contain_text("1 table ")
    expect(page.locator(".hall-card")).to_have_count(1)
    alert = '"severity": "warning", "text": "entries of table 7 are missing", "advice": "switch it on", "at_ms": 0'
    says("alert/missing-7", f'{{"id": "missing-7", {alert}}}')
    card = page.locator("[data-key='home/hall']")
    expect(card).to_contain_text("The hall")
    expect(card).to_contain_text("entries of table 7 are missing")
    expect(page.locator("#hall-needed")).to_contain_text("1 table ")
    says("alert/missing-7", "")
    expect(card).to_have_count(0)


STORE = StorePlace("hall.sqlite")


def chosen(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser)
    add_push(parser)
    parser.add_argument("--broker", default="127.0.0.1:1883")
    parser.add_argument("--hall", default="home")
    parser.add_argument("--store", default="hall.sqlite")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--ca", type=Path)
    return parser.parse_args(words)


def test_the_pages_own_process_is_told_the_same(roles: Path) -> None:
    options = chosen("--http=[::1]:8080", "--hall=spring", "--broker=hall.local:1884", f"--logins={roles}",
                     "--viewer=viewer", "--push=push.sqlite", "--push-contact=mailto:a@b.example", "--push-private")  # fmt: skip
    choice = page_choice(options, STORE)
    assert choice is not None
    assert (choice.host, choice.port, choice.address) == ("::1", 8080, "http://[::1]:8080/")
    assert (choice.broker.host, choice.broker.port) == ("hall.local", 1884)
    assert choice.push == PushChoice(Path("push.sqlite"), "mailto:a@b.example", private=True, logins=roles)
    assert page_choice(chosen(*words_of(options, "page")), STORE) == choice
    assert page_choice(chosen(), STORE) is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--http=8080"], "--http '8080' is no address"),
        (["--http=127.0.0.1:0"], "is no address"),
        (["--http=a b:80"], "is no address"),
        (["--certificate=x.pem"], "--certificate is for the page: give --http"),
        (["--http=127.0.0.1:80", "--key=x.key"], "--key needs --certificate"),
        (["--http=127.0.0.1:80", "--certificate=/nowhere.pem"], "/nowhere.pem"),
        (["--http=127.0.0.1:80", "--logins=/nowhere.toml"], "/nowhere.toml"),
        (["--http=127.0.0.1:80", "--viewer-password-file=x"], "--viewer-password-file needs --viewer"),
        (["--http=127.0.0.1:80", "--broker=:"], "--broker ':' is no address"),
    ],
)
def test_options_that_cannot_be_used_are_named(words: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("(", r"\(")):
        page_choice(chosen(*words), STORE)


def test_nobody_is_more_than_a_viewer_without_a_login(roles: Path) -> None:
    with pytest.raises(ConfigError, match="'referee' has the role referee"):
        page_choice(chosen("--http=127.0.0.1:80", f"--logins={roles}", "--viewer=referee"), STORE)


def test_a_page_without_an_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hall", "page"]) == 2
    assert "page needs --http HOST:PORT" in capsys.readouterr().err


def test_an_encrypted_page_ends_with_whoever_started_it(tmp_path: Path) -> None:
    """Its standard input closes when its parent ends, even if the parent is killed."""
    made = Authority(tmp_path / "authority")
    made.make("home")
    made.issue("hall", ["127.0.0.1"])
    port = free_port()
    words = [f"--http=127.0.0.1:{port}", f"--certificate={made.certificate.parent / 'hall.pem'}",
             f"--key={made.certificate.parent / 'hall.key'}"]  # fmt: skip
    knows = ssl.create_default_context(cafile=str(made.certificate))
    with subprocess.Popen(
        [*COMMAND, "page", "--with-parent", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as page:
        assert page.stdin is not None
        assert page.stdout is not None
        assert page.stdout.readline().decode().strip() == f"the page of hall home: https://127.0.0.1:{port}/"
        with urllib.request.urlopen(
            f"https://127.0.0.1:{port}/settings.json", timeout=20, context=knows
        ) as process:
            assert json.load(process)["hall"] == "home"
        page.stdin.close()
        assert page.wait(20) == 0


def test_a_page_that_does_not_run_is_told_and_tried_again(tmp_path: Path) -> None:
    """Another program has its port, and the page comes once that program has gone."""
    lines: list[str] = []
    port = free_port()
    other = DashboardServer(port, ServedPage(broker=Any, hall="home", table=None, folder=tmp_path))  # type: ignore[arg-type]
    keeper = Keeper("page", [f"--http=127.0.0.1:{port}"], said_to(lines.append))
    task = HallAlert.TASK("page")
    assert (task.name, keeper.alerts()) == ("task-page", {task: None})
    keeper.start()
    try:
        until(lambda: bool(lines), "it is said")
        assert "the page of the hall ended (exit status 2)" in lines[0]
        assert keeper.alerts()[task] is not None
    finally:
        other.close()
        keeper.stop()
