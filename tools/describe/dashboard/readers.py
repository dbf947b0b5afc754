"""The page's list of the payloads that it reads, with the schemas that check them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tools.describe.schemas import HOME, Schema

HEAD: Final = """\
/** Made by python -m tools.describe from the declarations: change those, not this file. */
"""
PAYLOADS: Final = (
    *("Alert", "Card", "Entry", "GameShown", "MachineReport", "PlayersShown"),
    *("Status", "StreamShown", "TableShown", "Telemetry"),
)
"""The schemas of the payloads that the page reads from the broker."""
OUTLINED: Final = ("Event", "Observation")
"""The schemas from which the page reads only the type: their many shapes are left out."""
TYPED: Final[Schema] = {
    "type": "object",
    "required": ["type"],
    "properties": {"type": {"type": "string"}},
}
KEPT: Final = frozenset(
    {
        *("title", "type", "const", "enum", "pattern", "minimum", "maximum", "minItems", "maxItems"),
        *("minLength", "maxLength", "required"),
    }
)
"""The keys of a schema that are kept besides the schemas within it."""
NAMED: Final = ("Tile", "Seat")
"""Plain values whose errors use the names of their schemas."""


def outlined(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schemas, those of events and observations with their type only."""
    return {**schemas, **dict.fromkeys(OUTLINED, TYPED)}


def reached(schemas: Mapping[str, Schema], names: Iterable[str]) -> dict[str, Schema]:
    """Return the schemas of these names, and those that they refer to."""
    found: dict[str, Schema] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += _references(schemas[name])
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(HOME)
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def readers(schemas: Mapping[str, Schema]) -> str:
    """Return the TypeScript text."""
    read = reached(schemas, PAYLOADS)
    pruned = {name: _pruned(read[name], schemas) for name in sorted(read)}
    kinds = "".join(f"  {name}: {name};\n" for name in PAYLOADS)
    return (
        f'{HEAD}import type {{ {", ".join(PAYLOADS)} }} from "./declared.js";\n'
        'import type { Schema } from "./schema.js";\n\n'
        "/** What is read, by the name of its schema. */\n"
        f"export interface Read {{\n{kinds}}}\n\n"
        f"export const SCHEMAS: Readonly<Record<string, Schema>> = {json.dumps(pruned, ensure_ascii=False, indent=1)};\n"
    )


def _pruned(schema: Schema, schemas: Mapping[str, Schema], field: str = "") -> Schema:
    kept: Schema = {}
    for key, value in schema.items():
        if key == "$ref":
            kept[key] = value.removeprefix(HOME)
        elif key == "properties":
            kept[key] = {name: _pruned(each, schemas, name) for name, each in value.items()}
        elif key in {"anyOf", "oneOf"}:
            kept[key] = [_pruned(each, schemas) for each in value]
        elif key in {"items", "additionalProperties"}:
            kept[key] = _pruned(value, schemas) if isinstance(value, dict) else value
        elif key in KEPT:
            kept[key] = value
    for name in NAMED:
        if kept == schemas[name]:
            return {"title": field if field == "chair" else name.lower(), **kept}
    return kept
