"""Kans of a player's own hand, robbing them, and the indicators they turn (WRC 5.4.6-9, 6.4; MJ 3.3.5-10; SAI 43)."""

from typing import Final

from referee.folding.copies import not_in_hand, one_too_many
from referee.folding.melding import outlasts
from referee.game import events, observations
from referee.game.consequences import with_consequences
from referee.game.position import ACCEPTED, IN_HAND, GameState
from referee.game.texts import Breach
from referee.judging.findings import suspicion, windows
from referee.judging.findings.judging import Judging
from referee.judging.play import laying, pace
from referee.judging.play.drawing import implied_draw
from referee.melds import Meld
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import KIND, RED_MAN, RED_PIN, RED_SOU, UNKNOWN, Tile, is_red

MOST_KANS = 4
MAY_NOT_BE: Final = frozenset({"kan_after_call", "fifth_kan", "call_on_last_tile"})
"""Fouls of a kan of four equal tiles at a moment when no kan is allowed."""
REDS = {4: RED_MAN, 13: RED_PIN, 22: RED_SOU}
"""The red five of each kind of five."""


def own_kan(judging: Judging, seen: observations.MeldShown) -> None:
    """A concealed kan, or a tile added to a pon."""
    state = judging.state
    called = any(claim.seat == seen.seat and claim.call == "kan" for claim in state.claims)
    if seen.seat == state.turn:
        implied_draw(judging, seen.seat)
        state = judging.state
    if seen.seat != state.turn or not state.holding:
        if not windows.voided(state, seen.seat):
            judging.foul("void_call", seen.seat, Finding.kan_out_of_turn(seen.kind))
            windows.void_calls(judging, seen.seat)
        return
    meld = _kakan(state, seen) if seen.kind == "kakan" else _ankan(state, seen)
    if meld is None:
        judging.foul("invalid_meld", seen.seat, Finding.no_meld(seen.kind, seen.tiles))
        return
    wrong = _wrong_kan(state, seen.seat, meld)
    if wrong is not None and wrong[0] == "riichi_kan" and _waits_for_the_end(state):
        suspicion.suspect(judging, suspicions.RIICHI_KAN, wrong[0], seen.seat, wrong[1])
    elif wrong is not None:
        judging.foul(wrong[0], seen.seat, wrong[1])
    pace.judge_showing(judging, seen)
    overtaken = windows.overtaken(state)
    gone = state.knowledge.final and not outlasts(state, seen.kind)
    lapsed = frozenset(claim.seat for claim in overtaken if gone or windows.lapsed(state, claim, seen))
    windows.empty_calls(judging, lapsed)
    windows.empty_calls(judging, frozenset(claim.seat for claim in overtaken), wins=False)
    made = events.MeldMade(seen.seat, meld, seen.source, seen.at_ms, seen.within_ms)
    judging.put(with_consequences(judging.state, made))
    if wrong is not None:
        must_go_back(judging, seen.seat, wrong)
    laying.suspect_unsaid(judging, seen, called=called)
    if seen.kind == "ankan" and not _hidden_well(state, seen.tiles):
        judging.foul("kan_display", seen.seat, Finding.kan_turned_wrongly())


def _waits_for_the_end(state: GameState) -> bool:
    """Return whether a kan that riichi forbids, though all see it, is judged only at the player's win or at a draw.

    WRC 7.2 and MJ 3.4.6 judge it then; by SAI 53.3 the judge is called at once.
    """
    return state.ruleset.fouls.riichi_kan_judged == "win_or_draw"


def must_go_back(judging: Judging, number: int, wrong: Breach) -> None:
    """Suspect a forbidden kan: if calling it costs nothing, it may be taken back until the discard (WRC 7.2, MJ 3.4.7)."""
    rule, text = wrong
    if rule in MAY_NOT_BE and judging.proposed(rule, number) == "none":
        text = Finding.discards_with_it(text)
        suspicion.suspect(judging, suspicions.KAN_BACK, "invalid_meld", number, text)


def lies_at_discard(judging: Judging, number: int, *, carried_out: bool) -> None:
    """Decide at the discard that a forbidden kan can no longer go back, if its replacement tile was seen to be drawn."""
    suspicion.apply_cue(judging, Cue.DISCARDED_REPLACED if carried_out else Cue.DISCARDED_UNREPLACED, number)


def indicator_owed(state: GameState) -> bool:
    """Return whether the player in turn has made a kan whose indicator is not yet turned; a forbidden kan turns none."""
    if not state.dora_due or not state.rinshan:
        return False
    here = state.findings[state.first_finding :]
    return not any(found.seat == state.turn and found.rule in MAY_NOT_BE for found in here)


def _hidden_well(state: GameState, tiles: tuple[Tile, ...]) -> bool:
    """Return whether a concealed kan hides the right tiles (WRC 5.4.8, MJ 3.3.7, SAI 44.3); a record does not tell."""
    hidden = tuple(at for at, tile in enumerate(tiles) if tile == UNKNOWN)
    if not state.knowledge.layout or len(hidden) != 2:
        return True
    return hidden == (1, 2) or (hidden == (0, 3) and state.ruleset.display.ankan_hidden != "middle")


def _wrong_kan(state: GameState, number: int, meld: Meld) -> Breach | None:
    """The first rule that a kan of the player's own hand breaks, and what was seen."""
    seat = state.seats[number]
    if seat.drawn is None:
        return "kan_after_call", Finding.kan_after_call(meld.kind)
    if state.live == 0 and not state.ruleset.calls.kan_on_last_tile:
        return "call_on_last_tile", Finding.kan_with_empty_wall(meld.kind)
    laid = meld.tiles if meld.added is None else (meld.added,)
    if not_in_hand(state, number, laid) is not None:
        return "tile_not_in_hand", Finding.kan_not_held(meld.kind)
    if seat.riichi == ACCEPTED:
        drawn = seat.drawn == UNKNOWN or KIND[seat.drawn] == KIND[meld.tiles[0]]
        if meld.kind == "kakan" or not drawn:
            return "riichi_kan", Finding.kan_in_riichi_not_drawn(meld.kind)
    if len(state.kans) >= MOST_KANS:
        return "fifth_kan", Finding.fifth_kan()
    return None


def _ankan(state: GameState, seen: observations.MeldShown) -> Meld | None:
    """The whole kan: the hidden tiles are the rest of the kind, the red five included."""
    faces = [tile for tile in seen.tiles if tile != UNKNOWN]
    kinds = {KIND[tile] for tile in faces}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    if len(seen.tiles) != 4:
        return None
    hidden = [kind] * (4 - len(faces))
    if (
        hidden
        and state.ruleset.scoring.red_fives
        and kind in REDS
        and not any(is_red(tile) for tile in faces)
    ):
        hidden[0] = REDS[kind]
    return Meld("ankan", tuple(sorted((*faces, *hidden), key=lambda tile: (KIND[tile], tile))))


def _kakan(state: GameState, seen: observations.MeldShown) -> Meld | None:
    added = seen.added
    if added is None or added == UNKNOWN:
        return None
    for meld in state.seats[seen.seat].melds:
        if meld.kind == "pon" and KIND[meld.tiles[0]] == KIND[added]:
            tiles = tuple(sorted((*meld.tiles, added), key=lambda tile: (KIND[tile], tile)))
            return Meld("kakan", tiles, meld.claimed, meld.source, added)
    return None


def indicator_seen(judging: Judging, seen: observations.IndicatorSeen) -> None:
    """A dora indicator lies face up: the first one, or one for a kan that is due.

    While one is due, a face equal to an earlier indicator counts as the new one, since there are four of a kind. The reporter
    knows from its place on the wall which ones were there before. Once a win is shown, an indicator may be left over from a
    kan that was taken back.
    """
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    if state.indicators and not state.dora_due:
        if state.phase != "closing" and (state.knowledge.unrepeated or not _known(judging, seen.tile)):
            judging.foul("indicator_without_kan", state.turn, Finding.indicator_without_kan(seen.tile))
        return
    judging.put(events.IndicatorTurned(seen.tile, kan=bool(state.indicators)))
    state = judging.state
    if one_too_many(state, seen.tile):
        judging.foul_once("fifth_copy", state.turn, Finding.turns_one_more(seen.tile))


def _known(judging: Judging, tile: Tile) -> bool:
    """Return whether this indicator counts already, or was turned without a kan and still lies there."""
    strays = {each.said for each in judging.unruled if each.rule == "indicator_without_kan"}
    return tile in judging.state.indicators or Finding.indicator_without_kan(tile) in strays
