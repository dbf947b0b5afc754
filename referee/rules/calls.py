"""The calls that are possible, their times and effects (group ``calls``)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from referee.rules.left import LEFT_TO_JUDGE

KanDora: TypeAlias = Literal["before_draw", "before_discard"]
Chankan: TypeAlias = Literal["added", "added_and_kokushi"]
RiichiAnkan: TypeAlias = Literal["same_waits", "pung_in_every_reading", "same_combinations", "same_yaku"]
ExhaustedWait: TypeAlias = Literal["tenpai", "noten_in_hand", "noten_with_melds"]
Precedence: TypeAlias = Literal["first_call", "kind"]
RonUntil: TypeAlias = Literal["next_draw", "next_discard", "next_discard_or_added"]
FuritenUntil: TypeAlias = Literal["own_draw", "own_discard"]
ChankanUntil: TypeAlias = Literal["indicator", "next_discard"]
HeadBumpUntil: TypeAlias = Literal["settled", "shown"]
CallChange: TypeAlias = Literal["word", "not_win", "until_discard", "first_word"]
Words: TypeAlias = Literal["clear", "exact"]
AnnounceOrder: TypeAlias = Literal["free", "strict"]
TakeOrder: TypeAlias = Literal["free", "before_discard"]
RiichiTurned: TypeAlias = Literal["next_discard", "until_one_stays"]


class Calls(Struct, frozen=True, kw_only=True):
    """The calls that are possible, their times and effects."""

    ron_until: RonUntil
    """The end of the time in which a discard can be won on: the next player's draw or the tiles of a call (SAI 45.3; TEN); or
    the next discard, which takes draws, calls and kans back (WRC 5.4.1), and a tile added to a pung counts as one (MJ 3.3.1,
    3.3.6)."""
    precedence: Precedence
    """The call that goes first, wins aside: the earlier one, with pung and kong before chow only if the calls are
    simultaneous or it is unclear (WRC 5.4.1, SAI 40.3), or always pung and kong before chow (MJ 3.3.1)."""
    kuikae_same: bool
    """A tile may be called and the same kind discarded at once. WRC 5.4, MJ 3.3.2, SAI 55.3(1): no."""
    kuikae_other_end: bool
    """A chow may be called and the kind at its other end discarded at once. WRC 5.4, MJ 3.3.2, SAI 55.3(1): no."""
    kan_on_last_tile: bool
    """A kan is possible when the live wall is empty. WRC 5.7.1, MJ 3.4.1, SAI 43.6: no."""
    kan_dora_concealed: KanDora
    """The moment at which the indicator for a concealed kan is turned. WRC 5.4.8, MJ 3.3.5, SAI 43.3: before the rinshan draw."""
    kan_dora_open: KanDora
    """The moment at which the indicator for a called or added kan is turned: before the rinshan draw (WRC 5.4.6-7, MJ
    3.3.5-6, SAI 43.3), or before the discard or the next kan, so not at all on a rinshan win (TEN)."""
    chankan: Chankan
    """The kans that can be robbed: added ones (SAI 48), and concealed ones for kokushi (WRC 6.5.1, MJ 3.3.7)."""
    chankan_breaks_ippatsu: bool
    """A kan that is robbed ends ippatsu. WRC 6.5.1, SAI 43.8 (reading): no, it is not completed."""
    exhausted_wait: ExhaustedWait
    """A hand whose owner has all four of every tile that it waits for: tenpai, or noten, counting only his concealed
    tiles or his melds too. WRC 2.2 ("the hand's 13 tiles"), MJ 3.3.13, SAI 52.6."""
    riichi_below_1000: bool
    """Riichi is possible with less than 1,000 points. WRC 6.1: yes; MJ 4.2.1: no."""
    riichi_least_tiles: int
    """Tiles that must be left in the live wall for a riichi. WRC 6.5.1, MJ 3.3.14: 4; SAI 39.4, 39.5: 1; WRC 2025: 0,
    so that the last discard can be a riichi."""
    riichi_furiten: bool
    """Riichi is possible in furiten. WRC 6.5.1, MJ 3.3.14, SAI 39.4: yes."""
    riichi_ankan: RiichiAnkan
    """The concealed kan that is possible in riichi, always with the drawn tile: one that keeps the waits (TEN); one whose
    three tiles, besides, are a pung in every reading (WRC 6.5.1, MJ 3.3.14); one that, besides, changes no combination
    of the wait and leaves as many kinds of groups (SAI 43.11); or one that, besides, loses no yaku: nine gates has no kan
    (JPMLA)."""
    riichi_noten_call: bool
    """At an exhaustive draw a player in riichi may call noten. WRC 5.7.2, SAI 52.5: no."""
    tenpai_optional: bool
    """At an exhaustive draw a tenpai player not in riichi may call noten. WRC 5.7.2, SAI 52.5: yes."""
    furiten_until: Annotated[FuritenUntil, LEFT_TO_JUDGE]
    """Furiten for a missed win ends with the player's next draw or claim (WRC 5.7.5, MJ 3.4.5), or with his next discard (SAI
    51.1(2)); in riichi not before the end of the hand. Nobody else gives a tile between the two, so either lets the same
    hands win."""
    furiten_needs_yaku: bool
    """Missing a win without a yaku makes no furiten. WRC 5.7.5, MJ 3.4.5: no, it does; SAI 51.1 "a win can be
    declared"."""
    chankan_until: ChankanUntil
    """The time in which an added tile can be robbed: until the indicator is turned (SAI 43.4, 43.8), or the next discard
    (WRC 5.4.7, 6.4; MJ 3.3.6: it counts as a discard)."""
    robbed_indicator_back: bool
    """The indicator turned for a robbed kan is turned back. WRC 6.4."""
    ron_after_tsumo: bool
    """A discard can still be won on when the next player has called a tsumo that wins. WRC 5.4.1; MJ 3.3.1: no."""
    head_bump_until: HeadBumpUntil
    """The end of the time in which a nearer player's ron goes first: when the hand is settled (WRC 5.4.1), or when the other
    has shown his hand (SAI 45.4)."""
    call_change: CallChange
    """The part of a call that may be changed: the wrong word, at once (WRC 7.2); anything but a claimed win (MJ 3.3.1); or
    its tiles, which count as shown, until the discard (SAI 41.3, 42.3, 43.7); or nothing: the first word counts and a second
    one is void (WRC 2022)."""
    meld_change_agreed: Annotated[bool, LEFT_TO_JUDGE]
    """After the discard a meld may be corrected if all agree, and this is recorded. SAI 41.4, 42.4."""
    take_within_discards: int
    """Discards of others after which a claimed tile must have been taken; 0: no such rule. WRC 5.4, MJ 3.3.8: 2."""
    take_order: TakeOrder
    """The time to take the claimed tile: before the discard, or before or after it. WRC 5.4, MJ 3.3.3; SAI 41.2, 42.2."""
    words: Annotated[Words, LEFT_TO_JUDGE]
    """Any word that makes clear what is meant (WRC 7.2), or the six words only (SAI 55.4(3))."""
    illegal_pon_yields: bool
    """A proper chi goes before an illegal pon or kan: it is no foul until the tiles of the other call are shown. SAI 40.3."""
    announce_order: AnnounceOrder
    """At an exhaustive draw players announce out of turn too (WRC 5.7.2, MJ 3.4.2), or East first (SAI 52.2, 55.4(2))."""
    announce_change: bool
    """An announcement of tenpai or noten can be changed. WRC 5.7.2, MJ 3.4.2: no."""
    all_tenpai_word: Annotated[bool, LEFT_TO_JUDGE]
    """Four tenpai players confirm it with "hai". SAI 52.7(1)."""
    tenpai_needs_yaku: bool
    """A tenpai hand needs a yaku. WRC 2.2, SAI 52.6: no; MJ 3.3.13 "winning hand"."""
    riichi_void_if_won_on: bool
    """A riichi whose tile is won on does not stand; its bet is returned. WRC 6.5.1, MJ 3.3.14, SAI 39.1."""
    riichi_turned: RiichiTurned
    """The tile that is turned when the riichi tile was called: the next discard (WRC 6.5.1, MJ 3.3.14), and again until one
    stays (SAI 39.6, 39.7)."""
