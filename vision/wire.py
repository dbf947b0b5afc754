"""What the vision process says to its parent, as JSON lines: one report for each frame."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from vision.sightings import FoundTrack, LostTrack, PlacedTile, Sighting, Watermark, ZoneReading

_KINDS: Final = {kind.__name__: kind for kind in (ZoneReading, LostTrack, FoundTrack, Watermark)}


@dataclass(frozen=True, slots=True)
class FrameReport:
    """All sightings of one frame, its watermark last."""

    frame: int
    at_ms: int
    sightings: tuple[Sighting, ...]


def encode_report(report: FrameReport) -> bytes:
    """One line of JSON with its newline."""
    said = {
        "frame": report.frame,
        "at_ms": report.at_ms,
        "sightings": [{"type": type(sighting).__name__, **asdict(sighting)} for sighting in report.sightings],
    }
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def decode_report(line: bytes) -> FrameReport:
    """The report of a line.

    Raises:
        ValueError: it is not one.
    """
    try:
        said = json.loads(line)
        return FrameReport(
            said["frame"], said["at_ms"], tuple(_sighting(sighting) for sighting in said["sightings"])
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a frame's report: {line[:80]!r}") from error


def _sighting(said: dict[str, Any]) -> Sighting:
    fields = dict(said)
    kind = _KINDS[fields.pop("type")]
    if "tiles" in fields:
        fields["tiles"] = tuple(PlacedTile(**tile) for tile in fields["tiles"])
    sighting: Sighting = kind(**fields)
    return sighting
