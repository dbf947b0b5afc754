"""Wins and false wins beside each other: WRC 5.4.1, 7.1, 7.2; MJ 3.3.1, 3.4.6; SAI 45.3, 45.4, 53.7, 55.1(1)."""

from referee.tiles import KIND
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import one_wait
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.late_claims import rons
from tests.referee.independent.late_shown import ShownLater, far_from_its_end
from tests.referee.independent.player import Hand, from_discarder
from tests.referee.independent.shapes import complete


def shows(hand: Hand, seat: int) -> None:
    hand.teller.later(400, 900)
    hand.teller.shows(seat, hand.books.seats[seat].hand, hand.tile, hand.turn)


class OneIsFalse(Committed):
    """Two show their hands for one tile: one has won, the other's is a go-ron.

    WRC 7.1, MJ 3.4.6: the win makes the chombo void. SAI 45.4, 53.7: the nearer is judged first, be it a win or a
    chombo.
    """

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if len(wins) != 1 or hand.ends_unless_won():
            return None
        winner = wins[0][0]
        others = [
            seat
            for seat, player in enumerate(hand.books.seats)
            if seat not in (hand.turn, winner)
            and not hand.completes(seat, KIND[hand.tile])
            and not player.dead
        ]
        if not others:
            return None
        offender = hand.chance.choice(others)
        self.done = True
        both = [winner, offender]
        hand.chance.shuffle(both)
        for seat in both:
            hand.teller.later(150, 400)
            hand.teller.calls(seat, "ron", entered=True)
        hand.chance.shuffle(both)
        for seat in both:
            shows(hand, seat)
        expect(hand, "false_win", offender)
        nearest = from_discarder(hand.turn, both)[0]
        if nearest == offender and not hand.rules.fouls.chombo_voided_by_win:
            return endings.of_chombo(hand.books, [offender])
        hand.ura([winner])
        return endings.of_wins(hand.books, wins)


class TwoFalse(Committed):
    """Two show go-rons on one tile: two chombos (WRC 7.2, MJ 3.4.6); the nearer is ruled on first, and with it the hand is over (SAI 53.7)."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.chance.random() > 0.1 or not hand.nobody_wins() or hand.ends_unless_won():
            return None
        others = [seat for seat in range(4) if seat != hand.turn and not hand.books.seats[seat].dead]
        if len(others) < 2:
            return None
        both = hand.chance.sample(others, 2)
        self.done = True
        for seat in both:
            hand.teller.later(150, 400)
            hand.teller.calls(seat, "ron", entered=True)
        for seat in both:
            shows(hand, seat)
        for seat in both:
            expect(hand, "false_win", seat)
        return endings.of_chombo(hand.books, sorted(both))


class DrawnAllTheSame(Committed):
    """One says ron in time, the next draws all the same and shows a go-tsumo: the win stands.

    It voids what the go-tsumo costs (WRC 7.1, MJ 3.4.6), or comes before it in the order of play (SAI 45.3, 53.7).
    """

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        books, teller = hand.books, hand.teller
        following = (hand.turn + 1) % 4
        wins = rons(hand, but=following)
        player = books.seats[following]
        if len(wins) != 1 or books.left == 0 or player.dead or player.riichi or hand.ends_unless_won():
            return None
        if books.seats[hand.turn].declared:
            return None
        tile = books.deal.live[books.taken]
        counts = player.counts()
        counts[KIND[tile]] += 1
        if complete(counts, len(player.melds)):
            return None
        self.done = True
        winner = wins[0][0]
        teller.later(250, 500)
        teller.calls(winner, "ron", entered=True)
        teller.now = max(teller.now, hand.discarded_at + 1300)
        teller.draws(following, tile, books.next_place)
        teller.later(300, 600)
        teller.calls(following, "tsumo", entered=True)
        teller.later(300, 600)
        teller.shows(following, player.hand, tile, following)
        shows(hand, winner)
        expect(hand, "false_win", following)
        hand.ura([winner])
        return endings.of_wins(books, wins)


class PlayedOnAfterFalseRon(Committed):
    """A go-ron is shown, and the others play on until somebody notices: the hand ends with it (WRC 7.2, MJ 3.4.6).

    What they do meanwhile is nobody's foul: SAI 53.3 alone has them stop.
    """

    def discard(self, hand: Hand) -> Ending | None:
        if hand.rules.fouls.play_stops_from != "never" or hand.teller.record or not far_from_its_end(hand):
            return None
        if not hand.nobody_wins() or hand.ends_unless_won() or hand.books.seats[hand.turn].declared:
            return None
        others = [seat for seat in range(4) if seat != hand.turn and not hand.books.seats[seat].dead]
        if not others or hand.chance.random() > 0.1:
            return None
        offender = hand.chance.choice(others)
        self.done = True
        hand.teller.later(150, 400)
        hand.teller.calls(offender, "ron", entered=True)
        shows(hand, offender)
        for temper in hand.tempers:
            temper.call = temper.kan = temper.riichi = -1
        ShownLater().goes_on(hand, None, hand.chance.randrange(1, 4))
        expect(hand, "false_win", offender)
        return endings.of_chombo(hand.books, [offender])


class ShownAfterWin(Committed):
    """Another opens his hand after somebody has won: the hand is over, and nothing is wrong with it."""

    def at_own_win(self, hand: Hand, seat: int) -> Ending | None:
        if hand.teller.record or "call_buttons" not in hand.teller.senses or hand.books.left == 0:
            return None
        other = (seat + hand.chance.randrange(1, 4)) % 4
        if hand.chance.random() < 0.8:
            self.done = True
            hand.teller.later(300, 900)
            hand.teller.shows(other, hand.books.seats[other].hand)
        return None


WINS = (OneIsFalse, TwoFalse, DrawnAllTheSame, PlayedOnAfterFalseRon, ShownAfterWin)
