"""What a stream may show of a position that was some minutes ago: ponds, melds, opened hands with what they wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.hands.waits import waits
from referee.onlookers.standing import common, played, standings
from referee.tiles import KIND, KINDS, NAMES, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.encoding.shown import DiscardShown, MeldShown
    from referee.game.position import GameState, PondTile, Seat
    from referee.melds import Meld
    from referee.onlookers.shown import StandingShown, StreamSeat, StreamShown, WaitShown
    from referee.tiles import Tile


def stream_view(state: GameState, *, number: int, at_ms: int, table: str) -> StreamShown:
    """What a stream may show of a position.

    Args:
        state: the position.
        number: journal number of the newest entry that this rests on.
        at_ms: table time of it.
        table: name of the table.
    """
    lying = [KIND[tile] for tile in _lying(state) if tile != UNKNOWN]
    return {
        **common(state, number, at_ms, table),
        "seats": [_seat(state, standing, lying) for standing in standings(state)],
        "turn": state.turn,
        "indicators": [NAMES[tile] for tile in state.indicators],
        "ura": [NAMES[tile] for tile in state.ura],
        "last": None if state.last is None else played(state.last_hand, state.last),
    }


def _seat(state: GameState, standing: StandingShown, lying: list[int]) -> StreamSeat:
    seat = state.seats[standing["seat"]]
    return {
        **standing,
        "concealed": seat.concealed,
        "pond": [_discard(each) for each in seat.pond],
        "melds": [_meld(each) for each in seat.melds],
        "opened": None if seat.shown is None else [NAMES[tile] for tile in seat.shown],
        "waits": _waits(state, seat, lying),
    }


def _discard(entry: PondTile) -> DiscardShown:
    return {
        "tile": NAMES[entry.tile],
        "sideways": entry.sideways,
        "called_by": entry.called_by,
        "tsumogiri": entry.tsumogiri,
    }


def _meld(meld: Meld) -> MeldShown:
    return {
        "kind": meld.kind,
        "tiles": [NAMES[tile] for tile in meld.tiles],
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
        "from": meld.source,
        "added": None if meld.added is None else NAMES[meld.added],
    }


def _waits(state: GameState, seat: Seat, lying: list[int]) -> list[WaitShown]:
    """What an opened hand waits for; none while a tile of it is not known."""
    if seat.shown is None or UNKNOWN in seat.shown or len(seat.shown) + 3 * len(seat.melds) != 13:
        return []
    counts = [0] * KINDS
    for tile in seat.shown:
        counts[KIND[tile]] += 1
    if max(counts) > 4:
        return []
    return [
        {"tile": NAMES[kind], "left": max(0, 4 - lying.count(kind))}
        for kind in waits(counts, seat.melds, state.ruleset)
    ]


def _lying(state: GameState) -> Iterator[Tile]:
    """Every tile that lies open on the table, each once."""
    yield from state.indicators
    yield from state.ura
    for seat in state.seats:
        yield from (entry.tile for entry in seat.pond if entry.called_by is None)
        for meld in seat.melds:
            yield from meld.tiles
        yield from seat.shown or ()
