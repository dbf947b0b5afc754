"""Wrong announcements when no tile is left, or to end a hand that is not over: WRC 5.7.2, MJ 3.4.2, 3.4.3, SAI 52,
55.4."""

from referee.game import observations as seen
from tests.referee.independent import ending as endings
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.player import Hand, from_discarder


class Announcing(Committed):
    """A player announces something other than he should; the draw is settled by the actual hands."""

    def prepare(self, hand: Hand) -> None:
        """Keep most wins from happening, so that the hand is drawn."""
        if hand.chance.random() < 0.8:
            for temper in hand.tempers:
                temper.win, temper.kan = -1, 0

    def says(self, hand: Hand, seat: int, *, tenpai: bool, shows: bool | None = None) -> None:
        hand.teller.later(400, 1200)
        hand.teller.say(seen.TenpaiDeclared, 5, seat=seat, tenpai=tenpai)
        if tenpai if shows is None else shows:
            hand.teller.later(200, 600)
            hand.teller.shows(seat, hand.books.seats[seat].hand)

    def ready(self, hand: Hand, seat: int) -> bool:
        player = hand.books.seats[seat]
        return bool(player.obtainable(player.waits())) and not player.dead

    def order(self, hand: Hand) -> list[int]:
        return from_discarder(hand.books.dealer, [0, 1, 2, 3])

    def announced(
        self, hand: Hand, order: list[int], liars: set[int], early: int | None = None
    ) -> Ending | None:
        """Everybody announces, in this order."""
        tenpai = [seat for seat in range(4) if self.ready(hand, seat)]
        for seat in order:
            self.says(hand, seat, tenpai=seat in tenpai or seat in liars)
            wrong = (("announce_order", seat == early), ("false_tenpai", seat in liars))
            for rule, done in wrong:
                ended = self.committed(hand, rule, seat) if done else None
                if ended is not None:
                    return ended
        return endings.of_draw(hand.books, tenpai)


class FalseTenpai(Announcing):
    """A player says tenpai and shows a noten hand. SAI 55.4(4); the others name no grade."""

    def draw(self, hand: Hand) -> Ending | None:
        if any(player.dead for player in hand.books.seats):
            return None
        liars = [
            seat for seat in range(4) if not self.ready(hand, seat) and not hand.books.seats[seat].riichi
        ]
        if not liars or hand.chance.random() < 0.3:
            return None
        return self.announced(hand, self.order(hand), {hand.chance.choice(liars)})


class WrongOrder(Announcing):
    """Somebody announces before his turn: SAI 52.2, 55.4(2)."""

    def draw(self, hand: Hand) -> Ending | None:
        if hand.rules.calls.announce_order != "strict" or any(player.dead for player in hand.books.seats):
            return None
        order = self.order(hand)
        early = hand.chance.randrange(1, 4)
        seat = order.pop(early)
        order.insert(early - 1, seat)
        return self.announced(hand, order, set(), seat)


class RiichiStaysClosed(Announcing):
    """A hand in riichi is called noten and stays closed: "if they can't, or won't" (WRC 5.7.2, MJ 3.4.2, SAI 39.10, 52.5)."""

    def draw(self, hand: Hand) -> Ending | None:
        if any(player.dead for player in hand.books.seats):
            return None
        able = [seat for seat in range(4) if hand.books.seats[seat].riichi]
        if not able:
            return None
        offender = hand.chance.choice(able)
        tenpai = [seat for seat in range(4) if self.ready(hand, seat) and seat != offender]
        for seat in self.order(hand):
            self.says(hand, seat, tenpai=seat in tenpai)
        self.done = True
        expect(hand, "riichi_hand_not_shown", offender)
        return endings.of_chombo(hand.books, [offender])


class ChangedWord(Announcing):
    """Noten, and then tenpai: "the announcement cannot be changed" (WRC 5.7.2, MJ 3.4.2)."""

    def draw(self, hand: Hand) -> Ending | None:
        if any(player.dead for player in hand.books.seats) or not hand.rules.calls.tenpai_optional:
            return None
        able = [seat for seat in range(4) if self.ready(hand, seat) and not hand.books.seats[seat].riichi]
        if not able:
            return None
        offender = hand.chance.choice(able)
        tenpai = [seat for seat in range(4) if self.ready(hand, seat) and seat != offender]
        for seat in self.order(hand):
            self.says(hand, seat, tenpai=seat in tenpai)
        self.says(hand, offender, tenpai=True)
        ended = self.committed(hand, "announcement_changed", offender)
        return ended or endings.of_draw(hand.books, tenpai)


class NineNotThere(Committed):
    """Nine terminals are called where the hand cannot be aborted: MJ 3.4.3. The hand goes on."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.nine_terminals(seat) or hand.chance.random() > 0.05:
            return None
        if not hand.rules.flow.abort_nine_terminals or hand.books.seats[seat].turns == 1:
            return None
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "nine_terminals")
        return self.committed(hand, "nine_terminals_not_there", seat)


class SetButtonTooEarly(Committed):
    """The hand is closed although it is not over: it goes on. WRC 5.7, MJ 3.4, SAI 28.3."""

    def turn(self, hand: Hand, _seat: int) -> Ending | None:
        if not hand.drew or hand.chance.random() > 0.03:
            return None
        hand.teller.later(300, 900)
        hand.teller.say(seen.HandClosed)
        return self.committed(hand, "hand_not_over", hand.books.dealer)


WRONG_ENDS = (FalseTenpai, WrongOrder, RiichiStaysClosed, ChangedWord, NineNotThere, SetButtonTooEarly)
