"""False wins: WRC 5.7.5, 7.2; MJ 3.4.5, 3.4.6, 3.4.7; SAI 51.2, 55.1(1)."""

from referee.tiles import KIND
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import tenpai_all
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, alone, expect
from tests.referee.independent.player import Hand
from tests.referee.independent.shapes import complete


class FalseRon(Committed):
    """A false ron is shown: not complete, without a yaku, or in furiten. The hand ends with it."""

    def discard(self, hand: Hand) -> Ending | None:
        kind = KIND[hand.tile]
        for seat in range(4):
            player = hand.books.seats[seat]
            if seat == hand.turn or player.dead:
                continue
            kinds = player.waits()
            fits = kind in kinds
            furiten = fits and hand.books.furiten(seat, kinds)
            value = endings.worth(hand.books, seat, hand.tile, source=hand.turn) if fits else None
            if fits and ((value is None) == (not furiten)) and hand.chance.random() < 0.9:
                return self.shown(hand, seat, "furiten_win" if furiten else "false_win")
            if not fits and hand.chance.random() < 0.02:
                return self.shown(hand, seat, "false_win")
        return None

    def shown(self, hand: Hand, seat: int, rule: str) -> Ending:
        teller = hand.teller
        teller.later(250, 900)
        teller.calls(seat, "ron")
        teller.later(300, 900)
        teller.shows(seat, hand.books.seats[seat].hand, hand.tile, hand.turn)
        self.done = True
        expect(hand, rule, seat)
        return endings.of_chombo(hand.books, [seat])


class FalseTsumo(Committed):
    """A false tsumo is shown."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if player.drawn is None or not hand.drew or player.dead:
            return None
        fits = complete(player.counts(), len(player.melds))
        if fits and endings.worth(hand.books, seat, player.drawn, source=seat) is not None:
            return None
        if hand.chance.random() > (0.9 if fits else 0.04):
            return None
        teller = hand.teller
        teller.later(400, 900)
        teller.calls(seat, "tsumo")
        teller.later(400, 900)
        concealed = list(player.hand)
        concealed.remove(player.drawn)
        teller.shows(seat, concealed, player.drawn, seat)
        self.done = True
        expect(hand, "false_win", seat)
        return endings.of_chombo(hand.books, [seat])


class RonOnOwnDiscard(Committed):
    """A player shows a hand as a ron on the tile that he has discarded himself: there is nothing to win on."""

    def discard(self, hand: Hand) -> Ending | None:
        seat = hand.turn
        if hand.chance.random() > 0.1 or hand.books.seats[seat].dead:
            return None
        hand.teller.later(250, 900)
        hand.teller.calls(seat, "ron")
        hand.teller.later(300, 900)
        hand.teller.shows(seat, hand.books.seats[seat].hand, hand.tile, seat)
        self.done = True
        called = str(hand.rules.fouls.false_win_call)
        # SAI 55.1(1) makes no difference between a call and a hand that is shown
        expect(hand, "false_win_call" if called == "chombo" else "false_win", seat)
        return endings.of_chombo(hand.books, [seat])


class RonNotShown(Committed):
    """Ron is called, the hand is not shown, and play goes on; only then is it certain that the ron was false."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left == 0 or "call_buttons" not in hand.teller.senses:
            return None
        if not alone(hand):
            return None
        for seat in range(4):
            player = hand.books.seats[seat]
            if seat == hand.turn or seat in hand.mute or KIND[hand.tile] in player.waits():
                continue
            if hand.chance.random() < 0.05:
                hand.mute = {0, 1, 2, 3}
                hand.teller.later(250, 500)
                hand.teller.calls(seat, "ron", entered=True)
                hand.teller.later(11000, 15000)
                return self.committed(hand, "false_win_call", seat)
        return None


class RonAmongRiichi(RonNotShown):
    """The same, but all four declare riichi: hands opened for four riichi do not answer the earlier call (MJ 3.4.3)."""

    stack = staticmethod(tenpai_all)

    def prepare(self, hand: Hand) -> None:
        for temper in hand.tempers:
            temper.riichi, temper.call, temper.win = 1, 0, -1


FALSE_WINS = (FalseRon, FalseTsumo, RonOnOwnDiscard, RonNotShown, RonAmongRiichi)
