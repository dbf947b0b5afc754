"""Every file, class and function that the tour and the glossary name exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/tour.md", "docs/glossary.md")
PLACE = re.compile(r"`([\w.-]+(?:/[\w.-]*)+)(?::([\w.]+))?`")
"""A path, and after a colon a name in it: ``referee/melds.py:Meld``."""


def places(page: str) -> list[tuple[str, str]]:
    return PLACE.findall((ROOT / page).read_text(encoding="utf-8"))


def named_in(body: list[ast.stmt], name: str) -> ast.stmt | None:
    """The statement that defines a name in a module or a class."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node
    return None


def is_there(path: str, name: str) -> bool:
    """Return whether a place exists: a file or folder, or a name in a Python or C file."""
    file = ROOT / path
    if not name:
        return file.exists()
    if not file.is_file():
        return False
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".c":
        return re.search(rf"^\w.*\b{name}\(.*\)\n\{{", text, re.MULTILINE) is not None
    node: ast.AST | None = ast.parse(text)
    for part in name.split("."):
        node = named_in(node.body, part) if isinstance(node, ast.Module | ast.ClassDef) else None
    return node is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_a_page_names_is_there(page: str) -> None:
    found = places(page)
    assert len(found) > 40
    assert [f"{path}:{name}" for path, name in found if not is_there(path, name)] == []


@pytest.mark.parametrize(("page", "more_than"), [("docs/vision.md", 40), ("docs/photographs.md", 15)])
def test_every_module_that_a_page_of_vision_names_is_there_by_its_whole_path(
    page: str, more_than: int
) -> None:
    named = re.findall(r"`([\w/]+\.py)\b", (ROOT / page).read_text(encoding="utf-8"))
    assert len(named) > more_than
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_row_of_the_glossary_has_a_place() -> None:
    rows = re.findall(
        r"^\| (?!term|---)(.*) \|$", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [row for row in rows if not PLACE.search(row.split(" | ")[-1])] == []
