"""The messages on the wire, and that the files generated from them are those checked in."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages import errors, faults
from firmware_bridge.messages.messages import (
    BY_ID,
    LINK_MESSAGES,
    MAX_PAYLOAD,
    REQUESTS,
    SIGNALS,
    Curtain,
    Motion,
    MotionDone,
    Outcome,
    Result,
    ShowHonba,
    ShowPoints,
)
from firmware_bridge.messages.wire import WireError, WireMessage, layout, wire_fields
from firmware_bridge.unit.workshop import FIRMWARE
from tools.protocol import __main__ as generate


@st.composite
def any_message(draw: st.DrawFn) -> WireMessage:
    kind = draw(st.sampled_from(list(BY_ID.values())))
    given_fields = {}
    for field in wire_fields(kind):
        one = st.integers(field.wire.low, field.wire.high)
        value = draw(one if field.wire.count == 1 else st.tuples(*[one] * field.wire.count))
        given_fields[field.name] = field.kind(value) if field.wire.count == 1 else value
    return kind(**given_fields)


@given(any_message())
def test_a_message_survives_the_wire(message: WireMessage) -> None:
    assert type(message).from_payload(message.to_payload()) == message


@given(st.sampled_from(list(BY_ID.values())), st.binary(max_size=MAX_PAYLOAD))
def test_any_payload_is_a_message_or_refused(kind: type[WireMessage], payload: bytes) -> None:
    try:
        message = kind.from_payload(payload)
    except WireError:
        return
    assert message.to_payload() == payload


def test_ids_are_unique_and_payloads_fit() -> None:
    assert len(BY_ID) == len(LINK_MESSAGES) + len(REQUESTS) + len(SIGNALS)
    assert all(layout(message).size <= MAX_PAYLOAD for message in BY_ID.values())


def test_values_out_of_range_are_named() -> None:
    with pytest.raises(WireError, match=r"ShowHonba\.honba is 100, allowed are 0 to 99 counters"):
        ShowHonba(honba=100).to_payload()
    with pytest.raises(WireError, match="chair"):
        Curtain.from_payload(bytes(8) + b"\x04\x00")


def test_bytes_are_little_endian_and_signed() -> None:
    assert ShowPoints(chair=2, points=-1200).to_payload().hex() == "0250fbffff"
    assert Curtain(number=258, at_ms=1, chair=3, broken=True).to_payload().hex() == "02010000010000000301"


def test_generated_files_are_up_to_date() -> None:
    for path, text in generate.outputs().items():
        assert path.read_text(encoding="utf-8") == text, f"run python -m tools.protocol ({path})"
    assert generate.main(["--check"]) == 0


def test_every_way_to_fail_has_a_text() -> None:
    for outcome in Outcome:
        if outcome is Outcome.REACHED:
            continue
        error = errors.motion_failed(MotionDone(goal=1, motion=Motion.SHUFFLE, outcome=outcome, detail=3))
        assert error.outcome is outcome
        assert "{" not in str(error) + error.advice
    for result in Result:
        if result not in (Result.DONE, Result.STARTED):
            assert errors.RefusedError("OpenLid", result).advice
    assert set(errors.REFUSALS) == set(Result) - {Result.DONE, Result.STARTED}
    assert set(errors.LONGEST_MS) == set(Motion)
    for motion in Motion:
        assert errors.request_of(motion) in {request.__name__ for request in REQUESTS}
    assert set(faults.CATALOGUE["request"]) == {request.__name__ for request in REQUESTS}


def test_every_output_that_moves_something_has_a_name() -> None:
    """``core/base/pins.h`` numbers them."""
    pins = (FIRMWARE / "core" / "base" / "pins.h").read_text(encoding="utf-8")
    first = {name: int(place) for name, place in re.findall(r"(OUT_\w+) = (\d+)", pins)}
    assert len(errors.OUTPUTS) == first["OUT_SET"]
    words = {
        "LIFT": "lift",
        "LID": "lid",
        "DRUM": "drum",
        "CHAIN": "chain",
        "PUSHER": "pushes",
        "DICE": "dice",
    }
    for name, place in first.items():
        word = words.get(name.split("_")[1], "deal")
        assert place >= len(errors.OUTPUTS) or word in errors.OUTPUTS[place], name
    assert errors.OUTPUTS[6].endswith("chair 2")


NOT_FOR_PEOPLE = re.compile(
    r"\(motion \d|[a-z][A-Z]|_|\b(?:None|null|0x|frame|payload|signal|latch|goal|CRC)",
    re.ASCII,
)
"""Names of classes, numbers of motions, words of the protocol."""


def test_what_people_read_has_no_words_of_the_program_and_says_what_to_do() -> None:
    for kind in ("request", "outcome", "refusal", "fault", "reset", "link"):
        for name, entry in faults.CATALOGUE[kind].items():
            text, advice = entry["text"], entry.get("advice", "")
            assert not NOT_FOR_PEOPLE.search(f"{text} {advice}"), (kind, name, text, advice)
            assert not text[0].isupper(), (kind, name)
            assert not text.endswith("."), (kind, name)
            passes = {"REACHED", "POWER_ON", "EXTERNAL"}
            assert kind == "request" or name in passes or advice.endswith("."), (kind, name, advice)
    done = MotionDone(goal=12, motion=Motion.OPEN_LID, outcome=Outcome.LATCHED, detail=0)
    assert str(errors.motion_failed(done)) == "the lid did not open: the table has stopped itself"
    assert str(errors.RefusedError("OpenLid", Result.LATCHED)) == str(errors.motion_failed(done))
