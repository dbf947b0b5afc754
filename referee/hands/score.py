"""The worth of a win: the best of all readings of the hand under a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from referee.hands.fu import CHIITOITSU_ITEM, FuItem, reading_items, rounded
from referee.hands.hand import Hand, dora_han
from referee.hands.names import YAKU, YAKUMAN
from referee.hands.shape import is_chiitoitsu, is_kokushi, readings
from referee.hands.win import Limit, Score, Win
from referee.hands.yaku import Groups, reading_yaku, situation_yaku, tile_yaku
from referee.hands.yakuman import group_yakuman, kokushi_yakuman, situation_yakuman, suuankou, tile_yakuman

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.hands.fu import Wait
    from referee.hands.shape import Reading
    from referee.ruleset import Ruleset, Scoring

__all__ = ["Limit", "Score", "Win", "base_value", "payments", "score"]

MANGAN: Final = 2000
YAKUMAN_BASE: Final = 8000
_ORDER: Final = {name: place for place, name in enumerate((*YAKU, *YAKUMAN))}


class _Candidate(NamedTuple):
    """One reading's worth, in the order in which readings are compared."""

    base: int
    han: int
    fu: int
    yaku: list[tuple[str, int]]
    items: list[FuItem]
    limit: Limit


def score(win: Win, ruleset: Ruleset) -> Score | None:
    """The highest score of the win (WRC 6: "the highest-scoring possibility must always be chosen").

    None if the tiles have no winning shape, the hand has no yaku, or the winning tile had to be clear and was not.

    Raises:
        ValueError: the number of tiles is wrong, a tile is unknown or there are more than four of a kind.
    """
    rules = ruleset.scoring
    dealt = win.first_turn and win.seat_wind == 0
    if win.tsumo and not win.tile_apart and not dealt and rules.unclear_tile == "no_win":
        return None
    hand = Hand(win, rules)
    placed = [(reading, wait) for reading in readings(hand.counts) for wait in placements(reading, hand.tile)]
    pairs = not win.melds and is_chiitoitsu(hand.counts, rules.chiitoitsu_alike)
    orphans = not win.melds and not placed and is_kokushi(hand.counts)
    if not (placed or pairs or orphans):
        return None
    yakuman = _best_yakuman(hand, placed, pairs, orphans)
    if yakuman:
        weights = [2 if name in rules.double_yakuman else 1 for name in yakuman]
        number = sum(weights) if rules.yakuman_add else max(weights)
        names = tuple(name for name, weight in zip(yakuman, weights, strict=True) for _ in range(weight))
        return _paid(win, _Candidate(YAKUMAN_BASE * number, 0, 0, [], [], "yakuman"), names, number)
    best = max(_candidates(hand, placed, pairs), default=None, key=lambda candidate: candidate[:3])
    if win.first_turn and not win.tsumo and win.seat_wind and not win.melds and rules.renhou == "mangan":
        renhou = _Candidate(MANGAN, 5, 0, [("renhou", 5)], [], "mangan")
        best = renhou if best is None or renhou.base >= best.base else best
    if best is None:
        return None
    return _paid(win, best, (), 1 if best.limit == "yakuman" else 0)


def placements(reading: Reading, tile: int) -> Iterator[Wait]:
    """The ways in which the winning tile can complete this reading, each kind of wait once."""
    if reading.pair == tile:
        yield "pair_wait"
    if tile in reading.pungs:
        yield "pung"
    seen = set()
    for first in reading.chows:
        place = tile - first
        if 0 <= place <= 2 and first // 9 == tile // 9:
            number = first % 9
            if place == 1:
                wait = "closed_wait"
            elif (place == 2 and number == 0) or (place == 0 and number == 6):
                wait = "edge_wait"
            else:
                wait = "two_sided"
            seen.add(wait)
    yield from sorted(seen)


def _best_yakuman(hand: Hand, placed: list[tuple[Reading, Wait]], pairs: bool, orphans: bool) -> list[str]:
    """The yakuman of the reading that has most of them, in the order in which they are named."""
    common = situation_yakuman(hand)
    if orphans:
        return sorted(common + kokushi_yakuman(hand), key=_ORDER.__getitem__)
    common += tile_yakuman(hand)
    found = [common] if placed or pairs else []
    for reading, wait in placed:
        if len(reading.chows) < 4:
            groups = Groups(hand, reading)
            more = group_yakuman(hand, groups) + suuankou(hand, reading, wait)
            if more:
                found.append(common + more)
    double = hand.rules.double_yakuman
    best = max(found, key=lambda names: sum(2 if name in double else 1 for name in names))
    return sorted(best, key=_ORDER.__getitem__)


def _candidates(hand: Hand, placed: list[tuple[Reading, Wait]], pairs: bool) -> Iterator[_Candidate]:
    """Every reading that has a yaku."""
    common = situation_yaku(hand) + tile_yaku(hand)
    dora = dora_han(hand.win, hand.rules)
    if pairs:
        yield _candidate(hand.rules, [*common, ("chiitoitsu", 2)], dora, [CHIITOITSU_ITEM])
    last: Reading | None = None
    of_reading: list[tuple[str, int]] = []
    for reading, wait in placed:
        if reading is not last:
            of_reading = common + reading_yaku(hand, Groups(hand, reading))
            last = reading
        items, pinfu = reading_items(hand, reading, wait)
        yaku = of_reading
        if pinfu:
            yaku = [*yaku, ("pinfu", 1)]
        concealed = len(reading.pungs) + len(hand.concealed_kans) - (wait == "pung" and not hand.tsumo)
        if concealed >= 3:
            yaku = [*yaku, ("sanankou", 2)]
        if yaku:
            yield _candidate(hand.rules, yaku, dora, items)


def _candidate(
    rules: Scoring, yaku: list[tuple[str, int]], dora: list[tuple[str, int]], items: list[FuItem]
) -> _Candidate:
    yaku = yaku + dora
    han = sum(value for _, value in yaku)
    fu = rounded(items)
    base, limit = base_value(han, fu, rules)
    return _Candidate(base, han, fu, yaku, items, limit)


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
    """Ron, what the dealer and what each other player pays on a tsumo, rounded up to the next hundred (WRC 6.1)."""
    if not tsumo:
        return _hundreds(base * (6 if dealer else 4)), 0, 0
    if dealer:
        return 0, 0, _hundreds(base * 2)
    return 0, _hundreds(base * 2), _hundreds(base)


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def _paid(win: Win, best: _Candidate, yakuman: tuple[str, ...], counted: int) -> Score:
    ron, from_dealer, from_other = payments(best.base, dealer=win.seat_wind == 0, tsumo=win.tsumo)
    return Score(
        yaku=tuple(best.yaku),
        yakuman=yakuman,
        yakuman_counted=counted,
        han=best.han,
        fu=best.fu,
        fu_items=tuple(item.labelled() for item in best.items),
        limit=best.limit,
        base=best.base,
        ron=ron,
        from_dealer=from_dealer,
        from_other=from_other,
    )
