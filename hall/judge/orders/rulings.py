"""Orders that rule: on a finding, or on a player for what only people saw (WRC 7, MJ 3.4, SAI 53-55)."""

import argparse
from functools import partial
from typing import Final

from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import ENDS_HAND, MEANT_SEAT, PLAYS_NO_MORE, Order, OrderedRequest, OrderParser
from hall.judge.tables.hall import Json, Table
from hall.judge.tables.words import rule_words
from referee.judging.rulings.imposing import VOIDING
from referee.rules.fouls import CATALOGUE
from referee.texts.message import Message
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import rulings
from wording.misordered import Misordered
from wording.ordered import OrderTexts
from wording.wanted import choices_at, help_of

RULINGS: Final = choices_at(rulings.Rule, "ruling")
GRADES: Final = choices_at(rulings.ChangeGrade, "grade")


def _asks(ruling: str) -> Message | None:
    if ruling in VOIDING:
        return ENDS_HAND
    return PLAYS_NO_MORE if ruling == "disqualified" else None


def _ruling(ruling: str, arguments: Json, table: Table) -> tuple[Message, Message | None]:
    """Say what a ruling on a finding, a player or both does."""
    number, seat, points = (arguments.get(name) for name in ("finding", "seat", "points"))
    about, effect = [], ruling
    if number is not None:
        finding = table.finding(number)
        whose = table.who_did(finding) if seat is None else ""
        about.append(table.say(OrderTexts.finding(number, rule_words(finding, table.words), whose)))
        if ruling == "accepted":
            effect = str(finding.get("grade"))
    if seat is not None:
        about.append(table.who(seat))
    if not about and ruling != "void":
        raise OrderError(Misordered.whose())
    says = OrderTexts.ruling(": ".join(about), ruling, None if ruling == effect else effect)
    return says if points is None else OrderTexts.with_points(says, points), _asks(effect)


def _named(name: str, arguments: Json, table: Table) -> tuple[Message, Message | None]:
    return _ruling(arguments[name], arguments, table)


def _foul(arguments: Json, table: Table) -> tuple[Message, Message | None]:
    ruling = arguments.get("ruling", "")
    says = OrderTexts.foul(table.who(arguments["seat"]), arguments["rule"])
    return says, OrderTexts.may_end_hand() if ruling == "accepted" else _asks(ruling)


def _replace(options: argparse.Namespace, table: Table) -> OrderedRequest:
    seat, name = table.seat(options.seat), " ".join(options.name)
    return OrderedRequest({"seat": seat, "name": name}, OrderTexts.replaced(name, table.who(seat)))


def _add_replace(parser: OrderParser) -> None:
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument("name", nargs="+", metavar="NAME", help=help_of(rulings.ReplacePlayer, "name"))


ORDERS: Final = (
    declared_order(rulings.Accept, partial(_ruling, "accepted")),
    declared_order(rulings.ChangeGrade, partial(_named, "grade"), completes=GRADES),
    declared_order(rulings.Dismiss, partial(_ruling, "dismissed"), placed="finding"),
    declared_order(rulings.Foul, _foul, completes=tuple(CATALOGUE)),
    *(
        declared_order(kind, partial(_ruling, kind.ruling), placed="seat")
        for kind in (rulings.Guide, rulings.Warn, rulings.DeadHand, rulings.Chombo, rulings.Disqualify)
    ),
    declared_order(rulings.Rule, partial(_named, "ruling"), completes=RULINGS),
    Order(rulings.ReplacePlayer, _replace, _add_replace),
)
