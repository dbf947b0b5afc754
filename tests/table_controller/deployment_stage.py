"""Helpers that the tests of deployment share."""

import getpass
import subprocess
from pathlib import Path

from tests.table_controller.broker_stage import free_port

ROOT = Path(__file__).resolve().parents[2]


CONFIG = ROOT / "config" / "mosquitto"


STOCK = Path("/etc/mosquitto/mosquitto.conf")
"""The file that Debian's package brings."""


def debians_broker(folder: Path, ours: str = "jantaku.conf") -> tuple[Path, int]:
    """Debian's own mosquitto.conf with ours in its conf.d, moved to a folder, to other ports and to this user.

    It reads ``passwords``, ``acl`` and ``certs`` in that folder. Return the file and the port.
    """
    port = free_port()
    (folder / "conf.d").mkdir()
    (folder / "store").mkdir()
    stock = STOCK.read_text()
    for old, new in (
        ("/run/mosquitto/mosquitto.pid", f"{folder}/pid"),
        ("/var/lib/mosquitto/", f"{folder}/store/"),
        ("/var/log/mosquitto/mosquitto.log", f"{folder}/log"),
        ("include_dir /etc/mosquitto/conf.d", f"include_dir {folder}/conf.d"),
    ):
        assert old in stock
        stock = stock.replace(old, new)
    (folder / "mosquitto.conf").write_text(stock + f"\nuser {getpass.getuser()}\n")
    text = (CONFIG / ours).read_text()
    for old, new in (
        ("password_file /etc/mosquitto/jantaku.passwd\n", f"password_file {folder}/passwords\n"),
        ("acl_file /etc/mosquitto/jantaku.acl\n", f"acl_file {folder}/acl\n"),
        ("listener 8883" if "tls" in ours else "listener 1883", f"listener {port} 127.0.0.1"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "conf.d" / ours).write_text(text.replace("/etc/mosquitto/certs", f"{folder}/certs"))
    return folder / "mosquitto.conf", port


def publishes(port: int, user: str, topic: str) -> bool:
    """Return whether the broker lets a login, whose password is its name, write to a topic."""
    done = subprocess.run(
        ["mosquitto_pub", "-V", "5", "-p", str(port), "-u", user, "-P", user, "-q", "1", "-t", topic, "-m", "x"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode == 0 and "ot authorized" not in done.stdout + done.stderr
