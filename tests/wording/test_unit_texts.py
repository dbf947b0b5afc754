"""The unit's errors as messages have the same words as the errors themselves; each has a Japanese text too."""

import re

import pytest

from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    FAILURES,
    FAULTS,
    LINK_TEXTS,
    OUTPUTS,
    REFUSALS,
    RESETS,
    IncompatibleFirmwareError,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    failed_text,
    motion_failed,
)
from firmware_bridge.messages.messages import Motion, MotionDone, Outcome
from firmware_bridge.messages.signals import ButtonName, FaultName
from referee.texts.language import english, language
from wording import unit_texts

LATIN = re.compile(r"(?<!`)\b[A-Za-z]{2,}")
ERRORS: list[UnitError] = [
    *(
        motion_failed(MotionDone(goal=1, motion=Motion.CLOSE_LID, outcome=outcome, detail=2))
        for outcome in FAILURES
        if outcome is not Outcome.REACHED
    ),
    *(RefusedError("RaiseWalls", result) for result in REFUSALS),
    UnitResetError(
        f"{failed_text('OpenLid')}: the table unit restarted just then", "Try again.", request="OpenLid"
    ),
    *(
        UnitResetError(f"the motion was broken off: {text}", advice, cause=cause)
        for cause, (text, advice) in RESETS.items()
    ),
    LinkLostError(
        f"{failed_text('Shuffle')}: the table unit has not answered for 5 s",
        ADVICE_LOST,
        request="Shuffle",
        waited_s=5,
    ),
    IncompatibleFirmwareError((2, 1), (2, 1)),
    IncompatibleFirmwareError((3, 0), (2, 1)),
    IncompatibleFirmwareError((1, 9), (2, 1)),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: str(error)[:60])
def test_an_error_says_the_same_as_a_message(error: UnitError) -> None:
    text, advice = unit_texts.said_of(error), unit_texts.advice_of(error)
    assert (english(text), english(advice)) == (str(error), error.advice)
    for message in (text, advice):
        worded = re.sub(r"`[^`]*`", "", language("ja").say(message))
        assert LATIN.search(worded) is None, worded


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    ("chair", "button", "output"), [(None, None, None), (2, ButtonName.SET, 0), (0, ButtonName.RON, 10)]
)
def test_a_fault_says_the_same_as_a_message(
    fault: FaultName, chair: int | None, button: ButtonName | None, output: int | None
) -> None:
    message = unit_texts.fault(fault, chair=chair, button=button, output=output)
    where = {
        "chair": "a chair" if chair is None else f"chair {chair}",
        "button": "a" if button is None else button.name.lower(),
        "motor": "a motor" if output is None else OUTPUTS[output],
    }
    assert tuple(map(english, message)) == tuple(text.format(**where) for text in FAULTS[fault])
    assert all(LATIN.search(language("ja").say(each)) is None for each in message)


def test_the_line_and_the_outputs_have_words() -> None:
    assert {name: tuple(map(english, unit_texts.link(name))) for name in LINK_TEXTS} == LINK_TEXTS
    assert set(OUTPUTS) <= language("ja").words["motor"].keys()
    assert all(english(unit_texts.lost_advice(advice)) == advice for _, advice in LINK_TEXTS.values())
