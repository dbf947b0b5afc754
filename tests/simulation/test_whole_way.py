"""The whole way: people move tiles, firmware and camera report, the referee follows the game - all run as a user
would."""

import os
import signal
from pathlib import Path
from typing import TypeAlias

import pytest

from referee.game.events import FoulFound, HanchanEnded
from referee.game.judge_events import PlayStopped
from referee.journal.journal import Journal
from tests.simulation.sim_process import Listener, Sim, acknowledged, journal_numbers
from tests.simulation.whole_way_stage import PON_KAKAN_RON

Killed: TypeAlias = tuple[tuple[str, ...], str]
"""Words of a program's command line, and the line that reports its end."""


@pytest.mark.timeout(900)
def test_a_hand_of_the_built_in_players_is_reconstructed(tmp_path: Path) -> None:
    played = Sim(tmp_path, *PON_KAKAN_RON).end(patience_s=800)
    assert played.report["equal"], played.output
    assert played.status == 0
    assert played.report["hands"] == 1
    assert played.report["discards"] == {"right": 21, "wrong": 0, "missed": 0}
    assert played.report["calls"] == {"right": 3, "wrong": 0, "missed": 0}
    assert played.report["wins"] == {"right": 1, "wrong": 0, "missed": 0}
    assert 0 < played.report["latency_ms"]["p50"] <= played.report["latency_ms"]["p99"]
    numbers = journal_numbers(tmp_path / "state")
    assert numbers == list(range(1, len(numbers) + 1))
    journal = Journal(tmp_path / "state" / "journal.sqlite")
    begun = next(journal.entries()).observation
    journal.close()
    assert begun.source == "chair:0", "the first dealer began it at the table"


@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(2700)
@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj", "saikouisen-2025"])
def test_a_whole_hanchan_under_each_rulebook(tmp_path: Path, ruleset: str) -> None:
    """A hanchan runs from the first dealer's buttons to its end; there are no findings, so nothing stops play."""
    played = Sim(tmp_path, "--ruleset", ruleset, "--seed", "1").end(patience_s=2600)
    assert played.report["equal"], played.output
    assert played.status == 0
    assert played.report["hands"] >= 8
    assert "The simulated judge" not in played.output, played.output
    journal = Journal(tmp_path / "state" / "journal.sqlite")
    happened = [event for entry in journal.entries() for event in entry.events]
    journal.close()
    assert [type(event) for event in happened if isinstance(event, FoulFound | PlayStopped)] == []
    assert isinstance(happened[-1], HanchanEnded)


@pytest.mark.prove(short=False)
def test_with_the_lens_covered_nothing_is_reconstructed(tmp_path: Path) -> None:
    """All knowledge comes from pixels: without them there is no tile, no meld, no win."""
    played = Sim(tmp_path, *PON_KAKAN_RON, "--lens-covered").end()
    assert played.status == 1
    assert not played.report["equal"]
    assert played.report["discards"] == {"right": 0, "wrong": 0, "missed": 21}
    assert played.report["calls"] == {"right": 0, "wrong": 0, "missed": 3}
    assert played.report["wins"] == {"right": 0, "wrong": 0, "missed": 1}


UNIT: Killed = (("jantaku-unit",), "unit was lost")
BROKER: Killed = (("mosquitto",), "broker was lost (killed by SIGKILL); starting it again")
DAEMON: Killed = (
    ("jantaku.main", " run "),
    "table was lost (killed by SIGKILL); starting it again",
)


@pytest.mark.prove
@pytest.mark.parametrize(
    "killed",
    [
        pytest.param((UNIT, DAEMON), id="firmware, then daemon"),
        pytest.param((BROKER,), id="broker", marks=pytest.mark.prove(usual=False)),
    ],
)
def test_a_killed_program_comes_back_and_the_game_goes_on(tmp_path: Path, killed: tuple[Killed, ...]) -> None:
    """After kill -9 in the middle, one line says so, and nothing is lost or doubled."""
    sim = Sim(tmp_path, *PON_KAKAN_RON)
    listener = Listener(sim)
    for number, (words, _) in enumerate(killed):
        sim.wait_for_entries(20 + 15 * number)
        sim.kill(*words)
    played = sim.end()
    listener.stop()
    for _, line in killed:
        assert line in played.output
    assert played.report["equal"], played.output
    numbers = journal_numbers(tmp_path / "state")
    assert numbers == list(range(1, len(numbers) + 1))
    assert acknowledged(tmp_path / "state") == len(numbers)
    # Everything was published as in the journal, even what was published twice.
    assert all(len(payloads) == 1 for payloads in listener.payloads.values())
    assert set(listener.payloads) <= set(numbers)
    if BROKER not in killed:
        assert sorted(listener.payloads) == numbers


def test_ctrl_c_ends_everything_quietly(tmp_path: Path) -> None:
    """The terminal's interrupt reaches the whole process group; nothing is restarted, nothing is left behind."""
    sim = Sim(tmp_path, *PON_KAKAN_RON, own_group=True)
    sim.wait_for_entries(1)
    os.killpg(sim.process.pid, signal.SIGINT)
    assert sim.process.wait(60) == 130
    output = sim.log.read_text()
    assert "was lost" not in output
    assert "Traceback" not in output
    assert sim.programs() == []


def test_a_game_that_cannot_be_played_is_said_in_a_line(tmp_path: Path) -> None:
    record = tmp_path / "wrong.mjlog"
    record.write_text("<mjloggm><GO type='9'/></mjloggm>")
    sim = Sim(tmp_path, "--record", str(record))
    assert sim.process.wait(60) == 2
    output = sim.log.read_text()
    assert output.startswith("jantaku sim: ")
    assert str(record) in output
    assert "Traceback" not in output
