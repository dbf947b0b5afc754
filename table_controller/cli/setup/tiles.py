"""Learns the club's own tiles with the person who sets the table up: the first camera sees every face once."""

from pathlib import Path

import cv2
import numpy as np

from referee.tiles import NAMES
from table_controller.cli.setup.answers import Answers
from table_controller.cli.setup.cameras import LookedThrough
from table_controller.cli.setup.person import ENTER, Respondent
from table_controller.cli.setup.plan import Planned
from table_controller.cli.vision.enrol import ShownSet, outlines_in
from vision.lens import Floats, Image, View
from vision.model.enrol import EnrolError, by_tops
from vision.model.enrolled import Enrolled
from vision.worker.state_files import ENROLLED_FILE
from wording.command_line.errors import config_error
from wording.command_line.setup_texts import BadAnswer, Setup

GREEN = (0, 255, 0)


def knows_tiles(state: Path) -> bool:
    """Return whether tiles have been learned at a table, by its state folder."""
    return (state / ENROLLED_FILE).is_file()


def club_tiles(
    answers: Answers, view: View, looked: LookedThrough, person: Respondent, *, wanted: bool
) -> list[Planned]:
    """Return the file of learned tiles, by its name; nothing if the person wants none learned or the camera is in use.

    Args:
        answers: the answers given.
        view: the first camera's view of the table.
        looked: takes and keeps the cameras' pictures.
        person: the person who answers.
        wanted: the answer to offer.

    Raises:
        ConfigError: the terminal was closed in between.
    """
    if looked.picture(answers.camera) is None:
        return []
    try:
        if not person.agrees(Setup.ask_tiles(), "y" if wanted else "n"):
            return []
        while (enrolled := _learned(answers, view, looked, person)) is None:
            if not person.agrees(Setup.ask_tiles_again(), "y"):
                return []
    except EOFError:
        raise config_error(BadAnswer.no_terminal()) from None
    return [Planned(Path(ENROLLED_FILE), enrolled.content(), 0o640, "jantaku", "jantaku")]


def _learned(answers: Answers, view: View, looked: LookedThrough, person: Respondent) -> Enrolled | None:
    """Learn the tiles in a picture taken now; if it does not show them, say why."""
    person.read_line(Setup.ask_laid(), ENTER)
    looked.forget(answers.camera)
    picture = looked.picture(answers.camera)
    if picture is None:
        person.say(Setup.no_picture(answers.camera))
        return None
    outlines, blank = outlines_in(picture, lambda place: _on_felt(place, view, looked))
    _draw(picture, outlines, looked, person)
    try:
        shown = ShownSet.of(picture, by_tops(outlines, blank))
    except EnrolError as error:
        person.say(Setup.tiles_unusable(str(error)))
        return None
    if shown.strange and not person.agrees(Setup.ask_strange_tiles(), "y"):
        return None
    if (pairs := shown.swapped()) and not person.agrees(Setup.ask_swapped_tiles(pairs), "n"):
        return None
    person.say(Setup.learning_tiles())
    enrolled, left = shown.learned(answers.hall)
    before, after = ([NAMES[each.at.tile] for each in doubted] for doubted in (shown.doubted, left))
    person.say(Setup.tiles_learned(len(shown.laid), before, after))
    return enrolled


def _on_felt(place: Floats, view: View, looked: LookedThrough) -> bool:
    """Return whether a place in the picture (2, pixels) is on the felt and beside the console."""
    table = looked.table
    out = float(np.abs(view.to_plane(place[None], table.tile_top)).max())
    return table.centre_half < out < table.felt_half


def _draw(picture: Image, outlines: list[Floats], looked: LookedThrough, person: Respondent) -> None:
    """Show which tiles were seen."""
    drawn = picture.copy()
    cv2.polylines(drawn, [outline.round().astype(np.int32) for outline in outlines], True, GREEN, 2)
    if (file := looked.saved(drawn)) is not None:
        person.show(Setup.tiles_drawn(str(file)), file)
