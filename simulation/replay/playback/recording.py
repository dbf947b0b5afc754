"""The files of a recording: a folder with the journal at the start, and a JSON line for each input since.

A line is written in one piece before the input has any effect, and never changed. So the recording of a killed daemon is
complete up to its end. A line about the journal comes after the entries it is about.
"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from firmware_bridge.messages.messages import SIGNALS
from firmware_bridge.messages.signals import Button, Signal, UnknownSignal
from simulation.replay.playback.errors import RecordingError
from table_controller.broker.requests import CommandRequest
from table_controller.journal.inputs import Heard, InputKind, PartWaits, PlayedTable
from table_controller.journal.panel_signals import StopContact, read_button, stored_as
from vision.worker.wire import FrameReport, decode_report, encode
from wording.command_line.playback_texts import Unplayed

VERSION: Final = 1
"""The version of the files; a program reads only files of its own version."""
INPUTS_FILE: Final = "inputs.jsonl"
START_FILE: Final = "start.sqlite"
"""The journal at the start, with its inbox."""
_SIGNALS: Final = {kind.__name__: kind for kind in (*SIGNALS, StopContact, UnknownSignal)}
_NOTHING: Final = msgspec.Raw(b"null")


class RecordedStart(msgspec.Struct, frozen=True, tag="start", tag_field="line"):
    """The first line: the table's settings, and the newest entry of its journal at that time."""

    version: int
    program: str
    at_ms: int
    number: int
    hash: str
    table: PlayedTable


class RecordedInput(msgspec.Struct, frozen=True, tag="input", tag_field="line", omit_defaults=True):
    """An input.

    Attributes:
        at_ms: table time for all its effects.
        wall: wall time of the entries it causes.
        heard: the time of the unit's last contact, if that has changed since the line before.
        what: the content, encoded by its kind.
    """

    at_ms: int
    wall: str
    kind: InputKind
    heard: Heard | msgspec.UnsetType = msgspec.UNSET
    what: msgspec.Raw = _NOTHING


class RecordedEntries(msgspec.Struct, frozen=True, tag="entries", tag_field="line"):
    """A note that the journal has reached this entry."""

    number: int
    hash: str


Line: TypeAlias = RecordedStart | RecordedInput | RecordedEntries
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """Encode a line, with its newline."""
    return _encoder.encode(line) + b"\n"


def read_lines(recording: Path) -> Iterator[Line]:
    """Yield the lines of a recording, the start first; skip an incomplete line at the end.

    Raises:
        RecordingError: it is not a recording of this version, or a line is invalid.
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
        return msgspec.Raw(encode(what).rstrip(b"\n"))
    if isinstance(what, CommandRequest):
        return msgspec.Raw(_encoder.encode(what))
    return msgspec.Raw(_encoder.encode({"type": stored_as(what), **msgspec.to_builtins(what)}))


def part_in(what: msgspec.Raw) -> PartWaits:
    """Decode the part of the machine that an input comes from.

    Raises:
        ValueError: it is not a part.
    """
    return msgspec.convert(msgspec.json.decode(what), PartWaits)


def signal_in(what: msgspec.Raw) -> Signal:
    """Decode a signal.

    Raises:
        ValueError: it is not a signal.
    """
    fields = msgspec.json.decode(what)
    kind = _SIGNALS.get(fields.pop("type", ""))
    if kind is None:
        raise ValueError("no signal")
    signal: Signal = msgspec.convert(fields, kind)
    return read_button(**asdict(signal)) if isinstance(signal, Button) else signal


def report_in(what: msgspec.Raw) -> FrameReport:
    """Decode the report of a frame.

    Raises:
        ValueError: it is not a report.
    """
    return decode_report(bytes(what))


def request_in(what: msgspec.Raw) -> CommandRequest:
    """Decode an order.

    Raises:
        ValueError: it is not an order.
    """
    return msgspec.json.decode(what, type=CommandRequest)
