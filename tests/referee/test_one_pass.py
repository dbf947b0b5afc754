"""Reading an entry in one pass gives the same as decoding its mapping, and refuses the same texts."""

import json
import re
from collections.abc import Callable
from typing import Any, Final
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from referee.encoding import codec
from referee.game import events, judge_observations, observations
from referee.journal import entry as journal_entry
from referee.journal.entry import NO_ENTRY, JournalCorruptError, Run, read_entry, read_run, text_of
from referee.journal.people import People, may_hold_ids
from tests.referee.any_thing import things
from tests.referee.conftest import played

WALL: Final = "2026-11-27T16:41:57.900+00:00"
NUMBER: Final = 7
observed = things(codec.OBSERVATIONS)
decided = st.lists(things(codec.EVENTS), max_size=3).map(tuple)
ODD: Final = (
    "1.0",
    "1e0",
    "-0",
    "-0.0",
    "01",
    "+1",
    "NaN",
    "-Infinity",
    "1e999",
    "9" * 30,
    "9" * 4400,
    "true",
    "null",
    "[]",
    "{}",
    "[" * 40 + "]" * 40,
    '""',
    '"1"',
    '"5m"',
    '"0p"',
    '"?"',
    '"9z"',
    r'"\ud800"',
    r'"\ud83c\udc00"',
    r'"\u0000"',
    r'"\x41"',
    '"\x01"',
    '"\x7f"',
    '"p1"',
    '"judge:p1"',
    '{"code":"x","arguments":{}}',
    '{"type":"HandClosed"}',
)
"""Values that no field, or few fields, may have, as text."""


def written(observation: observations.Observation, made: tuple[events.Event, ...], people: People) -> bytes:
    return text_of(NUMBER, WALL, observation, made, before=NO_ENTRY, people=people)


def outcome_of(read: Callable[[], journal_entry.Entry]) -> str:
    """Return the result of reading, to the type of each value; or the refusal."""
    try:
        return repr(read())
    except JournalCorruptError as error:
        return f"{error.number}: {error}"
    except RecursionError:
        return "too deep"


def plainly(text: bytes, people: People) -> journal_entry.Entry:
    """Read like ``read_entry``, but without the quick way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal_entry, "_one_pass", Mock(**{"return_value.read.side_effect": ValueError}))
        return read_entry(text, NUMBER, NUMBER, people)


def both_ways(text: bytes) -> tuple[str, str]:
    """Return the result of the quick way (or of the plain way, if the quick one declines), and that of the plain
    way. An entry that is only to be folded is the same, too."""
    run = run_of(text, People([(1, "Ada")]))
    if run is not None:
        entry = read_entry(text, NUMBER, NUMBER, People([(1, "Ada")]))
        assert repr(run) == repr(Run([*entry.events], entry.at_ms, entry.wall, entry.digest))
        assert entry.before == NO_ENTRY
    return (
        outcome_of(lambda: read_entry(text, NUMBER, NUMBER, People([(1, "Ada")]))),
        outcome_of(lambda: plainly(text, People([(1, "Ada")]))),
    )


def run_of(text: bytes, people: People) -> Run | None:
    return read_run([(NUMBER, text)], NUMBER, NO_ENTRY, people)


def parts_of(value: Any) -> list[tuple[Any, Any]]:
    """Each mapping or list within a value with each of its keys."""
    keys: Any = (
        value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    return [each for key in keys for each in ((value, key), *parts_of(value[key]))]


@given(observed, decided)
def test_every_entry_is_the_same_both_ways(
    observation: observations.Observation, made: tuple[events.Event, ...]
) -> None:
    text = written(observation, made, People([]))
    quick, plain = both_ways(text)
    assert quick == plain


@given(observed, decided)
def test_whatever_is_written_is_read_in_one_pass(
    observation: observations.Observation, made: tuple[events.Event, ...]
) -> None:
    people = People([])
    text = written(observation, made, people)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(journal_entry, "_read_plainly")
        read = read_entry(text, NUMBER, NUMBER, people)
        assert run_of(text, people) is not None
    assert (read.observation, read.events) == (observation, made)
    assert read == plainly(text, people)


def test_a_whole_game_is_the_same_both_ways() -> None:
    people = People([])
    for observation, made in played(3).entries:
        quick, plain = both_ways(written(observation, made, people))
        assert quick == plain


@given(st.data(), observed, decided)
def test_a_field_changed_is_the_same_both_ways(
    data: st.DataObject, observation: observations.Observation, made: tuple[events.Event, ...]
) -> None:
    mapping = json.loads(written(observation, made, People([])))
    for change in data.draw(
        st.lists(st.sampled_from(["put", "drop", "add", "rename"]), min_size=1, max_size=2)
    ):
        holder, key = data.draw(st.sampled_from(parts_of(mapping)))
        if change == "put":
            holder[key] = "\x00odd"
        elif change == "drop":
            del holder[key]
        elif isinstance(holder, dict):
            holder["another"] = holder.pop(key) if change == "rename" else 1
        else:
            holder.append(holder[key])
    text = codec.canonical(mapping)
    while '"\\u0000odd"' in text:
        text = text.replace('"\\u0000odd"', data.draw(st.sampled_from(ODD)), 1)
    quick, plain = both_ways(text.encode())
    assert quick == plain


@given(st.data(), observed, decided)
def test_a_field_told_twice_is_the_same_both_ways(
    data: st.DataObject, observation: observations.Observation, made: tuple[events.Event, ...]
) -> None:
    text = written(observation, made, People([])).decode()
    at = data.draw(st.sampled_from([at for at, char in enumerate(text) if char == "{"]))
    key = data.draw(
        st.sampled_from(["type", "seat", "tile", "number", "before", "events", "at_ms", "source"])
    )
    again = f'"{key}":{data.draw(st.sampled_from(ODD))},'
    quick, plain = both_ways((text[: at + 1] + again + text[at + 1 :]).encode())
    assert quick == plain


@given(st.data(), observed, decided)
def test_damaged_bytes_are_the_same_both_ways(
    data: st.DataObject, observation: observations.Observation, made: tuple[events.Event, ...]
) -> None:
    text = bytearray(written(observation, made, People([])))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 2))
        text[at : at + length] = data.draw(
            st.binary(max_size=2)
            | st.sampled_from([*b'0123456789.e-+"\\{}[],: \n\xff']).map(lambda one: bytes([one]))
        )
    quick, plain = both_ways(bytes(text))
    assert quick == plain


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32-be"])
def test_other_encodings_are_the_same_both_ways(encoding: str) -> None:
    text = written(observations.HandClosed(), (), People([])).decode().encode(encoding)
    quick, plain = both_ways(text)
    assert quick == plain
    assert "HandClosed" in quick


@given(observed, things(codec.EVENTS))
def test_fields_added_later_have_their_defaults_both_ways(
    observation: observations.Observation, event: events.Event
) -> None:
    stored = json.loads(written(observation, (event,), People([])))
    for thing, mapping in ((observation, stored["observation"]), (event, stored["events"][0])):
        for added in (each.name for each in fields(type(thing)) if not each.required):
            del mapping[added]
    text = codec.canonical(stored).encode()
    quick, plain = both_ways(text)
    assert quick == plain
    assert run_of(text, People([])) is not None


@given(st.text('p"judge:019 ').map(str.encode))
def test_ids_are_found_wherever_they_stand_in_quotes(text: bytes) -> None:
    assert may_hold_ids(text) == (re.search(rb'"(?:judge:)?p[1-9][0-9]*"', text) is not None)


def test_names_of_people_are_shown() -> None:
    people = People([])
    halt = judge_observations.PlayHalted(judge="Ada", text="why")
    text = written(halt, (), people)
    assert b"Ada" not in text
    assert read_entry(text, NUMBER, NUMBER, people).observation == halt


def test_an_entry_is_read_by_one_reader_though_threads_make_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_entry, "_one_pass", journal_entry._one_pass.__wrapped__)
    text = written(observations.HandClosed(), (events.TimeCalled(),), People([]))
    assert read_entry(text, NUMBER, NUMBER, People([])).events == (events.TimeCalled(),)
    run = run_of(text, People([]))
    assert run is not None
    assert run.events == [events.TimeCalled()]
