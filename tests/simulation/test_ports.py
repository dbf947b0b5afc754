"""Ports for programs that are about to start: nobody else gets them first."""

import json
import socket
import subprocess
import sys
from pathlib import Path

from simulation.processes.ports import LOCALHOST, ROW, free_ports, given_out_by_the_system

ROOT = Path(__file__).resolve().parents[3]
PICKS = """
import sys, json
from simulation.processes.ports import free_ports
print(json.dumps([port for _ in range(60) for port in free_ports(1)]), flush=True)
sys.stdin.read()
"""


def test_the_system_gives_them_to_nobody() -> None:
    system = given_out_by_the_system()
    assert not [port for _ in range(ROW) for port in free_ports(1) if port in system]


def test_two_processes_never_pick_the_same() -> None:
    others = [
        subprocess.Popen(
            [sys.executable, "-c", PICKS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    picked = [set(json.loads(other.stdout.readline())) for other in others if other.stdout is not None]
    picked.append({port for _ in range(60) for port in free_ports(1)})
    for other in others:
        other.communicate()
    assert sum(len(each) for each in picked) == len(set().union(*picked)) > 2 * ROW


def test_a_port_whose_connections_have_ended_is_free_again() -> None:
    first = free_ports(1)[0]
    with socket.create_server((LOCALHOST, first)) as server, socket.create_connection((LOCALHOST, first)):
        server.accept()[0].close()  # the side that closes first remembers the connection for a minute
    assert first in [port for _ in range(ROW) for port in free_ports(1)]


def test_what_is_taken_is_passed_over() -> None:
    first = free_ports(1)[0]
    with socket.create_server((LOCALHOST, first)):
        picked = [port for _ in range(ROW) for port in free_ports(1)]
    assert first not in picked
    assert len(set(picked)) > ROW // 2
    assert first in [port for _ in range(ROW) for port in free_ports(1)]
