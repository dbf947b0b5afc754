"""Faults of a command line or of a file are reported in the language that was asked for."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from config import ConfigError, read_ruleset, read_text_file
from jantaku.main import main
from jantaku.subcommands import SUBCOMMANDS
from referee.texts.language import language
from table_controller.mqtt.tls import why_unsecured
from tests.table_controller.broker_stage import free_port
from wording.terminal.outside import message_of, sentence

LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(
    r"`[^`]*`|「[^」]*」|'[^']*'|[a-zA-Z0-9./:=_-]*[/.=_-][a-zA-Z0-9./:=_-]*|\b[A-Z]{2,}\b|return_points|start_points|"
    rf"(?:jantaku|rulesets|tenhou|localhost|oka|okaa|off|mangan|yakuman|{'|'.join(SUBCOMMANDS)})(?![a-z])",
    re.ASCII,
)
"""Files, options, hosts, settings and their values."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "latin.toml").write_bytes(b"title = '\xff'")
    (tmp_path / "broken.toml").write_text("x = = 1")
    (tmp_path / "wrong.toml").write_text('extends = "wrc-2015"\n[scoring]\nrenhou = "yakumann"\n')
    (tmp_path / "contrary.toml").write_text('extends = "wrc-2015"\n[flow]\noka = true\n')
    (tmp_path / "unknown.toml").write_text('extends = "wrc-2015"\n[flow]\nokaa = true\n')
    return tmp_path


def output_of(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    given = [each.replace("{}", str(folder)) for each in arguments]
    try:
        status: object = main(["--lang", "ja", *given])
    except SystemExit as end:
        status = end.code
    assert status == 2
    err = capsys.readouterr().err
    assert isinstance(err, str)
    assert err.strip()
    return err.replace(str(folder), "")


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
