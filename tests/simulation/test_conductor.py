"""The conductor moves table time only when no part has anything left to do, and then without waiting."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulation.processes.conductor import ConductedLoop, Conductor, DaemonPort
from table_controller.daemon.clock import BarrierClock, Traffic
from tests.simulation.conductor_stage import Echo


@pytest.fixture
def conductor() -> Conductor:
    return Conductor()


def run(conductor: Conductor, main: object) -> float:
    """Run a coroutine function on table time; return the real seconds it took."""
    started = time.monotonic()
    with asyncio.Runner(loop_factory=lambda: ConductedLoop(conductor)) as runner:
        runner.run(main())  # type: ignore[operator]
    return time.monotonic() - started


def test_an_hour_of_table_time_takes_no_time(conductor: Conductor) -> None:
    seen: list[float] = []

    async def main() -> None:
        for _ in range(60):
            await asyncio.sleep(60)
            seen.append(asyncio.get_running_loop().time())

    assert run(conductor, main) < 5
    assert seen == [60.0 * minute for minute in range(1, 61)]


def test_the_unit_is_stepped_to_each_of_its_moments(conductor: Conductor) -> None:
    unit = Echo()
    conductor.unit = unit

    async def main() -> None:
        await asyncio.sleep(0.1)

    run(conductor, main)
    assert unit.sent_ms == [30_000, 60_000, 90_000]
    assert conductor.now_us == 100_000


def test_until_somebody_is_sent_frames_time_goes_no_faster_than_the_wall_clock(
    conductor: Conductor,
) -> None:
    """Vision starts in real time, even after a restart; otherwise the game would be over before it looks."""
    conductor.frames = camera = Camera()
    slow: list[float] = []

    async def main() -> None:
        for camera.filming in (False, True, False):
            started = time.monotonic()
            await asyncio.sleep(0.3 if not camera.filming else 3600)
            slow.append(time.monotonic() - started)

    run(conductor, main)
    assert slow[0] > 0.29
    assert slow[1] < 60
    assert slow[2] > 0.29


def test_time_stands_still_while_the_unit_is_away(conductor: Conductor) -> None:
    unit = Echo()
    conductor.unit = unit
    unit.alive = False
    moved: list[int] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def power_on() -> None:
            moved.append(conductor.now_us)
            unit.alive = True

        threading.Timer(0.2, loop.call_soon_threadsafe, [power_on]).start()
        await asyncio.sleep(0.05)

    run(conductor, main)
    assert moved == [0]
    assert conductor.now_us == 50_000


class Daemon:
    """A program whose only loop takes part in the barrier, in a thread of this process."""

    def __init__(self, path: Path, unit: Echo, read: int = 0) -> None:
        self.clock = BarrierClock(str(path))
        self.read = read
        self.unit = unit
        self.woke_ms: list[int] = []
        self.clock.count_traffic(lambda: Traffic(pty_read=self.read))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        loop = self.clock.new_event_loop()
        loop.run_until_complete(self._main())
        loop.close()

    async def _main(self) -> None:
        for _ in range(30):
            await asyncio.sleep(0.017)
            self.woke_ms.append(self.clock.now_ms())
            self.read = len(self.unit.sent_ms)


@pytest.fixture
def port(tmp_path: Path, conductor: Conductor) -> Iterator[DaemonPort]:
    port = DaemonPort(tmp_path / "clock")
    conductor.daemon = port
    yield port
    port.close()
    assert not (tmp_path / "clock").exists()


def test_the_daemon_wakes_at_its_own_moments_between_those_of_the_others(
    conductor: Conductor, port: DaemonPort, tmp_path: Path
) -> None:
    unit = Echo()
    daemon: list[Daemon] = []
    joining = threading.Timer(0.05, lambda: daemon.append(Daemon(tmp_path / "clock", unit)))

    async def main() -> None:
        # It joins while time stands still for it.
        joining.start()
        await asyncio.sleep(0.3)

    run(conductor, main)
    # The daemon may have played its part before this thread has noted it.
    joining.join()
    assert daemon[0].woke_ms[:10] == [17 * (turn + 1) for turn in range(10)]
    assert port.connections == 1


def test_a_unit_that_has_nothing_to_do_is_not_asked(
    conductor: Conductor, port: DaemonPort, tmp_path: Path
) -> None:
    """It is stepped only at its own moments, after the players have touched it, and when bytes are on their way."""
    unit = Echo()
    conductor.unit = unit
    unit.sent_ms = [0] * 99
    daemons: list[Daemon] = []

    def arrive() -> None:
        daemons.append(Daemon(tmp_path / "clock", unit, read=99))

    arrival = threading.Timer(0.05, arrive)

    async def main() -> None:
        arrival.start()
        await asyncio.sleep(0.25)
        unit.touched = True
        await asyncio.sleep(0.02)

    run(conductor, main)
    arrival.join()
    assert daemons[0].woke_ms[:14] == [17 * (turn + 1) for turn in range(14)]
    assert unit.asked_us == [0, 250_000]


def test_bytes_that_are_never_read_hold_time_only_for_a_while(
    conductor: Conductor, port: DaemonPort, tmp_path: Path
) -> None:
    """A reopened port throws away its unread bytes: the game must not stand still for ever."""
    unit = Echo()
    unit.sent_ms = [0, 0, 0]
    conductor.unit = unit
    daemons: list[Daemon] = []

    def arrive() -> None:
        daemons.append(Daemon(tmp_path / "clock", unit, read=1))

    arrival = threading.Timer(0.01, arrive)

    async def main() -> None:
        arrival.start()
        await asyncio.sleep(0.05)

    assert run(conductor, main) > 0.15
    assert conductor.now_us == 50_000
    arrival.join()
    assert daemons[0].woke_ms[:2] == [17, 34]


def test_a_given_speed_follows_the_wall_clock() -> None:
    conductor = Conductor()
    started = time.monotonic()

    async def main() -> None:
        await asyncio.sleep(5)

    with asyncio.Runner(loop_factory=lambda: ConductedLoop(conductor, 100.0)) as runner:
        runner.run(main())
    assert 0.05 <= time.monotonic() - started < 2


class Camera:
    """Frames that nobody has looked at yet."""

    def __init__(self) -> None:
        self.filming = True
        self.newest_reported = 0
        self.reports = 1
        self.skips = False
        self.underway_ms: list[int] = []

    @property
    def oldest_ms(self) -> int | None:
        return self.underway_ms[0] if self.underway_ms else None

    def show(self, at_ms: int) -> None:
        self.underway_ms.append(at_ms)


def test_a_frame_may_be_looked_at_until_the_third_after_it_but_no_longer(
    conductor: Conductor, port: DaemonPort, tmp_path: Path
) -> None:
    camera = Camera()
    conductor.frames = camera
    stopped_us: list[int] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        threading.Timer(0.05, lambda: Daemon(tmp_path / "clock", Echo())).start()
        await asyncio.sleep(0.05)
        camera.show(50)
        await asyncio.sleep(0.04)
        camera.show(90)
        await asyncio.sleep(0.25)
        assert camera.underway_ms == [50, 90]

        def look() -> None:
            stopped_us.append(conductor.now_us)
            del camera.underway_ms[0]
            if camera.underway_ms:
                threading.Timer(0.3, loop.call_soon_threadsafe, [look]).start()

        threading.Timer(0.3, loop.call_soon_threadsafe, [look]).start()
        await asyncio.sleep(0.06)

    run(conductor, main)
    assert stopped_us == [349_000, 389_000]
    assert conductor.now_us == 400_000


def test_a_frame_is_looked_at_before_the_next_one_where_vision_leaves_frames_out(
    conductor: Conductor, port: DaemonPort, tmp_path: Path
) -> None:
    """Only then is it known whether to draw the next one."""
    conductor.frames = camera = Camera()
    camera.skips = True
    looked_us: list[int] = []

    async def main() -> None:
        threading.Timer(0.05, lambda: Daemon(tmp_path / "clock", Echo())).start()
        await asyncio.sleep(0.05)
        camera.show(50)

        def look() -> None:
            looked_us.append(conductor.now_us)
            camera.underway_ms.clear()

        threading.Timer(0.3, asyncio.get_running_loop().call_soon_threadsafe, [look]).start()
        await asyncio.sleep(0.2)

    run(conductor, main)
    assert looked_us == [149_000]


def test_the_daemon_is_asked_again_when_vision_has_read_a_frame_and_seldom_before(
    conductor: Conductor, port: DaemonPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera()
    conductor.frames = camera
    granted: list[int] = []
    grant = port.grant

    def granting(now_us: int, pty_sent: int) -> None:
        if now_us == 349_000:
            granted.append(camera.newest_reported)
            if camera.newest_reported == 1:
                # Vision gets the acknowledgement of its report.
                camera.underway_ms.clear()
        grant(now_us, pty_sent)

    monkeypatch.setattr(port, "grant", granting)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        threading.Timer(0.05, lambda: Daemon(tmp_path / "clock", Echo())).start()
        await asyncio.sleep(0.05)
        camera.show(50)
        threading.Timer(0.5, loop.call_soon_threadsafe, [setattr, camera, "newest_reported", 1]).start()
        await asyncio.sleep(0.35)

    run(conductor, main)
    assert granted[-1] == 1
    assert granted.count(1) == 1
    assert granted.count(0) <= 0.5 / 0.02 + 2


def test_time_stands_still_until_the_last_who_holds_it_lets_go() -> None:
    conductor = Conductor()
    conductor.frozen.update({"judge", "stopped"})
    assert not conductor.advance_to(5000)
    conductor.frozen.discard("judge")
    assert not conductor.advance_to(5000)
    assert conductor.now_us == 0
    conductor.frozen.discard("stopped")
    assert conductor.advance_to(5000)
    assert conductor.now_us == 5000


@pytest.mark.parametrize("timeout", [(), (300.0,)])
def test_its_end_waits_for_threads_as_long_as_they_take(timeout: tuple[float, ...]) -> None:
    """From Python 3.12 on asyncio waits a fixed number of seconds for threads, which pass at once where time jumps."""
    conductor, done = Conductor(), threading.Event()

    def work() -> None:
        time.sleep(0.2)
        done.set()

    async def left() -> None:
        asyncio.get_running_loop().run_in_executor(None, work)
        await asyncio.get_running_loop().shutdown_default_executor(*timeout)

    with asyncio.Runner(loop_factory=lambda: ConductedLoop(conductor)) as runner:
        runner.run(left())
        assert done.is_set()
        assert conductor.now_us < 1_000_000
