"""Orders typed while a simulation runs: machine faults, a damaged line, a covered lens, a return to a hand, a foul."""

from collections.abc import Callable
from typing import Final

from config.nearest import nearest
from firmware_bridge.messages import faults
from firmware_bridge.unit.machine_control import UnitProcessError
from simulation.camera.overhead import OverheadCamera
from simulation.playing.keys import TimeKeys
from simulation.processes.unit import SimulatedUnit
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS

FAULTS: Final = tuple(sorted(faults.CATALOGUE["simulated"]))
"""The faults that the simulated machine can have (``config/faults.toml``)."""
ORDERS_HELP: Final = "Orders: fault NAME [off], faults, lens covered|clear, noise PER_MILLE, reset, back [HAND], foul KIND, foul list."
ENTER: Final = "\r\n"
BACKSPACE: Final = "\x7f\b"
BACK: Final = "b"
ESCAPE: Final = "\x1b"
MOST_PER_MILLE: Final = 1000


class TypedOrders:
    """Carries out typed orders.

    Args:
        unit: the table unit; None at another maker's machine.
        camera: of the table.
        say: prints a line.
        back: goes back to the beginning of a hand, by its number; None for the newest that has begun.
        foul: lets somebody commit a foul of a kind.
    """

    def __init__(
        self,
        unit: SimulatedUnit | None,
        camera: OverheadCamera,
        say: Callable[[str], None],
        *,
        back: Callable[[int | None], None],
        foul: Callable[[str], None],
    ) -> None:
        self._back = back
        self._foul = foul
        self._unit = unit
        self._camera = camera
        self._say = say

    def do(self, line: str) -> None:
        """Carry out a line, and print its effect or its fault."""
        match line.split():
            case ["faults"]:
                self._say(" ".join(FAULTS))
            case ["fault", name, *off] if off in ([], ["off"]):
                self._fault(name, active=not off)
            case ["lens", ("covered" | "clear") as how]:
                self._camera.covered = how == "covered"
                self._say(f"The lens is {how}.")
            case ["noise", number] if number.isascii() and number.isdecimal():
                self._noise(int(number))
            case ["reset"]:
                if unit := self._real_unit():
                    unit.reset()
                    self._say("The unit was reset.")
            case ["foul", "list"]:
                self._say(" ".join(FOUL_KINDS))
            case ["foul", kind]:
                self._foul(kind)
            case ["back"]:
                self._back(None)
            case ["back", number] if number.isascii() and number.isdecimal():
                self._back(int(number))
            case []:
                pass
            case _:
                self._say(f"{line!r} is not an order. {ORDERS_HELP}")

    def _fault(self, name: str, *, active: bool) -> None:
        kind = name.rstrip("0123").removesuffix("_") if name not in FAULTS else name
        if kind not in FAULTS:
            near = nearest(name, FAULTS)
            self._say(
                f"There is no fault {name!r}"
                + (f"; did you mean {near}?" if near else "; faults lists them.")
            )
        elif unit := self._real_unit():
            try:
                unit.fault(name, active)
            except UnitProcessError as error:
                # Some parts exist once for each chair.
                self._say(f"{error}; for one chair it is {kind}_0 to {kind}_3")
            else:
                self._say(f"Fault {name} is {'on' if active else 'off'}.")

    def _noise(self, per_mille: int) -> None:
        if per_mille > MOST_PER_MILLE:
            self._say(f"noise: 0 to {MOST_PER_MILLE} bytes in a thousand, not {per_mille}")
        elif unit := self._real_unit():
            unit.noise(per_mille)
            self._say(f"{per_mille} bytes in a thousand are damaged on the unit's line.")

    def _real_unit(self) -> SimulatedUnit | None:
        if self._unit is None:
            self._say("Another maker's machine does not have this.")
        return self._unit


class Keyboard:
    """Passes keys to ``TimeKeys``; the keys from a colon to Enter make a line, which is an order.

    Args:
        keys: gets single keys.
        orders: gets lines.
        echo: shows a line while it is being typed.
    """

    def __init__(self, keys: TimeKeys, orders: TypedOrders, echo: Callable[[str], None]) -> None:
        self._keys = keys
        self._orders = orders
        self._echo = echo
        self._line: str | None = None

    def press(self, key: str) -> None:
        if self._line is None:
            if key == ":":
                self._line = ""
                self._echo(":")
            elif key == BACK:
                self._orders.do("back")
            else:
                self._keys.press(key)
        elif key in ENTER or key == ESCAPE:
            line, self._line = self._line, None
            self._echo("\n")
            if key != ESCAPE:
                self._orders.do(line)
        elif key in BACKSPACE:
            if self._line:
                self._line = self._line[:-1]
                self._echo("\b \b")
        elif key.isprintable():
            self._line += key
            self._echo(key)
