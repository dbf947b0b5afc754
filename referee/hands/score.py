"""The value of a win: the best of all readings of the hand under a ruleset."""

from __future__ import annotations

from typing import Final, TypeAlias

from referee.hands.fu import Wait, reading_items, rounded
from referee.hands.fu_items import CHIITOITSU_ITEM, FuItem
from referee.hands.hand import Hand
from referee.hands.names import YAKU, YAKUMAN
from referee.hands.shape import is_chiitoitsu, is_kokushi, readings
from referee.hands.suits import Reading
from referee.hands.win import Limit, Score, Win
from referee.hands.yaku import reading_yaku, situation_yaku, tile_yaku
from referee.hands.yakuman import group_yakuman, kokushi_yakuman, situation_yakuman, suuankou, tile_yakuman
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Scoring

__all__ = ["Limit", "Score", "Win", "base_value", "payments", "score"]

MANGAN: Final = 2000
YAKUMAN_BASE: Final = 8000
_ORDER: Final = {name: place for place, name in enumerate((*YAKU, *YAKUMAN))}


_Candidate: TypeAlias = tuple[tuple[int, int, int], list[tuple[str, int]], list[FuItem], Limit]
"""The value of one reading: base, han and fu, by which readings are compared; yaku; fu items; the limit."""


def score(win: Win, ruleset: Ruleset) -> Score | None:
    """The highest score of the win (WRC 6: "the highest-scoring possibility must always be chosen").

    None if the tiles have no winning shape, the hand has no yaku, or the winning tile was not kept apart and had to be.

    Raises:
        ValueError: the number of tiles is wrong, a tile is unknown or there are more than four of a kind.
    """
    rules = ruleset.scoring
    if win.tsumo and not win.tile_apart and rules.unclear_tile == "no_win" and not _dealt(win, rules):
        return None
    hand = Hand(win, rules)
    found = readings(hand.counts, hand.chow_bits, hand.pung_bits)
    pairs = not win.melds and is_chiitoitsu(hand.counts, rules.chiitoitsu_alike)
    orphans = not win.melds and is_kokushi(hand.kinds)
    if not (found or pairs or orphans):
        return None
    yakuman = _best_yakuman(hand, found, orphans)
    if yakuman:
        weights = [2 if name in rules.double_yakuman else 1 for name in yakuman]
        number = sum(weights) if rules.yakuman_add else max(weights)
        names = tuple(name for name, weight in zip(yakuman, weights, strict=True) for _ in range(weight))
        return _paid(win, ((YAKUMAN_BASE * number, 0, 0), [], [], "yakuman"), names, number)
    best = _best_reading(hand, found, pairs)
    renhou = win.first_turn and not win.tsumo and win.seat_wind and not win.melds and rules.renhou == "mangan"
    if renhou and (best is None or best[0][0] <= MANGAN or not rules.renhou_or_better):
        best = (MANGAN, 5, 0), [("renhou", 5)], [], "mangan"
    if best is None:
        return None
    return _paid(win, best, (), 1 if best[3] == "yakuman" else 0)


def _dealt(win: Win, rules: Scoring) -> bool:
    """Return whether the dealer won with the 14 tiles dealt, so that none of them is the winning tile (SAI 45.5)."""
    return win.first_turn and win.seat_wind == 0 and (not win.melds or rules.first_turn_after_ankan)


def placements(reading: Reading, tile: int) -> list[Wait]:
    """The ways in which the winning tile can complete this reading, each kind of wait once."""
    found: list[Wait] = []
    if reading.pair == tile:
        found.append("pair_wait")
    if tile in reading.pungs:
        found.append("pung")
    chows = reading.chows
    # No chow starts above a seven, so a chow that starts one or two below the tile is of the tile's suit.
    if tile in chows:
        found.append("edge_wait" if tile % 9 == 6 else "two_sided")
    if tile - 1 in chows:
        found.append("closed_wait")
    if tile - 2 in chows:
        found.append("edge_wait" if tile % 9 == 2 else "two_sided")
    return found


def _best_yakuman(hand: Hand, found: list[Reading], orphans: bool) -> list[str]:
    """The yakuman of the reading that has the most, in their naming order."""
    common = situation_yakuman(hand)
    common += kokushi_yakuman(hand) if orphans else tile_yakuman(hand)
    double = hand.rules.double_yakuman
    best, most = common, -1
    for reading in found:
        if len(reading.chows) + len(hand.open_chows) > 1:  # yakuman of groups leave room for one chow at most
            continue
        of_groups = group_yakuman(hand, reading)
        for wait in placements(reading, hand.tile):
            names = common + of_groups + suuankou(hand, reading, wait)
            number = sum(2 if name in double else 1 for name in names)
            if number > most:
                best, most = names, number
    return sorted(best, key=_ORDER.__getitem__) if len(best) > 1 else best


def _best_reading(hand: Hand, found: list[Reading], pairs: bool) -> _Candidate | None:
    """The most valuable reading, by base value, then han, then fu; None if none has a yaku."""
    rules = hand.rules
    common = situation_yaku(hand) + tile_yaku(hand)
    dora = hand.dora()
    best: _Candidate | None = None
    if pairs:
        best = _candidate(rules, [*common, ("chiitoitsu", 2)], dora, [CHIITOITSU_ITEM])
    for reading in found:
        of_reading = common + reading_yaku(hand, reading)
        for wait in placements(reading, hand.tile):
            items, pinfu = reading_items(hand, reading, wait)
            yaku = of_reading
            if pinfu:
                yaku = [*yaku, ("pinfu", 1)]
            concealed = len(reading.pungs) + len(hand.concealed_kans)
            if concealed - (wait == "pung" and not hand.tsumo) >= 3:
                yaku = [*yaku, ("sanankou", 2)]
            if yaku:
                candidate = _candidate(rules, yaku, dora, items)
                if best is None or candidate[0] > best[0]:
                    best = candidate
    return best


def _candidate(
    rules: Scoring, yaku: list[tuple[str, int]], dora: list[tuple[str, int]], items: list[FuItem]
) -> _Candidate:
    yaku = yaku + dora
    han = sum([value for _, value in yaku])
    fu = rounded(items)
    base, limit = base_value(han, fu, rules)
    return (base, han, fu), yaku, items, limit


def base_value(han: int, fu: int, rules: Scoring) -> tuple[int, Limit]:
    """The base value of a hand and the limit it reaches (WRC 6.1, MJ 4.1.2, SAI 47)."""
    if han >= 13 and rules.counted_yakuman:
        return YAKUMAN_BASE, "yakuman"
    if han >= 11:
        return 6000, "sanbaiman"
    if han >= 8:
        return 4000, "baiman"
    if han >= 6:
        return 3000, "haneman"
    base = fu << han + 2
    if han == 5 or base >= MANGAN or (base == 1920 and rules.kiriage_mangan):
        return MANGAN, "mangan"
    return base, ""


def payments(base: int, *, dealer: bool, tsumo: bool) -> tuple[int, int, int]:
    """The payments, rounded up to the next hundred (WRC 6.1): for a ron; for a tsumo, the dealer's and each other player's."""
    if not tsumo:
        return _hundreds(base * (6 if dealer else 4)), 0, 0
    if dealer:
        return 0, 0, _hundreds(base * 2)
    return 0, _hundreds(base * 2), _hundreds(base)


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def _paid(win: Win, best: _Candidate, yakuman: tuple[str, ...], counted: int) -> Score:
    (base, han, fu), yaku, items, limit = best
    ron, from_dealer, from_other = payments(base, dealer=win.seat_wind == 0, tsumo=win.tsumo)
    return Score(
        yaku=tuple(yaku),
        yakuman=yakuman,
        yakuman_counted=counted,
        han=han,
        fu=fu,
        fu_items=tuple(items),
        limit=limit,
        base=base,
        ron=ron,
        from_dealer=from_dealer,
        from_other=from_other,
    )
