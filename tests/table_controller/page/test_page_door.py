"""Logins at the page's server: sessions that the broker approves, and the connection to it on the page's own
origin."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocket

from table_controller.web import sessions
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.connect_packet import ConnectError, length_of, with_login
from table_controller.web.line import AWAY, carry
from table_controller.web.sessions import IDLE_S, MOST, Sessions
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.conftest import PageBroker, ask, log_in, serve
from tests.table_controller.page.page_door_stage import STATE, Page, connect_packet, ends_with


def test_the_brokers_word_opens_a_session_and_its_line(server: DashboardServer) -> None:
    assert ask(server, "/settings.json").body["login"] is None
    opened = log_in(server, "referee")
    assert (opened.status, opened.body) == (200, {"name": "referee", "role": "referee"})
    assert "httponly" in opened.attributes.lower()
    assert "samesite=strict" in opened.attributes.lower()
    assert ask(server, "/settings.json", cookie=opened.cookie).body["login"] == opened.body
    page = Page(server, opened.cookie)
    until(lambda: STATE in page.heard, "the page hears the table")
    assert json.loads(page.heard[STATE])["table"] == "7"
    page.close()
    assert ask(server, "/logout", {}, cookie=opened.cookie).status == 200
    assert ask(server, "/settings.json", cookie=opened.cookie).body["login"] is None
    refused = Page(server, opened.cookie)
    assert refused.refused.wait(20)
    refused.close()


@pytest.mark.parametrize(
    ("name", "word", "status", "why"),
    [
        ("referee", "guess", 403, "wrong"),
        ("nobody", "x", 403, "wrong"),
        ("", "", 403, "wrong"),
        ("a b/#", "x", 403, "wrong"),
        ("referee", "x\0", 403, "wrong"),
        ("referee", "\ud800", 403, "wrong"),
        ("table", "table's word", 403, "elsewhere"),
    ],
)
def test_who_is_not_let_in_is_told_why(
    server: DashboardServer, name: str, word: str, status: int, why: str
) -> None:
    refused = log_in(server, name, word)
    assert (refused.status, refused.body, refused.cookie) == (status, {"error": why}, "")


def test_a_broker_that_is_away_is_said(server: DashboardServer, mosquitto: PageBroker) -> None:
    mosquitto.stop()
    assert log_in(server, "referee").body == {"error": "away"}


@pytest.mark.parametrize("word", ["\ud800", "\0", "x" * 65_536, "é" * 32_768])
def test_a_password_that_no_broker_can_be_told_is_wrong(word: str) -> None:
    async def run() -> None:
        opened = Sessions(BrokerDoor("127.0.0.1", 1), "home", "7")
        assert await opened.open("referee", word) == ("", "wrong")
        assert await opened.open("referee", "é" * 32_767) == ("", "away")

    asyncio.run(run())


def test_another_sites_page_opens_nothing(server: DashboardServer) -> None:
    body = {"name": "referee", "password": "referee's word"}
    assert ask(server, "/login", body, origin="https://elsewhere.example").status == 400
    assert ask(server, "/login", body, origin=f"http://127.0.0.1:{server.port}").status == 200
    wrongs: list[Any] = [[], {"name": "x"}, {"name": 1, "password": 2}, {"name": "x" * 5000, "password": ""}]
    for wrong in wrongs:
        assert ask(server, "/login", wrong).status == 400


def test_a_line_without_a_session_or_with_anothers_name_is_ended(server: DashboardServer) -> None:
    cookie = log_in(server, "viewer").cookie
    assert ends_with(server, "") == 4401
    assert ends_with(server, f"jantaku-{server.port}=nonsense", connect_packet()) == 4401
    assert ends_with(server, cookie, connect_packet(), Origin="http://elsewhere.example") == 4401
    assert ends_with(server, cookie, connect_packet(b"jantaku-home-7")) == 4400
    assert ends_with(server, cookie, connect_packet(flags=0xC2, more=b"\x00\x01a\x00\x01b")) == 4400
    assert ends_with(server, cookie, connect_packet(flags=0x06, more=b"\x00\x00\x01a\x00\x01b")) == 4400
    assert ends_with(server, cookie, b"GET / HTTP/1.1\r\n\r\n") == 4400
    assert ends_with(server, cookie, b"\x10\xff\xff\xff\xff\xff") == 4400
    assert ends_with(server, cookie, b"\x10\xff\x7f") == 4400
    assert ends_with(server, cookie, "text") == 4400


def test_a_broker_that_ends_the_line_at_once_is_away() -> None:
    lines: list[Any] = []

    async def receive() -> dict[str, Any]:
        if not lines:
            return {"type": "websocket.connect"}
        if len(lines) == 1 and not asked:
            asked.append(True)
            return {"type": "websocket.receive", "bytes": connect_packet()}
        return await asyncio.Future()

    async def send(message: Any) -> None:
        lines.append(message)

    async def ends(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    async def run() -> None:
        async with await asyncio.start_server(ends, "127.0.0.1", 0) as broker:
            door = BrokerDoor("127.0.0.1", broker.sockets[0].getsockname()[1])
            page = WebSocket({"type": "websocket"}, receive, send)
            await carry(page, door, BrokerLogin("anna", "x"), asyncio.Future)

    asked: list[bool] = []
    asyncio.run(asyncio.wait_for(run(), 20))
    assert [message.get("code") for message in lines] == [None, AWAY]


def test_the_broker_keeps_a_session_to_its_role(server: DashboardServer, table: Table) -> None:
    page = Page(server, log_in(server, "viewer").cookie)
    until(page.client.is_connected, "the broker takes it")
    refused: list[str] = []
    page.client.on_publish = lambda *arguments: refused.append(arguments[3].getName())
    page.client.publish("jantaku/1/home/7/command/viewer/stop", b"{}", 1).wait_for_publish(20)
    until(lambda: refused, "the broker says what it did")
    page.close()
    assert refused == ["Not authorized"]


def test_a_page_for_viewers_needs_no_login(mosquitto: PageBroker, roles: Path, table: Table) -> None:
    server = serve(mosquitto, roles, table, viewer="viewer")
    try:
        assert ask(server, "/settings.json").body["viewers"] is True
        page = Page(server)
        until(lambda: STATE in page.heard, "the page hears the table")
        page.close()
    finally:
        server.close()


def test_a_login_that_is_no_more_ends_its_session(server: DashboardServer, roles: Path) -> None:
    cookie = log_in(server, "referee").cookie
    roles.write_text('[logins.referee]\nrole = "referee"\nhalls = ["elsewhere"]\n')
    assert ask(server, "/settings.json", cookie=cookie).body["login"] is None


def test_a_line_ends_with_its_session(
    server: DashboardServer, roles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at once after a logout, and when the login is removed."""
    monkeypatch.setattr(sessions, "IN_USE_S", 0.2)

    def leave(cookie: str) -> None:
        assert ask(server, "/logout", {}, cookie=cookie).status == 200

    def takes_away(_: str) -> None:
        roles.write_text('[logins.referee]\nrole = "referee"\nhalls = ["elsewhere"]\n')

    def ends_by(end: Callable[[str], None]) -> None:
        cookie = log_in(server, "referee").cookie
        page = Page(server, cookie)
        until(lambda: STATE in page.heard, "the page hears the table")
        assert not page.refused.is_set()
        end(cookie)
        assert page.refused.wait(5)
        page.close()

    ends_by(leave)
    ends_by(takes_away)


def test_a_session_is_in_use_as_long_as_its_line_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def taken(_door: BrokerDoor, _who: BrokerLogin) -> None:
        return None

    monkeypatch.setattr(BrokerDoor, "refusal", taken)
    monkeypatch.setattr(sessions, "IN_USE_S", 0.01)
    now_s = [0.0]

    async def run() -> None:
        kept = Sessions(BrokerDoor("h", 1), "home", "7", None, lambda: now_s[0])
        word, _ = await kept.open("anna", "x")
        line = asyncio.create_task(kept.end(word))
        for _ in range(3):
            now_s[0] += IDLE_S - 1
            await asyncio.sleep(0.1)
            assert not line.done()
        kept.close(word)
        await asyncio.wait_for(line, 1)

    asyncio.run(run())


def test_sessions_end_by_themselves_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def taken(_door: BrokerDoor, _who: BrokerLogin) -> None:
        return None

    monkeypatch.setattr(BrokerDoor, "refusal", taken)
    now_s = [0.0]

    async def run() -> None:
        several = Sessions(BrokerDoor("h", 1), "home", "7", None, lambda: now_s[0])
        first, _ = await several.open("anna", "x")
        now_s[0] += IDLE_S - 1
        assert several.find(first) == BrokerLogin("anna", "x")
        now_s[0] += IDLE_S + 1
        assert several.find(first) is None
        words = [(await several.open("anna", "x"))[0] for _ in range(MOST + 1)]
        assert several.find(words[0]) is None
        assert several.find(words[1]) is not None
        judge = (await several.open("bea", "x"))[0]
        for _ in range(2 * MOST):
            await several.open("anna", "x")
        assert several.find(judge) is not None

    asyncio.run(run())


EXPIRY = b"\x11"


@pytest.mark.parametrize(
    ("keep_alive", "properties"),
    [
        (0, b""),
        (61, b""),
        (65_535, b""),
        (10, EXPIRY + b"\xff\xff\xff\xff"),
        (10, EXPIRY + b"\x00\x00\x02\x59"),
        (10, EXPIRY + b"\x00\x00\x02\x58" + EXPIRY + b"\x00\x00\x02\x58"),
        (10, EXPIRY + b"\x00\x00\x02"),
        (10, b"\x21\x00\x01"),
        (10, b"\x15\x00\x01x"),
    ],
)
def test_a_page_cannot_ask_the_broker_for_more_than_it_needs(keep_alive: int, properties: bytes) -> None:
    with pytest.raises(ConnectError):
        with_login(connect_packet(keep_alive=keep_alive, properties=properties), BrokerLogin("anna", "x"))


def test_a_pages_session_and_silence_are_bounded() -> None:
    for properties in (b"", EXPIRY + b"\x00\x00\x02\x58"):
        for keep_alive in (1, 60):
            packet = connect_packet(keep_alive=keep_alive, properties=properties)
            made = with_login(packet, BrokerLogin("anna", "x"))
            after = bytes([len(properties)]) + properties
            assert made[10:].startswith(keep_alive.to_bytes(2, "big") + after)


def test_a_login_is_put_into_a_connect() -> None:
    packet = connect_packet()
    made = with_login(packet, BrokerLogin("anna", "pässword"))
    assert length_of(made) == len(made)
    assert made[9] == 0xC2
    assert made.endswith(b"\x00\x06page-1\x00\x04anna\x00\x09p\xc3\xa4ssword")
    assert length_of(packet[:1]) is None
    long = with_login(connect_packet(b"page-" + b"x" * 100), BrokerLogin("anna", "y" * 200))
    assert length_of(long) == len(long)
    for wrong in (packet[:-1], packet[:8], packet[:11], packet[:12], connect_packet(b"page-1", more=b"x")):
        with pytest.raises(ConnectError):
            with_login(wrong, BrokerLogin("anna", "x"))
