"""Byes: if the number of players does not divide by four, those who have played most sit a round out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.seats.swiss import swiss_round
from hall.tournaments.seats.wishes import Wishes

Rounds = list[list[list[str]]]


def rounds_with_byes(
    players: Sequence[str], rounds: int, wishes: Wishes, played: Sequence[Sequence[Sequence[str]]] = ()
) -> Rounds:
    """Return these rounds, drawn by lot one after another, for a number of players not divisible by four.

    Raises:
        SeatsError: impossible wishes.
    """
    found: Rounds = []
    chance = Chance(wishes.seed)
    for _ in range(rounds):
        before = [*played, *found]
        found.append(round_with_byes(chance.shuffled(players), before, wishes, ranked=False))
    return found


def round_with_byes(
    standing: Sequence[str],
    played: Sequence[Sequence[Sequence[str]]],
    wishes: Wishes,
    *,
    ranked: bool = True,
) -> list[list[str]]:
    """Return the tables of the next round like ``swiss_round``, for those who do not sit it out."""
    sat = Counter(player for round_ in played for table in round_ for player in table)
    by_turn = sorted(range(len(standing)), key=lambda place: (-sat[standing[place]], -place))
    out = {standing[place] for place in by_turn[: len(standing) % 4]}
    sitting = [player for player in standing if player not in out]
    locked = {player: table for player, table in wishes.locked.items() if player not in out}
    return swiss_round(sitting, played, replace(wishes, locked=locked), ranked=ranked)
