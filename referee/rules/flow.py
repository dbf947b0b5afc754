"""The course of a hanchan: points, how it ends, draws, payments (group ``flow``)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from referee.rules.left import LEFT_TO_JUDGE

Ties: TypeAlias = Literal["split", "earlier_dealer"]
BetsLeft: TypeAlias = Literal["nobody", "first", "first_shared"]
Uma: TypeAlias = tuple[int, int, int, int]
Winners: TypeAlias = Literal["nearest", "all"]
SeatDraw: TypeAlias = Literal["wind_tiles", "article_26"]
ChomboPayment: TypeAlias = Literal["points", "reverse_mangan"]
CorrectionUntil: TypeAlias = Literal["hand_intact", "next_first_discard"]
BeforeSignal: TypeAlias = Literal["nothing", "walls"]


class Flow(Struct, frozen=True, kw_only=True):
    """The course of a hanchan: points, how it ends, draws, payments."""

    start_points: int
    """Points of each player at the start. WRC 4.1, MJ 3.6.1."""
    return_points: int
    """Points that count as zero in the hanchan score. WRC 5.9.2, MJ 3.6.1."""
    uma: Uma
    """Added to the hanchan score by place, in points (15000 is "+15"). WRC 5.9.2, MJ 3.6.1."""
    uma_by_floating: tuple[Uma, ...] = ()
    """The uma when 0, 1, 2, 3 or 4 players float, that is, have ``return_points`` or more, in place of ``uma``; empty: it
    does not depend on them. JPMLA; WRC 5.9.2: no. Older journals have none."""
    oka: bool
    """Four times (return - start) goes to the first place. MJ 3.6.1."""
    ties: Ties
    """Equal points: uma split among the tied, or the earlier dealer has the better place. WRC 5.9.2, MJ 3.6.1."""
    rounds: int
    """Wind rounds of a game: 1 East only, 2 a hanchan. WRC 5.8; TEN: GO type bit 8."""
    extra_rounds: int
    """Wind rounds added while nobody has ``target_points``; the first to reach it ends the game. WRC 5.8: none."""
    target_points: int
    """The points that the leader needs for the game to end after ``rounds`` when ``extra_rounds`` are possible. TEN."""
    ends_below_zero: bool
    """A score below zero ends the game; zero plays on. MJ 3.5 and 4.1; WRC 6.1: play on."""
    agari_yame: bool
    """In the last hand a winning dealer who leads (with ``target_points`` where extra rounds exist) stops the game,
    automatically. WRC 5.9.1 and MJ 3.6: no; TEN: yes."""
    tenpai_yame: bool
    """The same for a dealer who leads and is tenpai at an exhaustive draw. WRC 5.9.1: no; TEN: yes."""
    bets_left: BetsLeft
    """Riichi bets left at the end of the game: they stay (WRC 5.7.4), the leader takes them, the earlier dealer of several (TEN),
    or leaders with equal points share them, each rounded down to 100 (EMA). MJ 3.4.4, SAI 39.12."""
    honba_ron: int
    """Points per counter on a ron, paid by the discarder. WRC 5.7.7, MJ 3.4.10, SAI 50.2."""
    honba_tsumo: int
    """Points per counter on a tsumo, paid by each. WRC 5.7.7, MJ 3.4.10, SAI 50.2."""
    honba_each_winner: bool
    """Several winners of one tile: counters are paid to each (MJ 4.1) or to the nearest only (TEN)."""
    bets_to_owner: bool
    """Several winners of one tile: a winner in riichi takes his own bet back (MJ 4.1); else all to the nearest (TEN)."""
    dealer_repeats_tenpai: bool
    """The dealer deals again if tenpai at an exhaustive draw. WRC 5.7.8, MJ 3.4.11, SAI 27.1."""
    dealer_repeats_abort: bool
    """The dealer deals again after an abortive draw, which adds a counter. MJ 3.4.3 with 3.4."""
    noten_points: int
    """Points that the noten players pay in all at an exhaustive draw. WRC 5.7.2, MJ 3.4.2, SAI 52.8."""
    nagashi_mangan: bool
    """At an exhaustive draw a pond of terminals and honours, none of them called, is paid as a mangan tsumo,
    in place of noten payments. TAB, REF; TEN."""
    winners: Winners
    """The winner of a tile that several claim: the nearest after the discarder, or all. WRC 5.7.6, SAI 45.4; MJ 4.1."""
    abort_triple_ron: bool
    """Three claims for one tile abort the hand. TEN."""
    abort_nine_terminals: bool
    """Nine kinds of terminals and honours on a player's first, unbroken draw. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_winds: bool
    """All four first discards are the same wind, unbroken. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_riichi: bool
    """All four players in riichi and the last one's discard is not won on. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_kans: bool
    """Four kans by more than one player, after the next discard that is not won on. MJ 3.3.10; WRC 5.4.9: play on."""
    seat_draw: SeatDraw
    """The way seats are drawn: one tile of each wind (WRC 4.4, MJ 2.3), or winds and 1p, 2p with dice (SAI 26)."""
    dice_rolls: int
    """Rolls that say where the wall breaks. WRC 4.6, SAI 28.3: 1; MJ 2.5 describes 2 and 1.

    The table rolls once. A second roll is made by the players, and then it is not known which tile of the wall was taken.
    """
    counter_on_draw: bool
    """An exhaustive draw adds a counter. WRC 5.7.2, 5.7.7; MJ 3.4.2; SAI 50.1."""
    counter_on_abort: bool
    """An abortive draw adds a counter. MJ 3.4.3; TEN."""
    chombo_payment: ChomboPayment
    """The cost of a chombo: penalty points off the overall score (WRC 7.1, SAI 54.1, MJ 3.4.6 in tournaments), or a mangan
    tsumo the other way round, 4,000 to the dealer or from him to each (MJ 3.4.6)."""
    chombo_bets_returned: bool
    """A chombo returns the bets of the hand. WRC 7.1, MJ 3.4.6; SAI: no word."""
    nagashi_uncalled: bool
    """Nagashi mangan needs a pond from which nothing was called. REF "none called"; TAB: no word."""
    nagashi_is_draw: bool
    """After nagashi mangan counters and dealer are those of an exhaustive draw, not of a win. TAB, REF: no word; TEN."""
    time_limit_minutes: int
    """After so many minutes the current hand is the last and is not dealt again; 0: no limit. WRC 8.2."""
    before_signal: BeforeSignal
    """The rule for the time before the start signal of a hanchan: none, or that walls are built but no dice rolled.
    WRC 8.2."""
    correction_until: CorrectionUntil
    """The time in which a wrong score is corrected: while the hand is intact, later if all agree (WRC 6); if all agree, until
    the dealer's first discard of the next hand (SAI 45.14)."""
    win_acknowledged: bool
    """A win is final, and sticks are taken, only when the other three have acknowledged it. SAI 45.11-13."""
    point_value: int
    """Points at the table that are one point of the overall score. WRC 2.3, 7.1."""
    table_change: Annotated[bool, LEFT_TO_JUDGE]
    """Players change tables between the hanchans of a tournament. WRC 8.1."""
    sheet_signed_first: bool
    """Sticks stay and players sit until the score sheet is signed. WRC 8.2."""
