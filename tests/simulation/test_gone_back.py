"""A simulation goes back to the beginning of a hand: in another folder, whose journal begins as the one that stays."""

import os
import pty
from contextlib import closing
from pathlib import Path

import pytest

from config import ConfigError
from referee.game.events import HandEnded, HandStarted
from referee.game.judge_observations import HandEntered
from referee.game.observations import HandDealt, RulingGiven
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from referee.journal.verification import verify
from simulation.playing.continued import cut_copy, hands_begun, take_up
from simulation.playing.options import Options
from tests.simulation.continued_stage import BEGUN, DEALT, table
from tests.simulation.recorded_game_stage import stored
from tests.simulation.sim_process import Sim
from tests.simulation.whole_way_stage import PON_KAKAN_RON

DRAWN = HandEntered(at_ms=6000, result="exhaustive", tenpai=(0,))
VOID = RulingGiven(at_ms=6000, ruling="void", judge="anna")
OPTIONS = Options(seed=5, ruleset="tenhou")


def dealt(at_ms: int) -> HandDealt:
    return HandDealt(at_ms=at_ms, dice=DEALT.dice, hands=DEALT.hands)


def test_a_void_hand_and_the_one_dealt_in_its_place_are_one_hand(tmp_path: Path) -> None:
    assert hands_begun(table(tmp_path / "none", BEGUN, options=OPTIONS)) == []
    state = table(tmp_path / "sim", BEGUN, DEALT, VOID, dealt(7000), DRAWN, dealt(8000), options=OPTIONS)
    assert hands_begun(state) == [1, 5]


@pytest.mark.parametrize(("hand", "played"), [(1, 0), (2, 1)])
def test_another_folder_goes_on_from_there_and_this_one_stays(tmp_path: Path, hand: int, played: int) -> None:
    state = table(tmp_path / "sim", BEGUN, DEALT, DRAWN, dealt(8000), DRAWN, options=OPTIONS)
    before = stored(state)
    last = hands_begun(state)[hand - 1]
    cut_copy(state, state / "back-1", last, OPTIONS)
    assert stored(state) == before
    assert stored(state / "back-1") == before[:last]
    options, beginning = take_up(state / "back-1", Options(hands=2))
    assert (options.seed, beginning.hands, beginning.running) == (5, played, True)
    assert stored(state / "back-1") == before[:last], "no hand was being played that would be void"
    with pytest.raises(ConfigError, match="back-1"):
        cut_copy(state, state / "back-1", last, OPTIONS)


@pytest.mark.prove
def test_back_at_a_terminal(tmp_path: Path) -> None:
    """This test has a short name: its folder is named after it, and sockets below the folder must have short paths."""
    person, program = pty.openpty()
    sim = Sim(tmp_path, *PON_KAKAN_RON, terminal=program)
    sim.wait_for_entries(40)
    os.write(person, b":back 2\r b")
    played = sim.end()
    os.close(person)
    os.close(program)
    assert "back: hands 1 to 1 have begun, not 2." in played.output
    assert "Back to the beginning of hand 1. The journal of" in played.output
    assert played.report["equal"], played.output
    assert played.status == 0
    assert played.report["discards"] == {"right": 21, "wrong": 0, "missed": 0}
    stays, again = stored(sim.state), stored(sim.state / "back-1")
    assert len(stays) >= 40
    [last] = hands_begun(sim.state)
    assert again[:last] == stays[:last]
    with closing(open_reader(sim.state / "back-1" / "journal.sqlite")) as journal:
        happened = [event for entry in journal.entries() for event in entry.events]
    assert [type(event) for event in happened if isinstance(event, HandStarted | HandEnded)] == [
        HandStarted,
        HandEnded,
    ]
    with closing(Journal(sim.state / "journal.sqlite")) as whole:
        verify(whole)
