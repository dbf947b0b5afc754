"""The payments: WRC 6.1, 6.2, 5.7; MJ 3.3.9, 3.4.10, 4.1; SAI 47, 50, 52.8."""

from __future__ import annotations

from referee.rules.ruleset import Ruleset


def up(points: float) -> int:
    """Payments are rounded up to the next hundred (WRC 6.1, MJ 4.1.2)."""
    return -int(-points // 100) * 100


def of_win(
    rules: Ruleset,
    base: int,
    *,
    winner: int,
    source: int,
    dealer: int,
    honba: int,
    liable: int | None,
) -> tuple[list[int], int]:
    """Changes of the four scores without bets, and the value without counters."""
    changes = [0, 0, 0, 0]
    flow = rules.flow
    if winner == source:
        pays = {
            seat: up(base * (2 if dealer in (seat, winner) else 1)) for seat in range(4) if seat != winner
        }
        value = sum(pays.values())
        if liable is not None:  # WRC 6.2 "the full value of the hand, including all continuance counters"
            changes[liable] -= value + 3 * honba * flow.honba_tsumo
        else:
            for seat, points in pays.items():
                changes[seat] -= points + honba * flow.honba_tsumo
        changes[winner] += value + 3 * honba * flow.honba_tsumo
        return changes, value
    value = up(base * (6 if winner == dealer else 4))
    counters = honba * flow.honba_ron
    if liable is None or liable == source:
        changes[source] -= value + counters
    else:  # WRC 6.2 "shares the payment equally with the discarder … Only the discarder pays the … counters"
        changes[source] -= value // 2
        changes[liable] -= value // 2
        changes[liable if rules.scoring.pao_ron_counters == "liable" else source] -= counters
    changes[winner] += value + counters
    return changes, value


def of_draw(rules: Ruleset, tenpai: list[int]) -> list[int]:
    """Noten payments (WRC 5.7.2, MJ 3.4.2, SAI 52.8)."""
    if len(tenpai) in (0, 4):
        return [0, 0, 0, 0]
    get, give = rules.flow.noten_points // len(tenpai), rules.flow.noten_points // (4 - len(tenpai))
    return [get if seat in tenpai else -give for seat in range(4)]


def of_nagashi(seats: list[int], dealer: int) -> list[int]:
    """A mangan by self-draw for each nagashi mangan; no counters, still a draw (RULESETS.md)."""
    changes = [0, 0, 0, 0]
    for winner in seats:
        for seat in range(4):
            if seat != winner:
                points = 4000 if dealer in (seat, winner) else 2000
                changes[seat] -= points
                changes[winner] += points
    return changes
