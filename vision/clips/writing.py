"""Writes clips: each in two files, whole or not at all, in a thread of its own.

Both files are written under another name, flushed to disk and then renamed, the JSON last: a clip with a JSON file is
whole, even if a process was killed. A clip is written at once, and again when the seconds after its entry have passed.
The new film only continues the old one, so that the earlier JSON still fits it; a film that would show less than the
old one is not written. Where another film takes a clip's place, as each newest picture does, the earlier JSON is
deleted first.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.clips.avi import mjpeg_avi
from vision.clips.clips import NEWEST, PART, VERSION, ClipDone, ClipError, ClipOrder, read_clip, stem

if TYPE_CHECKING:
    from vision.clips.evidence import Footage

LOG: Final = logging.getLogger(__name__)
NICENESS: Final = 10
"""The priority of the thread that cuts pictures and writes clips; the table comes first. [niceness; judged: half of the
way to the lowest priority]"""


def write_clip(folder: Path, order: ClipOrder, footage: Footage, camera: int = 1) -> Path:
    """Write a camera's clip, or extend it by what followed; return its JSON file.

    Raises:
        OSError: the clip cannot be written; an earlier film of it stays, and nothing else is left.
    """
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    name = stem(order.journal, camera)
    film, text = folder / f"{name}.avi", folder / f"{name}.json"
    there = _times_of(text, order)
    if there and (there[0] < footage.frames[0].at_ms or there[-1] >= footage.frames[-1].at_ms):
        return text  # the old film shows more: the ring has lost pictures meanwhile
    times_ms = [frame.at_ms for frame in footage.frames]
    readings = {
        "version": VERSION,
        **asdict(order),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "film": film.name,
        "shown": list(range(len(times_ms))),
        **footage.to_mapping(),
    }
    jpegs = [frame.jpeg() for frame in footage.frames]
    try:
        films = _write(film, mjpeg_avi(jpegs, *footage.size, times_ms))
        texts = _write(text, json.dumps(readings, ensure_ascii=False, separators=(",", ":")).encode())
        if not there and text.exists():
            text.unlink()
            _bring_to_disk(folder)
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


def _times_of(text: Path, order: ClipOrder) -> list[int]:
    """Return the table times of the clip's frames on disk; none if there is no clip, or one of another order."""
    try:
        clip = read_clip(text)
        if (clip["at_ms"], clip["why"]) != (order.at_ms, order.why):
            return []
        return [int(frame["at_ms"]) for frame in clip["frames"]]
    except (ClipError, KeyError, TypeError, ValueError):
        return []


def _write(file: Path, data: bytes) -> Path:
    """Write a file under a temporary name; returns that path, to be renamed."""
    part = file.with_name(file.name + PART)
    with part.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    return part


def _bring_to_disk(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class ClipWriter:
    """Writes clips in a thread of its own, so that no frame waits for a disk.

    Args:
        folder: the folder for clips; None if no clips are kept.
        footage: returns the ring's seconds up to a table time, or its newest picture for None.
        beside: the same for a second camera; None if there is none.
    """

    def __init__(
        self,
        folder: Path | None,
        footage: Callable[[int | None], Footage | None],
        beside: Callable[[int | None], Footage | None] | None = None,
    ) -> None:
        self._folder = folder
        self._footage = footage
        self._beside = beside
        self._orders: queue.SimpleQueue[ClipOrder] = queue.SimpleQueue()
        self._work: queue.Queue[tuple[ClipOrder, Footage, Footage | None] | None] = queue.Queue(maxsize=4)
        self._done: queue.SimpleQueue[ClipDone] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="clips", daemon=True)
        self._thread.start()

    def order(self, order: ClipOrder) -> None:
        """Order a clip; any thread may call this."""
        self._orders.put(order)

    def take_orders(self) -> None:
        """Take the ring's footage for each clip ordered; called in the thread that fills the ring."""
        while not self._orders.empty():
            order = self._orders.get()
            footage = self._footage(None if order.journal == NEWEST else order.at_ms)
            if footage is None or self._folder is None:
                self._done.put(ClipDone(order.journal, "nothing of the table was kept", order.at_ms))
                continue
            newest = order.journal == NEWEST
            beside = None if self._beside is None or newest else self._beside(order.at_ms)
            try:
                self._work.put_nowait((order, footage, beside))
            except queue.Full:
                self._done.put(ClipDone(order.journal, "the disk is too slow", order.at_ms))

    def done(self) -> tuple[ClipDone, ...]:
        """The clips finished since the last call."""
        found = []
        while not self._done.empty():
            found.append(self._done.get())
        return tuple(found)

    def finish(self) -> tuple[ClipDone, ...]:
        """Wait until everything taken is written, since no more frames come; return the same as ``done``."""
        self._work.put(None)
        self._thread.join()
        return self.done()

    def _write(self) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while (work := self._work.get()) is not None:
            order, footage, beside = work
            try:
                if self._folder is not None:
                    write_clip(self._folder, order, footage)
                    if beside is not None:
                        write_clip(self._folder, order, beside, camera=2)
            except OSError as error:
                LOG.warning("the clip of entry %d was not written: %s", order.journal, error)
                self._done.put(ClipDone(order.journal, str(error), order.at_ms))
            except Exception as error:
                # Whatever goes wrong with one clip, the next must still be written.
                LOG.exception("the clip of entry %d was not written", order.journal)
                self._done.put(ClipDone(order.journal, f"{type(error).__name__}: {error}", order.at_ms))
            else:
                self._done.put(ClipDone(order.journal, at_ms=order.at_ms))
