"""Writes all files that are made from the declarations: ``python -m table_controller.commands.describe [--check]``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from referee.texts.language import LANGUAGES
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.describe.asyncapi import asyncapi, in_yaml
from table_controller.commands.describe.book_forms import book_forms
from table_controller.commands.describe.forms import command_forms
from table_controller.commands.describe.page import with_table
from table_controller.commands.describe.page_words import words_of_messages
from table_controller.commands.describe.rules import rules_in_words
from table_controller.commands.describe.settings import settings_schema
from table_controller.web.build import DASHBOARD
from table_controller.web.tournaments.serving.description import openapi

ROOT: Final = Path(__file__).resolve().parents[3]
PORT: Final = 8080
"""Of the page in the documents."""


def outputs() -> dict[Path, str]:
    """Every generated file, with the text it must have."""
    page = ROOT / "docs" / "mqtt.md"
    words = DASHBOARD / "static" / "words"
    return {
        **{words / f"rules-{language}.json": rules_in_words(language) for language in LANGUAGES},
        **{words / f"words-{language}.json": words_of_messages(language) for language in LANGUAGES},
        ROOT / "docs" / "asyncapi.yaml": asyncapi(COMMANDS),
        ROOT / "docs" / "tables" / "openapi.yaml": in_yaml(openapi(f"jantaku-{PORT}")),
        ROOT / "config" / "daemon.schema.json": settings_schema(),
        DASHBOARD / "src" / "declared" / "commands.ts": command_forms(
            {name: kind for name, kind in COMMANDS.items() if kind.role != "hall"}
        ),
        DASHBOARD / "src" / "declared" / "operations.ts": book_forms(),
        page: with_table(page.read_text(encoding="utf-8"), COMMANDS),
    }


def main(arguments: list[str]) -> int:
    """Write the files; with ``--check`` only say which differ (exit status 1)."""
    made = outputs()
    stale = [
        path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" not in arguments:
        for path in stale:
            path.write_text(made[path], encoding="utf-8")
        return 0
    for path in stale:
        sys.stderr.write(
            f"{path} is not what is declared: run python -m table_controller.commands.describe\n"
        )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
