"""Observations and events as JSON and back, exactly."""

import json
from typing import Any

import pytest
from hypothesis import given

from referee.encoding import codec
from referee.game import events, observations
from tests.referee.any_thing import things
from tests.referee.conftest import played


@given(things(codec.OBSERVATIONS))
def test_every_observation_comes_back(observation: observations.Observation) -> None:
    text = codec.canonical(codec.encode(observation))
    assert codec.decode_observation(json.loads(text)) == observation


@given(things(codec.EVENTS))
def test_every_event_comes_back(event: events.Event) -> None:
    text = codec.canonical(codec.encode(event))
    assert codec.decode_event(json.loads(text)) == event


def test_a_whole_game_comes_back() -> None:
    for observation, made in played(3).entries:
        assert codec.decode_observation(json.loads(codec.canonical(codec.encode(observation)))) == observation
        assert tuple(codec.decode_event(codec.encode(event)) for event in made) == made


def test_names_are_mpsz() -> None:
    mapping = codec.encode(observations.TileDiscarded(seat=1, tile=35, sideways=True))
    assert mapping == {
        "type": "TileDiscarded",
        "at_ms": 0,
        "within_ms": 0,
        "source": "",
        "seat": 1,
        "tile": "0p",
        "sideways": True,
        "tsumogiri": None,
        "confidence_pm": None,
    }


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"type": "Nonsense"}, "type"),
        ({"tile": "9z"}, "TileDrawn.tile"),
        ({"seat": "1"}, "TileDrawn.seat"),
        ({"seat": True}, "TileDrawn.seat"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_mapping_is_refused_with_its_field(change: dict[str, Any], text: str) -> None:
    mapping = codec.encode(observations.TileDrawn(seat=1, tile=5)) | change
    with pytest.raises(codec.CodecError, match=text):
        codec.decode_observation(mapping)


def test_canonical_json_has_no_floats() -> None:
    assert codec.canonical({"b": [1, None], "a": "五"}) == '{"a":"五","b":[1,null]}'
    with pytest.raises(codec.CodecError):
        codec.canonical({"a": 0.5})
