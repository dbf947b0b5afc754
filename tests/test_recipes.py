"""The recipes of ``CONTRIBUTING.md`` work: each is carried out in a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proofs import some

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def recipes(page: str) -> dict[str, list[tuple[str, str]]]:
    """The blocks of each section that has any, in order: language and text."""
    found = {}
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
        if blocks:
            found[title] = blocks
    return found


RECIPES = recipes(PAGE)


def run(folder: Path, *words: str, text: str | None = None) -> None:
    """Run a command in the copy; if it fails, fail with its output."""
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "GIT_"))
    }
    done = subprocess.run(
        words,
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "PATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "CI": ""},
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree's tracked and new files."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    folder = tmp_path / "tree"
    for name in names:
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    run(folder, "git", "init", "--quiet")
    run(folder, "git", "add", "--all")
    return folder


def commands(blocks: list[tuple[str, str]]) -> str:
    return "\n".join(text for language, text in blocks if language == "sh")


def test_every_recipe_has_a_patch_and_a_check() -> None:
    guide = (ROOT / "docs" / "guides" / "developers.md").read_text(encoding="utf-8")
    promised = re.findall(r"^\| add (.*?) \|", guide, re.MULTILINE)[0].split(", ")
    there = " and ".join(title.lower() for title in RECIPES)
    assert len(promised) > 8
    assert [each for each in promised if not re.search(rf"\b{each}\b", there)] == []
    for blocks in RECIPES.values():
        assert [language for language, _ in blocks] == ["diff", "sh"]


def test_every_patch_fits_the_tree(tree: Path) -> None:
    for blocks in RECIPES.values():
        run(tree, "git", "apply", "--check", "-C1", "-", text=blocks[0][1])


@pytest.mark.prove
@pytest.mark.parametrize("title", some(list(RECIPES), 2))
def test_a_recipe_does_what_it_says(title: str, tree: Path) -> None:
    for language, text in RECIPES[title]:
        if language == "diff":
            run(tree, "git", "apply", "-C1", "-", text=text)
        else:
            run(tree, "sh", "-e", "-c", text)


@pytest.mark.prove(short=False)
def test_a_check_fails_without_its_patch(tree: Path) -> None:
    """The tests in the patches make the checks meaningful; here one lacks its yaku."""
    patch = next(text for language, text in RECIPES["A setting and a yaku"] if language == "diff")
    run(tree, "git", "apply", "-C1", "--exclude=referee/hands/yaku.py", "-", text=patch)
    with pytest.raises(AssertionError, match="isshoku_sanjun"):
        run(tree, "sh", "-e", "-c", commands(RECIPES["A setting and a yaku"]))
