"""The machine's state on disk, from which the program goes on after it was killed."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from config.log_line import TROUBLE, Say
from firmware_bridge.messages.messages import Outcome
from table_controller.machine.cycle import SET_TRANSITIONS, SETS, CycleCue, Phase, SetPlace, after

REMEMBERED: Final = 64
"""The number of newest commands that the machine recognises if somebody repeats them."""


@dataclass(slots=True)
class MachineState:
    """The machine's state on disk.

    ``sets``: the place of each set, set 1 first. ``raised_for``: number of the hand for which the walls were raised.
    ``dice``: true if somebody has requested them and they have not rolled. ``done``: ids of the newest commands.
    ``cause``: the id of the command that started the current motion. ``paused``: the person who stopped all motions, empty
    if nobody did. ``lid_held``: the outcome if something blocked the closing lid, otherwise empty; then a person says when
    it may close.
    """

    phase: str = Phase.WAITING.value
    sets: list[str] = field(default_factory=lambda: [SetPlace.DRUM.value] * len(SETS))
    raised_for: int = 0
    dice: bool = False
    done: list[str] = field(default_factory=list)
    cause: str = ""
    paused: str = ""
    lid_held: str = ""


class MachineFile:
    """The file that holds the cycle's state, written before anything moves.

    Args:
        path: the path of the file.
        say: takes a line if the file cannot be read.
    """

    def __init__(self, path: Path, say: Say) -> None:
        self._path = path
        self._say = say
        self.unstored = ""
        self.kept = self._load()

    @property
    def phase(self) -> Phase:
        return Phase(self.kept.phase)

    def place(self, tile_set: int) -> SetPlace:
        return SetPlace(self.kept.sets[tile_set - 1])

    def set_at(self, *places: SetPlace) -> int | None:
        return next((each for each in SETS if self.place(each) in places), None)

    def go(self, cue: CycleCue) -> None:
        """Enter the next phase and write it to disk."""
        self.kept.phase = after(self.phase, cue).value
        self.store()

    def move(self, tile_set: int, to: SetPlace) -> None:
        """Move a set to its next place, if it is not there already; the caller stores."""
        here = self.place(tile_set)
        if here is to:
            return
        if to not in SET_TRANSITIONS[here]:
            raise RuntimeError(f"set {tile_set} does not come from {here.value} to {to.value}")
        self.kept.sets[tile_set - 1] = to.value

    def find(self, tile_set: int, place: SetPlace) -> None:
        """Note the place where a set was found, even if another was expected; the caller stores."""
        self.kept.sets[tile_set - 1] = place.value

    def remember(self, command: str, *, began: bool) -> None:
        """Note a command that the machine carries out; the caller stores it with its changes.

        ``began``: it causes the next motion.
        """
        self.kept.done = [*self.kept.done, command][-REMEMBERED:]
        if began:
            self.kept.cause = command

    def store(self) -> None:
        """Write everything or nothing. ``unstored`` is the reason for a failure, empty after a success."""
        new = self._path.with_suffix(".new")
        try:
            with new.open("w", encoding="utf-8") as file:
                json.dump(asdict(self.kept), file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            self.unstored = f"{self._path}: {error.strerror or error}"
        else:
            self.unstored = ""

    def _load(self) -> MachineState:
        try:
            return _checked(MachineState(**json.loads(self._path.read_text(encoding="utf-8"))))
        except FileNotFoundError:
            return MachineState()
        except (ValueError, TypeError, KeyError) as error:
            # The program writes the file whole or not at all, so the disk is damaged. Starting over loses nothing: people
            # can always collect a hand again.
            self._say(f"{self._path}: cannot be read ({error}); the table's cycle starts over", TROUBLE)
            return MachineState()


def _checked(kept: MachineState) -> MachineState:
    """Return the value unchanged; ``ValueError`` if it names an unknown phase or place."""
    Phase(kept.phase)
    if kept.lid_held:
        Outcome[kept.lid_held]
    if len([SetPlace(place) for place in kept.sets]) != len(SETS):
        raise ValueError(f"there are {len(SETS)} sets")
    return kept
