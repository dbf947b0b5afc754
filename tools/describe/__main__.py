"""Writes all files that are made from the declarations: ``python -m tools.describe``.

Only the tables in docs/mqtt.md are committed. ``--check`` writes nothing and compares them with the declarations (exit
status 1 if they differ).
"""

from __future__ import annotations

import sys
from typing import Final

from table_controller.commands.catalogue.catalogue import COMMANDS
from tools.describe.documents import DOCUMENTS
from tools.describe.for_page import FOR_PAGE
from tools.describe.made import CHECKOUT, put
from tools.describe.page import with_tables

PAGE: Final = CHECKOUT / "docs" / "mqtt.md"


def broker_page() -> str:
    """Return the text that docs/mqtt.md must have."""
    return with_tables(PAGE.read_text(encoding="utf-8"), COMMANDS)


def main(arguments: list[str]) -> int:
    """Write the files, or check the page."""
    if "--check" not in arguments:
        put({**FOR_PAGE, **DOCUMENTS, PAGE: broker_page})
        return 0
    if PAGE.read_text(encoding="utf-8") == broker_page():
        return 0
    sys.stderr.write(f"{PAGE} is not what is declared: run python -m tools.describe\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
