"""``jantaku logins``: the file, the commands, and how a real Mosquitto takes the files that are written."""

import base64
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from config import ConfigError
from jantaku.main import main
from table_controller.mqtt import logins
from table_controller.mqtt.logins import Account, LoginsFile, hashed
from table_controller.mqtt.roles import Login
from tests.table_controller.broker_stage import until
from tests.table_controller.deployment_stage import STOCK, debians_broker, publishes
from tests.table_controller.silent import said_to

FILE = """
[logins.anna]
role = "referee"
halls = ["home"]
tables = ["1", "Tisch 2"]
password = "$7$101$abc$def"

[logins."b.ob"]
role = "viewer"
"""


def matches(password: str, kept: str) -> bool:
    """Return whether a hash is that of a password, computed as the broker does."""
    try:
        empty, kind, iterations, salt, _ = kept.split("$")
        again = hashed(password, base64.b64decode(salt), int(iterations))
    except ValueError:
        return False
    return (empty, kind) == ("", "7") and again == kept


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(*words: str, password: str | None = None) -> tuple[int, str]:
        given = ["logins", *words, "--logins", str(tmp_path / "logins.toml")]
        if password is not None:
            (tmp_path / "word").write_text(password + "\n")
            given += ["--password-file", str(tmp_path / "word")]
        status = main(given)
        output = capsys.readouterr()
        return status, output.out + output.err

    return run


def test_the_file_is_read_and_written_the_same(tmp_path: Path) -> None:
    file = tmp_path / "logins.toml"
    file.write_text(FILE)
    accounts = logins.read(file)
    assert accounts == {
        "anna": Account(Login("anna", "referee", ("home",), ("1", "Tisch 2")), "$7$101$abc$def"),
        "b.ob": Account(Login("b.ob", "viewer")),
    }
    file.write_text(logins.written(accounts, passwords=True))
    assert logins.read(file) == accounts
    file.write_text(logins.written(accounts, passwords=False))
    assert {name: each.login for name, each in logins.read(file).items()} == {
        name: each.login for name, each in accounts.items()
    }
    assert "$7$" not in file.read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[logins.anna]\n", "anna: role and password must be texts, and role is required"),
        ('[logins.anna]\nrole = "king"\n', "anna: 'king' is not a role; there are player, stream, viewer,"),
        ('[logins.anna]\nrole = "viewer"\nhall = ["a"]\n', "anna: must be a table with"),
        ('[logins.anna]\nrole = "viewer"\nhalls = "a"\n', "anna: halls and tables must be lists"),
        ('[logins.anna]\nrole = "viewer"\nhalls = ["a/#"]\n', "anna: 'a/#' cannot be part of a topic"),
        ('[logins."a#"]\nrole = "viewer"\n', "'a#' cannot be a login's name"),
        ('[logins."a\\nuser root"]\nrole = "viewer"\n', "cannot be a login's name"),
        ('[logins.alert]\nrole = "viewer"\n', "'alert' cannot be a login's name"),
        ('[logins.anna]\nrole = "viewer"\npassword = "a\\nroot:b"\n', "anna: role and password"),
        ("logins = 3\n", "must hold tables [logins.NAME]"),
        ("[people.anna]\n", "must hold tables [logins.NAME]"),
        ("[logins", "not valid TOML"),
    ],
)
def test_what_is_no_login_is_refused_with_its_place(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "logins.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"logins\.toml: ") as refused:
        logins.read(file)
    assert says in str(refused.value)


def test_a_changed_file_holds_at_once_and_a_broken_one_changes_nothing(tmp_path: Path) -> None:
    file, lines = tmp_path / "roles.toml", list[str]()
    file.write_text('[logins.anna]\nrole = "viewer"\n')
    known = LoginsFile(file, said_to(lines.append))
    assert known.find("bob") is None
    file.write_text('[logins.anna]\nrole = "referee"\n[logins.bob]\nrole = "viewer"\n')
    assert known.find("anna") == Login("anna", "referee")
    assert known.find("bob") == Login("bob", "viewer")
    file.write_text("[logins")
    assert known.find("bob") == Login("bob", "viewer")
    file.unlink()
    assert known.find("bob") == Login("bob", "viewer")
    assert len(lines) == 2
    assert "not valid TOML" in lines[0]
    assert "cannot be read" in lines[1]


@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason="no mosquitto is installed")
def test_passwords_are_those_of_mosquitto(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.touch()
    subprocess.run(
        ["mosquitto_passwd", "-b", str(file), "anna", "pässword:1"], check=True, capture_output=True
    )
    kept = file.read_text().strip().partition(":")[2]
    assert matches("pässword:1", kept)
    assert not matches("password:1", kept)
    assert matches("a", hashed("a"))
    assert not matches("a", "$6$nothing")


def test_logins_come_and_go(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    status, output = run(
        "add", "anna", "--role", "referee", "--hall", "home", "--table", "7", password="eins"
    )
    assert status == 0
    assert "anna is a referee, hall home, table 7" in output
    run("add", "bob", "--role", "viewer", password="zwei")
    status, output = run("add", "bob", "--role", "technician", password="drei")
    assert (status, output.splitlines()[0]) == (0, "bob is now a technician")
    assert run("list") == (0, "anna: referee, hall home, table 7\nbob: technician\n")
    assert (tmp_path / "logins.toml").stat().st_mode & 0o777 == 0o600
    assert matches("drei", logins.read(tmp_path / "logins.toml")["bob"].password)
    assert run("remove", "bob")[0] == 0
    assert run("remove", "bob") == (
        2,
        f"jantaku logins: {tmp_path}/logins.toml: there is no login 'bob'; there are: anna\n",
    )
    assert run("add", "a+", "--role", "viewer", password="x")[0] == 2
    assert run("add", "cid", "--role", "viewer", password="")[0] == 2
    assert run("list") == (0, "anna: referee, hall home, table 7\n")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["logins.toml", "word"]


@pytest.mark.skipif(not STOCK.exists(), reason="no mosquitto of Debian is installed")
def test_mosquitto_keeps_everybody_to_their_role_hall_and_table(
    run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    for name, role, *scope in (
        ("viewer", "viewer"),
        ("anna", "referee", "--hall", "home", "--table", "7", "--table", "8"),
        ("bob", "referee", "--hall", "club"),
        ("tom", "technician"),
        ("table7", "table", "--hall", "home", "--table", "7"),
    ):
        run("add", name, "--role", role, *scope, password=name)
    broker_folder = tmp_path / "broker"
    broker_folder.mkdir()
    config, port = debians_broker(broker_folder)
    files = ("--passwords", str(broker_folder / "passwords"), "--access", str(broker_folder / "acl"))
    status, output = run("write", *files, "--roles", str(tmp_path / "roles.toml"))
    assert status == 0, output
    broker = subprocess.Popen(
        ["mosquitto", "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )

    def may(user: str, topic: str) -> bool:
        return publishes(port, user, f"jantaku/1/{topic}")

    try:
        until(lambda: may("table7", "home/7/event"), "the broker answers")
        assert may("table7", "home/7/alert/unit")
        assert may("table7", "home/answer/anna/1")
        assert not may("table7", "home/8/event")
        assert not may("table7", "club/7/event")
        assert not may("table7", "club/answer/anna/1")
        assert not may("table7", "home/7/command/anna/stop")
        assert may("anna", "home/7/command/anna/stop")
        assert may("anna", "home/8/command/anna/history")
        assert not may("anna", "home/9/command/anna/stop")
        assert not may("anna", "club/7/command/anna/stop")
        assert not may("anna", "home/7/command/bob/stop")
        assert not may("anna", "home/7/command/stop")
        assert not may("anna", "home/7/state")
        assert may("bob", "club/3/command/bob/stop")
        assert not may("bob", "home/7/command/bob/stop")
        assert may("tom", "home/7/command/tom/pause")
        assert not may("tom", "home/7/command/tom/stop")
        assert may("viewer", "home/7/command/viewer/history")
        assert not may("viewer", "home/7/command/viewer/pause")
        assert not may("viewer", "home/answer/anna/1")
        assert not may("nobody", "home/7/event")
        # A login that is gone is no longer let in after a reload.
        run("remove", "tom")
        run("write", *files, "--roles", str(tmp_path / "roles.toml"))
        broker.send_signal(1)
        until(lambda: not may("tom", "home/7/command/tom/pause"), "tom is no more")
        assert may("anna", "home/7/command/anna/stop")
    finally:
        broker.terminate()
        broker.wait()
