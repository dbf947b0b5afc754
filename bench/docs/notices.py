"""Writes the licences of the packages in the judges' page into NOTICE.md: ``python -m bench.docs.notices [--check]``.

The page's scripts are bundled from the npm packages that ``package-lock.json`` does not mark as for development only; types,
which leave no code, are left out. Not all of them need be in the bundle: npm lists the candidates, and the bundler
takes what is used. Packages whose licences have the same text share it, each with its own copyright.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bench.docs.written import write

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "NOTICE.md"
DASHBOARD: Final = ROOT / "referee" / "dashboard"
COMMAND: Final = "python -m bench.docs.notices"
INSTALLED: Final = "node_modules/"
TYPES: Final = re.compile(r"@types/|undici-types$")
COPYRIGHT: Final = re.compile(r"^\s*(?:[>#*]+\s*)?(Copyright\b.+?)\s*$", re.MULTILINE)
HEADING: Final = re.compile(
    r"^[#=\-*_\s]*(?:The )?(?:MIT|ISC|BSD)[\w ()-]*Licen[cs]e[\w ()-]*:?[#=\-*_\s]*$", re.MULTILINE
)
WORDS: Final = {
    "MIT": "Permission is hereby granted",
    "ISC": "Permission to use, copy",
    "0BSD": "Permission to use, copy",
}
"""The first words of a licence's text, after titles and copyrights."""


class Package(NamedTuple):
    """A package with its licence: the holders, and the text on one line."""

    name: str
    version: str
    licence: str
    copyrights: tuple[str, ...]
    words: str


def packages(dashboard: Path = DASHBOARD) -> list[Package]:
    """The packages that the page may hold.

    Raises:
        SystemExit: one is not installed, or has no licence.
    """
    lock = json.loads((dashboard / "package-lock.json").read_text(encoding="utf-8"))
    made = []
    for place, entry in lock["packages"].items():
        name = place.rpartition(INSTALLED)[2]
        if not place or entry.get("dev") or TYPES.match(name):
            continue
        made.append(_package(dashboard / place, name, entry))
    return made


def _package(folder: Path, name: str, entry: dict[str, str]) -> Package:
    if not folder.is_dir():
        raise SystemExit(f"{folder}: not installed (make setup)")
    licence = entry.get("license") or json.loads((folder / "package.json").read_text(encoding="utf-8")).get(
        "license"
    )
    if not isinstance(licence, str):
        raise SystemExit(f"{folder}: names no licence")
    files = sorted(file for file in folder.iterdir() if re.match(r"(?i)licen[cs]e|copying", file.name))
    text = files[0].read_text(encoding="utf-8") if files else ""
    copyrights = tuple(dict.fromkeys(re.sub(r"\s+", " ", line) for line in COPYRIGHT.findall(text)))
    return Package(name, entry["version"], licence, copyrights, _words(text, licence))


def _words(text: str, licence: str) -> str:
    """The words of a licence's text, without title and copyrights."""
    begins = text.find(WORDS.get(licence, ""))
    text = text[begins:] if begins > 0 else COPYRIGHT.sub("", HEADING.sub("", text))
    return re.sub(r"\s+", " ", re.sub(r"^\s*[>*]\s?", "", text, flags=re.MULTILINE)).strip()


def lines(found: Iterable[Package]) -> Iterator[str]:
    """The page's part: each licence with its packages and its words."""
    alike: dict[tuple[str, str], list[Package]] = defaultdict(list)
    for each in found:
        alike[each.licence, each.words].append(each)
    for (licence, words), mine in sorted(
        alike.items(), key=lambda item: (item[0][0], -len(item[1]), item[0][1])
    ):
        yield f"### {licence}: {mine[0].name}{f' and {len(mine) - 1} more' if len(mine) > 1 else ''}\n"
        for each in sorted(mine):
            owners = "; ".join(each.copyrights) or "its package names no copyright"
            yield f"* `{each.name}` {each.version}: {owners}"
        yield f"\n> {words or 'Its package brings no text of this licence.'}\n"


def main(arguments: list[str]) -> int:
    """Write the page; with ``--check`` only say whether it differs (exit status 1)."""
    return write(PAGE, COMMAND, "\n".join(lines(packages())).strip(), check="--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
