"""A tsumo whose tile was not kept apart: WRC 5.6; MJ 3.3.12, 3.4.9; SAI 37.2, 45.5, 55.1(1)."""

from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.player import Hand
from tests.referee.independent.shapes import complete
from tests.referee.independent.wrong_melds import served


class TileNotApart(Committed):
    """All tiles of a tsumo are shown in one row, and nobody saw which was drawn.

    WRC: the win counts without any wait. MJ: of all tiles that can have been drawn the one that scores most. SAI: a
    chombo, but for tenhou.
    """

    def prepare(self, hand: Hand) -> None:
        for temper in hand.tempers:
            temper.win = 0.1

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not hand.drew or player.dead or player.drawn is None or hand.teller.record or served(hand):
            return None
        if not complete(player.counts(), len(player.melds)):
            return None
        if endings.worth(hand.books, seat, player.drawn, source=seat) is None:
            return None
        self.done = True
        teller = hand.teller
        teller.later(400, 900)
        teller.calls(seat, "tsumo")
        teller.later(400, 900)
        teller.shows(seat, player.hand)
        unclear = hand.rules.scoring.unclear_tile
        tenhou = hand.books.unbroken and player.turns == 1 and seat == hand.books.dealer
        if unclear == "no_win" and not tenhou:
            expect(hand, "tsumo_tile_in_hand", seat)
            return endings.of_chombo(hand.books, [seat])
        hand.ura([seat])
        return endings.of_wins(hand.books, [(seat, seat, self.best(hand, seat))])

    def best(self, hand: Hand, seat: int) -> Worth:
        """Return the worth by the rulebook."""
        player, books = hand.books.seats[seat], hand.books
        assert player.drawn is not None
        if hand.rules.scoring.unclear_tile == "no_wait":
            value = endings.worth(books, seat, player.drawn, source=seat, apart=False)
            assert value is not None  # a tsumo has a yaku besides those of its wait
            return value
        values = [endings.worth(books, seat, tile, source=seat) for tile in sorted(set(player.hand))]
        return max(value for value in values if value is not None)


UNCLEAR_TSUMO = (TileNotApart,)
