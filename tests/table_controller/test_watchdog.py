"""Messages to systemd over a real socket: ready, alive while all parts move, stopping."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.health.watchdog import Notifier, Watchdog, WatchedPart
from tests.conftest import ROOT
from tests.table_controller.silent import said_to


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Systemd's end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.bind(str(tmp_path / "notify"))
        ours.settimeout(20)
        yield ours


def environment(manager: socket.socket, watchdog_s: float) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": str(round(watchdog_s * 1e6))}


def test_it_is_fed_only_while_all_parts_move(manager: socket.socket) -> None:
    lines: list[str] = []
    hangs = WatchedPart(lambda moved: None if hanging else moved(), 0.3)
    hanging = False
    moves = WatchedPart(lambda moved: moved(), 0.3)
    watchdog = Watchdog(
        Notifier(environment(manager, 0.4)), {"the link": moves, "the camera": hangs}, said_to(lines.append)
    )
    watchdog.start()
    try:
        assert manager.recv(100) == b"READY=1"
        began_s = time.monotonic()
        for _ in range(6):
            assert manager.recv(100) == b"WATCHDOG=1"
        assert time.monotonic() - began_s >= 0.5
        hanging = True
        manager.settimeout(1.5)
        with contextlib.suppress(TimeoutError):
            for _ in range(20):
                manager.recv(100)
            pytest.fail("it is fed on")
        assert lines == ["does not move: the camera; systemd starts the table anew if this stays"]
        assert watchdog.stuck() == ["the camera"]
        hanging = False
        assert manager.recv(100) == b"WATCHDOG=1"
    finally:
        watchdog.stop()
    while manager.recv(100) != b"STOPPING=1":
        pass


def test_without_a_manager_nothing_is_said() -> None:
    notifier = Notifier({})
    notifier.say("READY=1")
    assert notifier.watchdog_s == 0
    Notifier({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "x"}).say("READY=1")


def test_a_name_without_a_file() -> None:
    name = f"jantaku-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.bind(f"\0{name}")
        Notifier({"NOTIFY_SOCKET": f"@{name}"}).say("READY=1")
        assert ours.recv(100) == b"READY=1"


HANGING = """
import pathlib, sys, time
from referee.journal.reader import JournalReader
from jantaku.main import main
from table_controller.daemon import daemon

daemon.MOVES_S = 0.5
read = JournalReader.acknowledged

def hangs(journal, reader):
    while pathlib.Path(sys.argv[1]).exists():
        time.sleep(0.01)
    return read(journal, reader)

JournalReader.acknowledged = hangs
sys.exit(main(sys.argv[2:]))
"""
"""A daemon whose journal neither answers nor fails while a file exists."""


def test_a_daemon_of_which_a_part_hangs_is_not_fed(manager: socket.socket, tmp_path: Path) -> None:
    """Systemd would restart it. If the part moves again, feeding goes on; unit, camera and broker are missing, and keep
    trying."""
    (tmp_path / "frames").mkdir()
    hang = tmp_path / "hang"
    daemon = subprocess.Popen(
        [sys.executable, "-c", HANGING, str(hang), "run", "--state", str(tmp_path / "state"), "--http", "0",
         "--mqtt", "127.0.0.1:1", "--serial", "/dev/null", "--camera", f"folder:{tmp_path / 'frames'}"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, **environment(manager, 1.0)},
    )  # fmt: skip
    try:
        assert manager.recv(100) == b"READY=1"
        for _ in range(8):
            assert manager.recv(100) == b"WATCHDOG=1"
        hang.touch()
        manager.settimeout(1.5)
        with contextlib.suppress(TimeoutError):
            for _ in range(30):
                manager.recv(100)
            pytest.fail("it is fed on")
        assert daemon.poll() is None, "it is systemd that ends it"
        hang.unlink()
        manager.settimeout(20)
        assert manager.recv(100) == b"WATCHDOG=1"
        daemon.send_signal(signal.SIGTERM)
        while manager.recv(100) != b"STOPPING=1":
            pass
        output = daemon.communicate(timeout=30)[0]
    finally:
        daemon.kill()
        daemon.wait()
    assert daemon.returncode == 0
    assert "does not move: the journal; systemd starts the table anew if this stays" in output
