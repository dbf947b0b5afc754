"""Packages, folders and modules import downwards only, for types too; and every folder is small enough to be read."""

import ast
import re
from collections import defaultdict
from collections.abc import Collection
from functools import cache
from os.path import normpath
from pathlib import Path, PurePosixPath

import pytest

from tests.imports_stage import PACKAGES, ROOT, WITH_BENCH, sources, statements, tracked

ALLOWED = {
    "config": set(),
    "firmware_bridge": {"config"},
    "referee": {"config"},
    "vision": {"config", "referee.tiles"},
    "wording": {"config", "firmware_bridge", "referee", "vision"},
    "table_controller": {"config", "firmware_bridge", "referee", "vision", "wording"},
    "hall": {"config", "firmware_bridge", "referee", "vision", "wording", "table_controller"},
    "simulation": {"config", "firmware_bridge", "referee", "vision", "wording", "table_controller", "hall"},
    # The command line names all commands' modules and imports none: a command loads what it needs.
    "jantaku": {"referee.texts", "wording"},
}
PAGE = "referee/dashboard/src"
MOST_LINES = 60
"""The most lines of a function in C or TypeScript, from its first line to its closing brace."""
MOST_ENTRIES = 16
"""The most files and folders in a folder, including ``__init__.py``; a .c and its .h count once."""

Graph = dict[str, set[str]]


@cache
def imported_modules(source: str) -> frozenset[str]:
    """All modules that a file imports: at its top, in a function, for types."""
    found: set[str] = set()
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def whole_graph() -> Graph:
    """Each module and the others that it imports."""
    there = sources()
    return {name: set(imported_modules(text) & there.keys()) - {name} for name, text in there.items()}


def is_folder(module: str) -> bool:
    """Return whether this is the ``__init__`` of a folder."""
    return (ROOT / Path(*module.split("."))).is_dir()


def place(module: str, folder: str) -> str | None:
    """Return the place of a module as seen from a folder: directly in it, in one of its folders, or not there (None).

    All modules directly in a folder are one place, so that they are all above or all below each of its folders.
    """
    if not module.startswith(folder + "."):
        return "directly" if module == folder else None
    first, _, rest = module[len(folder) + 1 :].partition(".")
    return first if rest or is_folder(module) else "directly"


def folder_graph(graph: Graph, folder: str) -> Graph:
    """The places of a folder and the imports between them."""
    found: Graph = defaultdict(set)
    for module, imported in graph.items():
        here = place(module, folder)
        if here is None or (is_folder(module) and not imported):
            continue
        for other in imported:
            # A package is imported for its modules; its own file holds only a docstring.
            if is_folder(other) and not imported_modules(sources().get(other, "")):
                continue
            there = place(other, folder)
            if there not in {None, here}:
                found[here].add(str(there))
    return found


def circle(graph: Graph) -> list[str]:
    """Return a path of imports that returns to its start; empty if there is none."""
    done: set[str] = set()
    way: list[str] = []

    def go(name: str) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        way.append(name)
        for other in sorted(graph.get(name, ())):
            if found := go(other):
                return found
        way.pop()
        done.add(name)
        return []

    for name in sorted(graph):
        if found := go(name):
            return found
    return []


def circles_of_folders(graph: Graph, below: str = "") -> dict[str, list[str]]:
    """The folders whose places form a circle, each with the circle; ``below`` limits them to a folder."""
    folders = {".".join(name.split(".")[:deep]) for name in graph for deep in range(1, name.count(".") + 1)}
    found = {
        folder: circle(folder_graph(graph, folder)) for folder in sorted(folders) if folder.startswith(below)
    }
    return {folder: way for folder, way in found.items() if way}


def entries(folder: str) -> set[str]:
    """Return the entries of a folder, a .c and its .h once."""
    prefix = "" if folder == "." else folder + "/"
    names = {name[len(prefix) :].split("/")[0] for name in tracked() if name.startswith(prefix)}
    return {name.removesuffix(".h").removesuffix(".c") for name in names if not name.startswith(".")}


def forbidden(package: str, modules: Collection[str]) -> set[str]:
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


def test_an_example_imports_what_a_maker_may() -> None:
    """The port and what lies beside it, from its own package; only its tests know the suite."""
    own = [name for name in tracked() if re.fullmatch(r"examples/(\w+)/\1/\w+\.py", name)]
    assert own
    wrong = {
        f"{name} imports {module}"
        for name in own
        for module in imported_modules((ROOT / name).read_text(encoding="utf-8"))
        if module.split(".")[0] in {*WITH_BENCH, "tests"} - {"firmware_bridge"}
    }
    assert wrong == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_downwards(package: str) -> None:
    own = {name: text for name, text in sources().items() if name.split(".")[0] == package}
    assert own
    wrong = {
        f"{name} imports {module}"
        for name, text in own.items()
        for module in forbidden(package, imported_modules(text))
    }
    assert wrong == set()


def test_nothing_that_is_installed_imports_what_is_not() -> None:
    """Code shared by a bench and a test is in ``bench.stages``."""
    wrong = {
        f"{name} imports {module}"
        for name, text in sources().items()
        for module in imported_modules(text)
        if module.split(".")[0] in {"tests", *({"bench", "tools"} if name.split(".")[0] in PACKAGES else ())}
    }
    assert wrong == set()


def test_no_test_module_imports_another() -> None:
    """Shared parts are in modules of their own."""
    wrong = {
        f"{name} imports {module}"
        for name in tracked()
        if name.startswith(("tests/", "examples/")) and name.endswith(".py")
        for module in imported_modules((ROOT / name).read_text(encoding="utf-8"))
        if (file := ROOT / Path(*module.split(".")).with_suffix(".py")).name.startswith("test_")
        and file.is_file()
    }
    assert wrong == set()


def test_no_module_is_in_a_circle() -> None:
    assert circle(whole_graph()) == []


def c_files() -> dict[str, str]:
    """The text of each C file of the unit and of the machine that it drives."""
    return {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in tracked()
        if name.startswith("firmware_bridge/") and name.endswith((".c", ".h"))
    }


def bare(text: str) -> str:
    """Remove comments, strings and preprocessor lines from C, keeping the number of lines."""
    return re.sub(
        r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^#[^\n]*',
        lambda cut: "\n" * cut[0].count("\n"),
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


def c_functions(text: str) -> list[tuple[str, str]]:
    """Each function that a bare C file defines: its head and its whole text."""
    return [
        (found[1], found[0])
        for found in re.finditer(r"^(\w[^;{}]*\))\s*\{.*?^\}", text, re.MULTILINE | re.DOTALL)
    ]


def c_owners(files: dict[str, str]) -> dict[str, str]:
    """The file that defines each function or variable for others.

    A name that several files define is left out: it belongs to a port (``hal.h``, ``unit_backend.h``), which each kind
    of machine implements in its own way.
    """
    variables = re.findall(r"^extern [^;(]*?(\w+)(?:\[\w*\])?;", "\n".join(files.values()), re.MULTILINE)
    owners: dict[str, set[str]] = defaultdict(set)
    for name, text in files.items():
        if name.endswith(".c") and "/tests/" not in name:
            heads = [head for head, _ in c_functions(text) if not head.startswith("static")]
            defined = {found[1] for head in heads if (found := re.search(r"(\w+)\(", head))}
            lines = "\n".join(re.findall(r"^(?!static|extern)\w[^;(){}]*", text, re.MULTILINE))
            for each in defined | set(re.findall(r"\w+", lines)) & set(variables):
                owners[each].add(name)
    return {each: names.pop() for each, names in owners.items() if len(names) == 1}


def c_graph(files: dict[str, str]) -> Graph:
    """Each .c with its .h as one module, and the modules that it includes or whose functions and variables it uses."""
    found: Graph = defaultdict(set)
    texts = {name: bare(text) for name, text in files.items()}
    owners = c_owners(texts)
    for name, text in files.items():
        here = PurePosixPath(name)
        words = re.findall(r"(?<![.>])\b\w+", texts[name]) if name.endswith(".c") else ()
        used = {owners[word] for word in words if word in owners}
        for included in re.findall(r'^#include "(.+)"$', text, re.MULTILINE):
            there = [other for other in files if PurePosixPath(other).name == included]
            near = [other for other in there if PurePosixPath(other).parent == here.parent] or there
            assert len(near) == 1, f"{name}: which {included}?"
            used.update(near)
        found[dotted(name)] |= {dotted(other) for other in used} - {dotted(name)}
    return found


def dotted(file: str) -> str:
    """The name of a module, without its ending."""
    return ".".join(PurePosixPath(file).with_suffix("").parts)


def test_no_c_file_is_in_a_circle() -> None:
    graph = c_graph(c_files())
    assert (
        "firmware_bridge.firmware.core.safety.guard"
        in graph["firmware_bridge.firmware.core.motions.currents"]
    )
    assert circle(graph) == []


def test_no_c_function_is_long() -> None:
    functions = [
        (name, head, whole) for name, text in c_files().items() for head, whole in c_functions(bare(text))
    ]
    assert len(functions) > 300
    assert [(name, head) for name, head, whole in functions if whole.count("\n") >= MOST_LINES] == []


def page_files() -> dict[str, str]:
    """The text of each TypeScript file of the page; some are generated, so git does not track them."""
    found = sorted((ROOT / PAGE).rglob("*.ts"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}


def page_graph(files: dict[str, str]) -> Graph:
    """Each TypeScript file by its name with dots, and the others that it imports, for types too."""
    found: Graph = {}
    for name, text in files.items():
        folder = PurePosixPath(name).parent
        imported = {
            normpath(folder / each) for each in re.findall(r'\b(?:from|import)\b[ (]*"(\..+?)\.js"', text)
        }
        missing = {each for each in imported if f"{each}.ts" not in files}
        assert not missing, f"{name} imports what is not there; is it made (make setup)? {missing}"
        found[dotted(name.removesuffix(".ts"))] = {dotted(each) for each in imported}
    return found


FUNCTION = re.compile(
    r"( *)(?!(?:if|for|while|switch|catch)\b)"
    r"(?:.*\bfunction\b.*[({]|.*=> \{|(?:\w+ )*\w+(?:<.*>)?\(.*\{|(?:private|static|async) .*\(|constructor\()"
)
"""The first line of a function of the page, with the indentation of its closing brace."""


def lengths(text: str) -> dict[str, int]:
    """The first line of each function of a TypeScript file, and the function's length in lines."""
    lines = text.split("\n")
    found: dict[str, int] = {}
    for at, line in enumerate(lines):
        if begins := FUNCTION.fullmatch(line):
            ends = (n for n, other in enumerate(lines) if n > at and other.startswith(f"{begins[1]}}}"))
            found[line.strip()] = max(found.get(line.strip(), 0), next(ends, at) - at + 1)
    return found


def test_functions_of_the_page_are_short() -> None:
    counted = {
        f"{name}: {line}": n for name, text in page_files().items() for line, n in lengths(text).items()
    }
    assert len(counted) > 500
    assert {line: n for line, n in counted.items() if n > MOST_LINES} == {}


def test_no_file_of_the_page_is_in_a_circle() -> None:
    graph = page_graph(page_files())
    assert graph[dotted(f"{PAGE}/declared/schemas")]  # generated files count too
    assert circle(graph) == []


def test_no_folder_of_the_page_is_in_a_circle() -> None:
    assert circles_of_folders(page_graph(page_files()), dotted(PAGE)) == {}


def test_no_folder_is_in_a_circle() -> None:
    graph = whole_graph() | c_graph(c_files())
    assert {"referee.judging.decide", "firmware_bridge.firmware.core.line.link"} < graph.keys()
    assert circles_of_folders(graph) == {}


def test_folders_are_small() -> None:
    folders = {".", *(str(parent) for name in tracked() for parent in PurePosixPath(name).parents)}
    counted = {
        folder: len(entries(folder))
        for folder in folders
        if folder.split("/")[0] != "tests" and not folder.startswith(".")
    }
    # People, code hosts and programs look for these at the root.
    looked_for = {"LICENSE", "Makefile", "pyproject.toml"}
    at_root = {name for name in entries(".") if name in looked_for or name.endswith((".md", ".cff"))}
    counted["."] = len(entries(".") - at_root)
    assert {folder: count for folder, count in counted.items() if count > MOST_ENTRIES} == {}


def test_every_room_says_what_it_is() -> None:
    """A folder of modules has an ``__init__`` with a docstring, except ``bench``, which is no package."""
    rooms = {str(PurePosixPath(name).parent) for name in tracked() if name.endswith(".py")}
    silent = {
        room
        for room in rooms
        if room.split("/")[0] in WITH_BENCH
        and room != "bench"
        and not ast.get_docstring(ast.parse(sources().get(room.replace("/", "."), "")))
    }
    assert silent == set()


def test_pure_referee_reads_no_clock_and_no_files() -> None:
    """Only the journal touches the world: databases on disk (DESIGN: functional core)."""
    outside = {"time", "datetime", "random", "socket", "sqlite3", "asyncio", "threading", "os"}
    files = ("journal", "copy", "reader", "sqlite", "sqlite_reader")
    on_disk = {f"referee.journal.{name}" for name in files}
    assert on_disk < sources().keys()
    for name, text in sources().items():
        if name.split(".")[0] != "referee" or name in on_disk:
            continue
        used = {module.split(".")[0] for module in imported_modules(text)}
        assert not used & outside, name
