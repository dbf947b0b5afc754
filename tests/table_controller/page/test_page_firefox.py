"""The judges' page in Debian's Firefox: a judge logs in, sees the table and gives an order.

Firefox is driven by WebDriver BiDi itself: Playwright's own way to it asks for a command that Debian's Firefox lacks.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, password, until

FIREFOX = shutil.which("firefox-esr")
PATIENCE_S = 20.0
"""The time that Firefox may take for a command: the cores are shared with other tests."""
PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
"""It speaks English, and asks nobody but the page's server."""
IN_SIGHT = """[...document.querySelectorAll({css})].some((each) =>
  each.checkVisibility() && !each.disabled && each.textContent.includes({text}))"""


class Firefox:
    """One tab of Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self.errors: list[str] = []
        self._line = line
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.create", type="tab")["context"]
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": 1024, "height": 768})

    def goto(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def shows(self, css: str, text: str = "") -> None:
        """Wait until an element is in sight that is not disabled and has the text."""
        expression = IN_SIGHT.format(css=json.dumps(css), text=json.dumps(text))
        until(lambda: self._evaluate(expression), f"{css} shows {text!r}")

    def tap(self, css: str) -> None:
        """Press and release the mouse in the middle of an element, once it is in sight."""
        self.shows(css)
        locator = {"type": "css", "value": css}
        (found, *_) = self._ask("browsingContext.locateNodes", context=self._tab, locator=locator)["nodes"]
        origin = {"type": "element", "element": {"sharedId": found["sharedId"]}}
        moves = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}]
        moves += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._act({"type": "pointer", "id": "mouse", "actions": moves})

    def type(self, css: str, text: str) -> None:
        self.tap(css)
        presses = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": presses})

    def _act(self, actions: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[actions])

    def _evaluate(self, expression: str) -> Any:
        answer = self._ask(
            "script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=False
        )
        assert answer["type"] == "success", answer
        return answer["result"]["value"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE_S))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]


@contextmanager
def running(profile: Path) -> Iterator[str]:
    """Firefox without a window; the address at which it takes commands."""
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    options = ("--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0")
    process = subprocess.Popen([str(FIREFOX), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    file = profile / "WebDriverBiDiServer.json"
    try:
        until(lambda: file.exists() and file.read_text(), "Firefox takes commands")
        at = json.loads(file.read_text())
        yield f"ws://{at['ws_host']}:{at['ws_port']}/session"
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("firefox-esr is not installed")
    with running(tmp_path / "profile") as address, connect(address, max_size=None) as line:
        yield Firefox(line)


def test_an_order_is_given_in_firefox(firefox: Firefox, server: DashboardServer, table: Table) -> None:
    table.deal()
    firefox.goto(f"http://127.0.0.1:{server.port}/")
    firefox.type("#login-name", "referee")
    firefox.type("#login-password", password("referee"))
    firefox.tap("#login-page button")
    firefox.shows("#status", "Ready")
    firefox.shows("#felt .player-name", "Chihiro")
    firefox.shows("#felt .hand-name", "East 1")
    firefox.tap("[data-group=clock]")
    firefox.tap("#sheet [data-command=stop]")
    firefox.shows("#sheet .would")
    firefox.tap("#sheet .confirm button.main")
    firefox.shows(".order.done")
    assert table.state.desk.stopped
    assert "stop" in table.commands
    assert firefox.errors == []
