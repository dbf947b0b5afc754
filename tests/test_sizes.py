"""Functions are short enough to be read at a glance, and constructors take few enough parts to be understood."""

import ast
from collections.abc import Iterator

from tests.imports_stage import sources, statements

MOST_LINES = 60
"""The most lines of a function, from its ``def`` to its last line."""
MOST_PARAMETERS = 8
"""The most parameters of a constructor, besides ``self``; a record may have more fields."""


def too_large(source: str) -> Iterator[str]:
    """The functions that are too long, and the constructors that take too much."""
    for node in statements(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > MOST_LINES:
            yield f"{node.name} has {lines} lines"
        given = node.args
        parameters = len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs) - 1
        if node.name == "__init__" and parameters > MOST_PARAMETERS:
            yield f"line {node.lineno}: a constructor takes {parameters} parameters"


def test_functions_and_constructors_are_small() -> None:
    found = {module: large for module, source in sources().items() if (large := list(too_large(source)))}
    assert found == {}
