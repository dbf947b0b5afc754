"""Games of the built-in players as a table journals them: each observation with what was decided from it."""

from collections.abc import Iterator

from referee.folding.state import evolve
from referee.game.events import HandEnded, HandStarted
from referee.game.position import GameState
from referee.journal.journal import Journal
from simulation.people.bots import Entry
from simulation.trial.swarm import games

GAMES = 2


def one_hand() -> list[Entry]:
    """The beginning of a game, until its first hand has ended."""
    (game,) = games(1, 1)
    ended = next(
        at for at, (_, events) in enumerate(game) if any(isinstance(each, HandEnded) for each in events)
    )
    return game[: ended + 1]


def endless() -> Iterator[Entry]:
    """A few games, over and over."""
    played = games(GAMES)
    while True:
        for game in played:
            yield from game


def fill(journal: Journal, *, entries: int | None = None, hands: int | None = None) -> None:
    """Journal games until there are so many entries, or so many hands have begun; snapshots included."""
    state: GameState | None = None
    begun = 0
    for observation, events in endless():
        for event in events:
            state = evolve(state, event)
            begun += isinstance(event, HandStarted)
        if journal.number == entries or (hands is not None and begun > hands):
            return
        journal.append(observation, events, state=state)
