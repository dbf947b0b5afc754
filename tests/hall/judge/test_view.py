"""The view in the terminal shows a real table over a real broker, in both languages, on small and large terminals."""

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import RichLog, Sparkline, Static

from hall.judge.tables.hall import Hall
from hall.judge.view.app import ViewApp
from hall.judge.view.command import WATCHED
from hall.judge.view.measured import MeasuredTables
from hall.judge.view.measures import Measures, middle_and_slow
from referee.texts.language import LanguageName
from table_controller.client.connection import BrokerLine, Credentials
from table_controller.mqtt import topics
from tests.hall.judge.hall_stage import PATIENCE_S, ROOT, Mosquitto, Table, password

LINK: dict[str, Any] = {
    "at_ms": 1, "state": "ready", "firmware": "1.2.0", "retries": 0, "losses": 0, "bad_crc": 0, "round_trip_ms": 3.25,
}  # fmt: skip


@contextmanager
def shown(
    port: int, user: str = "viewer", words: LanguageName | None = None, table: str | None = None
) -> Iterator[tuple[ViewApp, MeasuredTables]]:
    heard = MeasuredTables(Hall("home", words=words))
    login = Credentials("127.0.0.1", port, "home", user, password(user))
    line = BrokerLine(login, heard.note, watched=WATCHED)
    line.open()
    try:
        yield ViewApp(heard, line, table), heard
    finally:
        line.close()


def look(
    app: ViewApp, see: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (120, 50)
) -> None:
    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await see(pilot)

    asyncio.run(play())


async def until_shown(pilot: Pilot[None], holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, f"not within {PATIENCE_S} s: {what}; {everything(pilot)}"
        await pilot.pause(0.02)


def text(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.query_one(f"#{name}", Static).content)


def journal(pilot: Pilot[None]) -> str:
    return "\n".join(line.text for line in pilot.app.query_one("#journal", RichLog).lines)


def everything(pilot: Pilot[None]) -> str:
    names = ("head", "game", "attention", "machine", "line-text", "answers-text")
    return "\n".join(f"{name}: {text(pilot, name)}" for name in names) + f"\njournal: {journal(pilot)}"


def test_a_hand_with_its_journal(mosquitto: Mosquitto, table: Table) -> None:
    table.deal()
    table.discard(0, "1m")
    with shown(mosquitto.port) as (app, _):

        async def see(pilot: Pilot[None]) -> None:
            # The journal supplies what happened before it connected.
            await until_shown(pilot, lambda: "1m" in journal(pilot), "the first discard")
            assert "Ada" in text(pilot, "game")
            assert "1m" in text(pilot, "game")
            assert "7" in text(pilot, "head")
            await asyncio.to_thread(table.discard, 1, "5p")
            await until_shown(
                pilot, lambda: "5p" in journal(pilot) and "5p" in text(pilot, "game"), "a discard"
            )
            assert text(pilot, "attention") == "nothing"
            await asyncio.to_thread(table.foul, 3)
            await until_shown(pilot, lambda: "discards 9s" in text(pilot, "attention"), "the finding")
            assert "p50" in text(pilot, "answers-text")
            assert pilot.app.query_one("#answers-times", Sparkline).data
            # Each entry once, in order, wherever it came from.
            numbers = [int(each) for each in re.findall(r"^entry (\d+),", journal(pilot), re.MULTILINE)]
            assert numbers == sorted(set(numbers))

        look(app, see)


def test_a_view_that_closes_paints_no_more(mosquitto: Mosquitto, table: Table) -> None:
    table.begin()
    with shown(mosquitto.port) as (app, _):

        async def see(pilot: Pilot[None]) -> None:
            await until_shown(pilot, lambda: "Ada" in text(pilot, "game"), "the players")

        look(app, see)
        app._heard.news.set()
        app._paint_news()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (200, 60)])
@pytest.mark.parametrize("words", ["en", "ja"])
def test_it_fits_any_terminal(
    mosquitto: Mosquitto, table: Table, size: tuple[int, int], words: LanguageName
) -> None:
    table.deal()
    for turn in range(16):
        table.discard(turn % 4, f"{turn % 9 + 1}s")
    with shown(mosquitto.port, words=words) as (app, _):

        async def see(pilot: Pilot[None]) -> None:
            await until_shown(pilot, lambda: "Ada" in text(pilot, "game"), "the players")
            width, height = size
            for each in pilot.app.query(".pane"):
                at = each.region
                assert at.right <= width
                assert at.bottom <= height
                assert at.height >= 3, f"{each.id} shows nothing"
            # What does not fit can be scrolled to.
            game = pilot.app.query_one("#game")
            assert game.virtual_size.height <= game.size.height or game.max_scroll_y > 0

        look(app, see, size)


def test_line_and_machine(mosquitto: Mosquitto, table: Table) -> None:
    table.begin()
    with shown(mosquitto.port) as (app, _):

        async def see(pilot: Pilot[None]) -> None:
            broker = table.daemon.broker
            await until_shown(pilot, lambda: "not known yet" in text(pilot, "line-text"), "no line")
            await asyncio.to_thread(table.do, lambda: broker.show(topics.LINK, LINK))
            await until_shown(pilot, lambda: "3.2 ms" in text(pilot, "line-text"), "a round trip")
            assert "nothing lost or damaged" in text(pilot, "line-text")
            worse = {**LINK, "bad_crc": 4, "round_trip_ms": 9.0}
            await asyncio.to_thread(table.do, lambda: broker.show(topics.LINK, worse))
            await until_shown(pilot, lambda: "bad crc 4" in text(pilot, "line-text"), "damage")
            report = {
                "phase": "raising", "sets": ["table", "drum"], "paused": "", "held": "",
                "camera": {"hidden": {"pond/2": "covered"}},
            }  # fmt: skip
            await asyncio.to_thread(table.do, lambda: broker.show(topics.MACHINE, report))
            await until_shown(pilot, lambda: "walls rise" in text(pilot, "machine"), "the machine")
            assert "pond/2: covered" in text(pilot, "machine")

        look(app, see)


def test_from_table_to_table(mosquitto: Mosquitto, table: Table, tmp_path: Path) -> None:
    table.deal()
    table.discard(0, "1m")
    other = Table(mosquitto.port, tmp_path, "8")
    other.start()
    try:
        other.begin()
        other.deal()
        other.discard(0, "9p")
        with shown(mosquitto.port, table="8") as (app, _):

            async def see(pilot: Pilot[None]) -> None:
                await until_shown(pilot, lambda: "9p" in journal(pilot), "table 8")
                assert "1m" not in journal(pilot)
                await pilot.press("n")
                await until_shown(pilot, lambda: "1m" in journal(pilot), "table 7")
                assert "9p" not in journal(pilot)
                await pilot.press("n")
                await until_shown(pilot, lambda: "9p" in journal(pilot), "table 8 again")
                await pilot.press("q")
                await until_shown(pilot, lambda: not pilot.app.is_running, "the end")

            look(app, see)
    finally:
        other.stop()


def test_a_broker_that_goes_and_comes_back(mosquitto: Mosquitto, table: Table) -> None:
    table.deal()
    with shown(mosquitto.port) as (app, _):

        async def see(pilot: Pilot[None]) -> None:
            await until_shown(pilot, lambda: "Ada" in text(pilot, "game"), "the players")
            mosquitto.stop()
            app._ask()
            await until_shown(pilot, lambda: "no answer" in text(pilot, "answers-text"), "it says so")
            await asyncio.to_thread(mosquitto.start)
            await asyncio.to_thread(table.discard, 0, "2z")
            await until_shown(pilot, lambda: "2z" in text(pilot, "game"), "it goes on")

        look(app, see)


def test_texts_from_elsewhere_are_only_text(mosquitto: Mosquitto, table: Table) -> None:
    """Neither style marks nor control characters in a table's texts have any effect."""
    table.begin()
    with shown(mosquitto.port) as (app, heard):

        async def see(pilot: Pilot[None]) -> None:
            await until_shown(pilot, lambda: "Ada" in text(pilot, "game"), "the players")
            alert = {"severity": "alert", "text": "[bold red]stop[/] \x1b[31mnow", "advice": ""}
            alerts = table.daemon.broker
            await asyncio.to_thread(table.do, lambda: alerts.alert("odd", alert))
            await until_shown(
                pilot, lambda: "[bold red]stop[/]" in text(pilot, "attention"), "as it was sent"
            )
            assert "\x1b" not in text(pilot, "attention")
            odd_ones: list[Any] = [
                None,
                [],
                {"sets": 3, "camera": 4},
                {"round_trip_ms": "x"},
                {"camera": {"hidden": []}},
            ]
            for odd in odd_ones:
                heard.note("7", "telemetry/machine", odd)
                heard.note("7", "telemetry/link", odd)
                await pilot.pause(0.15)
            assert pilot.app.is_running
            heard.note("7", "telemetry/machine", {"sets": 3})
            await until_shown(pilot, lambda: "not understood" in text(pilot, "machine"), "what is odd")
            heard.note("7", "state", {"seats": [{"seat": 0, "melds": 4, "pond": [3], "wind": []}]})
            await until_shown(pilot, lambda: "not understood" in text(pilot, "game"), "what is odd")
            await asyncio.to_thread(table.deal)
            await until_shown(pilot, lambda: "Ada" in text(pilot, "game"), "what is understood")

        look(app, see)


def test_measures() -> None:
    of = Measures()
    assert middle_and_slow(of.round_trips_ms) is None
    for trip in range(1, 101):
        assert of.heard("telemetry/link", {"round_trip_ms": trip, "retries": trip, "requests": 7})
    assert list(of.round_trips_ms) == list(range(41, 101))
    assert of.troubles == {"retries": 100}
    assert middle_and_slow(of.round_trips_ms) == (70.5, 97.05)
    assert not of.heard("state", {"round_trip_ms": 1})


def _arguments(port: int, folder: Path, *more: str) -> list[str]:
    file = folder / "viewer"
    file.write_text(password("viewer"))
    login = ["--broker", f"127.0.0.1:{port}", "--user", "viewer", "--password-file", str(file)]
    return [sys.executable, "-m", "jantaku.main", "view", *login, *more]


def test_at_a_terminal(mosquitto: Mosquitto, table: Table, tmp_path: Path) -> None:
    """The command on a pseudo-terminal: it fills it, and leaves it as it was."""
    table.deal()
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        _arguments(mosquitto.port, tmp_path), cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
    )  # fmt: skip
    os.close(theirs)
    try:
        output = _read(ours, lambda so_far: b"Ada" in so_far)
        assert b"Ada" in output
        os.write(ours, b"q")
        output += _read(ours, lambda _: process.poll() is not None)
        assert process.wait(PATIENCE_S) == 0
        # It left the other screen, and the cursor is shown.
        assert output.rfind(b"\x1b[?1049l") > output.rfind(b"\x1b[?1049h")
        assert output.rfind(b"\x1b[?25h") > output.rfind(b"\x1b[?25l")
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(ours)


def _read(terminal: int, enough: Callable[[bytes], bool]) -> bytes:
    output, end = b"", time.monotonic() + PATIENCE_S
    while not enough(output) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                output += os.read(terminal, 65536)
            except OSError:
                break
    return output


def test_what_cannot_be_shown(mosquitto: Mosquitto, tmp_path: Path) -> None:
    def says(*words: str) -> tuple[int, str]:
        done = subprocess.run(
            [*_arguments(mosquitto.port, tmp_path), *words], cwd=ROOT, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.returncode, done.stderr

    status, output = says()
    assert status == 2
    assert "terminal" in output
