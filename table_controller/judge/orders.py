"""All orders by the word that is typed."""

from __future__ import annotations

from typing import Final

from table_controller.judge import orders_game, orders_journal, orders_rulings, orders_table
from table_controller.judge.errors import OrderError
from table_controller.judge.order import Order, hyphened

ORDERS: Final[dict[str, Order]] = {
    order.word: order
    for order in (
        *orders_rulings.ORDERS,
        *orders_journal.ORDERS,
        *orders_game.ORDERS,
        *orders_table.ORDERS,
    )
}


def order_of(word: str) -> Order:
    """The order of a word.

    Raises:
        OrderError: there is none.
    """
    found = ORDERS.get(hyphened(word))
    if found is None:
        raise OrderError(f"{word!r} is no order; say help")
    return found


def order_lines() -> list[str]:
    """Every order with what it does."""
    width = max(map(len, ORDERS))
    return [f"  {order.word:{width}}  {order.help}" for order in ORDERS.values()]
