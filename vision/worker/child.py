"""The vision process itself: frames go in, a report for each goes to the parent.

The child sends a report for each frame and waits until the parent has acknowledged it before it tells the camera that
the frame is done. So a frame that the camera counts as done has been reported. The child ends when the parent's end
closes, whatever the reason.
"""

import argparse
import json
import logging
import os
import queue
import signal
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

import cv2

from vision.calibration.camera_file import CameraFileError
from vision.camera.camera import RECORDED, SENSORS, CameraError, FrameSource, open_camera
from vision.camera.frames import Shot
from vision.camera.pace import FramePace
from vision.camera.together import CamerasTogether, OneCamera, ShotSource
from vision.clips.evidence import Ring
from vision.clips.writing import ClipWriter
from vision.geometry import load_geometry
from vision.model.classifier import ModelError
from vision.model.enrolled import EnrolledError
from vision.sightings import Sighting
from vision.tracking.tracker import TableReader
from vision.worker.exits import (
    CALIBRATION_UNREADABLE,
    CAMERA_FAILED,
    ENROLLED_UNREADABLE,
    MISUNDERSTOOD,
    MODEL_UNUSABLE,
)
from vision.worker.kept_frames import FrameKeeper
from vision.worker.reader_made import reader_of
from vision.worker.wire import FrameReport, FrameTaken, KeepClip, TableRests, decode_of_parent, encode

LOG = logging.getLogger(__name__)
EXITS: Final[Mapping[type[Exception], int]] = {
    CameraError: CAMERA_FAILED,
    CameraFileError: CALIBRATION_UNREADABLE,
    EnrolledError: ENROLLED_UNREADABLE,
    ModelError: MODEL_UNUSABLE,
}
Acknowledgements: TypeAlias = "queue.SimpleQueue[FrameTaken]"
"""Numbers of acknowledged frames, each with the parent's expectation of what comes next."""


def serve(
    connection: socket.socket,
    source: ShotSource,
    reader: TableReader,
    ring: Ring,
    writer: ClipWriter,
    *,
    pace: FramePace,
    keep: FrameKeeper | None = None,
    beside: Ring | None = None,
) -> None:
    """Read every shot of ``source``, report it, wait for its acknowledgement, and notify the source.

    The pictures go into ``ring``, those of a second camera into ``beside``; from both, ``writer`` makes the clips that
    are ordered. The parent says when ``pace`` rests; the reader says how long it may wait otherwise. ``keep`` keeps the
    pictures that are to be read again.

    Raises:
        CameraError: the source failed.
    """
    acknowledged: Acknowledgements = queue.SimpleQueue()
    listener = (connection, acknowledged, writer, pace)
    threading.Thread(target=_listen, args=listener, name="acknowledgements", daemon=True).start()
    report: FrameReport | None = None
    for shot in source.shots():
        if keep is not None:
            shot = keep.keep_shot(shot)  # noqa: PLW2901 - read the pictures in their stored form
        sightings = tuple(reader.read_shot(shot))
        pace.wait_ms = reader.wait_ms
        report = FrameReport(shot.number, shot.at_ms, sightings, writer.done())
        connection.sendall(encode(report))
        source.reported(shot.number)
        # The picture is kept while the parent processes the report.
        _remember(shot, sightings, reader, ring, beside)
        while (taken := acknowledged.get()).frame != shot.number:
            LOG.warning("an acknowledgement of another frame than %d", shot.number)
        if taken.expect is not None:
            reader.expect(taken.expect)
        writer.take_orders()
        source.done(shot.number)
    if (clips := writer.finish()) and report is not None:
        # No later frame can carry the clips: report the last frame again, without its sightings.
        connection.sendall(encode(FrameReport(report.frame, report.at_ms, (), clips)))
        acknowledged.get()


def _listen(
    connection: socket.socket, acknowledged: Acknowledgements, writer: ClipWriter, pace: FramePace
) -> NoReturn:
    """Take the parent's messages; end the process once the parent is gone or a message is invalid."""
    code = MISUNDERSTOOD
    try:
        # A parent that was killed resets the connection instead of closing it.
        with suppress(OSError), connection.makefile("rb") as lines:
            for line in lines:
                match decode_of_parent(line):
                    case KeepClip(order):
                        writer.order(order)
                    case TableRests(rests):
                        pace.rests = rests
                    case FrameTaken() as taken:
                        acknowledged.put(taken)
        code = 0
    except Exception:
        LOG.exception("a message of the parent is not understood")
    finally:
        # No further frame may come, so the main thread would never notice.
        os._exit(code)


def _remember(
    shot: Shot, sightings: Sequence[Sighting], reader: TableReader, ring: Ring, beside: Ring | None
) -> None:
    """Put the pictures of a shot into their rings."""
    shown = reader.shown(shot)
    if shown is not None:
        ring.add(shown, reader.calibration, sightings)
    if beside is not None and (other := reader.beside(shot)) is not None:
        beside.add(*other, sightings)


def _source(urls: Sequence[str], zero_s: float, pace: FramePace) -> ShotSource:
    """Return the source of the pictures of one camera or several.

    Raises:
        CameraError: the only camera cannot be opened.
    """

    def opened(url: str, pace: FramePace) -> FrameSource:
        return open_camera(url, lambda: round((time.monotonic() - zero_s) * 1000), pace)

    if len(urls) == 1:
        return OneCamera(opened(urls[0], pace))
    return CamerasTogether([partial(opened, url, pace.beside()) for url in urls])


def _keeper(
    file: Path,
    most_bytes: int,
    made: tuple[str, Path | None, Path | None],
    others: Sequence[Path],
    *,
    live: bool,
) -> FrameKeeper | None:
    """Return the keeper of the pictures; None if it cannot be opened, since the table must be read anyway."""
    # Most tables keep no pictures.
    from vision.worker.kept_frames import FrameKeeper  # noqa: PLC0415

    try:
        return FrameKeeper(file, most_bytes, *made, live=live, others=others)
    except OSError as error:
        LOG.warning("no pictures are kept: %s", error)
        return None


def main(arguments: Sequence[str]) -> int:
    """Run the child; return its exit status."""
    parser = argparse.ArgumentParser(prog="vision.worker.child")
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--camera", required=True)
    parser.add_argument("--other", nargs=2, action="append", default=[], metavar=("URL", "KEPT"))
    parser.add_argument("--table", required=True)
    parser.add_argument("--zero", type=float, default=0.0)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--enrolled", type=Path)
    parser.add_argument("--clips", type=Path)
    parser.add_argument("--clip-seconds", type=float, default=0.0)
    parser.add_argument("--frames", type=Path)
    parser.add_argument("--frames-bytes", type=int, default=0)
    parser.add_argument("--levels", action="store_true")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="vision: %(levelname)s %(name)s: %(message)s")
    if options.levels:
        # The journal reads its level from the beginning of each line (sd-daemon(3)).
        for level, priority in ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6)):
            logging.addLevelName(level, f"<{priority}>")
        logging.getLogger().handlers[0].setFormatter(
            logging.Formatter("%(levelname)svision %(name)s: %(message)s")
        )
    # Ctrl-C is for the parent; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    # OpenCV prints its own warnings about a camera that cannot be opened, besides ours.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    zero_s: float = options.zero
    with socket.socket(fileno=options.fd) as connection:
        try:
            live = not options.camera.startswith(RECORDED)
            others = [(url, Path(kept)) for url, kept in options.other]
            geometry = load_geometry(options.table)
            made = (options.table, options.kept, options.enrolled)
            further = [kept for _, kept in others]
            reader = reader_of(*made, live=live, others=further)
            keep = None
            if options.frames is not None:
                keep = _keeper(options.frames, options.frames_bytes, made, further, live=live)
            made_ring = partial(
                Ring, geometry, options.clip_seconds, encoded=options.camera.startswith(SENSORS)
            )
            ring, beside = made_ring(), made_ring() if others else None
            writer = ClipWriter(options.clips, ring.footage, None if beside is None else beside.footage)
            pace = FramePace()
            source = _source([options.camera, *(url for url, _ in others)], zero_s, pace)
            serve(connection, source, reader, ring, writer, pace=pace, keep=keep, beside=beside)
        except tuple(EXITS) as error:
            LOG.error("%s", error)
            return next(code for kind, code in EXITS.items() if isinstance(error, kind))
        except BrokenPipeError:
            return 0
    return 0


def _arguments(fd: str) -> list[str]:
    """Wait for the parent's first line, the arguments; end the process if the parent has none."""
    # Unbuffered, because the lines after it are read elsewhere.
    with open(int(fd), "rb", buffering=0, closefd=False) as connection, suppress(OSError):
        if line := connection.readline():
            return ["--fd", fd, *json.loads(line)]
    os._exit(0)


def run() -> NoReturn:
    """Run the child's program; its first argument is the descriptor of the connection to its parent."""
    status = main(_arguments(sys.argv[1]))
    logging.shutdown()
    sys.stderr.flush()
    # A thread that opens a camera again may be within OpenCV. Python would unwind it, which aborts the process.
    os._exit(status)


if __name__ == "__main__":
    run()
