"""People elsewhere are called through the club's services: once per event, and once more when it is over. The clock
jumps.

Messages go through the program ``apprise`` to a web server and a mail server that run here.
"""

import asyncio
import email
import email.policy
import json
import stat
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socketserver import StreamRequestHandler, TCPServer
from typing import Any

import pytest

from config import ConfigError
from table_controller.cli.setup.answers import Answers, changed
from table_controller.cli.setup.plan import CALLS, below, planned
from table_controller.cli.setup.write import write_all
from table_controller.health.calls.addresses import CallAddress, addresses_in
from table_controller.health.calls.calls import (
    FIRST_PAUSE_MS,
    LATE_TRIES,
    LONGEST_PAUSE_MS,
    MOST_TRIES,
    NAME,
    OVER_MS,
    SETTLED_MS,
    AlertCalls,
    TableName,
)
from table_controller.health.calls.program import NOT_INSTALLED, send
from table_controller.health.health import TableHealth
from table_controller.health.upkeep.disk_space import DiskSpace
from table_controller.settings.outside import TABLE_SETTINGS
from tests.table_controller.doctor_stage import Table, table
from tests.table_controller.open_alerts import OpenAlerts
from wording.alerts.declaration import DeclaredAlert, Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place

__all__ = ["table"]

MAIL, CHAT = CallAddress("mailto://club.example", "mailto (1)"), CallAddress("ntfy://club", "ntfy (2)")
LATER_MS = 10 * LONGEST_PAUSE_MS


class Stage:
    """A table whose clock jumps, with two addresses of which any may fail."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.now_ms = 0
        self.failing: set[CallAddress] = set()
        self.tries = 0
        self.alerts: dict[str, Trouble] = {}
        self.published: dict[str, Any] = {}
        self.restart()

    def restart(self) -> None:
        """Begin again with what is on disk, as after a crash."""
        self.health = TableHealth(self, now_ms=lambda: self.now_ms, say=lambda *_: None, connects=False)
        self.calls = AlertCalls(
            [MAIL, CHAT],
            TableName("home", "7"),
            self.state,
            send=self.send,
            now_ms=lambda: self.now_ms,
            alert=self.health.alert,
            say=lambda *_: None,
            words="en",
        )
        self.health.call_people = self.calls.note
        self.health.begin()

    def send(self, address: CallAddress, title: str, body: str, *, over: bool) -> str:
        self.tries += 1
        assert title == "Table 7 (home)"
        if address in self.failing:
            return "no answer"
        self.taken.append((address.name.partition(" ")[0], "over" if over else "stands", body))
        return ""

    def status(self, _status: str) -> None: ...

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        self.published.pop(name, None)
        if alert is not None:
            self.published[name] = alert

    @property
    def standing(self) -> list[str]:
        return sorted(self.published)

    def later(self, ms: int) -> list[tuple[str, str, str]]:
        """Jump ahead, and send all that is due; return what was accepted."""
        self.now_ms += ms
        self.taken: list[tuple[str, str, str]] = []

        async def served() -> None:
            tries = -1
            while tries != self.tries:
                tries = self.tries
                for line in self.calls.lines:
                    await self.calls.step(line)

        asyncio.run(served())
        return self.taken

    def kinds(self, ms: int) -> list[tuple[str, str]]:
        return [(service, kind) for service, kind, _ in self.later(ms)]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


BOTH = [("mailto", "stands"), ("ntfy", "stands")]
OVER = [("mailto", "over"), ("ntfy", "over")]


def test_each_address_is_reported_once_and_once_more_when_it_is_over(stage: Stage) -> None:
    stage.health.camera_lost("cable")
    assert stage.later(SETTLED_MS - 1) == []
    taken = stage.later(1)
    assert [each[:2] for each in taken] == BOTH
    assert all(body.startswith("The table cannot see: cable\nCheck the camera's cable") for *_, body in taken)
    stage.health.alert(TableAlert.CAMERA, TableAlert.no_picture(9))
    assert stage.later(LATER_MS) == [], "it is the same event, in other words"
    stage.health.alert(TableAlert.CAMERA, None)
    assert stage.later(OVER_MS - 1) == []
    over = stage.later(1)
    assert [each[:2] for each in over] == OVER
    assert all(body.startswith("Nobody is needed any more\nThe table cannot see: cable") for *_, body in over)
    assert stage.later(LATER_MS) == []
    stage.health.camera_lost("cable")
    assert stage.kinds(SETTLED_MS) == BOTH, "this is another event"


def test_what_is_over_at_once_calls_nobody_and_what_comes_back_at_once_is_the_same(stage: Stage) -> None:
    stage.health.camera_lost("cable")
    stage.later(SETTLED_MS - 1)
    stage.health.alert(TableAlert.CAMERA, None)
    assert stage.later(LATER_MS) == []
    stage.health.camera_lost("cable")
    assert stage.kinds(SETTLED_MS) == BOTH
    stage.health.alert(TableAlert.CAMERA, None)
    stage.later(OVER_MS - 1)
    stage.health.camera_lost("cable")
    assert stage.later(LATER_MS) == []


@pytest.mark.parametrize("again", [True, False])
def test_a_restart_calls_nobody_again(stage: Stage, *, again: bool) -> None:
    stage.health.camera_lost("cable")
    stage.later(SETTLED_MS)
    assert "mailto" not in (stage.state / NAME).read_text(), "addresses are secrets"
    stage.restart()
    if again:
        stage.health.camera_lost("cable")
    assert stage.later(OVER_MS - 1) == []
    assert stage.kinds(LATER_MS) == ([] if again else OVER)


def test_an_alert_that_people_end_outlasts_a_restart(stage: Stage) -> None:
    stage.health.judge_called(Place.chair(2))
    assert stage.kinds(SETTLED_MS) == BOTH
    stage.restart()
    assert stage.later(LATER_MS) == []
    stage.health.resolve("judge")
    assert stage.kinds(OVER_MS) == OVER


@pytest.mark.parametrize(
    ("alert", "trouble", "calls"),
    [
        (TableAlert.DEAL, TableAlert.deal_broken_off(), True),
        (TableAlert.CAMERA, TableAlert.no_sight("cable"), True),
        (TableAlert.BACKUP, TableAlert.backup_old(9), True),
        (TableAlert.DISK, TableAlert.disk_short(9), True),
        (TableAlert.CALLS, TableAlert.calls_unsent("mailto (1)"), False),
        (TableAlert.TIME, TableAlert.time_over(), False),
    ],
)
def test_the_declaration_says_which_alerts_call_people(
    stage: Stage, alert: DeclaredAlert, trouble: Trouble, *, calls: bool
) -> None:
    stage.health.alert(alert, trouble)
    assert stage.kinds(SETTLED_MS) == (BOTH if calls else [])


def test_a_judge_is_called_for_while_none_hears_it(stage: Stage) -> None:
    async def heard() -> None:
        stage.health.listeners.hear()
        stage.health.judge_called(Place.chair(2))

    asyncio.run(heard())
    assert stage.later(LATER_MS) == []
    stage.health.resolve("judge")
    stage.restart()
    stage.health.judge_called(Place.chair(2))
    assert stage.kinds(SETTLED_MS) == BOTH

    async def comes() -> None:
        stage.health.listeners.hear()

    asyncio.run(comes())
    assert stage.kinds(OVER_MS) == OVER


def test_a_service_that_fails_is_one_alert_and_keeps_no_other_waiting(stage: Stage) -> None:
    stage.failing = {CHAT}
    stage.health.camera_lost("cable")
    assert stage.kinds(SETTLED_MS) == BOTH[:1]
    assert "calls" not in stage.published, "one failure may be a hiccup"
    for _ in range(LATE_TRIES):
        stage.later(LONGEST_PAUSE_MS)
    assert stage.published["calls"]["text"] == "Calls by ntfy (2) do not get through"
    stage.failing = set()
    assert stage.kinds(LONGEST_PAUSE_MS) == BOTH[1:]
    assert "calls" not in stage.published


def test_a_message_is_tried_a_few_times_at_growing_intervals(stage: Stage) -> None:
    stage.failing = {CHAT}
    stage.health.camera_lost("cable")
    stage.later(SETTLED_MS)
    assert stage.tries == 2
    stage.later(FIRST_PAUSE_MS - 1)
    assert stage.tries == 2
    for _ in range(20):
        stage.later(LONGEST_PAUSE_MS)
    assert stage.tries == 1 + MOST_TRIES
    stage.failing = set()
    assert stage.later(LATER_MS) == []
    stage.health.alert(TableAlert.CAMERA, None)
    assert stage.kinds(OVER_MS) == OVER[:1], "who never heard of it hears of no end"


def test_the_disk_is_an_alert_while_little_is_free(tmp_path: Path) -> None:
    alerts, free_mb = OpenAlerts(), [1001]
    disk = DiskSpace(tmp_path, alerts.alert, lambda _: free_mb[0] * 1_000_000)
    for free_mb[0], stands in ((1001, 0), (999, 1), (998, 1), (1100, 1), (1200, 0), (1100, 0)):
        disk.look()
        assert len(alerts.open) == stands
    DiskSpace(tmp_path, alerts.alert).look()


# The program and its services


class Web(BaseHTTPRequestHandler):
    """Takes what Apprise posts."""

    got: list[dict[str, Any]]

    def do_POST(self) -> None:
        self.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None: ...


class Mail(StreamRequestHandler):
    """Takes one mail by SMTP (RFC 5321)."""

    got: list[bytes]

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        mail: list[bytes] | None = None
        for line in self.rfile:
            if mail is not None:
                mail.append(line)
                if line != b".\r\n":
                    continue
                self.got.append(b"".join(mail[:-1]))
                mail = None
            elif line[:4].upper() == b"DATA":
                mail = []
                self.wfile.write(b"354 go on\r\n")
                continue
            self.wfile.write(b"250 done\r\n")


@contextmanager
def served(kind: type[Web | Mail]) -> Iterator[tuple[int, list[Any]]]:
    """The port of a server, and what it has received."""
    handler = type("Handler", (kind,), {"got": []})
    with (HTTPServer if kind is Web else TCPServer)(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_address[1], handler.got  # type: ignore[attr-defined]
        finally:
            server.shutdown()
            thread.join()


def test_a_message_through_the_web(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(Web) as (port, got):
        (address,) = addresses_in(f"json://user:secret@127.0.0.1:{port}/", "-")
        assert send(address, "Table 7 (home)", "山が崩れました\n<b> & “two” lines") == ""
        assert send(address, "Table 7 (home)", "end", over=True) == ""
    assert [(each["title"], each["message"], each["type"]) for each in got] == [
        ("Table 7 (home)", "山が崩れました\n<b> & “two” lines", "warning"),
        ("Table 7 (home)", "end", "success"),
    ]
    assert send(address, "nobody", "listens") == "apprise ended with status 1"
    monkeypatch.setenv("PATH", "/nowhere")
    assert send(address, "no", "program") == NOT_INSTALLED


def test_a_message_by_mail() -> None:
    with served(Mail) as (port, got):
        (address,) = addresses_in(
            f"mailto://127.0.0.1:{port}?from=table@club.example&to=owner@club.example", "-"
        )
        assert send(address, "Table 7 (home)", "卓が見えません") == ""
    mail = email.message_from_bytes(got[0], policy=email.policy.default)
    assert (mail["Subject"], mail["To"]) == ("Table 7 (home)", "owner@club.example")
    text = mail.get_body(("plain",))
    assert text is not None
    assert text.get_content().strip() == "卓が見えません"


@pytest.mark.parametrize("text", ["mailto:x", "json://a b", "no address", "json://x\n" * 21])
def test_a_file_with_something_else_is_refused_without_its_secrets(text: str) -> None:
    with pytest.raises(ConfigError) as error:
        addresses_in(f"# the owner\n\n{text}", "/etc/jantaku/call-addresses")
    assert error.value.arguments["number"] == (23 if text.count("\n") else 3)
    assert text.partition("\n")[0] not in str(error.value)


def test_setup_keeps_the_addresses_where_secrets_are(tmp_path: Path) -> None:
    def set_up(**answers: str) -> tuple[str, Path]:
        write_all(planned(changed(Answers(broker="10.0.0.2:1883"), answers, "-"), tmp_path).files, tmp_path)
        settings = tomllib.loads(below(tmp_path, TABLE_SETTINGS).read_text())
        return settings.get("calls", {}).get("addresses_file", ""), below(tmp_path, CALLS)

    assert set_up()[0] == ""
    for answers in ("json://a mailto://b", ""):
        setting, file = set_up(calls=answers)
        assert (setting, file.read_text()) == (str(CALLS), "json://a\nmailto://b\n")
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
    setting, file = set_up(calls="none")
    assert (setting, file.exists()) == ("", False)
    with pytest.raises(ConfigError):
        set_up(calls="somebody")


@pytest.mark.parametrize("trial", [False, True])
def test_the_doctor_calls_where_it_is_asked_to(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, trial: bool
) -> None:
    def results() -> list[tuple[str, str]]:
        parts = table.report("--config", str(table.file), *(["--call"] if trial else []))
        return [(each["grade"], each["says"]["code"]) for each in parts if each["part"] == "calls"]

    table.write()
    assert results() == ([("fine", "diagnosed.nobody_called")] if trial else [])
    file = table.folder / "addresses"
    table.settings["calls"] = {"addresses_file": str(file)}
    table.write()
    with served(Web) as (port, got):
        file.write_text(f"json://127.0.0.1:{port}/\n")
        assert results() == [("fine", "diagnosed.called" if trial else "diagnosed.calls_set")]
        assert [each["message"] for each in got] == ["This is a trial: nobody is needed"] * trial
    if trial:
        assert results() == [("warning", "diagnosed.not_called")]
    monkeypatch.setenv("PATH", "/nowhere")
    assert results() == [("warning", "diagnosed.no_apprise")]
