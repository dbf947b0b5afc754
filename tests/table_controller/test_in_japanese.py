"""``jantaku --lang ja``: what the commands for the table's and the hall's computer say, and what they refuse, is in Japanese."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from config import ConfigError, read_ruleset, read_text_file
from jantaku.main import main
from jantaku.subcommands import SUBCOMMANDS
from referee.game.observations import ClockAdvanced, HanchanBegun
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.texts.language import language
from table_controller.journal.place import JOURNAL
from table_controller.mqtt.authority import Authority
from table_controller.mqtt.tls import why_unsecured
from tests.table_controller.broker_stage import free_port
from tests.texts_stage import JAPANESE
from wording.terminal.outside import message_of, sentence

LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(
    r"`[^`]*`|「[^」]*」|'[^']*'|[a-zA-Z0-9./:=_-]*[/.=_-][a-zA-Z0-9./:=_-]*|\b[A-Z]{2,}\b|return_points|start_points|"
    rf"(?:jantaku|rulesets|tenhou|localhost|oka|okaa|off|mangan|yakuman|{'|'.join(SUBCOMMANDS)})(?![a-z])",
    re.ASCII,
)
"""Files, options, hosts, settings and their values."""
PROSE = re.compile(r"[A-Za-z]{2,}(?: [a-z]{2,}){2,}")
"""English words in a row; names of files, options and values stand alone."""
OTHERS = re.compile(
    r"^jantaku [a-z ]+|`[^`]*`|(?:TOML|対局記録)として読めません：.*|使い方：.*", re.DOTALL | re.MULTILINE
)
"""Text that is typed, or that another program says."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "latin.toml").write_bytes(b"title = '\xff'")
    (tmp_path / "broken.toml").write_text("x = = 1")
    (tmp_path / "wrong.toml").write_text('extends = "wrc-2015"\n[scoring]\nrenhou = "yakumann"\n')
    (tmp_path / "contrary.toml").write_text('extends = "wrc-2015"\n[flow]\noka = true\n')
    (tmp_path / "unknown.toml").write_text('extends = "wrc-2015"\n[flow]\nokaa = true\n')
    return tmp_path


def said_by(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    """Return the status of a command and its output on both streams."""
    try:
        status: object = main(["--lang", "ja", *words])
    except SystemExit as end:
        status = end.code
    return status, "".join(capsys.readouterr())


def english_left(output: str) -> list[str]:
    """The lines that are not Japanese, or have English in them."""
    return [
        line
        for line in OTHERS.sub("", output).splitlines()
        if line.strip() and (not JAPANESE.search(line) or PROSE.search(line))
    ] + ([] if JAPANESE.search(output) else [output])


def all_in_japanese(capsys: pytest.CaptureFixture[str], *commands: tuple[int, list[str]]) -> None:
    """Commands that succeed and commands that fail, one after the other, with their statuses."""
    for status, words in commands:
        done, output = said_by(capsys, *words)
        assert (done, english_left(output)) == (status, []), (words, output)


def output_of(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    status, output = said_by(capsys, *(each.replace("{}", str(folder)) for each in arguments))
    assert status == 2
    assert output.strip()
    return output.replace(str(folder), "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "show", "nosuch"], "rulesetsに'nosuch'はありません。あるもの：ema-2025、"),
        (["rules", "show", "{}/none.toml"], "/none.tomlというファイルはありません"),
        (["rules", "diff", "tenhou", "{}/latin.toml"], "/latin.tomlはUTF-8の文字列ではありません"),
        (["rules", "fouls", "{}/wrong.toml"], "scoring.renhou：off、mangan、yakumanのどれかです。'yakumann'は使えません"),
        (["rules", "show", "{}/contrary.toml"], "flow.oka：次の設定が必要です：return_points > start_points"),
        (["rules", "show", "{}/unknown.toml"], "flow.okaa：そのような設定はありません。okaのことですか"),
        (["judge", "--wait", "0", "tables"], "--wait：「0」は使えません。0より大きく3600までの数です"),
        (["judge", "--wait", "soon", "tables"], "--wait：「soon」は使えません。"),
        (["judge", "--user", "a", "--password-file", "{}/none", "tables"],
         "`--password-file`を読めません：/noneを読めません：ファイルやフォルダーがありません"),
        (["judge", "--ca", "{}/none", "tables"], "/noneを認証局の証明書として使えません：ファイルやフォルダーがありません"),
        (["judge", "--broker", "nowhere:x", "tables"], "「nowhere:x」はホストとポート"),
        (["logins", "list", "--logins", "{}/none"], "/noneを読めません：ファイルやフォルダーがありません"),
            ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_japanese(
    arguments: list[str], says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = output_of(arguments, folder, capsys)
    assert says in output
    assert LATIN.findall(NAMES.sub("", output.partition("使い方：")[0])) == []


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_an_unknown_option_is_refused_in_japanese_by_every_command(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = output_of([command, "--no-such-option"], folder, capsys)
    assert "使い方：" in output
    assert LATIN.findall(NAMES.sub("", output.partition("使い方：")[0])) == []


def test_a_line_that_is_not_encrypted_is_reported_in_japanese(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = why_unsecured(ConnectionResetError(), "localhost")
    assert refused is not None
    assert language("ja").say(refused).startswith("localhostが接続の途中で切りました")
    output = output_of(["judge", "--tls", "--broker", f"localhost:{free_port()}", "tables"], folder, capsys)
    assert "ブローカーがありません" in output


@pytest.mark.parametrize(
    "opens",
    [
        lambda _: read_ruleset("nosuch"),
        read_ruleset,
        lambda folder: read_ruleset(folder / "none.toml"),
        lambda folder: read_ruleset(folder / "latin.toml"),
        lambda folder: read_ruleset(folder / "broken.toml"),
        lambda folder: read_text_file(folder, "settings"),
        lambda folder: read_text_file(folder / "a\0b", "settings"),
        lambda folder: read_text_file(folder / "latin.toml", "settings"),
        lambda folder: (folder / "none").open(),
    ],
)  # fmt: skip
def test_english_says_what_the_error_says(opens: Callable[[Path], object], folder: Path) -> None:
    """An error of ``config`` carries its own English text, because the package is below the texts."""
    with pytest.raises((ConfigError, OSError)) as refused:
        opens(folder)
    if isinstance(refused.value, ConfigError):
        assert refused.value.code
        assert language("en").say(message_of(refused.value)) == str(refused.value)
    assert sentence(refused.value) != sentence(refused.value, "ja")


def test_logins_and_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that succeed and commands that fail, one after the other."""
    (tmp_path / "word").write_text("7z7z\n")
    (tmp_path / "none").write_text("\n")
    logins, hall = ["--logins", str(tmp_path / "logins.toml")], ["--folder", str(tmp_path / "hall")]
    word = ["--password-file", str(tmp_path / "word")]
    all_in_japanese(
        capsys,
        (0, ["logins", "add", "anna", "--role", "viewer", *word, *logins]),
        (0, ["logins", "add", "anna", "--role", "referee", "--table", "7", *word, *logins]),
        (0, ["logins", "list", *logins]),
        (2, ["logins", "remove", "bob", *logins]),
        (2, ["logins", "add", "bob", "--role", "viewer", "--password-file", str(tmp_path / "none"), *logins]),
        (2, ["logins", "add", "b+b", "--role", "viewer", *word, *logins]),
        (2, ["logins", "add", "bob", "--role", "viewer", "--hall", "a/b", *word, *logins]),
        (2, ["logins", "add", "bob", "--role", "king", *word, *logins]),
        (2, ["logins", "add", "bob", *logins]),
        (2, ["logins", "list", "--logins", str(tmp_path / "nothing")]),
        (2, ["logins", "add", "bob", "--role", "viewer", *word, "--logins", str(tmp_path)]),
        (0, ["logins", "remove", "anna", *logins]),
        (0, ["logins", "list", *logins]),
        (2, ["authority", "list", *hall]),
        (2, ["authority", "issue", "broker", *hall]),
        (2, ["authority", "new", "--hall", "a/b", *hall]),
        (2, ["authority", "issue", "broker", "--days", "9999", *hall]),
        (2, ["authority", "issue", "broker", "--days", "soon", *hall]),
    )


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl is installed")
def test_an_authority(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path)]
    Authority(tmp_path).make("home")
    (tmp_path / "none").write_text("")
    all_in_japanese(
        capsys,
        (2, ["authority", "new", *folder]),
        (0, ["authority", "issue", "broker", "--host", "localhost", *folder]),
        (2, ["authority", "issue", "broker", *folder]),
        (2, ["authority", "issue", "a/b", *folder]),
        (2, ["authority", "issue", "tablet", "--host", "a b", *folder]),
        (2, ["authority", "issue", "tablet", "--pkcs12-password", str(tmp_path / "none"), *folder]),
    )
    _, output = said_by(capsys, "authority", "list", *folder)
    assert "まで有効" in output


def test_without_a_language_argparse_speaks_english(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["authority", "issue", "broker", "--days", "9999"])
    assert "argument --days: '9999' is not a whole number from 1 to 3650" in capsys.readouterr().err


CHANGED = "update stored_events set state = cast(replace(cast(state as text), '120000', '130000') as blob)"


def test_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An intact journal, one with a changed entry, one shorter than remembered, and none; a person in it is
    forgotten."""
    place = tmp_path / JOURNAL
    journal = Journal(place)
    begun = HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping(), names=("Ada", "Bea", "Cid", "Dan"))
    events, state = advance(None, begun)
    journal.append(begun, events, state=state)
    journal.append(ClockAdvanced(at_ms=120_000), (), state=state)
    journal.close()
    status, head = said_by(capsys, "journal", "head", "--state", str(tmp_path))
    assert status == 0
    (tmp_path / "head.json").write_text(head)
    (tmp_path / "no.json").write_text("[]")
    state_of = ["--state", str(tmp_path)]
    verify = ["journal", "verify", *state_of]
    all_in_japanese(
        capsys,
        (0, verify),
        (0, [*verify, "--against", str(tmp_path / "head.json")]),
        (2, [*verify, "--against", str(tmp_path / "no.json")]),
        (2, [*verify, "--against", str(tmp_path / "nothing")]),
        (2, ["journal", "verify", "--state", str(tmp_path / "nothing")]),
        (2, ["journal", "verify", "--state", str(tmp_path / "no.json")]),
        (2, ["forget", "Zoe", *state_of]),
        (0, ["forget", "Ada", *state_of]),
        (2, ["export", "--format", "mjai", "--state", str(tmp_path / "nothing")]),
    )
    with closing(sqlite3.connect(place)) as database, database:
        database.execute(f"{CHANGED} where originator_version = 2")
    status, output = said_by(capsys, *verify, "--against", str(tmp_path / "head.json"))
    assert (status, "記録2番：控えておいたものと違います" in output) == (1, True)
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("delete from stored_events where originator_version = 2")
    status, output = said_by(capsys, *verify, "--against", str(tmp_path / "head.json"))
    assert (status, "2番までの記録が、送信済みか、別の場所に控えられています" in output) == (1, True)
