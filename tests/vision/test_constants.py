"""Every numeric constant of vision and of sensing is at the top of its module, with its unit and its source.

CONTRIBUTING.md lists the kinds of sources.
"""

import ast
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("training", "vision", "table_controller/sensing")
SOURCE = re.compile(r"\[(?P<unit>[^;\[\]]+); (?P<kind>[a-z]+)(: (?P<why>[^\[\]]+))?\]$")
RULEBOOKS = ("WRC", "MJ", "SAI", "ISO", "AVI", "ITU-T")
DRAWN = ("training", "vision/prints")
"""Folders that draw pictures or lots: the numbers in their calls are the drawing itself."""
PLAIN = {0, 0.5, 1, 2}
"""Numbers that need no name: nothing, a half, one and two, with either sign."""
CONVERTING = {90, 100, 180, 255, 360, 1000}
"""More of them: degrees of turns, hundredths and thousandths, and the brightest level of a byte."""
NEAR_NOTHING = 1e-5
"""Smaller numbers only keep a divisor or a logarithm from being 0."""
SHAPING = {
    "reshape",
    "zeros",
    "ones",
    "eye",
    "empty",
    "full",
    "range",
    "linspace",
    "transpose",
    "blur",
    "mkdir",
    "open",
}
"""Functions whose whole numbers are the shape of an array, a count, the order of axes or the rights of a file."""
PRINTING = {"text", "putText", "pack", "info"}
"""Functions that put text at a place or into a log, or bytes into a file of a given form."""
COUNTING = {"axis", "connectivity", "maxsize", "size"}
NEEDS_A_REASON = ("derived", "measured", "section", "judged")
COMMAND = re.compile(r"python -m (?P<module>bench[\w.]*)")


@dataclass(frozen=True)
class Constant:
    """A constant at module level.

    Attributes:
        late: a function or a class stands before it, which its value does not need.
    """

    file: Path
    name: str
    doc: str
    late: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}: {self.name}"

    def fault(self) -> str:
        """Return the reason why its docstring gives no source; empty if it does."""
        source = SOURCE.search(self.doc)
        if source is None:
            return "no [unit; source] at the end of its docstring"
        kind, why = source["kind"], source["why"]
        if kind not in (*NEEDS_A_REASON, "defined"):
            return f"{kind} is no source"
        if kind in NEEDS_A_REASON and not why:
            return f"{kind} without a reason"
        if kind == "measured":
            return (
                "" if is_measurement(why) else f"{why} names no command of bench and no page of its notebook"
            )
        if kind == "section" and not why.startswith(RULEBOOKS):
            return f"{why} is in no rulebook and no standard"
        return ""


def is_measurement(why: str) -> bool:
    """Return whether a reason names a command of bench or a page of its notebook."""
    command = COMMAND.search(why)
    if command is not None:
        return importlib.util.find_spec(command["module"]) is not None
    return why.startswith("bench/results/notebook/") and (ROOT / why).is_file()


def constants(file: Path) -> Iterator[Constant]:
    """The numeric constants of a module: names whose value has a number in it."""
    body = ast.parse(file.read_text()).body
    defined: set[str] = set()
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined.add(node.name)
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        target, value = node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value
        if not isinstance(target, ast.Name) or not has_number(value):
            continue
        doc = (
            after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
        )
        used = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
        yield Constant(file, target.id, " ".join(str(doc).split()), late=bool(defined) and not used & defined)
        if used & defined:
            defined.add(target.id)


def has_number(value: ast.expr) -> bool:
    """Return whether a value contains a number and is no table of texts."""
    keys = {id(key) for each in ast.walk(value) if isinstance(each, ast.Dict) for key in each.keys}
    written = [each for each in ast.walk(value) if isinstance(each, ast.Constant) and id(each) not in keys]
    texts = any(isinstance(each.value, str) for each in written)
    return not texts and any(type(each.value) in (int, float) for each in written)


class _CallNumbers(ast.NodeVisitor):
    """Finds the numbers within the calls of functions that are neither structure nor conversion."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._functions = 0
        self._calls: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._functions += 1
        for each in node.body:
            self.visit(each)
        self._functions -= 1

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)  # an index is a place in a structure

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not checked."""

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.visit(node.left)
        repeated = isinstance(node.left, ast.Tuple | ast.List)
        if not repeated and not isinstance(
            node.op, ast.Pow | ast.Mod
        ):  # exponents, moduli and lengths are structure
            self.visit(node.right)

    def visit_Call(self, node: ast.Call) -> None:
        self.visit(node.func)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in PRINTING:
            return
        self._calls.append(name)
        for each in node.args[:1] if name == "round" else node.args:
            self.visit(each)
        for keyword in node.keywords:
            if keyword.arg not in COUNTING:
                self.visit(keyword.value)
        self._calls.pop()

    def visit_Constant(self, node: ast.Constant) -> None:
        if not self._functions or not self._calls or isinstance(node.value, bool):
            return
        if not isinstance(node.value, int | float):
            return
        if self._calls[-1] in SHAPING and isinstance(node.value, int):
            return
        if node.value not in PLAIN | CONVERTING and node.value > NEAR_NOTHING:
            self.found.append(f"{node.lineno}: {node.value}")


def call_numbers(text: str) -> list[str]:
    """The numbers without a name that a module gives to calls, each with its line."""
    visitor = _CallNumbers()
    visitor.visit(ast.parse(text))
    return visitor.found


def files() -> list[Path]:
    """All modules."""
    return [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]


def judging() -> list[Path]:
    """The modules that judge pictures and signals."""
    return [file for file in files() if not str(file.relative_to(ROOT)).startswith(DRAWN)]


def test_every_number_has_its_unit_and_its_source() -> None:
    assert [f"{each}: {each.fault()}" for file in files() for each in constants(file) if each.fault()] == []


def test_every_number_stands_at_the_top() -> None:
    assert [str(each) for file in files() for each in constants(file) if each.late] == []


def test_every_number_in_a_call_has_a_name() -> None:
    found = {str(file): call_numbers(file.read_text(encoding="utf-8")) for file in judging()}
    assert {file: numbers for file, numbers in found.items() if numbers} == {}
