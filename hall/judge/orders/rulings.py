"""Orders that rule: on a finding, or on a player for what only people saw (WRC 7, MJ 3.4, SAI 53-55)."""

import argparse
from functools import partial
from typing import Final

from hall.judge.orders.order import (
    ENDS_HAND,
    MEANT_SEAT,
    PLAYS_NO_MORE,
    Order,
    OrderedRequest,
    OrderParser,
    add_choice,
    add_flag,
    add_number,
    given,
)
from hall.judge.tables.hall import Json, Table
from hall.judge.tables.words import grade_words, rule_words
from referee.rules.fouls import CATALOGUE
from referee.texts.message import Message
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import rulings
from table_controller.commands.declaration import Command
from wording.misordered import Misordered
from wording.ordered import OrderTexts
from wording.wanted import choices_at, help_of

RULINGS: Final = choices_at(rulings.Rule, "ruling")
GRADES: Final = choices_at(rulings.ChangeGrade, "grade")
VOIDING: Final = frozenset({"end", "chombo", "void"})
"""Rulings that void the current hand."""


def _asks(ruling: str) -> Message | None:
    if ruling in VOIDING:
        return ENDS_HAND
    return PLAYS_NO_MORE if ruling == "disqualified" else None


def _add_common(parser: OrderParser) -> None:
    add_flag(parser, rulings.Rule, "resume", "force", "replace")


def _add_on_finding(parser: OrderParser) -> None:
    add_number(parser, rulings.Accept, "finding")


def _add_besides(parser: OrderParser) -> None:
    parser.add_argument("--seat", help=f"another player at fault as well: {MEANT_SEAT}")
    _add_common(parser)


def _add_on_player(parser: OrderParser) -> None:
    parser.add_argument("seat", nargs="?", metavar="SEAT", help=MEANT_SEAT)
    add_number(parser, rulings.Warn, "--finding")
    _add_common(parser)


def _ruling(ruling: str, options: argparse.Namespace, table: Table, *, named: bool = False) -> OrderedRequest:
    """Make a ruling on a finding, a player or both; with ``named`` the ruling is an argument of the command."""
    arguments: Json = given(options, "force", "replace", "resume")
    about, effect = [], ruling
    if options.finding is not None:
        finding = table.finding(options.finding)
        arguments["finding"] = options.finding
        whose = table.who_did(finding) if options.seat is None else ""
        rule = rule_words(finding, table.words)
        about.append(table.say(OrderTexts.finding(options.finding, rule, whose)))
        if ruling == "accepted":
            effect = str(finding.get("grade"))
    if options.seat is not None:
        arguments["seat"] = table.seat(options.seat)
        about.append(table.who(arguments["seat"]))
    if not about and ruling != "void":
        raise OrderError(Misordered.whose())
    if named:
        arguments["ruling"] = ruling
    says = OrderTexts.ruling(": ".join(about), ruling, None if ruling == effect else effect)
    return OrderedRequest(arguments, says, _asks(effect))


def _change_grade(options: argparse.Namespace, table: Table) -> OrderedRequest:
    made = _ruling(options.grade, options, table)
    arguments = {**made.arguments, "grade": options.grade, **given(options, "points")}
    return OrderedRequest(arguments, OrderTexts.with_points(made.says, options.points), made.asks)


def _add_points(parser: OrderParser) -> None:
    add_number(parser, rulings.Rule, "--points", "COUNT")


def _add_change(parser: OrderParser) -> None:
    _add_on_finding(parser)
    add_choice(parser, rulings.ChangeGrade, "grade", text="; ".join(grade_words(grade) for grade in GRADES))
    _add_points(parser)
    _add_besides(parser)


def _rule(options: argparse.Namespace, table: Table) -> OrderedRequest:
    made = _ruling(options.ruling, options, table, named=True)
    arguments = {**made.arguments, **given(options, "points")}
    return OrderedRequest(arguments, OrderTexts.with_points(made.says, options.points), made.asks)


def _add_rule(parser: OrderParser) -> None:
    add_choice(parser, rulings.Rule, "ruling")
    parser.add_argument("--seat", help=MEANT_SEAT)
    add_number(parser, rulings.Rule, "--finding")
    _add_points(parser)
    _add_common(parser)


def _foul(options: argparse.Namespace, table: Table) -> OrderedRequest:
    seat = table.seat(options.seat)
    arguments: Json = {
        "rule": options.rule,
        "seat": seat,
        **given(options, "tiles", "minutes", "ruling", "points", "force", "resume"),
    }
    says = OrderTexts.foul(table.who(seat), options.rule)
    asks = OrderTexts.may_end_hand() if options.ruling == "accepted" else _asks(options.ruling or "")
    return OrderedRequest(arguments, says, asks)


def _add_foul(parser: OrderParser) -> None:
    add_choice(parser, rulings.Foul, "rule")
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    add_number(parser, rulings.Foul, "--tiles", "COUNT")
    add_number(parser, rulings.Foul, "--minutes", "COUNT")
    add_choice(parser, rulings.Foul, "--ruling")
    _add_points(parser)
    add_flag(parser, rulings.Foul, "force", "resume")


def _replace(options: argparse.Namespace, table: Table) -> OrderedRequest:
    seat, name = table.seat(options.seat), " ".join(options.name)
    return OrderedRequest({"seat": seat, "name": name}, OrderTexts.replaced(name, table.who(seat)))


def _add_replace(parser: OrderParser) -> None:
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument("name", nargs="+", metavar="NAME", help=help_of(rulings.ReplacePlayer, "name"))


def _add_accept(parser: OrderParser) -> None:
    _add_on_finding(parser)
    _add_besides(parser)


def _add_dismiss(parser: OrderParser) -> None:
    add_number(parser, rulings.Dismiss, "finding", nargs="?")
    parser.add_argument("--seat", help=f"alone: whose newest ruling is taken back: {MEANT_SEAT}")
    _add_common(parser)


def _on_player(kind: type[Command], ruling: str) -> Order:
    return Order(kind, partial(_ruling, ruling), _add_on_player)


ORDERS: Final = (
    Order(rulings.Accept, partial(_ruling, "accepted"), _add_accept),
    Order(rulings.ChangeGrade, _change_grade, _add_change, GRADES),
    Order(rulings.Dismiss, partial(_ruling, "dismissed"), _add_dismiss),
    Order(rulings.Foul, _foul, _add_foul, tuple(CATALOGUE)),
    *(
        _on_player(kind, kind.ruling)
        for kind in (rulings.Guide, rulings.Warn, rulings.DeadHand, rulings.Chombo, rulings.Disqualify)
    ),
    Order(rulings.Rule, _rule, _add_rule, RULINGS),
    Order(rulings.ReplacePlayer, _replace, _add_replace),
)
