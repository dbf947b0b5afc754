"""The payments: WRC 6.1, 6.2, 5.7; MJ 3.3.9, 3.4.10, 4.1; SAI 47, 50, 52.8."""

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
    liable: list[tuple[int, int]],
) -> tuple[list[int], int]:
    """Changes of the four scores without bets, and the value without counters.

    ``liable``: seats with the part of the base value that each answers for; the rest is paid as by any other hand.
    """
    paid = [0, 0, 0, 0]
    flow = rules.flow
    tsumo = winner == source
    rest = base - sum(part for _, part in liable)
    for seat in range(4):
        if tsumo and seat != winner:
            paid[seat] += up(rest * (2 if dealer in (seat, winner) else 1))
    if not tsumo:
        paid[source] += up(rest * (6 if winner == dealer else 4))
    for seat, part in liable:
        whole = up(part * (6 if winner == dealer else 4))
        if tsumo:  # WRC 6.2 "the full value of the hand"
            paid[seat] += whole
        else:  # WRC 6.2 "shares the payment equally with the discarder"
            paid[source] += whole // 2
            paid[seat] += whole // 2
    value = sum(paid)
    if tsumo:
        for seat in range(4):
            if seat != winner:  # WRC 6.2 "including all continuance counters"
                paid[liable[0][0] if liable else seat] += honba * flow.honba_tsumo
    else:  # WRC 6.2 "Only the discarder pays the … counters"
        theirs = bool(liable) and rules.scoring.pao_ron_counters == "liable"
        paid[liable[0][0] if theirs else source] += honba * flow.honba_ron
    changes = [-points for points in paid]
    changes[winner] = sum(paid)
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
