"""Grades of fouls and their costs, which are the same for every foul (group ``fouls``).

WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book, SAI = Saikouisen competition rules 2025.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Struct

from referee.rules.left import LEFT_TO_JUDGE

Graded: TypeAlias = Literal[
    "none", "guidance", "warning", "continue", "dead_hand", "end", "chombo", "disqualified"
]
"""In rising order: recorded only; shidou; chuui; sho-chonbo "continue", dead hand, sho-chonbo "end"; chombo;
disqualification (WRC 7.1, SAI 54)."""
Grade: TypeAlias = Literal["judge", Graded]
"""A grade, or "at the judge's discretion"."""
GRADES: Final[frozenset[Grade]] = frozenset(get_args(Grade))
Steps: TypeAlias = tuple[tuple[int, Grade], ...]
"""Grades that rise with a number: (least number, grade), numbers rising."""
RiichiJudged: TypeAlias = Literal["win_or_draw", "draw"]
DeadRiichi: TypeAlias = Literal["excused", "excused_if_shown", "not_excused"]
DeadHandCalls: TypeAlias = Literal["all", "claims", "tiles_and_riichi"]
PlayStops: TypeAlias = Literal["never", "guidance", "warning"]
Appeal: TypeAlias = Literal["none", "written_next_day", "at_once"]


class Penalties(Struct, frozen=True, kw_only=True):
    """The cost of each grade, and what changes a grade. Points are those of the overall score."""

    points_chombo: int
    """Points of a chombo; with ``flow.chombo_payment`` "points". WRC 7.1, MJ 3.4.6, SAI 54.1: 20."""
    points_end: int
    """Points of a sho-chonbo that ends the hand. SAI 54.2: 10."""
    points_dead_hand: int
    """Points of a dead hand. SAI 54.3: 10; WRC 7.1, MJ 3.4.7: none."""
    points_continue: int
    """Points of a point penalty after which play goes on. WRC 7.2: 20 for calling with a dead hand; SAI 54.4: 10."""
    points_warning: int
    """Points of each warning after ``warning_free``. SAI 54.5: 5."""
    points_chosen_most: int = 0
    """The most points that a judge may choose (the fewest is 1) where the grade is left to the judge and play goes on;
    0: each grade has its own. WRC 7.2 leaves them to the referee and names no number (reading: none costs more than
    missing a hanchan). Older journals have 0."""
    warning_free: int
    """Warnings in a hanchan that cost nothing. SAI 54.5: 2."""
    dead_hand_in_riichi: Grade
    """The grade of a dead hand for a player in riichi. SAI 55.1(4): chombo; WRC 7.2, MJ 3.4.7: a dead hand."""
    out_of_turn_early: Grade
    """Out of turn before the dealer's first discard. SAI 55.2(2): end."""
    tiles_shown_early: Steps
    """Tiles shown, or an indicator turned, before the dealer's first discard, by their number. SAI 55.2(3), 55.5(1),
    55.6(1); WRC 7.2 frees a few and names no number (reading: five are not few)."""
    dead_hand_ankan: bool
    """A dead hand may declare a concealed kan. WRC 7.1: no; SAI 54.3: no word."""
    dead_hand_calls: DeadHandCalls = "all"
    """The calls of a dead hand that are the foul ``dead_hand_call``: every one (WRC 7.2); a claim of a tile, for a meld or
    for ron (MJ 3.4.6); or a call of tiles or riichi, but no win (SAI 55.3(11)). Any other is a call in vain. Older journals
    have "all"."""
    noten_riichi_judged: Annotated[RiichiJudged, LEFT_TO_JUDGE]
    """The moment at which a noten riichi is judged: at the offender's win or an exhaustive draw (WRC 7.2), or at a draw only (MJ 3.4.6,
    SAI 55.1(2))."""
    riichi_kan_judged: RiichiJudged
    """The same for a kan that riichi does not allow. WRC 7.2, MJ 3.4.6; SAI 55.1(3)."""
    dead_riichi: DeadRiichi
    """A player in riichi is noten only because the hand was then ruled dead: no chombo if the hand is shown (WRC 7.2),
    never a chombo (MJ 3.4.6), or a chombo (SAI 55.1(4))."""
    chombo_voided_by_win: bool
    """A win at the same time voids a chombo. WRC 7.1, MJ 3.4.6; SAI 53.7: no word."""
    chombo_voids_draw: bool
    """With a chombo at an exhaustive draw there is no noten payment and no counter. WRC 7.1."""
    play_stops_from: PlayStops
    """The lowest grade at which all play stops and the judge is called. SAI 31, 53.3."""
    judge_call_stops: bool
    """Once one player calls the judge, all stop. SAI 53.4."""
    hand_secret: Annotated[bool, LEFT_TO_JUDGE]
    """Nobody may speak about a hand before the judge comes. SAI 53.5."""
    ruled_in_order: bool
    """Several fouls are ruled in the order of play and precedence. SAI 53.7."""
    appeal: Appeal
    """The way to appeal a ruling, if there is one; a jury of head referees may then decide. SAI 7 (reading)."""
    late_minutes: int
    """Minutes after which a late player is replaced; 0: no such rule. WRC 7.2: 10."""
    late_points: int
    """Points for each minute of being late. WRC 7.2: 1."""
    absent_points: int
    """Points for missing a hanchan, in place of those for being late. WRC 7.2: 30."""
    substitute_ranked: bool
    """A substitute player is ranked. WRC 7.2: no."""
