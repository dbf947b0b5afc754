"""The places of tiles and sticks, and the table's displays (group ``display``)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from referee.rules.left import LEFT_TO_JUDGE

AnkanHidden: TypeAlias = Literal["outer_or_middle", "middle"]
KakanTile: TypeAlias = Literal["beside", "on_top"]
RinshanSetDown: TypeAlias = Literal["free", "recommended", "obligatory"]
DrawnTile: TypeAlias = Literal["free", "should_be_apart", "must_be_apart"]
BetPlace: TypeAlias = Literal["by_discards", "left_of_melds"]
BetsAfterDraw: TypeAlias = Literal["stay", "dealer_right_corner"]
NotenHand: TypeAlias = Literal["not_shown", "folded"]
PointsSaid: TypeAlias = Literal["free", "in_full"]


class Display(Struct, frozen=True, kw_only=True):
    """The places of tiles and sticks, and the table's displays."""

    ankan_hidden: AnkanHidden
    """The tiles of a concealed kan that are turned down: the outer or the middle two (WRC 5.4.8, SAI 44.3), the middle two
    (MJ 3.3.7)."""
    kakan_tile: Annotated[KakanTile, LEFT_TO_JUDGE]
    """An added tile lies beside the turned one (WRC 5.4.10, MJ 3.3.8), or on top of it (SAI 44.4)."""
    melds_stacked: Annotated[bool, LEFT_TO_JUDGE]
    """Later melds are stacked on earlier ones in the corner. SAI 44.6."""
    rinshan_set_down: Annotated[RinshanSetDown, LEFT_TO_JUDGE]
    """The first rinshan tile is set down beside the dead wall. WRC 4.7: recommended; SAI 24.1: a must."""
    drawn_tile: DrawnTile
    """The drawn tile stays out of the hand until the discard. WRC 5.6, MJ 3.3.12: should; SAI 37.2, 45.5: must."""
    bet_place: Annotated[BetPlace, LEFT_TO_JUDGE]
    """The place of a riichi's stick: by the discards (WRC 6.5.1, MJ 3.3.14), left of the melds (SAI 44.7)."""
    bets_after_draw: Annotated[BetsAfterDraw, LEFT_TO_JUDGE]
    """The place of bets after a drawn hand: they stay (WRC 5.7.4, MJ 3.4.4), or the dealer's right corner (SAI 39.11)."""
    noten_hand: Annotated[NotenHand, LEFT_TO_JUDGE]
    """A noten hand is not shown (WRC 5.7.2), or folded (SAI 52.4)."""
    points_said: Annotated[PointsSaid, LEFT_TO_JUDGE]
    """A winner's points are said in full, then with counters, on a tsumo the others' before the dealer's (SAI 45.7-9)."""
    honba_shown: Annotated[bool, LEFT_TO_JUDGE]
    """The counters are shown on the table's display. SAI 50.4."""
