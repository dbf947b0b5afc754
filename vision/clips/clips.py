"""Clips on disk: a film, and a JSON file beside it with the journal's numbers, frames, zones and readings.

``000123.avi`` and ``000123.json`` belong to entry 123 of the journal; ``000123-2.avi`` and its JSON show what a second
camera saw meanwhile. ``writing`` writes them; code that only orders, lists or reads clips imports this module.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LOG: Final = logging.getLogger(__name__)
PART: Final = ".part"
"""Suffix of a file that is still being written."""
NEWEST: Final = 0
"""The number of the clip that shows only the newest picture; each such clip replaces the one before. [number;
defined]"""
VERSION: Final = 1
"""Version of the JSON file. [number; defined]"""
NEEDED: Final = ("version", "journal", "film", "frames", "zones", "shown")
"""The keys in the JSON of every clip."""
AFTER_S: Final = 5.0
"""A clip goes on for this long after its entry. [s; judged: players' first words and acts after it]"""
DAY_S: Final = 86_400.0
"""A day. [s; defined]"""


class ClipError(ValueError):
    """A file is no clip, or there is none of that number."""


@dataclass(frozen=True, slots=True)
class ClipOrder:
    """An order to keep a clip, and its reason.

    Attributes:
        journal: the number of its entry, or ``NEWEST``.
        entries: the numbers of the entries made in the time that it shows.
        at_ms: the table time of the entry.
        why: the reason in words.
    """

    journal: int
    entries: tuple[int, ...]
    at_ms: int
    why: str


@dataclass(frozen=True, slots=True)
class ClipDone:
    """A clip was written, or ``error`` says why not. ``at_ms`` is the time in its order."""

    journal: int
    error: str = ""
    at_ms: int = 0


def stem(journal: int, camera: int = 1) -> str:
    """Return the name of an entry's clip files without its ending; a second camera's names end in 2."""
    return f"{journal:06d}" if camera == 1 else f"{journal:06d}-{camera}"


def read_clip(file: Path) -> dict[str, Any]:
    """The content of a clip's JSON, by the name of the JSON or the film.

    Raises:
        ClipError: the file is no clip, or only a part of one.
    """
    text = file.with_suffix(".json")
    try:
        readings = json.loads(text.read_text(encoding="utf-8"))
    except OSError as error:
        raise ClipError(f"{text}: {error.strerror}") from None
    except ValueError as error:
        raise ClipError(f"{text}: not a clip: {error}") from None
    lacks = [each for each in NEEDED if not isinstance(readings, dict) or each not in readings]
    if lacks:
        raise ClipError(f"{text}: not a clip: it has no {', '.join(lacks)}")
    if readings["version"] != VERSION:
        raise ClipError(
            f"{text}: a clip of another version of this program ({readings['version']}, not {VERSION})"
        )
    if not (text.parent / readings["film"]).is_file():
        raise ClipError(f"{text.parent / readings['film']}: the film is not there")
    clip: dict[str, Any] = readings
    return clip


def clear_clips(folder: Path, *, days: float, most_bytes: int, now_s: float) -> list[str]:
    """Delete clips older than ``days``, the oldest of those that take more than ``most_bytes``, and halves of clips.

    Args:
        folder: the folder with the clips, which may be missing.
        days: the number of days for which clips are kept.
        most_bytes: the most bytes that all clips may take together.
        now_s: seconds since 1970, against the files' times.

    Returns:
        The names of the clips deleted, oldest first; a clip that cannot be deleted is not listed and still takes space.
    """
    if not folder.is_dir():
        return []
    clips: list[tuple[float, str, int]] = []
    for text in folder.glob("*.json"):
        with suppress(OSError):
            size = sum(file.stat().st_size for file in folder.glob(f"{text.stem}.*"))
            clips.append((text.stat().st_mtime, text.stem, size))
    clips.sort()
    total, deleted = sum(size for _, _, size in clips), []
    for made_s, name, size in clips:
        if made_s >= now_s - days * DAY_S and total <= most_bytes:
            break
        try:
            # Delete the JSON first: if the process is killed here, the rest no longer counts as a clip.
            for end in ("json", "avi"):
                (folder / f"{name}.{end}").unlink(missing_ok=True)
        except OSError as error:
            LOG.warning("the clip %s cannot be deleted: %s", name, error)
            continue
        total -= size
        deleted.append(name)
    for film in folder.glob("*.avi"):
        if not film.with_suffix(".json").exists():
            _delete_half(film, now_s)
    for part in folder.glob(f"*{PART}"):
        _delete_half(part, now_s)
    return deleted


def _delete_half(file: Path, now_s: float) -> None:
    """Delete a partial file that is older than a minute: nobody is writing it any more."""
    with suppress(OSError):
        if file.stat().st_mtime < now_s - 60:
            file.unlink()
