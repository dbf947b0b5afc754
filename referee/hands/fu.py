"""Fu (minipoints) of one reading of a hand, item by item (WRC 6.3, MJ 4.1.1, SAI 49)."""

from typing import Final, TypeAlias

from referee.hands.fu_items import BASE_ITEM, CHIITOITSU, FuItem, of_kind
from referee.hands.hand import Hand
from referee.hands.shape import TERMINALS_AND_HONOURS
from referee.hands.suits import Reading

Wait: TypeAlias = str
"""The way the winning tile completes its group: two_sided, edge_wait, closed_wait, pair_wait or pung (two pairs)."""

_CLOSED_RON: Final[FuItem] = ("closed_ron", 10)
_TSUMO: Final[FuItem] = ("tsumo", 2)
_OPEN: Final[FuItem] = ("open_pinfu", 2)
_WAITS: Final = {name: (name, 2) for name in ("edge_wait", "closed_wait", "pair_wait")}


def reading_items(hand: Hand, reading: Reading, wait: Wait) -> tuple[list[FuItem], bool]:
    """The items of a reading whose winning tile completes a ``wait``, and whether the hand is pinfu.

    A pung completed by ron counts as open. Pinfu is a closed hand with no items but the base and the ten of a closed ron;
    if ``pinfu_tsumo`` lets the two combine, it forgoes the 2 fu of a tsumo (WRC 6.5.1). A winning tile that was not kept
    apart gives neither fu for the wait nor pinfu (WRC 5.6).
    """
    rules, tile = hand.rules, hand.tile
    items = hand.meld_fu.copy()
    for kind in reading.pungs:
        fu = 4 if TERMINALS_AND_HONOURS >> kind & 1 else 2
        if wait == "pung" and kind == tile and not hand.tsumo:
            items.append(of_kind("minkou", kind, fu))
        else:
            items.append(of_kind("ankou", kind, fu * 2))
    pair = hand.pair_fu(reading.pair)
    if pair:
        items.append(of_kind("pair", reading.pair, pair))
    if wait in _WAITS and hand.tile_apart:
        items.append(_WAITS[wait])
    plain = not items and wait == "two_sided" and hand.tile_apart
    items.insert(0, BASE_ITEM)
    if not hand.closed:
        if hand.tsumo:
            items.append(_TSUMO)
        elif len(items) == 1 and rules.open_least_fu == 30:
            items.append(_OPEN)
        return items, False
    if not hand.tsumo:
        items.append(_CLOSED_RON)
        return items, plain
    if plain and rules.pinfu_tsumo:
        return items, True
    items.append(_TSUMO)
    return items, False


def rounded(items: list[FuItem]) -> int:
    """The sum of the items, rounded up to the next ten; seven pairs stay at 25."""
    total = sum([fu for _, fu in items])
    return total if total == CHIITOITSU else -(-total // 10) * 10
