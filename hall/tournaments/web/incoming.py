"""The gate of the API: bodies, queries and addresses become bounded, typed values, or an error that names the field."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

from hall.tournaments.web.declaration import BookPlace, FieldError
from hall.tournaments.web.people import MOST_AT_ONCE, Entrant, RegisterPlayers
from hall.tournaments.web.refusal_texts import BadRequest
from referee.texts.refused import Wanted
from table_controller.mqtt.gate import MOST_BYTES, MOST_DIGITS, GateError, mapping_in, shown, text_in
from table_controller.wording.barred import Where
from table_controller.wording.wanted import KEY, wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_Type = TypeVar("_Type")
_Query = TypeVar("_Query", bound=msgspec.Struct)
PLACE: Final = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<place>[^`]*)`")
MISSING: Final = re.compile(r"missing required field `(?P<name>[^`]*)`")
UNKNOWN: Final = re.compile(r"contains unknown field `(?P<name>[^`]*)`")
DELIMITERS: Final = ",;\t"


def converted(said: Any, kind: type[_Type]) -> _Type:
    """A value as its declaration says.

    Raises:
        FieldError: a field is missing, unknown or wrong.
    """
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        text = str(error)
    found = PLACE.search(text)
    place = found["place"] if found else ""
    if missing := MISSING.search(text):
        raise FieldError(f"{place}.{missing['name']}".lstrip("."), BadRequest.missing())
    if unknown := UNKNOWN.search(text):
        fields = list(schema_at(kind, place).get("properties", {}))
        raise FieldError(f"{place}.{_said(unknown['name'])}".lstrip("."), BadRequest.no_field(fields))
    if found and found["key"]:
        raise FieldError(place, BadRequest.wrong_name(wanted(kind, f"{place}.{KEY}")))
    raise FieldError(place, BadRequest.wrong(wanted(kind, place.replace("[...]", ".value"))))


def schema_at(kind: Any, place: str) -> dict[str, Any]:
    """The JSON schema of a field; an empty one if there is no such field.

    Args:
        kind: the declaration.
        place: as errors name it: ``players[3].name``.
    """
    (root,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    schema = _resolved(root, parts)
    for step in re.findall(r"\[[^\]]*\]|[^.\[\]]+", place):
        if step.startswith("["):
            several = schema.get("prefixItems")
            schema = (
                several[0] if several else schema.get("items") or schema.get("additionalProperties") or {}
            )
        else:
            schema = schema.get("properties", {}).get(step) or {}
        schema = _resolved(schema if isinstance(schema, dict) else {}, parts)
    return schema


def _resolved(schema: dict[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = parts[schema["$ref"]] if "$ref" in schema else schema
    return found


def place_in(named: Mapping[str, str]) -> BookPlace:
    """Return the things that the address of a request names.

    Raises:
        FieldError: it cannot be the name or number of one.
    """
    return converted(_typed(named.items(), BookPlace), BookPlace)


def query_in(said: Sequence[tuple[str, str]], kind: type[_Query]) -> _Query:
    """Return the request that a query makes.

    Raises:
        FieldError: a field is missing, unknown, named twice or wrong.
    """
    found = _typed(said, kind)
    if "known" in kind.__struct_fields__ and "known" not in found:
        raise FieldError("known", BadRequest.missing_known())
    return converted(found, kind)


def _typed(said: Iterable[tuple[str, str]], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return texts as values of a structure's fields; those of no field stay texts.

    Raises:
        FieldError: a field is named twice, or a text is no value of its kind.
    """
    kinds = {each.encode_name: each.type for each in msgspec.structs.fields(kind)}
    found: dict[str, Any] = {}
    for name, value in said:
        if name in found:
            raise FieldError(_said(name), BadRequest.twice())
        found[name] = _value(name, value, kinds[name]) if name in kinds else value
    return found


def _value(name: str, said: str, kind: Any) -> bool | int | str:
    """The value of a text.

    Raises:
        FieldError: it is none.
    """
    if _is_text(kind):
        return said
    if kind is bool:
        if said not in {"true", "false"}:
            raise FieldError(name, BadRequest.wrong(Wanted.true_or_false()))
        return said == "true"
    if get_origin(kind) is Literal:
        if said not in get_args(kind):
            raise FieldError(name, BadRequest.wrong(Wanted.one_of(get_args(kind))))
        return said
    # msgspec would take 1.0 and 1e2 for whole numbers.
    if not (said.isascii() and said.isdecimal()) or len(said) > MOST_DIGITS:
        raise FieldError(name, BadRequest.no_number(shown(said[:20])))
    return int(said)


def _is_text(kind: Any) -> bool:
    return kind is str or any(map(_is_text, get_args(kind)))


def _said(name: str) -> str:
    """A name of the request, so that it can be answered."""
    return shown(name[:40])


def body_in(body: bytes, kind: type[_Type]) -> _Type:
    """A body of JSON.

    Raises:
        GateError: it is no JSON object, too large, or holds what no text or number may be.
        FieldError: a field is wrong.
    """
    return converted(mapping_in(body), kind)


def players_in(body: bytes) -> RegisterPlayers:
    """Players pasted as comma-, semicolon- or tab-separated values; the first line names the columns.

    Raises:
        GateError: it is too large or no text.
        FieldError: a column or a line is wrong.
    """
    if len(body) > MOST_BYTES:
        raise FieldError("", BadRequest.paste_too_long(len(body), MOST_BYTES))
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FieldError("", BadRequest.not_utf8()) from None
    rows = list(_rows(text))
    fields = schema_at(Entrant, "")["properties"]
    columns = [name.strip().lower() for name in rows[0][1]] if rows else []
    for name in columns:
        if name not in fields or columns.count(name) > 1:
            raise FieldError(text_in(name[:40], Where.at("line 1")), BadRequest.columns(list(fields)), 1)
    if "name" not in columns:
        raise FieldError("name", BadRequest.no_column(list(fields)), 1)
    players: dict[str, Entrant] = {}
    for line, row in rows[1:]:
        if any(map(str.strip, row)):
            player = _player(line, columns, row)
            if player.called in players:
                raise FieldError("id", BadRequest.same_id(player.called), line)
            players[player.called] = player
    if not 1 <= len(players) <= MOST_AT_ONCE:
        raise FieldError("", BadRequest.paste_count(len(players), MOST_AT_ONCE))
    return RegisterPlayers(players=tuple(players.values()))


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a pasted table, each with the line on which it begins."""
    # A line feed within quotation marks stays in its value, where it is refused: without it two words would become one.
    lines = [f"{line}\n" for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    reader = csv.reader(lines, delimiter=max(DELIMITERS, key=lines[0].count), strict=True)
    while True:
        begins = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise FieldError("", BadRequest.no_csv(str(error)), begins) from None
        if row is None:
            return
        yield begins, row


def _player(line: int, columns: list[str], row: list[str]) -> Entrant:
    if len(row) > len(columns):
        raise FieldError("", BadRequest.more_values(len(row), len(columns)), line)
    said = {name: value.strip() for name, value in zip(columns, row, strict=False) if value.strip()}
    for name, value in said.items():
        try:
            text_in(value, Where.at(name))
        except GateError as error:
            raise FieldError(name, error.why, line) from None
    try:
        return converted(_typed(said.items(), Entrant), Entrant)
    except FieldError as error:
        raise FieldError(error.field, error.why, line) from None
