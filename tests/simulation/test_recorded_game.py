"""A hand on the simulated table is recorded by two daemons in turn (the first is killed), and played back."""

from pathlib import Path

import pytest

from jantaku.main import main
from simulation.replay.playback.player import play_back
from tests.proofs import some
from tests.simulation.recorded_game_stage import stored
from tests.simulation.sim_process import Sim
from tests.simulation.whole_way_stage import PON_KAKAN_RON
from vision.worker.state_files import kept_frames_file


@pytest.mark.prove
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("table", some(["two-cameras", "standard"], 0))
def test_vision_reads_the_pictures_of_a_hand_again(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "recordings" / "1"
    words = ("--table", table, "--recordings", str(recording.parent), "--frames")
    played = Sim(tmp_path, *PON_KAKAN_RON, *words).end()
    assert played.report["equal"], played.output
    assert "the pictures of each camera are kept too" in played.output
    outcome = play_back(recording, tmp_path / "again")
    assert outcome.differs is None
    assert outcome.otherwise == 0
    assert outcome.pictures > 300
    assert stored(tmp_path / "again") == stored(tmp_path / "state")
    # A file that is not a recording is reported, with advice.
    kept_frames_file(recording, 1).write_bytes(b"a film\n")
    assert main(["playback", str(recording)]) == 2
    assert "--no-frames plays it back without them" in capsys.readouterr().err
    assert main(["playback", "--no-frames", str(recording)]) == 0


@pytest.mark.prove
def test_a_simulated_hand_is_played_back_byte_for_byte(tmp_path: Path) -> None:
    recordings = tmp_path / "recordings"
    sim = Sim(tmp_path, *PON_KAKAN_RON, "--recordings", str(recordings))
    sim.wait_for_entries(40)
    sim.kill("jantaku.main", " record ")
    played = sim.end()
    assert played.report["equal"], played.output
    entries = stored(sim.state)
    first, second = (play_back(recordings / life, tmp_path / life) for life in ("1", "2"))
    assert first.differs is None
    assert second.differs is None
    assert stored(tmp_path / "2") == entries
    assert 40 <= first.proven < second.proven == len(entries)
    # The last recorded inputs may not have been journalled when the daemon was killed.
    assert stored(tmp_path / "1")[: first.proven] == entries[: first.proven]
