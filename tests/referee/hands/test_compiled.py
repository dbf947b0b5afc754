"""The compiled referee: the same tests pass with it, and hands and records get the same answers from it."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bench.speed.samples.records import RECORDS, game_files, hands_file
from setup import COMPILED

ROOT = Path(__file__).resolve().parents[3]


GAMES: Final = 100
MADE_GAMES: Final = 12
"""Without records so many games are made."""
TESTS: Final = tuple(
    f"tests/referee/{name}.py"
    for name in ("test_folding", "test_suspicions", "test_turns", "test_undo", "records/test_mjlog")
)


def run(tree: Path, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
    """Run this Python in a tree, so that it finds the tree's modules first; fail with the output if it fails."""
    environment = os.environ | {"JANTAKU_COMPILE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode in fine, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files that git knows, compiled."""
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
    """The classes of a module that mypyc would compile to something else: structures, and those with keywords."""
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [
        each.name
        for each in classes
        if each.keywords or "Struct" in [ast.unparse(base) for base in each.bases]
    ]


@pytest.mark.parametrize("module", COMPILED)
def test_no_compiled_module_declares_a_structure(module: str) -> None:
    assert unfit((ROOT / module).read_text(encoding="utf-8")) == []


def test_a_structure_would_be_noticed() -> None:
    assert unfit((ROOT / "referee/hands/suits.py").read_text(encoding="utf-8")) == ["Reading"]
    assert unfit("class Report(Struct):\n    line: str") == ["Report"]


@pytest.mark.prove
def test_each_module_is_compiled(compiled: Path) -> None:
    for module in COMPILED:
        name = module.removesuffix(".py").replace("/", ".")
        where = run(compiled, "-c", f"import {name}; print({name}.__file__)").strip()
        assert where.startswith(str(compiled)), where
        assert not where.endswith(".py"), where
    assert run(compiled, "-m", "jantaku.main", "--version").endswith(" (compiled)\n")


@pytest.mark.prove
def test_the_same_tests_pass(compiled: Path) -> None:
    rules = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests/referee").glob("test_*_rules.py"))
    tests = ("tests/referee/hands", *rules, *TESTS)
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


@pytest.mark.prove
@pytest.mark.parametrize(
    "options", [(), ("--view", "public"), ("--judge", "wrc-2015"), ("--timed", "--judge", "saikouisen-2025")]
)
def test_records_get_the_same_reports(compiled: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    """The findings, wins and scores of every hand; by stricter rules than the record's there are many findings."""
    files = map(str, game_files(tmp_path, MADE_GAMES if RECORDS is None else GAMES))
    replaying = ("-m", "jantaku.main", "replay", "--summary", *options, *files)
    reports = run(compiled, *replaying, fine=(0, 1))
    assert reports.count("\n") > MADE_GAMES
    assert reports == run(ROOT, *replaying, fine=(0, 1))
