"""A table that is set up already is set up again: what changes, and what stays as somebody left it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from config import ConfigError
from referee.texts.language import language
from table_controller.cli.logins.logins import LOGINS
from table_controller.cli.setup import found
from table_controller.cli.setup.answers import Answers, answers_from, changed
from table_controller.cli.setup.asking import SetupQuestions
from table_controller.cli.setup.cameras import LookedThrough
from table_controller.cli.setup.found import FoundUnit
from table_controller.cli.setup.measures import measures_of
from table_controller.cli.setup.person import Respondent
from table_controller.cli.setup.plan import (
    BROKER,
    CALLS,
    PASSWORD,
    Plan,
    Planned,
    below,
    planned,
)
from table_controller.cli.setup.write import _kept, write_all
from table_controller.mqtt import logins
from table_controller.mqtt.address import Address
from table_controller.mqtt.authority import MADE_BY_SETUP, is_for_host
from table_controller.mqtt.home_assistant import device_topic
from table_controller.mqtt.logins import is_password
from table_controller.settings.outside import TABLE_SETTINGS
from vision.geometry import load_geometry
from wording.command_line.setup_texts import Setup

ELSEWHERE = {"broker": "hall.local:1883"}


def set_up(root: Path, **answers: Any) -> Plan:
    plan = planned(changed(Answers(), answers, "-"), root)
    write_all(plan.files, root)
    return plan


def settings_of(root: Path) -> dict[str, Any]:
    return tomllib.loads(below(root, TABLE_SETTINGS).read_text(encoding="utf-8"))


def settings_before(root: Path, text: str) -> None:
    file = below(root, TABLE_SETTINGS)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def word_fits(root: Path, name: str = "table1") -> bool:
    """Return whether the login's password at the broker is that in the table's file."""
    account = logins.read(below(root, LOGINS))[name]
    return is_password(below(root, PASSWORD).read_text().strip(), account.password)


def test_a_line_that_is_no_longer_encrypted_keeps_none_of_its_files(tmp_path: Path) -> None:
    settings_before(tmp_path, '[mqtt]\ntls = true\nca = "a"\ncertificate = "b"\nkey = "c"\n')
    set_up(tmp_path, **ELSEWHERE)
    assert settings_of(tmp_path)["mqtt"].keys() & {"tls", "ca", "certificate", "key"} == {"tls"}


@pytest.mark.parametrize(("before", "after"), [("gateway", "gateway"), ("none", "jantaku")])
def test_the_unit_of_another_maker_keeps_its_driver(tmp_path: Path, before: str, after: str) -> None:
    settings_before(tmp_path, f'[unit]\ndriver = "{before}"\n')
    set_up(tmp_path, unit="/dev/ttyUSB0", **ELSEWHERE)
    assert settings_of(tmp_path)["unit"]["driver"] == after


def test_the_password_of_a_broker_elsewhere_is_kept_without_being_typed_again(tmp_path: Path) -> None:
    set_up(tmp_path, **ELSEWHERE)
    assert settings_of(tmp_path)["mqtt"]["password_file"] == ""
    set_up(tmp_path, password="correct horse", **ELSEWHERE)
    set_up(tmp_path, table="2", **ELSEWHERE)
    assert settings_of(tmp_path)["mqtt"]["password_file"] == str(PASSWORD)


def test_broker_and_table_have_one_password_whatever_became_of_the_file(tmp_path: Path) -> None:
    set_up(tmp_path)
    assert word_fits(tmp_path)
    kept = below(tmp_path, PASSWORD).read_text()
    set_up(tmp_path)
    assert below(tmp_path, PASSWORD).read_text() == kept
    below(tmp_path, PASSWORD).write_text("written by hand\n")
    set_up(tmp_path)
    assert below(tmp_path, PASSWORD).read_text() == "written by hand\n"
    assert word_fits(tmp_path)
    below(tmp_path, PASSWORD).unlink()
    set_up(tmp_path)
    assert word_fits(tmp_path)


def test_the_broker_is_either_encrypted_or_not(tmp_path: Path) -> None:
    for encrypted, name in ((True, "jantaku-tls.conf"), (False, "jantaku.conf")):
        set_up(tmp_path, encrypted=encrypted, host="table.local")
        assert [each.name for each in below(tmp_path, BROKER).iterdir()] == [name]


def test_a_computer_that_gets_another_name_gets_certificates_for_it(tmp_path: Path) -> None:
    for host, new in (("table.local", True), ("table.local", False), ("club.example", True)):
        made = [each.path for each in set_up(tmp_path, encrypted=True, host=host).files]
        assert [path in made for path in MADE_BY_SETUP] == [new, new]
        assert all(is_for_host(below(tmp_path, path), host) for path in MADE_BY_SETUP)


def test_addresses_for_calls_are_removed_only_if_there_are_some(tmp_path: Path) -> None:
    assert CALLS not in [each.path for each in set_up(tmp_path, calls="none", **ELSEWHERE).files]
    set_up(tmp_path, calls="json://a", **ELSEWHERE)
    assert CALLS in [each.path for each in set_up(tmp_path, calls="none", **ELSEWHERE).files]


def test_measures_beside_the_settings_are_those_of_the_root(tmp_path: Path) -> None:
    """They are there already, so nothing is written; measures from elsewhere are copied to that place."""
    text = Path("config/tables/standard.toml").read_text(encoding="utf-8")
    own = below(tmp_path, TABLE_SETTINGS).parent / "geometry.toml"
    own.parent.mkdir(parents=True)
    own.write_text(text, encoding="utf-8")
    name = str(TABLE_SETTINGS.parent / "geometry.toml")
    assert (measures_of(name, tmp_path).name, list(measures_of(name, tmp_path).files())) == (name, [])
    [copied] = measures_of(str(own), tmp_path).files()
    assert (str(copied.path), copied.text) == (name, text)


def test_the_usual_login_changes_with_the_table_s_name(tmp_path: Path) -> None:
    for user, expected in (("table7", "table9"), ("club", "club")):
        found = answers_from({"table": "7", "mqtt": {"user": user}}, Answers(), "-")
        assert changed(found, {"table": "9"}, "-").login == expected


def test_the_port_of_a_broker_elsewhere_is_one(tmp_path: Path) -> None:
    for port, right in (("0", False), ("65535", True), ("65536", False)):
        try:
            changed(Answers(), {"broker": f"hall.local:{port}"}, "-")
        except ValueError:
            assert not right, port
        else:
            assert right, port


def test_a_file_that_cannot_be_written_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    deep, within = (Planned(Path(path), "x") for path in ("/a/b/c/d", "/file/x"))
    with pytest.raises(ConfigError):
        write_all([deep, within], tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_only_the_folder_of_somebody_s_file_is_closed_to_others(tmp_path: Path) -> None:
    write_all(
        [Planned(Path("/var/lib/own/x"), "x", owner="nobody-here"), Planned(Path("/srv/x"), "x")], tmp_path
    )
    closed = {
        name: not below(tmp_path, Path(name)).stat().st_mode & 0o007
        for name in ("/var/lib", "/var/lib/own", "/srv")
    }
    assert closed == {"/var/lib": False, "/var/lib/own": True, "/srv": False}


def test_what_home_assistant_knows_of_a_renamed_table_is_withdrawn_too() -> None:
    assert device_topic("club", "7") in _kept(Address("127.0.0.1", 1883, "club", "7", "table7", ""))


@pytest.mark.parametrize(("before", "offered"), [("/dev/b", "/dev/b"), ("/dev/gone", "/dev/a")])
def test_of_several_units_that_of_the_settings_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, offered: str
) -> None:
    units = [FoundUnit(device, True, False, Setup.looking()) for device in ("/dev/a", "/dev/b")]
    monkeypatch.setattr(found, "find_units", lambda _: iter(units))
    monkeypatch.setattr("builtins.input", lambda _: "")
    looked = LookedThrough(load_geometry())
    person = Respondent(language("en"))
    questions = SetupQuestions(Answers(unit=before), person, (), (), looked, root=tmp_path, known=True)
    questions._ask_unit()
    assert questions._answers.unit == offered
