"""Helpers that the tests of journal share."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from config import read_ruleset
from referee.game import observations
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.journal.reader import UNFOLDED, Head, JournalReader, Loaded
from referee.journal.verification import Witnesses, concluded, verify_hanchans
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile

RULES = Ruleset.from_mapping(read_ruleset("tenhou")).to_mapping()


HAND = (UNKNOWN,) * 13


def a_game() -> list[Observation]:
    """The beginning of a game as a table sees it."""
    seen: list[Observation] = [
        observations.HanchanBegun(at_ms=0, ruleset=RULES, names=("Ada", "Béla", "Chihiro", "Đorđe")),
        observations.HandDealt(at_ms=1000, dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        observations.IndicatorSeen(at_ms=2000, tile=parse_tile("0p")),
    ]
    for turn in range(8):
        at_ms = 3000 + turn * 1000
        seat = turn % 4
        seen.append(
            observations.TileDrawn(at_ms=at_ms, within_ms=5, source=f"signal:{turn}", seat=seat, tile=UNKNOWN)
        )
        tile = parse_tile(f"{turn + 1}s")
        seen.append(
            observations.TileDiscarded(
                at_ms=at_ms + 500, within_ms=100, source="frame:7", seat=seat, tile=tile
            )
        )
    return seen


def play(journal: Journal, seen: list[Observation], state: GameState | None = None) -> GameState | None:
    for observation in seen:
        events, state = advance(state, observation)
        journal.append(observation, events, state=state)
    return state


def in_parts(journal: JournalReader, length: int, remembered: Head | None = None) -> Loaded:
    """A journal verified by parts of this length."""
    whole, witnesses = UNFOLDED, Witnesses(journal.snapshot(), remembered)
    begins = range(1, max(1, journal.number) + 1, length)
    for first, until in zip(begins, (*begins[1:], None), strict=True):
        part = verify_hanchans(journal, first, until, witnesses)
        if part is not None:
            whole = replace(part, at_ms=max(whole.at_ms, part.at_ms))
    return concluded(journal, whole, witnesses)


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
