"""A plugin of mypy, for `make check`, that refuses what Debian 12's Python, the oldest supported one, lacks.

mypy knows Python 3.11, but not that some of it came with 3.11.4 and that Debian 12 has 3.11.2. ``TOO_NEW`` has such
functions and methods; ``banned-api`` in ``pyproject.toml`` has the other names. Both list what ``python -m mypy.stubtest
--check-typeshed --concise`` does not find in 3.11.2, without the options of expat and ``pydoc``.
"""

from collections.abc import Callable
from typing import Final

from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import Type

SAFE: Final = "extracts safely from 3.11.4 on; read the members that you want"
TOO_NEW: Final = {
    "shutil.unpack_archive": SAFE,
    "tarfile.TarFile.extract": SAFE,
    "tarfile.TarFile.extractall": SAFE,
    "tarfile.TarInfo.replace": "came with 3.11.4",
    "xml.etree.ElementTree.XMLParser.flush": "came with 3.11.9",
    "xml.etree.ElementTree.XMLPullParser.flush": "came with 3.11.9",
    "xml.sax.expatreader.ExpatParser.flush": "came with 3.11.9",
}


class OldestPython(Plugin):
    """Reports each call of something in ``TOO_NEW``."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _refuse(fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return _refuse(fullname)


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, for any version of mypy."""
    del version
    return OldestPython


def _refuse(fullname: str) -> Callable[[FunctionContext | MethodContext], Type] | None:
    if fullname not in TOO_NEW:
        return None

    def complain(called: FunctionContext | MethodContext) -> Type:
        called.api.fail(f"Debian 12 has Python 3.11.2: {fullname} {TOO_NEW[fullname]}", called.context)
        return called.default_return_type

    return complain
