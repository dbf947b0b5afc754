"""A daemon whose disk is full or read-only twice in a game, and then works again. Run as a program.

Usage: starved_daemon.py WORLD STATE HOW - HOW is ``full`` or ``readonly``. The table's world is that of
``mortal_daemon``; it goes on while the disk fails. Ends with status 0 once the game is over and journalled; prints
alerts as they come and go.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.stages.jump_loop import JumpLoop
from table_controller.broker.broker import Broker
from tests.table_controller import mortal_daemon as mortal
from wording.terminal.log import say

ILL_S = ((6, 16), (21, 23))
"""Spans of table time in which nothing can be written."""


class Telling(Broker):
    """Prints alerts."""

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        if name.startswith(("journal", "task", "machine")):
            say(f"{name}: {'over' if alert is None else alert['text']}")
        super().alert(name, alert)


def fill(state: Path) -> None:
    with suppress(OSError), (state / "filler").open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass


def immutable(state: Path, sign: str) -> None:
    """Make all files immutable (+) or not (-), except the one that SQLite's connections share in memory."""
    files = [each for each in state.glob("journal*") if not each.name.endswith("-shm")]
    subprocess.run(["chattr", f"{sign}i", *map(str, files), str(state)], check=True)


def main() -> None:
    world, state, how = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    mortal.World.file = world / "world.json"
    mortal.THE_WORLD = mortal.World()
    loop = JumpLoop()
    journal = mortal.journal_at(state)
    before: list[int] = []

    def falls_ill() -> None:
        before.append(journal.number)
        if how == "full":
            fill(state)
        else:
            immutable(state, "+")

    def is_well() -> None:
        say(f"while it was ill: {journal.number - before[-1]} entries")
        if how == "full":
            (state / "filler").unlink()
        else:
            immutable(state, "-")

    async def live() -> None:
        for from_s, until_s in ILL_S:
            loop.call_later(from_s, falls_ill)
            loop.call_later(until_s, is_well)
        await mortal.live(state, journal, Broker=Telling)

    loop.run_until_complete(live())
    sys.exit("the daemon has ended by itself")


if __name__ == "__main__":
    main()
