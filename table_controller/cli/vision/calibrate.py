"""``jantaku vision calibrate``: finds the camera's lens and position, and stores them where the daemon looks for them."""

import argparse
import sys
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from config import ConfigError
from table_controller.cli.vision.options import chosen, read_picture_file
from vision.calibration.board import (
    BoardError,
    BoardView,
    find_board,
    lens_from_board,
    tells_more,
    unseen_parts,
)
from vision.calibration.calibration import (
    MIN_MARKERS,
    RULER_MM,
    Calibration,
    CalibrationError,
    check_height,
    find_markers,
    view_from_markers,
)
from vision.calibration.camera_file import (
    CameraFile,
    CameraFileError,
    LensSource,
    Pose,
    read_camera_file,
    table_hash,
    write_camera_file,
)
from vision.calibration.solving import Prior
from vision.camera.camera import CameraError, open_camera
from vision.geometry import TableGeometry, load_geometry
from vision.lens import Floats, Image, Lens
from vision.reading.felt_edges import first_view
from vision.worker.state_files import CAMERA_FILE, SECOND_CAMERA_FILE
from wording.terminal.exit_status import ExitStatus

TABLE_FRAMES: Final = 12
"""The number of frames with all markers that are averaged, for more exact corners."""
PATIENCE_FRAMES: Final = 300
"""After this many frames, calibrate with the markers seen so far."""
FIRST_FRAMES: Final = 60
"""The same limit where nobody can clear the table meanwhile."""
BOARD_VIEWS: Final = 18
SAME_PLACE_PX: Final = 2.0
AGAINST: Final = 12.0
"""The markers contradict a height that is less likely than the best by this much (twice the log-likelihood)."""
OFF_MM: Final = 60.0
"""A height measured with a ruler is off by no more than this."""
KNOWN_MM: Final = 60.0
"""If the markers give the height less precisely than this, they cannot confirm it."""


class CommandError(RuntimeError):
    """The command failed; the text says what to do."""


def add_parser(actions: Any) -> None:
    """Add ``calibrate`` to the actions of ``jantaku vision``."""
    parser = actions.add_parser(
        "calibrate",
        help="find where the camera hangs and keep it",
        description="Finds where the camera hangs from the rim's markers, or from the edges of the bare felt of a "
        "table without, and with --board its lens from pictures of the "
        "printed board; keeps both in the table's state folder. Stop the table's daemon before a camera is used here.",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="URL", help="camera to look through (that of the settings)")
    parser.add_argument("--second", action="store_true", help="the second camera over the same table")
    source.add_argument(
        "--picture", type=Path, nargs="+", metavar="FILE", help="pictures taken with it instead"
    )
    parser.add_argument("--board", action="store_true", help="find the lens from pictures of the board first")
    parser.add_argument(
        "--height", type=float, metavar="MM", help="measured height of the lens above the felt"
    )
    parser.add_argument(
        "--trust-me", action="store_true", help="keep the measured height even if the markers contradict it"
    )
    parser.add_argument(
        "--table", metavar="NAME", help="dimensions of the table (default: those of the settings)"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the daemon's settings file")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="the daemon's state folder (that of the settings)"
    )
    parser.set_defaults(run=run_calibrate)


def run_calibrate(options: argparse.Namespace) -> int:
    """Calibrate; return 1 if that fails."""
    try:
        which = "second_camera" if options.second else "camera"
        given = {which: options.camera, "state": options.state, "geometry": options.table}
        settings = chosen(options.config, **given)
        geometry = load_geometry(settings["geometry"])
        path = Path(settings["state"]) / (SECOND_CAMERA_FILE if options.second else CAMERA_FILE)
        kept = read_camera_file(path) if path.exists() else None
        made = _calibrate(options, settings[which], geometry, kept)
        write_camera_file(path, made)
    except (
        CommandError,
        ConfigError,
        CameraError,
        CameraFileError,
        CalibrationError,
        BoardError,
        ValueError,
        OSError,
    ) as error:
        print(error, file=sys.stderr)
        return ExitStatus.NOT_DONE
    except KeyboardInterrupt:
        print("nothing was kept", file=sys.stderr)
        return ExitStatus.NOT_DONE
    print(f"kept in {path}; the daemon uses it from its next start on")
    return ExitStatus.DONE


def _calibrate(
    options: argparse.Namespace, camera: str, geometry: TableGeometry, kept: CameraFile | None
) -> CameraFile:
    pictures = _files(options.picture) if options.picture else None
    if pictures is None and not camera:
        raise CommandError("no second camera is set: put its source into `second_camera` of the settings")
    base = kept if kept is not None and kept.lens_from == "board" else None
    if options.board:
        base = _lens(_frames(camera) if pictures is None else pictures, geometry)
    if pictures is None:
        print("now the table: leave it bare for some seconds", flush=True)
    table: Iterable[Image] = islice(_frames(camera), PATIENCE_FRAMES) if pictures is None else pictures
    if not geometry.markers:
        return _by_felt(table, geometry, options.height, base)
    corners, size, count = _table_corners(table, geometry, enough=TABLE_FRAMES if pictures is None else None)
    if len(corners) < MIN_MARKERS:
        if options.board and base is not None:
            print(
                "the table's markers are not seen: only the lens is kept; calibrate once more without --board"
            )
            return base
        _refuse_few(corners, geometry)
    _refuse_size(base, size)
    found = view_from_markers(corners, geometry, size, _prior(options.height, base))
    if options.height is not None and not options.trust_me:
        doubt = _height_doubt(options.height, found, geometry, size, from_board=base is not None)
        if doubt:
            raise CommandError(f"--height {options.height:g}: {doubt}")
    _tell(found, geometry)
    if base is None:
        base = _file(geometry, size, found.solution.lens, "markers", error_px=found.error_px, pictures=count)
        if options.height is None:
            print("height and lens are only estimated: measure them (--height MM) or use the board (--board)")
    return _with_pose(base, found, geometry)


def calibrated(camera: str, geometry: TableGeometry) -> tuple[CameraFile, Calibration]:
    """Calibrate a camera above a table by its first pictures, silently; lens and height are estimated.

    Raises:
        CommandError, CalibrationError: the pictures do not show the table.
        CameraError, OSError: the camera gives no picture.
    """
    with closing(_frames(camera)) as frames:
        return calibrated_by(islice(frames, FIRST_FRAMES), geometry)


def calibrated_by(pictures: Iterable[Image], geometry: TableGeometry) -> tuple[CameraFile, Calibration]:
    """Calibrate by given pictures of the table, which must be bare if it has no markers.

    Raises:
        CommandError, CalibrationError: the table is not in them.
    """
    if geometry.markers:
        corners, size, count = _table_corners(pictures, geometry, enough=TABLE_FRAMES)
        _refuse_few(corners, geometry)
        found = view_from_markers(corners, geometry, size, Prior())
    else:
        found, count = _felt_view(pictures, geometry, Prior())
    size = found.width, found.height
    source: LensSource = "markers" if geometry.markers else "felt"
    base = _file(geometry, size, found.solution.lens, source, error_px=found.error_px, pictures=count)
    return _with_pose(base, found, geometry), found


def _refuse_few(corners: Mapping[int, Floats], geometry: TableGeometry) -> None:
    if len(corners) < MIN_MARKERS:
        raise CommandError(
            f"{len(corners)} of {len(geometry.markers)} markers seen, {MIN_MARKERS} needed: is the whole rim in the "
            f"picture, is it sharp and light, do the markers lie flat?"
        )


def _by_felt(
    pictures: Iterable[Image], geometry: TableGeometry, height_mm: float | None, base: CameraFile | None
) -> CameraFile:
    """Return the camera above a table without markers, by the edges of its bare felt.

    Raises:
        CommandError: no picture shows the edges.
    """
    found, count = _felt_view(pictures, geometry, _prior(height_mm, base))
    size = found.width, found.height
    _refuse_size(base, size)
    _tell(found, geometry)
    if base is None:
        base = _file(geometry, size, found.solution.lens, "felt", error_px=found.error_px, pictures=count)
        if height_mm is None:
            print("height and lens are only estimated: measure them (--height MM) or use the board (--board)")
    return _with_pose(base, found, geometry)


def _felt_view(pictures: Iterable[Image], geometry: TableGeometry, prior: Prior) -> tuple[Calibration, int]:
    """Return the calibration by the newest picture with the edges of bare felt, and the number of such pictures.

    Raises:
        CommandError: no picture shows the edges.
    """
    found, count, why = None, 0, "no picture"
    for picture in pictures:
        try:
            found = first_view(picture, geometry, prior)
        except CalibrationError as error:
            why = str(error)
            continue
        count += 1
        if count == TABLE_FRAMES:
            break
    if found is None:
        raise CommandError(
            f"{why}: the whole felt must be in the picture, upright and bare, without hands over its edges"
        )
    return found, count


def _refuse_size(base: CameraFile | None, size: tuple[int, int]) -> None:
    if base is not None and (base.width, base.height) != size:
        raise CommandError(
            f"the lens was found with pictures of {base.width} x {base.height}, these are {size[0]} x {size[1]}: "
            f"take them alike, or find the lens again with --board"
        )


def _with_pose(base: CameraFile, found: Calibration, geometry: TableGeometry) -> CameraFile:
    pose = Pose(found.solution.rotation, found.solution.translation, found.error_px, found.markers)
    return replace(base, made=_now(), table=geometry.name, table_hash=table_hash(geometry), pose=pose)


def _lens(pictures: Iterable[Image], geometry: TableGeometry) -> CameraFile:
    views, size = _board_views(pictures)
    board = lens_from_board(views, size)
    print(f"lens: from {board.views} pictures of the board, {board.error_px:.2f} px off")
    if parts := unseen_parts(views, size):
        print(
            f"the board was never in these parts of the picture; there the lens is guessed: {', '.join(parts)}"
        )
    return _file(geometry, size, board.lens, "board", error_px=board.error_px, pictures=board.views)


def _prior(height_mm: float | None, base: CameraFile | None) -> Prior:
    if base is not None:
        return base.prior()
    if height_mm is None:
        return Prior()
    if not 200 <= height_mm <= 5000:
        raise CommandError(f"--height {height_mm:g}: must be 200 to 5000 mm above the felt")
    return Prior(height_mm=height_mm, height_spread_mm=RULER_MM, starts_mm=(height_mm,))


def _height_doubt(
    height_mm: float, found: Calibration, geometry: TableGeometry, size: tuple[int, int], *, from_board: bool
) -> str:
    """Return the reason why a measured height must be wrong, or empty; print a line if the markers cannot decide."""
    if from_board:
        says_mm, spread_mm, speaks = found.view.camera()[2], 0.0, True
    else:
        check = check_height(found.corners, geometry, size, height_mm)
        says_mm, spread_mm, speaks = check.says_mm, check.spread_mm, check.against > AGAINST
    if speaks and abs(says_mm - height_mm) > OFF_MM:
        by = "the lens found with the board" if from_board else "the markers"
        return (
            f"by {by} the lens hangs about {says_mm:.0f} mm above the felt. Measure again, from the felt straight up to the "
            f"lens; or leave --height out, and it is taken as {by} say{'s' if from_board else ''}; --trust-me keeps yours"
        )
    if spread_mm > KNOWN_MM:
        print(
            "the camera looks straight down: the markers cannot confirm the height, so measure it twice or use the board"
        )
    return ""


def _file(
    geometry: TableGeometry,
    size: tuple[int, int],
    lens: Lens,
    lens_from: LensSource,
    *,
    error_px: float,
    pictures: int,
) -> CameraFile:
    return CameraFile(
        made=_now(),
        width=size[0],
        height=size[1],
        lens=lens,
        lens_from=lens_from,
        lens_error_px=error_px,
        pictures=pictures,
        table=geometry.name,
        table_hash=table_hash(geometry),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _files(paths: list[Path]) -> list[Image]:
    """Return the pictures in files, all of one size."""
    pictures: list[Image] = []
    for path in paths:
        picture = read_picture_file(path)
        if pictures and picture.shape != pictures[0].shape:
            raise CommandError(
                f"{path}: {picture.shape[1]} x {picture.shape[0]}, the others are of another size"
            )
        pictures.append(picture)
    return pictures


def _frames(camera: str) -> Generator[Image]:
    source = open_camera(camera)
    try:
        for frame in source.frames():
            yield frame.image
            source.done(frame.number)
    finally:
        source.close()


def _board_views(pictures: Iterable[Image]) -> tuple[list[BoardView], tuple[int, int]]:
    """Yield pictures that show the board, each time in another place."""
    views: list[BoardView] = []
    size = (0, 0)
    for picture in pictures:
        size = (picture.shape[1], picture.shape[0])
        view = find_board(picture)
        if view is None or not tells_more(view, views, size[0]):
            continue
        views.append(view)
        print(f"board {len(views)} of {BOARD_VIEWS}: {len(view.corners)} corners", flush=True)
        if len(views) == BOARD_VIEWS:
            break
    return views, size


def _table_corners(
    pictures: Iterable[Image], geometry: TableGeometry, enough: int | None = None
) -> tuple[dict[int, Floats], tuple[int, int], int]:
    """Return the markers' corners, averaged over the last pictures from one place, with the pictures' size and number.

    Stops after ``enough`` pictures from one place with all markers in the last.
    """
    seen: list[Mapping[int, Floats]] = []
    fewer: Mapping[int, Floats] = {}
    size = (0, 0)
    for picture in pictures:
        size = (picture.shape[1], picture.shape[0])
        corners = find_markers(picture, geometry)
        if len(corners) < MIN_MARKERS:
            fewer = max(fewer, corners, key=len)
            continue
        if seen and not _same_place(seen[-1], corners):
            seen = []
        seen.append(corners)
        if enough is not None and len(seen) >= enough and len(corners) == len(geometry.markers):
            break
    if not seen:
        return dict(fewer), size, 0
    averaged = {
        number: np.mean([corners[number] for corners in seen if number in corners], axis=0)
        for number in sorted({number for corners in seen for number in corners})
    }
    return averaged, size, len(seen)


def _same_place(one: Mapping[int, Floats], other: Mapping[int, Floats]) -> bool:
    both = set(one) & set(other)
    return bool(both) and all(np.abs(one[number] - other[number]).max() < SAME_PLACE_PX for number in both)


def _tell(found: Calibration, geometry: TableGeometry) -> None:
    view, lens = found.view, found.solution.lens
    by = f"{found.markers} of {len(geometry.markers)} markers" if geometry.markers else "the felt's edges"
    print(f"table: {by}, {found.error_px:.2f} px off")
    for number in found.odd:
        print(f"marker {number} does not lie where it should: glue it anew, then calibrate again")
    print(
        f"camera: {view.camera()[2]:.0f} mm above the felt, {view.tilt_deg():.1f} degrees off the vertical, "
        f"turned by {view.roll_deg():.0f} degrees; k1 {lens.k1:+.3f}"
    )
    print(f"a tile in the middle is {found.px_per_mm * geometry.tile.length:.0f} px tall")
