"""Imports go downwards: config below firmware_bridge, vision and referee, those below table_controller."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "firmware_bridge", "referee", "table_controller", "vision")
ALLOWED = {
    "config": set(),
    "firmware_bridge": {"config"},
    "referee": {"config"},
    "vision": {"config", "referee.tiles"},
    "table_controller": {"config", "firmware_bridge", "referee", "vision"},
}


def imported_modules(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def forbidden(package: str, modules: set[str]) -> set[str]:
    wrong = set()
    for module in modules:
        top = module.split(".")[0]
        if top not in PACKAGES or top == package:
            continue
        allowed = ALLOWED[package]
        if not any(module == name or module.startswith(name + ".") for name in allowed) and not any(
            name.startswith(module + ".") for name in allowed
        ):
            wrong.add(module)
    return wrong


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_downwards(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    wrong = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files
        if "node_modules" not in path.parts
        for module in forbidden(package, imported_modules(path))
    }
    assert wrong == set()


def test_the_check_sees_a_wrong_import() -> None:
    assert forbidden("vision", {"table_controller.simulation.world"}) == {"table_controller.simulation.world"}
    assert forbidden("vision", {"referee.state"}) == {"referee.state"}
    assert forbidden("vision", {"referee.tiles", "referee"}) == set()


def test_pure_referee_reads_no_clock_and_no_files() -> None:
    """Only the journal touches the world (DESIGN: functional core)."""
    outside = {"time", "datetime", "random", "socket", "sqlite3", "asyncio", "threading", "os"}
    for path in sorted((ROOT / "referee").rglob("*.py")):
        if (
            path.name
            in {
                "journal.py",
                "journal_copy.py",
                "journal_reader.py",
                "journal_sqlite.py",
                "journal_sqlite_reader.py",
            }
            or "node_modules" in path.parts
        ):
            continue
        used = {module.split(".")[0] for module in imported_modules(path)}
        assert not used & outside, path
