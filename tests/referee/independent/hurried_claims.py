"""Calls before and after their time by the clock: SAI 35.2, 41.2, 42.2, 43.15, 55.3(7), 55.3(8); dead hands that call."""

from dataclasses import dataclass

from tests.referee.independent.ending import Ending
from tests.referee.independent.player import Hand
from tests.referee.independent.wrong_calls import Kuikae
from tests.referee.independent.wrong_melds import MeldAct, somebody


class ChiOverArm(MeldAct):
    """Chi while the discarder's hand is across the line: SAI 41.2, 55.3(7)."""

    def discard(self, hand: Hand) -> Ending | None:
        teller = hand.teller
        if "curtains" not in teller.senses or hand.rules.timing.chi_from != "line_clear":
            return None
        claim = somebody(hand, kinds=("chi",))
        if claim is None:
            return None
        teller.later(100, 200)
        teller.arm(hand.turn, across=True)
        teller.later(200, 400)
        teller.calls(claim.seat, "chi")
        teller.later(200, 400)
        teller.arm(hand.turn, across=False)
        self.takes(hand, claim)
        return self.committed(hand, "early_chi", claim.seat)


class SlowPon(MeldAct):
    """Pon long after the discard, before anybody has drawn: late under SAI 42.2, 55.3(8), in time elsewhere (WRC 5.4.1, MJ 3.3.1)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None:
            return None
        timing = hand.rules.timing
        late = timing.pon_until == "discard_completed"
        hand.teller.now = hand.discarded_at + timing.pon_window_ms + timing.pon_pause_ms + 300
        hand.teller.later(0, 3000)
        hand.teller.calls(claim.seat, "pon", entered=True)
        if late:
            hand.mute = {claim.seat}
            return self.committed(hand, "late_call", claim.seat)
        self.done = True
        self.takes(hand, claim)
        return None


class PonWithPause(MeldAct):
    """Pon of kamicha's discard after a pause: in time everywhere (SAI 42.2 "allowed to have a pause in between")."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None or (claim.seat - hand.turn) % 4 != 1:
            return None
        timing = hand.rules.timing
        hand.teller.now = hand.discarded_at + timing.pon_window_ms + timing.pon_pause_ms - 400
        hand.teller.calls(claim.seat, "pon", entered=True)
        self.done = True
        self.takes(hand, claim)
        return None


@dataclass
class DeadHandCalls(Kuikae):
    """A hand that was declared dead calls: WRC 7.2 20 points, MJ 3.4.6 chombo, SAI 55.3(11)."""

    seat: int | None = None

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if self.seat is not None or hand.drew:
            return None
        self.always = True
        ended = super().turn(hand, seat)
        if self.done:
            self.done, self.seat = False, seat
        return ended

    def discard(self, hand: Hand) -> Ending | None:
        books = hand.books
        if self.seat is None or books.left == 0 or hand.turn == self.seat or not books.seats[self.seat].dead:
            return None
        if not hand.nobody_wins() or hand.ends_unless_won() or books.seats[hand.turn].declared:
            return None
        if hand.chance.random() < 0.5:
            return None
        hand.mute = {self.seat}
        hand.teller.later(300, 600)
        hand.teller.calls(self.seat, "pon", entered=True)
        return self.committed(hand, "dead_hand_call", self.seat)


HURRIED_CLAIMS = (ChiOverArm, SlowPon, PonWithPause, DeadHandCalls)
