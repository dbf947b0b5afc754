"""Hands that are opened in play without a right to it: WRC 7.2 "Wrongly revealing"; MJ 3.4.3, 3.4.6; SAI 25, 52.1, 55.1(5), 55.2(3)."""

from referee.tiles import KIND
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed
from tests.referee.independent.player import Hand
from tests.referee.independent.shapes import complete
from tests.referee.independent.wrong_turns import untouched


def said_before(hand: Hand, seat: int) -> bool:
    """Return whether the player has said nine terminals in this hand: the same word a moment later is no second call."""
    return any(each[:2] == ("nine_terminals_not_there", seat) for each in hand.committed)


def shown(hand: Hand, number: int) -> str:
    """The grade of so many tiles."""
    fouls = hand.rules.fouls
    steps = fouls.tiles_shown_early if untouched(hand) else fouls.tiles_shown
    return [str(grade) for least, grade in steps if number >= least][-1]


class Opened(Committed):
    """A hand is opened in play without a word; nothing can be won with it. A hand that is dead is a hand like any other."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        return self.opens(hand, seat if hand.drew else None) if hand.last_discarder is not None else None

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left == 0 or hand.ends_unless_won():
            return None  # hands are opened now
        return self.opens(hand, None)

    def opens(self, hand: Hand, drawer: int | None) -> Ending | None:
        teller = hand.teller
        dead = [seat for seat, player in enumerate(hand.books.seats) if player.dead]
        if teller.record:  # it tells of hands that are opened to win, and of others by ``TilesExposed``
            return None
        if "call_buttons" not in teller.senses or hand.chance.random() > (0.4 if dead else 0.05):
            return None
        whose = hand.chance.choice(dead or [0, 1, 2, 3])
        player = hand.books.seats[whose]
        wins = complete(player.counts(), len(player.melds)) if whose == drawer else False
        if wins or (whose != drawer and KIND[hand.tile] in player.waits()):
            return None
        teller.later(300, 900)
        teller.shows(whose, player.hand)
        return self.committed(hand, "tiles_shown", whose, proposed=shown(hand, len(player.hand)))


class NineSaid(Committed):
    """Nine terminals are said under a rulebook that has no such draw (WRC 5.7.3, SAI 52.1), and the player plays on."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.rules.flow.abort_nine_terminals or hand.chance.random() > 0.1:
            return None
        if said_before(hand, seat):
            return None
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "nine_terminals")
        return self.committed(hand, "nine_terminals_not_there", seat)


class NineOpened(Committed):
    """Nine terminals are said where no hand can be aborted, and the hand is opened: as if the word had not been said."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player, aborts = hand.books.seats[seat], hand.rules.flow.abort_nine_terminals
        if not hand.drew or complete(player.counts(), len(player.melds)):
            return None
        if (aborts and player.turns == 1) or hand.teller.record or said_before(hand, seat):
            return None
        if hand.chance.random() > (0.4 if player.dead else 0.05):
            return None
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "nine_terminals")
        ended = self.committed(hand, "nine_terminals_not_there", seat)
        if ended is not None:
            return ended
        hand.teller.later(300, 900)
        hand.teller.shows(seat, player.hand)
        return self.committed(hand, "tiles_shown", seat, proposed=shown(hand, len(player.hand)))


OPENED = (Opened, NineSaid, NineOpened)
