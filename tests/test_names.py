"""A name means one thing: no two public classes share one, nor do constants that are imported or in the same folder."""

import ast
from collections import Counter, defaultdict

import pytest

from tests.imports_stage import PACKAGES, ROOT, statements, tracked

MEANT = {
    # A command is named after its purpose; the observation or answer has the same name.
    "ResetFaults": "a command, and the request to the unit that it makes",
    # An observation and the event that follows from it; journals hold both names.
    "HandMoved": "observed and held to be so",
    "TileDiscarded": "observed and held to be so",
    "TileDrawn": "observed and held to be so",
    # A published message describes an internal state; asyncapi.yaml names both.
    "MeldShown": "an observation, and what is published of a meld",
    "Win": "a hand's win, and its event",
    "WinShown": "an event, and what is published of it",
}
"""Classes that share a name, each with their meanings."""
EACH_ITS_OWN = {
    "DESCRIPTION": "what a command line says of itself",
    "HEAD": "the first lines of a file that is written",
    "KINDS": "the kinds of foul that a module puts into games",
    "ORDERS": "the orders that a module declares",
}
"""Constants that every module of a folder has, always with the same meaning."""
VAGUE = ("take", "read", "tell", "seen")
"""Verbs that say too little about a method: if many classes have one, a search is useless."""
MOST_VAGUE = 3


Trees = dict[str, ast.Module]


@pytest.fixture(scope="module")
def trees() -> Trees:
    """Every module of the packages, parsed, by its file."""
    names = [name for name in tracked() if name.endswith(".py") and name.split("/")[0] in PACKAGES]
    return {name: ast.parse((ROOT / name).read_text(encoding="utf-8")) for name in names}


def public_classes(tree: ast.Module) -> list[str]:
    """Return the names of a module's public classes."""
    found = (node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return [name for name in found if not name.startswith("_")]


def classes_of_one_name(trees: Trees) -> dict[str, list[str]]:
    """Public classes of modules that are declared in more than one file, with the files."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, tree in trees.items():
        for each in public_classes(tree):
            found[each].append(name)
    return {name: files for name, files in found.items() if len(files) > 1}


def constants(tree: ast.Module) -> dict[str, str]:
    """The constants of a module and the expressions of their values."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = ast.unparse(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = ast.unparse(node.value)
    return {name: value for name, value in found.items() if name.isupper() and not name.startswith("_")}


def ambiguous_constants(trees: Trees) -> dict[str, list[str]]:
    """Names that modules import from several files with different values, with these files.

    A constant that no other module imports is read in its own module.
    """
    where = {name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): name for name in trees}
    imported: dict[str, set[str]] = defaultdict(set)
    for tree in trees.values():
        for node in statements(tree):
            if isinstance(node, ast.ImportFrom) and node.module in where:
                for alias in node.names:
                    imported[alias.name].add(where[node.module])
    given = {name: constants(tree) for name, tree in trees.items()}
    return {
        constant: sorted(files)
        for constant, files in imported.items()
        if len({given[file][constant] for file in files if constant in given[file]}) > 1
    }


def constants_of_one_name(trees: Trees) -> dict[str, list[str]]:
    """Names to which modules of one folder give different values, with these modules."""
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for file, tree in trees.items():
        for constant, value in constants(tree).items():
            found[file.rpartition("/")[0], constant][file] = value
    return {
        constant: sorted(given)
        for (_, constant), given in found.items()
        if len(set(given.values())) > 1 and constant not in EACH_ITS_OWN
    }


def test_no_two_constants_of_a_room_have_one_name(trees: Trees) -> None:
    assert constants_of_one_name(trees) == {}


def test_no_two_imported_constants_have_one_name(trees: Trees) -> None:
    assert ambiguous_constants(trees) == {}


def vague_methods(trees: Trees) -> Counter[str]:
    """Count the classes that have a method with each vague name."""
    return Counter(
        node.name
        for tree in trees.values()
        for each in statements(tree)
        if isinstance(each, ast.ClassDef)
        for node in each.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in VAGUE
    )


def test_few_methods_have_a_vague_name(trees: Trees) -> None:
    assert {name: count for name, count in vague_methods(trees).items() if count > MOST_VAGUE} == {}


def test_no_two_classes_have_one_name(trees: Trees) -> None:
    assert {name: files for name, files in classes_of_one_name(trees).items() if name not in MEANT} == {}


def test_what_is_meant_is_still_so(trees: Trees) -> None:
    assert set(MEANT) - classes_of_one_name(trees).keys() == set()
