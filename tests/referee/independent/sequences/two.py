"""Two acts in a hand; the second may come at any time once the first is committed or ruled on."""

from collections.abc import Callable

from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import Stack
from tests.referee.independent.ending import Ending
from tests.referee.independent.judges_word import JUDGES_WORD
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.late_claims import LATE_CLAIMS
from tests.referee.independent.late_shown import LATE_SHOWN
from tests.referee.independent.player import Foul, Hand
from tests.referee.independent.riichi_procedure import Retracted, StickForNothing
from tests.referee.independent.sequences.dead_hands import TsumoNotShown, TsumoThenRiichi
from tests.referee.independent.sequences.opened import NineSaid
from tests.referee.independent.sequences.wins import WINS
from tests.referee.independent.unclear_tsumo import UNCLEAR_TSUMO
from tests.referee.independent.wrong_calls import PonOfNothing
from tests.referee.independent.wrong_melds import NotTaken
from tests.referee.independent.wrong_riichi import (
    KanInRiichi,
    LateRiichi,
    NotenRiichi,
    OpenRiichi,
    PoorRiichi,
    RiichiOutOfTurn,
    TurnedTile,
)
from tests.referee.independent.wrong_turns import DiscardOutOfTurn

TRIES = 6
WORDS = (OpenRiichi, LateRiichi, PoorRiichi, RiichiOutOfTurn, Retracted)
"""Fouls of saying riichi without declaring it."""
SIGNS = (TurnedTile, StickForNothing)
"""Fouls of the other steps of a riichi: those of the same turn are one mistake."""
SETTLING = (*LATE_CLAIMS, *LATE_SHOWN, *JUDGES_WORD, *UNCLEAR_TSUMO, *WINS)
"""Acts that say by themselves who wins."""
AT_DRAW = (NotenRiichi, KanInRiichi)
"""Acts that are judged when the hands are opened."""


def tried(hand: Hand, foul: Foul, act: Callable[[], Ending | None]) -> Ending | None:
    """Commit it if it can be done: acts that are rare by themselves get several chances."""
    for _ in range(TRIES if getattr(foul, "seat", None) is None else 1):
        number = hand.teller.number
        ended = act()
        if ended is not None or foul.committed_once() or hand.teller.number != number:
            return ended
    return None


class Two(Foul):
    """The first act, and then the second, by whichever player the second chooses."""

    def __init__(self, first: Foul, second: Foul) -> None:
        self.first, self.second = first, second

    @property
    def name(self) -> str:
        return f"{self.first.name} + {self.second.name}"

    def committed_once(self) -> bool:
        return self.begun() and self.second.committed_once()

    def begun(self) -> bool:
        """True if the first has been committed, or at least done what will prove to be one."""
        seat = None if isinstance(self.first, NotTaken) else getattr(self.first, "seat", None)
        return self.first.committed_once() or seat is not None

    def possible(self) -> bool:
        """True if a rulebook settles what follows from the two together, and the player's books can predict it."""
        one, other = self.first, self.second
        if isinstance(one, DiscardOutOfTurn) and isinstance(other, PonOfNothing):
            return False  # does the call concern the tile that goes back?
        return not (isinstance(one, KanInRiichi) and isinstance(other, SETTLING))

    def one_act(self) -> bool:
        """True if the second would be the same act once more, or part of the first, at the same moment."""
        if isinstance(self.first, (NineSaid, TsumoNotShown, TsumoThenRiichi)):
            return True  # no second foul is found for the same tile
        return isinstance(self.second, type(self.first)) or (
            isinstance(self.first, WORDS) and isinstance(self.second, SIGNS)
        )

    def follows(self, hand: Hand) -> bool:
        """True if the second may come: the first has already been found, though it may still await its ruling."""
        pending = self.first.pending if isinstance(self.first, Committed) else []
        found = all(hand.teller.found(rule, seat) is not None for rule, seat, _ in pending)
        return self.possible() and self.begun() and found

    def stacked(self) -> Callable[[Stack], None] | None:
        return self.first.stacked() or self.second.stacked()

    def prepare(self, hand: Hand) -> None:
        self.first.prepare(hand)
        self.second.prepare(hand)
        if isinstance(self.first, Committed) and not self.first.always:
            self.first.late = hand.chance.choice((0, 0, 1, 3))

    def in_turn(self, hand: Hand, seat: int) -> Ending | None:
        before = self.begun()
        ended = tried(hand, self.first, lambda: self.first.in_turn(hand, seat))
        if not before and self.one_act():
            return ended
        if ended is not None or hand.put_down_already or not self.follows(hand):
            return ended
        return tried(hand, self.second, lambda: self.second.in_turn(hand, seat))

    def after_discard(self, hand: Hand) -> Ending | None:
        before, turn = self.begun(), hand.turn
        ended = tried(hand, self.first, lambda: self.first.after_discard(hand))
        if not before and self.one_act():
            return ended
        if (
            ended is not None
            or hand.taken_already
            or hand.turn != turn
            or self.late(hand)
            or not self.follows(hand)
        ):
            return ended
        return tried(hand, self.second, lambda: self.second.after_discard(hand))

    def late(self, hand: Hand) -> bool:
        """True if the first has taken so long that a pon is late for that reason alone (SAI 42.2)."""
        timing = hand.rules.timing
        return (
            timing.pon_until == "discard_completed"
            and hand.teller.now > hand.discarded_at + timing.pon_window_ms // 2
        )

    def at_draw(self, hand: Hand) -> Ending | None:
        if self.both_at_draw():
            return self.both_noten(hand)
        ended = self.first.at_draw(hand)
        return ended if ended is not None or not self.follows(hand) else self.second.at_draw(hand)

    def both_at_draw(self) -> bool:
        """True if both acts are judged only now, of two players."""
        one, other = self.first, self.second
        return (
            isinstance(one, AT_DRAW)
            and isinstance(other, AT_DRAW)
            and other.seat is not None
            and one.seat != other.seat
        )

    def both_noten(self, hand: Hand) -> Ending:
        """Both hands are opened, and both are what they are."""
        offenders = []
        for foul in (self.first, self.second):
            assert isinstance(foul, AT_DRAW)
            assert foul.seat is not None
            offenders.append(foul.seat)
            expect(hand, "noten_riichi" if isinstance(foul, NotenRiichi) else "riichi_kan", foul.seat)
            foul.done = True
        hand.exhausted_announcements(set(offenders))
        return endings.of_chombo(hand.books, sorted(offenders))

    def after_added(
        self, hand: Hand, seat: int, tile: int, wins: list[tuple[int, int, Worth]]
    ) -> Ending | None:
        return self.next.after_added(hand, seat, tile, wins)

    def after_concealed(self, hand: Hand, seat: int, tile: int) -> Ending | None:
        return self.next.after_concealed(hand, seat, tile)

    @property
    def next(self) -> Foul:
        return self.second if self.begun() else self.first

    def at_four_riichi(self, hand: Hand) -> Ending | None:
        return self.first.at_four_riichi(hand) or self.second.at_four_riichi(hand)

    def at_own_win(self, hand: Hand, seat: int) -> Ending | None:
        return self.first.at_own_win(hand, seat) or self.second.at_own_win(hand, seat)

    def spoilt(self, hand: Hand, wins: list[tuple[int, int, Worth]]) -> list[tuple[int, int, Worth]]:
        return self.second.spoilt(hand, self.first.spoilt(hand, wins))

    def after_hand(self, hand: Hand) -> None:
        self.first.after_hand(hand)
        self.second.after_hand(hand)
