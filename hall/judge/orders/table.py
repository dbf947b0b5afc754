"""Orders to the machine, and for alerts and faults."""

import argparse
import uuid
from typing import Final

from hall.judge.orders.order import Order, OrderedRequest, OrderParser, add_choice
from hall.judge.tables.hall import Table
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue import table as declared
from wording.misordered import Misordered
from wording.ordered import Destroyed, OrderTexts
from wording.wanted import choices_at, help_of

DO: Final = choices_at(declared.Machine, "do")


def _machine(options: argparse.Namespace, _table: Table) -> OrderedRequest:
    # The id makes the table do it only once, even if it is delivered several times.
    asks = Destroyed.lid() if options.do == "open_lid" else None
    return OrderedRequest({"do": options.do, "id": uuid.uuid4().hex}, OrderTexts.machine(options.do), asks)


def _add_machine(parser: OrderParser) -> None:
    add_choice(parser, declared.Machine, "do", text=", ".join(DO))


def _resolve(options: argparse.Namespace, table: Table) -> OrderedRequest:
    if options.alert not in table.alerts:
        raise OrderError(Misordered.no_alert(table.name, options.alert, sorted(table.alerts)))
    return OrderedRequest({"id": options.alert}, OrderTexts.seen_to(options.alert))


def _add_resolve(parser: OrderParser) -> None:
    parser.add_argument(
        "alert", metavar="ALERT", help=f"{help_of(declared.Resolve, 'id')}: its name, in brackets"
    )


ORDERS: Final = (
    Order(declared.Machine, _machine, _add_machine, DO),
    Order(declared.Resolve, _resolve, _add_resolve),
)
