"""How well the referee finds what was put into games: the fouls told apart from what it finds, kind by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from referee.records import observed
from table_controller.disturb.catalogue import KINDS
from table_controller.disturb.disturbing import Truth, disturbed
from table_controller.disturb.game import PlayedGame, file_lines, play_game, standing_of
from table_controller.disturb.played import played
from table_controller.replay_timed import observed_reports

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.records.record import GameRecord
    from referee.ruleset import Ruleset

BOOKS: Final = ("wrc-2015", "riichi-mj", "saikouisen-2025")
"""The rulebooks that say how people play at a table."""
LEAST: Final = 0.995
"""Share of the fouls that must be found with the right rule, seat and event, and nothing else found."""


Result: TypeAlias = tuple[str, Truth | None, list[Truth]]
"""Name of the kind, the truth if there was a place, and what was found."""


@dataclass(slots=True)
class Tally:
    """What became of the fouls of one kind by one rulebook.

    Attributes:
        foul: it is one by this rulebook.
        games: how many games had a place for it.
        detected: found with the right rule, seat and event, and nothing else.
        missed: not found.
        wrong: something else was found besides.
        rules: names of the fouls it was.
        examples: of what went wrong, in words.
    """

    foul: bool = False
    games: int = 0
    detected: int = 0
    missed: int = 0
    wrong: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)


def found_in(game: PlayedGame) -> list[Truth]:
    """What the referee finds in a game, read from the text of its observation file."""
    read = observed.parse("".join(file_lines(game)), game.name)
    return [
        Truth(each["rule"], each["seat"], each["event"], index)
        for index, report in enumerate(observed_reports(read))
        for each in report.line["findings"]
    ]


def around(game: PlayedGame, index: int) -> PlayedGame:
    """The hand of a game and those beside it, each from the position that the record tells."""
    first = max(0, index - 1)
    hands = [
        replace(hand, standing=hand.standing or standing_of(hand.hand))
        for hand in game.hands[first : index + 2]
    ]
    return replace(game, hands=hands)


def tally(
    records: Iterable[GameRecord],
    rules_of: dict[str, Ruleset],
    kinds: Iterable[str],
    seed: int,
    *,
    whole: bool = False,
) -> Iterator[Result]:
    """For each record and kind of which the rules know: its name, the truth (None without a place), and what was found.

    ``rules_of`` gives the rules for each record's path. ``whole`` looks at the whole game, else at the hand and those
    beside it.
    """
    for record in records:
        rules = rules_of[record.path].to_mapping()
        game = play_game(record, rules, seed)
        for name in kinds:
            if not KINDS[name].under(rules):
                continue
            truth = disturbed(game, KINDS[name], seed)
            if truth is None:
                yield name, None, []
                continue
            index = truth.hand_index
            if whole:
                found = found_in(game)
            else:
                first = max(0, index - 1)
                found = [
                    replace(each, hand_index=each.hand_index + first)
                    for each in found_in(around(game, index))
                ]
            yield name, truth, found
            again = Random(f"{seed}:{game.name}:{index}")  # noqa: S311 - as play_game has it
            game.hands[index] = played(record.hands[index], rules, again)
            for hand in game.hands[1:]:
                hand.standing = None


def count(results: Iterable[Result]) -> dict[str, Tally]:
    """The tally of each kind."""
    tallies = {name: Tally() for name in KINDS}
    for name, truth, found in results:
        mine = tallies[name]
        mine.foul = True
        if truth is None:
            continue
        mine.games += 1
        mine.rules[truth.rule] += 1
        if found == [truth]:
            mine.detected += 1
            continue
        mine.missed += truth not in found
        mine.wrong += truth in found
        if len(mine.examples) < 5:
            mine.examples.append(f"put {truth}, found {found}")
    return tallies
