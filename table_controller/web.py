"""A small HTTP server for the dashboard: its built files, and ``/settings.json`` that tells it where the broker is."""

from __future__ import annotations

import json
import mimetypes
import threading
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Final
from urllib.parse import unquote

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
NOT_BUILT: Final = b"The dashboard has not been built: run `make dashboard`.\n"
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


class _Handler(BaseHTTPRequestHandler):
    server_version = "jantaku"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def __init__(self, folder: Path, settings: dict[str, str], websocket_port: int, *args: object) -> None:
        self._folder = folder
        self._settings = settings
        self._websocket_port = websocket_port
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer a GET."""
        path = unquote(self.path.partition("?")[0].partition("#")[0])
        if path == "/settings.json":
            self._send(HTTPStatus.OK, "application/json", self._settings_for_client(), cache="no-store")
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

    do_HEAD = do_GET  # noqa: N815 - the base class calls it so

    def _settings_for_client(self) -> bytes:
        """The broker as this client can reach it: under the name by which it reached us."""
        host = self.headers.get("Host") or "localhost"
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        return json.dumps({"mqtt": f"ws://{name}:{self._websocket_port}/", **self._settings}).encode()

    def _send(self, status: HTTPStatus, kind: str, body: bytes, cache: str = "no-cache") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", cache)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base class
        """Requests are not logged: a page asks often and says nothing of interest."""


class DashboardServer:
    """Serves the dashboard from its own threads until ``close``.

    Args:
        port: where to listen; 0 takes a free one.
        websocket_port: the broker's WebSocket port, told to the page.
        hall, table: names of this table, told to the page.
        host: address to listen on.
        folder: the built dashboard.

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
    ) -> None:
        handler = partial(
            _Handler, folder or dashboard_folder(), {"hall": hall, "table": table}, websocket_port
        )
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
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
