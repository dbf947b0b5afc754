"""The programs of a simulated table start before what only people and their camera need is imported."""

import subprocess
import sys


def test_the_command_imports_neither_people_nor_their_connections() -> None:
    slow = {
        "aiomqtt",
        "cv2",
        "eventsourcing",
        "hall",
        "numpy",
        "simulation.people.bots",
        "simulation.people.players",
    }
    names = subprocess.run(
        [sys.executable, "-c", "import sys, simulation.run; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert "simulation.processes.supervisor" in names
    assert slow.isdisjoint(names)
