"""Writes a record as mjai.

Beyond the format we write ``dice`` and ``completed`` in ``start_kyoku``, ``rule`` in ``start_game``, ``pao`` in ``hora``,
``offenders`` of a void hand in ``ryukyoku`` and ``totals`` in ``end_game``. Points that a judge moved are written as
``adjusted`` (``deltas``, ``kyotaku``) in the first line whose ``scores`` include them. Readers do not need any of these.
A hand that nobody saw is written as thirteen ``?``, in ``ryukyoku`` too, because readers expect every hand to be a list
(riichienv refuses null).
"""

from collections.abc import Iterator
from typing import Any, Final

from referee.hands.payments import BET
from referee.records.mjai.names import (
    MJAI_DRAWS,
    MJAI_HONOURS,
    MJAI_YAKU,
    MJAI_YAKUMAN,
    VOID,
    YAKUMAN_FAN,
    pai,
)
from referee.records.neutral.record import (
    Act,
    Adjusted,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import UNKNOWN

UNSEEN: Final = [pai(UNKNOWN)] * 13
"""A hand whose tiles are all unknown."""


def lines(record: GameRecord) -> Iterator[dict[str, Any]]:
    """The lines of a game."""
    yield {
        "type": "start_game",
        "names": list(record.names),
        "rule": {"name": record.ruleset, "overrides": record.overrides},
    }
    for hand in record.hands:
        yield from _hand_lines(hand)
    end: dict[str, Any] = {"type": "end_game"}
    if record.final is not None:
        end["scores"] = list(record.final)
    if record.totals is not None:
        end["totals"] = list(record.totals)
    yield end | _adjusted(record.adjusted)


def _adjusted(adjusted: Adjusted | None) -> dict[str, Any]:
    if adjusted is None:
        return {}
    return {"adjusted": {"deltas": list(adjusted.changes), "kyotaku": adjusted.bets}}


def _hand_lines(hand: HandRecord) -> Iterator[dict[str, Any]]:
    scores = list(hand.scores)
    start: dict[str, Any] = {
        "type": "start_kyoku",
        "bakaze": MJAI_HONOURS[hand.round // 4 % 4],
        "dora_marker": pai(hand.indicator),
        "kyoku": hand.round % 4 + 1,
        "honba": hand.honba,
        "kyotaku": hand.bets,
        "oya": hand.round % 4,
        "scores": list(scores),
        "tehais": [[pai(tile) for tile in tiles] for tiles in hand.hands],
    }
    if any(hand.dice):  # a hand that was entered without being seen has none
        start["dice"] = list(hand.dice)
    if hand.completed:
        start["completed"] = list(hand.completed)
    yield start | _adjusted(hand.adjusted)
    within = hand.adjusted_within
    for act in hand.acts:
        if isinstance(act, RecordedBet):
            scores[act.seat] -= BET
            deltas = [-BET if seat == act.seat else 0 for seat in range(4)]
            yield {"type": "reach_accepted", "actor": act.seat, "deltas": deltas, "scores": list(scores)}
        elif isinstance(act, WinClaim | DrawnGame):
            changes = act.recorded.get("changes", [0, 0, 0, 0])
            scores = [score + change for score, change in zip(scores, changes, strict=True)]
            line = _hora(act) if isinstance(act, WinClaim) else _ryukyoku(act)
            if within is not None:
                scores = [score + change for score, change in zip(scores, within.changes, strict=True)]
            yield line | {"deltas": list(changes), "scores": list(scores)} | _adjusted(within)
            within = None
        else:
            yield _act_line(act)
    if hand.acts and isinstance(hand.acts[-1], WinClaim | DrawnGame):
        yield {"type": "end_kyoku"}


def _act_line(act: Act) -> dict[str, Any]:
    if isinstance(act, RecordedDraw):
        return {"type": "tsumo", "actor": act.seat, "pai": pai(act.tile)}
    if isinstance(act, Discard):
        return {"type": "dahai", "actor": act.seat, "pai": pai(act.tile), "tsumogiri": act.tsumogiri}
    if isinstance(act, RecordedRiichi):
        return {"type": "reach", "actor": act.seat}
    if isinstance(act, KanDora):
        return {"type": "dora", "dora_marker": pai(act.tile)}
    assert isinstance(act, MeldCall)
    meld = act.meld
    line: dict[str, Any] = {"type": meld.kind, "actor": act.seat}
    consumed = list(meld.tiles)
    if meld.kind == "kakan":
        assert meld.added is not None
        consumed.remove(meld.added)
        line["pai"] = pai(meld.added)
    elif meld.claimed is not None:
        consumed.remove(meld.claimed)
        line |= {"target": meld.source, "pai": pai(meld.claimed)}
    return line | {"consumed": [pai(tile) for tile in consumed]}


def _hora(act: WinClaim) -> dict[str, Any]:
    recorded = act.recorded
    if "yakuman" in recorded:
        yakus = [[MJAI_YAKUMAN.get(name, name), YAKUMAN_FAN] for name in recorded["yakuman"]]
    else:
        yakus = [[MJAI_YAKU.get(name, name), han] for name, han in recorded.get("yaku", {}).items()]
    line: dict[str, Any] = {
        "type": "hora",
        "actor": act.seat,
        "target": act.source,
        "pai": pai(act.tile),
        "uradora_markers": [pai(tile) for tile in act.ura],
        "hora_tehais": [pai(tile) for tile in act.concealed],
        "yakus": yakus,
        "fu": recorded.get("fu", 0),
        # A win entered by hand has no known yaku.
        "fan": sum(fan for _, fan in yakus) or recorded.get("han", 0),
        "hora_points": recorded.get("points", 0),
    }
    if "liable" in recorded:
        line["pao"] = recorded["liable"]
    return line


def _ryukyoku(act: DrawnGame) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "ryukyoku",
        "reason": MJAI_DRAWS[act.result],
        "tehais": [UNSEEN if tiles is None else [pai(tile) for tile in tiles] for tiles in act.shown],
    }
    if "offenders" in act.recorded:
        line["offenders"] = list(act.recorded["offenders"])
        line["reason"] = MJAI_DRAWS[act.result] if line["offenders"] else VOID
    if "tenpai" in act.recorded:
        line["tenpais"] = [seat in act.recorded["tenpai"] for seat in range(4)]
    return line
