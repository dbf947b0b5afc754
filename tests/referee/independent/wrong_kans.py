"""Kans that cannot be declared (the word alone: an empty call, WRC 7.2), or are robbed without right: WRC 5.4.8, MJ 3.3.7 "A concealed kong cannot be robbed, except to win on Thirteen Orphans"; SAI 48."""

from referee.tiles import KIND
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import Stack, one_kanner
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.player import Hand


def waited_for(stack: Stack) -> None:
    """One player has three of a kind and draws the fourth; another waits for that tile but cannot win on it."""
    chance = stack.chance
    suit = 9 * chance.randrange(3)
    kind = suit + chance.randrange(2, 7)
    maker, robber = chance.sample(range(4), 2)
    stack.give(maker, [kind] * 3)
    stack.give(robber, chance.choice(([kind - 2, kind - 1], [kind + 1, kind + 2], [kind - 1, kind + 1])))
    stack.pair(robber, but=kind)
    stack.runs(robber, but=kind)
    for _ in range(chance.randrange(3)):
        stack.draw(maker, chance.choice(stack.left))
    stack.draw(maker, kind)
    stack.habits[maker] = {"kan": 1, "riichi": 0, "win": -1}
    stack.habits[robber] = {"riichi": chance.choice((0, 1))}


class ConcealedKanRobbed(Committed):
    """Any other hand than Thirteen Orphans is shown as a win on a concealed kan: a false win."""

    stack = staticmethod(waited_for)

    def after_concealed(self, hand: Hand, seat: int, tile: int) -> Ending | None:
        kind = KIND[tile]
        may = hand.rules.calls.chankan == "added_and_kokushi"
        for robber in range(4):
            fits = robber != seat and hand.completes(robber, kind)
            before = hand.last_discarder is not None and hand.completes(robber, KIND[hand.tile])
            if not fits or before or (may and hand.completes(robber, kind, by_orphans=True)):
                continue
            self.done = True
            hand.teller.later(250, 600)
            hand.teller.calls(robber, "ron")
            hand.teller.later(500, 1500)
            hand.teller.shows(robber, hand.books.seats[robber].hand, tile, seat)
            fouls = hand.rules.fouls
            at_the_word = not may and fouls.false_win_call == fouls.false_win  # SAI 55.1(1) covers both
            expect(hand, "false_win_call" if at_the_word else "false_win", robber)
            return endings.of_chombo(hand.books, [robber])
        return None


class KanAfterCall(Committed):
    """Kan is said in a turn that began with a call: WRC 5.4.7, 5.4.8; MJ 3.3.6, 3.3.7; SAI 43.10, 43.13."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if hand.drew or hand.books.left == 0 or hand.chance.random() > 0.3:
            return None
        hand.tempers[seat].win = -1
        return self.calls(hand, seat, "kan", "empty_kan", (300, 900))


class FifthKan(Committed):
    """Kan is said where four have been made: WRC 5.4.9, MJ 3.3.10, SAI 43.5."""

    stack = staticmethod(one_kanner)

    def prepare(self, hand: Hand) -> None:
        for temper in hand.tempers:
            temper.win, temper.kan, temper.riichi = 0.2, 1, 0

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.left == 0 or len(hand.books.kans) < 4 or hand.books.rinshan:
            return None
        if hand.books.seats[seat].riichi or hand.books.seats[seat].dead:
            return None
        hand.tempers[seat].win = -1
        return self.calls(hand, seat, "kan", "empty_kan", (300, 900))


class KanOnLastTile(Committed):
    """Kan is said when no tile is left to replace one: WRC 5.7.1, MJ 3.4.1, SAI 43.6."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.left or len(hand.books.kans) == 4:
            return None
        if hand.books.seats[seat].riichi or hand.books.seats[seat].dead:
            return None
        hand.tempers[seat].win = -1
        return self.calls(hand, seat, "kan", "empty_kan", (300, 900))


WRONG_KANS = (ConcealedKanRobbed, KanAfterCall, FifthKan, KanOnLastTile)
