"""What something seen or felt means in the game as it stands: observations, or a press for the machine.

Readings are whole zones and are compared with the referee's state, so that only what is new means anything.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware_bridge.messages.signals import Button, ButtonName, DiceRolled, Levels, StickSlot, WallTouch
from referee.game import observations
from referee.game.draws import draw_reason
from referee.tiles import KIND, UNKNOWN
from table_controller.sensing.chord import Chord
from table_controller.sensing.felt_sticks import bettor
from table_controller.sensing.hands_over import Hands
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import (
    CALLS,
    IN_PLAY,
    may_close,
    melds_of,
    nine_terminals,
    seat_of,
)
from table_controller.sensing.waiting.wall_taken import DrawSeen, WallTaken, drawn_place
from vision.geometry import to_chair
from vision.sightings import SticksSeen, ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Signal
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.tiles import Tile
    from table_controller.sensing.waiting.waiting import Said
    from vision.sightings import PlacedTile, TileMoved
    from vision.zones import ZoneId

CALLS_KEPT: Final = 600
"""Frames in which a reading that shows a called tile is waited for."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button for the machine: ``set`` or ``dice``."""

    chair: int
    button: ButtonName
    at_ms: int


class Meaning(NamedTuple):
    """Observations in their order, a press for the machine, a note for people, a hanchan that begins."""

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    note: str = ""
    begins: int | None = None
    """The chair that begins a hanchan and deals first."""
    more: int = 0
    """How many things more were done in what was read: they may have come after something else."""


@dataclass(slots=True)
class Interpreter:
    """Knows what lies on the walls and beside them, and whose hands are across the lines.

    Attributes:
        hands: whose hands are over the line.
        taken: which tiles the camera has seen taken from the walls.
        chord: which buttons are held together.
    """

    hands: Hands = field(default_factory=Hands)
    taken: WallTaken = field(default_factory=WallTaken)
    chord: Chord = field(default_factory=Chord)
    _walls: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _uras: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _ponds: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _corners: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _felt: tuple[PlacedTile, ...] = ()
    _straight: tuple[ZoneId, int] | None = None
    _called: dict[int, TileMoved] = field(default_factory=dict)

    def copied(self) -> Interpreter:
        """Another one that knows the same: what is tried out with it leaves this one as it is."""
        return replace(
            self,
            hands=copy(self.hands),
            taken=copy(self.taken),
            chord=copy(self.chord),
            _walls=dict(self._walls),
            _uras=dict(self._uras),
            _ponds=dict(self._ponds),
            _corners=dict(self._corners),
            _called=dict(self._called),
        )

    def vision_started(self) -> None:
        """Vision was started anew: its frames are counted from the first again, and nobody's arms are told of."""
        self.hands.forget()
        self.taken.forget()
        self._straight = None
        self._called.clear()

    def hand_begins(self) -> None:
        """The dice are read: other walls stand than before."""
        self._walls.clear()
        self._uras.clear()
        self.taken.break_walls()

    def moved(self, told: TileMoved) -> None:
        """What the reading of a frame has shown: a tile that came from the wall to a pond, or from a pond to a corner."""
        if told.target is None:
            return
        if told.tsumogiri:
            self._straight = (told.target.zone, told.frame)
        if told.kind == "called":
            self._called = {
                frame: each for frame, each in self._called.items() if frame > told.frame - CALLS_KEPT
            }
            self._called[told.frame] = told

    def meaning(self, said: Said, state: GameState | None, at_ms: int) -> Meaning:
        """What it means; nothing if it is not new or not part of the game."""
        if isinstance(said, ZoneReading):
            return self._of_reading(said, state)
        if isinstance(said, Button):
            return self._of_button(said, state, at_ms)
        if isinstance(said, DiceRolled):
            if state is None or state.phase not in {"waiting", "dealing"}:
                return Meaning(note="dice rolled in the middle of a hand do not count")
            self.hand_begins()
            hand = (UNKNOWN,) * 13
            dealt = observations.HandDealt(dice=(said.first, said.second), hands=(hand, hand, hand, hand))
            return Meaning((dealt,))
        if state is None or state.phase not in IN_PLAY:
            return Meaning()
        if isinstance(said, WallTouch | DrawSeen):
            return Meaning(self._of_touch(said, state))
        if isinstance(said, SticksSeen):
            seat = bettor(said, state)
            return Meaning(() if seat is None else (observations.StickLaid(seat=seat),))
        laid = [
            seat
            for seat in (seat_of(state, chair) for chair in _chairs(said))
            if not state.seats[seat].stick and (isinstance(said, StickSlot) or state.seats[seat].riichi)
        ]
        return Meaning(tuple(observations.StickLaid(seat=seat) for seat in laid))

    def _of_button(self, said: Button, state: GameState | None, at_ms: int) -> Meaning:
        if self.chord.begins(said, state):
            # The same press raises the walls.
            return Meaning(press=Press(said.chair, ButtonName.SET, at_ms), begins=said.chair)
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

    def _of_touch(self, touch: WallTouch | DrawSeen, state: GameState) -> tuple[Observation, ...]:
        """The draw that a touch of the wall was, if it was one, or a tile that the camera saw go at a table that feels none.

        The wall tells the chair of the hand. The player in turn draws. Anybody else, and who has drawn, may have touched it in
        passing: a draw it was if the camera has seen a tile go, or an other player's hand has not come back yet.
        """
        seat = seat_of(state, touch.chair)
        if state.phase == "dealing" and not state.indicators:
            return ()  # the deal goes on until the indicator is turned
        taken = touch.taken if isinstance(touch, DrawSeen) else self.taken.by(touch.at_ms)
        place = None if taken is None else drawn_place(taken, seat, state)
        in_turn = seat == state.turn
        if place is None and isinstance(touch, DrawSeen):
            return ()
        if (
            not (in_turn and not state.holding)
            and place is None
            and (in_turn or not self.hands.over_since(touch.chair, touch.at_ms, state))
        ):
            return ()
        return (observations.TileDrawn(seat=seat, tile=UNKNOWN, place=place),)

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
        ura = self.ura(state)
        if state.wins and ura and not state.ura:
            # Fewer than there are indicators: nobody will turn the others any more.
            found.append(observations.UraSeen(tiles=ura))
        found.append(observations.HandClosed())
        return Meaning(tuple(found), press)

    def ura(self, state: GameState) -> tuple[Tile, ...]:
        """The ura dora indicators that lie open, in the order of the indicators."""
        return zones.ura_in_order(self._walls, self._uras, state.indicators)

    def _of_felt(self, said: ZoneReading, state: GameState | None) -> Meaning:
        """Tiles that lie where none belongs: exposed by accident, unless one was pushed out of a pond."""
        before, self._felt = self._felt, said.tiles
        new = zones.lying_anew(said.tiles, before)
        if state is None or state.phase != "playing" or state.claims or not new:
            return Meaning()
        found: list[Observation] = []
        notes = []
        for chair in sorted({_side_of(placed) for placed in new}):
            seat = seat_of(state, chair)
            there = [placed for placed in new if _side_of(placed) == chair]
            astray = zones.missing_from_ponds(
                self._ponds, {state.chairs[number]: each.pond for number, each in enumerate(state.seats)}
            )
            tiles = tuple(placed.tile for placed in there if placed.tile not in astray)
            if tiles:
                found.append(observations.TilesExposed(seat=seat, count=len(tiles), tiles=tiles))
            if len(tiles) < len(there):
                notes.append(f"a discard lies outside the ponds, before chair {chair}")
        return Meaning(tuple(found), note="; ".join(notes))

    def _of_reading(self, said: ZoneReading, state: GameState | None) -> Meaning:
        found = self._of_zone(said, state)
        taken = self._called.get(said.frame)
        if taken is None or taken.source is None or taken.target is None:
            return found
        if (
            state is None
            or state.phase not in IN_PLAY
            or said.zone not in {taken.source.zone, taken.target.zone}
        ):
            return found
        del self._called[said.frame]
        seat = seat_of(state, taken.target.zone.chair)
        return found._replace(observations=(*found.observations, observations.TileTaken(seat=seat)))

    def _of_zone(self, said: ZoneReading, state: GameState | None) -> Meaning:
        kind = said.zone.kind
        if kind == "felt":
            return self._of_felt(said, state)
        if kind == "pond":
            self._ponds[said.zone.chair] = said.tiles
        if kind == "wall":
            self._walls[said.zone.chair] = said.tiles
        elif kind == "ura":
            self._uras[said.zone.chair] = said.tiles
        corner: tuple[PlacedTile, ...] = ()
        if kind == "meld":
            corner = self._corners.get(said.zone.chair, ())
            self._corners[said.zone.chair] = said.tiles
        if state is None or state.phase not in IN_PLAY:
            return Meaning()
        seat = seat_of(state, said.zone.chair)
        if kind == "pond":
            found = _of_pond(said, seat, state, tsumogiri=self._straight == (said.zone, said.frame))
            if found.more:
                self._straight = None
            return found
        if kind == "meld":
            return Meaning(_of_melds(said, seat, state, reread=zones.lie_as_before(said.tiles, corner)))
        if kind == "wall":
            new = zones.new_indicators(self._walls.values(), state.indicators)
            return Meaning(tuple(observations.IndicatorSeen(tile=placed.tile) for placed in new))
        if kind == "ura":
            ura = self.ura(state)
            if len(ura) < max(1, len(state.indicators)) or ura == state.ura:
                return Meaning()
            return Meaning((observations.UraSeen(tiles=ura),))
        return Meaning(_of_hand(said, seat, state))


def _side_of(placed: PlacedTile) -> int:
    """The chair on whose side of the table a tile on the felt lies."""
    return max(range(4), key=lambda chair: to_chair(chair, placed.x_mm, placed.y_mm)[1])


def _chairs(said: Signal) -> tuple[int, ...]:
    if isinstance(said, StickSlot):
        return (said.chair,)
    if isinstance(said, Levels):
        return tuple(chair for chair in range(4) if said.sticks >> chair & 1)
    return ()


def _of_pond(said: ZoneReading, seat: int, state: GameState, *, tsumogiri: bool) -> Meaning:
    pond = state.seats[seat].pond
    new = zones.new_discards(said.tiles, pond)
    swept = len(said.tiles) < len(pond)
    note = "" if swept or zones.same_pond(said.tiles, pond) else f"{said.zone} is read otherwise than before"
    discards = tuple(
        observations.TileDiscarded(
            seat=seat,
            tile=zones.face_of(placed),
            sideways=placed.sideways,
            tsumogiri=True if tsumogiri and len(new) == 1 else None,
        )
        for placed in new[:1]
    )
    return Meaning(discards, note=note, more=max(len(new) - 1, 0))


def _of_melds(said: ZoneReading, seat: int, state: GameState, *, reread: bool) -> tuple[Observation, ...]:
    return tuple(
        observations.MeldShown(
            seat=seat,
            kind=meld.kind,
            tiles=tuple(sorted(meld.tiles, key=lambda tile: (KIND[tile], tile))),
            claimed=meld.claimed,
            source_seat=None if meld.steps is None else (seat + meld.steps) % 4,
            added=meld.added,
            reread=reread,
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
