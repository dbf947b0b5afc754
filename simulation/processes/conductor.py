"""The conductor: owns table time, so that a game at full speed waits for nothing and misses nothing.

Every participant reports "idle until t": the unit (firmware and machine model in one process), the daemon (all its
loops), and the players, who are coroutines on the conductor's own event loop. Once nobody has anything left to do
(every byte written to the pty has been read, and every frame but the newest three has been seen), time jumps to the
earliest t.
At a real speed (``ConductedLoop(speed=…)``) there is no barrier: table time runs with the wall clock, multiplied.
"""

import contextlib
import json
import selectors
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from table_controller.daemon.clock import JumpingLoop

US_PER_MS: Final = 1000
US_PER_S: Final = 1_000_000
REPORT_PATIENCE_S: Final = 0.02
"""The real time to wait for the daemon's report before checking the other participants again."""
LOOK_US: Final = 299 * US_PER_MS
"""The table time that vision may take for a frame: just under three frames.

So the next frame is ready when vision has read one, and camera and daemon work meanwhile, each on its own core.
"""
SPARE_US: Final = 200 * US_PER_MS
"""The part of ``LOOK_US`` that vision does not get while it leaves frames out: the next one is drawn only if needed."""
TRANSIT_PATIENCE_S: Final = 0.2
"""The real time after which bytes that were written but not read count as lost."""
BUSY_POLL_S: Final = 0.0001
"""The real time between two checks of busy participants."""
UNREAD_POLL_S: Final = 0.02
"""The real time between two checks while vision reads a frame; vision ends the wait when it is done."""
ABSENT_POLL_S: Final = 0.05
"""The real time between two checks while a participant is away and table time stands still."""


@dataclass(frozen=True, slots=True)
class UnitStep:
    """The unit's answer to a step: its time, the time of its next act, bytes read from and written to the pty."""

    now_us: int
    next_us: int
    rx: int
    tx: int


class Steppable(Protocol):
    """The unit as the conductor needs it."""

    @property
    def touched(self) -> bool:
        """True if a person has acted on it since its last step."""

    def advance(self, until_us: int) -> UnitStep | None:
        """Run until ``until_us`` or just after bytes were written; None while there is no unit process."""


class Frames(Protocol):
    """The frames of the camera."""

    @property
    def filming(self) -> bool:
        """True if vision is connected and has been sent a frame."""

    @property
    def newest_reported(self) -> int:
        """The newest frame for which vision has reported sending its sightings to the daemon."""

    @property
    def reports(self) -> int:
        """The number of such reports since vision was started."""

    @property
    def skips(self) -> bool:
        """True if vision leaves out the frame after the one that it read last."""

    @property
    def oldest_ms(self) -> int | None:
        """Return the table time of the oldest frame whose sightings the daemon has not taken yet; None if it has all."""


@dataclass(frozen=True, slots=True)
class DaemonReport:
    """The daemon's report that it is idle, and until when (table ms, None for ever).

    It counts the bytes on its end of the pty and the frames taken. ``seq`` is that of the grant it answers.
    """

    idle_until_ms: int | None
    pty_written: int
    pty_read: int
    frames_done: int
    seq: int


class DaemonPort:
    """The conductor's end of the clock socket: grants time to the daemon and takes its reports.

    The daemon runs only between a grant and its next report, so its timestamps do not depend on the speed of this
    machine.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._listener.setblocking(False)
        self._connection: socket.socket | None = None
        self._received = b""
        self._seq = 0
        self.report: DaemonReport | None = None
        self.connections = 0

    @property
    def connected(self) -> bool:
        return self._connection is not None

    def accept(self) -> bool:
        """Accept a newly connected daemon, if there is one; it replaces a former one."""
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:
            return False
        self.drop()
        connection.setblocking(True)
        self._connection = connection
        self.connections += 1
        return True

    def drop(self) -> None:
        """Forget the daemon, which has gone."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        self._received = b""
        self.report = None

    def grant(self, now_us: int, pty_sent: int = 0) -> None:
        """Set the daemon's time to ``now_us`` and let it run until it is idle and has read all bytes sent to it."""
        if self._connection is None:
            return
        self._seq += 1
        self.report = None
        answer = {"now_ms": now_us // US_PER_MS, "seq": self._seq, "pty_sent": pty_sent}
        message = json.dumps(answer) + "\n"
        try:
            self._connection.sendall(message.encode())
        except OSError:
            self.drop()

    def wait(self, timeout_s: float) -> DaemonReport | None:
        """Return the report that answers the last grant; None if it does not come within ``timeout_s`` of real time."""
        deadline = time.monotonic() + timeout_s
        while self._connection is not None:
            # If a report is there already, only check whether a command from outside has caused a newer one.
            left = 0.0 if self.report is not None else deadline - time.monotonic()
            if self.report is None and left <= 0:
                return None
            self._connection.settimeout(left)
            try:
                chunk = self._connection.recv(65536)
            except (TimeoutError, BlockingIOError):
                return self.report
            except OSError:
                chunk = b""
            if not chunk:
                self.drop()
                return None
            *lines, self._received = (self._received + chunk).split(b"\n")
            for line in lines:
                report = DaemonReport(**json.loads(line))
                if report.seq == self._seq:
                    self.report = report
        return self.report

    def close(self) -> None:
        """Close both sockets and remove their files."""
        self.drop()
        self._listener.close()
        self._path.unlink(missing_ok=True)


class Conductor:
    """Steps unit, daemon and players through table time.

    Attributes:
        now_us: table time in microseconds.
        unit, daemon, frames: the participants; None for one that is absent and not waited for. Until a reader of the
            frames has been sent one, table time goes no faster than the wall clock: a watched simulation starts in
            real time, and nobody finds the camera silent while it draws its first picture.
        pace: the most times as fast as the wall clock; None: as fast as possible.
        frozen: the reasons why time stands still; empty while it goes on.
    """

    def __init__(self) -> None:
        self.now_us = 0
        self.unit: Steppable | None = None
        self.daemon: DaemonPort | None = None
        self.frames: Frames | None = None
        self.frozen: set[str] = set()
        self.pace: float | None = None
        self._wall: tuple[int, float, float] | None = None
        self._early = False
        self._reading = False
        self._asked = False
        self._heard_of = 0
        self._look_again_s = 0.0
        self._stepped: UnitStep | None = None
        self._lost_bytes = (0, 0)
        self._difference: tuple[tuple[int, int], float] | None = None

    def dismiss(self) -> None:
        """Stop waiting for the participants: the game is over, and time goes on with the players alone."""
        self.unit = self.daemon = self.frames = None

    def settle(self) -> tuple[UnitStep | None, DaemonReport | None] | None:
        """Try to find everybody idle at the present moment; return None if somebody is still busy or away."""
        was_reading, self._reading = self._reading, False
        self._asked = self._early = False
        report: DaemonReport | None = None
        if self.daemon is not None:
            report = self.daemon.wait(REPORT_PATIENCE_S)
            if report is None:
                # The daemon may have gone, and another one may connect.
                if self.daemon.accept():
                    self._grant()
                return None
        step: UnitStep | None = None
        if self.unit is not None:
            step = self._step(self.unit, self.now_us, report)
            if step is None:
                return None
            if report is not None and self._in_transit(step, report):
                return None
        if self.frames is not None and self.frames.newest_reported > self._heard_of:
            self._heard_of = self.frames.newest_reported
            if report is None or report.frames_done < self.frames.reports:
                # Vision waits until the daemon has taken its report.
                self._asked = True
                self._grant()
                return None
        if report is not None and self._unseen():
            self._await_frame(since_before=was_reading)
            return None
        return step, report

    def _step(self, unit: Steppable, until_us: int, report: DaemonReport | None) -> UnitStep | None:
        """Step the unit to a time, unless it cannot have anything to do until then."""
        known = self._stepped
        quiet = known is not None and until_us < known.next_us and self._heard(known, report)
        if unit.touched or not quiet:
            self._stepped = unit.advance(until_us)
        return self._stepped

    def _heard(self, step: UnitStep, report: DaemonReport | None) -> bool:
        """Return whether the unit has taken everything that the daemon has written to it."""
        return report is not None and step.rx - report.pty_written == self._lost_bytes[1]

    def _await_frame(self, *, since_before: bool) -> None:
        """Let the daemon check from time to time whether vision has sent something unannounced."""
        self._reading = True
        now = time.monotonic()
        if not since_before:
            self._look_again_s = now + UNREAD_POLL_S
        elif now >= self._look_again_s:
            self._look_again_s = now + UNREAD_POLL_S
            self._grant()

    @property
    def patience_s(self) -> float:
        """Return the real time until the next check of a participant who is busy or away."""
        if self.frozen or (self.daemon is not None and not self.daemon.connected):
            return ABSENT_POLL_S
        if self._reading or self._early:
            return UNREAD_POLL_S
        # After a new request, waiting at the daemon's socket is enough.
        return 0.0 if self._asked else BUSY_POLL_S

    def _looked_until_us(self) -> int | None:
        """Return the time until which vision may work on its present frames; None if it has none."""
        frames = self.frames
        if frames is None or frames.oldest_ms is None:
            return None
        return frames.oldest_ms * US_PER_MS + LOOK_US - (SPARE_US if frames.skips else 0)

    def _unseen(self) -> bool:
        """Return whether vision must see a frame before time may go on."""
        until = self._looked_until_us()
        return until is not None and until <= self.now_us

    def _in_transit(self, step: UnitStep, report: DaemonReport) -> bool:
        """Return whether bytes are still on their way between unit and daemon; wake the daemon if some are for it.

        A reopened serial port discards its unread bytes, and a restarted process counts from zero. So a difference that
        does not change for ``TRANSIT_PATIENCE_S`` counts as lost and becomes the new zero.
        """
        difference = (step.tx - report.pty_read, step.rx - report.pty_written)
        if difference == self._lost_bytes:
            self._difference = None
            return False
        now = time.monotonic()
        # Bytes take a moment to arrive, so a reader that found none checks again a little later.
        self._asked = self._difference is None or self._difference[0] != difference
        if self._difference is None or self._asked:
            self._difference = (difference, now)
        elif now - self._difference[1] > TRANSIT_PATIENCE_S:
            self._lost_bytes = difference
            self._difference = None
            return False
        if difference[0] != self._lost_bytes[0]:
            self._grant()
        return True

    def _grant(self) -> None:
        if self.daemon is not None:
            sent = 0 if self._stepped is None else self._stepped.tx - self._lost_bytes[0]
            self.daemon.grant(self.now_us, sent)

    def advance_to(self, own_due_us: int | None) -> bool:
        """Move time to the next moment at which anybody has something to do, if everybody is idle now.

        Args:
            own_due_us: the players' next moment; None if they only wait for others.

        Returns:
            Whether time moved or the players' moment has come; False if somebody is busy or away.
        """
        if self.frozen:
            # Do not make up for the time that stood still.
            self._wall = None
            return False
        idle = self.settle()
        if idle is None:
            return False
        step, report = idle
        moments = [own_due_us] if own_due_us is not None else []
        if report is not None and report.idle_until_ms is not None:
            moments.append(report.idle_until_ms * US_PER_MS)
        looked_until = self._looked_until_us()
        if looked_until is not None:
            moments.append(looked_until)
        if not moments and step is not None:
            moments.append(step.next_us)
        if not moments:
            return False
        target = max(min(moments), self.now_us)
        self._early = self._before_wall_clock(target)
        if self._early:
            return False
        if self.unit is not None:
            # The unit stops early when it has sent something.
            moved = self._step(self.unit, target, report)
            if moved is None:
                return False
            if moved is not step:
                target = max(min(target, moved.now_us), self.now_us)
            if step is not None and moved.tx == step.tx and self._before_daemon(report, target):
                self.now_us = target
                return True
        self.now_us = target
        self._grant()
        return True

    def _before_wall_clock(self, target_us: int) -> bool:
        """Return whether a moment is still in the future by the wall clock; False if table time does not follow it."""
        pace = self.pace if self.frames is None or self.frames.filming else 1.0
        if pace is None:
            self._wall = None
            return False
        now = time.monotonic()
        if self._wall is None or self._wall[2] != pace:
            self._wall = self.now_us, now, pace
        since_us, since_s, _ = self._wall
        return target_us > since_us + (now - since_s) * US_PER_S * pace

    @staticmethod
    def _before_daemon(report: DaemonReport | None, target_us: int) -> bool:
        return report is not None and (
            report.idle_until_ms is None or report.idle_until_ms * US_PER_MS > target_us
        )


class ConductedSelector(selectors.BaseSelector):
    """A selector whose waiting is table time: it asks the conductor instead of the clock."""

    def __init__(self, conductor: Conductor, speed: float | None) -> None:
        self._real = selectors.DefaultSelector()
        self._conductor = conductor
        self._speed = speed

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return self._real.select(0)
        if self._speed is not None:
            return self._real.select(None if timeout is None else timeout / self._speed)
        due = None if timeout is None else self._conductor.now_us + max(1, round(timeout * US_PER_S))
        while True:
            ready = self._real.select(0)
            if ready:
                return ready
            if not self._conductor.advance_to(due):
                patience_s = self._conductor.patience_s
                if not patience_s:
                    continue
                # Somebody is busy, or is away and time stands still. Meanwhile, serve input from outside.
                return self._real.select(patience_s)
            if due is not None and self._conductor.now_us >= due:
                return self._real.select(0)


class ConductedLoop(JumpingLoop):
    """An event loop on table time.

    Args:
        conductor: the owner of the time.
        speed: None to jump from moment to moment; a number to run with the wall clock that many times as fast.

    Attributes:
        started: ``time.monotonic()`` at table time 0, at a given speed.
    """

    def __init__(self, conductor: Conductor, speed: float | None = None) -> None:
        super().__init__(ConductedSelector(conductor, speed))
        self._conductor = conductor
        self._speed = speed
        self.started = time.monotonic() - (0.0 if speed is None else conductor.now_us / US_PER_S / speed)
        # Timers are exact to a microsecond; with a coarser clock the loop would spin just before each of them.
        self._clock_resolution = 1e-6

    def time(self) -> float:
        if self._speed is not None:
            return (time.monotonic() - self.started) * self._speed
        return self._conductor.now_us / US_PER_S
