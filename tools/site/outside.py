"""A hook of MkDocs that adds files outside docs/ to the site, if pages link to them, and adapts the links.

Pages link as in any clone (``../CONTRIBUTING.md``), so that one link works in an editor, at a code host and in the site. A
file outside docs/ that a page links to, or that the nav names, is put below ``project/`` in the site, with its path in the
project; so are the files that it links to in turn. The project's README is the first page. A broken link is left alone:
MkDocs then names page and link.
"""

import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS: Final = "docs/"
FIRST, HOME = "README.md", "index.md"
"""The first page, in the project and in the site."""
PLACE: Final = "project/"
"""The place in the site of files from outside docs/."""
FENCED: Final = re.compile(r"(^ *```.*?^ *```[^\n]*$)", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"(?<=\]\()(?![a-z]+:)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside docs/ to which its pages and the nav link, and those to which these link in turn.

    Raises:
        PluginError: a link leads to a folder, which has no page.
    """
    root = Path(config.config_file_path).parents[2]
    found = {FIRST, *(_path(name) for name in _names(config.nav) if name.startswith(PLACE))}
    waiting = deque([*found, *(_path(file.src_uri) for file in files.documentation_pages())])
    while waiting:
        page = waiting.popleft()
        if not page.endswith(".md") or not (root / page).is_file():
            continue
        for target in _links(page, (root / page).read_text(encoding="utf-8")):
            if target in found or target.startswith((DOCS, "..")) or not (root / target).exists():
                continue
            if (root / target).is_dir():
                raise PluginError(f"{page}: the link to {target} leads to a folder; name a file in it")
            found.add(target)
            waiting.append(target)
    for path in sorted(found):
        if (root / path).is_file():
            files.append(File.generated(config, _name(path), abs_src_path=str(root / path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_config: object) -> str:
    """Return the page with the links of the site."""
    source, here = _path(page.file.src_uri), posixpath.dirname(page.file.src_uri)

    def placed(target: str) -> str | None:
        name = _name(target)
        return posixpath.relpath(name, here or ".") if files.get_file_from_path(name) else None

    return _relinked(source, markdown, placed)


def _path(name: str) -> str:
    if name == HOME:
        return FIRST
    return name.removeprefix(PLACE) if name.startswith(PLACE) else DOCS + name


def _name(path: str) -> str:
    if path == FIRST:
        return HOME
    return path.removeprefix(DOCS) if path.startswith(DOCS) else PLACE + path


def _names(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for each in nav:
            yield from _names(each)
    elif isinstance(nav, dict):
        for each in nav.values():
            yield from _names(each)


def _links(page: str, markdown: str) -> Iterator[str]:
    """Yield the paths in the project to which a page links."""
    for part in FENCED.split(markdown)[::2]:
        for link in LINK.finditer(part):
            yield _target(page, link[1])


def _relinked(page: str, markdown: str, placed: Callable[[str], str | None]) -> str:
    """Return a page with each link replaced by the place of its target, if it has one."""
    parts = FENCED.split(markdown)
    parts[::2] = [
        LINK.sub(lambda link: placed(_target(page, link[1])) or link[1], part) for part in parts[::2]
    ]
    return "".join(parts)


def _target(page: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
