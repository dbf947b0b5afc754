"""The messages between the vision process and its parent, as JSON lines: a report and an answer per frame; orders."""

import json
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Final, get_args

from vision.clips.clips import ClipDone, ClipOrder
from vision.sightings import HandsOver, PlacedTile, Sighting, Spot, Stick, Watermark
from vision.tracking.expectation import Expectation
from vision.zones import ZoneId

_PARTS: Final = {"tiles": PlacedTile, "sticks": Stick}
_KINDS: Final = {kind.__name__: kind for kind in get_args(Sighting)}
_BY_ZONE: Final[dict[type, tuple[str, ...]]] = {HandsOver: ("hands",), Watermark: ("behind",)}
"""Fields that hold pairs of a zone and something else."""


@dataclass(frozen=True, slots=True)
class FrameReport:
    """All sightings of one frame, its watermark last, and the clips finished since the previous report."""

    frame: int
    at_ms: int
    sightings: tuple[Sighting, ...]
    clips: tuple[ClipDone, ...] = ()


def encode_report(report: FrameReport) -> bytes:
    """One line of JSON with its newline."""
    message: dict[str, Any] = {
        "frame": report.frame,
        "at_ms": report.at_ms,
        "sightings": [{"type": type(sighting).__name__, **_plain(sighting)} for sighting in report.sightings],
    }
    if report.clips:
        message["clips"] = [asdict(clip) for clip in report.clips]
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode_report(line: bytes) -> FrameReport:
    """Decode the report in a line.

    Raises:
        ValueError: the line is no report.
    """
    try:
        message = json.loads(line)
        sightings = tuple(_sighting(sighting) for sighting in message["sightings"])
        clips = tuple(ClipDone(**clip) for clip in message.get("clips", ()))
        return FrameReport(int(message["frame"]), int(message["at_ms"]), sightings, clips)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a frame's report: {line[:80]!r}") from error


def encode_acknowledgement(frame: int, expectation: Expectation | None) -> bytes:
    """One line that acknowledges a frame's report, with the expectation from now on if it is new."""
    message: dict[str, Any] = {"frame": frame}
    if expectation is not None:
        message["expect"] = expectation.to_mapping()
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode_acknowledgement(line: bytes) -> tuple[int, Expectation | None]:
    """The frame and, if there is a new one, the expectation.

    Raises:
        ValueError: the line is no acknowledgement.
    """
    try:
        message = json.loads(line)
        expect = message.get("expect")
        return int(message["frame"]), None if expect is None else Expectation.from_mapping(expect)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an acknowledgement: {line[:80]!r}") from error


def encode_keep(order: ClipOrder) -> bytes:
    """One line that asks for a clip of the last seconds."""
    return json.dumps({"keep": asdict(order)}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode_keep(line: bytes) -> ClipOrder | None:
    """The clip that a line asks for; None if the line is of another kind.

    Raises:
        ValueError: the line is of another kind and no JSON object either.
    """
    try:
        message = json.loads(line)
        return ClipOrder.from_mapping(message["keep"]) if "keep" in message else None
    except TypeError as error:
        raise ValueError(f"not a line for vision: {line[:80]!r}") from error


def encode_rest(*, rests: bool) -> bytes:
    """One line that says whether the table rests, so that one frame a second is enough."""
    return json.dumps({"rests": rests}, separators=(",", ":")).encode() + b"\n"


def decode_rest(line: bytes) -> bool | None:
    """Return whether the table rests; None if the line is of another kind.

    Raises:
        ValueError: the line is no JSON object.
    """
    try:
        message = json.loads(line)
        return bool(message["rests"]) if "rests" in message else None
    except TypeError as error:
        raise ValueError(f"not a line for vision: {line[:80]!r}") from error


def _plain(value: Any) -> Any:
    """A value as plain JSON: zones by their names, everything else by its fields."""
    if isinstance(value, ZoneId):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    names = _field_names(value.__class__)
    return value if names is None else {name: _plain(getattr(value, name)) for name in names}


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass; None for any other type."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else None


def _sighting(message: dict[str, Any]) -> Sighting:
    fields = {name: _frozen(value) for name, value in message.items()}
    kind = _KINDS[fields.pop("type")]
    for name, part in _PARTS.items():
        if fields.get(name) is not None:
            fields[name] = tuple(part(**each) for each in fields[name])
    for name in ("source", "target"):
        if fields.get(name) is not None:
            fields[name] = Spot(**_with_zone(fields[name]))
    for name in _BY_ZONE.get(kind, ()):
        fields[name] = tuple((ZoneId.parse(zone), value) for zone, value in fields[name])
    sighting: Sighting = kind(**_with_zone(fields))
    return sighting


def _with_zone(spot: dict[str, Any]) -> dict[str, Any]:
    return {**spot, "zone": ZoneId.parse(spot["zone"])} if "zone" in spot else spot


def _frozen(value: Any) -> Any:
    """Convert JSON lists back to tuples."""
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value
