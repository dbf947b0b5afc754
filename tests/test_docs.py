"""Links, commands and make targets that the pages name exist."""

import importlib
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware_bridge.drivers.silent import SilentTable
from jantaku.subcommands import SUBCOMMANDS
from table_controller.cli.unit.conformance.suite import CHECKS
from table_controller.commands.catalogue.catalogue import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
)

SHORT = {"once": "exactly once"}
"""Numbers of promises that pages spell out."""


def test_links_lead_somewhere() -> None:
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert [(str(page), link) for page, link in links if not (page.parent / link).exists()] == []


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(SUBCOMMANDS) == set(re.findall(r"^jantaku (\w+)", readme, re.MULTILINE))


def test_the_broker_page_names_every_command() -> None:
    page = (ROOT / "docs" / "mqtt.md").read_text(encoding="utf-8").split("## Commands")[1]
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(COMMANDS)


def test_make_targets_that_pages_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"`make ([a-z-]+)[^`]*`", page.read_text(encoding="utf-8"))
    }
    assert named <= targets


def test_lines_are_short() -> None:
    """Prose lines are short; tables, code, addresses and generated text may be longer."""
    assert [(str(page), line) for page in PAGES for line in long_lines(page)] == []


def long_lines(page: Path) -> list[str]:
    """The lines of a page's prose that are too long."""
    text = re.sub(r"\]\(https?://[^)]*\)", "]", page.read_text(encoding="utf-8"))
    for made in (r"^<!-- (?!end)[^\n]*$.*?^<!-- end[^\n]*$", r"^ *```.*?^ *```"):
        text = re.sub(made, "", text, flags=re.MULTILINE | re.DOTALL)
    prose = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "<", "│", "┌", "└"))]
    return [line for line in prose if len(line) > 120]


MAKERS = (ROOT / "docs" / "tables" / "adding-a-table.md").read_text(encoding="utf-8")


def test_the_page_for_makers_names_every_check_and_deed() -> None:
    page = MAKERS.split("## The suite")[1].split("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| `")]
    checks = {
        name: row[1].strip() for row in rows if len(row) == 3 for name in re.findall(r"`([\w-]+)`", row[0])
    }
    assert checks == {check.name: SHORT.get(check.promise, check.promise) for check in CHECKS}
    deeds = {name for row in rows if len(row) == 2 for name in re.findall(r"`([a-z-]+)[^`]*`", row[0])}
    needed = {name for row in rows if len(row) == 3 for name in re.findall(r"`([a-z-]+)`", row[2])}
    assert needed == deeds
    asked = (ROOT / "table_controller/cli/unit/conformance/hands.py").read_text(encoding="utf-8")
    assert deeds == set(re.findall(r'deed == "([a-z-]+)"', asked))


def test_the_page_for_makers_says_of_every_check_what_is_usually_wrong() -> None:
    rows = re.findall(r"^\| (`.+?) \|", MAKERS.split("## When a check fails")[1], re.MULTILINE)
    assert sorted(re.findall(r"`([\w-]+)`", " ".join(rows))) == sorted(check.name for check in CHECKS)


def test_the_files_that_the_page_for_makers_names_are_there() -> None:
    table = MAKERS.split("**4. Speak its protocol.**")[1].split("\n\n")[1]
    named = re.findall(r"`(\w+\.py)`", " ".join(row.split("|")[1] for row in table.splitlines()))
    assert len(named) == 7
    assert [name for name in named if not list((ROOT / "examples").glob(f"*/*/{name}"))] == []


@pytest.mark.parametrize(
    "example", sorted(path.name for path in (ROOT / "examples").iterdir() if path.is_dir())
)
def test_an_example_says_how_it_is_tried(example: str) -> None:
    """Its page names its files, the modules to run and the driver correctly."""
    folder = ROOT / "examples" / example
    page = (folder / "README.md").read_text(encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((driver, place),) = project["entry-points"]["jantaku.drivers"].items()
    assert f"jantaku unit conformance {driver} " in page
    module, name = place.split(":")
    assert issubclass(getattr(importlib.import_module(module), name), SilentTable)
    modules = {path.stem for path in (folder / example).glob("*.py")} - {"__init__"}
    assert set(re.findall(rf"python -m {example}\.(\w+)", page)) == {"hands", "simulated"} <= modules
    assert set(re.findall(r"`(?:\w+/)?(\w+)\.py`", page)) == modules
