"""How well something seen or felt fits the game as it stands: what may come next, and what has to wait.

Judged by the turn alone, not by the rules: what is illegal fits too if it can be told apart, and is for the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import ButtonName, StickSlot
from referee.game.draws import hand_over
from table_controller.sensing.waiting import zones
from vision.sightings import ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Button
    from referee.game.observations import Call
    from referee.game.position import GameState
    from referee.tiles import Tile
    from table_controller.sensing.waiting.waiting import Item

CALLS: Final[dict[ButtonName, Call]] = {
    ButtonName.CHI: "chi",
    ButtonName.PON: "pon",
    ButtonName.KAN: "kan",
    ButtonName.RIICHI: "riichi",
    ButtonName.RON: "ron",
    ButtonName.TSUMO: "tsumo",
}
NINE: Final = 9
IN_PLAY: Final = frozenset({"dealing", "playing", "closing"})
EXPECTED, POSSIBLE, LAST, UNEXPECTED = range(4)
"""What fits better goes first; the unexpected waits for what would explain it."""


def seat_of(state: GameState, chair: int) -> int:
    """The seat of a chair."""
    return state.chairs.index(chair)


def melds_of(said: ZoneReading, state: GameState) -> tuple[zones.LyingMeld, ...]:
    """The melds of a corner."""
    return zones.melds_in(said.tiles, red_fives=state.ruleset.scoring.red_fives)


def may_press(said: Button, state: GameState) -> bool:
    """Whether this set button is the dealer's, or anybody may press it."""
    return state.ruleset.timing.set_button == "anyone" or state.chairs[state.dealer] == said.chair


def may_close(said: Button, state: GameState) -> bool:
    """Whether this set button closes the hand: the hand is over, and the button is one that may."""
    return may_press(said, state) and hand_over(state)


def rank_close(said: Button, state: GameState) -> int:
    """How well a set button fits as the end of the hand: after a win in riichi the ura indicators come first."""
    if not may_close(said, state):
        return UNEXPECTED
    in_riichi = any(state.seats[win.seat].riichi for win in state.wins)
    if in_riichi and state.ruleset.scoring.ura_dora and not state.ura:
        return UNEXPECTED
    return LAST


def rank_signal(said: Button | StickSlot, state: GameState) -> int:
    """How well a button or a stick fits."""
    if isinstance(said, StickSlot):
        return EXPECTED if state.seats[seat_of(state, said.chair)].riichi else POSSIBLE
    if said.button is ButtonName.JUDGE:
        return EXPECTED
    if said.button is ButtonName.SET:
        return rank_close(said, state)
    if said.button in CALLS:
        return rank_call(CALLS[said.button], seat_of(state, said.chair), state)
    return POSSIBLE


def rank_call(call: Call, seat: int, state: GameState) -> int:
    """How well a call fits."""
    own_turn = seat == state.turn
    tile = state.open
    claimable = tile is not None and tile.seat != seat and not state.holding
    if call in {"chi", "pon"}:
        return EXPECTED if claimable and tile is not None and tile.kind == "discard" else UNEXPECTED
    if call == "ron":
        return EXPECTED if claimable or state.phase == "closing" else UNEXPECTED
    if call == "kan":
        return EXPECTED if claimable or (own_turn and state.holding) else UNEXPECTED
    return EXPECTED if own_turn and state.holding else UNEXPECTED


def rank_reading(said: ZoneReading, state: GameState) -> int:
    """How well what lies in a zone now fits."""
    kind = said.zone.kind
    if kind == "felt":
        # A tile on its way somewhere is laid down for a moment; only what stays means anything.
        return UNEXPECTED if said.tiles else EXPECTED
    number = seat_of(state, said.zone.chair)
    seat = state.seats[number]
    if kind == "pond":
        if zones.new_discards(said.tiles, seat.pond):
            if number != state.turn:
                return UNEXPECTED
            if state.phase == "dealing" and not state.indicators:
                return UNEXPECTED
            return EXPECTED if state.holding else POSSIBLE
        # Fewer tiles: one is on its way into a meld, or all into the well. As many but others: the last one may have
        # been called and followed by another before the meld could be read.
        there = sum(entry.called_by is None for entry in seat.pond)
        same = len(said.tiles) < there or zones.same_pond(said.tiles, seat.pond)
        return EXPECTED if same else UNEXPECTED
    if kind == "meld":
        return max(
            (_rank_meld(meld, number, state) for meld in zones.new_melds(melds_of(said, state), seat.melds)),
            default=EXPECTED,
        )
    if kind == "hand":
        hand = zones.hand_in(said.tiles)
        if hand is None or seat.shown is not None:
            return EXPECTED
        if len(hand.tiles) + (hand.apart is not None) < 13 - 3 * len(seat.melds):
            return UNEXPECTED  # not all are open yet
        claimed = any(claim.seat == number and claim.call in {"ron", "tsumo"} for claim in state.claims)
        if claimed or hand_over(state) or nine_terminals(hand, number, state):
            return EXPECTED
        return UNEXPECTED
    return EXPECTED


def _rank_meld(meld: zones.LyingMeld, seat: int, state: GameState) -> int:
    if meld.kind in {"ankan", "kakan"}:
        return EXPECTED if seat == state.turn and state.holding else UNEXPECTED
    tile = state.open
    fits = (
        tile is not None
        and tile.kind == "discard"
        and not state.holding
        and tile.seat != seat
        and meld.claimed in {None, tile.tile}
    )
    return EXPECTED if fits else UNEXPECTED


def called_from_turn(item: Item, state: GameState) -> Tile | None:
    """The tile that a waiting meld shows to have been called from who is to discard; None if it shows none."""
    said = item.said
    if not isinstance(said, ZoneReading) or said.zone.kind != "meld":
        return None
    seat = seat_of(state, said.zone.chair)
    for meld in zones.new_melds(melds_of(said, state), state.seats[seat].melds):
        # What was claimed for a pon that is a kan now was discarded long ago.
        fresh = meld.kind != "kakan" and meld.steps is not None and seat != state.turn
        if fresh and meld.steps is not None and (seat + meld.steps) % 4 == state.turn:
            return meld.claimed
    return None


def nine_terminals(hand: zones.LyingHand, seat: int, state: GameState) -> bool:
    """Whether a hand opened in the first, unbroken turn aborts the game: there is no button for it."""
    tiles = hand.tiles if hand.apart is None else (*hand.tiles, hand.apart)
    return (
        state.ruleset.flow.abort_nine_terminals
        and state.unbroken
        and seat == state.turn
        and not state.seats[seat].pond
        and not state.claims
        and zones.terminal_kinds(tiles) >= NINE
    )
