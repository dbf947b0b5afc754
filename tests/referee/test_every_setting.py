"""Every setting of a ruleset does something: code reads it, or it says why it is left to the judge."""

import ast
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import fields

import hall
import referee
import simulation
import table_controller
from referee.rules.fouls import CATALOGUE
from referee.rules.left import left_settings
from referee.rules.ruleset import GROUPS

FOLDERS = [Path(str(package.__file__)).parent for package in (hall, referee, simulation, table_controller)]
NOT_READING = ("rules/", "disturb/")
"""The folders that define and check settings, or simulate people who know them by name."""
READING = ("rules/fouls.py",)
"""Modules of these folders that depend on settings nevertheless: some decide the grade of a foul."""
ALIASES = {"scoring": {"rules"}, "fouls": {"self", "rules", "table"}}
"""Other names under which code holds the settings of a group."""


@cache
def read_by_code() -> frozenset[tuple[str, str]]:
    """Return the last two names of every attribute access in the code: an object and its attribute."""
    found: set[tuple[str, str]] = set()
    for folder in FOLDERS:
        for path in folder.rglob("*.py"):
            where = path.relative_to(folder).as_posix()
            if where not in READING and any(each in where for each in NOT_READING):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Attribute):
                    continue
                if isinstance(node.value, ast.Attribute):
                    found.add((node.value.attr, node.attr))
                elif isinstance(node.value, ast.Name):
                    found.add((node.value.id, node.attr))
    return frozenset(found)


def is_read(group: str, setting: str) -> bool:
    return any((name, setting) in read_by_code() for name in {group, *ALIASES.get(group, set())})


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "fouls"])
def test_a_setting_is_read_or_left_to_the_judge(group: str) -> None:
    left = left_settings(GROUPS[group])
    unread = {each.name for each in fields(GROUPS[group]) if not is_read(group, each.name)}
    assert unread == set(left)


def test_what_changes_a_grade_is_read() -> None:
    """The fouls themselves are read by their names."""
    plain = [each.name for each in fields(GROUPS["fouls"]) if each.name not in CATALOGUE]
    left = left_settings(GROUPS["fouls"])
    assert {name for name in plain if not is_read("fouls", name)} == set(left)
