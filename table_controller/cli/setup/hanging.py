"""The cameras above this table: checks that two named cameras are not the same one, and calibrates each."""

from pathlib import Path

from table_controller.cli.setup.answers import NO_CAMERA, Answers, changed
from table_controller.cli.setup.cameras import LookedThrough, device_of
from table_controller.cli.setup.person import Respondent
from table_controller.cli.setup.plan import Planned
from vision.calibration.camera_file import (
    CameraFile,
    CameraFileError,
    camera_text,
    read_camera_file,
    table_hash,
)
from vision.geometry import TableGeometry
from vision.lens import View
from vision.worker.state_files import CAMERA_FILE, SECOND_CAMERA_FILE
from wording.command_line.setup_texts import Setup


def without_twin(answers: Answers, looked: LookedThrough, person: Respondent, *, show: bool) -> Answers:
    """Return the answers, without the second camera if it turns out to be the first one.

    Args:
        answers: the answers given.
        looked: takes and keeps the cameras' pictures.
        person: the person who answers.
        show: True to show each camera's picture first.
    """
    second = answers.second_camera
    if second in {"", NO_CAMERA}:
        return answers
    if show:
        for camera in (answers.camera, second):
            person.sees(camera, looked)
    if not looked.are_one(second, answers.camera):
        return answers
    person.say(Setup.same_picture(second, answers.camera))
    return changed(answers, {"second_camera": NO_CAMERA}, "-")


def calibrations(
    answers: Answers, before: tuple[str, str], state: Path, looked: LookedThrough, person: Respondent
) -> tuple[list[Planned], View | None]:
    """Return calibrations, by file name, of cameras that are new or have none for this table.

    Beside them the first camera's view of the table, new or kept; None if it has none.

    Args:
        answers: the answers given.
        before: the cameras in the present settings; empty where none is set.
        state: the state folder, which may be missing.
        looked: takes and keeps the cameras' pictures.
        person: the person who answers.
    """
    files: list[Planned] = []
    first: View | None = None
    sources = (answers.camera, answers.second_camera)
    for url, former, name in zip(sources, before, (CAMERA_FILE, SECOND_CAMERA_FILE), strict=True):
        same = former != "" and device_of(former) == device_of(url)
        if url in {"", NO_CAMERA}:
            continue
        if same and (kept := _kept(looked.table, state / name)) is not None:
            first = kept.view() if name == CAMERA_FILE else first
            continue
        made = looked.calibrated(url)
        if isinstance(made, str):
            person.say(Setup.not_calibrated(url, made.rstrip(".")))
            continue
        file, found = made
        first = found.view if name == CAMERA_FILE else first
        height, tilt = round(found.view.camera()[2]), f"{found.view.tilt_deg():.0f}"
        person.say(Setup.calibrated(url, height, tilt))
        files.append(Planned(Path(name), camera_text(file), 0o640, "jantaku", "jantaku"))
    if files:
        person.say(Setup.estimated())
    return files, first


def _kept(table: TableGeometry, path: Path) -> CameraFile | None:
    """Return a stored calibration; None if there is none for this table."""
    try:
        kept = read_camera_file(path) if path.is_file() else None
    except CameraFileError:
        return None
    return kept if kept is not None and kept.table_hash == table_hash(table) else None
