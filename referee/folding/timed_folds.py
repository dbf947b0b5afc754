"""Folds of events that bear on timing: hands over the line, places in the wall, calls, suspicions."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from referee.game import events
from referee.game.events import Event
from referee.game.position import Claim, GameState, HandMovement
from referee.game.wall import RINSHAN
from referee.rules.suspicions import OUTLIVING, WIN_IN_VAIN

Untaken = tuple[tuple[int, int, str], ...]
CLAIMS: Final = frozenset({"chi", "pon", "kan"})
TAKEN_FIRST: Final = -1
"""The claimed tile was taken before the tiles of the call were seen, so it is not owed once they are."""


def expected_place(state: GameState) -> int | None:
    """The place in the wall of the tile that is drawn next, None if that is in doubt."""
    if "wall_place" not in state.senses:
        return None
    if state.rinshan_due:
        return RINSHAN[len(state.kans) - 1] if 0 < len(state.kans) <= len(RINSHAN) else None
    newest = state.places[0]
    return None if newest is None else newest + 1


def places_after(state: GameState, event: events.TileDrawn) -> tuple[int | None, int | None]:
    """The places of the newest live draw and of the newest draw of all; after a wrong place the next one is unknown."""
    if "wall_place" not in state.senses:
        return state.places
    live, expected = state.places[0], expected_place(state)
    place = expected if event.place is None else event.place
    if expected is not None and place != expected:
        return None, place
    return (live if event.rinshan else place), place


def one_more(untaken: Untaken, discarder: int) -> Untaken:
    """Count one more discard for each claimed tile still in the pond; the caller's own discard does not count."""
    return tuple((seat, count + (seat != discarder), act) for seat, count, act in untaken)


def untaken_after(state: GameState, event: events.MeldMade) -> Untaken:
    """The claimed tiles that still lie in a pond after a meld was shown, if the table senses when they are taken."""
    untaken = state.untaken
    if "tile_taken" not in state.senses:
        return untaken
    rest = tuple(each for each in untaken if each[0] != event.seat)
    if any(each[:2] == (event.seat, TAKEN_FIRST) for each in untaken):
        return rest
    return (*rest, (event.seat, 0, event.evidence))


def without_claim(state: GameState, event: events.CallMade | events.CallWithdrawn) -> tuple[Claim, ...]:
    """The claims without this one."""
    return tuple(each for each in state.claims if (each.seat, each.call) != (event.seat, event.call))


def drawn_again(
    state: GameState, event: events.MeldTakenBack | events.DrawTakenBack
) -> events.DrawPutOff | None:
    """The draw that a call took back, put off: if nothing comes of the call, the draw counts after all."""
    drawn = state.seats[event.seat].drawn
    if not isinstance(event, events.DrawTakenBack) or drawn is None:
        return state.put_off
    return events.DrawPutOff(event.seat, drawn, state.places[1], state.draw_at_ms, state.draw_within_ms)


def kept_suspects(
    state: GameState, event: events.MeldTakenBack | events.DrawTakenBack
) -> tuple[events.FoulSuspected, ...]:
    """The suspicions that remain after an act was taken back: those that did not depend on it."""
    if isinstance(event, events.DrawTakenBack):
        return state.suspects
    return tuple(each for each in state.suspects if each.seat != event.seat or each.rule in OUTLIVING)


def _hand_moved(state: GameState, event: events.HandMoved) -> GameState:
    moved = list(state.hands_moved)
    moved[event.seat] = HandMovement(event.across, event.at_ms, event.within_ms)
    return replace(state, hands_moved=tuple(moved))


def _claimed_tile_taken(state: GameState, event: events.ClaimedTileTaken) -> GameState:
    if "tile_taken" not in state.senses:
        return state  # the camera may miss a tile that is taken, so none is owed
    rest = tuple(each for each in state.untaken if each[0] != event.seat)
    if len(rest) == len(state.untaken):
        rest = (*rest, (event.seat, TAKEN_FIRST, ""))
    return replace(state, untaken=rest)


def _call_withdrawn(state: GameState, event: events.CallWithdrawn) -> GameState:
    return replace(state, claims=without_claim(state, event))


def _draw_put_off(state: GameState, event: events.DrawPutOff) -> GameState:
    return replace(state, put_off=event)


def _foul_suspected(state: GameState, event: events.FoulSuspected) -> GameState:
    return replace(state, suspects=(*state.suspects, event))


def _suspicion_ended(state: GameState, event: events.SuspicionEnded) -> GameState:
    ended = (event.rule, event.seat, event.act)
    rest = tuple(each for each in state.suspects if (each.rule, each.seat, each.act) != ended)
    awaited = state.awaited if any(each.awaits == WIN_IN_VAIN.name for each in rest) else None
    return replace(state, suspects=rest, awaited=awaited)


def _win_awaited(state: GameState, _event: events.WinAwaited) -> GameState:
    # Only the first discard counts: later ones are taken back together with it.
    return state if state.awaited is not None else replace(state, awaited=state)


TIMED_FOLDS: Final[dict[type[Event], Callable[[GameState, Any], GameState]]] = {
    events.HandMoved: _hand_moved,
    events.ClaimedTileTaken: _claimed_tile_taken,
    events.CallWithdrawn: _call_withdrawn,
    events.DrawPutOff: _draw_put_off,
    events.FoulSuspected: _foul_suspected,
    events.SuspicionEnded: _suspicion_ended,
    events.WinAwaited: _win_awaited,
}
