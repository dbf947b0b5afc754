"""Yakuman (WRC 6.5.6, MJ 4.2.5 and 4.2.6, SAI 48, TAB, REF)."""

from typing import Final

from referee.hands.fu import Wait
from referee.hands.hand import Hand
from referee.hands.shape import HONOUR_BITS, KOKUSHI_KINDS, TERMINALS
from referee.hands.suits import Reading
from referee.hands.yaku import DRAGON_KINDS, SUITS, WIND_KINDS, consecutive_pungs
from referee.tiles import EAST, KIND, parse_tiles

GREEN: Final = sum(1 << tile for tile in parse_tiles("23468s6z"))
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_WHEELS: Final = (("daisuurin", 0), ("daisharin", 9), ("daichikurin", 18))
_WHEEL: Final = [0, 2, 2, 2, 2, 2, 2, 2, 0]


def situation_yakuman(hand: Hand) -> list[str]:
    """Yakuman for wins in the first, unbroken turns (WRC 6.5.4, 6.5.6)."""
    win, rules = hand.win, hand.rules
    if not win.first_turn or not hand.closed or (win.melds and not rules.first_turn_after_ankan):
        return []
    if win.tsumo:
        return ["chiihou" if win.seat_wind else "tenhou"]
    return ["renhou"] if rules.renhou == "yakuman" and win.seat_wind and not win.melds else []


def tile_yakuman(hand: Hand) -> list[str]:
    """Yakuman for which tiles are in the hand, be it groups and a pair or seven pairs."""
    kinds = hand.kinds
    found = []
    if not kinds & ~HONOUR_BITS:
        found.append("tsuuiisou")
    elif not kinds & ~TERMINALS:
        found.append("chinroutou")
    elif not kinds & ~GREEN:
        found.append("ryuuiisou")
    if not hand.win.melds and hand.tile < EAST and not kinds & ~SUITS[hand.tile // 9]:
        found += _one_suit_yakuman(hand)
    return found


def _one_suit_yakuman(hand: Hand) -> list[str]:
    """Chuuren poutou, which needs concealed tiles and no kan, and daisharin with its counterparts in other suits."""
    rules = hand.rules
    first = hand.tile // 9 * 9
    counts = hand.counts[first : first + 9]
    if all(count >= least for count, least in zip(counts, _NINE_GATES, strict=True)):
        counts[hand.tile - first] -= 1
        pure = counts == list(_NINE_GATES) and hand.tile_apart
        return ["junsei_chuuren_poutou" if pure else "chuuren_poutou"]
    if rules.daisharin and counts == _WHEEL:
        return [
            name for name, wheel in _WHEELS if wheel == first and (wheel == 9 or rules.daisharin_every_suit)
        ]
    return []


def kokushi_yakuman(hand: Hand) -> list[str]:
    """Kokushi musou, for a hand that has its shape."""
    held = {KIND[tile] for tile in hand.win.concealed}
    thirteen = len(held) == len(KOKUSHI_KINDS) and hand.tile_apart
    return ["kokushi_musou_juusanmen" if thirteen else "kokushi_musou"]


def group_yakuman(hand: Hand, reading: Reading) -> list[str]:
    """Yakuman for the groups of a reading and the melds, except suuankou."""
    pungs = reading.pung_bits
    found = []
    if len(hand.open_kans) + len(hand.concealed_kans) == 4:
        found.append("suukantsu")
    if pungs & HONOUR_BITS:
        if pungs & DRAGON_KINDS == DRAGON_KINDS:
            found.append("daisangen")
        winds = (pungs & WIND_KINDS).bit_count()
        if winds == 4:
            found.append("daisuushii")
        elif winds == 3 and WIND_KINDS >> reading.pair & 1:
            found.append("shousuushii")
    if hand.rules.suurenkou and consecutive_pungs(pungs, 4):
        found.append("suurenkou")
    return found


def suuankou(hand: Hand, reading: Reading, wait: Wait) -> list[str]:
    """Four concealed pungs or kans: by tsumo, or by ron on the pair (WRC 6.5.6)."""
    if len(reading.pungs) + len(hand.concealed_kans) < 4:
        return []
    if wait == "pair_wait":
        if not hand.tsumo and not hand.rules.suuankou_ron:
            return []
        return ["suuankou_tanki" if hand.tile_apart else "suuankou"]
    return ["suuankou"] if hand.tsumo else []
