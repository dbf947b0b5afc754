"""Orders that put right what was misread, by the number of its entry in the journal."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any, Final

from referee.tiles import parse_tile
from table_controller.judge.errors import OrderError
from table_controller.judge.order import Order, Request, given, number

if TYPE_CHECKING:
    from table_controller.judge.hall import Json, Table
    from table_controller.judge.order import OrderParser


def tile(word: str) -> str:
    """A tile's name."""
    try:
        parse_tile(word)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{word!r} is no tile: 1m to 9m, p, s, 1z to 7z, 0m, 0p, 0s"
        ) from None
    return word


def _add_correct(parser: OrderParser) -> None:
    parser.add_argument("entry", type=number, metavar="ENTRY", help="its number, as events shows it")
    parser.add_argument("tile", nargs="?", type=tile, metavar="TILE", help="which tile it was: 6s")
    parser.add_argument("--set", nargs="+", default=[], metavar="FIELD=VALUE", help="other fields: seat=2")
    parser.add_argument("--agreed", action="store_true", help="all players agree")


def _correct(options: argparse.Namespace, table: Table) -> Request:
    arguments: Json = {"entry": options.entry, **given(options, "tile", "agreed")}
    fields = dict(_field(word) for word in options.set)
    if fields:
        arguments["set"] = fields
    if options.tile is None and not fields:
        raise OrderError("correct: what should it have been? say a tile or --set")
    known = next((event for event in table.events if event.get("number") == options.entry), None)
    was = f" ({known['text']})" if known is not None and known.get("text") else ""
    said = [options.tile, *(f"{name} {value}" for name, value in fields.items())]
    return Request(
        arguments, f"entry {options.entry}{was} was: {', '.join(str(each) for each in said if each)}"
    )


def _field(word: str) -> tuple[str, Any]:
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise OrderError(f"correct: {word!r} is not FIELD=VALUE")
    try:
        return name, json.loads(text)
    except ValueError:
        return name, text


def _add_undo(parser: OrderParser) -> None:
    parser.add_argument("entry", nargs="?", type=number, metavar="ENTRY", help="by default the last action")
    parser.add_argument("--agreed", action="store_true", help="all players agree")


def _undo(options: argparse.Namespace, _table: Table) -> Request:
    what = "the last action" if options.entry is None else f"entry {options.entry}"
    arguments: Json = given(options, "agreed")
    if options.entry is not None:
        arguments["entry"] = options.entry
    return Request(arguments, f"{what} is taken back")


ORDERS: Final = (
    Order("correct", "put a misread entry right: that was 6s", _correct, _add_correct),
    Order("undo", "take the last action back, or an entry", _undo, _add_undo),
)
