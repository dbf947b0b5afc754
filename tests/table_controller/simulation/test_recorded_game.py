"""A hand on the simulated table is recorded by two daemons, the first of which is killed, and played back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.journal.reader import open_reader
from table_controller.replay.playback.player import play_back
from tests.table_controller.simulation.sim_process import Sim
from tests.table_controller.simulation.test_whole_way import PON_KAKAN_RON

if TYPE_CHECKING:
    from pathlib import Path


def stored(state: Path) -> list[bytes]:
    """The entries as they lie on disk."""
    reader = open_reader(state / "journal.sqlite")
    try:
        return [bytes(each.state) for each in reader.stored(0, 10_000)]
    finally:
        reader.close()


def test_a_simulated_hand_is_played_back_byte_for_byte(tmp_path: Path) -> None:
    recordings = tmp_path / "recordings"
    sim = Sim(tmp_path, *PON_KAKAN_RON, "--recordings", str(recordings))
    sim.wait_for_entries(40)
    sim.kill("table_controller.cli.main", " record ")
    played = sim.end()
    assert played.report["equal"], played.said
    entries = stored(sim.state)
    first, second = (play_back(recordings / life, tmp_path / life) for life in ("1", "2"))
    assert first.differs is None
    assert second.differs is None
    assert stored(tmp_path / "2") == entries
    assert 40 <= first.proven < second.proven == len(entries)
    # What was recorded last may not have been journalled yet when the daemon was killed.
    assert stored(tmp_path / "1")[: first.proven] == entries[: first.proven]
