"""Writes the sources of the judges' page that come from declarations: ``python -m tools.describe.for_page``."""

from __future__ import annotations

import sys
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from hall.tournaments.web.serving.description import openapi
from referee.texts.language import LANGUAGES
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.web.build import DASHBOARD
from tools.describe.asyncapi import document
from tools.describe.book_forms import book_forms
from tools.describe.forms import command_forms
from tools.describe.made import put
from tools.describe.page_readers import outlined, readers
from tools.describe.page_types import ENTERED, READ, types_of
from tools.describe.page_words import words_of_messages
from tools.describe.rules import rules_in_words

if TYPE_CHECKING:
    from tools.describe.made import MadeFiles
    from tools.describe.schemas import Schema

SCRIPTS: Final = DASHBOARD / "src" / "declared"
WORDS: Final = DASHBOARD / "static" / "words"


@cache
def _published() -> dict[str, Schema]:
    schemas: dict[str, Any] = document(COMMANDS)["components"]["schemas"]
    return outlined(schemas)


def _commands() -> str:
    return command_forms({name: kind for name, kind in COMMANDS.items() if kind.role != "hall"})


FOR_PAGE: Final[MadeFiles] = {
    **{WORDS / f"rules-{language}.json": partial(rules_in_words, language) for language in LANGUAGES},
    **{WORDS / f"words-{language}.json": partial(words_of_messages, language) for language in LANGUAGES},
    SCRIPTS / "commands.ts": _commands,
    SCRIPTS / "operations.ts": book_forms,
    SCRIPTS / "schemas.ts": lambda: readers(_published()),
    SCRIPTS / "declared.ts": lambda: types_of(_published(), READ),
    SCRIPTS / "tournaments.ts": lambda: types_of(openapi("")["components"]["schemas"], ENTERED),
}


def main() -> int:
    """Write the files."""
    put(FOR_PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
