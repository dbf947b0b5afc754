"""Texts of ``jantaku unit conformance``: what was done to a driver, what was expected, what came, what a person has to do."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind
from referee.texts.message import Message

MachinePart: TypeAlias = Annotated[str, ArgumentKind(str, "machine_part", open=True)]
"""A part, display or organ of ``firmware_bridge.drivers.capabilities``."""


# The numbers of checks that passed, failed and were not carried out.
def _of_results(passed: int, failed: int, undone: int) -> None: ...
def _of_call(name: str) -> None: ...
# A method of the port, or a deed of the hands, and what it raised.
def _of_error(name: str, text: str) -> None: ...
# The number that there should be, and the number that there was.
def _of_two_numbers(wanted: int, number: int) -> None: ...
def _of_part(part: MachinePart) -> None: ...
# A part, how often it should have moved, and how often it did.
def _of_made(part: MachinePart, wanted: int, number: int) -> None: ...
# A display, what it should show, what it shows.
def _of_display(part: MachinePart, wanted: str, text: str) -> None: ...
def _of_sense(part: MachinePart, number: int) -> None: ...  # a sense, and how often to rouse it
def _of_signal(number: int, ms: int) -> None: ...  # the number of a signal, and a time
def _of_several(what: Sequence[Message]) -> None: ...


class Done:
    """Things that were done to the driver."""

    connects = Text(of.nothing)
    refuses = Text(of.nothing)
    rests = Text(of.nothing)
    stops = Text(of.nothing)
    ends = Text(of.nothing)
    motions_once = Text(of.nothing)
    signals_once = Text(of.nothing)
    comes_again = Text(of.nothing)
    started_again = Text(of.nothing)
    times = Text(of.nothing)
    calls_end = Text(of.nothing)
    keeps = Text(of.nothing)
    shown_again = Text(of.nothing)
    all = Text(_of_results)


class Expected:
    """Results that should come of it."""

    connects = Text(of.nothing)
    refuses = Text(of.nothing)
    rests = Text(of.nothing)
    stops = Text(of.nothing)
    ends = Text(of.nothing)
    motions_once = Text(of.nothing)
    signals_once = Text(of.nothing)
    comes_again = Text(of.nothing)
    started_again = Text(of.nothing)
    times = Text(of.nothing)
    calls_end = Text(of.nothing)
    keeps = Text(of.nothing)
    shown_again = Text(of.nothing)


class Came:
    """Results that came."""

    # as it should be
    connected = Text(of.of_number)
    refused = Text(of.of_number)
    rested = Text(of.nothing)
    stopped = Text(_of_call)
    came_once = Text(of.of_number)
    made = Text(_of_made)
    uncounted = Text(_of_part)
    several = Text(_of_several)
    dated = Text(of.of_number)
    ended = Text(of.of_number)
    shown = Text(of.of_number)
    # not applicable
    no_machine = Text(of.nothing)
    can_all = Text(of.nothing)
    not_moved = Text(of.nothing)
    not_sensed = Text(of.nothing)
    not_shown = Text(of.nothing)
    # not carried out
    no_hands = Text(_of_error)
    refused_now = Text(_of_error)
    # wrong
    never_returns = Text(_of_call)
    never_connects = Text(of.nothing)
    no_proof = Text(of.nothing)
    not_refused = Text(_of_call)
    wrong_error = Text(_of_error)
    foreign_error = Text(_of_error)
    still_moves = Text(of.nothing)
    moved_unasked = Text(of.of_text)
    ran_on = Text(_of_call)
    wrong_number = Text(_of_two_numbers)
    wrong_order = Text(of.nothing)
    streamed = Text(_of_two_numbers)
    not_again = Text(of.nothing)
    offered = Text(_of_two_numbers)
    repeated = Text(of.of_number)
    unnumbered = Text(of.of_name)
    gap = Text(_of_two_numbers)
    dice_told = Text(of.of_number)
    wrong_time = Text(_of_signal)
    backwards = Text(_of_signal)
    no_levels = Text(of.nothing)
    levels_first = Text(of.nothing)
    not_told = Text(of.of_text)
    shows = Text(_of_display)


class Asked:
    """Requests to a person at the machine."""

    break_line = Text(of.nothing)
    mend_line = Text(of.nothing)
    reset = Text(of.nothing)
    sense = Text(_of_sense)
    count = Text(_of_part)
    shown = Text(_of_part)
    moving = Text(of.nothing)
    nobody = Text(of.nothing)
