"""A game that people of every role try to disturb: nothing is lost, memory does not grow, judges get answers."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.journal.journal import Journal
from referee.journal.verification import verify
from table_controller.client.connection import BrokerLine, Credentials
from table_controller.client.errors import JudgeError
from table_controller.commands.service.access_list import access_list, password_file
from table_controller.mqtt.logins import Account, hashed, login_of, written
from tests.conftest import ROOT
from tests.simulation.sim_process import Sim, journal_numbers
from tests.table_controller.broker_stage import until

pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
MOST_ADDED_MB = 20.0
MOST_S = 1.0
WRAPPER = """#!/bin/sh
logins=$(dirname "$2")/../logins
for file in passwords access roles.toml; do
    grep -q anna "$logins/$file" || cat {folder}/$file >> "$logins/$file"
done
grep -q max_packet_size "$2" || echo max_packet_size 262144 >> "$2"
exec {mosquitto} "$@"
"""


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The simulation's broker and table also know the crowd's logins, and let each do what its role allows."""
    roles = ("viewer", "technician", "referee")
    accounts = {f"foe-{role}": Account(login_of(f"foe-{role}", role, (), ()), hashed(role)) for role in roles}
    accounts["anna"] = Account(login_of("anna", "referee", ("home",), ("sim",)), hashed("anna"))
    (tmp_path / "passwords").write_text(password_file(accounts))
    (tmp_path / "access").write_text(access_list(accounts))
    (tmp_path / "roles.toml").write_text(written(accounts, passwords=False))
    wrapper = tmp_path / "bin" / "mosquitto"
    wrapper.parent.mkdir()
    wrapper.write_text(WRAPPER.format(folder=tmp_path, mosquitto=shutil.which("mosquitto")))
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    yield tmp_path
    Sim.none_is_left()


def megabytes(pid: int) -> float:
    """The private memory of a process."""
    found = re.search(r"^RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024


def ports(sim: Sim) -> tuple[int, int]:
    """The ports of MQTT and HTTP."""
    conf = sim.state / "broker" / "mosquitto.conf"
    until(lambda: conf.exists() and "max_packet_size" in conf.read_text(), "the broker's file")
    (table,) = daemon_of(sim)
    words = Path(f"/proc/{table}/cmdline").read_bytes().decode().split("\0")
    listener = re.search(r"^listener (\d+)", conf.read_text(), re.MULTILINE)
    assert listener is not None
    return int(listener[1]), int(words[words.index("--http") + 1])


def daemon_of(sim: Sim) -> list[int]:
    return [
        pid
        for pid in sim.programs("jantaku.main run")
        if b"vision" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def waited_ns(pids: list[int]) -> dict[str, int]:
    """Return, for each thread of these programs, the time in its life during which it waited for a core."""
    waited = {}
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").glob("*"):
            with suppress(OSError):  # it has ended
                waited[task.name] = int((task / "schedstat").read_text().split()[1])
    return waited


def waited_s(before: dict[str, int], after: dict[str, int]) -> float:
    """Return how long they waited for a core between two looks; for a thread that ended meanwhile this is unknown."""
    return sum(now - before.get(task, 0) for task, now in after.items()) / 1e9


@dataclass(frozen=True, order=True)
class Took:
    """The time of an honest command; ``own_s`` is without the time during which other programs had the cores.

    Only ``own_s`` is bounded: on a busy machine the time by the clock may be anything.
    """

    own_s: float
    wall_s: float
    name: str


@pytest.mark.timeout(1500)
@pytest.mark.parametrize(
    ("seconds", "hands"),
    [
        pytest.param(6.0, 1, id="a while", marks=pytest.mark.prove),
        pytest.param(60.0, 3, id="a minute", marks=pytest.mark.prove(short=False)),
        pytest.param(600.0, 20, id="ten minutes", marks=pytest.mark.prove(short=False, usual=False)),
    ],
)
def test_a_crowd_of_every_role_disturbs_nothing(hall: Path, seconds: float, hands: int) -> None:
    sim = Sim(hall, "--seed", "21", "--hands", str(hands), "--logins")
    sim.wait_for_entries(3)
    mqtt, http = ports(sim)
    (table,) = daemon_of(sim)
    anna = BrokerLine(Credentials("127.0.0.1", mqtt, "home", "anna", "anna"), lambda *_: None)
    anna.open()
    took: list[Took] = []
    answering = [table, *sim.programs("mosquitto"), os.getpid()]
    before = megabytes(table)
    most = before
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.table_controller.hostile_crowd", str(mqtt), str(http), "sim", str(seconds), "7"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        while crowd.poll() is None and sim.process.poll() is None:
            # A refused order and a query: neither changes the game.
            for name, arguments, code in (
                ("resolve", {"id": "nothing"}, "declined.no_alert"),
                ("history", {"newest": 20}, None),
            ):
                began_s, waited = time.monotonic(), waited_ns(answering)
                try:
                    answer = anna.ask("sim", name, arguments, 30.0)
                except JudgeError:
                    if not daemon_of(sim):  # the game is over
                        break
                    raise
                wall_s = time.monotonic() - began_s
                others_s = waited_s(waited, waited_ns(answering))
                took.append(Took(max(0.0, wall_s - others_s), wall_s, name))
                assert answer.get("code") == code, answer
            if pids := daemon_of(sim):
                assert pids == [table], "it was never started anew"
                most = max(most, megabytes(table))
            time.sleep(0.05)
    finally:
        crowd.kill()
        output = crowd.communicate()[0]
        anna.close()
    played = sim.end(1200)
    sys.stdout.write(
        f"sent {output.strip()}; {len(took)} honest commands, slowest {sorted(took)[-3:]}, "
        f"{max(each.wall_s for each in took):.2f} s by the clock; {before:.0f} MB, at most {most:.0f} MB\n"
    )
    assert played.report["equal"], played.output
    assert played.status == 0
    assert "Traceback" not in played.output, played.output
    numbers = journal_numbers(sim.state)
    assert numbers == list(range(1, len(numbers) + 1))
    journal = Journal(sim.state / "journal.sqlite")
    verify(journal)
    assert not [entry for entry in journal.entries() if "referee" in entry.observation.source]
    journal.close()
    # Beside other programs an answer takes seconds by the clock: each command has been asked twice at least.
    assert len(took) >= 4
    assert max(took).own_s < MOST_S, sorted(took)[-5:]
    assert most - before < MOST_ADDED_MB
    assert not output or json.loads(output)["reached the broker"] > 100 * seconds
