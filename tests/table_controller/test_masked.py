"""Names that a club keeps private: every published text is known to be able to hold one, or not."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.journal.people import OTHERS, PERSONS
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.mqtt.topics import PUBLISHED
from tools.describe.asyncapi import document

SCHEMAS = document(COMMANDS)["components"]["schemas"]
NO_NAMES = {
    *("code", "advice_code", "id", "reason", "hand", "rule", "section", "evidence", "table", "held"),
    *(
        "tile",
        "tiles",
        "claimed",
        "added",
        "shown",
        "uma",
        "oka",
        "overall",
        "ruling",
        "indicators",
        "ura",
        "opened",
        "yakuman",
    ),
    *(
        "firmware",
        "state",
        "hidden",
        "file",
        "why",
        "digest",
        "before",
        "wall",
        "alerts",
        "installed",
        "newest",
        "version",
    ),
    *("identifiers", "manufacturer", "sw_version", "topic", "value_template"),
}
"""Words of the program, tiles, hashes, times, and descriptions of devices."""
MADE = {"text", "texts", "advice"}
"""Texts are made anew from the arguments of their messages, once these are masked."""


def text_fields(schema: Any, name: str = "", known: frozenset[str] = frozenset()) -> Iterator[str]:
    """The fields of a message that hold free text, nested ones too."""
    if "$ref" in schema:
        kind = schema["$ref"].rpartition("/")[2]
        if kind not in known:
            yield from text_fields(SCHEMAS[kind], name, known | {kind})
        return
    if schema.get("type") == "string" and "enum" not in schema:
        yield name
    for field, each in schema.get("properties", {}).items():
        yield from text_fields(each, field, known)
    further = [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())]
    for each in further:
        if isinstance(each, dict):
            yield from text_fields(each, name, known)


@pytest.mark.parametrize("payload", sorted({each.payload for each in PUBLISHED} - {"Entry"}))
def test_every_published_text_is_known_to_be_a_name_or_none(payload: str) -> None:
    """``tests/referee/test_people.py`` tests the same for entries."""
    found = set(text_fields({"$ref": f"#/{payload}"}))
    assert found <= PERSONS | OTHERS | NO_NAMES | MADE


def test_who_stopped_the_machine_is_a_person() -> None:
    assert "paused" in set(text_fields({"$ref": "#/MachineReport"})) & PERSONS
