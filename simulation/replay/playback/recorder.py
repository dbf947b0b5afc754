"""Records the inputs of a table, from the start of its daemon on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import msgspec

from config.log_line import TROUBLE
from referee.journal.copy import copy_journal
from referee.journal.journal import Journal, utc_now
from referee.texts.language import english
from simulation.replay.playback.recording import (
    INPUTS_FILE,
    START_FILE,
    VERSION,
    Line,
    RecordedEntries,
    RecordedInput,
    RecordedStart,
    encode_line,
    encode_what,
)
from table_controller.journal.inputs import GameInputs, Heard, InputKind, PlayedTable
from wording.command_line.playback_texts import Unplayed
from wording.terminal.log import say


class InputsRecorder:
    """Makes a recording. Each start of a daemon gets its own, in the folder with the next number.

    Args:
        folder: of the recordings.
        journal: place of the journal.
        frames_bytes: the most bytes of the camera's pictures to keep; 0: none.

    Raises:
        OSError: the folder cannot be created.
    """

    def __init__(self, folder: Path, journal: str, frames_bytes: int = 0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + max((int(each.name) for each in folder.iterdir() if each.name.isdecimal()), default=0)
        self.folder = folder / str(number)
        self.folder.mkdir()
        self._journal = Path(journal)
        self._frames_bytes = frames_bytes
        self._wall: str | None = None
        self._file: int | None = os.open(
            self.folder / INPUTS_FILE,
            os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC,
            0o600,
        )

    def wall(self) -> str:
        """Return the wall time of a new entry, which is that of the input that causes it."""
        return self._wall or utc_now()

    def inputs(self, journal: Journal, now_ms: Callable[[], int]) -> RecordedInputs:
        """Copy the journal and return its recorded inputs; call this once it is open and before the first input.

        Raises:
            JournalError: the journal cannot be copied.
            OSError: the copy cannot be written.
        """
        copy_journal(self._journal, self.folder / START_FILE)
        inputs = RecordedInputs(self, journal, now_ms)
        inputs.frames = (self.folder, self._frames_bytes) if self._frames_bytes else None
        return inputs

    def stamp(self, wall: str | None) -> None:
        """Set the wall time of all further entries; None: the real one."""
        self._wall = wall

    def write(self, line: Line) -> None:
        """Add a line; if that fails, the recording ends and the game goes on."""
        if self._file is None:
            return
        text = encode_line(line)
        try:
            written = os.write(self._file, text)
            while written < len(text):
                written += os.write(self._file, text[written:])
        except OSError as error:
            say(english(Unplayed.recording_ends(str(self.folder), str(error))), TROUBLE)
            os.close(self._file)
            self._file = None


class RecordedInputs(GameInputs):
    """Records each input before it has any effect.

    Args:
        recorder: gets the inputs.
        journal: of the table.
        now_ms: table time.
    """

    def __init__(self, recorder: InputsRecorder, journal: Journal, now_ms: Callable[[], int]) -> None:
        super().__init__(self._time_ms)
        self._recorder = recorder
        self._journal = journal
        self._clock_ms = now_ms
        self._at_ms: int | None = None
        self._heard: Heard = None
        self._number = journal.number

    def _time_ms(self) -> int:
        return self._clock_ms() if self._at_ms is None else self._at_ms

    def begin(self, table: PlayedTable) -> int:
        at_ms, head = self._clock_ms(), self._journal.head
        program = version("jantaku")
        self._recorder.write(RecordedStart(VERSION, program, at_ms, head.number, head.digest, table))
        return at_ms

    def heard(self) -> Heard:
        return self.unit_heard() if self._at_ms is None else self._heard

    @contextmanager
    def record_input(self, kind: InputKind, what: object = None) -> Iterator[None]:
        if self._at_ms is not None:
            yield
            return
        self._at_ms, wall, heard = self._clock_ms(), utc_now(), self.unit_heard()
        new = msgspec.UNSET if heard == self._heard else heard
        self._heard = heard
        self._recorder.stamp(wall)
        self._recorder.write(RecordedInput(self._at_ms, wall, kind, new, encode_what(what)))
        try:
            yield
        finally:
            self._at_ms = None
            self._recorder.stamp(None)
            if self._journal.number != self._number:
                head = self._journal.head
                self._number = head.number
                self._recorder.write(RecordedEntries(head.number, head.digest))
