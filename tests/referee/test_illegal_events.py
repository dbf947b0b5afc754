"""Any single illegal act put into a real game yields exactly one finding, and the game goes on as its record tells.

The acts are put into the text of the records by the tests' own means (``tests.referee.illegal``); where the rulebooks
have each of them is in RULESETS.md under "Fouls".
"""

from __future__ import annotations

import argparse
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from referee.records import mjlog
from table_controller import replay
from tests.referee.illegal.acts import KINDS, Illegal
from tests.referee.illegal.tags import Hand, hands_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.records.observe import View


VIEWS: tuple[View, ...] = ("full", "public")


class Games:
    """Hands of real games in random order, each record read once."""

    def __init__(self, folder: Path) -> None:
        self.paths = sorted(folder.glob("*.mjlog"))
        self.read: dict[Path, list[Hand]] = {}

    def hand(self, random: Random) -> Hand:
        while True:
            path = random.choice(self.paths)
            if path not in self.read:
                self.read[path] = hands_of(path)
            if self.read[path]:
                return random.choice(self.read[path])

    def illegal(self, kind: str, seed: int, number: int) -> Iterator[tuple[Hand, Illegal]]:
        """Hands with one illegal act of a kind."""
        random = Random(f"{kind} {seed}")
        for _ in range(4000):
            hand = self.hand(random)
            act = next(KINDS[kind](hand, random), None)
            if act is not None:
                yield hand, act
                number -= 1
                if number == 0:
                    return


@pytest.fixture(scope="module")
def games(shared: Path) -> Games:
    return Games(shared / "records" / "games")


def lines(text: str, view: View) -> list[dict[str, Any]]:
    return [report.line for report in replay.replay(mjlog.parse(text, "game"), view)]


def check(hand: Hand, act: Illegal, view: View) -> None:
    """Exactly the finding; the hand ends as it did, unless the act ends it; the next hand is what it was."""
    first, after = lines(hand.text(), view)
    assert first["findings"] == after["findings"] == []
    got, got_after = lines(hand.text(act.tags), view)
    found = [(each["event"], each["seat"], each["rule"]) for each in got["findings"]]
    place = f"{hand.name}, {view}, event {act.event} {act.tags[act.event]}"
    assert found == [(act.event, act.seat, act.rule)], place
    assert set(got["findings"][0]) == {"rule", "section", "seat", "event", "grade"}
    if act.result == "as told":
        assert {**got, "findings": []} == first, place
    else:
        assert (got["result"] or "none") == act.result, place
    assert got_after == after, place


@pytest.mark.shared
@pytest.mark.parametrize("kind", KINDS)
def test_one_finding_and_the_record_goes_on(games: Games, kind: str) -> None:
    met = 0
    for hand, act in games.illegal(kind, seed=1, number=2):
        for view in act.views:
            check(hand, act, view)
        met += 1
    assert met > 0


@pytest.mark.shared
@pytest.mark.prove
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_many_of_each_kind(games: Games, kind: str, seed: int) -> None:
    for hand, act in games.illegal(kind, seed + 100, number=30):
        for view in act.views:
            check(hand, act, view)


@pytest.mark.shared
def test_a_hand_may_end_anywhere(games: Games) -> None:
    """What is there is replayed: no result, the scores as they stand, and no finding."""
    random = Random(3)
    for _ in range(20):
        hand = games.hand(random)
        ends = [number for number, tag in enumerate(hand.tags) if tag.startswith(("<AGARI", "<RYUUKYOKU"))]
        cut = random.randint(1, ends[0])
        for view in VIEWS:
            first, _ = lines("".join([*hand.head, *hand.tags[:cut], *hand.after]), view)
            assert (first["result"], first["findings"], first["wins"]) == (None, [], [])


@pytest.mark.shared
@pytest.mark.parametrize("view", ["full", "public"])
def test_the_command_line_tells_it(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str], view: str
) -> None:
    """Status 1, the finding on standard output, and a line with game, hand and event on the other."""
    hand, act = next(games.illegal("discard_out_of_turn", seed=5, number=1))
    path = tmp_path / "game.mjlog"
    path.write_text(hand.text(act.tags), encoding="utf-8")
    parser = argparse.ArgumentParser()
    replay.add_parser(parser.add_subparsers())
    args = parser.parse_args(["replay", "--view", view, str(path)])
    assert args.run(args) == replay.DISAGREES
    out = capsys.readouterr()
    got = [json.loads(line) for line in out.out.splitlines()]
    assert {line["game"] for line in got} == {str(path)}
    assert [len(line["findings"]) for line in got] == [1, 0]
    told = [line for line in out.err.splitlines() if "out_of_turn_discard" in line]
    assert len(told) == 1
    assert told[0].startswith(f"{path}: {got[0]['hand']}.{got[0]['honba']}, event {act.event}: ")
