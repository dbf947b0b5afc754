"""Measures how well the referee finds fouls put into games, kind by kind."""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from referee.records import observed
from referee.records.neutral.record import GameRecord
from referee.records.observed import ObservedGame
from referee.records.reader import read_record
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.disturbing import Truth, disturbed
from simulation.replay.disturb.game import PlayedGame, file_lines, play_game, standing_of
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.disturb.played import BETWEEN_HANDS_MS
from simulation.replay.timed import observed_reports

ROOT: Final = Path(__file__).resolve().parents[1]
BOOKS: Final = ("wrc-2015", "riichi-mj", "saikouisen-2025")
"""The rulebooks that say how people play at a table."""
LEAST: Final = 0.995
"""Required share of fouls found with the right rule, seat and event, and without any other finding."""
ROUNDS: Final = 12
"""The number of times that the games are searched for a foul that has few possible places."""

Result: TypeAlias = tuple[str, Truth | None, list[Truth]]
"""Name of the kind, the truth if a place was found for the foul, and the referee's findings in the order of play."""


@dataclass(slots=True)
class Tally:
    """The results for one kind of foul under one rulebook.

    Attributes:
        foul: whether this rulebook makes it a foul.
        put: how often it was put into a game.
        detected: found with the right rule, seat and event, and nothing else.
        missed: not found.
        wrong: found together with something else.
        rules: names of the fouls under which it was found.
        examples: of errors, in words.
    """

    foul: bool = False
    put: int = 0
    detected: int = 0
    missed: int = 0
    wrong: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)


def add_games(parser: argparse.ArgumentParser, times: int) -> None:
    """Add the options for drawing games, for the number of processes, and for how often each kind is put into them."""
    parser.add_argument("--times", type=int, default=times)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, default=ROOT.parent / "shared" / "records")
    parser.add_argument("--processes", type=int, default=1)


def drawn_games(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[str]:
    """The files of all games, in an order drawn from the seed; without any the program ends with an error."""
    paths = sorted(str(path) for path in (args.records / "games").glob("*.mjlog"))
    if not paths:
        parser.error(f"--records: no games in {args.records}")
    Random(args.seed).shuffle(paths)
    return paths


def found_in_file(game: PlayedGame) -> list[Truth]:
    """The referee's findings in a whole game, read from the text of its observation file."""
    return _found(observed.parse("".join(file_lines(game)), game.name))


def found_around(
    game: PlayedGame, index: int, sensed: Callable[[ObservedGame], ObservedGame] | None = None
) -> list[Truth]:
    """The referee's findings in one hand of a game, up to the deal of the next, as it is ``sensed``."""
    around = one_hand(game, index)
    return findings_of(around if sensed is None else sensed(around), index)


def one_hand(game: PlayedGame, index: int) -> ObservedGame:
    """Return the observations of one hand of a game, up to the deal of the next."""
    hand, *following = game.hands[index : index + 2]
    hand.standing = hand.standing or standing_of(hand.hand)
    observations = [tuple(hand.observations(1000))]
    for each in following:
        each.standing = standing_of(each.hand)
        observations.append(tuple(islice(each.observations(observations[0][-1].at_ms + BETWEEN_HANDS_MS), 1)))
    return ObservedGame(game.name, game.name, (game.beginning(),), tuple(observations))


def findings_of(around: ObservedGame, index: int) -> list[Truth]:
    """The referee's findings in an observed game that begins with hand ``index`` of a game."""
    return [replace(each, hand_index=each.hand_index + index) for each in _found(around)]


def _found(game: ObservedGame) -> list[Truth]:
    return [
        Truth(each["rule"], each["seat"], each["event"], index)
        for index, report in enumerate(observed_reports(game))
        for each in report.line["findings"]
    ]


def tally(
    records: Iterable[GameRecord],
    rules_of: Callable[[GameRecord], Ruleset],
    kinds: Sequence[str],
    seed: int,
    *,
    whole: bool = False,
    sensed: Callable[[ObservedGame], ObservedGame] | None = None,
) -> Iterator[Result]:
    """For each record and each kind that the rules know: its name, the truth (None without a place), and the findings.

    With ``whole`` the file of the whole game is judged, otherwise only the hand: as ``sensed`` by a table that observes
    less of it.
    """
    for record in records:
        rules = rules_of(record).to_mapping()
        if not any(FOUL_KINDS[name].fits(hand) for name in kinds for hand in record.hands):
            yield from ((name, None, []) for name in kinds if FOUL_KINDS[name].under(rules))
            continue
        game = play_game(record, rules, seed)
        whole_hands = [hand.copied() for hand in game.hands]
        for name in kinds:
            if not FOUL_KINDS[name].under(rules):
                continue
            truth = disturbed(game, FOUL_KINDS[name], seed)
            if truth is None:
                yield name, None, []
                continue
            index = truth.hand_index
            yield name, truth, found_in_file(game) if whole else found_around(game, index, sensed)
            for changed in (index, index + 1):
                if changed < len(whole_hands):
                    game.hands[changed] = whole_hands[changed].copied()


def count(results: Iterable[Result]) -> dict[str, Tally]:
    """The tally of each kind."""
    tallies = {name: Tally() for name in FOUL_KINDS}
    for name, truth, found in results:
        mine = tallies[name]
        mine.foul = True
        if truth is None:
            continue
        mine.put += 1
        mine.rules[truth.rule] += 1
        minded = [each for each in found if not _played_on(each, truth)]
        if minded == [truth]:
            mine.detected += 1
            continue
        mine.missed += truth not in found
        mine.wrong += truth in minded
        if len(mine.examples) < 5:
            mine.examples.append(f"put {truth}, found {found}")
    return tallies


def _played_on(each: Truth, truth: Truth) -> bool:
    """Return whether the finding is that play went on after the foul, which SAI 53.3 forbids, since nobody stops in a
    record."""
    after = (each.hand_index, each.event) > (truth.hand_index, truth.event)
    return each.rule == "play_while_stopped" and after


def put_in(
    paths: Iterable[Path],
    rules_of: Callable[[GameRecord], Ruleset],
    kinds: Iterable[str],
    seed: int,
    times: int,
    *,
    sensed: Callable[[ObservedGame], ObservedGame] | None = None,
) -> list[Result]:
    """Kinds put this many times each; where places are few, the same games are used again.

    ``sensed``: as a table that observes less of a game has it.
    """
    results: list[Result] = []
    wanted = dict.fromkeys(kinds, times)
    where = dict.fromkeys(wanted, dict.fromkeys(paths))
    for again in range(ROUNDS):
        some: dict[str, list[Path]] = {name: [] for name in wanted}
        for path in dict.fromkeys(path for name in wanted for path in where[name]):
            asked = [name for name, more in wanted.items() if more and path in where[name]]
            if not asked:
                continue
            for each in tally([read_record(path)], rules_of, asked, seed + 1000 * again, sensed=sensed):
                results.append(each)
                if each[1] is not None:
                    wanted[each[0]] -= 1
                    some[each[0]].append(path)
        where = {name: dict.fromkeys(some[name]) for name, more in wanted.items() if more and some[name]}
        wanted = {name: wanted[name] for name in where}
    return results
