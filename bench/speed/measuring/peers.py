"""The programs with which figures are compared: their installed versions, and the command to install a missing one.

None of them is needed by the program itself; ``pyproject.toml`` has them under ``bench`` and ``peers``.
"""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from bench.stages.servers.nats import NATS
from bench.stages.servers.postgres import POSTGRES


@dataclass(frozen=True, slots=True)
class Peer:
    """A program that does the same, or a part of it.

    Attributes:
        found: its version here, None if it is absent.
        install: what to type to have it.
    """

    name: str
    found: Callable[[], str | None]
    install: str

    @property
    def absent(self) -> str:
        """The reason why a figure is not compared with this peer."""
        return f"{self.name} is not here: {self.install}"


def _package(name: str) -> Callable[[], str | None]:
    def found() -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    return found


def _mosquitto() -> str | None:
    if shutil.which("mosquitto") is None:
        return None
    output = subprocess.run(["mosquitto", "-h"], capture_output=True, text=True, check=False).stdout
    return output.split("\n", maxsplit=1)[0].removeprefix("mosquitto version ")


def _nats_server() -> str | None:
    if NATS is None:
        return None
    output = subprocess.run([NATS, "--version"], capture_output=True, text=True, check=False).stdout
    return output.strip().removeprefix("nats-server: v")


PEERS: Final = {
    peer.name: peer
    for peer in (
        Peer("mahjong", _package("mahjong"), "pip install -e '.[bench]'"),
        Peer("jansou", _package("jansou"), "pip install -e '.[bench]'"),
        Peer("riichienv", _package("riichienv"), "pip install -e '.[peers]'"),
        Peer("mosquitto", _mosquitto, "apt install mosquitto"),
        Peer("postgresql", lambda: POSTGRES[-1].parts[-3] if POSTGRES else None, "apt install postgresql"),
        Peer("nats-server", _nats_server, "apt install nats-server"),
        Peer("sqlite", lambda: sqlite3.sqlite_version, ""),
    )
}
