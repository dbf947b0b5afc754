"""Writes real entries into a journal, round after round, until it is killed. Run as a program: mortal_writer.py ENTRIES PLACE.

ENTRIES is a journal whose entries are written as a table does: first the signal into the inbox, then the entry that
settles it. The number of each is printed when it is on disk.
"""

import sys

from referee.folding.state import evolve
from referee.game.position import GameState
from referee.journal.journal import Journal

NONCE = 7


def write(source: str, place: str) -> None:
    """Continue from the journal's end."""
    other = Journal(source)
    entries = list(other.entries())
    other.close()
    journal = Journal(place)
    state: GameState | None = journal.load().state
    while True:
        entry = entries[journal.number % len(entries)]
        key = (NONCE, journal.number + 1)
        journal.receive(*key, "{}")
        for event in entry.events:
            state = evolve(state, event)
        number = journal.append(entry.observation, entry.events, settles=(key,), state=state).number
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        journal.acknowledge("broker", number)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2])
