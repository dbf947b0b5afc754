"""The schemas of docs/mqtt.md say of each message what the program sends: every field, every word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

from referee import judge_observations as office
from referee import observations as seen
from referee.codec import EVENTS, OBSERVATIONS
from referee.decide import advance
from referee.fouls import Grade
from referee.judge_observations import EnteredResult, Outcome
from referee.observations import Ruling
from referee.position import GameState, Phase
from referee.public import public_state
from referee.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile, parse_tiles

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "mqtt.md").read_text(encoding="utf-8")
YAML = PAGE.split("```yaml\n")[1].split("```")[0]
HAND = (UNKNOWN,) * 13


def block(name: str) -> str:
    """The lines of a schema or message, by its name."""
    (found,) = re.findall(rf"^    {name}:\n((?:      .*\n)+)", YAML, re.MULTILINE)
    return str(found)


def required(name: str) -> set[str]:
    found, *_ = re.findall(r"^ +required: \[(.*)\]$", block(name), re.MULTILINE)
    return set(found.split(", "))


def properties(name: str) -> set[str]:
    """The names directly under ``properties``."""
    lines = block(name).splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == "properties:")
    depth = len(lines[at]) - len(lines[at].lstrip()) + 2
    return {
        line.split(":")[0].strip()
        for line in lines[at + 1 :]
        if len(line) - len(line.lstrip()) == depth and ":" in line
    }


def enumerated(name: str, field: str) -> set[str]:
    (found,) = re.findall(rf"^ +{field}:.*?enum: \[([^\]]*)\]", block(name), re.MULTILINE | re.DOTALL)
    return {word.strip() for word in found.split(",")}


def played() -> GameState:
    """A hand won by ron on a kuikae, with a pon, a ruling, an appeal and a penalty."""
    acts: list[Any] = [
        seen.HanchanBegun(ruleset=Ruleset.read("saikouisen-2025").to_mapping()),
        seen.HandDealt(dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        seen.IndicatorSeen(tile=parse_tile("1z")),
        seen.TileDrawn(seat=0, tile=UNKNOWN),
        seen.TileDiscarded(seat=0, tile=parse_tile("5p")),
        seen.CallHeard(seat=2, call="pon"),
        seen.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), claimed=parse_tile("5p"), source_seat=0
        ),
        seen.TileDiscarded(seat=2, tile=parse_tile("8p")),
        office.FoulEntered(rule="tiles_shown", seat=1),
        seen.RulingGiven(ruling="accepted", finding=0, judge="anna"),
        office.AppealNoted(seat=1, finding=0, outcome="open"),
        office.HandEntered(result="ron", wins=(office.EnteredWin(seat=1, source=2, han=3, fu=40),)),
        seen.HandDealt(dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        seen.TileDrawn(seat=1, tile=UNKNOWN),
        seen.TileDiscarded(seat=1, tile=parse_tile("5p")),
        seen.CallHeard(seat=2, call="pon"),
        seen.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), claimed=parse_tile("5p"), source_seat=1
        ),
    ]
    state: Any = None
    for number, act in enumerate(acts):
        object.__setattr__(act, "at_ms", 1000 * number)
        _, state = advance(state, act)
    assert isinstance(state, GameState)
    return state


def test_the_state_has_the_fields_of_the_page() -> None:
    state = public_state(played(), 17, 17000, "7")
    assert set(state) == properties("state")
    assert required("state") <= set(state)
    (player, *_), (finding, *_), (appeal, *_) = state["seats"], state["findings"], state["appeals"]
    for name, shown in (("player", player), ("finding", finding), ("appeal", appeal)):
        assert set(shown) == properties(name) == required(name), name
    meld = next(meld for seat in state["seats"] for meld in seat["melds"])
    discard = next(tile for seat in state["seats"] for tile in seat["pond"])
    result = state["last_result"]
    for name, shown in (("meld", meld), ("discard", discard), ("result", result), ("win", result["wins"][0])):
        assert set(shown) == properties(name) == required(name), name


def test_the_words_of_the_page_are_those_of_the_types() -> None:
    assert enumerated("observation", "type") == set(OBSERVATIONS)
    assert enumerated("decided", "type") == set(EVENTS)
    assert enumerated("finding", "grade") == set(get_args(Grade))
    assert enumerated("finding", "ruling") == {"null", *get_args(Ruling)}
    assert enumerated("result", "result") == {*get_args(EnteredResult), "chombo"}
    assert enumerated("appeal", "outcome") == set(get_args(Outcome))
    assert enumerated("state", "phase") == set(get_args(Phase))


def test_an_entry_has_the_fields_of_the_page() -> None:
    assert required("entry") == {"number", "at_ms", "wall", "observation", "events", "text"}
    assert properties("entry") == required("entry")
