"""Orders that a judge types become commands of docs/mqtt.md; nonsense is refused before anything is sent."""

from typing import Any

import pytest

from hall.judge.orders.orders import ORDERS, order_of
from hall.judge.session import ASK_TABLES
from hall.judge.tables.hall import Table
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue.catalogue import COMMANDS
from tests.hall.judge.orders_stage import SAID, WRONG, known_table
from wording.ordered import OrderTexts


@pytest.fixture
def table() -> Table:
    return known_table()


@pytest.mark.parametrize(
    ("text", "arguments"), SAID, ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_order_becomes_a_command(text: str, arguments: dict[str, Any], table: Table) -> None:
    words = text.split()
    assert order_of(words[0]).request(words[1:], table).arguments == arguments


def test_the_machine_is_told_with_a_name_for_each_request(table: Table) -> None:
    first, second = (order_of("machine").request(["retry"], table).arguments for _ in range(2))
    assert first["do"] == second["do"] == "retry"
    assert first["id"] != second["id"]


COLLECTING = {"entries"}
"""Commands that only the hall sends."""
BY_ITSELF = {"hear_calls"}
"""Commands that a terminal sends by itself, again and again."""


def test_every_command_of_a_table_has_an_order_and_no_other() -> None:
    ordered = {order.command for order in ORDERS.values()} | set(ASK_TABLES.values())
    assert ordered | COLLECTING | BY_ITSELF == set(COMMANDS)
    assert not ordered & (COLLECTING | BY_ITSELF)
    orders = {text.split()[0].replace("_", "-") for text, _ in SAID} | {"machine"}
    assert orders == set(ORDERS)


@pytest.mark.parametrize(("text", "reason"), WRONG, ids=[text for text, _ in WRONG])
def test_what_makes_no_sense_is_not_sent(text: str, reason: str, table: Table) -> None:
    words = text.split()
    with pytest.raises(OrderError) as refused:
        order_of(words[0]).request(words[1:], table)
    assert reason in str(refused.value)


ASKED = {
    "accept 1", "change-grade 0 chombo", "change-grade 0 end", "foul kuikae Ada --ruling chombo", "foul kuikae Ada --ruling accepted",
    "chombo bob", "disqualify Ada", "rule void", "rule end --seat East", "redeal", "void-hand", "begin-hanchan --force",
    "close-hand", "close-hanchan", "enter-hand nine-terminals",
}  # fmt: skip
NOT_ASKED = {"accept 0", "dismiss 1", "change-grade 1 warning", "warn bob", "stop", "resume", "begin-hanchan", "gong", "undo"}  # fmt: skip


@pytest.mark.parametrize("text", sorted(ASKED | NOT_ASKED))
def test_what_ends_a_hand_or_a_hanchan_is_asked_for_once_more(text: str, table: Table) -> None:
    words = text.split()
    request = order_of(words[0]).request(words[1:], table)
    assert bool(request.asks) == (text in ASKED)
    assert order_of(words[0]).request([*words[1:], "--yes"], table).asks is None


def test_the_gong_between_hands_ends_the_hanchan(table: Table) -> None:
    table.state["phase"] = "waiting"
    assert order_of("gong").request([], table).asks == OrderTexts.ends_hanchan()


@pytest.mark.parametrize("word", sorted(ORDERS))
def test_every_order_explains_itself(word: str) -> None:
    text = order_of(word).parser().format_help()
    assert text.startswith(f"usage: {word}")
    assert ORDERS[word].help in " ".join(text.split())
    assert "--because" in text


def test_a_correction_says_what_the_entry_was(table: Table) -> None:
    line = table.say(order_of("correct").request(["41", "6s"], table).says)
    assert line == "entry 41 (East (Béla) discards 5s) was: 6s"
