"""Orders made from declarations alone, for commands without a syntax of their own."""

import argparse
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import inspect as types

from hall.judge.orders.order import (
    ENDS_HANCHAN,
    ENDS_HAND,
    MEANT_SEAT,
    Order,
    OrderedRequest,
    OrderParser,
    help_in,
    hyphened,
    underscored,
)
from hall.judge.tables.hall import Json, Table
from referee.melds import parse_meld
from referee.texts.declaration import Text
from referee.texts.findings import Plain
from referee.texts.message import Message
from referee.tiles import parse_tiles, tile_names
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue.evaluate import MeldOf
from table_controller.commands.declaration import Command, own_fields, parse
from wording.misordered import Misordered
from wording.ordered import CommandDone
from wording.wanted import choices, help_of, name_of, plain, titled, words

ASKS: Final = {"": None, "hand": ENDS_HAND, "hanchan": ENDS_HANCHAN}
MEANT_MELD: Final = 'tiles, such as 123m, "pon 555z" or "ankan 1111p"'
SWITCH: Final = "on"
"""The field of a command that switches something on or off; ``on`` or ``off`` is typed without its name."""
ON_OFF: Final = ("on", "off")


Says: TypeAlias = Callable[[Json, Table], tuple[Message, Message | None]]
"""Returns the effect of an order with these arguments, and the reason why the judge must confirm it."""


def declared_order(
    kind: type[Command], says: Says | None = None, *, completes: tuple[str, ...] = (), placed: str = ""
) -> Order:
    """Make the order of a command: required arguments and a switch by position, the rest as ``--NAME``.

    Args:
        kind: the command.
        says: what it does; by default its declaration says so.
        completes: words that may follow, for completion.
        placed: an argument that is typed by position although it may be left out.
    """
    if any(each.encode_name == SWITCH for each in own_fields(kind)):
        completes = ON_OFF
    return Order(kind, partial(_make, kind, says), partial(_add, kind, placed), completes)


def _add(kind: type[Command], placed: str, parser: OrderParser) -> None:
    for each in own_fields(kind):
        if each.encode_name == SWITCH:
            parser.add_argument(
                SWITCH,
                nargs="?",
                choices=ON_OFF,
                default="on",
                metavar="on|off",
                help=f"on by default; {help_of(kind, SWITCH)}",
            )
            continue
        by_place = each.required or each.encode_name == placed
        name = each.encode_name if by_place else f"--{hyphened(each.encode_name)}"
        one, many = _within(each.type)
        meant = MEANT_SEAT if titled(one)[1] == "seat" else MEANT_MELD if _is_meld(one) else words(each.type)
        description = " ".join(filter(None, (f"{help_of(kind, each.encode_name)}:", meant))).lstrip(": ")
        if isinstance(plain(one), types.BoolType) and each.default is False:
            parser.add_argument(name, action="store_true", help=help_of(kind, each.encode_name) or None)
            continue
        given: dict[str, Any] = {"help": description, "metavar": hyphened(each.encode_name).upper()}
        if isinstance(one, types.LiteralType):
            given |= {"type": partial(_choice, choices(one)), "choices": choices(one)}
        if many is not None:
            given["nargs"] = many or "+"
        elif by_place and not each.required:
            given["nargs"] = "?"
        parser.add_argument(name, **given)


def _choice(words: tuple[str, ...], word: str) -> str:
    return word if word in words else underscored(word)


def _make(
    kind: type[Command], says: Says | None, options: argparse.Namespace, table: Table
) -> OrderedRequest:
    arguments: Json = {}
    for each in own_fields(kind):
        option = getattr(options, underscored(each.encode_name))
        if option is None or option is False:
            continue
        one, many = _within(each.type)
        noun = titled(one)[1]
        arguments[each.encode_name] = (
            _value(one, noun, option, table)
            if many is None
            else [_value(one, noun, word, table) for given in option for word in _apart(noun, given)]
        )
    if says is not None:
        parse(kind, arguments)
        return OrderedRequest(arguments, *says(arguments, table))
    effect = Plain.words(help_in(kind, table.words or "en"))
    return OrderedRequest(arguments, effect, ASKS[kind.ends], _done(kind, arguments, table))


def _apart(noun: str | None, word: str) -> Sequence[str]:
    """Return the values in a word: several tiles may be written as one, ``234m``."""
    try:
        return tile_names(parse_tiles(word)) if noun == "tile" else [word]
    except ValueError:
        return [word]


def _done(kind: type[Command], arguments: Json, table: Table) -> Message | None:
    """Return what the order did, once it is done; None without a text for it, or concerns a player who is not known here."""
    done: Text[...] | None = getattr(CommandDone, name_of(kind), None)
    if done is None:
        return None
    fields = {each.encode_name: each for each in own_fields(kind)}
    values = {name: arguments.get(name, fields[name].default) for name in done.arguments}
    if "seat" in values:
        values["seat"] = table.person(values["seat"])
    return None if None in values.values() else done(**values)


def _within(kind: types.Type) -> tuple[types.Type, int | None]:
    """Return the type of one word, and the number of words: None for a single one, 0 for any number."""
    bare = plain(kind)
    if isinstance(bare, types.UnionType):
        kind = next(each for each in bare.types if not isinstance(each, types.NoneType))
        bare = plain(kind)
    if isinstance(bare, types.TupleType):
        return bare.item_types[0], len(bare.item_types)
    if isinstance(bare, types.VarTupleType):
        return bare.item_type, 0
    return (bare if isinstance(bare, types.LiteralType) else kind), None


def _value(kind: types.Type, noun: str | None, word: Any, table: Table) -> Any:
    """Return the value of a word; the declaration refuses an invalid one later."""
    bare = plain(kind)
    if _is_meld(kind) and not word.startswith("{"):
        return _meld(word)
    if noun == "seat":
        return table.seat(word)
    if isinstance(bare, types.StrType | types.LiteralType) or not isinstance(word, str):
        return word
    if isinstance(bare, types.BoolType) and word in {"on", "off"}:
        return word == "on"
    try:
        return json.loads(word)
    except ValueError:
        return word


def _is_meld(kind: types.Type) -> bool:
    bare = plain(kind)
    return isinstance(bare, types.StructType) and bare.cls is MeldOf


def _meld(word: str) -> Json:
    """Return a meld that was typed in short, as the command takes it."""
    try:
        meld = parse_meld(word)
    except ValueError:
        raise OrderError(Misordered.no_meld(word)) from None
    return {"kind": meld.kind, "tiles": tile_names(meld.tiles)}
