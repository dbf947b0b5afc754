"""The gate of the API: turns bodies, queries and addresses into bounded, typed values, or names the wrong field."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

from hall.tournaments.book.entries import Text
from hall.tournaments.web.declaration import BookPlace, FieldError
from hall.tournaments.web.people import MOST_AT_ONCE, Entrant, RegisterPlayers
from hall.tournaments.web.refusal_texts import BadRequest
from referee.texts.refused import Wanted
from table_controller.commands import declared_request
from table_controller.commands.declared_request import MisfitError
from table_controller.mqtt.gate import MOST_BYTES, MOST_DIGITS, GateError, mapping_in, shown, text_in
from wording.barred import Where
from wording.wanted import KEY, wanted

_Type = TypeVar("_Type")
_Query = TypeVar("_Query", bound=msgspec.Struct)
DELIMITERS: Final = ",;\t"
CLEARED: Final = tuple(each.name for each in msgspec.structs.fields(Entrant) if each.type == Text | None)
"""Texts that a registered player may lack."""


def converted(value: Any, kind: type[_Type]) -> _Type:
    """Convert a value to its declared type.

    Raises:
        FieldError: a field is missing, unknown or wrong.
    """
    try:
        return declared_request.converted(value, kind)
    except MisfitError as error:
        misfit, place = error, error.place
    if misfit.missing:
        raise FieldError(place, BadRequest.missing())
    if misfit.unknown is not None:
        fields = list(schema_at(kind, place).get("properties", {}))
        raise FieldError(f"{place}.{_shown_name(misfit.unknown)}".lstrip("."), BadRequest.no_field(fields))
    if misfit.key:
        raise FieldError(place, BadRequest.wrong_name(wanted(kind, f"{place}.{KEY}")))
    raise FieldError(place, BadRequest.wrong(wanted(kind, place.replace("[...]", ".value"))))


def schema_at(kind: Any, place: str) -> dict[str, Any]:
    """Return the JSON schema of a field; an empty one if there is no such field.

    Args:
        kind: the declaration.
        place: the field as errors name it: ``players[3].name``.
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
    """Check the names and numbers in the address of a request.

    Raises:
        FieldError: one of them is impossible.
    """
    return converted(_typed(named.items(), BookPlace), BookPlace)


def query_in(pairs: Sequence[tuple[str, str]], kind: type[_Query]) -> _Query:
    """Convert a query to the request that it makes.

    Raises:
        FieldError: a field is missing, unknown, named twice or wrong.
    """
    found = _typed(pairs, kind)
    if "known" in kind.__struct_fields__ and "known" not in found:
        raise FieldError("known", BadRequest.missing_known())
    return converted(found, kind)


def _typed(pairs: Iterable[tuple[str, str]], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Convert texts to the types of a structure's fields; unknown fields stay texts.

    Raises:
        FieldError: a field occurs twice, or a text is not a value of the field's type.
    """
    kinds = {each.encode_name: each.type for each in msgspec.structs.fields(kind)}
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise FieldError(_shown_name(name), BadRequest.twice())
        found[name] = _value(name, value, kinds[name]) if name in kinds else value
    return found


def _value(name: str, text: str, kind: Any) -> bool | int | str:
    """Convert a text to a field's type.

    Raises:
        FieldError: it is not a value of that type.
    """
    if _is_text(kind):
        return text
    if kind is bool:
        if text not in {"true", "false"}:
            raise FieldError(name, BadRequest.wrong(Wanted.true_or_false()))
        return text == "true"
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise FieldError(name, BadRequest.wrong(Wanted.one_of(get_args(kind))))
        return text
    # msgspec would accept 1.0 and 1e2 as whole numbers.
    if not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS:
        raise FieldError(name, BadRequest.no_number(shown(text[:20])))
    return int(text)


def _is_text(kind: Any) -> bool:
    return kind is str or any(map(_is_text, get_args(kind)))


def _shown_name(name: str) -> str:
    """Make a name from the request fit for an answer."""
    return shown(name[:40])


def body_in(body: bytes, kind: type[_Type]) -> _Type:
    """Read a JSON body.

    Raises:
        GateError: it is not a JSON object, is too large, or holds a text or number out of bounds.
        FieldError: a field is wrong.
    """
    return converted(mapping_in(body), kind)


def players_in(body: bytes) -> RegisterPlayers:
    """Read players pasted as comma-, semicolon- or tab-separated values; the first line names the columns.

    Raises:
        GateError: it is too large or not text.
        FieldError: a column or a line is wrong.
    """
    if len(body) > MOST_BYTES:
        raise FieldError("", BadRequest.paste_too_long(len(body), MOST_BYTES))
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(error.object[: error.start + 1].splitlines())
        raise FieldError("", BadRequest.not_utf8(), line) from None
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
    """Yield the rows of a pasted table, each with the number of its first line."""
    # A line feed in quotation marks stays in the value, which is then refused. Removing it would join two words.
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
    # An empty cell clears the text. Without the column, the text stays.
    cells = {
        name: value.strip()
        for name, value in zip(columns, row, strict=False)
        if value.strip() or name in CLEARED
    }
    for name, value in cells.items():
        try:
            text_in(value, Where.at(name))
        except GateError as error:
            raise FieldError(name, error.why, line) from None
    try:
        return converted(_typed(cells.items(), Entrant), Entrant)
    except FieldError as error:
        raise FieldError(error.field, error.why, line) from None
