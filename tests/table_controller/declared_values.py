"""Values for every command, made from its declaration: anything that the gate may let through, sensible or not."""

from typing import Any, cast

from hypothesis import strategies as st
from msgspec import inspect as types

from config import read_ruleset
from referee.encoding.codec import OBSERVATIONS
from referee.rules.ruleset import setting_names
from table_controller.commands.declaration import Command
from tools.describe.game_schemas import observation_schemas
from wording.terminal.visible import FORBIDDEN
from wording.wanted import plain

TEXT = st.characters(exclude_categories=cast("Any", sorted(FORBIDDEN)))
WORDS = st.one_of(st.sampled_from(["", "Aki", "{}", "a/b", "ü", "麻雀"]), st.text(TEXT, max_size=12))
TOPICS = st.sampled_from(["#", "a+", "+/b", "/", "$share", "a\uffff"])
"""Texts that would do damage as topic levels."""
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-5, 40), st.integers(-(2**53), 2**53), WORDS)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=5,
)
TILES = st.sampled_from(["1m", "5p", "0p", "6s", "1z", "7z", "?"])
BY_FIELD = {
    "overrides": st.dictionaries(st.sampled_from(setting_names()), LEAVES, max_size=3),
    "set": st.dictionaries(
        st.sampled_from(["seat", "tile", "sideways", "call", "dice", "winning", "tiles"]),
        st.one_of(LEAVES, TILES),
        max_size=2,
    ),
}


def commands_of(kind: type[Command]) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of a command as a client sends them."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    seldom = {"dry_run", "at", "by"}
    needed = {each.encode_name: _field(each.encode_name, each.type) for each in info.fields if each.required}
    others = {
        each.encode_name: _field(each.encode_name, each.type)
        for each in info.fields
        if not each.required and each.encode_name not in seldom
    }
    return st.fixed_dictionaries(needed, optional=others)


def _field(name: str, kind: types.Type) -> st.SearchStrategy[Any]:
    if name == "observation":
        return acts()
    if name in BY_FIELD:
        return BY_FIELD[name]
    return values_of(kind)


def values_of(kind: types.Type) -> st.SearchStrategy[Any]:
    """Values of a type within its bounds, the small ones more often."""
    kind = plain(kind)
    if isinstance(kind, types.UnionType):
        return st.one_of([values_of(each) for each in kind.types])
    if isinstance(kind, types.NoneType):
        return st.none()
    if isinstance(kind, types.BoolType):
        return st.booleans()
    if isinstance(kind, types.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, types.IntType):
        assert kind.ge is not None, "an argument without a least value"
        assert kind.le is not None, "an argument without a greatest value"
        near = max(kind.ge, 0)
        small = st.integers(near, min(kind.le, near + 12))
        return st.one_of(small, small, st.integers(kind.ge, kind.le), st.sampled_from([kind.ge, kind.le]))
    if isinstance(kind, types.StrType):
        if kind.pattern is not None:
            return TILES
        assert kind.max_length is not None, "an argument without a greatest length"
        longest = "x" * kind.max_length
        return st.one_of(
            WORDS.filter(lambda text: len(text) <= len(longest)),
            TOPICS.filter(lambda text: len(text) <= len(longest)),
            st.sampled_from([longest, longest[:1]]),
        )
    if isinstance(kind, types.TupleType):
        return st.tuples(*map(values_of, kind.item_types)).map(list)
    if isinstance(kind, types.VarTupleType):
        return st.lists(values_of(kind.item_type), max_size=4)
    if isinstance(kind, types.StructType):
        fields = {each.encode_name: values_of(each.type) for each in kind.fields}
        needed = {each.encode_name: fields.pop(each.encode_name) for each in kind.fields if each.required}
        return st.fixed_dictionaries(needed, optional=fields)
    assert isinstance(kind, types.DictType), kind
    return st.one_of(
        st.sampled_from(["wrc-2015", "saikouisen-2025"]).map(read_ruleset),
        st.dictionaries(WORDS, JSON, max_size=3),
    )


@st.composite
def acts(draw: st.DrawFn) -> dict[str, Any]:
    """Something that may have happened, of any type, with fields that fit their schemas."""
    name = draw(st.sampled_from(sorted(OBSERVATIONS)))
    schema = observation_schemas()[name]["properties"]
    left_out = {"type", "at_ms", "within_ms", "source"}
    fields = {field: _by_schema(each) for field, each in schema.items() if field not in left_out}
    return {"type": name, **draw(st.fixed_dictionaries({}, optional=fields))}


def _by_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return TILES if schema["$ref"].endswith("Tile") else st.integers(-1, 4)
    if "anyOf" in schema:
        return st.one_of([_by_schema(each) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "array":
        inner = schema["items"] if isinstance(schema["items"], dict) else schema["items"][0]
        return st.lists(_by_schema(inner), max_size=4)
    plainly: dict[str, st.SearchStrategy[Any]] = {
        "integer": st.integers(-3, 14),
        "string": WORDS,
        "boolean": st.booleans(),
        "null": st.none(),
        "object": st.dictionaries(WORDS, JSON, max_size=2),
    }
    return plainly[schema["type"]]
