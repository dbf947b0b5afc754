"""Questions and texts of ``jantaku setup``, and the faults of an answer."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message


def _of_choice(name: str, names: Sequence[str]) -> None: ...  # a file or ``-``, and what could have been said
# The place, the name that was given there, and the rulesets that there are.
def _of_ruleset(name: str, text: str, names: Sequence[str]) -> None: ...
def _of_answer(name: str, key: str, text: str) -> None: ...  # the place, the question, and the answer
def _of_seen(name: str, what: Message) -> None: ...  # a device, and what was seen of it
# A camera, how high it hangs (mm), and by how much it is tilted (degrees).
def _of_height(name: str, number: int, text: str) -> None: ...
# The width of a table's felt and the length of a tile (mm), and the number of markers on its rim.
def _of_table(text: str, share: str, number: int) -> None: ...
# How many faces were learned, those that were misread before, and those that still are.
def _of_learned(number: int, names: Sequence[str], kept: Sequence[str]) -> None: ...
def _of_written(names: Sequence[str]) -> None: ...


class BadAnswer:
    """Faults of an answer."""

    wrong = Text(reasons.of_value)
    unusable = Text(_of_answer)
    no_ruleset = Text(_of_ruleset)
    no_broker = Text(reasons.of_value)
    no_terminal = Text(of.nothing)
    not_root = Text(of.nothing)
    yes_alone = Text(of.nothing)
    choose = Text(_of_choice)


class Setup:
    """The questions, and what is said between them."""

    begin = Text(of.nothing)
    begin_page = Text(of.nothing)
    again = Text(of.of_name)
    yes_no = Text(of.of_text)
    yes = Text(of.nothing)
    no = Text(of.nothing)
    go_on = Text(of.nothing)
    # questions
    ask_hall = Text(of.nothing)
    ask_table = Text(of.nothing)
    ask_unit = Text(of.nothing)
    ask_absent = Text(of.of_name)
    ask_firmware = Text(of.of_name)
    ask_camera = Text(of.nothing)
    ask_second_camera = Text(of.nothing)
    ask_geometry = Text(of.nothing)
    ask_bare = Text(of.nothing)
    ask_set = Text(of.nothing)
    ask_learned = Text(of.nothing)
    ask_once_more = Text(of.nothing)
    ask_tiles = Text(of.nothing)
    ask_laid = Text(of.nothing)
    ask_tiles_again = Text(of.nothing)
    ask_strange_tiles = Text(of.nothing)
    ask_swapped_tiles = Text(of.of_text)
    ask_ruleset = Text(of.nothing)
    ask_broker = Text(of.nothing)
    ask_encrypted = Text(of.nothing)
    ask_host = Text(of.nothing)
    ask_referee = Text(of.nothing)
    ask_same = Text(of.nothing)
    not_same = Text(of.nothing)
    ask_own = Text(of.of_name)
    ask_calls = Text(of.nothing)
    ask_write = Text(of.nothing)
    # what is found
    looking = Text(of.nothing)
    unit_found = Text(_of_seen)
    no_unit = Text(of.nothing)
    no_camera = Text(of.nothing)
    no_avrdude = Text(of.of_name)
    picture = Text(reasons.of_value)
    no_picture = Text(of.of_name)
    same_picture = Text(reasons.of_value)
    calibrated = Text(_of_height)
    not_calibrated = Text(reasons.of_value)
    estimated = Text(of.nothing)
    measures = Text(_of_table)
    learn = Text(of.nothing)
    measuring = Text(of.nothing)
    drawn = Text(of.of_name)
    tiles_drawn = Text(of.of_name)
    tiles_unusable = Text(of.of_text)
    learning_tiles = Text(of.nothing)
    tiles_learned = Text(_of_learned)
    # what is to be written, and was
    new = Text(of.of_name)
    changed = Text(of.of_name)
    same = Text(of.of_name)
    removed = Text(of.of_name)
    secret = Text(of.nothing)
    nothing_new = Text(of.nothing)
    nothing_done = Text(of.nothing)
    written = Text(_of_written)
    made = Text(of.nothing)
    login = Text(reasons.of_value)
    flashed = Text(of.of_name)
    not_flashed = Text(reasons.of_value)
    enabled = Text(of.of_name)
    not_enabled = Text(reasons.of_value)
    not_left = Text(reasons.of_value)
    no_systemd = Text(of.nothing)
    page = Text(of.of_name)
