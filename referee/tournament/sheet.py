"""The score sheet of a hanchan: places, points, uma, oka, penalties and the final result, as people sign it (WRC 5.9.2, 8.2)."""

from collections import Counter
from typing import Any

from referee.encoding.shown import PenaltyInForce, SheetRow, SheetShown
from referee.game.flow import shares_of, uma_of
from referee.tournament.results import HanchanResult
from referee.tournament.tournament import ARRIVAL, PlayerPenalty, written


def add_results(public: dict[str, Any], result: HanchanResult) -> None:
    """Add to the published state of a game what only the hanchan as a whole tells: its penalties, and the sheet at its end."""
    public["penalties"] = [_penalty(each) for each in result.penalties]
    public["sheet"] = score_sheet(result)
    costs = {each.finding: each.points for each in result.penalties if each.finding is not None}
    for number, found in enumerate(public["findings"]):
        if found["rule"] in ARRIVAL:
            found["costs"] = costs.get(number, 0)


def score_sheet(result: HanchanResult) -> SheetShown | None:
    """The sheet of a hanchan, None while it is played, and of one that was thrown away."""
    scores, places = result.scores, result.places
    if scores is None or places is None:
        return None
    flow = result.ruleset.flow
    uma = shares_of(uma_of(scores, result.ruleset), places)
    lost = Counter[tuple[int | None, str]]()
    for each in result.penalties:
        lost[each.seat, each.player] += each.points
    rows: list[SheetRow] = []
    for seat, (name, total) in enumerate(zip(result.players, result.totals, strict=True)):
        penalties = lost.pop((seat, name), 0)
        rows.append(
            {
                "seat": seat,
                "name": name,
                "place": places[seat],
                "points": scores[seat],
                "uma": written(uma[seat], result.ruleset),
                "oka": written(total - (scores[seat] - flow.return_points) - uma[seat], result.ruleset),
                "penalties": penalties,
                "overall": written(total - flow.point_value * penalties, result.ruleset),
            }
        )
    return {
        "rows": rows,
        "returns": flow.return_points,
        "others": [{"name": name, "penalties": points} for (_, name), points in lost.items() if points],
        "disqualified": list(result.disqualified_seats),
    }


def _penalty(each: PlayerPenalty) -> PenaltyInForce:
    return {
        "seat": each.seat,
        "name": each.player,
        "points": each.points,
        "ruling": each.ruling,
        "reason": each.reason,
        "minutes": each.minutes,
        "judge": each.judge,
    }
