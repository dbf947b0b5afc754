"""Penalties of a hall by player: points off the overall score, and the ruling of each (WRC 7.1, SAI 54)."""

from collections.abc import Callable, Mapping, Sequence

from hall.judge.tables.hall import Json
from referee.texts.message import Message
from wording.frame import FrameTexts


def penalty_lines(results: Mapping[str, Sequence[Json]], say: Callable[[Message], str]) -> list[str]:
    """Return the points that each player has lost, the most first, with the rulings behind them.

    Args:
        results: the hanchans in each table's answer to ``results``, by table, including those in progress.
        say: puts a message into the terminal's language.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for table, hanchans in results.items():
        for hanchan in hanchans:
            for penalty in hanchan["penalties"]:
                line = FrameTexts.penalty(int(penalty["points"]), _why(penalty, say), table, _began(hanchan))
                found.setdefault(str(penalty["player"]), []).append((int(penalty["points"]), say(line)))
    if not found:
        return [say(FrameTexts.no_penalties())]
    lines = []
    for player, own in sorted(found.items(), key=lambda item: (-_sum(item[1]), item[0])):
        lines.append(say(FrameTexts.penalties(player, _sum(own))))
        lines.extend(f"  {line}" for _, line in own)
    return lines


def _sum(own: Sequence[tuple[int, str]]) -> int:
    return sum(points for points, _ in own)


def _began(hanchan: Json) -> str:
    return str(hanchan["began"])[:16].replace("T", " ")


def _why(penalty: Json, say: Callable[[Message], str]) -> str:
    reason = str(penalty["reason"])
    ruling, judge = str(penalty.get("ruling") or ""), str(penalty.get("judge") or "")
    what = [FrameTexts.ruling_name(ruling)] if ruling else []
    if reason and reason != ruling:
        what.append(FrameTexts.rule_name(reason))
    return say(FrameTexts.penalty_for(what, judge))
