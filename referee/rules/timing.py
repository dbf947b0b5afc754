"""The times at which acts begin, are complete or come too late (group ``timing``), in milliseconds of table time.

Only SAI says more than "until", and no rulebook says how many milliseconds "at once" is. A limit of 0 is not watched.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from referee.rules.left import LEFT_TO_JUDGE

PonUntil: TypeAlias = Literal["next_draw", "discard_completed"]
TurnFrom: TypeAlias = Literal["discard_completed", "line_clear"]
ChiUntil: TypeAlias = Literal["next_draw"]
DrawBegins: TypeAlias = Literal["hand_moves", "tile_taken"]
DiscardComplete: TypeAlias = Literal["mat_touched", "hand_withdrawn"]
RiichiOrder: TypeAlias = Literal["free", "say_discard_turn_bet"]
DealComplete: TypeAlias = Literal["last_tile", "dealer_draws"]
DealFrom: TypeAlias = Literal["free", "hand_back"]
SetButton: TypeAlias = Literal["anyone", "dealer"]
WallsPushed: TypeAlias = Literal["free", "east_west_first"]


class Timing(Struct, frozen=True, kw_only=True):
    """The times at which acts begin, are complete or come too late."""

    pon_until: PonUntil
    """Pon and kan of a discard: until the next draw (WRC 5.4.1, MJ 3.3.1), or at once when the discard is complete, within
    ``pon_window_ms`` (SAI 42.2, 43.15)."""
    chi_from: TurnFrom
    """Chi: from the discard on (WRC 5.4.1, MJ 3.3.1), or only when the discarder's hand is back behind the elevator line
    (SAI 41.2, 35.2)."""
    chi_until: ChiUntil
    """Chi: until the next draw. WRC 5.4.1, MJ 3.3.1, SAI 41.2."""
    draw_from: TurnFrom
    """A draw: from the discard on, or only when the discarder's hand is back behind the elevator line. SAI 35.2."""
    draw_begins: DrawBegins
    """A draw begins with the hand's movement (SAI 35.3), or when the tile is taken."""
    discard_complete: DiscardComplete
    """A discard is complete, so that windows for calls and draws open, when it touches the mat (SAI 36.4), or when the hand is
    withdrawn. A tile taken back from the mat is for the judge."""
    riichi_bet_first: bool
    """After a riichi the next player waits until the stick is placed. SAI 35.2."""
    riichi_order: RiichiOrder
    """Order of a riichi: say it, discard, turn the tile, place the stick (SAI 39.13), or any. WRC 6.5.1."""
    draw_only_across_line: bool
    """A hand crosses the marked line only to draw. SAI 32."""
    own_wall_only: Annotated[bool, LEFT_TO_JUDGE]
    """Another player's wall is touched only to draw. SAI 30."""
    deal_complete: Annotated[DealComplete, LEFT_TO_JUDGE]
    """An automatic deal is complete with its last tile, or when the dealer draws. SAI 34.5."""
    deal_from: Annotated[DealFrom, LEFT_TO_JUDGE]
    """Tiles of the deal are taken at will, or when the hand of the player before is back. SAI 34.4."""
    set_button: SetButton
    """The player who ends a hand, and so begins the next, with the set button. SAI 28.3(1), 29.2: the dealer."""
    walls_pushed: Annotated[WallsPushed, LEFT_TO_JUDGE]
    """The walls are pushed together in any order, or East and West first. SAI 28.3(2)."""
    simultaneous_ms: int
    """Calls closer together than this are simultaneous. WRC 5.4.1, SAI 40.3 give no number."""
    pon_window_ms: int
    """The length of "the moment the discard is completed". SAI 42.2, 43.15 give no number."""
    pon_pause_ms: int
    """The pause that is added to it after a discard of the player to the left. SAI 42.2, 43.15 give no number."""
    reaction_ms: int
    """The time after a discard in which a draw is "too fast for the other players to have time to call": a call is then in
    time until the next discard, and the tile goes back. WRC 5.4.1, MJ 3.3.1 give no number."""
    call_correction_ms: int
    """The longest time that an immediate correction of a word takes. WRC 7.2 gives no number."""
    show_ms: int
    """The time in which the tiles of a call must be shown before the judge hears of slow play. WRC 5.4.10 "immediately" and
    SAI 41.2 give no number."""
    bet_ms: int
    """The time that the stick of a riichi may take. WRC 6.5.1, SAI 39.13 give no number."""
    chankan_ms: int
    """A reasonable time between an added tile and the indicator, in which the tile can be robbed whatever is turned. WRC
    5.4.7 gives no number."""
    pace_ms: int
    """The time that a turn takes at a reasonable pace. WRC 5.4.1, MJ 3.3.1 give no number."""
