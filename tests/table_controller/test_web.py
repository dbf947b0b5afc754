"""The dashboard's HTTP server."""

import asyncio
import http.client
import json
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.server import ServerState

from table_controller.web import connections
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.connections import MOST_CONNECTIONS, REQUEST_S, Connection, Guests
from table_controller.web.line import NOT_LOGGED_IN, carry
from table_controller.web.web import DashboardServer, ServedPage
from tests.conftest import ROOT
from tests.table_controller.broker_stage import until
from tests.table_time import real_time
from wording.terminal.jobs import allow_open_files

CONNECT = b"\x10\x13\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x06page-a"
NO_BROKER = BrokerDoor("127.0.0.1", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Jantaku</title>")
    (built / "assets" / "page.js").write_text("export {};")
    (tmp_path / "secret.txt").write_text("not for you")
    return built


@pytest.fixture
def server(folder: Path) -> Iterator[DashboardServer]:
    server = DashboardServer(
        0, ServedPage(broker=NO_BROKER, hall="home", table="7", folder=folder), host="127.0.0.1"
    )
    yield server
    server.close()


def ask(
    server: DashboardServer, path: str, method: str = "GET", host: str | None = None
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    found = (answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    connection.close()
    return found


def test_the_page_and_its_files(server: DashboardServer) -> None:
    status, headers, body = ask(server, "/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"Jantaku" in body
    status, headers, _ = ask(server, "/assets/page.js?v=1")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    policy = headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert "worker-src 'self'; child-src 'self'; frame-src 'none';" in policy


def test_what_a_browser_has_already_is_not_sent_again(server: DashboardServer, folder: Path) -> None:
    def asks(etag: str) -> tuple[int, bytes, str]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request(
            "GET", "/assets/page.js", headers={"If-None-Match": etag, "Accept-Encoding": "gzip"}
        )
        answer = connection.getresponse()
        found = answer.status, answer.read(), answer.getheader("ETag") or ""
        connection.close()
        return found

    (folder / "assets" / "page.js").write_text("export {};" * 1000)
    status, body, etag = asks("")
    assert status == 200
    assert len(body) < 1000
    assert asks(etag) == (304, b"", etag)
    (folder / "assets" / "page.js").write_text("export const other = 1;")
    assert asks(etag)[0] == 200


def test_a_head_has_no_body(server: DashboardServer) -> None:
    status, headers, body = ask(server, "/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["content-length"]) > 0


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "//etc/passwd",
        "/assets",
        "/%00",
        "/assets/%00.js",
        "/%ff",
        "//[",
        "/" + "x" * 5000,
    ],
)
def test_what_is_not_there_or_not_for_you(server: DashboardServer, path: str) -> None:
    assert ask(server, path)[0] == 404


@pytest.mark.parametrize(
    ("host", "lines"),
    [
        ("table-7.local:8080", "'self' ws://table-7.local:8080 wss://table-7.local:8080;"),
        ("[fe80::1]:8080", "'self' ws://[fe80::1]:8080 wss://[fe80::1]:8080;"),
        ("a; script-src *", "'self';"),
    ],
)
def test_the_page_may_reach_its_own_host_and_no_other(server: DashboardServer, host: str, lines: str) -> None:
    _, headers, body = ask(server, "/settings.json", host=host)
    assert json.loads(body) == {
        "mqtt": "/mqtt", "hall": "home", "table": "7", "login": None, "viewers": False
    }  # fmt: skip
    assert headers["cache-control"] == "no-store"
    assert f"connect-src {lines}" in headers["content-security-policy"]


def test_an_unbuilt_dashboard_is_said(tmp_path: Path) -> None:
    server = DashboardServer(
        0, ServedPage(broker=NO_BROKER, hall="h", table="t", folder=tmp_path / "nothing"), host="127.0.0.1"
    )
    status, _, body = ask(server, "/")
    server.close()
    assert status == 503
    assert b"make dashboard" in body


def test_a_port_that_is_taken(server: DashboardServer, folder: Path) -> None:
    with pytest.raises(OSError, match="in use"):
        DashboardServer(
            server.port, ServedPage(broker=NO_BROKER, hall="h", table="t", folder=folder), host="127.0.0.1"
        )


SERVES = """
import resource, sys, time
from pathlib import Path
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.web import DashboardServer, ServedPage
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
server = DashboardServer(0, ServedPage(BrokerDoor("127.0.0.1", 1), "h", "t", Path(sys.argv[1])))
print(server.port, flush=True)
time.sleep(600)
"""


UPGRADE = (
    b"GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n"
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("sent", [UPGRADE, b"GET / HT"])
def test_a_thousand_idle_connections_take_nothing_from_others(folder: Path, sent: bytes) -> None:
    """The server may open 256 files in all, as a daemon that has its limit."""
    allow_open_files()  # the other ends are in this process
    with (
        subprocess.Popen([sys.executable, "-c", SERVES, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as server,
        ExitStack() as stack,
    ):  # fmt: skip
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            for number in range(1000):
                idle = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
                if sent == UPGRADE or number % 3 == 0:
                    idle.sendall(sent)
            began_s = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/")
            assert b"Jantaku" in connection.getresponse().read()
            connection.close()
            assert time.monotonic() - began_s < REQUEST_S, "the idle ones were waited for"
            until(
                lambda: len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < MOST_CONNECTIONS + 20,
                "they are closed",
            )
        finally:
            server.kill()


SERVES_MANY = """
import resource, sys
from pathlib import Path
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.web import DashboardServer, ServedPage
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]), int(sys.argv[3])))
DashboardServer(0, ServedPage(BrokerDoor("127.0.0.1", 1), "h", "t", Path(sys.argv[1]))).close()
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(("soft", "hard", "then"), [(256, 1100, 1100), (300, 300, 300)])
def test_a_server_may_open_as_many_files_as_the_hard_limit_allows(
    folder: Path, soft: int, hard: int, then: int
) -> None:
    """Debian's soft limit of 1,024 files is enough for 480 pages only."""
    command = [sys.executable, "-c", SERVES_MANY, str(folder), str(soft), str(hard)]
    served = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert served.stdout.split() == [str(then), str(hard)]


def ended(connection: socket.socket) -> bool:
    """Return whether the other side has closed."""
    connection.settimeout(0.05)
    try:
        return connection.recv(65536) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_who_is_refused_a_line_is_told_and_cut_off(server: DashboardServer) -> None:
    """It never answers the end of its line."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as refused:
        refused.sendall(UPGRADE)
        heard = b""
        while not heard.endswith(b"\x88\x02" + NOT_LOGGED_IN.to_bytes(2, "big")):
            heard += refused.recv(65536)
        assert server.connections == 1
        until(lambda: ended(refused), "it is cut off", 4.0)
    until(lambda: server.connections == 0, "it is no longer counted")


def test_who_sends_too_slowly_is_cut_off(server: DashboardServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.5)
    request = b"GET / HTTP/1.1\r\nHost: " + b"x" * 10_000
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        sent = 0
        while not ended(slow):
            # One byte at a time, so no single wait is long.
            slow.send(request[sent : sent + 1])
            sent += 1
            assert sent < 100
    assert sent > 3


def test_who_takes_too_slowly_is_cut_off(
    server: DashboardServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ANSWER_S", 0.3)
    (folder / "big").write_bytes(bytes(30_000_000))
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: server.connections == 1, "it is asked")
        until(lambda: server.connections == 0, "it is cut off", 5.0)


@real_time
async def test_who_takes_the_end_of_an_answer_and_asks_for_nothing_more_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer was complete before its last bytes could be written."""
    monkeypatch.setattr(connections, "REQUEST_S", 0.05)

    made: list[Connection] = []

    async def answers(_scope: Scope, _receive: Receive, send: Send) -> None:
        [connection] = made
        connection.pause_writing()
        connection.flow.resume_writing()  # the transport keeps what is sent
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x"})
        connection.resume_writing()

    transport = Mock(asyncio.Transport)
    transport.is_closing.return_value = False
    transport.get_extra_info.return_value = None
    config = uvicorn.Config(answers, http="h11", log_config=None)
    with socket.socket() as opened:
        connection = Connection(Guests(), opened, config=config, server_state=ServerState(), app_state={})
        made.append(connection)
        connection.connection_made(transport)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.sleep(0.5)
        connection.connection_lost(None)
    assert b"200 OK" in b"".join(each.args[0] for each in transport.write.call_args_list)
    transport.abort.assert_called_once()


@pytest.mark.parametrize(
    "request_", [b"GET /" + b"x" * 100_000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000, b"\r\n" * 50_000]
)
def test_a_request_that_is_too_long_is_refused(server: DashboardServer, request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        heard = b""
        try:
            connection.sendall(request_)
            while part := connection.recv(65536):
                heard += part
        except OSError:
            pass
    assert heard == b"" or heard.split()[1] in (b"400", b"414", b"431"), heard
    assert ask(server, "/")[0] == 200


def test_what_is_sent_with_a_question_is_no_question(server: DashboardServer) -> None:
    body = b"GET /settings.json HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body + last
        )
        heard = b""
        with ExitStack() as stack:
            stack.callback(connection.close)
            while part := connection.recv(65536):
                heard += part
    assert heard.count(b"HTTP/1.1 200 ") == heard.count(b"HTTP/1.1 ") == 2


@pytest.mark.parametrize("asked", ["POST /login", "POST /nowhere", "PUT /settings.json"])
def test_a_refusal_waits_for_the_rest_of_the_question(server: DashboardServer, asked: str) -> None:
    """Otherwise data still on its way resets the connection, and the refusal is lost."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    method, _, path = asked.partition(" ")
    connection.putrequest(method, path)
    connection.putheader("Content-Length", "30000")
    connection.endheaders()
    assert not select.select([connection.sock], [], [], 0.2)[0]
    connection.send(bytes(30_000))
    answer = connection.getresponse()
    answer.read()
    assert answer.status in {400, 404, 405}
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


class SilentPage:
    """A page that sends its CONNECT and then nothing; it knows whether the other side still listens."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = [{"type": "websocket.receive", "bytes": CONNECT}]
        self.listening = False
        self.listens = asyncio.Event()

    async def accept(self, subprotocol: str) -> None:
        assert subprotocol == "mqtt"

    async def receive(self) -> dict[str, Any]:
        if self.heard:
            return self.heard.pop()
        self.listening = True
        self.listens.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.listening = False
        raise AssertionError

    async def close(self, code: int) -> None:
        raise AssertionError(code)


def test_a_line_whose_session_cannot_be_asked_about_leaves_no_task_behind() -> None:
    page = SilentPage()

    async def fails() -> int:
        await page.listens.wait()
        raise RuntimeError("no such session")

    async def run() -> set[str]:
        who = BrokerLogin("anna", "secret")
        ended = asyncio.Event()

        async def is_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()
            ended.set()

        async with await asyncio.start_server(is_silent, "127.0.0.1", 0) as broker:
            door = BrokerDoor("127.0.0.1", broker.sockets[0].getsockname()[1])
            with pytest.raises(RuntimeError, match="no such session"):
                await carry(cast("WebSocket", page), door, who, fails)
            assert not page.listening
            await asyncio.wait_for(ended.wait(), 10)
        return {task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()}

    assert asyncio.run(run()) == set()
