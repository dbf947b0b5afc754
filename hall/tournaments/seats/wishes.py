"""Organisers' wishes for a seating plan, in addition to nobody meeting twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.texts.book_texts import BadEntry, BadSeating
from referee.texts.language import WordedError

SUBSTITUTE: Final = "substitute {}"
"""The name of a place that a tournament's substitutes fill at the last table (WRC 7.2)."""


class SeatsError(WordedError, ValueError):
    """The wishes for a seating plan cannot be met."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes for a plan.

    Attributes:
        locked: the table, from 0, of each player who needs the same one for the whole tournament.
        apart: by player, his club, country or the like; those who share one meet late and seldom.
        teams: by player; two of one team must never meet.
        byes: players sit out if their number is not divisible by four; otherwise substitutes fill the last table.
        seed: of the draw; the same seed with the same people gives the same plan.
    """

    locked: Mapping[str, int] = field(default_factory=dict)
    apart: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    teams: Mapping[str, str] = field(default_factory=dict)
    byes: bool = False


def substitutes(players: Sequence[str]) -> list[str]:
    """Return the names of the substitutes who fill the last table."""
    return [SUBSTITUTE.format(number) for number in range(1, 1 + -len(players) % 4)]


def is_substitute(player: str) -> bool:
    """Return whether this name stands for a substitute who fills a table."""
    return player.startswith(SUBSTITUTE.format(""))


def checked(players: Sequence[str], wishes: Wishes, tables: int) -> dict[str, tuple[str, ...]]:
    """Check the wishes; return the marks (``Meetings``) that follow from them.

    Raises:
        SeatsError: a name occurs twice or is a substitute's, or a table is locked for two players or does not exist.
    """
    twice = next((player for number, player in enumerate(players) if player in players[:number]), None)
    if twice is not None:
        raise SeatsError(BadSeating.twice(twice))
    taken = next((player for player in players if is_substitute(player)), None)
    if taken is not None:
        raise SeatsError(BadEntry.name_of_substitutes(taken))
    of_table: dict[int, str] = {}
    for player, table in wishes.locked.items():
        if player not in players:
            raise SeatsError(BadSeating.plays_not(player, table + 1))
        if not 0 <= table < tables:
            raise SeatsError(BadSeating.no_table(player, table + 1, tables))
        other = of_table.setdefault(table, player)
        if other != player:
            raise SeatsError(BadSeating.both(other, player, table + 1))
    marks: dict[str, tuple[str, ...]] = {player: (label,) for player, label in wishes.apart.items() if label}
    for player, team in wishes.teams.items():
        if team:
            marks[player] = (*marks.get(player, ()), f"!team {team}")
    for player in wishes.locked:
        marks[player] = (*marks.get(player, ()), "!locked")
    for player in substitutes(players):
        marks[player] = ("!substitutes",)
    return marks
