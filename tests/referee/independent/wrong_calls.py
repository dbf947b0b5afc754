"""Calls that cannot be made, come too late or are not carried out: WRC 5.4.1, 6.5.1, 7.2; MJ 3.3.1, 3.4.7; SAI 40-43, 55.3."""

from referee.tiles import KIND
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, alone
from tests.referee.independent.player import Hand

LONG = (11000, 15000)
"""Longer than anybody may take to show the tiles of a call."""


class Kuikae(Committed):
    """Discards what was called with: WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if hand.drew:
            return None
        barred = [tile for tile in hand.books.seats[seat].hand if KIND[tile] in hand.barred]
        if not barred:
            return None
        hand.teller.later(400, 1200)
        hand.put_down(seat, hand.chance.choice(barred))
        hand.put_down_already = True
        return self.committed(hand, "kuikae", seat)


class ChiFromAfar(Committed):
    """Chi of a tile that the player to the left has not discarded: WRC 5.4.2, MJ 3.3.1, SAI 41.1, 55.3(2)."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left == 0 or hand.chance.random() > 0.1:
            return None
        seat = (hand.turn + hand.chance.choice((2, 3))) % 4
        if hand.books.seats[seat].riichi:
            return None
        return self.calls(hand, seat, "chi", "void_call", (250, 500))


class PonOfNothing(Committed):
    """Pon before anything has been discarded: WRC 7.2, SAI 55.3(2)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if any(player.pond for player in hand.books.seats) or hand.chance.random() > 0.5:
            return None
        caller = (seat + hand.chance.randrange(1, 4)) % 4
        return self.calls(hand, caller, "pon", "void_call", (250, 500))


class EmptyPon(Committed):
    """Pon without the tiles for it: nothing is shown, and play goes on: WRC 7.2, SAI 55.3(2)."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left == 0 or hand.chance.random() > 0.1 or hand.ends_unless_won():
            return None
        if "call_buttons" not in hand.teller.senses or not alone(hand):
            return None
        seat = (hand.turn + hand.chance.randrange(1, 4)) % 4
        player = hand.books.seats[seat]
        if player.riichi or player.counts()[KIND[hand.tile]] >= 2:
            return None
        hand.mute = {0, 1, 2, 3}
        hand.teller.later(250, 500)
        hand.teller.calls(seat, "pon")
        hand.teller.later(*LONG)
        return self.committed(hand, "empty_call", seat)


class CallInRiichi(Committed):
    """Pon in riichi: WRC 6.5.1, 7.2; MJ 3.3.14; SAI 39.8, 55.3(2), 55.1(4)."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left == 0:
            return None
        for seat in range(4):
            player = hand.books.seats[seat]
            if seat != hand.turn and player.riichi and hand.chance.random() < 0.3:
                return self.calls(hand, seat, "pon", "call_in_riichi", (250, 500))
        return None


class LatePon(Committed):
    """Pon after the next player has drawn, who was not too fast: WRC 5.4.1, MJ 3.3.1, SAI 42.2, 55.3(8)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        before = (seat - 1) % 4
        if (
            not hand.drew
            or hand.books.rinshan
            or hand.last_discarder != before
            or hand.chance.random() > 0.15
        ):
            return None
        caller = (seat + hand.chance.choice((1, 2))) % 4
        if hand.books.seats[caller].riichi:
            return None
        return self.calls(hand, caller, "pon", "late_call", (200, 900))


class PonOfLastTile(Committed):
    """Pon of the discard after the last tile: WRC 5.7.1, MJ 3.4.1, SAI 40.5, 55.3(2)."""

    def discard(self, hand: Hand) -> Ending | None:
        if hand.books.left:
            return None
        caller = (hand.turn + hand.chance.randrange(1, 4)) % 4
        if hand.books.seats[caller].riichi:
            return None
        return self.calls(hand, caller, "pon", "call_on_last_tile", (200, 600))


WRONG_CALLS = (Kuikae, ChiFromAfar, PonOfNothing, EmptyPon, CallInRiichi, LatePon, PonOfLastTile)
