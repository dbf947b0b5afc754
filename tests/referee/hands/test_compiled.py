"""The compiled scorer: the same tests pass with it, and a file of hands gets the same answers from it."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.speed.samples.records import hands_file
from setup import COMPILED

ROOT = Path(__file__).resolve().parents[3]


def run(tree: Path, *arguments: str) -> str:
    """Run this Python in a tree, so that it finds the tree's modules first; fail with the output if it fails."""
    environment = os.environ | {"JANTAKU_COMPILE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files that git knows, with the scorer compiled in it."""
    folder = tmp_path_factory.mktemp("compiled")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    tree = folder / "tree"
    for name in names:
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    if (ROOT.parent / "shared").is_dir():
        (folder / "shared").symlink_to(ROOT.parent / "shared")
    run(tree, "setup.py", "--quiet", "build_ext", "--inplace")
    return tree


def unfit(source: str) -> list[str]:
    """The classes of a module that mypyc would compile to something else: it drops keywords, such as ``frozen=True``."""
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [each.name for each in classes if each.keywords]


@pytest.mark.parametrize("module", COMPILED)
def test_no_compiled_class_has_keywords(module: str) -> None:
    assert unfit((ROOT / module).read_text(encoding="utf-8")) == []


def test_a_structure_would_be_noticed() -> None:
    assert unfit((ROOT / "referee/hands/suits.py").read_text(encoding="utf-8")) == ["Reading"]


@pytest.mark.prove
def test_each_module_is_compiled(compiled: Path) -> None:
    for module in COMPILED:
        name = module.removesuffix(".py").replace("/", ".")
        where = run(compiled, "-c", f"import {name}; print({name}.__file__)").strip()
        assert where.startswith(str(compiled)), where
        assert not where.endswith(".py"), where
    assert run(compiled, "-m", "jantaku.main", "--version").endswith(" (compiled scorer)\n")


@pytest.mark.prove
def test_the_same_tests_pass(compiled: Path) -> None:
    tests = ("tests/referee/hands", "tests/referee/test_win_rules.py")
    assert (
        " passed"
        in run(compiled, "-m", "pytest", "-n", "0", "-m", "not prove", "-rs", *tests).splitlines()[-1]
    )


@pytest.mark.prove
def test_hands_get_the_same_answers(compiled: Path, tmp_path: Path) -> None:
    scoring = ("-m", "jantaku.main", "score", "--batch", str(hands_file(tmp_path)))
    answers = run(compiled, *scoring)
    assert answers.count("\n") == 12_000
    assert answers == run(ROOT, *scoring)
