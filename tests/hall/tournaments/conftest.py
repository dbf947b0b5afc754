"""A hall with a broker, its logins, and a process that serves the tournament API from a store on disk."""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from table_controller.mqtt.roles import Role
from tests.hall.judge.hall_stage import MOSQUITTO, ROOT, Mosquitto, free_port, password, until

ROLES: dict[str, Role] = {
    "anna": "organiser",
    "bob": "organiser",
    "rita": "referee",
    "vera": "viewer",
    "tom": "technician",
    "table": "table",
}


@dataclass
class Answer:
    status: int
    body: Any


@dataclass
class Hall:
    """The process and its logins. ``kill`` ends it as a loss of power would."""

    broker: Mosquitto
    folder: Path
    store: str
    port: int = 0
    cookies: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.port = self.port or free_port()
        self.cookies.clear()
        name = "tests.hall.tournaments.hall_of_books"
        words = [str(self.port), str(self.broker.port), str(self.broker.roles), self.store]
        self.process = subprocess.Popen([sys.executable, "-m", name, *words], cwd=ROOT)
        until(self._answers, "the hall answers")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None
        try:
            return self.request("GET", "/settings.json").status == 200
        except OSError:
            return False

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, path, content, headers or {})
            answer = connection.getresponse()
            text = answer.read()
            self.given = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        finally:
            connection.close()
        return Answer(answer.status, json.loads(text) if text[:1] in {b"{", b"["} else text)

    def cookie(self, who: str) -> str:
        if who not in self.cookies:
            body = {"name": who, "password": password(who)}
            answer = self.request("POST", "/login", body, {"Content-Type": "application/json"})
            assert answer.body == {"name": who, "role": ROLES[who]}
            self.cookies[who] = self.given
        return self.cookies[who]

    def get(self, who: str, path: str) -> Answer:
        return self.request("GET", f"/api/tournaments{path}", None, {"Cookie": self.cookie(who)})

    def post(self, who: str, path: str, body: Any, kind: str = "application/json", **more: str) -> Answer:
        headers = {"Content-Type": kind, **more}
        if who:
            headers["Cookie"] = self.cookie(who)
        return self.request("POST", f"/api/tournaments{path}", body, headers)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    folder = tmp_path_factory.mktemp("hall")
    broker = Mosquitto(folder, others=ROLES)
    broker.start()
    running = Hall(broker, folder, str(folder / "hall.sqlite"))
    running.start()
    yield running
    running.kill()
    broker.stop()
