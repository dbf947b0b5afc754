"""The result of a table's survey, in words and as its geometry's file; for ``jantaku table learn`` and ``jantaku setup``."""

from collections.abc import Callable, Iterator
from typing import Final

from referee.texts.message import Message
from vision.photo.surveying.measures import Ask, Measure, Survey
from vision.photo.surveying.views import SurveyError
from vision.photo.surveying.written import toml_of
from wording.command_line.survey_texts import PictureSide, Surveyed, Unsurveyed

QUESTIONS: Final = {
    "tile.length": Surveyed.ask_tile,
    "wall.centre_y": Surveyed.ask_wall,
    "pond.first_row_y": Surveyed.ask_pond,
}
WHOLE: Final = {"felt": Unsurveyed.felt, "wall": Unsurveyed.wall, "rows": Unsurveyed.rows}
SIDES: Final = {
    "left": PictureSide.left,
    "right": PictureSide.right,
    "top": PictureSide.top,
    "bottom": PictureSide.bottom,
}


def file_of(survey: Survey, say: Callable[[Message], str]) -> str:
    """Return the geometry's TOML; a comment on each value says how it was found."""
    return toml_of(survey, {one.key: say(_how(one)) for one in survey.measures})


def told_of(survey: Survey, given: float | None) -> Iterator[Message]:
    """Yield each value, the scale, and the height of the camera, which may have been ``given`` (mm)."""
    for one in survey.measures:
        yield Surveyed.value(one.key, f"{one.value:.1f}", _how(one))
    error = f"{survey.error_px:.2f}"
    if survey.scale == "tile":
        length = survey.geometry.tile.length
        yield Surveyed.by_tile(f"{length:.1f}", f"{0.1 / length * survey.geometry.felt_half:.1f}")
        yield Surveyed.edges(error)
    else:
        yield Surveyed.by_places(error) if survey.scale == "places" else Surveyed.by_markers(error)
        yield Surveyed.aside(*(f"{value:+.1f}" for value in survey.aside))
    height = round(survey.view.camera()[2])
    if given is not None:
        yield Surveyed.height_given(height)
    elif any(one.key == "wall.left_x" and one.how == "measured" for one in survey.measures):
        yield Surveyed.height(height)
    else:
        yield Surveyed.height_likely(height)


def _how(one: Measure) -> Message:
    if one.how == "measured":
        return Surveyed.measured(f"{one.residual or 0.0:.1f}", one.points)
    return {"with": Surveyed.follows, "given": Surveyed.given, "start": Surveyed.start}[one.how]()


def asking(read_line: Callable[[Message, str], str], say: Callable[[Message], None]) -> Ask:
    """Return a function with which a survey asks for anything that the pictures do not show; Enter keeps the default.

    Args:
        read_line: gives the answer to a question with a default.
        say: reports a wrong answer.
    """

    def ask(key: str, likely: float, between: tuple[float, float]) -> float | None:
        low, high = between
        while answer := read_line(QUESTIONS[key](), f"{likely:.0f}"):
            try:
                value = float(answer)
            except ValueError:
                value = 0.0
            if low <= value <= high:
                return value
            say(Surveyed.between(answer, round(low), round(high)))
        return None

    return ask


def lacking(error: SurveyError) -> Message:
    """Name whatever a picture lacks, and the remedy."""
    if error.lacks == "markers":
        return Unsurveyed.markers(error.picture, error.of)
    if error.lacks in WHOLE:
        return WHOLE[error.lacks](error.picture)
    where = SIDES[error.of]()
    return (
        Unsurveyed.side(error.picture, where)
        if error.lacks == "side"
        else Unsurveyed.console(error.picture, where)
    )
