"""The messages between the vision process and its parent, as JSON lines: a report and an answer per frame; orders."""

from typing import Any, Final, TypeAlias

import msgspec

from vision.clips.clips import ClipDone, ClipOrder
from vision.sightings import Sighting
from vision.tracking.expectation import Expectation
from vision.zones import ZoneId


class FrameReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """All sightings of one frame, its watermark last, and the clips finished since the previous report."""

    frame: int
    at_ms: int
    sightings: tuple[Sighting, ...]
    clips: tuple[ClipDone, ...] = ()


class FrameTaken(msgspec.Struct, frozen=True, tag=True):
    """The parent has taken a frame's report; from now on it expects something else, unless that is None."""

    frame: int
    expect: Expectation | None = None


class KeepClip(msgspec.Struct, frozen=True, tag=True):
    """The parent wants a clip of the last seconds."""

    order: ClipOrder


class TableRests(msgspec.Struct, frozen=True, tag=True):
    """True if the table rests, so that one frame a second is enough."""

    rests: bool


ParentMessage: TypeAlias = FrameTaken | KeepClip | TableRests


def _plain(value: Any) -> str | float:
    """Return a value that JSON has: the name of a zone, a number instead of one of numpy."""
    if isinstance(value, ZoneId):
        return str(value)
    if isinstance(value, float):
        return float(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be sent")


def _zone(_kind: type, value: Any) -> ZoneId:
    return ZoneId.parse(value)


_encoder: Final = msgspec.json.Encoder(enc_hook=_plain)
_reports: Final = msgspec.json.Decoder(FrameReport, dec_hook=_zone)
_of_parent: Final = msgspec.json.Decoder(ParentMessage, dec_hook=_zone)


def encode(message: FrameReport | ParentMessage) -> bytes:
    """One line of JSON with its newline."""
    return _encoder.encode(message) + b"\n"


def decode_report(line: bytes) -> FrameReport:
    """Decode the report in a line.

    Raises:
        ValueError: the line is no report.
    """
    return _reports.decode(line)


def decode_of_parent(line: bytes) -> ParentMessage:
    """Decode a message of the parent.

    Raises:
        ValueError: the line is none.
    """
    message: ParentMessage = _of_parent.decode(line)
    return message
