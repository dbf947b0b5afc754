"""Two wrong announcements at one draw: WRC 5.7.2; MJ 3.4.2; SAI 52.2, 52.5, 55.4(2), 55.4(4)."""

from tests.referee.independent.ending import Ending
from tests.referee.independent.player import Hand
from tests.referee.independent.wrong_ends import Announcing


class TwoFalseTenpai(Announcing):
    """Two hands are announced as tenpai and shown, and both are noten."""

    def draw(self, hand: Hand) -> Ending | None:
        liars = self.liars(hand)
        if len(liars) < 2:
            return None
        return self.announced(hand, self.order(hand), set(hand.chance.sample(liars, 2)))

    def liars(self, hand: Hand) -> list[int]:
        """Hands that are noten, dead ones among them; none where a dead hand in riichi has something to prove (WRC 7.2)."""
        seats = hand.books.seats
        if any(player.dead and player.riichi for player in seats):
            return []
        return [seat for seat in range(4) if not self.ready(hand, seat) and not seats[seat].riichi]


class EarlyFalseTenpai(TwoFalseTenpai):
    """One announces before his turn, and wrongly at that."""

    def draw(self, hand: Hand) -> Ending | None:
        order = self.order(hand)
        liars = [seat for seat in self.liars(hand) if seat != order[0]]
        if not liars or hand.rules.calls.announce_order != "strict":
            return None
        liar = hand.chance.choice(liars)
        at = order.index(liar)
        order[at - 1], order[at] = order[at], order[at - 1]
        return self.announced(hand, order, {liar}, liar)


class FalseTenpaiThenNoten(TwoFalseTenpai):
    """Tenpai is said of a noten hand, then noten: the announcement stands and is false (WRC 5.7.2, MJ 3.4.2)."""

    def draw(self, hand: Hand) -> Ending | None:
        liars = self.liars(hand)
        if not liars or hand.rules.sources[0] == "SAI":
            return None
        liar = hand.chance.choice(liars)
        ended = self.announced(hand, self.order(hand), {liar})
        self.says(hand, liar, tenpai=False)
        return self.committed(hand, "announcement_changed", liar) or ended


ANNOUNCED = (TwoFalseTenpai, EarlyFalseTenpai, FalseTenpaiThenNoten)
