"""A small HTTP server for the dashboard: its built files, ``/settings.json`` that tells it where the broker is, and films.

A film is given only under an address that the table told a judge (``table_controller/web/clip_door.py``).
"""

from __future__ import annotations

import io
import json
import mimetypes
import shutil
import socket
import threading
import time
from collections import Counter
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from table_controller.web.clip_door import PREFIX as CLIPS

if TYPE_CHECKING:
    import ssl

    from table_controller.web.clip_door import ClipDoor

MOST_CONNECTIONS: Final = 64
"""Open at a time; for one more, of the address that has most of them that is closed which has asked for nothing for longest."""
REQUEST_S: Final = 10.0
"""Real time in which a request must be there, after the connection was made or the last one answered."""
ANSWER_S: Final = 20.0
"""Real time in which an answer must be taken."""
MOST_HEADER: Final = 16 * 1024
"""Bytes of a request."""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
NO_CLIP: Final = b"no film has this address any more: ask the table for it again\n"
NOT_BUILT: Final = b"The dashboard has not been built: run `make dashboard`.\n"
FILM: Final = "video/x-msvideo"
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Scripts only from here; the broker's WebSocket may be on another port or host.
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'",
}


def dashboard_folder() -> Path:
    """Where the built dashboard lies."""
    return Path(str(resources.files("referee"))) / "dashboard" / "dist"


class _TooLongError(Exception):
    """A request has more bytes than are read."""


class _Request(io.RawIOBase):
    """What a client sends: each request within its time and length, however slowly its bytes come."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.begin()

    def begin(self) -> None:
        """A new request may come now."""
        self._end_s = time.monotonic() + REQUEST_S
        self._left = MOST_HEADER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        left_s = self._end_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        if self._left <= 0:
            raise _TooLongError
        self._connection.settimeout(left_s)
        count = self._connection.recv_into(buffer, min(len(buffer), self._left))
        self._left -= count
        return count


class _Handler(BaseHTTPRequestHandler):
    server_version = "jantaku"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def __init__(
        self,
        folder: Path,
        clips: ClipDoor | None,
        settings: dict[str, str],
        scheme: str,
        websocket_port: int,
        *args: object,
    ) -> None:
        self._folder = folder
        self._clips = clips
        self._scheme = scheme
        self._settings = settings
        self._websocket_port = websocket_port
        super().__init__(*args)  # type: ignore[arg-type]

    def setup(self) -> None:
        """The connection is made: a handshake first, where it is encrypted."""
        super().setup()
        self._incoming = _Request(self.connection)
        self.rfile = io.BufferedReader(self._incoming)
        if hasattr(self.connection, "do_handshake"):
            self.connection.settimeout(REQUEST_S)
            self.connection.do_handshake()

    def handle_one_request(self) -> None:
        """Answer one request, or cut off who sends none."""
        self._incoming.begin()
        try:
            super().handle_one_request()
        except _TooLongError:
            self.close_connection = True
            self.requestline, self.request_version, self.command = "", self.protocol_version, ""
            self.send_error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        except TimeoutError:
            self.close_connection = True

    def do_GET(self) -> None:
        """Answer a GET."""
        self.server.busy(self.connection)  # type: ignore[attr-defined]
        if self.headers.get("Content-Length") or self.headers.get("Transfer-Encoding"):
            # What would follow is no request.
            self.close_connection = True
        path = unquote(self.path.partition("?")[0].partition("#")[0])
        if path == "/settings.json":
            self._send(HTTPStatus.OK, "application/json", self._settings_for_client(), cache="no-store")
            return
        if path.startswith(CLIPS) and self._clips is not None:
            self._send_film(self._clips.film(path))
            return
        file = self._file(path)
        if file is None:
            if path == "/":
                self._send(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", NOT_BUILT)
            else:
                self._send(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"no such page\n")
            return
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        self._send(HTTPStatus.OK, kind, file.read_bytes())

    def _file(self, path: str) -> Path | None:
        """The file of the page that is asked for; None if there is none, whatever was asked."""
        folder = self._folder.resolve()
        try:
            file = (folder / path.lstrip("/")).resolve()
            if path.endswith("/"):
                file /= "index.html"
            return file if file.is_relative_to(folder) and file.is_file() else None
        except (ValueError, OSError):  # no name that a file can have, or too long a one
            return None

    def _send_film(self, film: Path | None) -> None:
        """A clip's film, a piece at a time: it may be large."""
        try:
            opened = None if film is None else film.open("rb")
        except OSError:  # it was deleted at this moment
            opened = None
        if film is None or opened is None:
            self._send(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", NO_CLIP, cache="no-store")
            return
        with opened:
            length = opened.seek(0, io.SEEK_END)
            opened.seek(0)
            saved = f'attachment; filename="{film.name}"'
            self._head(
                HTTPStatus.OK, FILM, length, {"Cache-Control": "no-store", "Content-Disposition": saved}
            )
            if self.command != "HEAD":
                shutil.copyfileobj(opened, self.wfile)

    do_HEAD = do_GET  # noqa: N815 - the base class calls it so

    def _settings_for_client(self) -> bytes:
        """The broker as this client can reach it: under the name by which it reached us."""
        host = self.headers.get("Host") or "localhost"
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        return json.dumps(
            {"mqtt": f"{self._scheme}://{name}:{self._websocket_port}/", **self._settings}
        ).encode()

    def _send(self, status: HTTPStatus, kind: str, body: bytes, cache: str = "no-cache") -> None:
        self._head(status, kind, len(body), {"Cache-Control": cache})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, length: int, more: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        for name, value in {**more, **HEADERS}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.connection.settimeout(ANSWER_S)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base class
        """Requests are not logged: a page asks often and says nothing of interest."""


class _Server(ThreadingHTTPServer):
    """Keeps few connections open, those that ask for something."""

    daemon_threads = True
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, place: tuple[str, int], handler: Any, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        self._open: dict[socket.socket, tuple[str, float]] = {}
        """Of each connection whose it is and when it asked for something."""
        self._guard = threading.Lock()
        super().__init__(place, handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        """A new connection; its handshake comes later, in its own thread."""
        connection, where = super().get_request()
        if self._tls is not None:
            connection = self._tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        self._make_room()
        with self._guard:
            self._open[connection] = (str(where[0]), time.monotonic())
        return connection, where

    def busy(self, connection: socket.socket) -> None:
        """A connection asks for something now."""
        with self._guard:
            if connection in self._open:
                self._open[connection] = (self._open[connection][0], time.monotonic())

    def shutdown_request(self, request: Any) -> None:
        """A connection ends."""
        with self._guard:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """What a client does wrong is no word of the log."""

    def _make_room(self) -> None:
        with self._guard:
            if len(self._open) < MOST_CONNECTIONS:
                return
            greediest = Counter(address for address, _ in self._open.values()).most_common(1)[0][0]
            theirs = [each for each, (address, _) in self._open.items() if address == greediest]
            connection = min(theirs, key=lambda each: self._open[each][1])
            del self._open[connection]
        try:
            # Its thread wakes and closes it.
            socket.socket.shutdown(connection, socket.SHUT_RDWR)
        except OSError:
            return


class DashboardServer:
    """Serves the dashboard from its own threads until ``close``.

    Args:
        port: where to listen; 0 takes a free one.
        websocket_port: the broker's WebSocket port, told to the page.
        hall, table: names of this table, told to the page.
        host: address to listen on.
        folder: the built dashboard.
        tls: encrypts the page, None where it is not.
        websocket_tls: whether the broker's WebSocket is encrypted.
        clips: the films for judges, None where none are given.

    Raises:
        OSError: the port is taken.
    """

    def __init__(
        self,
        port: int,
        *,
        websocket_port: int,
        hall: str,
        table: str,
        host: str = "127.0.0.1",
        folder: Path | None = None,
        tls: ssl.SSLContext | None = None,
        websocket_tls: bool = False,
        clips: ClipDoor | None = None,
    ) -> None:
        scheme = "wss" if websocket_tls else "ws"
        names = {"hall": hall, "table": table}
        handler = partial(_Handler, folder or dashboard_folder(), clips, names, scheme, websocket_port)
        self._server = _Server((host, port), handler, tls)
        self._thread = threading.Thread(target=self._server.serve_forever, name="dashboard", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
