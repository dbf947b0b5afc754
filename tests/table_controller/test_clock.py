"""Table time: the barrier lets it advance only when every loop is idle and nothing is in transit."""

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from table_controller.daemon.clock import BarrierClock, ClockError, RealClock, Traffic, _BarrierSelector
from tests.table_controller.silent import said_to


class Conductor:
    """Steps to each moment that the daemon waits for, once `until` bytes have arrived; records every report."""

    def __init__(self, path: Path) -> None:
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen()
        self.reports: list[dict[str, Any]] = []
        self.line: socket.socket | None = None
        self.lines: Any = None

    def connect(self, path: Path, now_ms: int = 0) -> BarrierClock:
        """A clock of this conductor that starts at a time."""
        accepting = in_thread(lambda: self.accept(now_ms))
        clock = BarrierClock(str(path))
        accepting.join(20)
        return clock

    def accept(self, now_ms: int) -> None:
        self.line, _ = self.listener.accept()
        self.step(now_ms, 0)
        self.line.settimeout(20)
        self.lines = self.line.makefile("rb")

    def report(self) -> dict[str, Any]:
        report = json.loads(self.lines.readline())
        self.reports.append(report)
        return dict(report)

    def report_of_step(self, seq: int) -> dict[str, Any]:
        while (report := self.report())["seq"] < seq:
            pass
        return report

    def step(self, now_ms: int, seq: int, pty_sent: int = 0) -> None:
        assert self.line is not None
        answer = {"now_ms": now_ms, "seq": seq, "pty_sent": pty_sent}
        self.line.sendall(json.dumps(answer).encode() + b"\n")

    def conduct(self) -> None:
        """Step to each moment the daemon waits for, until it is gone."""
        seq = 0
        while line := self.lines.readline():
            report = json.loads(line)
            if report["seq"] == seq and report["idle_until_ms"] is not None:
                seq += 1
                self.step(report["idle_until_ms"], seq)

    def close(self) -> None:
        if self.line is not None:
            self.lines.close()
            self.line.close()
        self.listener.close()


@pytest.fixture
def conductor(tmp_path: Path) -> Iterator[Conductor]:
    conductor = Conductor(tmp_path / "clock")
    yield conductor
    conductor.close()


@pytest.fixture
def clock(conductor: Conductor, tmp_path: Path) -> Iterator[BarrierClock]:
    clock = conductor.connect(tmp_path / "clock")
    yield clock
    clock.close()


def in_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def run_and_close(loop: asyncio.AbstractEventLoop, main: Coroutine[Any, Any, None]) -> None:
    loop.run_until_complete(main)
    loop.close()


def run_loop(clock: BarrierClock, main: Callable[[], Any]) -> threading.Thread:
    loop = clock.new_event_loop()

    return in_thread(lambda: run_and_close(loop, main()))


def test_no_conductor_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClockError, match="no conductor at"):
        BarrierClock(str(tmp_path / "nobody"))


def test_a_conductor_that_says_nothing_is_none(
    conductor: Conductor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.daemon.clock.FIRST_WORD_S", 0.05)
    with pytest.raises(ClockError, match="says nothing"):
        BarrierClock(str(tmp_path / "clock"))
    assert conductor.reports == []


def test_time_begins_where_the_conductor_is(conductor: Conductor, tmp_path: Path) -> None:
    """A daemon that was killed comes back in the middle of the game: no timer may see time jump."""
    clock = conductor.connect(tmp_path / "clock", now_ms=45_600)
    assert clock.now_ms() == 45_600

    async def main() -> None:
        await asyncio.sleep(5)

    thread = run_loop(clock, main)
    assert conductor.report()["idle_until_ms"] == 50_600
    conductor.step(50_600, 1)
    thread.join(20)
    clock.close()


def test_timers_are_met_at_their_millisecond_and_never_sleep(
    conductor: Conductor, clock: BarrierClock
) -> None:
    woken: list[int] = []

    async def main() -> None:
        for delay in (0.1, 0.2, 0.333, 3600.0):
            await asyncio.sleep(delay)
            woken.append(clock.now_ms())

    thread = run_loop(clock, main)
    until = [conductor.report()["idle_until_ms"]]
    for seq in range(1, 4):
        conductor.step(until[-1], seq)
        until.append(conductor.report_of_step(seq)["idle_until_ms"])
    conductor.step(until[-1], 4)
    thread.join(20)
    assert until == [100, 300, 633, 3600633]
    assert woken == until


def test_time_between_two_timers_wakes_nobody(conductor: Conductor, clock: BarrierClock) -> None:
    async def main() -> None:
        await asyncio.sleep(1)

    thread = run_loop(clock, main)
    conductor.report()
    conductor.step(999, 1)
    assert conductor.report()["idle_until_ms"] == 1000
    conductor.step(500, 2)  # never backwards
    assert conductor.report()["seq"] == 2
    assert clock.now_ms() == 999
    conductor.step(1000, 3)
    thread.join(20)


def test_one_report_for_two_loops_only_when_both_are_idle(conductor: Conductor, clock: BarrierClock) -> None:
    """A call from loop to loop and back between two steps makes one report, after all of it is done."""
    loops = [clock.new_event_loop(), clock.new_event_loop()]
    hops: list[int] = []
    finished = asyncio.Event()

    def hop(left: int) -> None:
        hops.append(left)
        if left:
            loops[left % 2].call_soon_threadsafe(hop, left - 1)
        else:
            loops[0].call_soon_threadsafe(finished.set)

    async def first() -> None:
        await asyncio.sleep(0.05)
        hop(1000)
        await finished.wait()
        await asyncio.sleep(0.05)

    async def second() -> None:
        await asyncio.sleep(0.1)

    with clock.hold():
        threads = []
        for loop, main in zip(loops, (first, second), strict=True):
            threads.append(in_thread(lambda loop=loop, main=main: run_and_close(loop, main())))  # type: ignore[misc]
    assert conductor.report()["idle_until_ms"] == 50
    conductor.step(50, 1)
    assert conductor.report() == {
        "idle_until_ms": 100,
        "pty_written": 0,
        "pty_read": 0,
        "frames_done": 0,
        "seq": 1,
    }
    assert len(hops) == 1001
    conductor.step(100, 2)
    for thread in threads:
        thread.join(20)
    assert [report["seq"] for report in conductor.reports] == [0, 1]


def test_bytes_are_served_at_a_word_of_the_conductor_and_counted(
    conductor: Conductor, clock: BarrierClock
) -> None:
    """They belong to the time at which they were sent, even if they are handled late."""
    mine, theirs = socket.socketpair()
    mine.setblocking(False)
    got: list[tuple[int, int]] = []
    clock.count_traffic(lambda: Traffic(pty_read=sum(size for _, size in got)))

    async def main() -> None:
        loop = asyncio.get_running_loop()
        while not (data := await loop.sock_recv(mine, 7)).endswith(b"!"):
            got.append((clock.now_ms(), len(data)))

    thread = run_loop(clock, main)
    assert conductor.report()["idle_until_ms"] is None
    for turn in range(1, 101):
        theirs.sendall(b"signal of some length")
        conductor.step(turn * 10, turn)
        assert conductor.report_of_step(turn)["pty_read"] == turn * 21
    assert got == [(turn * 10, 7) for turn in range(1, 101) for _ in range(3)]
    theirs.sendall(b"!")
    conductor.step(2000, 101)
    thread.join(20)
    mine.close()
    theirs.close()


def test_a_report_waits_for_bytes_that_are_still_on_their_way(
    conductor: Conductor, clock: BarrierClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They arrive a moment after the step at which they were sent, and belong to it; lost ones are given up."""
    mine, theirs = socket.socketpair()
    mine.setblocking(False)
    got: list[int] = []
    clock.count_traffic(lambda: Traffic(pty_read=len(got)))
    come = BarrierClock._bytes_come
    late: list[bytes] = []

    def arrive(self: BarrierClock) -> bool:
        theirs.sendall(late.pop(0) if late else b"")
        return come(self)

    monkeypatch.setattr(BarrierClock, "_bytes_come", arrive)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        while await loop.sock_recv(mine, 1) != b"!":
            got.append(clock.now_ms())

    thread = run_loop(clock, main)
    assert conductor.report()["idle_until_ms"] is None
    late[:] = [b"a", b"bc"]
    conductor.step(10, 1, pty_sent=3)
    assert conductor.report_of_step(1)["pty_read"] == 3
    conductor.step(20, 2, pty_sent=4)
    assert conductor.report_of_step(2)["pty_read"] == 3
    assert got == [10, 10, 10]
    assert [report["seq"] for report in conductor.reports] == [0, 1, 2]
    theirs.sendall(b"!")
    conductor.step(30, 3)
    thread.join(20)
    mine.close()
    theirs.close()


def test_work_of_an_executor_holds_time(conductor: Conductor, clock: BarrierClock) -> None:
    gate = threading.Event()
    order: list[str] = []

    async def main() -> None:
        await asyncio.sleep(0.01)
        await asyncio.get_running_loop().run_in_executor(None, gate.wait)
        order.append("done")
        await asyncio.sleep(0.01)

    thread = run_loop(clock, main)
    conductor.report()
    conductor.step(10, 1)
    assert conductor.line is not None
    conductor.line.settimeout(0.05)
    with pytest.raises(TimeoutError):
        conductor.line.recv(1, socket.MSG_PEEK)
    conductor.line.settimeout(20)
    gate.set()
    report = json.loads(conductor.line.makefile("rb").readline())
    assert (report["idle_until_ms"], order) == (20, ["done"])
    conductor.step(20, 2)
    thread.join(20)


def test_two_conducted_runs_go_the_same_way(tmp_path: Path) -> None:
    """Three loops that give each other work at various times leave the same trace in every run."""

    def one_run(number: int) -> list[tuple[int, int]]:
        path = tmp_path / f"clock{number}"
        conductor = Conductor(path)
        clock = conductor.connect(path)
        trace: list[tuple[int, int]] = []
        loops = [clock.new_event_loop() for _ in range(3)]

        async def worker(name: int) -> None:
            for turn in range(40):
                await asyncio.sleep(((name * 7 + turn * 13) % 50 + 1) / 1000)
                trace.append((clock.now_ms(), name))

        with clock.hold():
            threads = [
                in_thread(lambda loop=loop, name=name: run_and_close(loop, worker(name)))  # type: ignore[misc]
                for name, loop in enumerate(loops)
            ]
        conducting = in_thread(conductor.conduct)
        for thread in threads:
            thread.join(20)
        clock.close()
        conducting.join(20)
        conductor.close()
        return trace

    first = one_run(1)
    assert [time for time, _ in first] == sorted(time for time, _ in first)
    for number in range(2, 8):
        assert one_run(number) == first


def test_the_daemon_hears_that_the_conductor_is_gone(conductor: Conductor, clock: BarrierClock) -> None:
    gone = asyncio.Event()

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def lost() -> None:
            loop.call_soon_threadsafe(gone.set)

        clock.on_lost(lost)
        await gone.wait()

    thread = run_loop(clock, main)
    conductor.report()
    conductor.close()
    thread.join(20)
    assert gone.is_set()


def test_others_may_use_the_clock_while_it_is_told_that_the_conductor_is_gone(
    conductor: Conductor, clock: BarrierClock
) -> None:
    gone = asyncio.Event()
    held: list[bool] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def hold() -> None:
            with clock.hold():
                pass

        def lost() -> None:
            other = in_thread(hold)
            other.join(5)
            held.append(other.is_alive())
            loop.call_soon_threadsafe(gone.set)

        clock.on_lost(lost)
        await gone.wait()

    thread = run_loop(clock, main)
    conductor.report()
    conductor.close()
    thread.join(20)
    assert held == [False]


def test_a_clock_that_is_closed_misses_nobody(
    conductor: Conductor, clock: BarrierClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that was on its way when the clock was closed is not read from the closed socket."""
    lines: list[str] = []
    lost: list[bool] = []
    monkeypatch.setattr("table_controller.daemon.clock.say", said_to(lines.append))
    clock.on_lost(lambda: lost.append(True))
    stop: list[Callable[[], None]] = []

    async def main() -> None:
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.call_soon_threadsafe(ended.set)

        stop.append(end)
        await ended.wait()

    thread = run_loop(clock, main)
    conductor.report()
    heard = threading.Event()
    waits, may = _BarrierSelector.wait_for_bell_or_answer, threading.Event()

    def wait(selector: _BarrierSelector) -> bool:
        woken = waits(selector)
        heard.set()
        may.wait(5)
        return woken

    monkeypatch.setattr(_BarrierSelector, "wait_for_bell_or_answer", wait)
    conductor.step(1, 1)
    conductor.report_of_step(1)
    conductor.step(2, 2)
    assert heard.wait(5)
    clock.close()
    may.set()
    stop[0]()
    thread.join(20)
    assert (lines, lost, thread.is_alive()) == ([], [], False)


def test_when_the_loop_that_hears_the_conductor_ends_another_one_hears_it(
    conductor: Conductor, clock: BarrierClock
) -> None:
    async def main(delay_s: float) -> None:
        await asyncio.sleep(delay_s)

    with clock.hold():
        threads = [run_loop(clock, lambda delay_s=delay_s: main(delay_s)) for delay_s in (0.01, 0.02, 0.03)]  # type: ignore[misc]
    for seq, at_ms in enumerate((10, 20, 30), 1):
        assert conductor.report_of_step(seq - 1)["idle_until_ms"] <= at_ms
        conductor.step(at_ms, seq)
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def test_real_time_is_scaled() -> None:
    clock = RealClock(speed=1000, start_ms=5000)
    loop = clock.new_event_loop()
    before = os.times().elapsed
    loop.run_until_complete(asyncio.sleep(20))
    assert clock.now_ms() >= 25000
    assert os.times().elapsed - before < 5
    loop.close()
    with pytest.raises(ClockError, match="above 0"):
        RealClock(speed=0)


def test_a_loop_that_has_nothing_to_do_at_a_step_is_left_alone(
    conductor: Conductor, clock: BarrierClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = 0
    become_busy = BarrierClock.become_busy

    def counted(self: BarrierClock, selector: Any) -> None:
        nonlocal woken
        woken += 1
        become_busy(self, selector)

    monkeypatch.setattr(BarrierClock, "become_busy", counted)

    async def work() -> None:
        for _ in range(20):
            await asyncio.sleep(0.01)

    async def rest() -> None:
        await asyncio.sleep(0.2)

    resting = run_loop(clock, rest)
    working = run_loop(clock, work)
    conducting = in_thread(conductor.conduct)
    for thread in (working, resting):
        thread.join(20)
    clock.close()
    conducting.join(20)
    assert woken <= 22
