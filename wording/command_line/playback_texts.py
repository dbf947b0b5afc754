"""Texts of the commands ``jantaku record`` and ``jantaku playback``."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text


def _of_no_recording(name: str, text: str) -> None: ...  # a folder, and the file that it lacks
def _of_line(name: str, number: int, text: str) -> None: ...  # a file, a line of it, and what is wrong
# A file, its version, and the version of this program.
def _of_version(name: str, text: str, number: int) -> None: ...
# The number of a journal's entries, and the number of inputs from which it was made.
def _of_played(number: int, counted: int) -> None: ...
# An entry of a journal, and how many are proven to be as recorded.
def _of_difference(number: int, counted: int) -> None: ...
# The number of pictures that were read again, and of those that were read differently, if any.
def _of_reread(number: int, counted: int | None) -> None: ...
# A frame, its table time, and the zones of which vision tells something else.
def _of_otherwise(number: int, at: str, zones: Sequence[str]) -> None: ...
# The room that a minute of pictures takes, how much is kept at most, and how long that lasts.
def _of_room(number: int, most: int, minutes: int) -> None: ...


class Unplayed:
    """The reasons why a recording is not played back."""

    no_recording = Text(_of_no_recording)
    bad_line = Text(_of_line)
    other_version = Text(_of_version)
    journal_there = Text(of.of_name)
    recording_ends = Text(reasons.of_value)
    bad_pictures = Text(of.of_text)
    no_size = Text(of.of_text)


class PlayedBack:
    """Results of a playback."""

    TOPIC = "played_back"

    as_recorded = Text(_of_played)
    differs = Text(_of_difference)
    reread = Text(_of_reread)
    otherwise = Text(_of_otherwise)
    keeps = Text(_of_room)
