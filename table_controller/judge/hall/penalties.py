"""Penalties of a hall by player: points off the overall score, and the ruling of each (WRC 7.1, SAI 54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.fouls import CATALOGUE
from table_controller.judge.hall.words import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_controller.judge.hall.hall import Json


def penalty_lines(told: Mapping[str, Sequence[Json]]) -> list[str]:
    """The points each player has lost, the most first, with the rulings behind them.

    Args:
        told: of each table the hanchans it answered to ``results`` with, also those that are played.
    """
    found: dict[str, list[tuple[Json, str]]] = {}
    for table, hanchans in told.items():
        for hanchan in hanchans:
            where = f"table {table}, hanchan of {_began(hanchan)}"
            for penalty in hanchan["penalties"]:
                found.setdefault(str(penalty["player"]), []).append((penalty, where))
    if not found:
        return ["nobody has been ruled on"]
    lines = []
    for player, own in sorted(found.items(), key=lambda item: (-_sum(item[1]), item[0])):
        lines.append(f"{player or 'a player without a name'}: {_points(_sum(own))}")
        lines.extend(f"  {_points(penalty['points'])}: {_why(penalty)} ({where})" for penalty, where in own)
    return lines


def _sum(own: Sequence[tuple[Json, str]]) -> int:
    return sum(int(penalty["points"]) for penalty, _ in own)


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _began(hanchan: Json) -> str:
    return str(hanchan["began"])[:16].replace("T", " ")


def _why(penalty: Json) -> str:
    reason = str(penalty["reason"])
    foul = CATALOGUE.get(reason)
    ruling, judge = str(penalty.get("ruling") or ""), str(penalty.get("judge") or "")
    parts = [plain(ruling)] if ruling else []
    if reason and reason != ruling:
        parts.append(reason if foul is None else foul.words)
    return f"{', '.join(parts)}{f', ruled by {judge}' if judge else ''}"
