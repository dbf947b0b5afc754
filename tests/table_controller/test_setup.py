"""A person answers ``jantaku setup`` at a terminal, and the files that it wrote are used to start a table."""

import asyncio
import getpass
import os
import pty
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace as replace_in
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from msgspec.structs import replace

from config import ruleset_choices
from firmware_bridge.unit.process import UnitProcess
from jantaku.main import main
from referee.texts.language import language
from table_controller.cli import firmware
from table_controller.cli.setup import command, write
from table_controller.cli.setup.answers import Answers
from table_controller.cli.setup.command import flashed
from table_controller.cli.setup.person import Respondent
from table_controller.cli.setup.plan import Planned
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import Topic, TopicLevel
from table_controller.mqtt.logins import hashed, is_password
from table_controller.mqtt.topics import ALERT, CARD, STATUS
from table_controller.settings.in_force import default_settings
from tests.hall.judge.hall_stage import MOSQUITTO
from tests.table_controller.broker_stage import free_port, listens, until
from tests.table_controller.setup_stage import (
    ENTER,
    JANTAKU,
    PASSWORD,
    PATIENCE_S,
    Terminal,
    answer,
    files,
    root,
)

__all__ = ["root"]


@pytest.fixture
def unit(tmp_path: Path) -> Iterator[Path]:
    """The serial device of a unit: the firmware as a program."""
    (tmp_path / "unit").mkdir()
    with UnitProcess(tmp_path / "unit", clock="real") as process:
        yield Path(process.pty)


@contextmanager
def broker_of(root: Path) -> Iterator[int]:
    """A Mosquitto that reads the files under the root as if they were under /."""
    (configuration,) = (root / "etc/mosquitto/conf.d").iterdir()
    port = free_port()
    text = configuration.read_text().replace("/etc/mosquitto", f"{root}/etc/mosquitto")
    text = re.sub(r"^listener \d+$", f"listener {port} 127.0.0.1", text, flags=re.MULTILINE)
    file = root.parent / "mosquitto.conf"
    file.write_text(f"{text}\nuser {getpass.getuser()}\n")
    with subprocess.Popen([MOSQUITTO, "-c", str(file)], stderr=subprocess.DEVNULL) as process:
        try:
            yield port
        finally:
            process.terminate()


@contextmanager
def table_of(root: Path, broker: str, serial: Path) -> Iterator[None]:
    """The daemon with the settings under the root."""
    places = {
        "JANTAKU_MQTT__PASSWORD_FILE": str(root / "etc/jantaku/mqtt-password"),
        "JANTAKU_MQTT__LOGINS": str(root / "etc/jantaku/roles.toml"),
        "JANTAKU_CALLS__ADDRESSES_FILE": str(root / "etc/jantaku/call-addresses"),
    }
    words = ("--mqtt", broker, "--serial", str(serial), "--state", str(root.parent / "state"), "--http", "0")
    config = ("--config", str(root / "etc/jantaku/table.toml"), "--camera", f"folder:{root}")
    with subprocess.Popen([*JANTAKU, "run", *config, *words], env={**os.environ, **places}) as process:
        try:
            yield
        finally:
            process.terminate()


def judge(broker: str, password: str, *words: str) -> tuple[int, str]:
    done = subprocess.run(
        [*JANTAKU, "judge", "--broker", broker, "--user", "referee", "--wait", "15", *words],
        env={**os.environ, "JANTAKU_PASSWORD": password}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(not Path(MOSQUITTO).exists(), reason="no mosquitto is installed")
def test_a_person_sets_a_table_up_and_a_referee_logs_in(root: Path, unit: Path) -> None:
    first = Terminal("setup", "--root", str(root), "--look-at", str(unit))
    answer(
        first,
        [
            ("name of the hall", "no/hall"),
            ("name of the hall", "club"),
            ("name of the table", "7"),
            ("unit", ENTER),
            ("camera", ENTER),
            ("measures", "no-such-table"),
            ("measures", "amos"),
            ("rules", "no-rules"),
            ("rules", "tenhou"),
            ("broker", ENTER),
            ("encrypt", "perhaps"),
            ("encrypt", ENTER),
            ("`referee`", PASSWORD),
            ("again", PASSWORD),
            ("called", "somebody"),
            ("called", "ntfy://club"),
        ],
    )
    assert "write this" in first.until_asked()
    assert files(root) == {}, "nothing is written before somebody said so"
    assert str(unit) in first.output
    assert PASSWORD not in first.output
    first.type("y")
    assert first.status() == 0, first.output
    settings = tomllib.loads((root / "etc/jantaku/table.toml").read_text())
    assert [settings[name] for name in ("hall", "table", "serial", "ruleset")] == [
        "club",
        "7",
        str(unit),
        "tenhou",
    ]
    assert re.search(r"technician  \S+", first.output), "a password that was made is shown"
    assert "█" in first.output or "▀" in first.output, "the page's address as a code"
    # The files that were written are those that a hall uses.
    with broker_of(root) as port, table_of(root, f"127.0.0.1:{port}", unit):
        end = time.monotonic() + PATIENCE_S
        while "table 7:" not in (
            output := judge(f"127.0.0.1:{port}", PASSWORD, "--hall", "club", "tables")[1]
        ):
            assert time.monotonic() < end, output
        assert judge(f"127.0.0.1:{port}", "wrong", "tables")[0] == 2
    # The second time, all of that exists.
    before = files(root)
    again = Terminal("setup", "--root", str(root), "--look-at", str(root / "nothing"))
    answer(
        again,
        [
            (words, ENTER)
            for words in (
                "hall",
                "table",
                "unit",
                "camera",
                "measures",
                "rules",
                "broker",
                "encrypt",
                "called",
            )
        ],
    )
    assert again.status() == 0, again.output
    assert "is set up like this already" in again.output
    assert files(root) == before


def test_it_asks_in_japanese_to_the_end(root: Path) -> None:
    terminal = Terminal("--lang", "ja", "setup", "--root", str(root), "--look-at", str(root / "nothing"))
    questions = (
        "会場",
        "卓",
        "ユニット",
        "カメラ",
        "寸法",
        "ルール",
        "ブローカー",
        "暗号化",
        "`referee`",
        "連絡先",
    )
    answer(terminal, [(words, ENTER) for words in questions])
    assert "書き込む" in terminal.until_asked()
    assert "天鳳（オンライン）" in terminal.output
    terminal.type("y")
    assert terminal.status() == 0, terminal.output
    assert tomllib.loads((root / "etc/jantaku/table.toml").read_text())["language"] == "ja"


def test_an_interrupt_leaves_nothing(root: Path) -> None:
    terminal = Terminal("setup", "--root", str(root), "--look-at", str(root / "nothing"))
    answer(terminal, [("hall", "club"), ("table", "7")])
    terminal.until_asked()
    terminal.interrupt()
    assert terminal.status() == 130
    assert list(root.iterdir()) == []


@pytest.mark.parametrize("last", range(3))
def test_an_interrupt_while_writing_changes_no_file(
    root: Path, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = root / "etc/jantaku/table.toml"
    place.parent.mkdir(parents=True)
    place.write_text("before")
    planned = [
        Planned(Path(f"/etc/{name}"), "after") for name in ("new/a", "jantaku/table.toml", "jantaku/b")
    ]
    real, count = write._write, 0

    def interrupted(part: Path, each: Planned) -> None:
        nonlocal count
        real(part, each)
        if count == last:
            raise KeyboardInterrupt
        count += 1

    monkeypatch.setattr(write, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write.write_all(planned, root)
    assert files(root) == {"etc/jantaku/table.toml": "before"}
    assert not (root / "etc/new").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hall = 7", "answers.toml: hall: must be a text, not 7"),
        ('table = "a/b"', "answers.toml: table: 'a/b' is empty, too long, or has a character that"),
        ('tablex = "7"', "answers.toml: tablex: no such setting; did you mean table?"),
        ('encrypted = "no"', "answers.toml: encrypted: must be true or false, not 'no'"),
        ('firmware = "atmega"', "answers.toml: firmware: must be one of keep, atmega328p, atmega2560"),
        ('ruleset = "no-rules"', "wrc-2015"),
        ('broker = "somewhere"', "HOST:PORT"),
        ('broker = "hall.local:99999"', "99999"),
        ("hall = ", "TOML"),
    ],
)
def test_a_wrong_answer_is_reported_and_nothing_is_written(
    root: Path, tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answers.toml").write_text(text)
    assert main(["setup", "--root", str(root), "--from", str(tmp_path / "answers.toml"), "--yes"]) == 2
    assert says in capsys.readouterr().err
    assert files(root) == {}


def test_yes_without_written_answers_writes_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup", "--root", str(root), "--yes"]) == 2
    assert "give --from FILE too" in capsys.readouterr().err
    assert files(root) == {}


def test_a_new_table_is_offered_the_newest_edition(root: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text(f'broker = "hall.local:1883"\npassword = "{PASSWORD}"\n')
    assert main(["setup", "--root", str(root), "--from", str(answers), "--yes"]) == 0
    chosen = tomllib.loads((root / "etc/jantaku/table.toml").read_text())["ruleset"]
    editions = {name: newer for name, newer in ruleset_choices().items() if newer}
    assert (chosen in editions, chosen in editions.values()) == (False, True)


def test_other_settings_and_comments_stay(root: Path, tmp_path: Path) -> None:
    there = root / "etc/jantaku/table.toml"
    there.parent.mkdir(parents=True)
    there.write_text(
        'hall = "home"   # ours\nsenses = ["sticks"]\n[overrides]\nflow.time_limit_minutes = 60\n'
    )
    answers = tmp_path / "answers.toml"
    answers.write_text(f'broker = "hall.local:1883"\npassword = "{PASSWORD}"\ntable = "9"\n')
    assert main(["setup", "--root", str(root), "--from", str(answers), "--yes"]) == 0
    text = there.read_text()
    assert 'hall = "home"   # ours\n' in text
    settings = tomllib.loads(text)
    assert settings["overrides"] == {"flow": {"time_limit_minutes": 60}}
    played = default_settings().value("ruleset")
    assert settings["ruleset"] == played, "a table plays on by the rules that it played by"
    assert (settings["table"], settings["mqtt"]["address"], settings["mqtt"]["user"]) == (
        "9",
        "hall.local:1883",
        "table9",
    )
    assert (root / "etc/jantaku/mqtt-password").read_text() == f"{PASSWORD}\n"
    assert not (root / "etc/mosquitto").exists(), "the broker is another computer's"


@pytest.mark.skipif(not Path(MOSQUITTO).exists(), reason="no mosquitto is installed")
def test_the_encrypted_broker_starts_from_its_files(root: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text(f'encrypted = true\npassword = "{PASSWORD}"\nhost = "table.local"\n')
    words = ["setup", "--root", str(root), "--from", str(answers), "--yes"]
    assert main(words) == 0
    before = files(root)
    ca = str(root / "etc/jantaku/authority.pem")
    with broker_of(root) as port:
        status, output = judge(f"127.0.0.1:{port}", PASSWORD, "--ca", ca, "tables")
        assert "no table" in output.lower(), (status, output)
    assert main(words) == 0
    assert files(root) == before, "certificates and passwords stay"


def test_a_table_that_gets_another_name_gets_its_login(root: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    words = ["setup", "--root", str(root), "--from", str(answers), "--yes"]
    for table in ("7", "9"):
        answers.write_text(f'hall = "Klub Süd"\ntable = "{table}"\n')
        assert main(words) == 0
    kept = tomllib.loads((root / "etc/jantaku/roles.toml").read_text())["logins"]
    assert kept["table9"]["tables"] == ["9"]
    assert tomllib.loads((root / "etc/jantaku/table.toml").read_text())["mqtt"]["user"] == "table9"
    # A login that somebody named differently stays, and is used for this table.
    there = root / "etc/jantaku/table.toml"
    there.write_text(there.read_text().replace('"table9"', '"table7"'))
    assert main(words) == 0
    assert tomllib.loads((root / "etc/jantaku/roles.toml").read_text())["logins"]["table7"]["tables"] == ["9"]


async def said_of(port: int, word: str, *send: Topic, host: str = "127.0.0.1") -> int:
    """Retain messages with the login of table 7; return the number that a referee finds at the broker."""
    login: dict[str, Any] = {"port": port, "protocol": aiomqtt.ProtocolVersion.V5}
    async with aiomqtt.Client(host, username="table7", password=word, **login) as table:
        for topic in send:
            await table.publish(topic, b"{}", qos=1, retain=True)
    async with aiomqtt.Client(host, username="referee", password=PASSWORD, **login) as referee:
        # The broker sends retained messages before it accepts the second one.
        await referee.subscribe("jantaku/#")
        await referee.subscribe("none")
        return len(referee.messages)


def test_a_table_that_gets_another_name_takes_back_what_it_said(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answers.toml").write_text(f'hall = "club"\ntable = "7"\npassword = "{PASSWORD}"\n')
    assert main(["setup", "--root", str(root), "--from", str(tmp_path / "answers.toml"), "--yes"]) == 0
    word = (root / "etc/jantaku/mqtt-password").read_text().strip()
    stopped: list[tuple[str, ...]] = []

    def systemctl(*words: str) -> str:
        stopped.append(words)
        return ""

    monkeypatch.setattr(command, "_systemctl", systemctl)
    with broker_of(root) as port:
        until(lambda: listens(port), "the broker listens")
        at = Address("127.0.0.1", port, "club", "7", "table7", word)
        topics = [at.topic(STATUS), at.topic(CARD), at.topic(ALERT, TopicLevel("camera"))]
        assert asyncio.run(said_of(port, word, *topics)) == 3
        person = Respondent(language("en"))
        command._leave(at, Answers(hall="club", table="7"), write.withdraw, person)
        assert (asyncio.run(said_of(port, word)), stopped) == (3, [])
        command._leave(at, Answers(hall="club", table="8"), write.withdraw, person)
        assert (asyncio.run(said_of(port, word)), stopped) == (0, [("stop", "jantaku.service")])
        command._leave(
            replace_in(at, password="wrong"), Answers(hall="club", table="8"), write.withdraw, person
        )
    assert "table 7 may still be shown as lost" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [("mqtt = 3", "mqtt"), ("hall = ", "TOML"), ('hall = "a,b"', "hall"), ("[unit]\ndriver = 1", "driver")],
)
def test_settings_that_cannot_be_used_are_reported_and_stay(
    root: Path, tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    there = root / "etc/jantaku/table.toml"
    there.parent.mkdir(parents=True)
    there.write_text(text)
    (tmp_path / "answers.toml").write_text('table = "7"')
    assert main(["setup", "--root", str(root), "--from", str(tmp_path / "answers.toml"), "--yes"]) == 2
    assert says in capsys.readouterr().err
    assert files(root) == {"etc/jantaku/table.toml": text}


def test_settings_in_any_form_of_toml_are_changed(root: Path, tmp_path: Path) -> None:
    there = root / "etc/jantaku/table.toml"
    there.parent.mkdir(parents=True)
    there.write_text('mqtt = { public_names = false }\nunit.driver = "none"\n')
    (tmp_path / "answers.toml").write_text('unit = "/dev/ttyACM3"')
    assert main(["setup", "--root", str(root), "--from", str(tmp_path / "answers.toml"), "--yes"]) == 0
    settings = tomllib.loads(there.read_text())
    assert settings["mqtt"]["public_names"] is False
    assert (settings["mqtt"]["user"], settings["unit"]["driver"]) == ("table1", "jantaku")


def test_a_password_is_known_by_its_hash() -> None:
    kept = hashed(PASSWORD, iterations=3)
    assert is_password(PASSWORD, kept)
    assert not is_password("other", kept)
    assert not is_password(PASSWORD, "no hash")


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of this name stands in for avrdude: there is no chip here. It writes down its arguments."""
    program, log = tmp_path / "bin" / "avrdude", tmp_path / "avrdude-said"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {log}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return log


def test_a_board_that_does_not_answer_is_offered_the_firmware(root: Path, avrdude: Path) -> None:
    board, device = pty.openpty()
    name = os.ttyname(device)
    terminal = Terminal("setup", "--root", str(root), "--look-at", name)
    answer(
        terminal, [("hall", ENTER), ("table", ENTER), ("unit", name), (f"firmware into {name}", "atmega9")]
    )
    assert "[keep]" in terminal.until_asked(), "what answers nothing may be something else"
    terminal.type("2")
    answer(
        terminal,
        [
            (words, ENTER)
            for words in ("camera", "measures", "rules", "broker", "encrypt", "`referee`", "called")
        ],
    )
    terminal.until_asked()
    terminal.type("y")
    assert terminal.status() == 0, terminal.output
    assert not avrdude.exists(), "with --root nothing is done to this computer's table"
    os.close(board)
    os.close(device)


def test_a_unit_that_is_not_there_is_taken_only_if_the_person_insists(root: Path) -> None:
    terminal = Terminal("setup", "--root", str(root), "--look-at", "/dev/none*")
    answer(
        terminal,
        [
            ("hall", ENTER),
            ("table", ENTER),
            ("unit", "/dev/ttyUBS0"),
            ("nothing at /dev/ttyUBS0 now", ENTER),
            ("unit", "/dev/ttyUSB9"),
            ("nothing at /dev/ttyUSB9 now", "y"),
            ("camera", ENTER),
        ],
    )
    terminal.until_asked()
    terminal.interrupt()
    terminal.status()


def test_without_avrdude_it_says_how_to_get_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    board, device = pty.openpty()
    name = os.ttyname(device)
    terminal = Terminal("setup", "--root", str(root), "--look-at", name)
    answer(terminal, [("hall", ENTER), ("table", ENTER), ("unit", name), ("camera", ENTER)])
    assert "apt install avrdude" in terminal.output
    terminal.until_asked()
    terminal.interrupt()
    terminal.status()
    os.close(board)
    os.close(device)


def test_the_firmware_is_written_unless_the_unit_has_it_or_somebody_plays(
    unit: Path, avrdude: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(firmware, "BUILD_NEEDS", {"avr": (), "host": ()})
    monkeypatch.setattr(firmware, "make", lambda _: None)
    person = Respondent(language("en"))
    wanted = Answers(unit=str(unit), firmware="atmega2560")
    assert flashed(wanted, person) == 0
    assert not avrdude.exists(), "it has this program's firmware"
    monkeypatch.setattr("table_controller.cli.doctor.unit.own_firmware", lambda: "9.9")
    assert flashed(replace(wanted, firmware="keep"), person) == 0
    assert not avrdude.exists()
    with subprocess.Popen([sys.executable, "-c", f"f = open({str(unit)!r}); print('open', flush=True); input()"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        assert flashed(wanted, person) == 1
        assert f"{unit} is used by python" in capfd.readouterr().out
        assert not avrdude.exists(), "somebody plays with it"
        other.stdin.close()
    assert flashed(wanted, person) == 0
    assert "has this program's firmware now" in capfd.readouterr().out
    words = avrdude.read_text().splitlines()
    assert words[words.index("-P") + 1] == str(unit)
    assert words[-1].endswith("jantaku-atmega2560.hex:i")
