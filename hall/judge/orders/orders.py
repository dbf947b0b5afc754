"""All orders by their typed word: those with a syntax of their own, and the others as declared."""

from collections.abc import Iterable
from typing import Final

from config.nearest import nearest
from hall.judge.orders import game as orders_game
from hall.judge.orders import journal as orders_journal
from hall.judge.orders import rulings as orders_rulings
from hall.judge.orders import table as orders_table
from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import Order, hyphened
from referee.texts.language import LanguageName
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue.catalogue import COMMANDS
from wording.misordered import Misordered

_OWN: Final = {
    order.command: order
    for order in (
        *orders_rulings.ORDERS,
        *orders_journal.ORDERS,
        *orders_game.ORDERS,
        *orders_table.ORDERS,
    )
}
_ALL: Final = [_OWN.get(name) or declared_order(kind) for name, kind in COMMANDS.items() if not kind.reads]
ORDERS: Final[dict[str, Order]] = {order.word: order for order in _ALL}


def order_of(word: str, others: Iterable[str] = ()) -> Order:
    """The order of a word.

    Args:
        word: the word that the judge typed.
        others: further words that the judge may have meant.

    Raises:
        OrderError: there is none.
    """
    found = ORDERS.get(hyphened(word))
    if found is None:
        raise OrderError(Misordered.no_order(word, nearest(hyphened(word), [*ORDERS, *others]) or None))
    return found


def order_lines(words: LanguageName) -> list[str]:
    """List every order with its effect."""
    width = max(map(len, ORDERS))
    return [f"  {order.word:{width}}  {order.help_in(words)}" for order in ORDERS.values()]
