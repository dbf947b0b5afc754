"""Buttons: set closes the hand and moves the machine, dice rolls the dice, the others are calls.

At a table without dice of ours, the panel's dice button begins the hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from firmware_bridge.messages.signals import Button, ButtonName
from referee.game import observations
from referee.game.draws import draw_reason
from referee.game.judge_observations import PlayHalted
from referee.game.observations import Call, Observation
from referee.game.position import IN_HAND, GameState
from referee.judging.rulings.stopping import halt_refused
from referee.tiles import UNKNOWN
from table_controller.journal.panel_signals import PanelButton, StopContact
from table_controller.sensing.waiting import closing
from table_controller.sensing.waiting.awaiting import WALLS, Awaited, always, corners, due_pond
from table_controller.sensing.waiting.fitting import (
    EXPECTED,
    LAST,
    POSSIBLE,
    UNEXPECTED,
    call_of,
    may_close,
    may_press,
    seat_of,
)
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import (
    FROM_PANEL,
    FROM_UNIT,
    InputContext,
    PendingInput,
    Policy,
    panel_lane,
    unit_lane,
)
from table_controller.sensing.waiting.policy_result import PolicyResult, Press

DEALT: Final = (UNKNOWN,) * 13
"""Tiles dealt to a hand, unknown. [tiles; section: WRC 4.9]"""


def _fit_set(pending: PendingInput[Button], context: InputContext) -> int:
    """Return the fit of a set button: after a win in riichi, the ura dora indicators come before the end of the hand."""
    state = context.state
    if closing.due(pending, context) is not None or not may_close(pending.payload, state):
        return UNEXPECTED
    in_riichi = any(state.seats[win.seat].riichi for win in state.wins)
    if in_riichi and state.ruleset.scoring.ura_dora and not state.ura:
        return UNEXPECTED
    return LAST


def _closes(payload: Button, state: GameState) -> bool:
    return state.phase in IN_HAND and may_press(payload, state) and not state.desk.stopped


def _indicator_unseen(pending: PendingInput[Button], context: InputContext) -> bool:
    """Return whether the button would close a hand whose indicator may lie unseen."""
    if context.state.indicators or not may_close(pending.payload, context.state):
        return False
    return any(context.sources.unseen(zone, pending.at_ms) for zone in WALLS)


def _begins(payload: Button, state: GameState | None, memory: Memory, at_ms: int) -> PolicyResult | None:
    """Return the hanchan that set and dice begin if held together; the same press raises the walls."""
    if not memory.chord.begins(payload, state):
        return None
    return PolicyResult(press=Press(payload.chair, ButtonName.SET, at_ms), begins=payload.chair)


def _mean_set(payload: Button, state: GameState | None, memory: Memory, at_ms: int) -> PolicyResult:
    if (begun := _begins(payload, state, memory, at_ms)) is not None:
        return begun
    press = Press(payload.chair, payload.button, at_ms)
    if state is None or state.phase not in IN_HAND:
        return PolicyResult(press=press)
    if state.desk.stopped:
        return PolicyResult(
            note=f"set button of chair {payload.chair} while play is stopped: nothing is done"
        )
    if not may_close(payload, state):
        who = (
            "the panel"
            if isinstance(payload, PanelButton)
            else "the dealer"
            if state.chairs[state.dealer] == payload.chair
            else "not the dealer"
        )
        return PolicyResult(
            note=f"set button of chair {payload.chair} ({who}) while the hand goes on: nothing is done"
        )
    return PolicyResult(tuple(closing_hand(state, memory)), press)


def closing_hand(state: GameState, memory: Memory) -> list[Observation]:
    """Return the observations that close a hand: the missing announcements, ura dora, the closing itself."""
    found: list[Observation] = []
    if draw_reason(state) in {"exhaustive", "nagashi"} and not state.wins:
        found.extend(
            observations.TenpaiDeclared(seat=number, tenpai=seat.shown is not None)
            for number, seat in enumerate(state.seats)
            if seat.announced is None
        )
    ura = memory.ura(state.indicators)
    if state.wins and ura and not state.ura:
        # There may be fewer than dora indicators, but nobody will turn up more.
        found.append(observations.UraSeen(tiles=ura))
    found.append(observations.HandClosed())
    return found


def _mean_dice(payload: Button, state: GameState | None, memory: Memory, at_ms: int) -> PolicyResult:
    begun = _begins(payload, state, memory, at_ms)
    if begun is not None:
        return begun
    return PolicyResult(press=Press(payload.chair, payload.button, at_ms))


def _mean_panel_dice(payload: Button, state: GameState | None, memory: Memory, at_ms: int) -> PolicyResult:
    if memory.by_sight is None or memory.chord.begins(payload, state):
        return _mean_dice(payload, state, memory, at_ms)
    return _begin_hand(state, memory)


def _begin_hand(state: GameState | None, memory: Memory) -> PolicyResult:
    """Begin a hand for which the players have thrown dice of their own."""
    if state is None or state.phase != "waiting" or state.desk.stopped or state.dice_locked:
        return PolicyResult(note="dice button of the panel while no hand can begin: nothing is done")
    dice = None if memory.by_sight is None else memory.by_sight.begin()
    if dice is None:
        return PolicyResult(
            note="dice button of the panel while the tiles of the hand before lie there: press it again to begin"
        )
    memory.hand_begins()
    hands = (DEALT, DEALT, DEALT, DEALT)
    return PolicyResult((observations.HandDealt(dice=dice, hands=hands),), anew=True)


def _mean_judge(payload: Button, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase == "ended":
        return PolicyResult()
    return PolicyResult((observations.JudgeCalled(seat=seat_of(state, payload.chair)),))


def _mean_panel_judge(_said: Button, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    return PolicyResult() if state is None or state.phase == "ended" else _halt(state, "")


def _halt(state: GameState, text: str) -> PolicyResult:
    """Stop play for somebody at the panel, who may be no player."""
    halted = PlayHalted(judge="panel", text=text)
    return PolicyResult() if halt_refused(state, halted) else PolicyResult((halted,))


def _mean_stop(_said: StopContact, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    return PolicyResult() if state is None else _halt(state, "emergency stop")


def _fit_call(pending: PendingInput[Button], context: InputContext) -> int:
    state = context.state
    call = call_of(pending.payload, state)
    return EXPECTED if _fits(call, seat_of(state, pending.payload.chair), state) else UNEXPECTED


def _fits(call: Call, seat: int, state: GameState) -> bool:
    """Return whether a call may come next."""
    holds = seat == state.turn and state.holding
    tile = state.open
    claimable = tile is not None and tile.seat != seat and not state.holding
    if call in {"chi", "pon"}:
        return claimable and tile is not None and tile.kind == "discard"
    if call == "ron":
        return claimable or state.phase == "closing"
    if call == "kan":
        return claimable or holds
    return holds


def _await_play(_said: Button, state: GameState) -> Awaited:
    return Awaited(always(state), due_pond(state) or corners())


def _mean_call(payload: Button, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    heard = observations.CallHeard(seat=seat_of(state, payload.chair), call=call_of(payload, state))
    return PolicyResult((heard,))


SET: Final = Policy[Button](
    origin=FROM_UNIT,
    lane=unit_lane,
    fit=_fit_set,
    means=_mean_set,
    follows_unseen=_indicator_unseen,
    closes=_closes,
    agreed=True,
    when_lost=True,
)
DICE_BUTTON: Final = Policy[Button](
    origin=FROM_UNIT, lane=unit_lane, fit=lambda _pending, _context: POSSIBLE, means=_mean_dice
)
JUDGE: Final = Policy[Button](
    origin=FROM_UNIT,
    lane=unit_lane,
    fit=lambda _pending, _context: EXPECTED,
    means=_mean_judge,
    comes_first=True,
    before_end=True,
    when_lost=True,
)
STOP: Final = Policy[StopContact](
    origin=FROM_PANEL,
    lane=lambda _: "stop",
    fit=lambda _pending, _context: EXPECTED,
    means=_mean_stop,
    comes_first=True,
    before_end=True,
    when_lost=True,
)
WIN: Final = Policy[Button](origin=FROM_UNIT, lane=unit_lane, fit=_fit_call, means=_mean_call)
"""A call of a win waits for every zone."""
CALL: Final = replace(WIN, awaits=_await_play)
"""Chi, pon, kan and riichi."""
OF_UNIT: Final[Mapping[ButtonName, Policy[Button]]] = {
    ButtonName.SET: SET,
    ButtonName.DICE: DICE_BUTTON,
    ButtonName.JUDGE: JUDGE,
    ButtonName.RON: WIN,
    ButtonName.TSUMO: WIN,
    ButtonName.CHI: CALL,
    ButtonName.PON: CALL,
    ButtonName.KAN: CALL,
    ButtonName.RIICHI: CALL,
}
OF_PANEL: Final[Mapping[ButtonName, Policy[Button]]] = {
    name: replace(policy, origin=FROM_PANEL, lane=panel_lane)
    for name, policy in {
        **OF_UNIT,
        ButtonName.DICE: replace(DICE_BUTTON, means=_mean_panel_dice),
        ButtonName.JUDGE: replace(JUDGE, means=_mean_panel_judge),
    }.items()
}
