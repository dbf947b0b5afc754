"""Any record of a game with one illegal act yields exactly one finding, and the game goes on as recorded.

The tests write these records themselves (``tests.referee.faulty_records``), from real games and from games of bots
under every ruleset; RULESETS.md says under "Fouls" where the rulebooks have each of these acts.
"""

import argparse
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.observe import View
from simulation.replay import replay
from tests.proofs import some
from tests.referee.conftest import played
from tests.referee.faulty_records.acts import KINDS, Illegal, is_discard, seat_of
from tests.referee.faulty_records.tags import Hand, hands_of
from wording.terminal.exit_status import ExitStatus

RARE = {
    "furiten_ron": ("0e459d790c8f.7", "250b53dac366.3"),
    "called_kan_missing": ("18eb0cecad32.7", "305558d65a8c.3"),
    "call_on_the_last_tile": ("00a9da624bee.8", "00d3a745286f.5"),
}
"""Hands of real games for kinds that fit into few hands."""
SOME_KINDS = 16
"""The number of kinds of which `make prove` commits many acts."""
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
                self.read[path] = hands_of(path.stem, path.read_text(encoding="utf-8"))
            if self.read[path]:
                return random.choice(self.read[path])

    def named(self, name: str) -> Hand:
        stem = name.partition(".")[0]
        path = next(path for path in self.paths if path.stem == stem)
        return next(hand for hand in hands_of(stem, path.read_text(encoding="utf-8")) if hand.name == name)

    def illegal(self, kind: str, seed: int, number: int) -> Iterator[tuple[Hand, Illegal]]:
        """Hands with one illegal act of a kind."""
        random = Random(f"{kind} {seed}")
        for name in RARE.get(kind, ())[:number]:
            hand = self.named(name)
            yield hand, next(KINDS[kind](hand, random))
            number -= 1
        if number <= 0:
            return
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


def check(hand: Hand, act: Illegal, view: View, rule: str | None = None) -> None:
    """Check that exactly this is found, that the hand ends as recorded unless the act ends it, and that the next hand
    is unchanged."""
    first, after = lines(hand.text(), view)
    assert first["findings"] == after["findings"] == []
    got, got_after = lines(hand.text(act.tags), view)
    found = [(each["event"], each["seat"], each["rule"]) for each in got["findings"]]
    place = f"{hand.name}, {view}, event {act.event} {act.tags[act.event]}"
    assert found == [(act.event, act.seat, rule or act.rule)], place
    assert set(got["findings"][0]) == {"rule", "section", "seat", "event", "grade"}
    if act.result == "as told":
        assert {**got, "findings": []} == first, place
    else:
        assert (got["result"] or "none") == act.result, place
    assert got_after == after, place


RULESETS = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet", "tenhou")
BY_RULESET = {"riichi_too_late"}
"""Kinds that only some rulesets forbid, tenhou among them."""
EARLY = ("discard_missing", "saikouisen-2025")
"""A next player who draws before the discard draws too early (SAI 55.3(6)); anybody else draws out of turn."""
OF_BOTS = [kind for kind in KINDS if kind != "called_kan_missing"]
"""Bots make no kan of a discard."""
SELDOM = {*RARE, "riichi_too_late", "noten_riichi"}
"""Kinds that need more bot games than a fast test can play."""


@cache
def bot_hands(seed: int) -> list[Hand]:
    """Return the hands of a game that bots played, each seed under another ruleset; nobody changes them."""
    name = RULESETS[seed % len(RULESETS)]
    table = played(seed, name)
    return hands_of(f"{name}.{seed}", mjlog.write(next(records_of(table.entries, name))))


def illegal_acts(kind: str, seed: int) -> Iterator[tuple[Hand, Illegal]]:
    """The hands of a game that have room for a kind of act, with one such act each."""
    for hand in bot_hands(seed):
        act = next(KINDS[kind](hand, Random(hand.name)), None)
        if act is not None:
            yield hand, act


def check_games(kind: str, seeds: range, most: int) -> int:
    """Put an illegal act into one hand of each game, and return the number of hands."""
    met = 0
    for seed in seeds:
        name = RULESETS[seed % len(RULESETS)]
        if kind in BY_RULESET and name != "tenhou":
            continue
        for hand, act in illegal_acts(kind, seed):
            for view in act.views:
                check(hand, act, view, "early_draw" if (kind, name) == EARLY else None)
            met += 1
            break
        if met == most:
            break
    return met


def test_a_second_tile_from_an_empty_wall_is_a_second_draw() -> None:
    """WRC 7.2: the hand is full, whether or not the wall is empty; here it is empty."""
    hand = bot_hands(1)[0]
    assert hand.tags[-1].startswith("<RYUUKYOKU")
    act = next(act for act in KINDS["draw_twice"](hand, Random(3)) if len(act.tags) == act.event + 3)
    check(hand, act, "full")


@pytest.mark.parametrize("kind", OF_BOTS)
def test_one_finding_under_every_ruleset(kind: str) -> None:
    assert check_games(kind, range(18), most=1) > 0 or kind in SELDOM


def test_a_discard_that_cannot_be_was_the_tile_that_is_won_on() -> None:
    """A fifth copy is discarded, and the ron on it names another tile: that tile was really discarded."""
    hand = next(hand for hand in bot_hands(0) if hand.name == "wrc-2015.0.4")
    acts = KINDS["fifth_copy_discarded"](hand, Random(hand.name))
    act = next(act for act in acts if act.event == len(hand.tags) - 2)
    assert hand.tags[-1].startswith("<AGARI")
    check(hand, act, "public")


def test_a_first_discard_that_was_not_told_was_made() -> None:
    """The riichi after it is no double riichi: the player wins with it."""
    hand = bot_hands(29)[0]
    first, second, *_ = (
        number for number, tag in enumerate(hand.tags) if is_discard(tag) and seat_of(tag) == 2
    )
    assert '<REACH who="2" step="1"/>' in hand.tags[first:second]
    assert 'who="2"' in hand.tags[-1]
    act = next(act for act in KINDS["discard_missing"](hand, Random(3)) if act.event == first)
    check(hand, act, "full")


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("part", some(range(3), 1))
@pytest.mark.parametrize("kind", some(OF_BOTS, SOME_KINDS))
def test_many_under_every_ruleset(kind: str, part: int) -> None:
    first = 10_000 + 135 * part
    assert check_games(kind, range(first, first + 135), most=70) > 0 or part > 0


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
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"bet_not_placed"}))
def test_the_same_finding_in_mjai(games: Games, kind: str) -> None:
    """In mjai an event is a line. Its dialects may omit the payment of a bet."""
    for hand, act in games.illegal(kind, seed=2, number=1):
        text = mjai.write(mjlog.parse(hand.text(act.tags), "game"))
        for view in act.views:
            first, _ = (report.line for report in replay.replay(mjai.parse(text, "game"), view))
            found = [(each["event"], each["seat"], each["rule"]) for each in first["findings"]]
            assert found == [(act.event, act.seat, act.rule)], (hand.name, view)


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("seed", some(range(10), 1))
@pytest.mark.parametrize("kind", some(list(KINDS), SOME_KINDS))
def test_many_of_each_kind(games: Games, kind: str, seed: int) -> None:
    for hand, act in games.illegal(kind, seed + 100, number=30):
        for view in act.views:
            check(hand, act, view)


@pytest.mark.shared
def test_a_riichi_that_was_not_said_in_the_first_turn_is_a_double_one(games: Games) -> None:
    """The record counts double riichi; the bet stands for the word, with the discard before it."""
    hand = games.named("d556e15f52d7.6")
    act = next(KINDS["riichi_not_said"](hand, Random(1)))
    for view in VIEWS:
        check(hand, act, view)


@pytest.mark.shared
def test_a_hand_may_end_anywhere(games: Games) -> None:
    """The part that exists is replayed: no result, the present scores, and no finding."""
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
    """Status 1, the finding on standard output, and a line with game, hand and event on standard error."""
    hand, act = next(games.illegal("discard_out_of_turn", seed=5, number=1))
    path = tmp_path / "game.mjlog"
    path.write_text(hand.text(act.tags), encoding="utf-8")
    parser = argparse.ArgumentParser()
    replay.add_parser(parser.add_subparsers())
    args = parser.parse_args(["replay", "--view", view, str(path)])
    assert args.run(args) == ExitStatus.NOT_DONE
    out = capsys.readouterr()
    got = [json.loads(line) for line in out.out.splitlines()]
    assert {line["game"] for line in got} == {str(path)}
    assert [len(line["findings"]) for line in got] == [1, 0]
    reported = [line for line in out.err.splitlines() if "out_of_turn_discard" in line]
    assert len(reported) == 1
    assert reported[0].startswith(f"{path}: {got[0]['hand']}.{got[0]['honba']}, event {act.event}: ")
