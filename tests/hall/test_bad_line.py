"""Between tables and hall, packets are lost, late, out of order or doubled, or the network is away: the hall still
equals the tables."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from hall.store.places import open_store
from jantaku.main import main
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from simulation.trial import swarm
from simulation.trial.swarm import games
from table_controller.journal.place import JOURNAL
from tests.hall.bad_line import BadLine, Faults, has_tunnels
from tests.hall.hall_process import until_hall_has
from tests.table_controller.broker_stage import Mosquitto, free_port, until

pytestmark = [
    pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed"),
    pytest.mark.skipif(not has_tunnels(), reason="this user may have no network namespaces with tunnels"),
    # Where people try a change, tunnels are often not allowed.
    pytest.mark.prove(short=False),
]
BROKER, TABLES = "10.9.0.2", "10.9.0.1"
JANTAKU = f"{sys.executable} -m jantaku.main"
PATIENCE_S = 120.0


class Table(NamedTuple):
    name: str
    journal: Journal


class Club:
    """A broker with a hall at one end of a line, tables at the other."""

    def __init__(self, folder: Path, line: BadLine) -> None:
        self._folder, self._line = folder, line
        mosquitto = Mosquitto(folder)
        self._port = mosquitto.port
        text = mosquitto.config.read_text()
        mosquitto.config.write_text(
            text.replace(f"listener {self._port} 127.0.0.1", f"listener {self._port}")
        )
        self.place = str(folder / "hall.sqlite")
        hall = f"{JANTAKU} hall --broker 127.0.0.1:{self._port} --store {self.place}"
        line.begin(
            BROKER,
            ["sh", "-c", f"mosquitto -c {mosquitto.config} & sleep 1; {hall} & wait"],
            folder / "hall.log",
        )

    def play(self, tables: int, rate: int, seconds: int) -> subprocess.Popen[bytes]:
        words = (
            f"{JANTAKU} swarm --broker {BROKER}:{self._port} --tables {tables} --rate {rate} "
            f"--seconds {seconds} --state {self._folder}/swarm"
        )
        return self._line.begin(TABLES, words.split(), self._folder / "swarm.log")

    def filed(self) -> int:
        with closing(open_store(self.place)) as store:
            return sum(branch.number for branch in store.branches())

    def journalled(self) -> int:
        """Entries of table 1."""
        with closing(open_reader(self._journal(1))) as journal:
            return journal.number

    def _journal(self, table: int) -> Path:
        return self._folder / "swarm" / str(table) / JOURNAL

    def equals(self, tables: int) -> int:
        """Wait until the hall has the journals, byte for byte, each as one branch; how many entries those are."""
        with ExitStack() as opened:
            made = [
                Table(str(number), opened.enter_context(closing(Journal(self._journal(number)))))
                for number in range(1, tables + 1)
            ]
            until_hall_has(self.place, made, PATIENCE_S)
            return sum(table.journal.number for table in made)


@pytest.fixture
def line(request: pytest.FixtureRequest) -> Iterator[BadLine]:
    made = BadLine(request.param, seed=6)
    yield made
    made.stop()


@pytest.mark.parametrize("line", [Faults(0.05, 0.05, 0.005, 0.06)], indirect=True)
def test_lost_late_overtaken_and_doubled_packets(line: BadLine, tmp_path: Path) -> None:
    """5 % are lost and 5 % come twice, each takes 5 to 60 ms."""
    club = Club(tmp_path, line)
    tables = club.play(tables=3, rate=40, seconds=10)
    assert tables.wait(PATIENCE_S) == 0
    assert club.equals(tables=3) == 400
    counts = line.counts
    assert 0.02 < counts.lost / counts.came < 0.09
    assert min(counts.doubled, counts.overtaking) > 20


@pytest.mark.parametrize("line", [Faults()], indirect=True)
@pytest.mark.parametrize(
    ("entries", "hours"),
    [(1500, 0.3), pytest.param(8000, 2.0, marks=pytest.mark.timeout(600))],
)
def test_a_network_that_is_away_while_people_play(
    line: BadLine, tmp_path: Path, entries: int, hours: float
) -> None:
    """The network is away for hours of table time, by the times of the entries that the built-in players make."""
    club = Club(tmp_path, line)
    tables = club.play(tables=1, rate=400, seconds=entries // 400 + 1)
    until(lambda: club.filed() > 20, "they are collected")
    line.cut = True
    threading.Event().wait(1.0)
    before = club.filed()
    until(lambda: club.journalled() > before + entries - 400, "people play on", PATIENCE_S)
    assert club.filed() == before, "the line is not cut"
    (game,) = games(1)
    away = (club.journalled() - before) / len(game) * game[-1][0].at_ms / 3_600_000
    assert away > hours, f"{away:.2f} h of play"
    line.cut = False
    assert tables.wait(PATIENCE_S) == 0
    club.equals(tables=1)


def test_a_swarm_says_what_the_broker_has_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swarm, "PATIENCE_S", 1.0)
    words = [
        "swarm",
        "--broker",
        f"127.0.0.1:{free_port()}",
        "--tables",
        "1",
        "--rate",
        "50",
        "--seconds",
        "0.2",
    ]
    assert main([*words, "--state", str(tmp_path)]) == 1
    assert "10 of them are not sent" in capsys.readouterr().out
