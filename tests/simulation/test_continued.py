"""A simulation continues from its folder: with the next hand, or by dealing an interrupted one again."""

import json
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from config import ConfigError
from jantaku.main import main
from referee.game.events import HanchanStarted, HandEnded
from referee.game.observations import HanchanClosed, IndicatorSeen
from referee.journal.journal import Journal
from referee.journal.verification import verify
from simulation.playing.beginning import FILE
from simulation.playing.continued import take_up
from simulation.playing.options import Options
from tests.referee.old_journals_stage import built
from tests.simulation.continued_stage import BEGUN, DEALT, table
from tests.simulation.sim_process import Sim, journal_numbers
from tests.simulation.whole_way_stage import PON_KAKAN_RON


@pytest.mark.prove(short=False)
def test_a_hand_that_was_broken_off_is_dealt_again(tmp_path: Path) -> None:
    sim = Sim(tmp_path, *PON_KAKAN_RON, own_group=True)
    sim.wait_for_entries(20)
    os.killpg(sim.process.pid, signal.SIGINT)
    assert sim.process.wait(60) == 130
    left = journal_numbers(sim.state)
    # The seed is remembered; this time the default is another.
    played = Sim(tmp_path, "--hands", "1").end()
    assert played.report["equal"], played.output
    assert played.status == 0
    assert "goes on with the hanchan that is there, hand 1" in played.output
    assert "is void and dealt again" in played.output
    assert played.report["discards"] == {"right": 21, "wrong": 0, "missed": 0}
    with closing(Journal(sim.state / "journal.sqlite")) as journal:
        entries = list(journal.entries())
        verify(journal)
    assert [entry.number for entry in entries][: len(left)] == left
    times = [entry.at_ms for entry in entries]
    assert times == sorted(times)
    happened = [event for entry in entries for event in entry.events]
    assert sum(isinstance(event, HanchanStarted) for event in happened) == 1
    assert [event.result for event in happened if isinstance(event, HandEnded)] == ["chombo", "ron"]


def test_between_hands_it_goes_on_with_the_next(tmp_path: Path) -> None:
    folder = table(tmp_path / "sim", BEGUN, options=Options(seed=5, ruleset="tenhou"))
    options, course = take_up(folder, Options(hands=3))
    assert (options.seed, options.ruleset, options.hands) == (5, "tenhou", 3)
    assert (course.hands, course.running) == (0, True)
    assert not (folder / "machine.json").exists(), "the machine is another"
    with closing(Journal(folder / "journal.sqlite")) as journal:
        assert (journal.number, journal.inbox()) == (1, [])


def test_in_a_hand_it_is_made_void(tmp_path: Path) -> None:
    folder = table(tmp_path / "sim", BEGUN, DEALT, IndicatorSeen(at_ms=6000, tile=3), options=Options())
    _, course = take_up(folder, Options())
    assert (course.hands, course.running) == (0, True)
    assert course.start_ms > 6000
    assert "void" in course.lines[1]
    with closing(Journal(folder / "journal.sqlite")) as journal:
        state = verify(journal).state
    assert state is not None
    assert (state.phase, state.round, state.honba) == ("waiting", 0, 0)


def test_after_the_end_the_next_hanchan_begins(tmp_path: Path) -> None:
    closed = HanchanClosed(at_ms=7000, judge="anna")
    folder = table(tmp_path / "sim", BEGUN, closed, options=Options(seed=5))
    options, course = take_up(folder, Options(seed=6))
    assert (options.seed, course.hands, course.running) == (6, 0, False)
    assert "the next one begins" in course.lines[0]
    assert json.loads((folder / FILE).read_text())["seed"] == 6


@pytest.mark.parametrize("kept", [None, "[]", '{"record": 3, "seed": 1, "ruleset": null}', "{"])
def test_what_no_simulation_left_is_not_touched(
    tmp_path: Path, kept: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = table(tmp_path / "sim", BEGUN, DEALT)
    if kept is not None:
        (folder / FILE).write_text(kept)
    before = (folder / "journal.sqlite").read_bytes()
    assert main(["sim", "--headless", "--state", str(folder)]) == 2
    assert "name another folder" in capsys.readouterr().err
    assert (folder / "journal.sqlite").read_bytes() == before
    assert (folder / "machine.json").exists()


def test_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The built-in players have other names than those whose hanchan is there."""
    folder = table(tmp_path / "sim", BEGUN, options=Options())
    assert main(["sim", "--headless", "--hands", "1", "--state", str(folder)]) == 2
    assert "is another game" in capsys.readouterr().err


def test_hands_that_were_played_are_not_played_again(tmp_path: Path) -> None:
    folder = table(tmp_path / "sim", options=Options(seed=21))
    (folder / "journal.sqlite").unlink()
    built("played-587c48f", folder / "journal.sqlite")
    with pytest.raises(
        ConfigError, match="hand 1, the last that was asked for, has been played; give --hands 2 or more"
    ):
        take_up(folder, Options(hands=1))
    assert take_up(folder, Options())[1].hands == 1
