"""Files that make generates from the declarations: they match them, git ignores them, and they are written whole."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_controller.web.build import DASHBOARD
from tests.conftest import ROOT
from tools.describe.dashboard.declared_types import ENTERED, READ, types_of
from tools.describe.documents import DOCUMENTS
from tools.describe.for_page import FOR_PAGE
from tools.describe.made import put
from tools.describe.operator import FOR_OPERATOR

MADE = {**FOR_PAGE, **DOCUMENTS, **FOR_OPERATOR}
SCHEMAS: dict[str, Any] = {
    "Told": {
        "description": "What is told.",
        "type": "object",
        "required": ["wind", "at"],
        "properties": {
            "wind": {"enum": ["E", "S"]},
            "at": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "when"},
            "place": {"$ref": "#/components/schemas/Place"},
        },
    },
    "Place": {
        "type": "object",
        "properties": {
            "winds": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "items": False,
            },
            "seen_from": {"enum": ["E", "S"]},
            "by_name": {"type": "object", "additionalProperties": {"const": 3}},
            "anything": {"type": "object"},
        },
    },
    "NotAsked": {"type": "string"},
}
TYPES = """\

export type Wind = "E" | "S";

export interface Place {
  winds?: (string | boolean)[];
  pair?: [string, number];
  seen_from?: Wind;
  by_name?: Record<string, 3>;
  anything?: Record<string, unknown>;
}

/** What is told. */
export interface Told {
  wind: Wind;
  /** when */
  at: number | null;
  place?: Place;
}
"""


def made_by_make(name: str) -> set[Path]:
    """The files in a variable of the Makefile."""
    words = ["make", "--no-print-directory", "--silent", "--eval", f"told: ; @echo $({name})", "told"]
    output = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {ROOT / path for path in output.split()}


@pytest.mark.parametrize(("path", "text"), MADE.items(), ids=lambda each: getattr(each, "name", ""))
def test_what_is_made_is_what_is_declared(path: Path, text: Callable[[], str]) -> None:
    assert path.is_file(), "make setup"
    assert path.read_text(encoding="utf-8") == text(), (
        f"{path.name} is older than what it is made from: make setup"
    )


def test_make_knows_each_of_them() -> None:
    assert made_by_make("FOR_PAGE") == FOR_PAGE.keys()
    assert made_by_make("DOCUMENTS") == DOCUMENTS.keys()
    assert made_by_make("FOR_OPERATOR") == FOR_OPERATOR.keys()


def test_git_knows_none_of_them() -> None:
    paths = [str(path.relative_to(ROOT)) for path in MADE]
    for words in (["ls-files"], ["ls-files", "--others", "--exclude-standard"]):
        assert (
            subprocess.run(["git", *words, *paths], cwd=ROOT, check=True, capture_output=True).stdout == b""
        )


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    def fails() -> str:
        raise ValueError

    kept, new = tmp_path / "kept", tmp_path / "new"
    put({kept: lambda: "same", new: lambda: "old"})
    before = kept.stat().st_mtime_ns
    with pytest.raises(UnicodeEncodeError):
        put({kept: lambda: "same", new: lambda: "\udc00"})
    with pytest.raises(ValueError):
        put({new: fails})
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"kept": "same", "new": "old"}
    assert kept.stat().st_mtime_ns == before


def test_types_are_those_that_are_reached_and_what_they_share_is_written_once() -> None:
    assert types_of(SCHEMAS, ["Told"]).partition("\n")[2] == TYPES


@pytest.mark.parametrize(("module", "names"), [("declared", READ), ("tournaments", ENTERED)])
def test_the_page_asks_for_each_type_that_is_made_for_it(module: str, names: tuple[str, ...]) -> None:
    asked = {
        word
        for file in (DASHBOARD / "src").rglob("*.ts")
        for listed in re.findall(
            rf"import type {{([^}}]*)}} from \"[^\"]*/{module}\.js\"", file.read_text("utf-8")
        )
        for word in re.findall(r"\w+", listed)
    }
    assert set(names) - asked == set()


def test_a_part_that_a_killed_program_left_goes(tmp_path: Path) -> None:
    """It would be served and packed."""
    left = tmp_path / "words.json.part"
    left.write_text("{", encoding="utf-8")
    put({tmp_path / "words.json": lambda: "{}"})
    assert [each.name for each in tmp_path.iterdir()] == ["words.json"]
