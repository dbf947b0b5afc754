"""The files of a recording: a folder with the journal as it was at the start, and what came in since, a JSON line each.

A line is written before anything follows from it, in one piece, and never changed. So a recording of a daemon that was
killed is whole up to there. Whatever a line says of the journal comes after the entries it tells of.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from firmware_bridge.messages.messages import SIGNALS
from firmware_bridge.messages.signals import Button, UnknownSignal
from simulation.replay.playback.errors import RecordingError
from table_controller.journal.inputs import Heard, InputKind, PartWaits, PlayedTable
from table_controller.journal.panel_signals import StopContact, read_button, stored_as
from table_controller.mqtt.requests import CommandRequest
from table_controller.wording.command_line.playback_texts import Unplayed
from vision.worker.wire import FrameReport, decode_report, encode_report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware_bridge.messages.signals import Signal

VERSION: Final = 1
"""Of the files; another program version reads those of its own version alone."""
INPUTS_FILE: Final = "inputs.jsonl"
START_FILE: Final = "start.sqlite"
"""The journal as it was at the start, with its inbox."""
_SIGNALS: Final = {kind.__name__: kind for kind in (*SIGNALS, StopContact, UnknownSignal)}
_NOTHING: Final = msgspec.Raw(b"null")


class RecordedStart(msgspec.Struct, frozen=True, tag="start", tag_field="line"):
    """The first line: how the table was made, and the newest entry of its journal at that time."""

    version: int
    program: str
    at_ms: int
    number: int
    hash: str
    table: PlayedTable


class RecordedInput(msgspec.Struct, frozen=True, tag="input", tag_field="line", omit_defaults=True):
    """Something came in.

    Attributes:
        at_ms: table time for all that follows from it.
        wall: wall time of the entries that follow from it.
        heard: when the unit was last heard, if that has changed since the line before.
        what: what came in, as its kind is written.
    """

    at_ms: int
    wall: str
    kind: InputKind
    heard: Heard | msgspec.UnsetType = msgspec.UNSET
    what: msgspec.Raw = _NOTHING


class RecordedEntries(msgspec.Struct, frozen=True, tag="entries", tag_field="line"):
    """The journal has come to this entry."""

    number: int
    hash: str


Line: TypeAlias = RecordedStart | RecordedInput | RecordedEntries
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """A line with its newline."""
    return _encoder.encode(line) + b"\n"


def read_lines(recording: Path) -> Iterator[Line]:
    """The lines of a recording, the start first; one at the end that was not written completely is left out.

    Raises:
        RecordingError: it is none of this version, or a line is none.
        OSError: it cannot be read.
    """
    file = recording / INPUTS_FILE
    if not file.exists():
        raise RecordingError(Unplayed.no_recording(str(recording), INPUTS_FILE))
    with file.open("rb") as lines:
        for number, text in enumerate(lines, 1):
            if not text.endswith(b"\n"):
                return
            try:
                line = _decoder.decode(text)
            except msgspec.DecodeError as error:
                _refuse_version(file, text)
                raise RecordingError(Unplayed.bad_line(str(file), number, str(error))) from error
            if (number == 1) != isinstance(line, RecordedStart):
                raise RecordingError(Unplayed.bad_line(str(file), number, type(line).__name__))
            if isinstance(line, RecordedStart):
                _refuse_version(file, text)
            yield line


def _refuse_version(file: Path, text: bytes) -> None:
    try:
        version = msgspec.json.decode(text)["version"]
    except (msgspec.DecodeError, KeyError, TypeError):
        return
    if version != VERSION:
        raise RecordingError(Unplayed.other_version(str(file), str(version), VERSION))


def encode_what(what: object) -> msgspec.Raw:
    """Encode an input: a signal, a report, an order, or nothing."""
    if what is None:
        return _NOTHING
    if isinstance(what, FrameReport):
        return msgspec.Raw(encode_report(what).rstrip(b"\n"))
    if isinstance(what, CommandRequest):
        return msgspec.Raw(_encoder.encode(what))
    return msgspec.Raw(_encoder.encode({"type": stored_as(what), **msgspec.to_builtins(what)}))


def part_in(what: msgspec.Raw) -> PartWaits:
    """The part of the machine that an input comes from.

    Raises:
        ValueError: it is none.
    """
    return msgspec.convert(msgspec.json.decode(what), PartWaits)


def signal_in(what: msgspec.Raw) -> Signal:
    """The signal that came in.

    Raises:
        ValueError: it is none.
    """
    said = msgspec.json.decode(what)
    kind = _SIGNALS.get(said.pop("type", ""))
    if kind is None:
        raise ValueError("no signal")
    signal: Signal = msgspec.convert(said, kind)
    return read_button(**asdict(signal)) if isinstance(signal, Button) else signal


def report_in(what: msgspec.Raw) -> FrameReport:
    """The report of a frame that came in.

    Raises:
        ValueError: it is none.
    """
    return decode_report(bytes(what))


def request_in(what: msgspec.Raw) -> CommandRequest:
    """The order that came in.

    Raises:
        ValueError: it is none.
    """
    return msgspec.json.decode(what, type=CommandRequest)
