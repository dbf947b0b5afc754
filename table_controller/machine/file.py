"""The machine's state on disk, from which the program goes on after it was killed."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from config.log_line import TROUBLE, Say
from config.text_file import write_whole
from firmware_bridge.messages.messages import Outcome
from table_controller.machine.cycle import SET_TRANSITIONS, SETS, CycleCue, Phase, SetPlace, after

REMEMBERED: Final = 64
"""The number of newest commands that the machine recognises if somebody repeats them."""


class MachineState(msgspec.Struct, forbid_unknown_fields=True):
    """The machine's state on disk.

    ``sets``: the place of each set, set 1 first. ``raised_for``: number of the hand for which the walls were raised.
    ``dice``: true if somebody has requested them and they have not rolled. ``done``: ids of the newest commands.
    ``cause``: the id of the command that started the current motion. ``paused``: the person who stopped all motions, empty
    if nobody did. ``lid_held``: the outcome if something blocked the closing lid, otherwise empty; then a person says when
    it may close.
    """

    phase: Phase = Phase.WAITING
    sets: Annotated[list[SetPlace], Meta(min_length=len(SETS), max_length=len(SETS))] = msgspec.field(
        default_factory=lambda: [SetPlace.DRUM] * len(SETS)
    )
    raised_for: int = 0
    dice: bool = False
    done: list[str] = []
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
        return self.kept.phase

    def place(self, tile_set: int) -> SetPlace:
        return self.kept.sets[tile_set - 1]

    def set_at(self, *places: SetPlace) -> int | None:
        return next((each for each in SETS if self.place(each) in places), None)

    def go(self, cue: CycleCue) -> None:
        """Enter the next phase and write it to disk."""
        self.kept.phase = after(self.phase, cue)
        self.store()

    def move(self, tile_set: int, to: SetPlace) -> None:
        """Move a set to its next place, if it is not there already; the caller stores."""
        here = self.place(tile_set)
        if here is to:
            return
        if to not in SET_TRANSITIONS[here]:
            raise RuntimeError(f"set {tile_set} does not come from {here.value} to {to.value}")
        self.kept.sets[tile_set - 1] = to

    def find(self, tile_set: int, place: SetPlace) -> None:
        """Note the place where a set was found, even if another was expected; the caller stores."""
        self.kept.sets[tile_set - 1] = place

    def remember(self, command: str, *, began: bool) -> None:
        """Note a command that the machine carries out; the caller stores it with its changes.

        ``began``: it causes the next motion.
        """
        self.kept.done = [*self.kept.done, command][-REMEMBERED:]
        if began:
            self.kept.cause = command

    def store(self) -> None:
        """Write everything or nothing. ``unstored`` is the reason for a failure, empty after a success."""
        try:
            write_whole(self._path, msgspec.json.encode(self.kept))
        except OSError as error:
            self.unstored = f"{self._path}: {error.strerror or error}"
        else:
            self.unstored = ""

    def _load(self) -> MachineState:
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=MachineState)
            if kept.lid_held:
                Outcome[kept.lid_held]
        except FileNotFoundError:
            return MachineState()
        except (ValueError, KeyError, RecursionError) as error:
            # The program writes the file whole or not at all, so the disk is damaged. Starting over loses nothing: people
            # can always collect a hand again.
            self._say(f"{self._path}: cannot be read ({error}); the table's cycle starts over", TROUBLE)
            return MachineState()
        return kept
