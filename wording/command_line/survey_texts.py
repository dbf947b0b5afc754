"""Texts of the command ``jantaku table``."""

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message


# A residual in millimetres, and how many sides, walls or tiles a value was measured by.
def _of_measured(text: str, number: int) -> None: ...
# A value of the geometry, its millimetres, how it was found.
def _of_value(name: str, text: str, what: Message) -> None: ...
def _of_pixels(text: str) -> None: ...
# The length of a tile that is the scale; by how much all is off if it is off by a tenth of a millimetre.
def _of_tile_scale(text: str, share: str) -> None: ...
def _of_aside(x: str, y: str) -> None: ...  # the distances of the felt's centre to the right and below
def _of_side(name: str, where: Message) -> None: ...  # a picture and a side of it
def _of_range(
    text: str, low: int, high: int
) -> None: ...  # an answer, and the least and the most millimetres
def _of_error(name: str, text: str) -> None: ...  # a picture and an error in pixels


class Surveyed:
    """A table that was measured."""

    value = Text(_of_value)
    measured = Text(_of_measured)
    follows = Text(of.nothing)
    start = Text(of.nothing)
    given = Text(of.nothing)
    by_places = Text(_of_pixels)
    by_markers = Text(_of_pixels)
    by_tile = Text(_of_tile_scale)
    edges = Text(_of_pixels)
    height = Text(of.of_number)
    height_likely = Text(of.of_number)
    height_given = Text(of.of_number)
    aside = Text(_of_aside)
    written = Text(of.of_name)
    ask_tile = Text(of.nothing)
    ask_wall = Text(of.nothing)
    ask_pond = Text(of.nothing)
    between = Text(_of_range)


class PictureSide:
    """A side of a picture."""

    left = Text(of.nothing)
    right = Text(of.nothing)
    top = Text(of.nothing)
    bottom = Text(of.nothing)


class Unsurveyed:
    """The reasons why a table cannot be measured."""

    felt = Text(of.of_name)
    side = Text(_of_side)
    console = Text(_of_side)
    wall = Text(of.of_name)
    rows = Text(of.of_name)
    markers = Text(_of_error)
    length = Text(of.of_text)
    height = Text(of.of_text)
    picture_kind = Text(of.of_name)
    sizes = Text(of.of_name)
    written_over = Text(of.of_name)
