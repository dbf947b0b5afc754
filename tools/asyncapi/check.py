"""Checks docs/asyncapi.yaml by AsyncAPI's official schema, and its references: ``python -m tools.asyncapi.check``."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml
from jsonschema_rs import Draft7Validator

HERE: Final = Path(__file__).resolve().parent
SCHEMA: Final = HERE / "node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"
DOCUMENT: Final = HERE.parent.parent / "docs/asyncapi.yaml"


def faults(document: dict[str, Any]) -> Iterator[str]:
    """Yield the places at which a document breaks the schema, or refers to something missing."""
    schema = Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    errors = list(schema.iter_errors(document))
    for error in errors:
        place = "".join(f".{each}" if isinstance(each, str) else f"[{each}]" for each in error.instance_path)
        yield f"${place}: {error.message[:300]}"
    for place, name in _references(document, "$"):
        if not _there(document, name):
            yield f"{place}: there is no {name}"
    if not errors:
        yield from _misplaced(document)


def _references(part: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield each reference of a part, with its place."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref" and isinstance(value, str):
                yield place, value
            yield from _references(value, f"{place}.{key}")
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from _references(value, f"{place}[{number}]")


def _there(document: Any, name: str) -> bool:
    """Return whether a reference leads to a part of the document."""
    root, *keys = name.split("/")
    for key in keys:
        if not isinstance(document, dict) or key not in document:
            return False
        document = document[key]
    return root == "#"


def _misplaced(document: dict[str, Any]) -> Iterator[str]:
    """Yield channels whose parameters differ from their address's, and messages that do not belong to their channel."""
    for name, channel in document["channels"].items():
        if set(re.findall(r"{([^}]*)}", channel.get("address", ""))) != set(channel.get("parameters", ())):
            yield f"$.channels.{name}: its parameters are not those of its address"
    for name, operation in document["operations"].items():
        for side in (operation, operation.get("reply", operation)):
            channel = side["channel"]["$ref"]
            for message in side.get("messages", ()):
                if not message["$ref"].startswith(f"{channel}/messages/"):
                    yield f"$.operations.{name}: {message['$ref']} is no message of {channel}"


if __name__ == "__main__":
    found = list(faults(yaml.load(DOCUMENT.read_text(encoding="utf-8"), yaml.CSafeLoader)))
    sys.exit("\n".join(found) or 0)
