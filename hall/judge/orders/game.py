"""Orders of a game's course: hanchans, hands, results entered by hand, points, the clock."""

import argparse
from collections.abc import Sequence
from typing import Final

from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import (
    ENDS_HANCHAN,
    ENDS_HAND,
    Order,
    OrderedRequest,
    OrderParser,
    add_choice,
    add_flag,
    given,
)
from hall.judge.tables.hall import Json, Table
from referee.texts.message import Message
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import game
from wording.misordered import Misordered
from wording.ordered import OrderTexts
from wording.wanted import choices_at, help_of

RESULTS: Final = choices_at(game.EnterHand, "result")
RULESETS: Final = choices_at(game.BeginHanchan, "ruleset")
WIN: Final = (
    "SEAT from SEAT N han M fu, SEAT tsumo N han M fu, or N yakuman instead; "
    "add liable SEAT or liable nobody if the table saw it otherwise"
)


def _begin(arguments: Json, table: Table) -> tuple[Message, Message | None]:
    running = bool(table.seats) and table.state.get("phase") != "ended"
    asks = ENDS_HANCHAN if running and "force" in arguments else None
    return OrderTexts.hanchan(arguments.get("ruleset", "")), asks


def _add_dice(parser: OrderParser) -> None:
    parser.add_argument("dice", nargs="*", type=int, metavar="DIE", help=help_of(game.BeginHand, "dice"))


def _begin_hand(options: argparse.Namespace, _table: Table) -> OrderedRequest:
    dice: list[int] = options.dice
    if dice and (len(dice) != 2 or not all(1 <= face <= 6 for face in dice)):
        raise OrderError(Misordered.both_dice())
    if not dice:
        return OrderedRequest({}, OrderTexts.hand(None, None))
    return OrderedRequest({"dice": dice}, OrderTexts.hand(*dice))


def _gong(_arguments: Json, table: Table) -> tuple[Message, Message | None]:
    return OrderTexts.gong(), ENDS_HANCHAN if table.state.get("phase") == "waiting" else None


def _add_enter(parser: OrderParser) -> None:
    add_choice(parser, game.EnterHand, "result")
    parser.add_argument(
        "--win", nargs="+", action="append", default=[], metavar="WORD", help=f"for each winner: {WIN}"
    )
    for name in ("tenpai", "nagashi", "riichi"):
        text = help_of(game.EnterHand, name)
        parser.add_argument(f"--{name}", nargs="+", default=[], metavar="SEAT", help=text)
    changes = f"{help_of(game.EnterHand, 'changes')}; seat 0 first"
    parser.add_argument("--changes", nargs=4, type=int, metavar="POINTS", help=changes)
    add_flag(parser, game.EnterHand, "unseen")
    against = help_of(game.EnterHand, "against_rules")
    parser.add_argument("--against-rules", nargs="+", metavar="WORD", help=against)


def _enter(options: argparse.Namespace, table: Table) -> OrderedRequest:
    arguments: Json = {"result": options.result, **given(options, "changes", "unseen")}
    if options.against_rules:
        arguments["against_rules"] = " ".join(options.against_rules)
    wins = [_win(words, table) for words in options.win]
    if wins:
        arguments["wins"] = wins
    for name in ("tenpai", "nagashi", "riichi"):
        if seats := [table.seat(word) for word in getattr(options, name)]:
            arguments[name] = seats
    winners = table.listed([table.who(win["seat"]) for win in wins])
    return OrderedRequest(arguments, OrderTexts.result(options.result, winners), ENDS_HAND)


def _win(words: Sequence[str], table: Table) -> Json:
    """Parse a win: ``East from South 3 han 40 fu``, ``West tsumo 1 yakuman liable North``."""
    rest = list(words)
    win: Json = {"seat": table.seat(rest.pop(0))}
    win["from"] = win["seat"]
    while rest:
        word = rest.pop(0)
        if word == "tsumo":
            continue
        if word == "from" and rest:
            win["from"] = table.seat(rest.pop(0))
        elif word == "liable" and rest:
            liable = rest.pop(0)
            win["liable"] = liable if liable == "nobody" else table.seat(liable)
        elif word.isdecimal() and rest and rest[0] in {"han", "fu", "yakuman"}:
            win[rest.pop(0)] = int(word)
        else:
            raise OrderError(Misordered.no_win(word))
    if not win.keys() & {"han", "yakuman"}:
        raise OrderError(Misordered.how_many_han())
    return win


def _add_adjust(parser: OrderParser) -> None:
    parser.add_argument("changes", nargs="*", metavar="SEAT=POINTS", help="such as East=-1000 South=+1000")
    parser.add_argument("--bets", type=int, metavar="STICKS", help=help_of(game.AdjustPoints, "bets"))
    parser.add_argument("--unbalanced", action="store_true", help="the points need not sum to zero")


def _adjust(options: argparse.Namespace, table: Table) -> OrderedRequest:
    changes = [0, 0, 0, 0]
    for word in options.changes:
        seat, equals, points = word.rpartition("=")
        if not equals or not points.lstrip("+-").isdecimal() or not seat:
            raise OrderError(Misordered.no_points(word))
        changes[table.seat(seat)] += int(points)
    arguments: Json = {"changes": changes, **given(options, "bets")}
    if options.unbalanced:
        arguments["balanced"] = False
    moved = [f"{table.who(seat)} {change:+d}" for seat, change in enumerate(changes) if change]
    return OrderedRequest(arguments, OrderTexts.points(", ".join(moved)))


ORDERS: Final = (
    declared_order(game.BeginHanchan, _begin, completes=("--ruleset", "--names", *RULESETS)),
    Order(game.BeginHand, _begin_hand, _add_dice),
    Order(game.EnterHand, _enter, _add_enter, RESULTS),
    Order(game.AdjustPoints, _adjust, _add_adjust),
    declared_order(game.Gong, _gong),
)
