"""Writes requirements.lock: ``python -m tools.release.lock UV``, `make lock`; ``UV`` is that program.

Each line is a library with its version, its Pythons and processors, and the hash of each of its files, so that pip
accepts no other file (``--require-hashes``). The lines stand under the first of ``SECTIONS`` that needs them.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tools.release.locked import LOCK, ROOT, SHIPPED_EXTRAS

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "program": (),
    "debian": SHIPPED_EXTRAS,
    "packing": ("packing",),
    "tests": ("dev",),
}
"""The headings of the lock, each with its extras. The Makefile and tools/deb/build.sh name those that they install."""
HEAD: Final = (
    "# Written by make lock. Each heading names what needs its libraries, besides the headings before it.\n"
)


def locked_lines(uv: str, extras: Iterable[str], known: str) -> list[str]:
    """Return a line for each library that the program needs with these extras, in the versions of ``known`` if it has them."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "lock")
        made.write_text(known, encoding="utf-8")
        wanted = [word for extra in extras for word in ("--extra", extra)]
        form = (
            "--universal",
            "--python-version",
            "3.11",
            "--generate-hashes",
            "--no-annotate",
            "--no-header",
        )
        command = [
            uv,
            "pip",
            "compile",
            "--quiet",
            *form,
            *wanted,
            "-o",
            str(made),
            str(ROOT / "pyproject.toml"),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return re.sub(r" \\\n +", " ", made.read_text(encoding="utf-8")).splitlines()


def main(arguments: list[str]) -> int:
    """Write the lock."""
    (uv,) = arguments
    everything = locked_lines(uv, SECTIONS["tests"], LOCK.read_text(encoding="utf-8"))
    left = dict.fromkeys(everything)
    text = HEAD
    for section, extras in SECTIONS.items():
        lines = [line for line in locked_lines(uv, extras, "\n".join(everything)) if line in left]
        text += "\n".join(["", f"# {section}", *lines, ""])
        for line in lines:
            del left[line]
    LOCK.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
