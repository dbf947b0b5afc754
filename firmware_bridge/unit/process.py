"""The table unit as a process on this machine: start it, stop it."""

import os
import subprocess
import time
from pathlib import Path
from typing import Final, Literal, Self

from firmware_bridge.unit.machine_control import ANSWER_S, MachineControl, UnitProcessError
from firmware_bridge.unit.workshop import CHIPS, AnyKind, build, image

__all__ = ["UnitProcess", "UnitProcessError"]

START_S: Final = 10.0


class UnitProcess:
    """A running unit: its serial device is ``pty``, its control socket ``control_path``, both under ``folder``.

    Args:
        folder: where pty link and socket are made (a short path: a socket's name has at most 107 bytes).
        clock: ``virtual`` moves only by ``step``; ``real`` runs at ``speed`` times real time.
        seed: seed of the machine's random numbers (shuffling times, dice).
        resume: True starts the mechanics as an earlier process in this folder left them; after ``kill`` they always do.
        drift_ppm: the amount by which the unit's clock is fast.
        kind: ``host`` is the firmware's core as a program, ``sanitized`` the same built with address and
            undefined-behaviour checks, ``avr`` its image in a simulated ATmega.
        chip: the ATmega, for ``avr``.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        clock: Literal["virtual", "real"] = "virtual",
        speed: float = 1.0,
        seed: int = 1,
        resume: bool = False,
        drift_ppm: float = 0.0,
        kind: AnyKind = "host",
        chip: str = CHIPS[0],
    ) -> None:
        self.folder = Path(folder)
        self.pty = self.folder / "unit"
        self.control_path = self.folder / "unit.sock"
        self.machine_file = self.folder / "machine"
        self._resume = resume
        self._command = [
            "--pty-link", str(self.pty), "--control", str(self.control_path), "--clock", clock,
            "--speed", str(speed), "--seed", str(seed), "--drift-ppm", str(drift_ppm), "--machine", str(self.machine_file),
        ]  # fmt: skip
        if kind == "avr":
            self._command += ["--mcu", chip, "--image", str(image(chip))]
        self._kind = kind
        self._process: subprocess.Popen[bytes] | None = None
        self._control: MachineControl | None = None
        self._lifeline = -1
        self._number = PtyNumber()

    def start(self) -> MachineControl:
        """Build if needed, start, and connect to the control socket."""
        if self._process is not None and self._process.poll() is None:
            raise UnitProcessError("the unit process runs already")
        binary = build(self._kind)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.control_path.unlink(missing_ok=True)
        if not self._resume:
            self.machine_file.unlink(missing_ok=True)
        self._resume = True
        # The pipe closes when this program ends, even by kill -9, and then the unit ends too.
        self._cut_lifeline()
        theirs, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [str(binary), *self._command, "--lifeline", str(theirs)],
                pass_fds=(theirs,),
                start_new_session=True,
            )
        finally:
            os.close(theirs)
        deadline = time.monotonic() + START_S
        while True:
            try:
                self._control = MachineControl(self.control_path, plugged=self._plugged)
            except UnitProcessError:
                status = self._process.poll()
                if status is not None:
                    raise UnitProcessError(f"{binary} ended at once with status {status}") from None
                if time.monotonic() > deadline:
                    self.kill()
                    raise
                time.sleep(0.005)
            else:
                self._plugged(None)
                return self._control

    @property
    def control(self) -> MachineControl:
        """The control socket; ``UnitProcessError`` if the process is not running."""
        if self._process is None or self._control is None:
            raise UnitProcessError("the unit process was not started")
        status = self._process.poll()
        if status is not None:
            raise UnitProcessError(f"the unit process has ended with status {status}")
        return self._control

    @property
    def pid(self) -> int | None:
        """The process id; None if it is not running."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def kill(self) -> None:
        """End it without warning (kill -9); ``start`` makes a new process with a new pty under the same name."""
        self._end(terminate=False)

    def stop(self) -> None:
        """Terminate it (SIGTERM), and remove the pty's link."""
        self._end(terminate=True)
        if self.pty.is_symlink():
            self.pty.unlink()
        self._number.let_go()

    def _plugged(self, device: str | Path | None) -> None:
        self._number.hold(self.pty if device is None else device)

    def _end(self, *, terminate: bool) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is None:
            return
        if terminate:
            self._process.terminate()
        else:
            self._process.kill()
        try:
            self._process.wait(ANSWER_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        self._cut_lifeline()

    def _cut_lifeline(self) -> None:
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class PtyNumber:
    """Keeps the number of a pty taken after its unit was killed, so that no other program's unit can get it.

    A unit that is killed leaves the symbolic link to its pty behind. If the number were free, the next pty that any
    program on this machine opens could get it, and the link would lead a host to somebody else's unit. The kernel reuses
    a number only after both sides are closed, so with the unit's side held open here the old name leads nowhere.
    """

    def __init__(self) -> None:
        self._side = -1

    def hold(self, device: str | Path) -> None:
        """Hold the pty of this name, then release the one before; by then the two have different numbers."""
        before = self._side
        try:
            self._side = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:  # its unit has died, or its line was pulled out meanwhile: the old number stays held
            return
        if before >= 0:
            os.close(before)

    def let_go(self) -> None:
        """Release the pty: nothing leads to it any more."""
        if self._side >= 0:
            os.close(self._side)
            self._side = -1
