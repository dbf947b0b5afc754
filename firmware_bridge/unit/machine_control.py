"""The control socket of a unit process, which sets time, people and faults: each request and each reply is one line."""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

ANSWER_S: Final = 10.0
A_SET: Final = 136
HOT_C: Final = 90
"""The degrees at which the motor drivers count as too hot."""
COOL_C: Final = 35
NOISE_PER_MILLE: Final = 10
"""Damaged bytes in a thousand: enough for an alert."""

ButtonWord = Literal["set", "dice", "chi", "pon", "kan", "riichi", "ron", "tsumo", "judge"]
CauseWord = Literal["power_on", "external", "brown_out", "watchdog"]


class UnitProcessError(RuntimeError):
    """The unit process could not be built or started, has died, or refused a control request."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The state of the unit after ``step``, times in microseconds of table time.

    ``next_us`` is the time when it may next act by itself (2**62 if never); ``received`` and ``sent`` count the
    bytes of its serial line since the unit was started or the line was reset; ``shows`` counts changes of its displays.
    """

    now_us: int
    next_us: int
    received: int
    sent: int
    shows: int


@dataclass(frozen=True, slots=True)
class DisplayStates:
    """The displays' state; ``dealer`` None if no lamp is lit, ``dice`` None before a throw and while they roll."""

    honba: int
    round: int
    dealer: int | None
    points: tuple[int, int, int, int]
    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class WallStates:
    """The places of lifts, lid and sets.

    ``lifts``: ``d`` down, ``b`` between, ``u`` up, by chair. ``lid``: closed, between, open. ``sets``: table, drum,
    stacker. ``stacked``: tiles past the counter. ``drum`` turns.
    """

    lifts: str
    lid: str
    sets: tuple[str, str]
    stacked: tuple[int, int]
    drum: bool


@dataclass(frozen=True, slots=True)
class Motors:
    """The outputs that are on (a mask in the order of ``core/base/pins.h``).

    ``wrong`` counts how often a motor was switched on against an interlock, ``dealt`` the tiles of the last deal.
    """

    on: int
    wrong: int
    dealt: int


class MachineControl:
    """The control socket of a unit process. Each call blocks until the unit has answered.

    Args:
        path: the socket.
        plugged: called after the serial line was plugged in again, with the device given to ``plug``.
    """

    def __init__(
        self, path: str | Path, plugged: Callable[[str | Path | None], None] = lambda _: None
    ) -> None:
        self.path = Path(path)
        self._plugged = plugged
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(ANSWER_S)
        self._held = b""
        try:
            self._socket.connect(str(self.path))
        except OSError as error:
            self._socket.close()
            raise UnitProcessError(f"no unit process listens at {self.path}: {error}") from error

    def close(self) -> None:
        """Close the socket; the unit goes on."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, line: str) -> str:
        """Send one line and return what follows ``ok``; ``UnitProcessError`` if it is refused or the process has died."""
        try:
            self._socket.sendall(line.encode() + b"\n")
            while b"\n" not in self._held:
                data = self._socket.recv(4096)
                if not data:
                    raise UnitProcessError(f"the unit process at {self.path} has ended (asked: {line})")
                self._held += data
        except OSError as error:
            raise UnitProcessError(
                f"the unit process at {self.path} does not answer {line!r}: {error}"
            ) from error
        reply, self._held = self._held.split(b"\n", 1)
        word, _, rest = reply.decode().partition(" ")
        if word != "ok":
            raise UnitProcessError(f"the unit refuses {line!r}: {rest}")
        return rest

    def step(self, until_us: int) -> Stepped:
        """Let the unit run until a table time, or until just after it sent bytes (virtual clock only)."""
        fields = self.ask(f"step {until_us}").split()
        now, due, received, sent, shows = (int(field.partition("=")[2]) for field in fields)
        return Stepped(now, due, received, sent, shows)

    def hand(self, chair: int, across: bool) -> None:
        """Put a hand across the elevator line of a chair, or take it away."""
        self.ask(f"hand {chair} {int(across)}")

    def touch(self, chair: int, touching: bool) -> None:
        """Have a hand touch the wall in front of a chair, or let go."""
        self.ask(f"touch {chair} {int(touching)}")

    def press(self, chair: int, button: ButtonWord, pressed: bool) -> None:
        self.ask(f"press {chair} {button} {int(pressed)}")

    def stick(self, chair: int, present: bool, value: int = 1000) -> None:
        """Lay a stick of so many points (0: without dots) into a chair's slot, or take it out."""
        self.ask(f"stick {chair} {int(present)} {value or 'unknown'}")

    def fault(self, name: str, active: bool) -> None:
        """Switch a ``simulated`` fault of ``config/faults.toml`` on or off; for one chair with ``_0`` to ``_3``."""
        match name:
            case "tiles_135" | "tiles_137":
                for tile_set, place in enumerate(self.walls().sets):
                    # A set that is stacked has been counted.
                    if place != "stacker" or not active:
                        self.tiles(tile_set, int(name.removeprefix("tiles_")) if active else A_SET)
            case "hot":
                self.temperature(HOT_C if active else COOL_C)
            case "unplugged" if active:
                self.unplug()
            case "unplugged":
                self.plug()
            case "noise":
                self.noise(NOISE_PER_MILLE if active else 0)
            case _:
                self.ask(f"fault {name} {int(active)}")

    def tiles(self, tile_set: int, count: int) -> None:
        """Set the number of tiles of a set, wherever it is (136 to begin with)."""
        self.ask(f"tiles {tile_set} {count}")

    def dice(self, first: int, second: int) -> None:
        """Set the faces of the next throw of the unit's own dice."""
        self.ask(f"dice {first} {second}")

    def reset(self, cause: CauseWord = "brown_out") -> None:
        """Reset the microcontroller; the mechanics stay where they are."""
        self.ask(f"reset {cause}")

    def unplug(self) -> None:
        """Pull out the serial line, so that its device is gone."""
        self.ask("unplug")

    def plug(self, device: str | Path | None = None) -> None:
        """Plug the line in, as the same device (None) or under another name."""
        self.ask("plug" if device is None else f"plug {device}")
        self._plugged(device)

    def noise(self, per_mille: int) -> None:
        """Damage this many bytes in a thousand, both ways; 0 for a clean line."""
        self.ask(f"noise {per_mille}")

    def dealer(self, fitted: bool) -> None:
        """Fit an automatic deal, or remove it."""
        self.ask(f"dealer {int(fitted)}")

    def haste(self, times: int) -> None:
        """Let the tiles come so many times as fast when a set is shuffled; 1 to begin with."""
        self.ask(f"haste {times}")

    def temperature(self, degrees: int) -> None:
        """Set the temperature of the motor drivers, in degrees Celsius."""
        self.ask(f"temperature {degrees}")

    def motors(self) -> Motors:
        given = {name: int(value) for name, value in (word.split("=") for word in self.ask("motors").split())}
        return Motors(given["on"], given["wrong"], given["dealt"])

    def microcontroller(self) -> dict[str, int]:
        """Return ``boots``; for the simulated ATmega also ``awake`` (per mille), ``stack`` and ``crashed``."""
        return {name: int(value) for name, value in (word.split("=") for word in self.ask("unit").split())}

    def line_reset(self) -> None:
        """Forget what lies on the serial line and count its bytes from 0: the host's program has ended."""
        self.ask("line_reset")

    def displays(self) -> DisplayStates:
        given = dict(field.split("=") for field in self.ask("displays").split())
        points = [int(value) for value in given["points"].split(",")]
        dealer = int(given["dealer"])
        first, second = (int(value) for value in given["dice"].split(","))
        return DisplayStates(
            int(given["honba"]),
            int(given["round"]),
            None if dealer == 255 else dealer,
            (points[0], points[1], points[2], points[3]),
            (first, second) if first else None,
        )

    def starts(self) -> dict[str, int]:
        """Count how often each motor was switched on since the process started.

        ``lift_up``, ``lift_down`` (of chair 0), ``lid_open``, ``lid_close``, ``drum``, ``pusher``, ``dice``.
        """
        return {name: int(count) for name, count in (word.split("=") for word in self.ask("starts").split())}

    def walls(self) -> WallStates:
        """Return the places of lifts, lid and sets."""
        given = dict(field.split("=") for field in self.ask("walls").split())
        return WallStates(
            given["lifts"],
            given["lid"],
            (given["set0"], given["set1"]),
            (int(given["stacked0"]), int(given["stacked1"])),
            given["drum"] == "1",
        )
