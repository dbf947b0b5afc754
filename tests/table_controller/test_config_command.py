"""``jantaku config``: the settings in force and where they come from, all their mistakes at once, and their meaning."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.origins import toml_lines
from jantaku.main import main
from referee.rules.ruleset import Ruleset
from referee.texts.language import language
from table_controller.cli import config as command
from table_controller.settings.file import setting_types, settings_tables
from table_controller.settings.in_force import default_settings, settings_in_force
from table_controller.settings.options import OPTIONS
from table_controller.settings.origin import HIDDEN, without_secrets
from table_controller.settings.outside import CREDENTIALS, drop_ins, variable_of, without_settings

SECRET = "correct horse"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the settings of the computer that runs the tests."""
    monkeypatch.setattr(command, "TABLE_SETTINGS", tmp_path / "none.toml")


class Club:
    """A settings file with drop-ins, and the command typed with it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "table.toml"
        self.drop_ins = folder / "table.toml.d"
        self.drop_ins.mkdir()
        self._capsys = capsys

    def types(self, *words: str, status: int = 0, before: tuple[str, ...] = ()) -> str:
        """Run the command and return what it prints."""
        assert main([*before, "config", *words, "--config", str(self.file)]) == status
        return self._capsys.readouterr().out

    def report(self, *words: str, status: int = 0) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.types(*words, "--json", status=status))
        return report


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    made = Club(tmp_path, capsys)
    made.file.write_text('hall = "home"\n\n[mqtt]\naddress = "a:1"\nuser = "table"\n')
    return made


def test_each_setting_comes_from_the_uppermost_layer(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Default, file, drop-ins in the order of their names, credential, environment, option: each overrides those before
    it."""
    password = tmp_path / "credentials" / "mqtt.password_file"
    password.parent.mkdir()
    password.write_text(SECRET)
    club.file.write_text(
        '# of a club\nhall = "file"\ngong = "hall"\ncamera = "file:film"\nserial = "file"\ntable = "file"\n'
        '[mqtt]\n\naddress = "file:1"\nuser = "table"\npassword_file = "file"\n'
    )
    (club.drop_ins / "20.toml").write_text('table = "last"\ncamera = "file:last"\n')
    (club.drop_ins / "10.toml").write_text(
        'table = "first"\ngeometry = "square"\n[mqtt]\naddress = "drop-in:1"'
    )
    (club.drop_ins / "10.toml.bak").write_text('table = "old"')
    (club.drop_ins / ".30.toml").write_text('names = ["hidden", "", "", ""]')
    (club.drop_ins / "30.toml").symlink_to("/dev/null")
    monkeypatch.setenv(CREDENTIALS, str(password.parent))
    monkeypatch.setenv("JANTAKU_SERIAL", "variable")
    monkeypatch.setenv("JANTAKU_CAMERA", "v4l2:1")
    monkeypatch.setenv("JANTAKU_HTTP__PORT", "81")
    monkeypatch.setenv("JANTAKU_SENSES", '["curtains"]')
    shown = club.report("show", "--camera", "v4l2:2", "--http", "0")
    found = {each["key"]: (each["value"], *each["origin"].values()) for each in shown["settings"]}
    assert found.keys() == setting_types().keys() - {"overrides"}
    assert found["state"][:2] == ("/var/lib/jantaku", "default")
    assert found["hall"] == ("file", "file", str(club.file), 2)
    assert found["gong"] == ("hall", "file", str(club.file), 3)
    assert found["names"][1] == "default"
    assert found["mqtt.user"] == ("table", "file", str(club.file), 10)
    assert found["mqtt.address"] == ("drop-in:1", "drop_in", str(club.drop_ins / "10.toml"), 4)
    assert found["table"] == ("last", "drop_in", str(club.drop_ins / "20.toml"), 1)
    assert found["geometry"] == ("square", "drop_in", str(club.drop_ins / "10.toml"), 2)
    assert found["mqtt.password_file"] == (str(password), "credential", "mqtt.password_file", None)
    assert found["serial"] == ("variable", "environment", "JANTAKU_SERIAL", None)
    assert found["senses"] == (["curtains"], "environment", "JANTAKU_SENSES", None)
    assert found["camera"] == ("v4l2:2", "option", "--camera", None)
    assert found["http.port"] == (0, "option", "--http", None)
    lines = club.types("show", "hall", "table", "serial", "mqtt.password_file", "unit").splitlines()
    assert [line.split(None, 3)[3] for line in lines] == [
        f"{club.file}:2",
        f"{club.drop_ins}/20.toml:1 (drop-in)",
        "environment JANTAKU_SERIAL",
        "credential mqtt.password_file",
        "default",
    ]
    assert "環境変数JANTAKU_SERIAL" in club.types("show", before=("--lang", "ja"))


def test_all_mistakes_are_listed_with_their_places(
    club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This covers mistakes of every layer, and values that only the daemon itself can judge."""
    club.file.write_text(
        'hal = "x"\nhall = "a/b"\nclock = "sundial"\nruleset = "wrc-2015"\n[http]\nport = 65536\nkey = "k"\n'
        '[mqtt]\naddress = "nowhere"\nlogins = "/nowhere/roles.toml"\n'
        '[overrides]\nflow.time_limit_minuts = 60\nscoring = { red_fives = 3, renhou = "x" }\n'
    )
    (club.drop_ins / "1.toml").write_text("geometry = 'round'\n[evidence]\n\ndays = 0")
    (club.drop_ins / "2.toml").write_text("a = 1\nb =\n")
    monkeypatch.setenv("JANTAKU_MQTT__ADRESS", "x")
    monkeypatch.setenv("JANTAKU_SERAIL", "x")
    monkeypatch.setenv("JANTAKU_PROVE", "all")
    monkeypatch.setenv("JANTAKU_AUTOMATIC_DEAL", "yes")
    monkeypatch.setenv(CREDENTIALS, str(tmp_path / "credentials"))
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "mqtt.password").touch()
    (tmp_path / "credentials" / "of-another-program").touch()
    *mistakes, end = club.types("check", "--names", '["a"]', status=1).splitlines()
    file, first = club.file, club.drop_ins / "1.toml"
    for text in (
        f"{file}:1: hal: no such setting; did you mean hall?",
        f"{file}:2: hall: 'a/b' cannot be part of a topic",
        f"{file}:3: clock: 'sundial' is not one of",
        f"{file}:6: http.port: must be 0 to 65,535, a whole number, not 65536",
        f"{file}:7: http.key: has an effect only with http.certificate",
        f"{file}:9: mqtt: 'nowhere' is not HOST:PORT",
        f"{file}:10: /nowhere/roles.toml: cannot be read",
        f"{file}:12: ruleset wrc-2015: flow.time_limit_minuts: ",
        f"{file}:13: ruleset wrc-2015: scoring.red_fives: ",
        f"{file}:13: ruleset wrc-2015: scoring.renhou: ",
        f"{first}:1: tables: 'round' is not one of ",
        f"{first}:4: evidence.days: must be 1 to 3,650, a whole number, not 0",
        f"{club.drop_ins}/2.toml:2: not valid TOML: ",
        "JANTAKU_MQTT__ADRESS: no setting has this variable; did you mean JANTAKU_MQTT__ADDRESS?",
        "JANTAKU_SERAIL: no setting has this variable; did you mean JANTAKU_SERIAL?",
        "JANTAKU_AUTOMATIC_DEAL: automatic_deal: must be true or false, not 'yes'",
        "credential mqtt.password: no setting has this name; did you mean mqtt.password_file?",
        "--names: names: must be a list of four texts",
    ):
        (line,) = [each for each in mistakes if each.startswith(text)] or [f"{text} is missing: {mistakes}"]
        assert line.startswith(text)
        mistakes.remove(line)
    assert mistakes == []
    assert end.startswith("18 mistakes.")
    report = club.report("check", "--names", '["a"]', status=1)
    assert (len(report["mistakes"]), report["files"]) == (18, [str(file), str(first)])
    assert report["mistakes"][-1]["code"]


def test_the_daemon_names_all_mistakes_too(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.file.write_text("[http]\nport = -1\n[evidence]\ndays = 0\n")
    assert main(["run", "--config", str(club.file)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"jantaku run: {club.file}:2: http.port: must be ")
    assert second.startswith(f"jantaku run: {club.file}:4: evidence.days: must be ")


def test_settings_that_can_be_used(club: Club) -> None:
    (club.drop_ins / "1.toml").write_text('table = "9"')
    assert str(club.drop_ins / "1.toml") in club.types("check")
    assert "問題はありません" in club.types("check", before=("--lang", "ja"))
    assert club.report("check") == {"mistakes": [], "files": [str(club.file), str(club.drop_ins / "1.toml")]}


def test_a_journal_in_a_database_is_refused(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    """A table no longer copies its journal into PostgreSQL: a hall collects it (docs/tables/hall.md)."""
    club.file.write_text(f'journal = "postgresql://table:{SECRET}@db/jantaku"\n')
    assert main(["run", "--config", str(club.file)]) == 2
    output = capsys.readouterr().err
    assert f"{club.file}:1: journal: the journal is a file, not " in output
    assert SECRET not in output


def test_passwords_are_never_shown(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A password is hidden where a setting is shown and where it is wrong, whatever layer it comes from."""
    url = f"postgresql://table:{SECRET}@db/jantaku"
    club.file.write_text(
        f'journal = "{url}"\nserial = ["{url}"]\ncamera = "x\\u0007{url}"\n[mqtt]\npassword = "{SECRET}"\n'
    )
    everything = [
        club.types(what, status=status) for what, status in (("show", 1), ("check", 1), ("explain", 0))
    ]
    everything += [
        club.types(what, "--json", status=status)
        for what, status in (("show", 1), ("check", 1), ("explain", 0))
    ]
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "journal").write_text(f"host=db password={SECRET}\n")
    (credentials / "mqtt.password_file").write_text(f"{SECRET}\n")
    monkeypatch.setenv(CREDENTIALS, str(credentials))
    monkeypatch.setenv("JANTAKU_GEOMETRY", f"x://u:{SECRET}@h")
    everything += [
        club.types(what, status=status) for what, status in (("show", 1), ("check", 1), ("explain", 0))
    ]
    assert f"postgresql://table:{HIDDEN}@db/jantaku" in everything[0]
    assert not [text for text in everything if SECRET in text or "horse" in text]
    assert settings_in_force(None).values["journal"] == f"host=db password={SECRET}"


@given(st.text(alphabet="abc:/@?&= '", max_size=12))
def test_no_password_of_a_url_is_left(password: str) -> None:
    for text in (
        f"postgresql://u:{password}SECRET@h/d",
        f"postgresql://h/d?password=SECRET{password.strip()[:0]}",
        "host=db PASSWORD=SECRET",
    ):
        assert "SECRET" not in without_secrets([text])[0]


def test_overrides_of_all_layers_hold_together(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each override holds by itself, however it is written; those of another ruleset are ignored."""
    club.file.write_text("[overrides]\nflow.time_limit_minutes = 60\n[overrides.scoring]\nred_fives = true\n")
    (club.drop_ins / "1.toml").write_text('overrides = {"flow.time_limit_minutes" = 70}')
    monkeypatch.setenv("JANTAKU_OVERRIDES", '{"flow.honba_ron" = 1500}')
    shown = {
        each["key"]: (each["value"], each["origin"]["name"], each["origin"]["line"])
        for each in club.report("show", "overrides")["settings"]
    }
    assert shown == {
        "overrides.flow.time_limit_minutes": (70, str(club.drop_ins / "1.toml"), 1),
        "overrides.scoring.red_fives": (True, str(club.file), 4),
        "overrides.flow.honba_ron": (1500, "JANTAKU_OVERRIDES", None),
    }
    assert club.report("show", "overrides", "--ruleset", "tenhou")["settings"] == []
    whole = json.dumps(Ruleset.read("tenhou").to_mapping())
    assert club.report("show", "overrides", "--ruleset-json", whole)["settings"] == []


def test_every_setting_is_explained_in_both_languages(club: Club) -> None:
    club.file.write_text("[http]\nport = 81\n")
    assert club.types("explain", "http.port").splitlines() == [
        "http.port: 0 for no page",
        "  must be: 0 to 65,535, a whole number",
        "  default: 8080",
        "  now: 81",
        "  also set by: JANTAKU_HTTP__PORT, --http",
    ]
    japanese = language("ja").words["daemon_setting"]
    assert japanese.keys() == {*setting_types(), *settings_tables()}
    for spoken in ("en", "ja"):
        output = club.types("explain", before=("--lang", spoken))
        assert all(f"\n{key}: " in f"\n{output}" for key in setting_types())
    explained = {each["key"]: each for each in club.report("explain")["settings"]}
    assert explained.keys() == setting_types().keys()
    assert all(each["meaning"] and each["must_be"] for each in explained.values())
    assert (explained["evidence.days"]["unit"], explained["evidence.days"]["default"]) == ("d", 14)
    assert "minutes" in club.types("explain", "onlookers.stream_delay")
    assert {key for key, each in explained.items() if each["option"]} == OPTIONS.keys()
    assert explained["journal"]["credential"] == "journal"
    assert set(club.types("explain", "panel").split()) >= {"panel.lamp_pin:", "panel.judge_pin:"}


@pytest.mark.parametrize(("asked", "meant"), [("prot", "http.port"), ("mqt", "mqtt")])
def test_a_setting_that_is_not_there_is_named_with_what_was_meant(
    asked: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "explain", asked]) == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_without_a_file_the_settings_are_those_of_the_table_that_stands_here(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "TABLE_SETTINGS", club.file)
    assert main(["config", "show", "hall"]) == 0
    assert capsys.readouterr().out.endswith(f"{club.file}:1\n")


def test_a_variable_or_credential_holds_one_value(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No second setting can follow it, and a credential's line may end as in Windows."""
    (tmp_path / "hall").write_text("club\r\nmore\r\n")
    monkeypatch.setenv(CREDENTIALS, str(tmp_path))
    monkeypatch.setenv("JANTAKU_HTTP__PORT", "81\nlisten = '0.0.0.0'")
    monkeypatch.setenv("JANTAKU_PORT", "another program's")
    found = settings_in_force(None).values
    assert (found["hall"], found["http"]["port"]) == ("club", 8080)
    shown = club.report("show", "http.port", status=1)
    [mistake] = shown["mistakes"]
    assert mistake["text"].startswith("JANTAKU_HTTP__PORT: http.port: must be 0 to 65,535")


def test_a_simulated_table_has_no_settings_of_the_environment() -> None:
    outside = {variable_of(key): "x" for key in setting_types()} | {CREDENTIALS: "/run", "PATH": "/bin"}
    assert without_settings(outside) == {"PATH": "/bin"}


def test_drop_ins_that_cannot_be_listed_are_none(tmp_path: Path) -> None:
    assert drop_ins(tmp_path / "table.toml") == []
    (tmp_path / "table.toml.d").touch()
    assert drop_ins(tmp_path / "table.toml") == []


def test_defaults_have_their_lines() -> None:
    lines = Path("config/daemon.toml").read_text(encoding="utf-8").splitlines()
    for key, origin in default_settings().origins.items():
        assert lines[origin.line - 1].startswith(key.rpartition(".")[2]), key


NAMES = st.from_regex(r"[a-z]{1,4}", fullmatch=True)
VALUES = st.one_of(
    st.integers(), st.booleans(), st.text("ab\"'#=[]\n\\", max_size=8), st.lists(st.integers(), max_size=3)
)


def _written(value: Any, *, long: bool) -> str:
    """A value in TOML, over several lines if possible."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = json.dumps(value)
        return plain if not long else '"""\n' + plain[1:-1].replace("\\n", "\n") + '"""'
    if isinstance(value, list):
        return "[" + ("\n  " if long else "") + ", # x = 1\n".join(map(str, value)) + ("\n]" if long else "]")
    return str(value)


@given(
    st.dictionaries(NAMES, st.dictionaries(NAMES, VALUES, max_size=4), max_size=4), st.booleans(), st.data()
)
def test_every_value_has_the_line_on_which_it_begins(
    written: Mapping[str, Mapping[str, Any]], long: bool, data: st.DataObject
) -> None:
    text = ""
    expected = {}
    for table, values in written.items():
        text += data.draw(st.sampled_from(["", "\n", "# port = 3\n"]))
        expected[table] = text.count("\n") + 1
        text += f"[{table}]  # [no]\n"
        for key, value in values.items():
            expected[f"{table}.{key}"] = text.count("\n") + 1
            text += f"{key} = {_written(value, long=long)}\n"
    assert tomllib.loads(text).keys() == written.keys()
    assert toml_lines(text) == expected
