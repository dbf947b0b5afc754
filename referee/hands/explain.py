"""A score with its reasons: every yaku, dora and fu item with its names and its section in the rulebook.

Explanations are made on demand, so that scoring does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from referee.hands.names import DORA, FU, LIMIT_NAMES, YAKU, YAKUMAN, Name
from referee.hands.sections import section_of

if TYPE_CHECKING:
    from referee.hands.win import Score
    from referee.rules.ruleset import Ruleset

    Section: TypeAlias = Callable[[str], str]


class Reason(Struct, frozen=True):
    """One item that adds to the worth of a hand.

    Attributes:
        item: its key in ``Score``.
        name: how people write it.
        tile: the tile of a group or pair that fu are given for (``"9m"``), else "".
        value: han of a yaku or dora; fu of a fu item; for a yakuman, how many it counts as; for a limit, the base value.
        section: its section in the rulebook: ``"WRC 6.5.1"``.
    """

    item: str
    name: Name
    tile: str
    value: int
    section: str


class Explanation(Struct, frozen=True):
    """The reasons for the worth of a hand.

    Attributes:
        yaku: yaku and dora in the order of the score; the yakuman, each once, if there are any.
        fu: the fu items before rounding; empty for yakuman and for renhou as a mangan.
        limit: the limit reached, or None. A counted yakuman and a mangan by rounding 1920 up are named as such.
        rounding: section of the rounding of fu; "" if there was nothing to round.
        value: the section that says how the value is computed and paid.
    """

    yaku: tuple[Reason, ...]
    fu: tuple[Reason, ...]
    limit: Reason | None
    rounding: str
    value: str


def explain(found: Score, ruleset: Ruleset) -> Explanation:
    """The score of a win under ``ruleset`` with its reasons; sections are those of the ruleset's sources."""
    section = partial(section_of, sources=ruleset.sources, unread=ruleset.unread)
    names = YAKU | DORA
    if found.yakuman:
        yaku = tuple(
            Reason(item, YAKUMAN[item], "", found.yakuman.count(item), section(item))
            for item in dict.fromkeys(found.yakuman)
        )
    else:
        yaku = tuple(Reason(item, names[item], "", han, section(item)) for item, han in found.yaku)
    fu = tuple(_fu_reason(item, value, section) for item, value in found.fu_items)
    total = sum(reason.value for reason in fu)
    return Explanation(
        yaku=yaku,
        fu=fu,
        limit=_limit(found, section),
        rounding=section("rounding") if total != found.fu else "",
        value=section("yakuman_value" if found.yakuman else "value"),
    )


def _fu_reason(labelled: str, value: int, section: Section) -> Reason:
    item, _, tile = labelled.partition(" ")
    return Reason(item, FU[item], tile, value, section(f"fu.{item}"))


def _limit(found: Score, section: Section) -> Reason | None:
    if not found.limit:
        return None
    item: str = found.limit
    if item == "yakuman" and not found.yakuman:
        item = "counted_yakuman"
    elif item == "mangan" and found.han < 5 and found.fu << found.han + 2 < found.base:
        item = "kiriage_mangan"
    return Reason(item, LIMIT_NAMES[item], "", found.base, section(item))
