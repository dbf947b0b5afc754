"""Every printed cell of the rulebooks' point tables, and the typed-in tables compared with the books themselves."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.hands.payments import noten_changes
from referee.hands.score import base_value, payments
from tests.referee.hands import printed_points as book
from tests.referee.hands.conftest import ruleset

BOOKS = {"WRC": "wrc-2015", "SAI": "saikouisen-2025", "TAB": "scoring-tables", "REF": "reference-sheet"}
TABLES = {
    "WRC": (book.WRC_DEALER, book.WRC_OTHER, book.WRC_LIMITS, book.WRC_YAKUMAN),
    "SAI": (book.SAI_DEALER, book.SAI_OTHER, book.SAI_LIMITS, book.SAI_YAKUMAN),
    "TAB": (book.TAB_DEALER, book.TAB_OTHER, book.TAB_LIMITS, ""),
    "REF": (book.REF_DEALER, book.REF_OTHER, book.REF_LIMITS, ""),
}
FULL_TABLE = {"WRC": 57, "SAI": 52, "TAB": 56, "REF": 38}
"""The number of cells below a limit on one side of a book's table, counted in the book."""


def cells(table: str) -> Iterator[tuple[str, int, str, str]]:
    """The first word of a row, the number of the cell, ron or tsumo, and what is printed."""
    for row in filter(None, table.splitlines()):
        head, *values = row.split()
        for number, cell in enumerate(values, 1):
            for how, text in zip(("ron", "tsumo"), cell.split("|"), strict=True):
                if text != "-":
                    yield head, number, how, text


def payment_text(base: int, side: str, how: str) -> str:
    """Return the payment, as the tables write it."""
    ron, from_dealer, from_other = payments(base, dealer=side == "dealer", tsumo=how == "tsumo")
    if how == "ron":
        return str(ron)
    return f"{from_other}/{from_dealer}" if side == "other" else str(from_other)


@pytest.mark.parametrize("side", ["dealer", "other"])
@pytest.mark.parametrize("name", BOOKS)
def test_every_printed_cell_below_a_limit(name: str, side: str) -> None:
    """WRC chart, SAI 47.1, TAB Scoring Summary, REF point table."""
    rules = ruleset(BOOKS[name]).scoring
    table = TABLES[name][0 if side == "dealer" else 1]
    printed = list(cells(table))
    assert len(printed) == FULL_TABLE[name]
    for fu, han, how, text in printed:
        right = book.MISPRINTS.get((name, side, how, int(fu), han), text)
        assert payment_text(base_value(han, int(fu), rules)[0], side, how) == right, (fu, han, how)


@pytest.mark.parametrize("name", BOOKS)
def test_every_printed_limit(name: str) -> None:
    """WRC 6.1 and chart, SAI 47.1, TAB Limit Hands, REF point table."""
    rules = ruleset(BOOKS[name]).scoring
    limits = ["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
    rows = []
    for span, side, how, text in cells(TABLES[name][2]):
        low, high = (int(part) for part in span.split("-"))
        rows.append(span)
        for han in range(low, high + 1):
            base, limit = base_value(han, 30, rules)
            assert payment_text(base, "dealer" if side == 1 else "other", how) == text, (han, how)
            assert limit == limits[len(set(rows)) - 1]


@pytest.mark.parametrize("name", ["WRC", "SAI"])
def test_every_printed_yakuman(name: str) -> None:
    """WRC 6.1 and chart, SAI 47.2: one to four yakuman."""
    found = list(cells(TABLES[name][3]))
    assert len(found) == {"WRC": 4, "SAI": 16}[name]
    for number, side, how, text in found:
        assert payment_text(8000 * int(number), "dealer" if side == 1 else "other", how) == text


def test_a_misprint_is_what_the_formula_does_not_give() -> None:
    """TAB: five cells differ from their neighbours and the formula; there are no other exceptions in the books."""
    rules = ruleset("scoring-tables").scoring
    for (name, side, how, fu, han), right in book.MISPRINTS.items():
        printed = {
            (int(row), number, way): text
            for row, number, way, text in cells(TABLES[name][0 if side == "dealer" else 1])
        }
        assert printed[fu, han, how] != right == payment_text(base_value(han, fu, rules)[0], side, how)


def test_more_than_70_fu_are_two_cells_added() -> None:
    """TAB and REF: "80 = 50 + 30, 90 = 50 + 40, 100 = 50 + 50": within a hundred for the rounding, and up to a mangan."""
    for name in ("scoring-tables", "reference-sheet"):
        rules = ruleset(name).scoring
        for han in (1, 2):
            for more, less in ((80, 30), (90, 40), (100, 50)):
                whole, fifty, rest = (base_value(han, fu, rules)[0] for fu in (more, 50, less))
                assert whole == fifty + rest
                for side in ("dealer", "other"):
                    added = int(payment_text(fifty, side, "ron")) + int(payment_text(rest, side, "ron"))
                    assert 0 <= added - int(payment_text(whole, side, "ron")) <= 100


@pytest.mark.parametrize(
    ("waiting", "pays", "gets"), [(0, 0, 0), (1, 1000, 3000), (2, 1500, 1500), (3, 3000, 1000), (4, 0, 0)]
)
@pytest.mark.parametrize("name", ["wrc-2015", "riichi-mj", "saikouisen-2025", "reference-sheet"])
def test_the_printed_noten_payments(name: str, waiting: int, pays: int, gets: int) -> None:
    """WRC 5.7.2, SAI 52.8, REF exhaustive draw. SAI 52.8(4) shows three who get 1,000 each."""
    changes = noten_changes([seat < waiting for seat in range(4)], ruleset(name))
    assert changes == tuple(gets if seat < waiting else -pays for seat in range(4))


def numbers(text: str) -> list[int]:
    """The amounts in a text, as the books write them: 1500, 1,500, 12k, 11.6K."""
    found = []
    for amount in re.findall(r"\d+\.\d+[kK]|\d+[kK]|\d{1,3},\d{3}|\d+", text):
        if amount[-1] in "kK":
            found.append(round(float(amount[:-1]) * 1000))
        else:
            found.append(int(amount.replace(",", "")))
    return [amount for amount in found if amount >= 300]


REGIONS = {
    "WRC": ("000", "East 親", 'The "East" side'),
    "SAI": ("002", "Dealer\t\t20 Fu", "3. The winning points must be"),
    "TAB": ("003", "East (Dealer), Self-Draw", "Payments by the losers"),
    "REF": ("004", "\n1300/700\n", "20 fu25 fu30 fu"),
}


@pytest.mark.shared
@pytest.mark.parametrize("name", BOOKS)
def test_the_tables_are_typed_in_as_the_books_print_them(shared: Path, name: str) -> None:
    """All amounts in a book's tables, each as often as it occurs there."""
    number, start, end = REGIONS[name]
    (path,) = (shared / "rules").glob(f"{number}_*.txt")
    text = path.read_text(encoding="utf-8")
    text = text[text.index(start) :]
    typed = "\n".join(TABLES[name])
    amounts = [text for _, _, _, cell in cells(typed) for text in cell.split("/")]
    assert Counter(map(int, amounts)) == Counter(numbers(text[: text.index(end)]))
