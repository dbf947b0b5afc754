"""Late claims, some still in time: WRC 5.4.1, 5.4.7, 6.4, 7.1; MJ 3.3.1, 3.3.6, 3.4.6; SAI 45.3."""

from dataclasses import dataclass

from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.books import RINSHAN
from tests.referee.independent.dealing import added, beside_kan, beside_tsumo, one_wait
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.player import Claim, Hand, from_discarder

Wins = list[tuple[int, int, Worth]]


def rons(hand: Hand, *, but: int | None = None) -> Wins:
    """Everybody who can win on the tile, the nearest first; empty if the tile completes the hand of ``but``."""
    kind = KIND[hand.tile]
    able = [seat for seat in range(4) if seat != hand.turn and hand.completes(seat, kind)]
    if but in able:
        return []
    values = [(seat, hand.ron_value(seat, hand.tile, hand.turn)) for seat in from_discarder(hand.turn, able)]
    return [(seat, hand.turn, value) for seat, value in values if value is not None]


def settled(hand: Hand, wins: Wins) -> Ending:
    """Call and show the late ron, and settle it as if nothing had come between."""
    hand.teller.later(250, 600)
    return hand.ron(wins, hand.tile, hand.teller.now)


def late_rons(hand: Hand, *, but: int | None = None) -> Wins:
    """Everybody who can win on the tile until the next discard; empty if the rules allow no ron so late."""
    late = hand.rules.calls.ron_until.startswith("next_discard")
    if not late or hand.books.left == 0 or hand.ends_unless_won():
        return []
    return rons(hand, but=but)


def stick_and_draw(hand: Hand, following: int) -> None:
    """The stick of the discarder is laid, and the next player draws."""
    if hand.books.seats[hand.turn].declared:
        hand.lays_stick(hand.turn)
    hand.teller.later(1300, 2000)
    hand.teller.draws(following, hand.books.deal.live[hand.books.taken], hand.books.next_place)


class RonAfterDraw(Committed):
    """Ron when the next player has drawn: until he discards (WRC 5.4.1, MJ 3.3.1), or too late (SAI 45.3)."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        following = (hand.turn + 1) % 4
        wins = late_rons(hand, but=following)
        if not wins:
            return None
        self.done = True
        stick_and_draw(hand, following)
        return settled(hand, wins)


class RonTooLate(Committed):
    """Ron when the next player has touched the wall: SAI 45.3, 55.1(1); shown or not, it is one chombo."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        following = (hand.turn + 1) % 4
        wins = rons(hand, but=following)
        books = hand.books
        if not wins or books.left == 0 or hand.ends_unless_won():
            return None
        if hand.rules.calls.ron_until != "next_draw" or hand.rules.fouls.late_win_call != "chombo":
            return None
        self.done = True
        stick_and_draw(hand, following)
        seat = wins[0][0]
        hand.teller.later(250, 600)
        hand.teller.calls(seat, "ron")
        hand.teller.later(500, 1500)
        hand.teller.shows(seat, books.seats[seat].hand, hand.tile, hand.turn)
        expect(hand, "late_win_call", seat)
        return endings.of_chombo(books, [seat])


class RonAfterMeld(Committed):
    """Ron when another has shown the tiles of a call: "a win overrides even a displayed call" until the caller discards."""

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        books = hand.books
        wins = late_rons(hand)
        winners = {seat for seat, _, _ in wins}
        for caller in range(4):
            player = books.seats[caller]
            if not wins or caller == hand.turn or player.riichi or player.dead or caller in winners:
                continue
            melds = [meld for meld in hand.melds_of(caller, hand.turn, hand.tile) if meld.kind != "daiminkan"]
            if melds:
                self.done = True
                meld = hand.chance.choice(melds)
                if books.seats[hand.turn].declared:
                    hand.lays_stick(hand.turn)
                hand.teller.later(250, 600)
                hand.teller.calls(caller, "chi" if meld.kind == "chi" else "pon", entered=True)
                hand.teller.later(300, 900)
                hand.teller.meld(caller, meld)
                return settled(hand, wins)
        return None


class RonAfterConcealedKan(Committed):
    """Ron when the next player has drawn and declared a concealed kan: he has not discarded yet (WRC 5.4.1, MJ 3.3.1)."""

    stack = staticmethod(beside_kan)

    def discard(self, hand: Hand) -> Ending | None:
        books = hand.books
        following = (hand.turn + 1) % 4
        wins = late_rons(hand, but=following)
        player = books.seats[following]
        if not wins or books.left < 2 or player.riichi or player.dead or len(books.kans) == 4:
            return None
        tile = books.deal.live[books.taken]
        counts = player.counts()
        counts[KIND[tile]] += 1
        fours = [kind for kind in range(34) if counts[kind] == 4]
        if not fours:
            return None
        self.done = True
        stick_and_draw(hand, following)
        hand.teller.later(400, 900)
        tiles = [each for each in (*player.hand, tile) if KIND[each] == fours[0]]
        hand.teller.calls(following, "kan", entered=True)
        hand.teller.later(300, 900)
        hand.teller.meld(following, hand.concealed(tiles))
        return settled(hand, wins)


class RonAgainstTsumo(Committed):
    """Ron when the next player has drawn and said tsumo: in time under WRC 5.4.1, too late under MJ 3.3.1."""

    stack = staticmethod(beside_tsumo)

    def discard(self, hand: Hand) -> Ending | None:
        books = hand.books
        following = (hand.turn + 1) % 4
        wins = late_rons(hand, but=following)
        player = books.seats[following]
        if not wins or player.dead or KIND[books.deal.live[books.taken]] not in player.waits():
            return None
        if books.seats[hand.turn].declared:
            if not hand.rules.calls.ron_after_tsumo:
                return None
            hand.lays_stick(hand.turn)
        discarder, late = hand.turn, wins[0][0]
        place, tile = books.next_place, books.draw(following)
        value = endings.worth(books, following, tile, source=following)
        if value is None:
            books.undraw(following)
            return None
        self.done = True
        teller = hand.teller
        teller.later(1300, 2000)
        teller.draws(following, tile, place)
        teller.later(300, 600)
        teller.calls(following, "tsumo")
        teller.later(300, 600)
        if hand.rules.calls.ron_after_tsumo:
            books.undraw(following)
            teller.calls(late, "ron")
            teller.later(500, 1500)
            teller.shows(late, books.seats[late].hand, hand.tile, discarder)
            hand.ura([late])
            return endings.of_wins(books, wins[:1])
        concealed = list(player.hand)
        concealed.remove(tile)
        teller.shows(following, concealed, tile, following)
        teller.later(300, 600)
        teller.calls(late, "ron")
        teller.later(500, 1500)
        teller.shows(late, books.seats[late].hand, hand.tile, discarder)
        expect(hand, "false_win", late)  # void beside the tsumo (MJ 3.4.6)
        hand.ura([following])
        return endings.of_wins(books, [(following, following, value)])


class RobbedLate(Committed):
    """An added kan is robbed after the indicator and the replacement tile: until the next discard (WRC 5.4.7, 6.4; MJ 3.3.6)."""

    stack = staticmethod(added)

    def after_added(self, hand: Hand, seat: int, tile: int, wins: Wins) -> Ending | None:
        if hand.rules.calls.chankan_until != "next_discard" or hand.books.left == 0:
            return None
        self.done = True
        books = hand.books
        hand.teller.later(1200, 1800)
        if hand.rules.scoring.kan_dora and hand.rules.calls.kan_dora_open == "before_draw":
            hand.teller.indicator(books.deal.indicators[books.indicators])
            hand.teller.later(300, 900)
        if hand.chance.random() < 0.7:
            kans = len(books.kans)
            hand.teller.draws(seat, books.deal.rinshan[kans], RINSHAN[kans])
            hand.teller.later(100, 300)
        return hand.ron(wins, tile, hand.teller.now)


@dataclass
class ChomboBesideWin(Committed):
    """A false ron beside a true one: the chombo is void, the win counts (WRC 7.1, MJ 3.4.6); not so under SAI 53.7."""

    offender: int = -1

    stack = staticmethod(one_wait)

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        rules = hand.rules
        if len(wins) != 1 or not rules.fouls.chombo_voided_by_win:
            return None
        winner = wins[0][0]
        kind = KIND[hand.tile]
        others = [
            seat
            for seat in range(4)
            if seat not in (winner, hand.turn)
            and not hand.completes(seat, kind)
            and not hand.books.seats[seat].dead
        ]
        if not others:
            return None
        self.done = True
        offender = self.offender = hand.chance.choice(others)
        both = [winner, offender]
        hand.chance.shuffle(both)
        for seat in both:
            hand.teller.later(150, 400)
            hand.teller.calls(seat, "ron")
        hand.chance.shuffle(both)
        for seat in both:
            hand.teller.later(500, 1500)
            hand.teller.shows(seat, hand.books.seats[seat].hand, hand.tile, hand.turn)
        expect(hand, "false_win", offender)
        hand.ura([winner])
        return endings.of_wins(hand.books, wins)


class FastDraw(Committed):
    """The next player draws too fast; a pon before he discards stands, the tile goes back (WRC 5.4.1, MJ 3.3.1)."""

    def discard(self, hand: Hand) -> Ending | None:
        books, rules = hand.books, hand.rules
        following = (hand.turn + 1) % 4
        if (
            rules.timing.reaction_ms < 400
            or hand.teller.record  # its order is what counted
            or books.left == 0
            or not hand.nobody_wins()
            or hand.ends_unless_won()
        ):
            return None
        if books.seats[hand.turn].declared or hand.teller.now > hand.discarded_at + 150:
            return None
        for caller in range(4):
            player = books.seats[caller]
            if caller in (hand.turn, following) or player.riichi or player.dead:
                continue
            melds = [
                meld
                for meld in hand.melds_of(caller, hand.turn, hand.tile)
                if meld.kind == "pon" and hand.can_discard_after(caller, meld)
            ]
            if melds:
                self.done = True
                hand.teller.now = hand.discarded_at + hand.chance.randrange(120, 250)
                hand.teller.draws(following, books.deal.live[books.taken], books.next_place)
                hand.teller.later(450, 900)
                hand.teller.calls(caller, "pon", entered=True)
                hand.take(Claim(caller, "pon", 0, melds[0]))
                hand.taken_already = True
                return None
        return None


LATE_CLAIMS = (
    RonAfterDraw,
    RonTooLate,
    RonAfterMeld,
    RonAgainstTsumo,
    RonAfterConcealedKan,
    RobbedLate,
    ChomboBesideWin,
    FastDraw,
)
