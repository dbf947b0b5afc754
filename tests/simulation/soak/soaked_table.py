"""A simulated table in trouble: people who switch its faults on and off, a person who sees to them, a judge."""

import json
import os
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hall.judge.session import PASSING, Session
from hall.judge.tables.hall import Hall
from table_controller.client.connection import BrokerLine, Credentials
from tests.simulation.sim_process import Sim, broker_port
from tests.simulation.soak.holdings import Holding
from tests.table_controller.every_fault_stage import CASES, Case

PATIENCE_S: Final = 300.0
"""The real time within which any awaited event must have happened."""
LOOK_S: Final = 0.05
MOST_HANDS: Final = 4
"""The number of hands within which a fault is reported."""
SEEN_TO_AGAIN_S: Final = 5.0
"""The real time after which a person deals again with alerts that are still open."""
ELSE: Final = {"lid_opens": ("lid",)}
"""Other alerts that may report a fault: a lid may open while the drum stands still."""


@dataclass
class SoakedTable:
    """A running simulation, and a judge's terminal at its broker.

    ``keys``: the person's end of its terminal. ``probes``: where its programs write what they hold.
    """

    sim: Sim
    keys: int
    probes: Path
    phase: str = ""
    hands: int = 0
    seen_to: list[str] = field(default_factory=list)
    """The faults that have come and gone."""
    lines: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    _read: int = 0
    _session: Session | None = None
    _line: BrokerLine | None = None

    def connect(self) -> None:
        """The judge comes."""
        self.sim.wait_for_entries(1)

        def heard(table: str, topic: str, value: Any) -> None:
            session.heard(table, topic, value)

        self._line = BrokerLine(Credentials("127.0.0.1", broker_port(self.sim), "home"), heard)
        session = self._session = Session(
            Hall("home"), self._line, say=self.answers.append, confirm=lambda _: True, by="Anna", wait_s=20.0
        )
        session.followed = "sim"
        self._line.open()
        self.until(lambda: "sim" in session.hall.tables, "the judge hears the table")

    def close(self) -> None:
        """He goes."""
        if self._line is not None:
            self._line.close()

    @property
    def alerts(self) -> set[str]:
        """The alerts of the table, except for zones with a hand over them just now."""
        assert self._session is not None
        open_alerts = self._session.hall.table("sim").alerts
        return {name for name in list(open_alerts) if not name.startswith(PASSING)}

    @property
    def at_ms(self) -> int:
        """Table time of the last entry."""
        assert self._session is not None
        return int(self._session.hall.table("sim").state.get("at_ms", 0))

    def orders(self, order: str) -> bool:
        """The judge gives an order."""
        assert self._session is not None
        return self._session.obey(order)

    def types(self, order: str, answer: str) -> None:
        """Somebody types an order at the terminal, and is answered."""
        self.listen()
        before = len(self.lines)
        os.write(self.keys, f":{order}\r".encode())

        def answered() -> bool:
            self.listen()
            return any(line.startswith(answer) for line in self.lines[before:])

        self.until(answered, answer)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something has happened."""
        end_s = time.monotonic() + PATIENCE_S
        while not condition():
            self.check()
            assert time.monotonic() < end_s, (what, self.phase, self.lines[-30:])
            time.sleep(LOOK_S)

    def check(self) -> None:
        """Check that the simulation itself is still healthy."""
        assert self.sim.process.poll() is None, self.lines[-30:]

    def listen(self) -> None:
        """Read the simulation's output since the last look."""
        with self.sim.log.open("rb") as log:
            log.seek(self._read)
            *lines, _unfinished = log.read().split(b"\n")
        for line in lines:
            self._read += len(line) + 1
            self.lines.append(text := line.decode(errors="replace").rstrip("\r"))
            if moved := re.match(r"\[table\] table (\w+) -> (\w+)", text):
                self.phase = moved[2]
                self.hands += self.phase == "playing"
            assert "The players left" not in text, self.lines[-30:]

    def programs(self) -> dict[str, int]:
        """The programs that are written in Python."""
        (vision,) = self.sim.programs("vision.worker.child")
        (daemon,) = set(self.sim.programs("jantaku.main run")) - {vision}
        return {"daemon": daemon, "vision": vision, "simulation": self.sim.process.pid}

    def holdings(self, place: int) -> dict[str, Holding]:
        """Return the holdings of each program now, in a hand that is the ``place``th of its hanchan."""
        held = {}
        for name, pid in self.programs().items():
            written = self.probes / f"{pid}.json"
            written.unlink(missing_ok=True)
            os.kill(pid, signal.SIGUSR2)
            self.until(written.exists, f"{name} answers")
            held[name] = Holding(self.hands, place, json.loads(written.read_text()))
        return held

    def files(self) -> set[str]:
        """Return the files in its folder."""
        return {str(file.relative_to(self.sim.state)) for file in self.sim.state.rglob("*")}


@dataclass
class Troubles:
    """One fault after the other, each as soon as the table is in a phase in which it may come.

    Attributes:
        left: the faults that are still to come.
        now: the present fault, or the last one while the table still reports it.
    """

    table: SoakedTable
    phases: tuple[str, ...]
    left: list[str]
    now: str = ""
    _waits: str = ""
    _since_s: float = 0.0
    _since_hand: int = 0

    @property
    def over(self) -> bool:
        """True when all faults have come and gone."""
        return not self.left and not self.now

    def look(self) -> None:
        """Take the next step that is due."""
        if not self.now:
            if self.left and self.table.hands and self.table.phase in self.phases:
                self.now, self._since_hand = self.left.pop(0), self.table.hands
                self._switch("on")
                self._await("told")
        elif self._waits == "told":
            assert self.table.hands < self._since_hand + MOST_HANDS, f"{self.now}: nobody is told"
            if self._case.deals or self.table.alerts & {*self._tells, *self._case.others}:
                self._switch("off")
                self._await("named")
        elif self._waits == "named":
            # A unit without power is lost before it can say why.
            if not self._case.others or self._case.alert in self.table.alerts:
                self._see_to_it()
        elif not self.table.alerts & self._tells:
            self.table.seen_to.append(self.now)
            self.now = ""
        elif time.monotonic() > self._since_s + SEEN_TO_AGAIN_S:
            self._see_to_it()

    @property
    def _case(self) -> Case:
        return CASES[self.now]

    @property
    def _tells(self) -> set[str]:
        return {self._case.alert, *ELSE.get(self.now, ())}

    def _switch(self, how: str) -> None:
        switch = self._case.fault or self.now
        self.table.types(f"fault {switch} {'off' if how == 'off' else ''}", f"Fault {switch} is {how}.")

    def _await(self, what: str) -> None:
        self._waits, self._since_s = what, time.monotonic()

    def _see_to_it(self) -> None:
        if self.table.alerts & self._tells:
            orders = {"reset_faults": "reset-faults", "resolve": f"resolve {self._case.alert}"}
            self.table.orders(orders.get(self._case.by, "machine retry"))
        self._await("well")


def all_troubles(table: SoakedTable) -> list[Troubles]:
    """Every fault of the catalogue, in the phases in which it shows; faults of different parts come together."""
    of: dict[str, list[str]] = {}
    for name, case in CASES.items():
        part = {"unit": "line", "unit-reset": "line", "unit-chain-runs-on": "shuffle"}.get(
            case.alert, case.alert
        )
        of.setdefault(part if part in {"line", "shuffle", "walls", "lid"} else "other", []).append(name)
    return [
        Troubles(table, ("playing",), of["shuffle"]),
        Troubles(table, ("playing",), of["walls"]),
        Troubles(table, ("playing",), of["lid"]),
        # While nobody presses anything, because a unit that is away senses nothing.
        Troubles(table, ("closing", "raising"), of["line"]),
        Troubles(table, ("ready", "playing"), of["other"]),
    ]
