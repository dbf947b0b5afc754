"""Wins called in time and shown late, or shown by the nearer player only after the further one: WRC 5.4.1, 7.2; MJ
3.3.1; SAI 45.3, 45.4."""

from copy import deepcopy
from dataclasses import dataclass

from referee.game import observations as seen
from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import one_wait
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed
from tests.referee.independent.late_claims import rons
from tests.referee.independent.player import Claim, Hand


def far_from_its_end(hand: Hand) -> bool:
    """Return whether the hand would survive two more turns under every rule."""
    books = hand.books
    riichis = sum(bool(player.riichi) for player in books.seats)
    return (
        books.left > 6 and len(books.kans) < 3 and riichis < 3 and all(player.pond for player in books.seats)
    )


def plays_on(hand: Hand, turns: int) -> None:
    """Let the next players draw and discard, with everything that may come between; nobody wins."""
    teller = hand.teller
    for _ in range(turns):
        teller.now = max(teller.now, hand.discarded_at + 1300)
        hand.turn = (hand.turn + 1) % 4
        hand.draw()
        discards(hand)


def discards(hand: Hand) -> None:
    """Play the rest of a turn: kans, riichi, the discard and the stick."""
    hand.own_turn()
    if hand.books.seats[hand.turn].declared:
        hand.lays_stick(hand.turn)
        hand.books.accept_riichi(hand.turn)


@dataclass
class ShownLater(Committed):
    """Ron is said in time and not heard: the others play on until the hand is opened. The win counts, what came between does not."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if not wins or hand.ends_unless_won() or not far_from_its_end(hand):
            return None
        if hand.teller.record:  # in a record without times, no rule limits how long opening a hand may take
            return None
        win = hand.chance.choice(wins)
        winner, source = win[0], hand.turn
        between = (winner - source) % 4 - 1
        claim = self.other_claim(hand, winner)
        if not between and claim is None:
            return None
        self.done = True
        tile, discarded_at = hand.tile, hand.discarded_at
        if hand.books.seats[source].declared:
            hand.lays_stick(source)
        hand.teller.later(250, 500)
        calls = [(winner, "ron")] if claim is None else [(winner, "ron"), (claim.seat, claim.word)]
        hand.chance.shuffle(calls)
        for seat, word in calls:
            hand.teller.calls(seat, word, entered=True)
            hand.teller.later(10, 50)
        self.goes_on(hand, claim, hand.chance.randrange(1, between + 1) if between else 0)
        hand.turn, hand.tile, hand.discarded_at = source, tile, discarded_at
        hand.teller.shows(winner, hand.books.seats[winner].hand, tile, source)
        hand.ura([winner])
        return endings.of_wins(hand.books, [win])

    def other_claim(self, hand: Hand, winner: int) -> Claim | None:
        """Somebody else's pon of the tile, said at the same time."""
        if hand.chance.random() < 0.5:
            return None
        for seat in range(4):
            player = hand.books.seats[seat]
            if seat in (hand.turn, winner) or player.riichi or player.dead:
                continue
            if (seat - hand.turn) % 4 > (winner - hand.turn) % 4 > 1:
                continue  # the winner would be skipped or drawn to next, whichever turns follow
            for meld in hand.melds_of(seat, hand.turn, hand.tile):
                if meld.kind == "pon" and hand.can_discard_after(seat, meld):
                    return Claim(seat, "pon", 0, meld)
        return None

    def goes_on(self, hand: Hand, claim: Claim | None, turns: int) -> None:
        """Play the acts in between, in separate books that are thrown away."""
        books, foul, tempers = hand.books, hand.foul, deepcopy(hand.tempers)
        hand.books = deepcopy(books, {id(each): each for each in (books.rules, books.deal)})
        hand.foul, hand.teller.pace = None, 0.5
        for temper in hand.tempers:
            temper.win, temper.kan = -1, min(temper.kan, 0.3)
        if hand.books.seats[hand.turn].declared:
            hand.books.accept_riichi(hand.turn)
        if claim is not None:
            hand.take(claim)
            discards(hand)
        else:
            plays_on(hand, turns)
        hand.books, hand.foul, hand.teller.pace, hand.tempers = books, foul, 1, tempers


class NearerShowsLast(Committed):
    """Both have called before the further one shows: the nearer wins all the same (WRC 5.4.1, SAI 45.4)."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if len(wins) < 2 or hand.rules.flow.winners != "nearest":
            return None
        self.done = True
        hand.teller.later(250, 500)
        order = [seat for seat, _, _ in wins]
        hand.chance.shuffle(order)
        for seat in order:
            hand.teller.calls(seat, "ron")
            hand.teller.later(50, 100)
        return shown(hand, wins, list(reversed(wins)))


class NearerCallsLast(Committed):
    """The further one has shown his hand when the nearer calls: too late by SAI 45.4, and no foul; in time by WRC 5.4.1."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if len(wins) < 2 or hand.rules.flow.winners != "nearest":
            return None
        self.done = True
        nearer, further = wins[:2]
        hand.teller.later(250, 500)
        hand.teller.calls(further[0], "ron")
        hand.teller.later(500, 1500)
        hand.teller.shows(further[0], hand.books.seats[further[0]].hand, hand.tile, hand.turn)
        hand.teller.later(250, 500)
        hand.teller.calls(nearer[0], "ron")
        best = [further] if hand.rules.calls.head_bump_until == "shown" else [nearer]
        return shown(hand, best, [nearer])


def shown(hand: Hand, best: list[tuple[int, int, Worth]], opened: list[tuple[int, int, Worth]]) -> Ending:
    """The hands are opened in this order; the best wins."""
    for seat, source, _ in opened:
        hand.teller.later(500, 1500)
        hand.teller.shows(seat, hand.books.seats[seat].hand, hand.tile, source)
    hand.ura([best[0][0]])
    return endings.of_wins(hand.books, best[:1])


class NeverShown(Committed):
    """Ron is called by somebody who can win, and his hand stays closed: an empty call (WRC 7.2, MJ 3.4.7, SAI 55.1(1))."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if not wins or hand.ends_unless_won() or not far_from_its_end(hand):
            return None
        caller = hand.chance.choice(wins)[0]
        hand.mute = {0, 1, 2, 3}
        for temper in hand.tempers:
            temper.win = temper.kan = temper.riichi = -1
        return self.calls(hand, caller, "ron", "false_win_call", (250, 500))

    def rulings(self, hand: Hand) -> Ending | None:
        if self.pending and not hand.teller.found(*self.pending[0][:2]) and hand.drew:
            hand.teller.later(11000, 13000)
            hand.teller.say(seen.ClockAdvanced)
        return super().rulings(hand)


LATE_SHOWN = (ShownLater, NearerShowsLast, NearerCallsLast, NeverShown)
