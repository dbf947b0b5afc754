"""Orders that correct what was misread or missed, by the number of a journal entry."""

import argparse
import json
from collections.abc import Callable
from typing import Any, Final

from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import Order, OrderedRequest, OrderParser, add_flag, add_number, given
from hall.judge.tables.hall import Json, Table
from referee.texts.message import Message
from referee.tiles import parse_tile
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import corrections
from wording.misordered import Misordered
from wording.ordered import OrderTexts
from wording.wanted import help_of


def tile(word: str) -> str:
    """Check a tile's name."""
    try:
        parse_tile(word)
    except ValueError:
        raise OrderError(Misordered.no_tile(word)) from None
    return word


def _add_correct(parser: OrderParser) -> None:
    add_number(parser, corrections.Correct, "entry")
    text = help_of(corrections.Correct, "tile")
    parser.add_argument("tile", nargs="?", type=tile, metavar="TILE", help=f"{text}: 6s")
    text = help_of(corrections.Correct, "set")
    parser.add_argument("--set", nargs="+", default=[], metavar="FIELD=VALUE", help=f"{text}: seat=2")
    add_flag(parser, corrections.Correct, "agreed")


def _correct(options: argparse.Namespace, table: Table) -> OrderedRequest:
    arguments: Json = {"entry": options.entry, **given(options, "tile", "agreed")}
    fields = dict(_field(word) for word in options.set)
    if fields:
        arguments["set"] = fields
    if options.tile is None and not fields:
        raise OrderError(Misordered.what_instead())
    known = next((event for event in table.events if event.get("number") == options.entry), None)
    was = "" if known is None else table.line_of(known)
    corrections = [options.tile, *(word.replace("=", " ", 1) for word in options.set)]
    right = ", ".join(str(each) for each in corrections if each)
    return OrderedRequest(arguments, OrderTexts.corrected(options.entry, was, right))


def _field(word: str) -> tuple[str, Any]:
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise OrderError(Misordered.no_field(word))
    try:
        return name, json.loads(text)
    except ValueError:
        return name, text


def _undo(arguments: Json, _table: Table) -> tuple[Message, Message | None]:
    return OrderTexts.undone(arguments.get("entry")), None


def _add_insert(parser: OrderParser) -> None:
    parser.add_argument(
        "act", choices=tuple(ACTS), metavar="ACT", help=f"what was not seen: {', '.join(ACTS)}"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="who, and tiles or the call: South 5p")
    add_number(parser, corrections.Insert, "--after", "ENTRY")
    parser.add_argument("--sideways", action="store_true", help="of a discard")
    parser.add_argument("--claimed", type=tile, metavar="TILE", help="of a meld: the tile that was called")
    parser.add_argument("--source", metavar="SEAT", help="of a meld: whose tile that was")
    add_flag(parser, corrections.Insert, "agreed")


def _insert(options: argparse.Namespace, table: Table) -> OrderedRequest:
    act = ACTS[options.act](options, table)
    arguments: Json = {"observation": act, **given(options, "after", "agreed")}
    words = " ".join((options.act, *options.words))
    return OrderedRequest(arguments, OrderTexts.inserted(options.after, words))


def _words(options: argparse.Namespace, usage: str) -> list[str]:
    """Return the words of an act, as many as its usage names; an ellipsis at the end means any number."""
    wanted, words = usage.split(), list(options.words)
    if len(words) != len(wanted) and not (wanted[-1].endswith("…") and len(words) >= len(wanted)):
        raise OrderError(Misordered.insert(options.act, usage))
    return words


def _tiles(words: list[str]) -> list[str]:
    return [tile(word) for word in words]


def _draw(options: argparse.Namespace, table: Table) -> Json:
    (who,) = _words(options, "SEAT")
    return {"type": "TileDrawn", "seat": table.seat(who), "tile": "?"}


def _discard(options: argparse.Namespace, table: Table) -> Json:
    who, name = _words(options, "SEAT TILE")
    (face,) = _tiles([name])
    return {"type": "TileDiscarded", "seat": table.seat(who), "tile": face, "sideways": options.sideways}


def _call(options: argparse.Namespace, table: Table) -> Json:
    who, call = _words(options, "SEAT CALL")
    if call not in CALLS:
        raise OrderError(Misordered.none_of(call, CALLS))
    return {"type": "CallHeard", "seat": table.seat(who), "call": call}


def _meld(options: argparse.Namespace, table: Table) -> Json:
    who, kind, *faces = _words(options, "SEAT KIND TILES…")
    if kind not in MELDS:
        raise OrderError(Misordered.none_of(kind, MELDS))
    act: Json = {"type": "MeldShown", "seat": table.seat(who), "kind": kind, "tiles": _tiles(faces)}
    if options.claimed is not None:
        act["added" if kind == "kakan" else "claimed"] = options.claimed
    if options.source is not None:
        act["source_seat"] = table.seat(options.source)
    return act


def _stick(options: argparse.Namespace, table: Table) -> Json:
    (who,) = _words(options, "SEAT")
    return {"type": "StickLaid", "seat": table.seat(who)}


def _indicator(options: argparse.Namespace, _table: Table) -> Json:
    (face,) = _tiles(_words(options, "TILE"))
    return {"type": "IndicatorSeen", "tile": face}


def _tenpai(options: argparse.Namespace, table: Table) -> Json:
    (who,) = _words(options, "SEAT")
    return {"type": "TenpaiDeclared", "seat": table.seat(who), "tenpai": options.act == "tenpai"}


CALLS: Final = ("chi", "pon", "kan", "riichi", "ron", "tsumo", "nine_terminals")
MELDS: Final = ("chi", "pon", "daiminkan", "ankan", "kakan")
ACTS: Final[dict[str, Callable[[argparse.Namespace, Table], Json]]] = {
    "draw": _draw,
    "discard": _discard,
    "call": _call,
    "meld": _meld,
    "stick": _stick,
    "indicator": _indicator,
    "tenpai": _tenpai,
    "noten": _tenpai,
}
"""Acts that can be inserted at the prompt; other observations can be inserted over MQTT."""

ORDERS: Final = (
    Order(corrections.Correct, _correct, _add_correct),
    declared_order(corrections.Undo, _undo, placed="entry"),
    Order(corrections.Insert, _insert, _add_insert, tuple(ACTS)),
)
