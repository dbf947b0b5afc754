"""Plays a recording back: gives the recorded inputs to the daemon's own parts, at the recorded times."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from firmware_bridge.drivers.capabilities import Capabilities
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
from table_controller.daemon.daemon import Daemon
from table_controller.daemon.ending import Ending
from table_controller.daemon.wiring import wire
from table_controller.journal.inputs import GameInputs, Heard, PlayedTable
from table_controller.mqtt.address import Address
from table_controller.settings.settings import ClockChoice, Settings
from vision.tracking.expectation import Expectation
from vision.worker.kept_frames import FramesAgain
from vision.worker.process import VisionProcess
from vision.worker.state_files import KeptFramesError, kept_frames_file
from vision.worker.wire import FrameReport, decode_report, encode
from vision.zones import TABLE
from wording.command_line.playback_texts import Unplayed

JOURNAL_FILE = "journal.sqlite"


@dataclass(frozen=True, slots=True)
class ReadOtherwise:
    """A picture that vision reads differently from the recording.

    Attributes:
        zones: the zones with other sightings; ``table`` stands for sightings outside all zones.
    """

    frame: int
    at_ms: int
    zones: tuple[str, ...]

    @classmethod
    def of(cls, recorded: FrameReport, made: FrameReport) -> ReadOtherwise:
        differing = [each for each in recorded.sightings if each not in made.sightings]
        differing += [each for each in made.sightings if each not in recorded.sightings]
        zones = {str(getattr(each, "zone", TABLE)) for each in differing}
        return cls(recorded.frame, recorded.at_ms, tuple(sorted(zones)))


@dataclass(frozen=True, slots=True)
class Playback:
    """The result of a playback.

    Attributes:
        inputs: the number of inputs.
        entries: the number of entries in the journal.
        proven: the last entry up to which the journal equals the recorded one.
        differs: the first entry that differs; None if none does.
        pictures: the number of pictures that vision read again.
        otherwise: the number of those that it read differently.
        first: the first of these; None if there is none.
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
        state: gets the journal; must not hold one yet.
        frames: whether vision reads the recorded pictures again; otherwise its recorded reports are used.

    Raises:
        RecordingError: the recording or the folder cannot be used.
        OSError: the recording or the folder cannot be used.
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
    """A loop in which no timer is ever due; the recording holds the expired timers."""

    def time(self) -> float:
        return 0.0


class _StillClock:
    """The clock of a daemon that gets all its times from a recording."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """Return the table time of the present input."""
        return self._now_ms()

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Return a loop for a part, which has nothing to do."""
        return _StillLoop()

    def hold(self) -> AbstractContextManager[None]:
        """Do nothing: time stands still anyway."""
        return nullcontext()

    def count_traffic(self, traffic: object) -> None:
        """Do nothing: nobody reads the count."""

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


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
    """Stands in for vision with the reports of a recording, or makes them again from its pictures.

    Args:
        recording: the recording whose pictures are read again; None: use its reports.

    Attributes:
        pictures, otherwise, first: as in ``Playback``.
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
        """Note that vision was started: begin with the next file of pictures, if they were kept."""
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
        """Return vision's report of a frame as made now, or the recorded one if there is no picture."""
        if self._again is None or recorded.frame == self._number:  # a last report again, for its clips
            return recorded
        self._number = recorded.frame
        sightings = self._again.read(recorded.frame)
        if sightings is None:
            self._again = None
            return recorded
        # Encoded and decoded like a report from the vision process, so that both were treated alike.
        made = decode_report(encode(msgspec.structs.replace(recorded, sightings=sightings)))
        self.pictures += 1
        if made.sightings != recorded.sightings:
            self.otherwise += 1
            self.first = self.first or ReadOtherwise.of(recorded, made)
        return made

    def acknowledge(self, frame: int, expectation: Expectation | None = None) -> None:
        """Keep the expectation for reading the next picture; nobody waits for the acknowledgement."""
        del frame
        if self._again is not None and expectation is not None:
            self._again.expect(expectation)


def _unit(can: Capabilities) -> SilentTable:
    """Return a machine with the recorded machine's capabilities that never moves."""

    class PlayedUnit(SilentTable):
        capabilities = can

    return PlayedUnit("", Wires())


class _Player:
    """A daemon that gets the inputs of a recording. It is created in its loop, which does not run meanwhile."""

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
        """Apply a line or compare with it; return the first entry that differs, None if none does."""
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
                self._daemon.resume_from_journal()
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
    """Return the settings of a table without connections."""
    settings: dict[str, Any] = {
        name: getattr(table, name)
        for name in ("names", "senses", "own_gong", "automatic_deal", "auto_begin", "geometry", "language")
    }
    return Settings(
        **settings,
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
