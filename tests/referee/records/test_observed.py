"""Observation files: read as they were written, refused with the line where they are damaged."""

import gzip
import json
from pathlib import Path

import pytest

from config import read_ruleset
from referee.encoding.codec import canonical, encode
from referee.game import observations as seen
from referee.records.neutral.errors import RecordError
from referee.records.observed import ObservedGame, parse
from referee.records.reader import read_game

HIDDEN = ((37,) * 13,) * 4
HEADING = json.dumps({"jantaku": "observations", "schema": 1, "game": "small"})
TOLD = [
    seen.HanchanBegun(ruleset=read_ruleset("wrc-2015"), senses=("curtains",)),
    seen.HandDealt(dice=(1, 2), hands=(HIDDEN[0], HIDDEN[1], HIDDEN[2], HIDDEN[3]), at_ms=1000),
    seen.HandMoved(seat=0, across=True, at_ms=2000, within_ms=5),
    seen.TileDrawn(seat=0, tile=37, place=52, at_ms=2200, within_ms=5, source="signal:7"),
    seen.HandDealt(dice=(3, 4), hands=(HIDDEN[0], HIDDEN[1], HIDDEN[2], HIDDEN[3]), at_ms=9000),
    seen.JudgeCalled(seat=2, at_ms=9500),
]


def text(*, heading: str = HEADING, lines: list[str] | None = None) -> str:
    written = [canonical(encode(each)) for each in TOLD] if lines is None else lines
    return "\n".join([heading, *written]) + "\n"


def test_read_as_written() -> None:
    game = parse(text(), "file")
    assert (game.path, game.name) == ("file", "small")
    assert [len(hand) for hand in game.hands] == [3, 2]
    assert game.beginning[0].source == "observation:0"
    assert [each.source for each in game.hands[0]] == ["observation:0", "observation:1", "signal:7"]
    assert [each.source for each in game.hands[1]] == ["observation:0", "observation:1"]
    assert game.hands[0][2] == TOLD[3]


def test_told_apart_by_content_plain_or_gzip(tmp_path: Path) -> None:
    plain, packed = tmp_path / "any.name", tmp_path / "other"
    plain.write_text(text())
    packed.write_bytes(gzip.compress(text().encode()))
    games = [read_game(path) for path in (plain, packed)]
    assert all(isinstance(game, ObservedGame) for game in games)


@pytest.mark.parametrize(
    ("damaged", "place"),
    [
        (text(heading='{"jantaku":"observations","schema":2,"game":"x"}'), "line 1"),
        (text(heading='{"jantaku":"observations","schema":1,"game":7}'), "line 1"),
        (text(lines=[]), "line 2"),
        (text(lines=[canonical(encode(TOLD[1]))]), "line 2"),
        (text(lines=[canonical(encode(TOLD[0])), '{"type":"HandMoved","seat":0}']), "line 3"),
        (text(lines=[canonical(encode(TOLD[0])), "[1,2]"]), "line 3"),
        (text(lines=[canonical(encode(TOLD[0])), '{"type":"Nothing"}']), "line 3"),
        (text(lines=[canonical(encode(TOLD[0])), "{"]), "line 3"),
    ],
)
def test_damaged_files_are_refused(damaged: str, place: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse(damaged, "file")
    assert refused.value.place == place
