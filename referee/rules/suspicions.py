"""Suspicions: acts that are fouls unless, or once, something is seen. Each kind lists what raises, clears and proves it.

This is the only table of them. Judging raises a suspicion and reports what has happened (a ``Cue``); this module says what
that means. ``docs/rules.md`` shows the table, and a test keeps both in step. Journals store a suspicion by its name.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final

from msgspec import Struct, field


class Cue(StrEnum):
    """An event that may decide a suspicion, in words."""

    HAND_BACK = "the hand comes back"
    HAND_MISSED = "the hand goes over the line once more: its way back was missed"
    ACTED = "an act of the same player"
    PLAYED = "a discard or a meld of anybody"
    DREW_ON = "the discard after the draw: the hand's way back was missed"
    STICK_LAID = "the stick is laid"
    UNPAID = "the player's next draw without a stick, which is itself found"
    TILES_SHOWN = "the tiles of the call are shown"
    LET_GO = "a discard, unless the tiles of the call are owed"
    NO_MELD = "nothing comes of the call"
    CORRECTED = "other tiles take their place"
    GAVE_WAY = "the tiles go back for another's call, which is `empty_call`"
    DISCARDED = "the player's own discard"
    CALL_SAID = "the word for it"
    TAKEN = "the claimed tile is taken"
    OWED_TAKEN = "the claimed tile is taken at last"
    OTHER_DISCARDED = "a discard of another"
    PROPER_MELD = "the tiles of the first call are a proper meld"
    YIELDED = "the discard after it: nothing was shown for the first call"
    DISCARDED_REPLACED = "the player's own discard, after the replacement tile was drawn"
    DISCARDED_UNREPLACED = "the player's own discard, with no replacement tile drawn"
    HAND_ENDS = "the player's own win, or a draw"
    RIICHI_SAID = "the word, which may be `riichi_order`"
    RIICHI_TILE = "the riichi tile"
    DISCARDED_RIICHI = "the player's own discard, if it is a riichi tile"
    DISCARDED_PLAIN = "the player's own discard, if it is no riichi tile"
    OPENED_GRAVER = "the hand is opened for it and that is graver: `false_win`"
    OPENED_RIGHT = "the hand is opened and wins: the tsumo before its ron was none"
    OPENED = "the hand is opened"
    OTHER_WORD = "another word at once"
    PLAYED_ON = "the player's own discard, or the end of the hand"
    SHOWN_FOR_IT = "tiles are shown for it"


class Verdict(Enum):
    """The end of a suspicion."""

    FOUND = "found"
    FOUND_IF_LATER = "found if that was certainly later"
    FOUND_IN_IT = "found, with that as evidence"
    CLEARED = "cleared"


class Of(Enum):
    """The player whose cue counts."""

    AWAITED = "of the player from whom it is awaited"
    OFFENDER = "of the offender"
    OTHERS = "of anybody but the player from whom it is awaited"
    ANYBODY = "of anybody"


class End(Struct, frozen=True):
    """The end that a cue puts to a suspicion, and whose cue counts."""

    verdict: Verdict
    of: Of = Of.AWAITED


class Deadline(Struct, frozen=True):
    """The end that time puts to a suspicion, and the delay: a setting of ``timing``, or ``AT_ONCE``."""

    after: str
    verdict: Verdict = Verdict.FOUND


class Suspicion(Struct, frozen=True):
    """One kind of suspicion.

    Attributes:
        name: what is awaited; journals store this name.
        fouls: the fouls it may become.
        raised_by: the act that raises it.
        ends: what decides it.
        deadline: the time after which time alone decides it.
        outlives: the fouls that stay suspected after the offender's meld was taken back.
    """

    name: str
    fouls: tuple[str, ...]
    raised_by: str
    ends: Mapping[Cue, End]
    deadline: Deadline | None = None
    outlives: frozenset[str] = field(default=frozenset())


FOUND: Final = End(Verdict.FOUND)
LATER: Final = End(Verdict.FOUND_IF_LATER)
CLEARED: Final = End(Verdict.CLEARED)
AT_ONCE: Final = "at once"
"""The deadline is over as soon as anything is seen that was certainly later."""
EARLY: Final = ("early_draw", "early_chi")
WIN_CALLS: Final = ("false_win_call", "late_win_call", "nine_terminals_not_there")
OUTLIVING_WINS: Final = frozenset({"false_win_call", "late_win_call"})

HAND: Final = Suspicion(
    "hand",
    EARLY,
    "a draw or chi while the discarder's hand is over the line",
    {Cue.HAND_BACK: LATER, Cue.HAND_MISSED: CLEARED, Cue.DREW_ON: End(Verdict.CLEARED, Of.OFFENDER)},
    outlives=frozenset({"early_draw"}),
)
BACK: Final = Suspicion(
    "back",
    ("line_crossed",),
    "a hand goes over the line with nothing to do there",
    {
        Cue.HAND_BACK: FOUND,
        Cue.HAND_MISSED: CLEARED,
        Cue.ACTED: CLEARED,
        Cue.PLAYED: End(Verdict.CLEARED, Of.ANYBODY),
    },
)
STICK: Final = Suspicion(
    "stick",
    EARLY,
    "a draw or chi before the stick of the discarder's riichi",
    {Cue.STICK_LAID: LATER, Cue.UNPAID: CLEARED},
    outlives=frozenset({"early_draw"}),
)
BET_OWED: Final = Suspicion(
    "bet",
    ("bet_not_placed",),
    "a riichi tile without a stick",
    {Cue.STICK_LAID: CLEARED, Cue.UNPAID: CLEARED},
    Deadline("bet_ms"),
)
TILES: Final = Suspicion(
    "tiles",
    ("early_draw",),
    "a draw though somebody has called",
    {Cue.TILES_SHOWN: FOUND, Cue.NO_MELD: CLEARED, Cue.LET_GO: End(Verdict.CLEARED, Of.ANYBODY)},
    outlives=frozenset({"early_draw"}),
)
OWED: Final = Suspicion(
    "owed",
    ("discard_before_meld",),
    "a discard before the tiles of the player's own call",
    {Cue.TILES_SHOWN: CLEARED},
    Deadline(AT_ONCE),
)
CORRECTION: Final = Suspicion(
    "discard",
    ("invalid_meld",),
    "tiles that are no meld are shown",
    {Cue.CORRECTED: CLEARED, Cue.GAVE_WAY: End(Verdict.CLEARED, Of.OFFENDER), Cue.DISCARDED: FOUND},
)
WORD: Final = Suspicion(
    "word",
    ("call_not_said",),
    "a meld for which nothing was said",
    {Cue.CALL_SAID: CLEARED, Cue.CORRECTED: CLEARED, Cue.DISCARDED: FOUND},
)
TAKEN_FIRST: Final = Suspicion(
    "taken first",
    ("claimed_tile_not_taken",),
    "a discard before the claimed tile is taken",
    {Cue.TAKEN: LATER, Cue.OTHER_DISCARDED: End(Verdict.FOUND, Of.OTHERS)},
)
TAKEN: Final = Suspicion(
    "taken",
    ("claimed_tile_not_taken",),
    "others have discarded as often as they may, the claimed tile still in the pond",
    {Cue.OWED_TAKEN: CLEARED},
    Deadline(AT_ONCE),
)
PROPER: Final = Suspicion(
    "proper tiles",
    ("call_precedence",),
    "a chi though pon or kan was called",
    {Cue.PROPER_MELD: FOUND, Cue.YIELDED: End(Verdict.CLEARED, Of.OFFENDER)},
    outlives=frozenset({"call_precedence"}),
)
YIELDED: Final = Suspicion(
    "tiles of a first call",
    ("empty_call",),
    "a discard after a chi, with nothing shown yet for the pon or kan that was called before it",
    {Cue.SHOWN_FOR_IT: CLEARED, Cue.DISCARDED: FOUND},
    Deadline("show_ms"),
)
KAN_BACK: Final = Suspicion(
    "kan back",
    ("invalid_meld",),
    "a kan where none may be, if the word alone is free",
    {
        Cue.GAVE_WAY: End(Verdict.CLEARED, Of.OFFENDER),
        Cue.DISCARDED_UNREPLACED: CLEARED,
        Cue.DISCARDED_REPLACED: End(Verdict.FOUND_IN_IT),
    },
)
RIICHI_KAN: Final = Suspicion(
    "win or draw",
    ("riichi_kan",),
    "a kan that riichi forbids, where that is determined at the end",
    {Cue.HAND_ENDS: FOUND},
)
RIICHI_WORD: Final = Suspicion(
    "riichi",
    ("riichi_not_said", "turned_without_riichi"),
    "a tile turned without the word",
    {Cue.RIICHI_SAID: CLEARED},
    Deadline("call_correction_ms"),
)
RIICHI_TILE: Final = Suspicion(
    "riichi tile",
    ("riichi_order",),
    "a stick after the word and before the discard",
    {Cue.RIICHI_TILE: LATER},
)
NO_RIICHI: Final = Suspicion(
    "no riichi",
    ("bet_without_riichi",),
    "a stick without the word",
    {Cue.DISCARDED_PLAIN: FOUND, Cue.DISCARDED_RIICHI: CLEARED},
)
FOUND_RIICHI: Final = Suspicion(
    "its stick",
    ("riichi_open_hand", "riichi_below_1000", "riichi_late", "riichi_out_of_turn"),
    "a riichi that could not be declared, found already: its stick is no second act",
    {Cue.STICK_LAID: CLEARED, Cue.OTHER_DISCARDED: End(Verdict.CLEARED, Of.OTHERS)},
    Deadline("pace_ms", Verdict.CLEARED),
)
WIN_IN_VAIN: Final = Suspicion(
    "hand opened",
    WIN_CALLS,
    "a win called in vain, if the opened hand would make it graver",
    {
        Cue.OPENED_GRAVER: CLEARED,
        Cue.OPENED_RIGHT: CLEARED,
        Cue.OPENED: FOUND,
        Cue.OTHER_WORD: CLEARED,
        Cue.PLAYED_ON: FOUND,
    },
    Deadline("show_ms"),
    OUTLIVING_WINS,
)
FOUND_WIN: Final = Suspicion(
    "its hand opened",
    WIN_CALLS,
    "a win called in vain that is found already: its hand is no second act",
    {
        Cue.OPENED_GRAVER: CLEARED,
        Cue.OPENED_RIGHT: CLEARED,
        Cue.OPENED: CLEARED,
        Cue.OTHER_WORD: CLEARED,
        Cue.PLAYED_ON: CLEARED,
    },
    Deadline("show_ms", Verdict.CLEARED),
    OUTLIVING_WINS,
)
FOUND_CALL: Final = Suspicion(
    "its tiles shown",
    ("void_call", "call_in_riichi", "call_on_last_tile", "late_call"),
    "a call that could not be made, found already: its tiles are no second act",
    {Cue.SHOWN_FOR_IT: CLEARED, Cue.PLAYED_ON: CLEARED},
    Deadline("show_ms", Verdict.CLEARED),
)

IN_VAIN: Final = (WIN_IN_VAIN, FOUND_WIN, FOUND_CALL)
"""Calls in vain: the hand or the tiles may still be shown for them."""
ALL: Final = (
    HAND,
    BACK,
    STICK,
    BET_OWED,
    TILES,
    OWED,
    CORRECTION,
    WORD,
    TAKEN_FIRST,
    TAKEN,
    PROPER,
    YIELDED,
    KAN_BACK,
    RIICHI_KAN,
    RIICHI_WORD,
    RIICHI_TILE,
    NO_RIICHI,
    FOUND_RIICHI,
    *IN_VAIN,
)
"""Every kind. If one cue decides several, they are decided in this order, calls in vain in the order they were raised."""
BY_NAME: Final = {each.name: each for each in ALL}
RANK: Final = {each.name: min(rank, ALL.index(WIN_IN_VAIN)) for rank, each in enumerate(ALL)}
OUTLIVING: Final = frozenset({"wrong_tile_drawn"}).union(*(each.outlives for each in ALL))
"""The fouls that stay suspected after the offender's meld was taken back; the first occurs only in old journals."""
