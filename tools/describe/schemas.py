"""The JSON schemas of all messages over the broker, by their names in the document."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, get_type_hints

import msgspec

from firmware_bridge.link.counters import Telemetry
from referee.encoding.bounded import Seat, TileName
from referee.encoding.shown import GameShown, TableShown
from referee.journal.reader import Head
from referee.onlookers.shown import PlayersShown, StreamShown
from table_controller.commands.declaration import Command
from table_controller.commands.refused import RefusedFields
from table_controller.commands.service.rehearsal import Rehearsed
from table_controller.mqtt.home_assistant import HomeDevice
from table_controller.mqtt.messages import Alert, Card, ClipKept, MachineReport, Status
from tools.describe.game_schemas import event_schemas, observation_schemas, ruleset_schema

Schema: TypeAlias = dict[str, Any]
HOME: Final = "#/components/schemas/"
SPOKEN: Final = {
    "note": {"type": "string", "description": "something to know besides, in the table's language"},
    "note_code": {"type": "string", "description": "of the note"},
    "note_arguments": {"type": "object", "description": "of the note, by name"},
}


def reference(name: str) -> Schema:
    """Return a reference to a schema of the document."""
    return {"$ref": f"{HOME}{name}"}


def answer_type(kind: type[Command]) -> type:
    """Return the type of a command's answer, which its ``do`` returns."""
    returned: type = get_type_hints(kind.do, localns={"CommandDesk": Any})["return"]
    return returned


def all_schemas(commands: Mapping[str, type[Command]]) -> dict[str, Schema]:
    """Return every schema of the document by name: messages, commands with answers, observations and events."""
    kinds = list(commands.values())
    answers = {answer_type(kind): None for kind in kinds}
    shown = [TableShown, GameShown, PlayersShown, StreamShown]
    published = [
        *shown,
        Status,
        Alert,
        Card,
        MachineReport,
        ClipKept,
        HomeDevice,
        Head,
        Telemetry,
        Rehearsed,
        RefusedFields,
    ]
    _, made = msgspec.json.schema_components([*published, *kinds, *answers], ref_template=f"{HOME}{{name}}")
    schemas = {name: _draft_7(each) for name, each in made.items()}
    for kind in kinds:
        _tell_role(schemas[kind.__name__], kind)
        schemas[f"{kind.__name__}Answer"] = _answer(schemas[answer_type(kind).__name__])
    for answered in answers:
        schemas.pop(answered.__name__, None)
    seen = {f"Observation{name}": each for name, each in observation_schemas().items()}
    decided = {f"Event{name}": each for name, each in event_schemas().items()}
    schemas |= {
        "Seat": _draft_7(msgspec.json.schema(Seat)),
        "Tile": _draft_7(msgspec.json.schema(TileName)),
        "Telemetry": {**schemas["Telemetry"], **_with_time(schemas["Telemetry"])},
        "Ruleset": ruleset_schema(),
        "Message": _message(),
        "KeptEntry": _kept_entry(),
        "Refused": _refused(schemas.pop("RefusedFields")),
        "Rehearsed": _done(schemas["Rehearsed"]),
        "DoneBefore": _done(
            {"type": "object", "description": "It was done before the table was started anew."}
        ),
        "Observation": _one_of(seen, "What was seen or said."),
        "Event": _one_of(decided, "What was decided."),
        **seen,
        **decided,
    }
    for name in ("EntryPayload", "Entry"):
        if name in schemas:
            schemas["Entry"] = _entry(schemas.pop(name))
    text = msgspec.json.encode(schemas).decode().replace(f'"{HOME}EntryPayload"', f'"{HOME}Entry"')
    named: dict[str, Schema] = msgspec.json.decode(text)
    return dict(sorted(named.items()))


def _tell_role(schema: Schema, kind: type[Command]) -> None:
    schema["x-role"], *also = kind.roles
    if also:
        schema["x-also"] = also
    if kind.sections:
        schema["x-sections"] = list(kind.sections)
    if kind.ends:
        schema["x-ends"] = kind.ends


def _answer(done: Schema) -> Schema:
    return {"anyOf": [_done(done), reference("Rehearsed"), reference("DoneBefore"), reference("Refused")]}


def _done(answer: Schema) -> Schema:
    """Return an answer that confirms the command, with its further fields."""
    return {
        **answer,
        "required": ["ok", *answer.get("required", ())],
        "properties": {"ok": {"const": True}, **answer.get("properties", {}), **SPOKEN},
        "additionalProperties": False,
    }


def _message() -> Schema:
    return {
        "type": "object",
        "description": "Something said to people, of which each language makes its own words.",
        "required": ["code", "arguments"],
        "properties": {
            "code": {"type": "string", "description": "of the text"},
            "arguments": {
                "type": "object",
                "description": "by name: numbers, texts, names of tiles, winds E to N, people with wind and name, messages",
            },
        },
        "additionalProperties": False,
    }


def _kept_entry() -> Schema:
    """Return the schema of a journal entry as stored and hashed, with numbers instead of names."""
    whole = {"type": "integer"}
    return {
        "type": "object",
        "description": "A journal entry byte for byte as it is stored, with numbers of people (p3) instead of names. Its "
        "SHA-256 is its hash. Where the broker takes no packet so long, it is compressed (zlib).",
        "required": ["schema", "number", "at_ms", "wall", "observation", "events", "before"],
        "properties": {
            "schema": whole,
            "number": whole,
            "at_ms": whole,
            "wall": {"type": "string", "format": "date-time"},
            "observation": {"type": "object"},
            "events": {"type": "array", "items": {"type": "object"}},
            "before": {"type": "string", "description": "hash of the entry before, 64 times 0 for the first"},
        },
        "additionalProperties": False,
    }


def _refused(fields: Schema) -> Schema:
    return {
        "type": "object",
        "description": "It was not done.",
        "required": ["ok", "error"],
        "properties": {
            "ok": {"const": False},
            "error": {
                "type": "string",
                "description": "why not, naming the argument where one is wrong, in the table's language",
            },
            **_message()["properties"],
            **fields["properties"],
            **SPOKEN,
        },
        "additionalProperties": False,
    }


def _entry(entry: Schema) -> Schema:
    """Return the schema of a journal entry; one larger than the broker takes has its size instead of its content."""
    held = {
        **entry["properties"],
        "observation": {"anyOf": [reference("Observation"), {"type": "null"}]},
        "events": {"anyOf": [{"type": "array", "items": reference("Event")}, {"type": "null"}]},
        "lines": {"type": "array", "items": reference("Message"), "description": "the same as messages"},
        "too_large": {"type": "integer", "description": "bytes, where observation and events are left out"},
    }
    return {**entry, "properties": held}


def _with_time(link: Schema) -> Schema:
    return {
        "required": ["at_ms", *link["required"]],
        "properties": {"at_ms": {"type": "integer"}, **link["properties"]},
    }


def _one_of(schemas: Iterable[str], text: str) -> Schema:
    return {"description": text, "oneOf": [reference(name) for name in schemas]}


def _draft_7(schema: Any) -> Any:
    """Return the same schema in JSON Schema's draft 7, which AsyncAPI uses and which writes fixed lists differently."""
    if isinstance(schema, list):
        return [_draft_7(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # draft 7 ignores keys beside a reference
    # A title within a schema is our noun for errors; in AsyncAPI it would name a type.
    left_out = {"prefixItems"} | ({"title"} if isinstance(schema.get("title"), str) else set())
    made = {key: _draft_7(value) for key, value in schema.items() if key not in left_out}
    fixed = _draft_7(schema.get("prefixItems", []))
    if fixed:
        same = all(each == fixed[0] for each in fixed)
        made["items"] = fixed[0] if same else fixed
    return made
