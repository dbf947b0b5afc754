"""Orders to the machine, and for alerts and faults."""

import argparse
import uuid
from typing import Final

from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import Order, OrderedRequest, OrderParser, add_choice
from hall.judge.tables.hall import Json, Table
from referee.texts.message import Message
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import table as declared
from wording.misordered import Misordered
from wording.ordered import Destroyed, OrderTexts
from wording.wanted import choices_at

DO: Final = choices_at(declared.Machine, "do")


def _machine(options: argparse.Namespace, _table: Table) -> OrderedRequest:
    # The id makes the table do it only once, even if it is delivered several times.
    asks = Destroyed.lid() if options.do == "open_lid" else None
    return OrderedRequest({"do": options.do, "id": uuid.uuid4().hex}, OrderTexts.machine(options.do), asks)


def _add_machine(parser: OrderParser) -> None:
    add_choice(parser, declared.Machine, "do")


def _resolve(arguments: Json, table: Table) -> tuple[Message, Message | None]:
    if arguments["id"] not in table.alerts:
        raise OrderError(Misordered.no_alert(table.name, arguments["id"], sorted(table.alerts)))
    return OrderTexts.seen_to(arguments["id"]), None


ORDERS: Final = (
    Order(declared.Machine, _machine, _add_machine, DO),
    declared_order(declared.Resolve, _resolve),
)
