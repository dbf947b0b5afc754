"""Helpers that the tests of continued games share."""

from contextlib import closing
from pathlib import Path

from referee.game.observations import HanchanBegun, HandDealt, Observation
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from simulation.playing.continued import take_up
from simulation.playing.options import Options

BEGUN = HanchanBegun(ruleset=Ruleset.read("tenhou").to_mapping(), names=("A", "B", "C", "D"))


DEALT = HandDealt(at_ms=5000, dice=(1, 2), hands=((UNKNOWN,) * 13,) * 4)


def table(folder: Path, *observations: Observation, options: Options | None = None) -> Path:
    """A simulated table's folder after a game."""
    state: GameState | None = None
    folder.mkdir()
    if options is not None:
        take_up(folder, options)
    with closing(Journal(folder / "journal.sqlite")) as journal:
        for each in observations:
            events, state = advance(state, each)
            journal.append(each, events, state=state)
        journal.receive(7, 1, "{}")
    (folder / "machine.json").write_text("{}")
    return folder
