"""Nothing from the broker can be stored or shown wrongly: accepted messages are bounded, refusals say why."""

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.encoding.codec import canonical
from table_controller.broker.requests import DeliveredMessage, Requests
from table_controller.mqtt import gate
from table_controller.mqtt.address import Address
from table_controller.mqtt.home_assistant import device_topic
from table_controller.mqtt.topics import ALERT, CARD
from tests.table_controller.gate_stage import KEPT_OUT
from tests.table_controller.strict_broker import wrong_topic

PREFIX = "jantaku/1/home/answer/"


def depth(value: Any) -> int:
    if isinstance(value, dict | list):
        each = value.values() if isinstance(value, dict) else value
        return 1 + max((depth(one) for one in each), default=0)
    return 0


@pytest.mark.parametrize(("payload", "reason"), KEPT_OUT)
def test_what_is_not_let_in_says_where_and_why(payload: bytes, reason: str) -> None:
    with pytest.raises(gate.GateError) as refused:
        gate.mapping_in(payload)
    assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["Aki", "雀卓", "Ægir Ö", "علي", "🀄", "e\u0301"])
def test_names_in_any_script_pass(name: str) -> None:
    assert gate.mapping_in(json.dumps({"by": name}).encode()) == {"by": name}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=30,
)


@given(value=anything)
def test_what_passes_can_be_stored_and_sent(value: Any) -> None:
    try:
        passed = gate.mapping_in(json.dumps({"value": value}).encode())
    except gate.GateError:
        return
    text = canonical(passed)
    assert json.loads(text.encode()) == passed
    assert depth(passed) <= gate.DEEPEST


@given(payload=st.binary(max_size=200))
def test_no_bytes_do_anything_else(payload: bytes) -> None:
    with contextlib.suppress(gate.GateError):
        canonical(gate.mapping_in(payload))


LEVEL = st.text(st.one_of(st.characters(), st.sampled_from("/+#$\x00\x1f\ud800\ufdd0\ufffe\U0010ffff")))


@settings(max_examples=500)
@given(text=LEVEL | st.integers(60, 70_000).map("雀".__mul__))
def test_a_broker_takes_what_passes_as_a_level_of_a_topic(text: str) -> None:
    address = Address("127.0.0.1", 1883, "home", "7")
    if gate.is_level(text):
        assert "/" not in text
        assert wrong_topic(address.topic(ALERT, text)) == ""
        assert wrong_topic(replace(address, hall=text, table=text).topic(CARD)) == ""
        assert wrong_topic(device_topic(text, text)) == ""
    else:
        with pytest.raises(gate.GateError):
            replace(address, table=text)


@settings(max_examples=500)
@given(levels=st.lists(LEVEL, min_size=1, max_size=3), to=LEVEL, correlation=st.binary(max_size=80))
def test_a_broker_takes_every_answer(levels: list[str], to: str, correlation: bytes) -> None:
    """Login, command and response topic may come from a client that no broker has checked."""
    requests = Requests(PREFIX, lambda _request, reply: reply({"ok": True}), lambda: None)
    below = f"{PREFIX}{levels[0]}/" if len(levels) > 1 else PREFIX
    requests.accept_command(DeliveredMessage(tuple(levels), b"{}", f"{below}{to}", correlation))
    while (answered := requests.next()) is not None:
        assert wrong_topic(answered.topic) == ""
        assert answered.topic.startswith(below)


@pytest.mark.parametrize("topic", [f"{PREFIX}anna", f"{PREFIX}anna/a1b2", f"{PREFIX}雀/1"])
def test_answers_go_to_answer_topics(topic: str) -> None:
    assert gate.answer_topic_in(topic, PREFIX) == topic


@pytest.mark.parametrize(
    "topic",
    [
        "a/+",
        "#",
        f"{PREFIX}+",
        f"{PREFIX}anna/#",
        f"{PREFIX}",
        f"{PREFIX}anna//x",
        f"{PREFIX}a\x00",
        f"{PREFIX}" + "x" * 70_000,
        "jantaku/1/home/7/state",
        "jantaku/1/home/answers/anna",
        "$SYS/broker",
        f"{PREFIX}a\ud800",
        f"{PREFIX}a\uffff",
        f"{PREFIX}a\U0001fffe",
        f"{PREFIX}a\ufdd0",
        f"{PREFIX}a\x9f",
    ],
)
def test_answers_go_nowhere_else(topic: str) -> None:
    with pytest.raises(gate.GateError):
        gate.answer_topic_in(topic, PREFIX)
