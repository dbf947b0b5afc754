"""Measures how long the simulated camera needs for a picture while a game is played.

``python -m bench.render [RECORD] [--hands N] [--picture FILE]`` plays a record (by default a game of the built-in
players) on a table without electronics and renders ten pictures a second of table time; prints milliseconds of one core.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from config import read_ruleset
from referee.records.journaled import records_of
from referee.records.reader import read_record
from simulation.camera.lens import HEIGHT_PX, WIDTH_PX
from simulation.camera.overhead import OverheadCamera
from simulation.camera.plates import Plate
from simulation.people.bots import play_game
from simulation.people.players import ScriptedTable
from simulation.processes.conductor import ConductedLoop, Conductor
from simulation.world.gestures import LiftedWalls
from simulation.world.script import faces_of
from simulation.world.world import ShownDisplays, World

if TYPE_CHECKING:
    from referee.records.neutral.record import GameRecord
    from simulation.world.gestures import Button

PERIOD_S = 0.1


class BareTable:
    """Raises the walls eight seconds after the set button, and shows three and four after the dice button."""

    def __init__(self) -> None:
        self.tile_set: int | None = None
        self.since = 0.0
        self.thrown_at: float | None = None

    def hand(self, chair: int, across: bool) -> None:
        """Nobody is told."""

    def touch(self, chair: int, touching: bool) -> None:
        """Nobody is told."""

    def stick(self, chair: int, present: bool) -> None:
        """Nobody is told."""

    def press(self, chair: int, button: Button, pressed: bool) -> None:
        """The set and dice buttons work; whose they are does not matter."""
        del chair
        now = asyncio.get_running_loop().time()
        if button == "set" and pressed:
            self.since = now + 8.0
            self.tile_set = 0 if self.tile_set is None else 1 - self.tile_set
            self.thrown_at = None
        if button == "dice" and pressed:
            self.thrown_at = now

    def walls(self) -> LiftedWalls:
        """The set that stands or rises."""
        up = (asyncio.get_running_loop().time() - self.since) / 2.5
        if self.tile_set is None or up < 0:
            return LiftedWalls(None, 0)
        return LiftedWalls(self.tile_set, min(1000, int(1000 * up)))

    def dice(self) -> tuple[int, int] | None:
        """Three and four a second after they were thrown."""
        thrown = self.thrown_at is not None and asyncio.get_running_loop().time() > self.thrown_at + 1.0
        return (3, 4) if thrown else None


async def film(record: GameRecord, hands: int, picture: Path | None) -> list[float]:
    """Play and render; returns the processor seconds of each picture."""
    world, machine = World(red_fives=34 in faces_of(record)), BareTable()
    camera = OverheadCamera(world)
    table = ScriptedTable(world, machine, record)
    playing = asyncio.create_task(table.play(range(min(hands, len(record.hands)))))
    plate = Plate(np.empty((HEIGHT_PX, WIDTH_PX, 3), np.uint8))
    took: list[float] = []
    loop = asyncio.get_running_loop()
    while not playing.done():
        await asyncio.sleep(PERIOD_S)
        world.show(ShownDisplays(0, 0, 0, (25000, 25000, 25000, 25000), machine.dice()))
        started = time.thread_time()
        camera.render(round(loop.time() * 1000), plate)
        took.append(time.thread_time() - started)
        if picture is not None and len(table.releases) >= 40:
            cv2.imwrite(str(picture), plate.picture)
            picture = None
    await playing
    if table.left_because:
        raise RuntimeError(table.left_because)
    return took


def main() -> None:
    """Parse the arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("record", nargs="?", type=Path)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--picture", type=Path, help="write a picture from the middle of the first hand")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.record is not None:
        record = read_record(args.record)
    else:
        record = next(records_of(play_game(read_ruleset("tenhou"), 1, args.hands)))
    with asyncio.Runner(loop_factory=lambda: ConductedLoop(Conductor())) as runner:
        took = np.array(runner.run(film(record, args.hands, args.picture))) * 1000
    shares = ", ".join(f"{share} % below {np.percentile(took, share):.1f}" for share in (50, 90, 99))
    print(f"{len(took)} pictures: {took.mean():.1f} ms on average, {shares}, {took.max():.1f} at most")


if __name__ == "__main__":
    main()
