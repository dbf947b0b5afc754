"""The state as it is published: what everybody at the table can see, fit for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, cast

from referee.game.events import FoulFound, HandEnded
from referee.game.flow import hanchan_result
from referee.game.furiten import shown_furiten
from referee.game.judge_events import JuryRuled
from referee.game.observations import Ruling
from referee.game.position import NO_RIICHI, GameState, hand_name, round_of
from referee.game.standing import standing
from referee.game.texts import seen_text
from referee.melds import Meld
from referee.rules.fouls import Grade, points_of
from referee.texts.findings import Finding
from referee.texts.language import LanguageName, language
from referee.texts.message import Message, to_json
from referee.tiles import NAMES

if TYPE_CHECKING:
    from referee.encoding.shown import (
        AttendantShown,
        ClosingShown,
        EndShown,
        FindingShown,
        GameShown,
        HanchanShown,
        JuryRulingShown,
        JuryShown,
        MeldShown,
        OpenShown,
        PlayerShown,
        ResultShown,
        StopShown,
        TableShown,
        TimeShown,
    )

WINDS: Final[tuple[Literal["E", "S", "W", "N"], ...]] = ("E", "S", "W", "N")


def public_state(
    state: GameState | None, number: int, at_ms: int, table: str = "", words: LanguageName = "en"
) -> dict[str, Any]:
    """The state as it is published: what everybody at the table can see, fit for JSON.

    Args:
        state: the state, None before the first hanchan.
        number: journal number of the newest entry.
        at_ms: table time of it.
        table: name of the table.
        words: the language for the texts of findings.
    """
    if state is None:
        empty: TableShown = {
            "schema": 1,
            "table": table,
            "number": number,
            "at_ms": at_ms,
            "phase": "waiting",
            "seats": [],
        }
        return cast("dict[str, Any]", empty)
    shown: GameShown = {
        "schema": 1,
        "table": table,
        "number": number,
        "at_ms": at_ms,
        "phase": state.phase,
        "ruleset": state.ruleset.name,
        "unchecked": state.ruleset.unchecked,
        "hand": state.hand_name,
        "honba": state.honba,
        "bets": state.bets,
        "dealer": state.dealer,
        "time": _public_time(state),
        "stopped": _public_stop(state),
        "attendant": _public_attendant(state),
        "closing": _public_closing(state),
        "appeals": [
            {"seat": made.seat, "finding": made.finding, "outcome": made.outcome, "text": made.text}
            for made in state.desk.appeals
        ],
        "jury": _public_jury(state),
        "juries": [_jury_ruling(each) for each in state.desk.juries],
        "turn": state.turn,
        "open": _public_open(state),
        "claims": [
            {"seat": each.seat, "call": each.call, "at_ms": each.at_ms, "void": each.void}
            for each in state.claims
        ],
        "live_tiles": state.live,
        "indicators": [NAMES[tile] for tile in state.indicators],
        "ura": [NAMES[tile] for tile in state.ura],
        "seats": [_public_seat(state, seat) for seat in range(4)],
        "result": result_of_hanchan(state),
        "signature": (state.signature or None) if state.phase == "ended" else None,
        "last_result": None if state.last is None else _last_result(state, state.last),
        "findings": [_finding(state, number, foul, words) for number, foul in enumerate(state.findings)],
    }
    return cast("dict[str, Any]", shown)


def _public_time(state: GameState) -> TimeShown:
    desk = state.desk
    return {
        "limit_ms": state.ruleset.flow.time_limit_minutes * 60_000,
        "started_at_ms": state.started_at_ms,
        "called": state.time_called,
        # Before the start signal the clock stands at its beginning.
        "paused_at_ms": state.started_at_ms if desk.signal_awaited else desk.clock_paused_at_ms,
        "awaits_signal": desk.signal_awaited,
        "added_ms": desk.clock_added_ms,
        "hand_granted": desk.hand_granted,
    }


def result_of_hanchan(state: GameState) -> HanchanShown | None:
    """Return places and totals of a hanchan that has ended; None while it is played."""
    if state.phase != "ended":
        return None
    ended = hanchan_result(state)
    return {"places": list(ended.places), "totals": list(ended.totals)}


def _last_result(state: GameState, last: HandEnded) -> ResultShown:
    """Return the result of the last hand, with the winds and players of that hand rather than of the next."""
    dealer = round_of(state.last_hand) % 4
    return {
        "hand": state.last_hand,
        "winds": [WINDS[(seat - dealer) % 4] for seat in range(4)],
        "names": list(last.names or state.names),
        **public_result(last),
    }


def public_result(ended: HandEnded) -> EndShown:
    """Return the result of a hand, fit for JSON."""
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
        "offenders": list(ended.offenders),
    }


def _finding(state: GameState, number: int, foul: FoulFound, words: LanguageName) -> FindingShown:
    grade, reason = _proposal(state, number, foul)
    as_json = to_json(reason)
    return {
        "rule": foul.rule,
        "section": foul.section,
        "seat": foul.seat,
        "hand": None if foul.round is None else hand_name(foul.round),
        "wind": None if foul.round is None else WINDS[(foul.seat - foul.round) % 4],
        "name": state.names[foul.seat] if foul.name is None else foul.name,
        "grade": grade,
        "costs": _costs(state, foul.seat, grade),
        "text": language(words).say(reason),
        "code": as_json["code"],
        "arguments": as_json["arguments"],
        "evidence": list(foul.evidence),
        "ruling": _ruling_on(state, number),
    }


def _costs(state: GameState, seat: int, grade: Grade) -> int:
    """Points of the overall score that the grade would cost now; a chombo paid at the table costs none (MJ 3.4.6)."""
    if grade == "chombo" and state.ruleset.flow.chombo_payment == "reverse_mangan":
        return 0
    warnings = sum(made.ruling == "warning" and made.seat == seat for made in standing(state.rulings))
    return points_of(grade, state.ruleset.fouls, warnings=warnings)


def _proposal(state: GameState, number: int, foul: FoulFound) -> tuple[Grade, Message]:
    """The proposed grade and its reason; ``none`` if a simultaneous win made the chombo void (WRC 7.1, MJ 3.4.6)."""
    if foul.grade == "chombo" and number in state.voided:
        return "none", Finding.chombo_made_void(seen_text(foul))
    return cast("Grade", foul.grade), seen_text(foul)


def _ruling_on(state: GameState, number: int) -> Ruling | None:
    """The newest ruling on a finding; None while the judge has not ruled."""
    rulings = [made.ruling for made in state.rulings if made.finding == number]
    return rulings[-1] if rulings else None


def _public_stop(state: GameState) -> StopShown | None:
    desk = state.desk
    if not desk.stopped:
        return None
    return {
        "reason": desk.stopped,
        "seat": desk.stopped_seat,
        "by": desk.stopped_by,
        "text": desk.stopped_text,
        "played_on": desk.played_on,
    }


def _public_attendant(state: GameState) -> AttendantShown | None:
    desk = state.desk
    if not desk.attendant:
        return None
    return {"who": desk.attendant, "since_ms": desk.attended_ms, "waited_ms": desk.waited_ms}


def _public_jury(state: GameState) -> JuryShown | None:
    jury = state.desk.jury
    if jury is None:
        return None
    return {
        "finding": jury.finding,
        "seat": jury.seat,
        "jurors": list(jury.jurors),
        "voted": list(jury.voted),
    }


def _jury_ruling(ended: JuryRuled) -> JuryRulingShown:
    return {
        "finding": ended.finding,
        "seat": ended.seat,
        "ruling": ended.ruling,
        "votes": [
            {"judge": each.judge, "ruling": each.ruling, "points": each.points, "text": each.text}
            for each in ended.votes
        ],
    }


def _public_closing(state: GameState) -> ClosingShown | None:
    """The acknowledgements of the win and its payment, if the table reports them; None unless a hand is being closed."""
    if state.phase != "closing":
        return None
    return {"acknowledged": list(state.desk.acknowledged), "paid": state.desk.paid}


def _public_open(state: GameState) -> OpenShown | None:
    """The tile that may be claimed as long as nobody has drawn or shown a meld since."""
    tile = state.open
    if tile is None or state.phase != "playing" or (tile.kind == "discard" and state.holding):
        return None
    return {"seat": tile.seat, "tile": NAMES[tile.tile], "kind": tile.kind, "at_ms": tile.at_ms}


def _public_seat(state: GameState, number: int) -> PlayerShown:
    seat = state.seats[number]
    return {
        "seat": number,
        "chair": state.chairs[number],
        "name": state.names[number],
        "wind": WINDS[state.wind(number)],
        "score": seat.score,
        "riichi": seat.riichi != NO_RIICHI,
        "concealed": seat.concealed,
        "pond": [
            {
                "tile": NAMES[entry.tile],
                "sideways": entry.sideways,
                "called_by": entry.called_by,
                "tsumogiri": entry.tsumogiri,
                "confidence_pm": entry.confidence_pm,
            }
            for entry in seat.pond
        ],
        "melds": [public_meld(meld) for meld in seat.melds],
        "dead": seat.dead,
        "warnings": sum(made.ruling == "warning" and made.seat == number for made in standing(state.rulings)),
        "disqualified": number in state.desk.disqualified,
        "shown": None if seat.shown is None else [NAMES[tile] for tile in seat.shown],
        "furiten": shown_furiten(state, number),
    }


def public_meld(meld: Meld) -> MeldShown:
    """A meld, fit for JSON."""
    return {
        "kind": meld.kind,
        "tiles": [NAMES[tile] for tile in meld.tiles],
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
        "from": meld.source,
        "added": None if meld.added is None else NAMES[meld.added],
    }
