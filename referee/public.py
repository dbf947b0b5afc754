"""The state as it is published: what everybody at the table can see, fit for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.position import NO_RIICHI
from referee.rulings.standing import VOIDED, standing
from referee.tiles import NAMES

if TYPE_CHECKING:
    from referee.events import FoulFound, HandEnded
    from referee.position import GameState


def public_state(state: GameState | None, number: int, at_ms: int, table: str = "") -> dict[str, Any]:
    """The state as it is published: what everybody at the table can see, fit for JSON.

    Args:
        state: the state, None before the first hanchan.
        number: journal number of the newest entry.
        at_ms: table time of it.
        table: name of the table.
    """
    if state is None:
        return {
            "schema": 1,
            "table": table,
            "number": number,
            "at_ms": at_ms,
            "phase": "waiting",
            "seats": [],
        }
    last = state.last
    return {
        "schema": 1,
        "table": table,
        "number": number,
        "at_ms": at_ms,
        "phase": state.phase,
        "ruleset": state.ruleset.name,
        "hand": state.hand_name,
        "honba": state.honba,
        "bets": state.bets,
        "dealer": state.dealer,
        "time": {
            "limit_ms": state.ruleset.flow.time_limit_minutes * 60_000,
            "started_at_ms": state.started_at_ms,
            "called": state.time_called,
            "paused_at_ms": state.desk.clock_paused_at_ms,
            "added_ms": state.desk.clock_added_ms,
        },
        "stopped": _public_stop(state),
        "closing": _public_closing(state),
        "appeals": [
            {"seat": made.seat, "finding": made.finding, "outcome": made.outcome, "text": made.text}
            for made in state.desk.appeals
        ],
        "turn": state.turn,
        "live_tiles": state.live,
        "indicators": [NAMES[tile] for tile in state.indicators],
        "ura": [NAMES[tile] for tile in state.ura],
        "seats": [_public_seat(state, seat) for seat in range(4)],
        "last_result": None if last is None else {"hand": state.last_hand, **public_result(last)},
        "findings": [
            {
                "rule": foul.rule,
                "section": foul.section,
                "seat": foul.seat,
                **_proposal(state, number, foul),
                "evidence": list(foul.evidence),
                "ruling": _ruling_on(state, number),
            }
            for number, foul in enumerate(state.findings)
        ],
    }


def public_result(ended: HandEnded) -> dict[str, Any]:
    """How a hand ended, fit for JSON."""
    return {
        "result": ended.result,
        "wins": [
            {
                "seat": win.seat,
                "from": win.source,
                "yaku": dict(win.yaku),
                "yakuman": list(win.yakuman),
                "han": win.han,
                "fu": win.fu,
                "points": win.points,
                "liable": win.liable,
                "changes": list(win.changes),
            }
            for win in ended.wins
        ],
        "changes": list(ended.changes),
        "scores": list(ended.scores),
        "tenpai": list(ended.tenpai),
    }


def _proposal(state: GameState, number: int, foul: FoulFound) -> dict[str, str]:
    """The grade that is proposed and why; none where a win at the same time made the chombo void (WRC 7.1, MJ 3.4.6)."""
    if foul.grade == "chombo" and number in state.voided:
        return {"grade": "none", "text": f"{foul.text}; {VOIDED}"}
    return {"grade": foul.grade, "text": foul.text}


def _ruling_on(state: GameState, number: int) -> str | None:
    """The newest ruling on a finding; None while the judge has not ruled."""
    rulings = [made.ruling for made in state.rulings if made.finding == number]
    return rulings[-1] if rulings else None


def _public_stop(state: GameState) -> dict[str, Any] | None:
    if not state.desk.stopped:
        return None
    return {"reason": state.desk.stopped, "seat": state.desk.stopped_seat}


def _public_closing(state: GameState) -> dict[str, Any] | None:
    """Who has acknowledged the win and whether it is paid, where that is told; None unless a hand is being closed."""
    if state.phase != "closing":
        return None
    return {"acknowledged": list(state.desk.acknowledged), "paid": state.desk.paid}


def _public_seat(state: GameState, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "seat": number,
        "chair": state.chairs[number],
        "name": state.names[number],
        "wind": "ESWN"[state.wind(number)],
        "score": seat.score,
        "riichi": seat.riichi != NO_RIICHI,
        "concealed": seat.concealed,
        "pond": [
            {
                "tile": NAMES[entry.tile],
                "sideways": entry.sideways,
                "called_by": entry.called_by,
                "tsumogiri": entry.tsumogiri,
            }
            for entry in seat.pond
        ],
        "melds": [
            {
                "kind": meld.kind,
                "tiles": [NAMES[tile] for tile in meld.tiles],
                "claimed": None if meld.claimed is None else NAMES[meld.claimed],
                "from": meld.source,
                "added": None if meld.added is None else NAMES[meld.added],
            }
            for meld in seat.melds
        ],
        "dead": seat.dead,
        "warnings": sum(made.ruling == "warning" and made.seat == number for made in standing(state.rulings)),
        "disqualified": number in state.desk.disqualified,
        "shown": None if seat.shown is None else [NAMES[tile] for tile in seat.shown],
    }
