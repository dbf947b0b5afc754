"""Measures a table with the person who sets it up: the first camera sees it bare, then with walls and discards."""

from collections.abc import Sequence
from typing import Final

from config import read_table
from table_controller.cli.setup.cameras import LookedThrough
from table_controller.cli.setup.measures import MEASURES, TableMeasures
from table_controller.cli.setup.person import ENTER, Respondent
from table_controller.cli.vision.surveyed import asking, file_of, lacking, told_of
from vision.photo.surveying.measures import Survey
from vision.photo.surveying.survey import Surveyor, TablePicture
from vision.photo.surveying.views import SurveyError
from vision.photo.surveying.written import drawn_in
from wording.command_line.setup_texts import Setup

START: Final = "standard"
"""The table from which the measures differ, and whose markers are printed."""


def learned(
    name: str, cameras: Sequence[str], looked: LookedThrough, person: Respondent
) -> TableMeasures | None:
    """Return a table's measures; None if the person who sets it up gives up.

    Args:
        name: the table's name.
        cameras: the cameras over it: measure in the first one's pictures, and keep a picture of the bare table from
            each.
        looked: the pictures taken through them so far.
        person: the person who answers.

    Raises:
        EOFError: the terminal was closed in between.
    """
    while True:
        survey = _surveyed(name, cameras, looked, person)
        if survey is not None and person.agrees(Setup.ask_learned(), "y"):
            return TableMeasures(str(MEASURES), survey.geometry, file_of(survey, person.spoken.say))
        if not person.agrees(Setup.ask_once_more(), "y"):
            return None


def _surveyed(name: str, cameras: Sequence[str], looked: LookedThrough, person: Respondent) -> Survey | None:
    """Survey the table in two pictures; if they do not show enough, say why."""
    person.read_line(Setup.ask_bare(), ENTER)
    bare = _picture(cameras[0], looked, person)
    for camera in cameras:
        looked.keep_bare(camera)
    if bare is None:
        return None
    person.read_line(Setup.ask_set(), ENTER)
    laid = _picture(cameras[0], looked, person)
    if laid is None:
        return None
    person.say(Setup.measuring())
    try:
        survey = Surveyor(read_table(START), name, ask=asking(person.read_line, person.say)).survey(
            bare, [laid]
        )
    except SurveyError as error:
        person.say(lacking(error))
        return None
    for line in told_of(survey, None):
        print(f"  {person.spoken.say(line)}")
    drawn = looked.saved(drawn_in(laid.image, survey))
    if drawn is not None:
        person.show(Setup.drawn(str(drawn)), drawn)
    return survey


def _picture(camera: str, looked: LookedThrough, person: Respondent) -> TablePicture | None:
    """Take a camera's picture now; say where it is saved, or that there is none."""
    looked.forget(camera)
    picture, kept = looked.picture(camera), looked.kept(camera)
    if picture is None or kept is None:
        person.say(Setup.no_picture(camera))
        return None
    return TablePicture(str(kept), picture)
