"""Describes the API (OpenAPI 3.1) from the declarations of its requests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import inspect as types

from hall.tournaments.web import answers
from hall.tournaments.web.answers import ProblemCode
from hall.tournaments.web.declaration import API, ROOT, BookPlace, KnownEntries, Operation, TournamentReading
from hall.tournaments.web.people import OpenTournament
from hall.tournaments.web.readings import ListTournaments
from hall.tournaments.web.serving.operations import OPERATIONS, READINGS
from wording.wanted import name_of

Schema: TypeAlias = dict[str, Any]
OPENAPI_PATH: Final = f"{API}/openapi.json"
JSON: Final = "application/json"
CSV: Final = "text/csv"
MEDIA: Final = {
    "pdf": "application/pdf",
    "csv": CSV,
    "json": JSON,
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The type of a file by the ending of its name."""
HOME: Final = "#/components/schemas/"
ALWAYS: Final[tuple[ProblemCode, ...]] = ("login", "role", "field", "away", "damaged")
ENTERING: Final[tuple[ProblemCode, ...]] = ("body", "type", "origin", "refused", "stale")
ATTRIBUTES: Final = "\nAttributes:\n"
SUMMARY: Final = (
    'The books of tournaments in a hall\'s store. Log in with `POST /login` (`{"name": …, "password": …}`) and keep '
    "the cookie. Every other answer than those of 2xx is a `Problem`. Whole numbers have no fraction, not even 1.0; texts "
    "have no control characters."
)


def openapi(cookie: str) -> dict[str, Any]:
    """Return the description, as mappings and lists.

    Args:
        cookie: the name of the cookie that identifies a login.
    """
    paths: dict[str, dict[str, Any]] = {}
    for kind in READINGS:
        paths.setdefault(ROOT + kind.path, {})["get"] = _shown(kind)
    for operation in OPERATIONS:
        paths.setdefault(ROOT + operation.path, {})["post"] = _entered(operation)
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Jantaku tournaments",
            "version": "1.0.0",
            "description": SUMMARY,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{"session": []}],
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": cookie,
                    "description": "what `POST /login` gives; its name ends with the port of the page",
                }
            },
        },
    }
    # One schema object may be in several places, which YAML would write as references.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain


def _shown(kind: type[TournamentReading]) -> dict[str, Any]:
    codes = (*ALWAYS, *kind.problems) if kind is ListTournaments else (*ALWAYS, "unknown", *kind.problems)
    if kind.answer is bytes:
        answers = {"description": "The file.", "content": {each: {} for each in MEDIA.values()}}
        return {**_described(kind, kind), "responses": {"200": answers, **_problems(codes)}}
    _, answer = _schema(kind.answer)
    return {
        **_described(kind, kind),
        "responses": {"200": _answer("What was asked for.", answer), **_problems(codes)},
    }


def _entered(kind: type[Operation]) -> dict[str, Any]:
    codes = (*ALWAYS, *ENTERING) if kind is OpenTournament else (*ALWAYS, *ENTERING, "unknown")
    content: dict[str, Any] = {JSON: {"schema": _reference(kind)}}
    if kind.csv:
        content[CSV] = {"schema": {"type": "string", "contentMediaType": CSV}}
    return {
        **_described(kind, KnownEntries),
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": _answer("A preview: nothing was entered.", _reference(answers.Entered)),
            "201": _answer("It was entered.", _reference(answers.Entered)),
            **_problems(codes),
        },
    }


def _described(kind: type[Operation | TournamentReading], query: type) -> dict[str, Any]:
    text, _ = in_words(kind)
    first, _, more = text.partition(". ")
    needs = f"Needs a login with the role {' or '.join(kind.roles)}."
    return {
        "operationId": name_of(kind),
        "summary": first.rstrip("."),
        "description": f"{more} {needs}".strip(),
        "parameters": [*_of_address(kind.path), *_of_query(query)],
    }


def _of_address(path: str) -> Iterator[dict[str, Any]]:
    fields = _component(BookPlace)["properties"]
    for name in re.findall(r"{(\w+)}", path):
        schema = {key: value for key, value in fields[name].items() if key != "default"}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _of_query(kind: type) -> Iterator[dict[str, Any]]:
    component, (_, helps) = _component(kind), in_words(kind)
    for name, schema in component["properties"].items():
        yield {
            "name": name,
            "in": "query",
            "required": name in component.get("required", ()),
            "description": helps[name],
            "schema": schema,
        }


def _answer(text: str, schema: Schema) -> dict[str, Any]:
    return {"description": text, "content": {JSON: {"schema": schema}}}


def _problems(codes: Iterable[ProblemCode]) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(answers.STATUS[code], []).append(f"`{code}`")
    return {
        str(status): _answer(f"Nothing was done: {', '.join(named)}.", _reference(answers.Problem))
        for status, named in sorted(by_status.items())
    }


def _reference(kind: type) -> Schema:
    return {"$ref": f"{HOME}{kind.__name__}"}


def _schema(kind: Any) -> tuple[Mapping[str, Schema], Schema]:
    """Return the schemas of a type's structures by name, and that of the type itself."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template=f"{HOME}{{name}}")
    return parts, schema


def _component(kind: type) -> Schema:
    return _schema(kind)[0][kind.__name__]


def _schemas() -> dict[str, Schema]:
    kinds = [
        *OPERATIONS,
        *(kind.answer for kind in READINGS if kind.answer is not bytes),
        answers.Entered,
        answers.Problem,
    ]
    _, parts = msgspec.json.schema_components(kinds, ref_template=f"{HOME}{{name}}")
    for kind in structures(types.multi_type_info(kinds)):
        schema = parts[kind.__name__]
        text, helps = in_words(kind)
        schema["description"] = text
        for name, help_text in helps.items():
            if name in schema["properties"] and "$ref" not in schema["properties"][name]:
                schema["properties"][name].setdefault("description", help_text)
    return dict(sorted(parts.items()))


def structures(kinds: Iterable[types.Type]) -> set[type]:
    """Return the structures that types are made of."""
    found: set[type] = set()
    left = list(kinds)
    while left:
        kind = left.pop()
        if isinstance(kind, types.Metadata):
            left.append(kind.type)
        elif isinstance(kind, types.UnionType):
            left.extend(kind.types)
        elif isinstance(kind, types.TupleType):
            left.extend(kind.item_types)
        elif isinstance(kind, types.VarTupleType | types.ListType):
            left.append(kind.item_type)
        elif isinstance(kind, types.StructType) and kind.cls not in found:
            found.add(kind.cls)
            left.extend(each.type for each in kind.fields)
    return found


def in_words(kind: type) -> tuple[str, dict[str, str]]:
    """Return the descriptions of a structure and of its fields, from its docstring and those of its base classes."""
    helps: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        attributes = _docstring(each).partition(ATTRIBUTES)[2]
        for attribute in re.split(r"^ {4}(?! )", attributes, flags=re.MULTILINE)[1:]:
            names, _, text = " ".join(attribute.split()).partition(": ")
            helps |= dict.fromkeys(names.split(", "), text)
    return " ".join(_docstring(kind).partition(ATTRIBUTES)[0].split()), helps


def _docstring(kind: type) -> str:
    return cleandoc(kind.__dict__.get("__doc__") or "").replace("``", "`")
