"""The page's types of the messages that tables and halls send, and of its own requests."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tools.describe.dashboard.readers import PAYLOADS, reached
from tools.describe.schemas import HOME, SPOKEN, Schema

HEAD: Final = """\
/** Made by python -m tools.describe from the declarations: change those, not this file. */
"""
READ: Final = (
    *PAYLOADS,
    *(
        "ClaimedWin",
        "EvaluateAnswer",
        "Hanchan",
        "HandSummary",
        "PastState",
        "PastStateAnswer",
        "SeenHandsAnswer",
        "TileEntryAnswer",
    ),
)
"""The schemas of a table that the page uses; those that they refer to are declared too."""
ENTERED: Final = (
    "Entered",
    "GivenPenalty",
    "Listed",
    "NumberedStandings",
    "Problem",
    "ReportList",
    "SeatsAtTable",
    "Whole",
)
"""The schemas of tournaments that the page uses."""
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
SPOKEN_NAME: Final = "Spoken"
"""The type of the fields that any answer may have besides."""


def types_of(schemas: Mapping[str, Schema], names: Iterable[str]) -> str:
    """Return the TypeScript text of the schemas of these names, and of those that they refer to."""
    return "".join(_Types(reached(schemas, names)).lines())


class _Types:
    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._schemas = schemas
        self._shared = _shared_choices(schemas)

    def lines(self) -> Iterator[str]:
        yield HEAD
        for choices, name in sorted(self._shared.items(), key=lambda each: each[1]):
            yield f"\nexport type {name} = {' | '.join(map(_literal, choices))};\n"
        named = dict(self._schemas)
        if any(_speaks(each) for each in _within(named)):
            named[SPOKEN_NAME] = {"type": "object", "properties": SPOKEN}
        for name, schema in sorted(named.items()):
            yield f"\n{_comment(schema, '')}"
            if schema.get("properties"):
                more, fields = (
                    self._fields(schema, "") if name != SPOKEN_NAME else ("", self._block(schema, ""))
                )
                yield f"export interface {name} {f'extends {more} ' if more else ''}{fields}\n"
            else:
                yield f"export type {name} = {self._type(schema, '')};\n"

    def _type(self, schema: Schema, indent: str) -> str:
        match schema:
            case {"$ref": str(reference)}:
                return reference.removeprefix(HOME)
            case {"const": value}:
                return _literal(value)
            case {"enum": choices}:
                return self._shared.get(tuple(choices)) or " | ".join(map(_literal, choices))
            case {"anyOf": any_of} | {"oneOf": any_of}:
                return " | ".join(dict.fromkeys(self._type(each, indent) for each in any_of))
            case {"type": "array", "prefixItems": fixed} | {"type": "array", "items": list(fixed)}:
                return f"[{', '.join(self._type(each, indent) for each in fixed)}]"
            case {"type": "array"}:
                item = self._type(schema.get("items") or {}, indent)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case {"type": "object", "properties": dict(properties)} if properties:
                more, fields = self._fields(schema, indent)
                return f"{more} & {fields}" if more else fields
            case {"type": "object"}:
                values = schema.get("additionalProperties")
                if values is False:
                    return "Record<string, never>"
                return (
                    f"Record<string, {self._type(values, indent) if isinstance(values, dict) else 'unknown'}>"
                )
            case {"type": str(plain)}:
                return PLAIN[plain]
        return "unknown"

    def _fields(self, schema: Schema, indent: str) -> tuple[str, str]:
        """Return the name of the fields that an object has in common with others, and its own fields."""
        if not _speaks(schema):
            return "", self._block(schema, indent)
        own = {name: each for name, each in schema["properties"].items() if name not in SPOKEN}
        return SPOKEN_NAME, self._block({**schema, "properties": own}, indent)

    def _block(self, schema: Schema, indent: str) -> str:
        deeper, needed = f"{indent}  ", schema.get("required", ())
        fields = "".join(
            f"{_comment(each, deeper)}{deeper}{name}{'' if name in needed else '?'}: {self._type(each, deeper)};\n"
            for name, each in schema["properties"].items()
        )
        return f"{{\n{fields}{indent}}}"


def _shared_choices(schemas: Mapping[str, Schema]) -> dict[tuple[Any, ...], str]:
    """Return the choices that several fields share; the first of these fields gives the type its name."""
    counted: Counter[tuple[Any, ...]] = Counter()
    fields: dict[tuple[Any, ...], str] = {}
    for schema in _within(schemas):
        for field, each in schema.get("properties", {}).items():
            if len(each.get("enum", ())) > 1:
                counted[tuple(each["enum"])] += 1
                fields.setdefault(tuple(each["enum"]), field)
    taken, shared = set(schemas), dict[tuple[Any, ...], str]()
    for choices, field in fields.items():
        name = "".join(part.capitalize() for part in field.split("_"))
        if counted[choices] > 1 and name not in taken:
            shared[choices] = name
            taken.add(name)
    return shared


def _within(value: Any) -> Iterator[Schema]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _within(each)


def _speaks(schema: Schema) -> bool:
    properties = schema.get("properties")
    return isinstance(properties, dict) and SPOKEN.items() <= properties.items()


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _comment(schema: Schema, indent: str) -> str:
    text = " ".join(str(schema.get("description", "")).replace("*/", "* /").split())
    return f"{indent}/** {text} */\n" if text else ""
