"""A network between two programs that loses, delays, reorders and doubles packets, and that can be cut.

Each program has a network namespace of its own, whose one way out is a tunnel (TUN). Between the two tunnels packets
are passed on here, so it is the kernel's own TCP that meets the faults, as with ``tc netem``, which not every kernel
has. Run as a program, this module makes the namespace's end of a tunnel and becomes the command: ``… SOCKET ADDRESS
COMMAND…``.
"""

import fcntl
import heapq
import os
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

TUNSETIFF: Final = 0x400454CA
TUN, NO_HEADER = 0x0001, 0x1000
MOST_BYTES: Final = 65536
UNSHARE: Final = ("unshare", "--map-root-user", "--net")
"""A namespace of its own; where the kernel allows it to users, no root rights are needed."""


@dataclass(frozen=True)
class Faults:
    """For each packet, the chance that it is lost or comes twice, and its delay; slower packets are overtaken."""

    lost: float = 0.0
    doubled: float = 0.0
    shortest_s: float = 0.0
    longest_s: float = 0.0


@dataclass
class Counts:
    """The numbers of packets that arrived, were lost, arrived twice and overtook others."""

    came: int = 0
    lost: int = 0
    doubled: int = 0
    overtaking: int = 0


class BadLine:
    """Two programs, each in a namespace of its own, and the line between them."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self.counts = Counts()
        self.cut = False
        self._faults, self._chance = faults, random.Random(seed)
        self._tunnels: list[int] = []
        self._programs: list[subprocess.Popen[bytes]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._pass_on, name="bad-line", daemon=True)

    def begin(self, address: str, words: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
        """Start a program with an address in 10.9.0.0/24; with the second one the line begins to work."""
        ours, theirs = socket.socketpair()
        wrapper = [*UNSHARE, sys.executable, "-m", __name__, str(theirs.fileno()), address, *words]
        with ours, theirs, log.open("ab") as written:
            program = subprocess.Popen(
                wrapper, cwd=ROOT, stdout=written, stderr=written, pass_fds=[theirs.fileno()], start_new_session=True
            )  # fmt: skip
            self._programs.append(program)
            theirs.close()
            _, (tunnel,), _, _ = socket.recv_fds(ours, 1, 1)
        self._tunnels.append(tunnel)
        if len(self._tunnels) == 2:
            self._thread.start()
        return program

    def stop(self) -> None:
        """End the programs and the line."""
        for program in self._programs:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGTERM)
            program.wait(30)
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
        for tunnel in self._tunnels:
            os.close(tunnel)

    def _pass_on(self) -> None:
        """Packets on their way: when they are due, their number, where they go."""
        underway: list[tuple[float, int, int, bytes]] = []
        newest: dict[int, int] = {}
        number = 0
        other = dict(zip(self._tunnels, reversed(self._tunnels), strict=True))
        while not self._over.is_set():
            wait_s = max(0.0, underway[0][0] - time.monotonic()) if underway else 0.05
            readable, _, _ = select.select(self._tunnels, [], [], min(wait_s, 0.05))
            for tunnel in readable:
                packet = os.read(tunnel, MOST_BYTES)
                for due_s in self._due():
                    number += 1
                    heapq.heappush(underway, (due_s, number, other[tunnel], packet))
            while underway and underway[0][0] <= time.monotonic():
                _, at, to, packet = heapq.heappop(underway)
                self.counts.overtaking += at < newest.get(to, 0)
                newest[to] = max(at, newest.get(to, 0))
                os.write(to, packet)

    def _due(self) -> list[float]:
        """Return the times at which a packet that has come arrives: never, once or twice."""
        self.counts.came += 1
        if self.cut or self._chance.random() < self._faults.lost:
            self.counts.lost += 1
            return []
        copies = 1 + (self._chance.random() < self._faults.doubled)
        self.counts.doubled += copies - 1
        now_s, least, most = time.monotonic(), self._faults.shortest_s, self._faults.longest_s
        return [now_s + self._chance.uniform(least, most) for _ in range(copies)]


def has_tunnels() -> bool:
    """Return whether this user may have namespaces with tunnels."""
    try:
        words = [*UNSHARE, "ip", "tuntap", "add", "dev", "t0", "mode", "tun"]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def main(channel: int, address: str, words: Sequence[str]) -> None:
    """In the namespace: make the tunnel, hand its other end over, become the command."""
    tunnel = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(tunnel, TUNSETIFF, struct.pack("16sH", b"t0", TUN | NO_HEADER))
    for command in (
        "link set lo up",
        "link set t0 up",
        f"address add {address} dev t0",
        "route add 10.9.0.0/24 dev t0",
    ):
        subprocess.run(["ip", *command.split()], check=True)
    with socket.socket(fileno=channel) as to:
        socket.send_fds(to, [b"t"], [tunnel])
    os.execvp(words[0], list(words))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
