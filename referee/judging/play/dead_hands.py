"""Acts forbidden to a dead hand, and the foul that each is (WRC 7.1, 7.2; MJ 3.4.6, 3.4.7; SAI 54.3, 55.3(11))."""

from referee.game import events
from referee.game.observations import Call
from referee.game.position import GameState
from referee.judging.findings import vain
from referee.judging.findings.judging import Judging
from referee.judging.findings.windows import WINS
from referee.texts.findings import Finding


def forbids(state: GameState, number: int, *, ankan: bool) -> bool:
    """Return whether a hand is dead and may not call; some rulebooks still let it declare a concealed kan."""
    return state.seats[number].dead and not (ankan and state.ruleset.fouls.dead_hand_ankan)


def calls(judging: Judging, number: int, call: Call, *, own_kan: bool = False) -> None:
    """Judge a call of a dead hand: a foul of its own where the rulebook names such calls, otherwise a call in vain."""
    state, seen = judging.state, judging.observation
    rule, text = _rule(state, call, own_kan=own_kan), Finding.calls_with_dead_hand(call)
    if rule in vain.WIN_RULES:
        vain.called(judging, rule, number, text)
        return
    if rule:
        judging.foul(rule, number, text)
    judging.put(events.CallMade(number, call, seen.at_ms, seen.within_ms, seen.source, void=True))


def shows_meld(judging: Judging, number: int, kind: str) -> None:
    """Judge a meld of a dead hand that was not called."""
    own_kan, seen = kind in {"ankan", "kakan"}, judging.observation
    call: Call = "chi" if kind == "chi" else "pon" if kind == "pon" else "kan"
    judging.foul(_rule(judging.state, call, own_kan=own_kan), number, Finding.meld_with_dead_hand(kind))
    judging.put(events.CallMade(number, call, seen.at_ms, seen.within_ms, seen.source, void=True))


def _rule(state: GameState, call: Call, *, own_kan: bool) -> str:
    """Return the foul that a dead hand's call is; empty if the rulebook allows the call."""
    which = state.ruleset.fouls.dead_hand_calls
    claims = call in {"chi", "pon", "ron"} or (call == "kan" and not own_kan)
    if call == "nine_terminals":
        return "nine_terminals_not_there"
    if which == "all" or (which == "claims" and claims) or (which == "tiles_and_riichi" and call not in WINS):
        return "dead_hand_call"
    if call in WINS:
        return "false_win_call"
    return "empty_kan" if call == "kan" else ""
