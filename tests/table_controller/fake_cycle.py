"""A machine with a unit that answers at once, in a conducted loop."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from firmware_bridge.drivers.capabilities import EVERYTHING, Capabilities
from firmware_bridge.messages.errors import RefusedError, motion_failed
from firmware_bridge.messages.messages import Motion, MotionDone, Outcome, Result
from referee.texts.language import english
from table_controller.machine.curtains import Curtains
from table_controller.machine.machine import TableMachine
from tests.table_controller.silent import said_to


@dataclass
class FakeUnit:
    """Two sets of tiles with a stacker each, and walls; motions take table time and can be made to fail."""

    stacked: set[int] = field(default_factory=lambda: {1})
    walls: int | None = None
    on_lifts: int | None = None
    lid: str = "closed"
    did: list[str] = field(default_factory=list)
    failures: list[tuple[str, Exception]] = field(default_factory=list)
    rolled: int = 0
    levels_to: TableMachine | None = None
    capabilities: ClassVar[Capabilities] = EVERYTHING

    async def report_levels(self) -> None:
        if self.levels_to is not None:
            up = 0 if self.walls is None else 15
            on_lifts = up if self.on_lifts is None else self.on_lifts
            self.levels_to.levels(up, sum(1 << (each - 1) for each in self.stacked), on_lifts)

    async def _move(self, name: str, seconds: float) -> None:
        self.did.append(name)
        await asyncio.sleep(seconds)
        if self.failures and self.failures[0][0] == name.split(maxsplit=1)[0]:
            raise self.failures.pop(0)[1]

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002
        assert set is not None
        tile_set = set
        if tile_set not in self.stacked:
            raise RefusedError("RaiseWalls", Result.NOT_STACKED)
        await self._move(f"raise {tile_set}", 8)
        self.stacked.discard(tile_set)
        self.walls = tile_set

    async def shuffle(self, set: int) -> None:  # noqa: A002
        tile_set = set
        if tile_set in self.stacked:
            raise RefusedError("Shuffle", Result.ALREADY_STACKED)
        if self.lid != "closed":
            raise RefusedError("Shuffle", Result.LID_NOT_CLOSED)
        await self._move(f"shuffle {tile_set}", 90)
        self.stacked.add(tile_set)

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        assert seed is None
        await self._move("roll", 2)
        self.rolled += 1
        return (1, 2)

    async def deal(self, dealer: int) -> None:
        await self._move(f"deal {dealer}", 15)

    async def open_lid(self) -> None:
        await self._move("open", 1)
        self.lid = "open"

    async def close_lid(self) -> None:
        await self._move("close", 1)
        self.lid = "closed"

    async def stop_motions(self) -> None:
        self.did.append("stop")


@dataclass(kw_only=True)
class FakeGame:
    """The answers of a game to its machine."""

    hands: int = 0
    ended: bool = False
    playing: bool = False
    dealt_to: int | None = None
    begun: bool = True
    locked: bool = False
    unsigned: bool = False

    def next_hand(self) -> int | None:
        return None if self.ended else self.hands + 1

    def in_hand(self) -> bool:
        return self.playing

    def deals_to(self) -> int | None:
        return self.dealt_to

    def just_begun(self) -> bool:
        return self.begun

    def dice_locked(self) -> bool:
        return self.locked

    def sheet_unsigned(self) -> bool:
        return self.unsigned


@dataclass
class Cycle(FakeGame):
    folder: Path
    unit: FakeUnit = field(default_factory=FakeUnit)
    cycles: bool = True
    alerts: list[tuple[str, str | None]] = field(default_factory=list)
    log_lines: list[str] = field(default_factory=list)
    curtains: Curtains = field(default_factory=Curtains)
    task: asyncio.Task[None] = field(init=False)

    def machine(self) -> TableMachine:
        return TableMachine(
            self.unit,
            self.folder / "machine.json",
            self,
            alert=lambda alert, trouble: self.alerts.append(
                (alert.name, None if trouble is None else english(trouble.text))
            ),
            say=said_to(self.log_lines.append),
            curtains=self.curtains,
            cycles=self.cycles,
        )

    async def running(self, machine: TableMachine | None = None) -> TableMachine:
        """Run a machine, a new one unless one is given, until the test ends or ``task`` is cancelled."""
        machine = machine or self.machine()
        self.task = asyncio.get_running_loop().create_task(machine.run())
        await asyncio.sleep(0)
        return machine

    def stood(self, phase: str, *places: str, raised_for: int = 1, **more: object) -> None:
        """A machine that was killed in this phase, with its two sets of tiles at these places."""
        kept = {"phase": phase, "sets": list(places), "raised_for": raised_for, **more}
        (self.folder / "machine.json").write_text(json.dumps(kept))


async def until(condition: Callable[[], bool], seconds: float = 2000) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < end
        await asyncio.sleep(0.2)


def failed(motion: Motion, outcome: Outcome, detail: int = 0) -> Exception:
    return motion_failed(MotionDone(goal=1, motion=motion, outcome=outcome, detail=detail))
