"""Helpers that the tests of tls share."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from table_controller.mqtt.authority import Authority
from tests.conftest import ROOT
from tests.table_controller.broker_stage import free_port, listens, until

HOSTS: Final = ["localhost", "127.0.0.1"]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority with certificates for a broker, a daemon and another name, and an expired one."""
    made = Authority(tmp_path_factory.mktemp("authority"))
    made.make("Halle ü")
    made.issue("broker", HOSTS)
    made.issue("expired", HOSTS, days=0)
    made.issue("elsewhere", ["hall.example", "192.0.2.1"])
    made.issue("table7", [])
    return made


@contextmanager
def broker(folder: Path, authority: Authority, name: str, more: str = "") -> Iterator[int]:
    """Run a Mosquitto that presents a certificate; yield its port."""
    plain = free_port()
    shows = (
        f"certfile {authority.folder}/{name}.pem\nkeyfile {authority.folder}/{name}.key\n"
        f"cafile {authority.certificate}\n{more}"
    )
    (folder / "mosquitto.conf").write_text(
        f"user root\nallow_anonymous true\nlistener {plain} 127.0.0.1\n{shows}"
    )
    process = subprocess.Popen(
        ["mosquitto", "-c", str(folder / "mosquitto.conf")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: listens(plain), "mosquitto listens")
        yield plain
    finally:
        process.kill()
        process.wait()


@dataclass
class EncryptedTable:
    """A daemon whose lines are encrypted; ``output`` is set once it has ended."""

    process: subprocess.Popen[str]
    http: int
    output: str = ""


@contextmanager
def encrypted_table(folder: Path, authority: Authority, port: int) -> Iterator[EncryptedTable]:
    http, files = free_port(), authority.folder
    (folder / "frames").mkdir()
    (folder / "table.toml").write_text(
        f'table = "7"\nserial = "/dev/null"\ncamera = "folder:{folder}/frames"\nstate = "{folder}/state"\n'
        f'[mqtt]\naddress = "localhost:{port}"\ntls = true\n'
        f'ca = "{authority.certificate}"\n'
        f'[http]\nport = {http}\ncertificate = "{files}/broker.pem"\nkey = "{files}/broker.key"\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "jantaku.main", "run", "--config", str(folder / "table.toml")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    table = EncryptedTable(process, http)
    try:
        yield table
    finally:
        process.send_signal(signal.SIGTERM)
        table.output = process.communicate(timeout=30)[0]
