"""The log of a program that runs unattended: its output, or systemd's journal with levels and fields."""

import logging
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.log_line import FAILURE, TROUBLE
from tests.conftest import ROOT
from wording.terminal.journald import MOST_TEXT, Journald, takes_output
from wording.terminal.log import MOST_TROUBLES, SAID_AGAIN_S, Repeats, say


def test_a_log_that_nobody_takes_any_more_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed simulation closes its end of the pipe."""
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as log:
        monkeypatch.setattr(sys, "stdout", log)
        say("one line")
        assert os.read(read, 100) == b"one line\n"
        os.close(read)
        for _ in range(3):
            say("nobody reads this")
        monkeypatch.undo()
        os.dup2(os.open(os.devnull, os.O_WRONLY), write)


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def logged(repeats: Repeats, text: str, level: int = TROUBLE) -> str | None:
    """Return the line that is logged; None if none is."""
    record = logging.LogRecord("jantaku", level, "", 0, "%s", (text,), None)
    return record.getMessage() if repeats.filter(record) else None


def test_trouble_that_goes_on_is_said_once_and_counted() -> None:
    clock = Clock()
    repeats = Repeats(clock)
    assert logged(repeats, "camera lost; trying again in 1 s") == "camera lost; trying again in 1 s"
    for wait in (2, 4, 8):
        clock.now_s += wait
        assert logged(repeats, f"camera lost; trying again in {wait} s") is None
    assert logged(repeats, "broker lost") == "broker lost"
    clock.now_s = SAID_AGAIN_S
    assert (
        logged(repeats, "camera lost; trying again in 60 s")
        == "camera lost; trying again in 60 s (said 3 times more)"
    )
    assert logged(repeats, "camera lost; trying again in 60 s") is None


def test_trouble_at_two_tables_of_a_hall_is_two_troubles() -> None:
    repeats = Repeats(Clock())
    for table in (7, 12, 13):
        assert logged(repeats, f"table {table}: two daemons, entries from 90 are kept apart") is not None
        assert logged(repeats, f"table {table}: two daemons, entries from 91 are kept apart") is None


def test_a_failure_and_what_is_no_trouble_are_not_the_same_as_trouble() -> None:
    repeats = Repeats(Clock())
    for _ in range(3):
        assert logged(repeats, "hand 3 begins", logging.INFO) == "hand 3 begins"
    assert logged(repeats, "x") == "x"
    assert logged(repeats, "x", FAILURE) == "x"
    assert logged(repeats, "x") is None


def test_many_different_troubles_are_forgotten_in_time() -> None:
    repeats = Repeats(Clock())
    for each in range(MOST_TROUBLES + 1):
        assert logged(repeats, "x" * each) is not None
    assert logged(repeats, "") is not None  # the oldest
    assert logged(repeats, "x" * MOST_TROUBLES) is None


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[socket.socket]:
    """Receives entries like systemd-journald; the tests of the package use a real one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as taker:
        taker.bind(str(tmp_path / "socket"))
        taker.settimeout(10)
        yield taker


def entry(taken: bytes) -> dict[str, str]:
    """An entry's fields, by https://systemd.io/JOURNAL_NATIVE_PROTOCOL/."""
    fields = {}
    while taken:
        name, _, taken = taken.partition(b"\n")
        (size,) = struct.unpack_from("<Q", taken)
        value, end, taken = taken[8 : 8 + size], taken[8 + size : 9 + size], taken[9 + size :]
        assert end == b"\n"
        fields[name.decode()] = value.decode()
    return fields


def written(journal: socket.socket, text: str, level: int) -> dict[str, str]:
    handler = Journald({"JANTAKU_TABLE": "7"}, journal.getsockname())
    try:
        handler.emit(logging.LogRecord("jantaku", level, "a.py", 12, "%s", (text,), None, "work"))
        return entry(journal.recv(1 << 20))
    finally:
        handler.close()


@pytest.mark.parametrize(
    ("level", "priority"), [(logging.INFO, "6"), (TROUBLE, "4"), (FAILURE, "3"), (50, "2")]
)
def test_an_entry_has_level_and_fields_and_all_its_lines(
    journal: socket.socket, level: int, priority: str
) -> None:
    found = written(journal, "decisions failed: first\nsecond=line\n\n雀卓", level)
    assert found == {
        "MESSAGE": "decisions failed: first\nsecond=line\n\n雀卓",
        "PRIORITY": priority,
        "LOGGER": "jantaku",
        "CODE_FILE": "a.py",
        "CODE_LINE": "12",
        "CODE_FUNC": "work",
        "SYSLOG_IDENTIFIER": "jantaku",
        "JANTAKU_TABLE": "7",
    }


def test_a_text_that_fits_into_no_datagram_is_cut(journal: socket.socket) -> None:
    found = written(journal, "雀" * 10 * MOST_TEXT, TROUBLE)
    assert found["MESSAGE"] == "雀" * MOST_TEXT + " …"


def test_a_journal_that_is_gone_is_no_end(tmp_path: Path) -> None:
    handler = Journald({}, str(tmp_path / "none"))
    handler.emit(logging.LogRecord("jantaku", TROUBLE, "", 0, "x", (), None))
    handler.close()


def test_the_journal_is_used_where_it_takes_the_output_anyway(tmp_path: Path) -> None:
    file = tmp_path / "output"
    code = "import sys; from wording.terminal.journald import takes_output; print(takes_output(sys.argv[1]))"
    with file.open("wb") as output:
        found = os.fstat(output.fileno())
        for stream in (f"{found.st_dev}:{found.st_ino}", "1:2", ""):
            subprocess.run([sys.executable, "-c", code, stream], cwd=ROOT, stdout=output, check=True)
    assert file.read_text().split() == ["True", "False", "False"]
    assert not takes_output("8:0")
