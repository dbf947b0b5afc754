"""Writes each foul with an example into docs/guides/fouls.md: ``python -m bench.docs.fouls [--check]``.

A foul's name, its cost and how it becomes known are as ``jantaku rules fouls`` says. An example is a foul that
``simulation.replay.disturb`` put into a game of the built-in players, and the words in which the referee found it
there.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import config
from bench.docs.written import write
from bench.foul_proof import BOOKS, one_hand
from config import read_ruleset
from referee.game.events import FoulFound
from referee.game.position import GameState
from referee.game.texts import seen_text
from referee.judging.decide import advance
from referee.records.journaled import records_of
from referee.records.observed import ObservedGame
from referee.rules.catalogue import Known
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.texts.findings import Finding
from referee.texts.kinds import WINDS
from referee.texts.language import language
from referee.texts.message import Message
from referee.tiles import parse_tile
from simulation.people import bots
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import PlayedGame, play_game
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of
from table_controller.cli.rules import cost_of, settings_of

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "guides" / "fouls.md"
COMMAND: Final = "python -m bench.docs.fouls"
GAMES: Final = (21, 31, 32, 35, 41)
"""Seeds of games that have room for every kind of foul except ``riichi_poor``, four hands each."""
HANDS: Final = 4
SEED: Final = 4
ENGLISH: Final = language("en")
SECTIONS: Final = re.compile(r" ?(\([^()]*(\([^()]*\)[^()]*)*\)|: SAI.*?)\.$")
"""The rulebooks' sections at the end of a foul kind's description."""
PARTS: Final[dict[Known, str]] = {
    "detected": "Found while you play",
    "opened": "Found when a hand is opened",
    "judge": "Seen by people, entered by the judge",
}
RECORDED: Final = "In a record, which has every hand; at a table nobody sees one."
UNPLAYED: Final[dict[str, tuple[str, Message]]] = {
    "tile_not_in_hand": (RECORDED, Finding.discards_what_is_not_held(parse_tile("5s"))),
    "fifth_copy": (RECORDED, Finding.draws_one_more(parse_tile("5s"))),
    "riichi_below_1000": ("Says riichi with less than 1,000 points.", Finding.riichi_with_points(900)),
    "riichi_furiten": ("Says riichi in furiten.", Finding.riichi_in_furiten()),
    "dice_out_of_time": ("Rolls the dice for one more hand after the gong.", Finding.dice_after_gong()),
}
"""Examples of fouls that are in none of the games: the act, and the referee's text."""


class Example(NamedTuple):
    """A foul in a game: what somebody did ("" if the finding says it), and the finding's text."""

    what: str
    found: str


def examples() -> dict[str, list[Example]]:
    """Examples of each foul, by its rule, each kind once."""
    made: dict[str, list[Example]] = defaultdict(list)
    missing = list(FOUL_KINDS)
    for seed in GAMES:
        played = bots.play_game(read_ruleset("tenhou"), seed, HANDS)
        record = next(records_of(played, f"own{seed}.mjai"))
        for book in BOOKS:
            rules = ruleset_of(record).judged_by(Ruleset.read(book)).to_mapping()
            for name in list(missing):
                found = _example(play_game(record, rules, SEED), name)
                if found is not None:
                    missing.remove(name)
                    made[found[0]].append(found[1])
    for rule, (what, order) in UNPLAYED.items():
        made[rule].append(Example(what, f"South {ENGLISH.say(order)}"))
    return made


def _example(game: PlayedGame, name: str) -> tuple[str, Example] | None:
    """The rule by which a foul of a kind is found in a game, and its text; None if the game has no room for it."""
    truth = disturbed(game, FOUL_KINDS[name], SEED)
    if truth is None:
        return None
    found = next(
        observations for event, observations in _findings(one_hand(game, truth.hand_index))
        if (event.rule, event.seat) == (truth.rule, truth.seat)
    )  # fmt: skip
    what = SECTIONS.sub(".", (FOUL_KINDS[name].find.__doc__ or "").partition("\n")[0])
    return truth.rule, Example(what, found)


def _findings(game: ObservedGame) -> Iterator[tuple[FoulFound, str]]:
    """The findings in a game, each with its words, offender first."""
    state: GameState | None = None
    for observation in (each for part in (game.beginning, *game.hands) for each in part):
        made, state = advance(state, observation)
        for event in made:
            if isinstance(event, FoulFound):
                wind = WINDS[(event.seat - (event.round or 0)) % 4]
                yield event, f"{ENGLISH.word('wind', wind)} {ENGLISH.say(seen_text(event))}"


def lines(examples_by_rule: dict[str, list[Example]]) -> Iterator[str]:
    """The page's part: each foul with its cost and its examples."""
    books = {config.ruleset_title(book, "en"): settings_of(book) for book in BOOKS}
    for known, title in PARTS.items():
        yield f"## {title}\n"
        for foul in (each for each in CATALOGUE.values() if each.known == known):
            yield f"### {foul.words[:1].upper()}{foul.words[1:]}\n"
            yield f"* `{foul.rule}` in rulesets"
            for name, (ruleset, settings) in books.items():
                cost, section = cost_of(foul, ruleset, settings)
                yield f"* {name}: **{ENGLISH.say(cost)}**; {section}"
            yield from _example_lines(foul.rule, known, examples_by_rule[foul.rule])
            yield ""


def _example_lines(rule: str, known: Known, shown: Iterable[Example]) -> Iterator[str]:
    """The examples of a foul; for one that only people see, the order by which a judge enters it."""
    if known == "judge":
        yield f"* Enter it: `foul {rule.replace('_', '-')} South`"
        return
    yield ""
    for each in dict.fromkeys(shown):
        yield f"> * {each.what} The table: *{each.found}.*".replace("*  ", "* ")


def main(arguments: list[str]) -> int:
    """Write the page; with ``--check`` only say whether it differs (exit status 1)."""
    return write(PAGE, COMMAND, "\n".join(lines(examples())).strip(), check="--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
