"""The parts of a report: the files of its archive, and the mappings in them."""

from dataclasses import dataclass
from typing import Any, Final

from referee.encoding.codec import canonical, decode_event, decode_observation, encode
from referee.journal.entry import Entry
from table_controller.cli.journal.reporting.mask import Mask

REPORT_FORMAT: Final = "jantaku report"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
START: Final = "start.json"
"""The position before the first entry (``referee.encoding.snapshot``)."""
ENTRIES: Final = "entries.jsonl"
"""One entry a line, with its hashes in the journal."""
SETTINGS_SHOWN: Final = "settings.json"
GEOMETRY: Final = "geometry.json"
MACHINE_STATE: Final = "machine.json"
LATENCY: Final = "latency.jsonl"
UNIT_LINE: Final = "line.json"
"""Firmware and counters, which are not in the state folder (``unit_line``)."""


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file of a report.

    Attributes:
        name: its name in the archive.
        text: the file's content.
    """

    name: str
    text: bytes


def entry_line(entry: Entry, mask: Mask) -> str:
    """Return an entry as a line of ``ENTRIES``, without the newline."""
    return canonical(
        {
            "number": entry.number,
            "at_ms": entry.at_ms,
            "wall": entry.wall,
            "observation": mask.masked(encode(entry.observation)),
            "events": [mask.masked(encode(event)) for event in entry.events],
            "before": entry.before,
            "digest": entry.digest,
        }
    )


def entry_of(mapping: dict[str, Any]) -> Entry:
    """Read the entry of such a line.

    Raises:
        ValueError, KeyError, TypeError: the line holds no entry.
    """
    return Entry(
        mapping["number"],
        mapping["at_ms"],
        mapping["wall"],
        tuple(decode_event(event) for event in mapping["events"]),
        mapping["before"],
        mapping["digest"],
        decode_observation(mapping["observation"]),
    )
