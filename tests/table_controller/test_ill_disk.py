"""With a full or read-only disk an alert is raised, play goes on, and later everything is journalled without a
restart."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.game import observations
from referee.journal.journal import Journal
from referee.journal.verification import verify
from table_controller.cli.doctor.disk import look_at_state
from table_controller.daemon import start
from table_controller.daemon.clock import RealClock
from table_controller.settings.settings import ClockChoice
from tests.conftest import ROOT
from tests.table_controller.daemon_stage import GAME, journalled

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, in memory."""
    place = tmp_path / "tiny"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def ext4(tmp_path: Path) -> Iterator[Path]:
    """A small disk whose files can be made immutable, for root too."""
    place, image = tmp_path / "ext4", tmp_path / "image"
    place.mkdir()
    image.write_bytes(b"")
    os.truncate(image, 16 << 20)
    made = (
        shutil.which("mkfs.ext4")
        and not subprocess.run(["mkfs.ext4", "-q", str(image)], check=False).returncode
    )
    if not made or subprocess.run(["mount", "-o", "loop", str(image), str(place)], check=False).returncode:
        pytest.skip("no loop device here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def lives(world: Path, state: Path, how: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.table_controller.starved_daemon", str(world), str(state), how],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def shows_it(output: str, why: str) -> None:
    assert output.count("while it was ill: 0 entries") == 2, output
    assert "Traceback" not in output, output
    assert f"journal-write: Nothing can be written to the journal: {why}" in output, output
    alerts = [line for line in output.splitlines() if line.startswith("journal-write: ")]
    # The first message withdraws the alert of an earlier run.
    assert [line.endswith("over") for line in alerts] == [True, False, True, False, True], output
    assert output.count("the journal can be written again") == 2


def test_a_disk_that_is_full_twice(tiny: Path, tmp_path: Path) -> None:
    output = lives(tmp_path, tiny, "full")
    shows_it(output, "database or disk is full")
    assert journalled(tiny) == GAME


def test_the_doctor_lists_what_fills_the_disk_that_is_full(tiny: Path) -> None:
    state = tiny / "state"
    state.mkdir()
    (full,) = (each for each in look_at_state(state) if each.part == "disk")
    assert full.grade == "wrong"
    assert f"du -xh {tiny} " in full.commands[0]


def test_a_folder_that_cannot_be_written_twice(ext4: Path, tmp_path: Path) -> None:
    output = lives(tmp_path, ext4, "readonly")
    shows_it(output, "")
    assert journalled(ext4) == GAME


@pytest.mark.parametrize(
    ("later", "passed_s"),
    [(timedelta(hours=-2), 0), (timedelta(), 59 * 60), (timedelta(days=7), 0), (timedelta(days=20000), 0)],
)
def test_the_computers_clock_is_wrong_or_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: timedelta, passed_s: int
) -> None:
    """Table time goes on from the journal, and entries keep their order; no gong sounds because a clock was set right."""
    noon = datetime(2026, 11, 22, 12, tzinfo=UTC)
    walls = iter([noon, noon - timedelta(hours=1), noon - timedelta(minutes=59)])
    journal = Journal(tmp_path / "journal.sqlite", wall=lambda: next(walls).isoformat())
    for at_ms in (1000, 2000, 3000):
        journal.append(observations.ClockAdvanced(at_ms=at_ms), ())
    verify(journal)
    loaded = journal.load()
    journal.close()
    assert loaded.at_ms == 3000

    class Now(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return (noon + later).astimezone(tz)

    monkeypatch.setattr(start, "datetime", Now)

    class Settings:
        clock = ClockChoice()

    clock = start._clock(Settings(), loaded.at_ms, loaded.wall)  # type: ignore[arg-type]
    assert isinstance(clock, RealClock)
    assert 0 <= clock.now_ms() - 3000 - passed_s * 1000 < 1000
