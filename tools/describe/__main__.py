"""Writes all files that are made from the declarations: ``python -m tools.describe``.

Only the tables in docs/mqtt.md and docs/rules.md are committed. ``--check`` writes nothing and compares them with the
declarations (exit status 1 if they differ).
"""

import sys
from typing import Final

from table_controller.commands.catalogue.catalogue import COMMANDS
from tools.describe.documents import DOCUMENTS
from tools.describe.for_page import FOR_PAGE
from tools.describe.made import CHECKOUT, put
from tools.describe.page import with_made, with_tables
from tools.describe.presets import presets_table

BROKER: Final = CHECKOUT / "docs" / "mqtt.md"
RULES: Final = CHECKOUT / "docs" / "rules.md"


def broker_page() -> str:
    """Return the text that docs/mqtt.md must have."""
    return with_tables(BROKER.read_text(encoding="utf-8"), COMMANDS)


def rules_page() -> str:
    """Return the text that docs/rules.md must have."""
    return with_made(RULES.read_text(encoding="utf-8"), [("presets", presets_table())])


PAGES: Final = {BROKER: broker_page, RULES: rules_page}


def main(arguments: list[str]) -> int:
    """Write the files, or check the page."""
    if "--check" not in arguments:
        put({**FOR_PAGE, **DOCUMENTS, **PAGES})
        return 0
    stale = [page for page, made in PAGES.items() if page.read_text(encoding="utf-8") != made()]
    for page in stale:
        sys.stderr.write(f"{page} is not what is declared: run python -m tools.describe\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
