"""The contents of requirements.lock, and the extras that need them."""

import importlib.metadata
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PRODUCT: Final = "jantaku"
ROOT: Final = Path(__file__).resolve().parents[2]
LOCK: Final = ROOT / "tools" / "requirements.lock"
LINE: Final = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[^ ]+)(?: ; (?P<marker>[^\n]+?))?(?: --hash=sha256:[0-9a-f]{64})*$",
    re.MULTILINE,
)
"""A library in the lock."""
SHIPPED_EXTRAS: Final[tuple[str, ...]] = tuple(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["jantaku"]["deb-extras"]
)
"""The extras that the Debian package brings."""


def locked_versions(root: Path, **environment: str) -> dict[str, str]:
    """Return the version of each library in requirements.lock, by its name as indexes spell it.

    ``environment`` describes another computer by the markers of PEP 508 in which it differs from this one; only its
    libraries are returned.
    """
    return {
        canonicalize_name(found["name"]): found["version"]
        for found in LINE.finditer((root / LOCK.relative_to(ROOT)).read_text(encoding="utf-8"))
        if found["marker"] is None or Marker(found["marker"]).evaluate(environment)
    }


def asked_for(root: Path, extras: Iterable[str] | None = None) -> list[Requirement]:
    """Return the requirements of pyproject.toml with some of its extras, or with all."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more = project["optional-dependencies"]
    chosen = more if extras is None else extras
    return [
        Requirement(line)
        for line in (*project["dependencies"], *(line for name in chosen for line in more[name]))
    ]


def libraries_of(root: Path, extras: Iterable[str]) -> set[str]:
    """Return all libraries that the program needs with these extras, indirect ones included, as installed here."""
    found: set[str] = set()
    asked: set[tuple[str, frozenset[str]]] = set()
    waiting = asked_for(root, extras)
    while waiting:
        needed = waiting.pop()
        library = (str(canonicalize_name(needed.name)), frozenset(needed.extras))
        if (needed.marker and not needed.marker.evaluate()) or library in asked:
            continue
        asked.add(library)
        found.add(library[0])
        waiting += _needs_of(*library)
    return found


def _needs_of(name: str, extras: Iterable[str]) -> list[Requirement]:
    """Return the requirements of a library on this computer, as it declares them."""
    made = []
    for line in importlib.metadata.requires(name) or ():
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            needed.marker = None
            made.append(needed)
    return made
