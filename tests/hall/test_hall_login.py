"""The hall's login at a real Mosquitto with an access list: it collects, and can do nothing else; no other login can
collect."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from jantaku.main import main
from simulation.trial.swarm import LightTable, games
from table_controller.mqtt.address import Address
from tests.hall.hall_process import HallProcess, until_hall_has
from tests.table_controller.broker_stage import Mosquitto, until

pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
LOGINS = (("hall", "hall"), ("table7", "table"), ("anna", "viewer"))


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    logins = ["--logins", str(tmp_path / "logins.toml")]
    for name, role in LOGINS:
        (tmp_path / name).write_text(f"{name} word\n")
        tables = ["--table", "7"] if role == "table" else []
        added = main(
            [
                "logins",
                "add",
                name,
                "--role",
                role,
                "--hall",
                "home",
                *tables,
                "--password-file",
                str(tmp_path / name),
                *logins,
            ]
        )
        assert added == 0
    files = {each: tmp_path / each for each in ("passwords", "access", "roles")}
    written = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    assert main(["logins", "write", *written, *logins]) == 0
    text = broker.config.read_text().replace("allow_anonymous true", "allow_anonymous false")
    broker.config.write_text(f"{text}password_file {files['passwords']}\nacl_file {files['access']}\n")
    broker.start()
    yield broker
    broker.stop()


def heard(port: int, user: str, topic: str) -> str:
    """Return the messages that a login receives on a topic within a second."""
    words = ["mosquitto_sub", "-p", str(port), "-u", user, "-P", f"{user} word", "-t", topic, "-W", "1"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def test_a_login_of_the_role_hall_collects_and_no_more(mosquitto: Mosquitto, tmp_path: Path) -> None:
    store = str(tmp_path / "hall.sqlite")
    address = Address("127.0.0.1", mosquitto.port, "home", "7", "table7", "table7 word")
    table = LightTable(address, tmp_path / "table", games(1, hands=1)[0])
    table.start()
    table.play(20)
    until(lambda: table.sent == 20, "all are sent")
    login = ["--user", "hall", "--password-file", str(tmp_path / "hall")]
    hall = HallProcess(mosquitto.port, store, tmp_path / "log", *login)
    hall.start()
    until_hall_has(store, [table])
    table.play(5)
    until_hall_has(store, [table])
    assert heard(mosquitto.port, "hall", "jantaku/1/home/7/status")
    assert heard(mosquitto.port, "anna", "jantaku/1/home/7/telemetry/journal")
    for user, topic in (("hall", "7/state"), ("anna", "7/entry"), ("anna", "answer/hall/#")):
        full_topic = f"jantaku/1/home/{topic}"
        subprocess.run(
            ["mosquitto_pub", "-p", str(mosquitto.port), "-u", "table7", "-P", "table7 word", "-q", "1", "-r",
             "-t", full_topic.replace("#", "1"), "-m", "secret"], check=True,
        )  # fmt: skip
        assert heard(mosquitto.port, user, full_topic) == ""
    hall.stop()
    table.stop()


def test_a_hall_without_the_rights_says_so(mosquitto: Mosquitto, tmp_path: Path) -> None:
    login = ["--user", "anna", "--password-file", str(tmp_path / "anna")]
    hall = HallProcess(mosquitto.port, str(tmp_path / "hall.sqlite"), tmp_path / "log", *login)
    hall.start()
    until(lambda: "is it of the role hall" in hall.log_text(), "it is said")
    hall.stop()
    (tmp_path / "wrong").write_text("wrong\n")
    wrong = HallProcess(
        mosquitto.port, str(tmp_path / "hall.sqlite"), tmp_path / "log2",
        "--user", "hall", "--password-file", str(tmp_path / "wrong"),
    )  # fmt: skip
    wrong.start()
    until(lambda: "the broker refuses: Not authorized" in wrong.log_text(), "it is said")
    wrong.stop()
