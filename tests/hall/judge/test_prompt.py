"""The prompt in a terminal of its own: password, completion, news above what is being typed, confirmation, leaving."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from referee.encoding.public import public_state
from tests.hall.judge.hall_stage import PATIENCE_S, ROOT, Judge, Table, password, until
from wording.alerts.texts import Place

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal, in which a person types and reads."""

    def __init__(self, arguments: list[str]) -> None:
        self._ours, theirs = pty.openpty()
        environment = {name: text for name, text in os.environ.items() if name != "JANTAKU_PASSWORD"}
        # With a terminal of its own, so that Ctrl-C is a signal.
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *arguments], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
            env={**environment, "TERM": "dumb", "INPUTRC": "/dev/null"},
        )  # fmt: skip
        os.close(theirs)
        self._raw = b""
        self._read_to = 0

    @property
    def seen(self) -> str:
        return ESCAPES.sub("", self._raw.decode("utf-8", "replace"))

    def types(self, text: str) -> None:
        self._read_to = len(self.seen)
        os.write(self._ours, text.encode())

    def interrupts(self, pattern: str) -> None:
        """Press Ctrl-C until something appears: ``readline`` loses a Ctrl-C that comes between two keys."""
        self._read_to = len(self.seen)
        end = time.monotonic() + PATIENCE_S
        os.write(self._ours, b"\x03")
        while not self._sees_within(pattern, 1.0):
            if time.monotonic() > end:
                pytest.fail(f"not seen: {pattern}\n{self.seen}")
            os.write(self._ours, b"\x03")

    def sees(self, pattern: str) -> str:
        """Wait until something appears on the screen that was not there when the last key was pressed."""
        found = self._sees_within(pattern, PATIENCE_S)
        if found is None:
            pytest.fail(f"not seen: {pattern}\n{self.seen}")
        return found.group(0)

    def _sees_within(self, pattern: str, patience_s: float) -> re.Match[str] | None:
        end = time.monotonic() + patience_s
        while (found := re.search(pattern, self.seen[self._read_to :])) is None:
            if time.monotonic() > end:
                return None
            if select.select([self._ours], [], [], 0.1)[0]:
                try:
                    self._raw += os.read(self._ours, 65536)
                except OSError:
                    pytest.fail(f"it ended before {pattern} was seen\n{self.seen}")
        return found

    def ends(self) -> int:
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self._ours], [], [], 0.1)[0]:
                try:
                    self._raw += os.read(self._ours, 65536)
                except OSError:
                    break
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal(table: Table, judge: Judge) -> Iterator[Terminal]:
    table.deal()
    opened = Terminal([*judge.arguments(user=None), "--user", "referee"])
    yield opened
    opened.close()


def test_a_judge_at_a_terminal(terminal: Terminal, table: Table) -> None:
    terminal.sees("password of referee: ")
    terminal.types(f"{password('referee')}\r")
    terminal.sees("7> $")
    assert password("referee") not in terminal.seen
    assert "East (Ada) 25000" in terminal.seen
    # A discard while something is being typed appears above it, and the typed words are there again.
    terminal.types("warn Ch")
    terminal.sees("warn Ch$")
    table.discard(0, "5s")
    terminal.sees(r"entry \d+, \d+:\d\d: East \(Ada\) discards 5s\r\n7> warn Ch$")
    terminal.types("\t")
    terminal.sees("ihiro")
    terminal.types("--because talked\r")
    terminal.sees(r"table 7: West \(Chihiro\): warning \(entry \d+\)")
    assert table.rulings == [("warning", 2, None, "referee", "talked")]
    table.foul(seat=3)
    terminal.sees(r"finding 0: discarding in another player's turn")
    terminal.types("dism\t0\r")
    terminal.sees(r"table 7: finding 0 .*: dismissed")
    terminal.types("nonsense\r")
    terminal.sees("'nonsense' is not an order; type help")
    terminal.types("void-hand\r")
    terminal.sees(r"This ends the hand\. Go on\? \[y/N\] $")
    terminal.types("\r")
    terminal.sees("nothing was sent")
    assert table.state.phase == "playing"
    terminal.types("void-hand\r")
    terminal.sees(r"\[y/N\] $")
    terminal.types("y\r")
    # The answer and the news of it, in either order.
    terminal.sees(r"(?s)^(?=.*Voided the hand \(entry)(?=.*ruling: the hand is void).*7> $")
    assert table.state.phase == "waiting"
    terminal.types("void")
    terminal.sees("void$")
    terminal.interrupts("7> $")
    terminal.types("quit\r")
    assert terminal.ends() == 0, terminal.seen


def test_end_of_input_leaves(terminal: Terminal) -> None:
    terminal.sees("password of referee: ")
    terminal.types(f"{password('referee')}\r")
    terminal.sees("7> $")
    terminal.types("\x04")
    assert terminal.ends() == 0, terminal.seen


def test_watch_tells_until_it_is_interrupted(judge: Judge, table: Table) -> None:
    table.begin()
    terminal = Terminal(judge.arguments("watch", table=None))
    try:
        terminal.sees("watching table 7; Ctrl-C ends it")
        table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
        terminal.sees(r"table 7: \w+ \[judge\]: .*chair 2")
        table.deal()
        terminal.sees(r"entry 2, \d+:\d\d: E1, honba 0: dice 1 and 2")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.ends() == 0, terminal.seen
    finally:
        terminal.close()


def test_a_call_in_vain_is_heard_by_the_first_judge_who_comes(judge: Judge, table: Table) -> None:
    """A single order does not count as a judge who is there; watching does."""
    table.begin()
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    hears = table.daemon.health.listeners
    once = Terminal(judge.arguments("alerts", table=None))
    try:
        once.sees("The judge is called at chair 2, but no judge is there to hear it")
        assert once.ends() == 0
    finally:
        once.close()
    assert not hears.any
    terminal = Terminal(judge.arguments("watch", table=None))
    try:
        terminal.sees("watching table 7")
        until(lambda: hears.any, "the table knows of the judge")
        terminal.sees(r"\[judge\]: The judge is called at chair 2\b(?!,)")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.ends() == 0, terminal.seen
    finally:
        terminal.close()


HOSTILE = "\x1b[2J\x1b]0;owned\x07Eve\x9b31m\u202e\ntable 7: play goes on"


def publish(port: int, topic: str, value: object) -> None:
    """Publish a message as some other program's table might."""
    subprocess.run(
        ["mosquitto_pub", "-p", str(port), "-u", "table", "-P", password("table"), "-q", "1", "-r",
         "-t", f"jantaku/1/home/{topic}", "-m", json.dumps(value)],
        check=True,
    )  # fmt: skip


def test_nothing_that_others_wrote_does_anything_to_the_terminal(table: Table, judge: Judge) -> None:
    table.begin()
    state = public_state(table.state, 1, 0, "8")
    state["seats"][0]["name"] = HOSTILE
    state["ruleset"] = HOSTILE
    publish(judge.port, "8/status", {"status": "ready", "text": HOSTILE})
    publish(judge.port, "8/state", state)
    publish(
        judge.port,
        "8/alert/x",
        {"id": "x", "severity": "error", "text": HOSTILE, "advice": HOSTILE, "at_ms": 0},
    )
    opened = Terminal(judge.arguments(table="8"))
    try:
        opened.sees("8> ")
        opened.types("tables\r")
        opened.sees("table 8: ready")
        opened.types("show\r")
        opened.sees(r"East \(.*Eve")
        opened.types("quit\r")
        opened.ends()
    finally:
        opened.close()
    for each in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e"):
        assert each.encode() not in opened._raw, each
    assert "\\x1b[2J" in opened.seen
    assert not re.search(r"^table 7: play goes on", opened.seen, re.MULTILINE)
