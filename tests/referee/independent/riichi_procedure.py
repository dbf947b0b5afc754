"""A riichi that is carried out wrongly: WRC 6.5.1, 7.2; MJ 3.3.14, 3.4.7; SAI 35.2, 39, 55.3(3), 55.3(6), 55.4(3)."""

from referee.game import observations as seen
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed
from tests.referee.independent.player import Hand
from tests.referee.independent.wrong_melds import served
from tests.referee.independent.wrong_riichi import may


class Procedure(Committed):
    """A player whose hand is tenpai and who may declare riichi."""

    def prepare(self, hand: Hand) -> None:
        for temper in hand.tempers:
            temper.riichi = 0.1

    def ready(self, hand: Hand, seat: int) -> int | None:
        """The tile to discard with the riichi."""
        if not may(hand, seat) or "call_buttons" not in hand.teller.senses:
            return None
        tiles = hand.tenpai_discards(seat)
        return hand.chance.choice(tiles) if tiles else None

    def declares(self, hand: Hand, seat: int, tile: int, *, announced: bool = True) -> None:
        hand.teller.later(300, 900)
        hand.turn_indicators()
        if announced:
            hand.teller.calls(seat, "riichi")
            hand.teller.later(300, 900)
        hand.books.declare_riichi(seat)
        hand.put_down(seat, tile, riichi=True)
        hand.books.seats[seat].ippatsu = True
        hand.put_down_already = True


class NotTurned(Procedure):
    """Riichi is said, and the tile lies upright: corrected (WRC 7.2), continue (SAI 55.4(3) by the preset)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        tile = self.ready(hand, seat)
        if tile is None or hand.rules.fouls.riichi_not_turned == "dead_hand":
            return None
        hand.teller.upright = True
        self.declares(hand, seat, tile)
        hand.teller.upright = False
        hand.books.seats[seat].turned_last = False
        self.always = True
        return self.committed(hand, "riichi_not_turned", seat)


class Retracted(Procedure):
    """Riichi is said and taken back before the discard: empty (WRC 7.2), dead hand (SAI 39.2, 55.3(3))."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if self.ready(hand, seat) is None:
            return None
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "riichi")
        hand.teller.later(1000, 2000)
        hand.teller.say(seen.RiichiRetracted, seat=seat)
        return self.committed(hand, "riichi_retracted", seat)


class StickForNothing(Procedure):
    """A stick is laid without a riichi, and taken back."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or "sticks" not in hand.teller.senses or hand.books.seats[seat].riichi:
            return None
        if hand.chance.random() > 0.05 or served(hand):
            return None
        temper = hand.tempers[seat]
        temper.riichi = temper.win = (
            temper.kan
        ) = -1  # nothing that might explain the stick or end the hand before
        hand.teller.later(300, 900)
        hand.teller.stick(seat)
        return self.committed(hand, "bet_without_riichi", seat)


class DrawBeforeStick(Procedure):
    """The next player draws before the stick of a riichi lies: SAI 35.2, 55.3(6)."""

    def discard(self, hand: Hand) -> Ending | None:
        books, teller = hand.books, hand.teller
        if not hand.rules.timing.riichi_bet_first or "sticks" not in teller.senses or books.left == 0:
            return None
        if not books.seats[hand.turn].declared or not hand.nobody_wins() or hand.ends_unless_won():
            return None
        if teller.record:
            return None
        declarer, following = hand.turn, (hand.turn + 1) % 4
        teller.withdraws(declarer)
        teller.later(1300, 2000)
        place = books.next_place
        teller.draws(following, books.draw(following), place)
        teller.later(500, 900)
        teller.stick(declarer)
        books.accept_riichi(declarer)
        hand.turn, hand.drew, hand.barred = following, True, frozenset()
        hand.taken_already = True
        return self.committed(hand, "early_draw", following)


RIICHI_PROCEDURE = (NotTurned, Retracted, StickForNothing, DrawBeforeStick)
