"""``jantaku --lang ja``: messages about wrong files and options from commands for the table's and the hall's computer
are in Japanese."""

import io
import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from jantaku.main import main
from referee.game.observations import ClockAdvanced, HanchanBegun
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from table_controller.journal.place import JOURNAL
from table_controller.mqtt.authority import Authority
from tests.texts_stage import JAPANESE

PROSE = re.compile(r"[A-Za-z]{2,}(?: [a-z]{2,}){2,}")
"""English words in a row; names of files, options and values stand alone."""
OTHERS = re.compile(
    r"^jantaku [a-z ]+|`[^`]*`|(?:TOML|対局記録)として読めません：.*|使い方：.*", re.DOTALL | re.MULTILINE
)
"""Text that is typed, or that another program says."""


def said_by(*words: str) -> tuple[int, str]:
    """Return the status of a command and its output on both streams."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        status = main(["--lang", "ja", *words])
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.stdout, sys.stderr = before
    return status, out.getvalue() + err.getvalue()


def english_left(output: str) -> list[str]:
    """The lines that are not Japanese, or have English in them."""
    return [
        line
        for line in OTHERS.sub("", output).splitlines()
        if line.strip() and (not JAPANESE.search(line) or PROSE.search(line))
    ] + ([] if JAPANESE.search(output) else [output])


def test_logins_and_certificates(tmp_path: Path) -> None:
    """Commands that succeed and commands that fail, one after the other."""
    (tmp_path / "word").write_text("7z7z\n")
    (tmp_path / "none").write_text("\n")
    logins, hall = ["--logins", str(tmp_path / "logins.toml")], ["--folder", str(tmp_path / "hall")]
    word = ["--password-file", str(tmp_path / "word")]
    for status, words in (
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
    ):
        done, output = said_by(*words)
        assert (done, english_left(output)) == (status, []), (words, output)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl is installed")
def test_an_authority(tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    Authority(tmp_path).make("home")
    (tmp_path / "none").write_text("")
    for status, words in (
        (2, ["authority", "new", *folder]),
        (0, ["authority", "issue", "broker", "--host", "localhost", *folder]),
        (2, ["authority", "issue", "broker", *folder]),
        (2, ["authority", "issue", "a/b", *folder]),
        (2, ["authority", "issue", "tablet", "--host", "a b", *folder]),
        (2, ["authority", "issue", "tablet", "--pkcs12-password", str(tmp_path / "none"), *folder]),
    ):
        done, output = said_by(*words)
        assert (done, english_left(output)) == (status, []), (words, output)
    _, output = said_by("authority", "list", *folder)
    assert "まで有効" in output


def test_without_a_language_argparse_speaks_english(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["authority", "issue", "broker", "--days", "9999"])
    assert "argument --days: '9999' is not a whole number from 1 to 3650" in capsys.readouterr().err


CHANGED = "update stored_events set state = cast(replace(cast(state as text), '120000', '130000') as blob)"


def test_a_journal(tmp_path: Path) -> None:
    """An intact journal, one with a changed entry, one shorter than remembered, and none; a person in it is
    forgotten."""
    place = tmp_path / JOURNAL
    journal = Journal(place)
    begun = HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping(), names=("Ada", "Bea", "Cid", "Dan"))
    events, state = advance(None, begun)
    journal.append(begun, events, state=state)
    journal.append(ClockAdvanced(at_ms=120_000), (), state=state)
    journal.close()
    status, head = said_by("journal", "head", "--state", str(tmp_path))
    assert status == 0
    (tmp_path / "head.json").write_text(head)
    (tmp_path / "no.json").write_text("[]")
    state_of = ["--state", str(tmp_path)]
    verify = ["journal", "verify", *state_of]
    for status, words in (
        (0, verify),
        (0, [*verify, "--against", str(tmp_path / "head.json")]),
        (2, [*verify, "--against", str(tmp_path / "no.json")]),
        (2, [*verify, "--against", str(tmp_path / "nothing")]),
        (2, ["journal", "verify", "--state", str(tmp_path / "nothing")]),
        (2, ["journal", "verify", "--state", str(tmp_path / "no.json")]),
        (2, ["forget", "Zoe", *state_of]),
        (0, ["forget", "Ada", *state_of]),
        (2, ["export", "--format", "mjai", "--state", str(tmp_path / "nothing")]),
    ):
        done, output = said_by(*words)
        assert (done, english_left(output)) == (status, []), (words, output)
    with closing(sqlite3.connect(place)) as database, database:
        database.execute(f"{CHANGED} where originator_version = 2")
    status, output = said_by(*verify, "--against", str(tmp_path / "head.json"))
    assert (status, "記録2番：控えておいたものと違います" in output) == (1, True)
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("delete from stored_events where originator_version = 2")
    status, output = said_by(*verify, "--against", str(tmp_path / "head.json"))
    assert (status, "2番までの記録が、送信済みか、別の場所に控えられています" in output) == (1, True)
