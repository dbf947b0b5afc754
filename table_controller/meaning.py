"""What something seen or felt means in the game as it stands: observations, or a press for the machine.

Readings are whole zones and are compared with the referee's state, so that only what is new means anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware_bridge.signals import Button, ButtonName, DiceRolled, Levels, StickSlot, WallTouch
from referee import observations
from referee.draws import draw_reason
from referee.tiles import KIND, UNKNOWN
from table_controller import zones
from table_controller.fitting import IN_PLAY, may_close, melds_of, nine_terminals, seat_of
from vision.sightings import ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.signals import Signal
    from referee.observations import Call, Observation
    from referee.position import GameState
    from vision.sightings import PlacedTile

CALLS: Final[dict[ButtonName, Call]] = {
    ButtonName.CHI: "chi",
    ButtonName.PON: "pon",
    ButtonName.KAN: "kan",
    ButtonName.RIICHI: "riichi",
    ButtonName.RON: "ron",
    ButtonName.TSUMO: "tsumo",
}


@dataclass(frozen=True, slots=True)
class Press:
    """A button for the machine: ``set`` or ``dice``."""

    chair: int
    button: ButtonName
    at_ms: int


class Meaning(NamedTuple):
    """Observations in their order, a press for the machine, a note for people."""

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    note: str = ""


@dataclass(slots=True)
class Interpreter:
    """Knows what lies on the walls and beside them, and whose hands are across the lines.

    Attributes:
        across: chairs whose light curtain is broken.
    """

    across: set[int] = field(default_factory=set)
    _walls: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _uras: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)

    def meaning(self, said: Signal | ZoneReading, state: GameState | None, at_ms: int) -> Meaning:
        """What it means; nothing if it is not new or not part of the game."""
        if isinstance(said, ZoneReading):
            return self._of_reading(said, state)
        if isinstance(said, Button):
            return self._of_button(said, state, at_ms)
        if isinstance(said, DiceRolled):
            if state is None or state.phase not in {"waiting", "dealing"}:
                return Meaning(note="dice rolled in the middle of a hand do not count")
            self._walls.clear()
            self._uras.clear()
            hand = (UNKNOWN,) * 13
            dealt = observations.HandDealt(dice=(said.first, said.second), hands=(hand, hand, hand, hand))
            return Meaning((dealt,))
        if state is None or state.phase not in IN_PLAY:
            return Meaning()
        if isinstance(said, WallTouch):
            seat = self._drawer(said, state)
            return Meaning() if seat is None else Meaning((observations.TileDrawn(seat=seat, tile=UNKNOWN),))
        laid = [
            seat
            for seat in (seat_of(state, chair) for chair in _chairs(said))
            if not state.seats[seat].stick and (isinstance(said, StickSlot) or state.seats[seat].riichi)
        ]
        return Meaning(tuple(observations.StickLaid(seat=seat) for seat in laid))

    def _of_button(self, said: Button, state: GameState | None, at_ms: int) -> Meaning:
        if said.button is ButtonName.DICE:
            return Meaning(press=Press(said.chair, said.button, at_ms))
        if said.button is ButtonName.SET:
            return self._of_set(said, state, at_ms)
        if said.button is ButtonName.JUDGE:
            if state is None or state.phase == "ended":
                return Meaning()
            return Meaning((observations.JudgeCalled(seat=seat_of(state, said.chair)),))
        if state is None or state.phase not in IN_PLAY:
            return Meaning()
        heard = observations.CallHeard(seat=seat_of(state, said.chair), call=CALLS[said.button])
        return Meaning((heard,))

    def _drawer(self, touch: WallTouch, state: GameState) -> int | None:
        """Whose hand touched the wall as a draw; None if it was no draw.

        The wall tells the chair of the hand. Without a hand across any line it is taken for the player in turn.
        """
        seat = seat_of(state, touch.chair)
        if state.phase == "dealing" and not state.indicators:
            return None  # the deal goes on until the indicator is turned
        if seat == state.turn and not state.holding:
            return seat
        if seat != state.turn and touch.chair in self.across:
            return seat
        return None

    def _of_set(self, said: Button, state: GameState | None, at_ms: int) -> Meaning:
        press = Press(said.chair, said.button, at_ms)
        if state is None or state.phase not in IN_PLAY:
            return Meaning(press=press)
        if state.desk.stopped:
            return Meaning(note=f"set button of chair {said.chair} while play is stopped: nothing is done")
        if not may_close(said, state):
            who = "the dealer" if state.chairs[state.dealer] == said.chair else "not the dealer"
            return Meaning(
                note=f"set button of chair {said.chair} ({who}) while the hand goes on: nothing is done"
            )
        found: list[Observation] = []
        if draw_reason(state) in {"exhaustive", "nagashi"} and not state.wins:
            found.extend(
                observations.TenpaiDeclared(seat=number, tenpai=seat.shown is not None)
                for number, seat in enumerate(state.seats)
                if seat.announced is None
            )
        ura = zones.ura_in_order(self._walls, self._uras, state.indicators)
        if state.wins and ura and not state.ura:
            # Fewer than there are indicators: nobody will turn the others any more.
            found.append(observations.UraSeen(tiles=ura))
        found.append(observations.HandClosed())
        return Meaning(tuple(found), press)

    def _of_reading(self, said: ZoneReading, state: GameState | None) -> Meaning:
        kind, _, place = said.zone.partition("/")
        if kind == "wall":
            self._walls[int(place)] = said.tiles
        elif kind == "ura":
            self._uras[int(place)] = said.tiles
        if state is None or state.phase not in IN_PLAY:
            return Meaning()
        seat = seat_of(state, int(place))
        if kind == "pond":
            return _of_pond(said, seat, state)
        if kind == "meld":
            return Meaning(_of_melds(said, seat, state))
        if kind == "wall":
            new = zones.new_indicators(self._walls.values(), state.indicators)
            return Meaning(tuple(observations.IndicatorSeen(tile=placed.tile) for placed in new))
        if kind == "ura":
            ura = zones.ura_in_order(self._walls, self._uras, state.indicators)
            if len(ura) < max(1, len(state.indicators)) or ura == state.ura:
                return Meaning()
            return Meaning((observations.UraSeen(tiles=ura),))
        return Meaning(_of_hand(said, seat, state))


def _chairs(said: Signal) -> tuple[int, ...]:
    if isinstance(said, StickSlot):
        return (said.chair,)
    if isinstance(said, Levels):
        return tuple(chair for chair in range(4) if said.sticks >> chair & 1)
    return ()


def _of_pond(said: ZoneReading, seat: int, state: GameState) -> Meaning:
    pond = state.seats[seat].pond
    new = zones.new_discards(said.tiles, pond)
    swept = len(said.tiles) < len(pond)
    note = "" if swept or zones.same_pond(said.tiles, pond) else f"{said.zone} is read otherwise than before"
    discards = tuple(
        observations.TileDiscarded(seat=seat, tile=zones.face_of(placed), sideways=placed.sideways)
        for placed in new
    )
    return Meaning(discards, note=note)


def _of_melds(said: ZoneReading, seat: int, state: GameState) -> tuple[Observation, ...]:
    return tuple(
        observations.MeldShown(
            seat=seat,
            kind=meld.kind,
            tiles=tuple(sorted(meld.tiles, key=lambda tile: (KIND[tile], tile))),
            claimed=meld.claimed,
            source_seat=None if meld.steps is None else (seat + meld.steps) % 4,
            added=meld.added,
        )
        for meld in zones.new_melds(melds_of(said, state), state.seats[seat].melds)
    )


def _of_hand(said: ZoneReading, seat: int, state: GameState) -> tuple[Observation, ...]:
    hand = zones.hand_in(said.tiles)
    if hand is None or state.seats[seat].shown is not None:
        return ()
    tiles = tuple(sorted(hand.tiles, key=lambda tile: (KIND[tile], tile)))
    shown = observations.TilesShown(seat=seat, tiles=tiles, winning=hand.apart)
    if nine_terminals(hand, seat, state) and not any(claim.seat == seat for claim in state.claims):
        return (observations.CallHeard(seat=seat, call="nine_terminals"), shown)
    return (shown,)
