"""Clips on disk: a film, and a JSON file beside it with the journal's numbers, frames, zones and readings.

``000123.avi`` and ``000123.json`` belong to entry 123 of the journal. Both are written under another name, brought to
disk and then renamed, the JSON last: a clip whose JSON is there is whole, whatever was killed meanwhile. A clip is written
at once, and again when the seconds after its entry are there: its film then only goes on, so that the JSON of before
still fits it, and what would show less than before is not taken.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import threading
from bisect import bisect_right
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from vision.clips.avi import mjpeg_avi
from vision.clips.evidence import FRAMES_PER_S

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vision.clips.evidence import Footage

LOG: Final = logging.getLogger(__name__)
FOLDER: Final = "clips"
"""In a table's state folder."""
PART: Final = ".part"
VERSION: Final = 1
DAY_S: Final = 86_400.0


class ClipError(ValueError):
    """A file is no clip, or there is none of that number."""


@dataclass(frozen=True, slots=True)
class ClipOrder:
    """What is to be kept, and why.

    Attributes:
        journal: number of the entry it is for.
        entries: numbers of the entries made in the time that it shows.
        at_ms: table time of the entry.
        why: in words.
    """

    journal: int
    entries: tuple[int, ...]
    at_ms: int
    why: str

    @classmethod
    def from_mapping(cls, said: Any) -> ClipOrder:
        """The order of a JSON object.

        Raises:
            ValueError: it is none.
        """
        try:
            entries = tuple(int(number) for number in said["entries"])
            return cls(int(said["journal"]), entries, int(said["at_ms"]), str(said["why"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not an order for a clip: {said!r}") from error


@dataclass(frozen=True, slots=True)
class ClipDone:
    """A clip was written; ``error`` says why not where it is not empty."""

    journal: int
    error: str = ""


def stem(journal: int) -> str:
    """How the files of an entry's clip are called."""
    return f"{journal:06d}"


def write_clip(folder: Path, order: ClipOrder, footage: Footage) -> Path:
    """Write a clip, or the same clip with what followed; returns its JSON file.

    Raises:
        OSError: it cannot be written; the one that was there stays, else nothing of it is left.
    """
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    film, text = folder / f"{stem(order.journal)}.avi", folder / f"{stem(order.journal)}.json"
    if _shows_less(text, order, footage):
        return text
    shown = _evenly([frame.at_ms for frame in footage.frames])
    said = {
        "version": VERSION,
        **asdict(order),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "film": film.name,
        "frames_per_s": FRAMES_PER_S,
        "shown": shown,
        **footage.told(),
    }
    jpegs = {index: footage.frames[index].jpeg() for index in sorted(set(shown))}
    try:
        films = _write(film, mjpeg_avi([jpegs[index] for index in shown], *footage.size, FRAMES_PER_S))
        texts = _write(text, json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode())
        films.rename(film)
        texts.rename(text)
        _bring_to_disk(folder)
    except OSError:
        for file in (film, text):
            with suppress(OSError):
                file.with_name(file.name + PART).unlink(missing_ok=True)
        if not text.exists():
            with suppress(OSError):
                film.unlink(missing_ok=True)
        raise
    return text


def _shows_less(text: Path, order: ClipOrder, footage: Footage) -> bool:
    """Whether the clip of this entry that is there reaches further back or as far on: the ring has lost pictures meanwhile."""
    try:
        clip = read_clip(text)
        if (clip["at_ms"], clip["why"]) != (order.at_ms, order.why):
            return False  # of another journal
        there = [int(frame["at_ms"]) for frame in clip["frames"]]
    except (ClipError, KeyError, TypeError, ValueError):
        return False
    return there[0] < footage.frames[0].at_ms or there[-1] >= footage.frames[-1].at_ms


def _evenly(times_ms: Sequence[int]) -> list[int]:
    """For each frame of the film which of the frames it shows: the newest of that time."""
    step = 1000 // FRAMES_PER_S
    count = (times_ms[-1] - times_ms[0]) // step + 1
    shown = [bisect_right(times_ms, times_ms[0] + number * step) - 1 for number in range(count)]
    return shown if shown[-1] == len(times_ms) - 1 else [*shown, len(times_ms) - 1]


def _write(file: Path, data: bytes) -> Path:
    """Write what is to become a file; gives it as it is called until it is renamed."""
    part = file.with_name(file.name + PART)
    with part.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    return part


def _bring_to_disk(folder: Path) -> None:
    """The names in it."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_clip(file: Path) -> dict[str, Any]:
    """What the JSON of a clip says, by the JSON's or the film's name.

    Raises:
        ClipError: it is none, or only a part is there.
    """
    text = file.with_suffix(".json")
    try:
        said = json.loads(text.read_text(encoding="utf-8"))
        if said["version"] != VERSION or not {"film", "frames", "zones", "shown", "journal"} <= set(said):
            raise ClipError(f"{text}: not a clip of this program")
    except OSError as error:
        raise ClipError(f"{text}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ClipError(f"{text}: not a clip: {error}") from None
    if not (text.parent / said["film"]).is_file():
        raise ClipError(f"{text.parent / said['film']}: the film is not there")
    clip: dict[str, Any] = said
    return clip


def clear_clips(folder: Path, *, days: float, most_bytes: int, now_s: float) -> list[str]:
    """Delete clips older than ``days``, the oldest of those that take more than ``most_bytes``, and halves of clips.

    Args:
        folder: where they are; it need not be there.
        days: how long clips are kept.
        most_bytes: what all may take together.
        now_s: seconds since 1970, against the files' times.

    Returns:
        The names of the clips deleted, oldest first; what cannot be deleted is not among them and still counts.
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
            # The JSON first: what is left if this is killed here is no clip any more.
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
    """What is not whole after a minute is not being written any more."""
    with suppress(OSError):
        if file.stat().st_mtime < now_s - 60:
            file.unlink()


class ClipWriter:
    """Writes clips in a thread of its own, so that no frame waits for a disk.

    Args:
        folder: where to; None where no clips are kept.
        footage: what the ring holds of the seconds up to a table time.
    """

    def __init__(self, folder: Path | None, footage: Callable[[int], Footage | None]) -> None:
        self._folder = folder
        self._footage = footage
        self._orders: queue.SimpleQueue[ClipOrder] = queue.SimpleQueue()
        self._work: queue.Queue[tuple[ClipOrder, Footage] | None] = queue.Queue(maxsize=4)
        self._done: queue.SimpleQueue[ClipDone] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="clips", daemon=True)
        self._thread.start()

    def order(self, order: ClipOrder) -> None:
        """From any thread: this is to be kept."""
        self._orders.put(order)

    def take_orders(self) -> None:
        """From the thread that fills the ring: take what the ring holds for each clip ordered."""
        while not self._orders.empty():
            order = self._orders.get()
            footage = self._footage(order.at_ms)
            if footage is None or self._folder is None:
                self._done.put(ClipDone(order.journal, "nothing of the table was kept"))
                continue
            try:
                self._work.put_nowait((order, footage))
            except queue.Full:
                self._done.put(ClipDone(order.journal, "the disk is too slow"))

    def done(self) -> tuple[ClipDone, ...]:
        """The clips finished since this was asked last."""
        found = []
        while not self._done.empty():
            found.append(self._done.get())
        return tuple(found)

    def finish(self) -> tuple[ClipDone, ...]:
        """No more frames come: wait until what was taken is written, then as ``done``."""
        self._work.put(None)
        self._thread.join()
        return self.done()

    def _write(self) -> None:
        while (work := self._work.get()) is not None:
            order, footage = work
            try:
                if self._folder is not None:
                    write_clip(self._folder, order, footage)
            except OSError as error:
                LOG.warning("the clip of entry %d was not written: %s", order.journal, error)
                self._done.put(ClipDone(order.journal, str(error)))
            except Exception as error:
                # Whatever is wrong with one clip, the next one is still to be written.
                LOG.exception("the clip of entry %d was not written", order.journal)
                self._done.put(ClipDone(order.journal, f"{type(error).__name__}: {error}"))
            else:
                self._done.put(ClipDone(order.journal))
