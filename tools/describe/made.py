"""Puts files that are made from declarations in their places."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

MadeFiles: TypeAlias = Mapping[Path, Callable[[], str]]

CHECKOUT: Final = Path(__file__).resolve().parents[2]
"""The folder of the whole project."""


def put(made: MadeFiles) -> None:
    """Write the files that differ, each whole or not at all; the others keep their time.

    Part of a file, left when an earlier program was killed, is removed.
    """
    for path, text in made.items():
        part = path.with_name(f"{path.name}.part")
        part.unlink(missing_ok=True)
        wanted = text()
        if path.is_file() and path.read_text(encoding="utf-8") == wanted:
            continue
        path.parent.mkdir(exist_ok=True)
        try:
            part.write_text(wanted, encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
