"""Yaku worth han: those of the whole hand and those of one reading (WRC 6.5.1-6.5.5, MJ 4.2, SAI 48, TAB, REF)."""

from typing import Final

from referee.hands.hand import Hand
from referee.hands.shape import HONOUR_BITS, TERMINALS, TERMINALS_AND_HONOURS
from referee.hands.suits import Reading
from referee.tiles import CHUN, EAST, HAKU, HATSU

_SUIT: Final = 0b111111111
SUITS: Final = (_SUIT, _SUIT << 9, _SUIT << 18, HONOUR_BITS)
"""The kinds of man, pin, sou, and the honours."""
DRAGON_KINDS: Final = 0b111 << HAKU
WIND_KINDS: Final = 0b1111 << EAST
_MAN_STRAIGHT, _PIN_STRAIGHT, _SOU_STRAIGHT = (0b1001001 << 9 * suit for suit in range(3))
_OUTER_CHOWS: Final = sum(1 << 9 * suit + first for suit in range(3) for first in (0, 6))
_DRAGONS: Final = (("haku", HAKU), ("hatsu", HATSU), ("chun", CHUN))

Han = list[tuple[str, int]]


def situation_yaku(hand: Hand) -> Han:
    """Yaku for how the hand was won and declared (WRC 6.5.1)."""
    win, rules = hand.win, hand.rules
    found: Han = []
    if hand.closed:
        if win.riichi == 2:
            found.append(("double_riichi", rules.double_riichi_han))
        elif win.riichi:
            found.append(("riichi", 1))
        if win.ippatsu and win.riichi and rules.ippatsu:
            found.append(("ippatsu", 1))
        if win.tsumo:
            found.append(("menzen_tsumo", 1))
    if win.tsumo:
        if win.rinshan:
            found.append(("rinshan_kaihou", 1))
        if win.last_tile and (not win.rinshan or rules.haitei_with_rinshan):
            found.append(("haitei", 1))
    elif win.chankan:
        found.append(("chankan", 1))
    elif win.last_tile:
        found.append(("houtei", 1))
    return found


def tile_yaku(hand: Hand) -> Han:
    """Yaku for which tiles are in the hand, in groups or in pairs: tanyao, honroutou, honitsu, chinitsu."""
    kinds = hand.kinds
    found: Han = []
    if not kinds & TERMINALS_AND_HONOURS:
        if hand.closed or hand.rules.open_tanyao:
            found.append(("tanyao", 1))
    elif not kinds & ~TERMINALS_AND_HONOURS:
        found.append(("honroutou", 2))
    suits = (kinds & SUITS[0] != 0) + (kinds & SUITS[1] != 0) + (kinds & SUITS[2] != 0)
    if suits == 1:
        if kinds & HONOUR_BITS:
            found.append(("honitsu", 3 if hand.closed else 2))
        else:
            found.append(("chinitsu", 6 if hand.closed else 5))
    return found


def reading_yaku(hand: Hand, reading: Reading) -> Han:
    """Yaku for the groups of a reading and the melds, except those that depend on where the winning tile goes (pinfu, sanankou)."""
    rules, closed = hand.rules, hand.closed
    chows, pungs = reading.chow_bits, reading.pung_bits
    found: Han = []
    if chows:
        found += _chow_yaku(hand, reading)
    if pungs & HONOUR_BITS:
        found += _honour_yaku(hand, reading)
    if not chows:
        found.append(("toitoi", 2))
    kans = len(hand.open_kans) + len(hand.concealed_kans)
    if kans == 3:
        found.append(("sankantsu", 2))
    if pungs & pungs >> 9 & pungs >> 18 & _SUIT:
        found.append(("sanshoku_doukou", 2 if closed else rules.sanshoku_doukou_open_han))
    if rules.sanrenkou and consecutive_pungs(pungs, 3):
        found.append(("sanrenkou", 2))
    return found


def consecutive_pungs(pungs: int, number: int) -> bool:
    """Return whether ``number`` (3 or 4) pungs of a suit have numbers in a row (TAB: sanrenkou, suurenkou)."""
    for suit in range(3):
        of_suit = pungs >> 9 * suit & _SUIT
        run = of_suit & of_suit >> 1 & of_suit >> 2
        if number == 4:
            run &= of_suit >> 3
        if run:
            return True
    return False


def _chow_yaku(hand: Hand, reading: Reading) -> Han:
    closed = hand.closed
    chows, others = reading.chow_bits, reading.pung_bits | 1 << reading.pair
    found: Han = []
    if closed and len(reading.chows) > chows.bit_count():
        found += _equal_chows(hand, reading.chows)
    if (
        chows & _MAN_STRAIGHT == _MAN_STRAIGHT
        or chows & _PIN_STRAIGHT == _PIN_STRAIGHT
        or chows & _SOU_STRAIGHT == _SOU_STRAIGHT
    ):
        found.append(("ittsuu", 2 if closed else 1))
    if chows & chows >> 9 & chows >> 18 & _SUIT:
        found.append(("sanshoku_doujun", 2 if closed else 1))
    if not chows & ~_OUTER_CHOWS:
        if not others & ~TERMINALS:
            found.append(("junchan", 3 if closed else 2))
        elif not others & ~TERMINALS_AND_HONOURS:
            found.append(("chanta", 2 if closed else 1))
    return found


def _equal_chows(hand: Hand, chows: tuple[int, ...]) -> Han:
    """Iipeikou, or ryanpeikou in its place (WRC 6.5.1, 6.5.3; TAB, REF)."""
    rules = hand.rules
    pairs = [kind for kind in set(chows) for _ in range(chows.count(kind) // 2)]
    if not pairs:
        return []
    distinct = len(pairs) == 2 and (pairs[0] != pairs[1] or rules.ryanpeikou_identical)
    if distinct and (rules.ryanpeikou_one_suit or pairs[0] // 9 != pairs[1] // 9):
        return [("ryanpeikou", 3)]
    return [("iipeikou", 1)]


def _honour_yaku(hand: Hand, reading: Reading) -> Han:
    pungs = reading.pung_bits
    found: Han = []
    if pungs >> EAST + hand.win.seat_wind & 1:
        found.append(("seat_wind", 1))
    if pungs >> EAST + hand.win.round_wind & 1:
        found.append(("round_wind", 1))
    found += [(name, 1) for name, kind in _DRAGONS if pungs >> kind & 1]
    if (pungs & DRAGON_KINDS).bit_count() == 2 and DRAGON_KINDS >> reading.pair & 1:
        found.append(("shousangen", 2))
    return found
