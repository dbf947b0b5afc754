"""Helpers that the tests of book share."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from hall.tournaments.book.entries import (
    AnyEntry,
    Four,
    PlayerRegistered,
    SessionSeated,
    TableEntered,
    TournamentOpened,
)
from hall.tournaments.book.position import folded
from hall.tournaments.book.refusing import refusal
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.wishes import Wishes
from referee.rules.ruleset import Ruleset
from referee.texts.language import english

PLAYERS = [f"p{number}" for number in range(1, 17)]


FOURS = tuple[tuple[str, str, str, str], ...]


RULESETS = ("wrc-2015", "riichi-mj", "saikouisen-2025")


def opened(ruleset: str = "wrc-2015", **settings: Any) -> TournamentOpened:
    return TournamentOpened(title="Spring", ruleset=Ruleset.read(ruleset).to_mapping(), **settings)


def beginning(ruleset: str = "wrc-2015", sessions: int = 2, **settings: bool) -> list[AnyEntry]:
    """Sixteen players at four tables, seated for some sessions."""
    plan = drawn(PLAYERS, sessions, Wishes(seed=1))
    people = [PlayerRegistered(player=player, name=player.upper()) for player in PLAYERS]
    seats = [
        SessionSeated(session=number, tables=msgspec.convert(tables, FOURS))
        for number, tables in enumerate(plan, 1)
    ]
    return [opened(ruleset, **settings), *people, *seats]


def shared_out(ruleset: Ruleset, chance: Random, bets: int = 0) -> Four:
    """Scores of a table that sum to what they must."""
    whole = 4 * ruleset.flow.start_points - 1000 * bets
    first, second, third = (100 * chance.randint(-100, 600) for _ in range(3))
    return first, second, third, whole - first - second - third


def both(session: int, table: int, scores: Four, bets: int = 0) -> list[AnyEntry]:
    """Return the entries of two people for the scores of a table."""
    return [
        TableEntered(by=by, session=session, table=table, scores=scores, bets=bets) for by in ("Ann", "Bob")
    ]


def all_played(session: int, seed: int, ruleset: str = "wrc-2015") -> list[AnyEntry]:
    chance, rules = Random(seed), Ruleset.read(ruleset)
    return [each for table in range(1, 5) for each in both(session, table, shared_out(rules, chance))]


def made(entries: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The entries, each of which makes sense where it stands."""
    for number, entry in enumerate(entries):
        assert refusal(folded(entries[:number]), entry) is None, entry
    return list(entries)


def refused(entries: Sequence[AnyEntry], entry: AnyEntry) -> str:
    why = refusal(folded(entries), entry)
    return "" if why is None else english(why)
