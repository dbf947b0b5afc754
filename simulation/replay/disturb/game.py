"""A recorded game with physical times, and its file of observations."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from random import Random

from referee.encoding import codec
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.neutral.record import GameRecord, HandRecord
from simulation.replay.disturb.moments import PLAYED_SENSES
from simulation.replay.disturb.people import Rules
from simulation.replay.disturb.played import BETWEEN_HANDS_MS, TAKEN_LATER, PlayedHand, Standing, played

SCHEMA = 1


@dataclass(slots=True)
class PlayedGame:
    """A whole game as people play it; ``rules`` is the ruleset in force as a mapping."""

    name: str
    names: tuple[str, str, str, str]
    rules: Rules
    hands: list[PlayedHand]

    def beginning(self) -> Observation:
        """Return the start of the hanchan: the rules in force, and the table's senses."""
        return seen.HanchanBegun(
            ruleset=self.rules, names=self.names, senses=PLAYED_SENSES, source="observation:0"
        )

    def each_hand(self) -> Iterator[list[Observation]]:
        """Yield the observations of each hand, numbered from its deal on."""
        start = 1000
        for hand in self.hands:
            hand_observations = list(hand.observations(start))
            yield hand_observations
            start = max(hand_observations[-1].at_ms, start + hand.length) + BETWEEN_HANDS_MS

    def observations(self) -> Iterator[Observation]:
        yield self.beginning()
        at_ms = 0
        number = 0
        for of_hand in self.each_hand():
            yield from of_hand
            at_ms, number = of_hand[-1].at_ms, len(of_hand)
        yield seen.HanchanClosed(at_ms=at_ms + 1000, source=f"observation:{number}")


def game_name(record: GameRecord) -> str:
    """Return the name of a record's file, without folder and ending."""
    return PurePath(record.path).name.split(".")[0]


def play_game(record: GameRecord, rules: Rules, seed: int, *, taken_later: float = TAKEN_LATER) -> PlayedGame:
    """Give a record physical times; the same seed gives the same times on any machine.

    ``taken_later`` is the share of claimed tiles taken only after the discard, if the rules allow that.
    """
    name = game_name(record)
    hands = [
        played(
            hand,
            rules,
            Random(f"{seed}:{name}:{number}"),
            taken_later=taken_later,
        )
        for number, hand in enumerate(record.hands)
    ]
    start = rules["flow"]["start_points"]
    if hands and standing_of(hands[0].hand) != (0, 0, 0, start, start, start, start):
        hands[0].standing = standing_of(hands[0].hand)
    return PlayedGame(name, record.names, rules, hands)


def standing_of(hand: HandRecord) -> Standing:
    """Return a recorded hand's starting position: round, counters, bets and the four scores."""
    return (hand.round, hand.honba, hand.bets, *hand.scores)


def file_lines(game: PlayedGame) -> Iterator[str]:
    """Yield the lines of the game's observation file."""
    yield json.dumps({"jantaku": "observations", "schema": SCHEMA, "game": game.name}) + "\n"
    for each in game.observations():
        mapping = codec.encode(each)
        del mapping["source"]
        yield codec.canonical(mapping) + "\n"
