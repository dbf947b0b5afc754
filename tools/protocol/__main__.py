"""Writes the files that are generated from the messages: ``python -m tools.protocol [--check]``."""

import sys
from pathlib import Path
from typing import Final

from tools.protocol.c_header import c_header
from tools.protocol.doc_tables import with_generated_parts

ROOT: Final = Path(__file__).parents[2]
HEADER: Final = ROOT / "firmware_bridge" / "firmware" / "core" / "line" / "messages.h"
PAGE: Final = ROOT / "docs" / "protocol.md"


def outputs() -> dict[Path, str]:
    """Return every generated file with the text it must have."""
    return {HEADER: c_header(), PAGE: with_generated_parts(PAGE.read_text(encoding="utf-8"))}


def main(arguments: list[str]) -> int:
    """Write the files; with ``--check`` only print which differ (exit status 1)."""
    stale = [
        path
        for path, text in outputs().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" not in arguments:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(outputs()[path], encoding="utf-8")
        return 0
    for path in stale:
        sys.stderr.write(f"{path} is not what the messages say: run python -m tools.protocol\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
