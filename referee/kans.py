"""Kans of the own hand, robbing them, and the indicators they turn (WRC 5.4.6-9, 6.4; MJ 3.3.5-10; SAI 43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.drawing import implied_draw
from referee.melds import Meld
from referee.position import ACCEPTED
from referee.tiles import KIND, NAMES, RED_MAN, RED_PIN, RED_SOU, UNKNOWN, is_red

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging
    from referee.position import GameState

MOST_KANS = 4
REDS = {4: RED_MAN, 13: RED_PIN, 22: RED_SOU}
"""The red five of each kind of five."""


def own_kan(judging: Judging, seen: observations.MeldShown) -> None:
    """A concealed kan, or a tile added to a pon."""
    state = judging.state
    if seen.seat == state.turn:
        implied_draw(judging, seen.seat)
        state = judging.state
    if seen.seat != state.turn or not state.holding:
        judging.foul("void_call", seen.seat, f"makes a {seen.kind} out of turn")
        return
    meld = _kakan(state, seen) if seen.kind == "kakan" else _ankan(state, seen)
    if meld is None:
        text = f"{' '.join(NAMES[tile] for tile in seen.tiles)} is no {seen.kind}"
        judging.foul("invalid_meld", seen.seat, text)
        return
    seat = state.seats[seen.seat]
    if seat.drawn is None:
        judging.foul("kan_after_call", seen.seat, f"makes a {seen.kind} in a turn that began with a call")
    if state.live == 0 and not state.ruleset.calls.kan_on_last_tile:
        judging.foul("call_on_last_tile", seen.seat, f"makes a {seen.kind} with no tile left in the wall")
    needed = (meld.added,) if meld.added is not None else meld.tiles
    if seat.unknown == 0 and any(
        seat.known.count(tile) < needed.count(tile) for tile in needed if tile is not None
    ):
        judging.foul("tile_not_in_hand", seen.seat, f"makes a {seen.kind} of tiles that are not in the hand")
    kind = KIND[meld.tiles[0]]
    if seat.riichi == ACCEPTED and (
        seen.kind == "kakan" or (seat.drawn not in {None, UNKNOWN} and KIND[seat.drawn or 0] != kind)
    ):
        judging.foul("riichi_kan", seen.seat, f"in riichi, makes a {seen.kind} not with the tile drawn")
    judge_number(judging, seen.seat)
    judging.put(events.MeldMade(seen.seat, meld))


def judge_number(judging: Judging, seat: int) -> None:
    """There is no fifth kan."""
    if len(judging.state.kans) >= MOST_KANS:
        judging.foul("fifth_kan", seat, "makes a fifth kan")


def _ankan(state: GameState, seen: observations.MeldShown) -> Meld | None:
    """The whole kan: the hidden tiles are what the two that show leave, the red five among them."""
    faces = [tile for tile in seen.tiles if tile != UNKNOWN]
    kinds = {KIND[tile] for tile in faces}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
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

    While one is due, a face that lies there already counts as the new one: four of a kind are in the set. Who reports
    knows by the place on the wall what was there before.
    """
    state = judging.state_or_none
    if state is None or state.phase in {"waiting", "ended"}:
        return
    if not state.indicators:
        judging.put(events.IndicatorTurned(seen.tile))
    elif state.dora_due:
        judging.put(events.IndicatorTurned(seen.tile, kan=True))
    elif seen.tile not in state.indicators:
        judging.foul("indicator_without_kan", state.turn, f"{NAMES[seen.tile]} is turned without a kan")
