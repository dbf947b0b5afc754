"""The dashboard's HTTP server."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING

import pytest

from table_controller.web import DashboardServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
    server = DashboardServer(0, websocket_port=9001, hall="home", table="7", host="127.0.0.1", folder=folder)
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
    assert "default-src 'self'" in headers["content-security-policy"]


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
    ("host", "name"),
    [
        ("table-7.local:8080", "table-7.local"),
        ("192.168.1.9", "192.168.1.9"),
        ("[fe80::1]:8080", "[fe80::1]"),
    ],
)
def test_the_page_learns_where_the_broker_is(server: DashboardServer, host: str, name: str) -> None:
    _, headers, body = ask(server, "/settings.json", host=host)
    assert json.loads(body) == {"mqtt": f"ws://{name}:9001/", "hall": "home", "table": "7"}
    assert headers["cache-control"] == "no-store"


def test_an_unbuilt_dashboard_is_said(tmp_path: Path) -> None:
    server = DashboardServer(
        0, websocket_port=1, hall="h", table="t", host="127.0.0.1", folder=tmp_path / "nothing"
    )
    status, _, body = ask(server, "/")
    server.close()
    assert status == 503
    assert b"make dashboard" in body


def test_a_port_that_is_taken(server: DashboardServer, folder: Path) -> None:
    with pytest.raises(OSError, match="in use"):
        DashboardServer(server.port, websocket_port=1, hall="h", table="t", host="127.0.0.1", folder=folder)
