"""The games that many tables have played: the texts of their entries, in the form in which they journal them."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from hall.store.arrival import Arrival, arrival_of
from referee.journal.journal import Journal
from simulation.trial.swarm import games

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def played(folder: Path, tables: int, each: int) -> list[list[Arrival]]:
    """So many entries of each of so many tables.

    Args:
        folder: for their journals; made.
        tables: how many.
        each: entries of a table.
    """
    folder.mkdir()
    known = games()
    found = []
    for number in range(1, tables + 1):
        game = known[number % len(known)]
        with closing(Journal(folder / f"{number}.sqlite", synced=False)) as journal:
            for turn in range(each):
                journal.append(*game[turn % len(game)])
            found.append([arrival_of(str(number), text) for _, text in journal.texts()])
    return found


def in_turn(journals: Sequence[Sequence[Arrival]]) -> list[Arrival]:
    """Their entries as they come when all play equally fast: the first of each table, then the second, …"""
    return [arrival for turn in zip(*journals, strict=True) for arrival in turn]
