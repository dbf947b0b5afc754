"""Plays a recording back: the daemon's own parts are given again what came in, at the recorded times."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from referee.journal.journal import Journal
from referee.rules.ruleset import Ruleset
from simulation.replay.playback.errors import RecordingError
from simulation.replay.playback.recording import (
    INPUTS_FILE,
    START_FILE,
    RecordedEntries,
    RecordedInput,
    RecordedStart,
    part_in,
    read_lines,
    report_in,
    request_in,
    signal_in,
)
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.service.service import Commands
from table_controller.daemon.ending import Ending
from table_controller.daemon.wiring import wire
from table_controller.journal.inputs import GameInputs
from table_controller.mqtt.address import Address
from table_controller.settings.settings import ClockChoice, Settings
from table_controller.wording.command_line.playback_texts import Unplayed
from vision.tracking.expectation import Expectation
from vision.worker.process import VisionProcess
from vision.worker.state_files import KeptFramesError, kept_frames_file
from vision.worker.wire import decode_report, encode_report
from vision.zones import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import msgspec

    from firmware_bridge.drivers.capabilities import Capabilities
    from table_controller.daemon.daemon import Daemon
    from table_controller.journal.inputs import Heard, PlayedTable
    from vision.worker.kept_frames import FramesAgain
    from vision.worker.wire import FrameReport

JOURNAL_FILE = "journal.sqlite"


@dataclass(frozen=True, slots=True)
class ReadOtherwise:
    """A picture that vision reads otherwise than when it was recorded.

    Attributes:
        zones: of which it tells something else; ``table`` for what is of no zone.
    """

    frame: int
    at_ms: int
    zones: tuple[str, ...]

    @classmethod
    def of(cls, recorded: FrameReport, made: FrameReport) -> ReadOtherwise:
        """The difference of two reports of one frame."""
        differing = [each for each in recorded.sightings if each not in made.sightings]
        differing += [each for each in made.sightings if each not in recorded.sightings]
        zones = {str(getattr(each, "zone", TABLE)) for each in differing}
        return cls(recorded.frame, recorded.at_ms, tuple(sorted(zones)))


@dataclass(frozen=True, slots=True)
class Playback:
    """The result of a playback.

    Attributes:
        inputs: given again.
        entries: of the journal.
        proven: up to this entry the journal is as recorded.
        differs: the first entry at which a difference shows; None if there is none.
        pictures: that vision read again.
        otherwise: how many of them it read otherwise.
        first: the first of those; None if there is none.
    """

    inputs: int
    entries: int
    proven: int
    differs: int | None
    pictures: int = 0
    otherwise: int = 0
    first: ReadOtherwise | None = None


def play_back(recording: Path, state: Path, *, frames: bool = True) -> Playback:
    """Play a recording back into a state folder.

    Args:
        recording: its folder.
        state: gets the journal; must not hold one.
        frames: whether vision reads the pictures that the recording holds again; else what it read counts.

    Raises:
        RecordingError: the recording or the folder cannot be used.
        OSError: the same.
    """
    lines = read_lines(recording)
    start = next(lines, None)
    if not isinstance(start, RecordedStart):
        raise RecordingError(Unplayed.no_recording(str(recording), INPUTS_FILE))
    state.mkdir(parents=True, exist_ok=True)
    place = state / JOURNAL_FILE
    if place.exists():
        raise RecordingError(Unplayed.journal_there(str(state)))
    shutil.copyfile(recording / START_FILE, place)

    async def play() -> Playback:
        inputs = PlayedInputs(start.at_ms)
        journal = Journal(place, lambda: inputs.wall, synced=False)
        try:
            player = _Player(state, journal, inputs, start.table, recording if frames else None)
            for number, line in enumerate(lines, 2):
                try:
                    differs = player.follow(line)
                except KeptFramesError as error:
                    raise RecordingError(Unplayed.bad_pictures(str(error))) from error
                except (ValueError, CommandRefusedError) as error:
                    file = str(recording / INPUTS_FILE)
                    raise RecordingError(Unplayed.bad_line(file, number, str(error))) from error
                if differs is not None:
                    return player.outcome(differs)
            return player.outcome(None)
        finally:
            journal.close()

    with asyncio.Runner(loop_factory=_StillLoop) as runner:
        return runner.run(play())


class _StillLoop(asyncio.SelectorEventLoop):
    """A loop in which no timer is ever due: what was due when is in the recording."""

    def time(self) -> float:
        return 0.0


class _StillClock:
    """The clock of a daemon all of whose times come from a recording."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """Table time of the input that is played back."""
        return self._now_ms()

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """A loop for a part; none has anything to do."""
        return _StillLoop()

    def hold(self) -> AbstractContextManager[None]:
        """Time stands still anyway."""
        return nullcontext()

    def count_traffic(self, traffic: object) -> None:
        """Nobody asks."""

    def close(self) -> None:
        """Nothing to stop."""


class PlayedInputs(GameInputs):
    """Gives the recorded times."""

    def __init__(self, at_ms: int) -> None:
        super().__init__(lambda: self.at_ms)
        self.at_ms = at_ms
        self.wall = ""
        self.unit: Heard = None

    def heard(self) -> Heard:
        return self.unit


class PlayedVision(VisionProcess):
    """Vision whose reports are in the recording, or made again from its pictures.

    Args:
        recording: whose pictures are read again; None for none.

    Attributes:
        pictures, otherwise, first: as of ``Playback``.
    """

    def __init__(self, recording: Path | None) -> None:
        super().__init__("none:")
        self._recording = recording
        self._life = 0
        self._again: FramesAgain | None = None
        self._number: int | None = None
        self.pictures = self.otherwise = 0
        self.first: ReadOtherwise | None = None

    def begins(self) -> None:
        """Vision was started: its pictures are in the next file, where they were kept."""
        self._life += 1
        self._again = self._number = None
        if self._recording is None:
            return
        file = kept_frames_file(self._recording, self._life)
        if file.exists():
            # OpenCV and the network are slow to import, and most recordings have no pictures.
            from vision.worker.kept_frames import FramesAgain  # noqa: PLC0415

            self._again = FramesAgain(file)

    def report(self, recorded: FrameReport) -> FrameReport:
        """The report of a frame as vision makes it now; as it was recorded where there is no picture of it."""
        if self._again is None or recorded.frame == self._number:  # a last report again, for its clips
            return recorded
        self._number = recorded.frame
        sightings = self._again.read(recorded.frame)
        if sightings is None:
            self._again = None
            return recorded
        # Sent as a child sends it, so that what is compared went the same way.
        made = decode_report(encode_report(replace(recorded, sightings=sightings)))
        self.pictures += 1
        if made.sightings != recorded.sightings:
            self.otherwise += 1
            self.first = self.first or ReadOtherwise.of(recorded, made)
        return made

    def acknowledge(self, frame: int, expectation: Expectation | None = None) -> None:
        """Nobody waits for it; but the next picture is read with what is expected."""
        del frame
        if self._again is not None and expectation is not None:
            self._again.expect(Expectation.from_mapping(expectation.to_mapping()))


def _unit(can: Capabilities) -> SilentTable:
    """A machine that could do what the recorded one can; whatever it is asked for, nothing moves."""

    class PlayedUnit(SilentTable):
        capabilities = can

    return PlayedUnit("", Wires())


class _Player:
    """A daemon that is given the inputs of a recording. Made in its loop, which gets no time of its own meanwhile."""

    def __init__(
        self,
        state: Path,
        journal: Journal,
        inputs: PlayedInputs,
        table: PlayedTable,
        recording: Path | None,
    ) -> None:
        self._vision = PlayedVision(recording)
        self._journal = journal
        self._inputs = inputs
        self._count = 0
        self._proven = journal.number
        self._daemon: Daemon = wire(
            _settings(state, table),
            journal,
            _StillClock(inputs.now_ms),
            journal.load(),
            Ending(),
            inputs=inputs,
            unit=_unit(table.can),
            vision=self._vision,
        )
        self._commands = Commands(self._daemon.parts.table)

    def outcome(self, differs: int | None) -> Playback:
        seen = self._vision
        return Playback(
            self._count,
            self._journal.number,
            self._proven,
            differs,
            seen.pictures,
            seen.otherwise,
            seen.first,
        )

    def follow(self, line: object) -> int | None:
        """Do what a line says, or compare with it; the first entry that differs, None if none does."""
        if isinstance(line, RecordedEntries):
            if self._journal.digest_at(line.number) != line.hash or self._journal.number != line.number:
                return self._proven + 1
            self._proven = line.number
        elif isinstance(line, RecordedInput):
            self._count += 1
            self._inputs.at_ms, self._inputs.wall = line.at_ms, line.wall
            if line.heard is None or isinstance(line.heard, tuple):
                self._inputs.unit = line.heard
            self._give(line.kind, line.what)
        return None

    def _give(self, kind: str, what: msgspec.Raw) -> None:
        parts = self._daemon.parts
        match kind:
            case "start":
                self._daemon.take_up()
            case "signal":
                signal = signal_in(what)
                parts.intake.store(signal)
                parts.intake.deliver(signal)
            case "hindrance":
                parts.waits.part_waits(part_in(what))
            case "lost":
                parts.intake.lost()
            case "vision":
                self._vision.begins()
                parts.watching.begin()
            case "report":
                parts.watching.receive(self._vision.report(report_in(what)))
            case "command":
                self._commands.repeat(request_in(what))
            case _:
                self._daemon.game.pump()


def _settings(state: Path, table: PlayedTable) -> Settings:
    """Settings of a table that is connected to nothing."""
    said: dict[str, Any] = {
        name: getattr(table, name)
        for name in ("names", "senses", "own_gong", "automatic_deal", "auto_begin", "geometry", "language")
    }
    return Settings(
        **said,
        ruleset=Ruleset.from_mapping(table.ruleset),
        driver="none",
        serial="",
        camera="",
        clock=ClockChoice(),
        state=state,
        journal=str(state / JOURNAL_FILE),
        mqtt=Address("", 0, "home", "1"),
        http_port=0,
        http_listen="",
    )
