"""Writes the sources of the judges' page that come from declarations: ``python -m tools.describe.for_page``."""

import json
import sys
from functools import cache, partial
from typing import Any, Final

from hall.tournaments.web.serving.description import openapi
from referee.texts.language import LANGUAGES
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.mqtt.topics import IN_HALL, OF_THE_HALL, PREFIX, TOPICS
from table_controller.web.build import DASHBOARD
from tools.describe.asyncapi import document
from tools.describe.dashboard.declared_types import ENTERED, HEAD, READ, types_of
from tools.describe.dashboard.readers import outlined, readers
from tools.describe.dashboard.words import words_of_messages
from tools.describe.forms import book_forms, command_forms
from tools.describe.made import MadeFiles, put
from tools.describe.rules import rules_in_words
from tools.describe.schemas import Schema

SCRIPTS: Final = DASHBOARD / "src" / "declared"
WORDS: Final = DASHBOARD / "static" / "words"


@cache
def _published() -> dict[str, Schema]:
    schemas: dict[str, Any] = document(COMMANDS)["components"]["schemas"]
    return outlined(schemas)


def _commands() -> str:
    return command_forms({name: kind for name, kind in COMMANDS.items() if kind.roles != ("hall",)})


def _topics() -> str:
    ends = {each.name: each.end for each in TOPICS if each.path.startswith(IN_HALL)}
    return (
        f"{HEAD}\nexport const PREFIX = {json.dumps(PREFIX)};\n\n"
        "/** The name under which a hall's own program speaks, among those of its tables. */\n"
        f"export const OF_THE_HALL = {json.dumps(OF_THE_HALL)};\n\n"
        "/** The end of each topic: what comes after the table (or the hall, if it belongs to no table), up to a parameter. */\n"
        f"export const END = {json.dumps(ends, indent=1)} as const;\n"
    )


FOR_PAGE: Final[MadeFiles] = {
    **{WORDS / f"rules-{language}.json": partial(rules_in_words, language) for language in LANGUAGES},
    **{WORDS / f"words-{language}.json": partial(words_of_messages, language) for language in LANGUAGES},
    SCRIPTS / "commands.ts": _commands,
    SCRIPTS / "operations.ts": book_forms,
    SCRIPTS / "schemas.ts": lambda: readers(_published()),
    SCRIPTS / "declared.ts": lambda: types_of(_published(), READ),
    SCRIPTS / "topics.ts": _topics,
    SCRIPTS / "tournaments.ts": lambda: types_of(openapi("")["components"]["schemas"], ENTERED),
}


def main() -> int:
    """Write the files."""
    put(FOR_PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
