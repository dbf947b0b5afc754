"""``jantaku sheets``: files for a tournament in JSON, and clear errors."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from jantaku.main import main
from tests.command_uses import a_tournament
from wording.terminal.outside import OF_DEBIAN

NAMES = ("standings", "seating", "results", "federation", "penalties", "games")
LISTS = {*(f"{each}.csv" for each in NAMES), "games.json", "tournament.xlsx"}


@pytest.fixture
def values() -> dict[str, Any]:
    return a_tournament()


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_all_sheets_are_written(values: dict[str, Any], tmp_path: Path) -> None:
    file, folder = tmp_path / "spring.json", tmp_path / "new" / "sheets"
    file.write_text(json.dumps(values), encoding="utf-8")
    assert main(["sheets", str(file), str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {
        *("scores-1.pdf", "seating-1.pdf", "standings.pdf", "report.pdf", "cards.pdf"),
        *LISTS,
    }


def test_some_sheets_from_standard_input(
    values: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, json.dumps(values))
    assert main(["--lang", "ja", "sheets", "-", str(tmp_path), "--only", "seating", "--session", "1"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["seating-1.pdf"]


def test_a_sheet_that_cannot_be_made_leaves_the_others(
    values: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    values["title"] = "Spring \u0378"
    given(monkeypatch, json.dumps(values))
    assert main(["sheets", "-", str(tmp_path), "--only", "cards", "--only", "lists"]) == 2
    assert "cards.pdf: no font on this computer has U+0378" in capsys.readouterr().err
    assert (tmp_path / "standings.csv").exists()
    assert not (tmp_path / "cards.pdf").exists()


@pytest.mark.parametrize(
    ("prefix", "command"),
    [(OF_DEBIAN, "sudo apt install --reinstall ./jantaku-sheets_*.deb"), (sys.prefix, "pip install typst")],
)
def test_lists_are_written_where_nothing_prints(
    *,
    prefix: str,
    command: str,
    values: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(monkeypatch, json.dumps(values))
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setattr(sys, "prefix", prefix)
    assert main(["sheets", "-", str(tmp_path), "--only", "cards", "--only", "lists"]) == 2
    output = capsys.readouterr().err
    assert output.startswith("jantaku sheets: cards.pdf: this computer cannot make PDF sheets yet; type: ")
    assert output.endswith(f"{command}\n")
    assert {path.name for path in tmp_path.iterdir()} == LISTS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "jantaku sheets: not a tournament in JSON"),
        ('"\xff"', "$: Expected `object`"),
        ('{"format": 2}', "$.format"),
    ],
)
def test_bad_input_is_refused(
    text: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(monkeypatch, text)
    assert main(["sheets", "-", str(tmp_path / "sheets")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "sheets").exists()


def test_a_session_that_is_not_there(
    values: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(monkeypatch, json.dumps(values))
    assert main(["sheets", "-", str(tmp_path), "--session", "2"]) == 2
    assert "no session 2; seats are drawn for 1" in capsys.readouterr().err
