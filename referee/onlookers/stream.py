"""The view of a stream on a position some minutes ago: ponds, melds, opened hands with what they wait for."""

from referee.encoding.public import public_meld
from referee.encoding.shown import DiscardShown
from referee.folding.copies import lying
from referee.game.position import GameState, PondTile, Seat
from referee.hands.waits import waits
from referee.onlookers.shown import StandingShown, StreamSeat, StreamShown, WaitShown
from referee.onlookers.standing import common, played, standings
from referee.tiles import COPIES, KIND, KINDS, NAMES, UNKNOWN


def stream_view(
    state: GameState, *, number: int, at_ms: int, table: str, rulings: bool = False
) -> StreamShown:
    """Return the view that a stream may have of a position.

    Args:
        state: the position.
        number: journal number of the newest entry that the view includes.
        at_ms: table time of it.
        table: name of the table.
        rulings: the club wants rulings shown.
    """
    left = [COPIES] * KINDS
    for tile, many in lying(state).items():
        if tile != UNKNOWN:
            left[KIND[tile]] -= many
    return {
        **common(state, number, at_ms, table, rulings=rulings),
        "seats": [_seat(state, standing, left) for standing in standings(state)],
        "turn": state.turn,
        "indicators": [NAMES[tile] for tile in state.indicators],
        "ura": [NAMES[tile] for tile in state.ura],
        "last": None if state.last is None else played(state.last_hand, state.last),
    }


def _seat(state: GameState, standing: StandingShown, left: list[int]) -> StreamSeat:
    seat = state.seats[standing["seat"]]
    return {
        **standing,
        "concealed": seat.concealed,
        "pond": [_discard(each) for each in seat.pond],
        "melds": [public_meld(each) for each in seat.melds],
        "opened": None if seat.shown is None else [NAMES[tile] for tile in seat.shown],
        "waits": _waits(state, seat, left),
    }


def _discard(entry: PondTile) -> DiscardShown:
    return {
        "tile": NAMES[entry.tile],
        "sideways": entry.sideways,
        "called_by": entry.called_by,
        "tsumogiri": entry.tsumogiri,
    }


def _waits(state: GameState, seat: Seat, left: list[int]) -> list[WaitShown]:
    """Return the tiles that an opened hand waits for; none while a tile of it is not known."""
    if seat.shown is None or UNKNOWN in seat.shown or len(seat.shown) + 3 * len(seat.melds) != 13:
        return []
    counts = [0] * KINDS
    for tile in seat.shown:
        counts[KIND[tile]] += 1
    if max(counts) > COPIES:
        return []
    return [
        {"tile": NAMES[kind], "left": max(0, left[kind])} for kind in waits(counts, seat.melds, state.ruleset)
    ]
