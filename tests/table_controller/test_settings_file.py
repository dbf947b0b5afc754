"""The settings file is declared once: what is refused, what the schema says, what the documents show."""

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from config import ConfigError, read_text_file
from table_controller.settings.settings import read_file
from tests.conftest import ROOT

SCHEMA: dict[str, Any] = json.loads((ROOT / "config" / "daemon.schema.json").read_text(encoding="utf-8"))
WRONG = [
    ("[http]\nprot = 8080", "http.prot: no such setting; did you mean http.port?"),
    ("port = 8080", "port: no such setting; did you mean http.port?"),
    ("[evidense]\ndays = 3", "evidense: no such setting; did you mean evidence?"),
    ("colour = 1", "colour: no such setting"),
    ("[mqtt]\nlogin = 'x'", "mqtt.login: no such setting; did you mean mqtt.logins?"),
    ("[http]\nport = 65536", "http.port: must be 0 to 65,535, a whole number, not 65536"),
    ("[mqtt]\nwebsocket_port = 0", "mqtt.websocket_port: must be 1 to 65,535, a whole number, not 0"),
    ("[evidence]\nseconds = 61", "evidence.seconds: must be 0 to 60, a whole number, not 61"),
    ("[evidence]\ndays = 0", "evidence.days: must be 1 to 3,650, a whole number, not 0"),
    ("[evidence]\nmegabytes = 1.5", "evidence.megabytes: must be 1 to 1,000,000, a whole number, not 1.5"),
    ("[panel]\nlamp_pin = 28", "panel.lamp_pin: must be -1 to 27, a whole number, not 28"),
    ("automatic_deal = 1", "automatic_deal: must be true or false, not 1"),
    ("gong = 'bell'", "gong: must be one of table, hall, not 'bell'"),
    ("names = ['a', 'b']", "names: must be a list of four texts of at most 4,096 characters, not ['a', 'b']"),
    ("senses = ['smell']", "senses: must be some of call_buttons, curtains, sticks, wall_touch, not ['smell']"),
    ("http = 3", "http: must be a table, not 3"),
    ("hall = {name = 'x'}", "hall: must be a text of at most 4,096 characters, not {'name': 'x'}"),
    ("overrides = 3", "overrides: must be a mapping of settings, not 3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), WRONG)
def test_what_is_wrong_is_named_with_what_was_meant(tmp_path: Path, text: str, error: str) -> None:
    """The daemon and the schema both name it."""
    file = tmp_path / "daemon.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        read_file(file)
    key = error.partition(":")[0].rpartition(".")[2]
    line = next(number for number, each in enumerate(text.splitlines(), 1) if key in each)
    assert str(refused.value) == f"{file}:{line}: {error}"
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(SCHEMA, tomllib.loads(text))


def test_what_is_no_file_is_refused_and_holds_nothing_up(tmp_path: Path) -> None:
    """Not files: a pipe that nobody writes to, a device that never ends, a name that no file can have."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, error in (
        (pipe, "is not a file"),
        (Path("/dev/zero"), "is not a file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "a\0b", "not the name of a file"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(ConfigError, match=error):
            read_text_file(path, "settings")


def test_the_defaults_and_what_the_documents_show_are_settings(tmp_path: Path) -> None:
    defaults = read_file(None)
    jsonschema_rs.validate(SCHEMA, defaults)
    shown = re.findall(
        r"```toml\n(.*?)```", (ROOT / "docs" / "install.md").read_text(encoding="utf-8"), re.DOTALL
    )
    for text in (
        "",
        "[overrides]\nflow.time_limit_minutes = 60\n\n[overrides.scoring]\nred_fives = true",
        *shown,
    ):
        written = tomllib.loads(text)
        if not written.keys() <= defaults.keys():
            continue  # of another file
        jsonschema_rs.validate(SCHEMA, written)
        (tmp_path / "daemon.toml").write_text(text)
        read_file(tmp_path / "daemon.toml")


def test_every_setting_is_described_with_its_default() -> None:
    """Everything in daemon.toml is declared, and numbers have a range."""
    tables = SCHEMA["$defs"]

    def described(table: str, declared: dict[str, Any]) -> None:
        properties = tables[table]["properties"]
        assert properties.keys() == declared.keys()
        for name, schema in properties.items():
            if "$ref" in schema:
                described(schema["$ref"].rpartition("/")[2], declared[name])
                continue
            assert schema["default"] == declared[name]
            assert schema["description"]
            if schema.get("type") == "integer":
                assert {"minimum", "maximum"} <= schema.keys()

    described("SettingsFile", read_file(None))
