"""Acts of a player in spite of a hand ruled dead: WRC 7.1, 7.2; MJ 3.4.6, 3.4.7; SAI 54.3, 55.1(1), 55.3(11)."""

from dataclasses import dataclass

from referee.game import observations as seen
from referee.melds import Meld
from referee.tiles import KIND
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import one_wait
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, alone, expect
from tests.referee.independent.late_claims import rons
from tests.referee.independent.player import Hand, from_discarder
from tests.referee.independent.sequences.by_the_book import rule_for
from tests.referee.independent.sequences.opened import shown
from tests.referee.independent.shapes import complete
from tests.referee.independent.wrong_ends import Announcing
from tests.referee.independent.wrong_riichi import may

LONG = (11000, 15000)
"""Longer than anybody may take to show the tiles of a call."""


def dead(hand: Hand, *, but: int | None = None) -> list[int]:
    """Seats whose hand has been ruled dead."""
    return [seat for seat, player in enumerate(hand.books.seats) if player.dead and seat != but]


@dataclass
class RuledDead(Committed):
    """A judge declares a hand dead, for what only people saw: no finding comes of it (WRC 7.2, MJ 3.4.7, SAI 55.3(12))."""

    seat: int | None = None

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        whose = hand.chance.choice([seat, seat, *range(4)])
        player = hand.books.seats[whose]
        if player.dead or hand.chance.random() > 0.3:
            return None
        if player.riichi and hand.rules.fouls.dead_hand_in_riichi != "dead_hand":
            return None
        hand.teller.later(1000, 3000)
        hand.teller.say(seen.RulingGiven, ruling="dead_hand", seat=whose, judge="anna")
        player.dead, self.done, self.seat = True, True, whose
        return None


@dataclass
class DeadHandWins(Committed):
    """A win is said and shown, right or not."""

    always: bool = True

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not player.dead or not hand.drew or player.drawn is None:
            return None
        if not complete(player.counts(), len(player.melds)) and hand.chance.random() > 0.15:
            return None
        teller = hand.teller
        teller.later(400, 900)
        teller.calls(seat, "tsumo", entered=True)
        teller.later(400, 900)
        concealed = list(player.hand)
        concealed.remove(player.drawn)
        teller.shows(seat, concealed, player.drawn, seat)
        return self.shown(hand, "false_win", seat)

    def discard(self, hand: Hand) -> Ending | None:
        kind = KIND[hand.tile]
        if hand.books.seats[hand.turn].declared or not hand.nobody_wins() or hand.ends_unless_won():
            return None
        for seat in dead(hand, but=hand.turn):
            player = hand.books.seats[seat]
            fits = kind in player.waits()
            if seat in hand.mute or hand.chance.random() > (0.8 if fits else 0.1):
                continue
            hand.teller.later(250, 600)
            hand.teller.calls(seat, "ron", entered=True)
            hand.teller.later(300, 900)
            hand.teller.shows(seat, player.hand, hand.tile, hand.turn)
            hand.mute = {0, 1, 2, 3}
            return self.shown(hand, "false_ron", seat)
        return None

    def shown(self, hand: Hand, act: str, seat: int) -> Ending | None:
        """The word is one deed; what is shown beside it, where the word alone is the foul, another (WRC 7.2, MJ 3.4.6).

        A record tells of an opened hand for the win's sake only.
        """
        word = rule_for(hand.rules, act, dead=True) == "dead_hand_call"
        if word and not hand.teller.record:
            number = len(hand.books.seats[seat].hand)
            seen_tiles = self.committed(hand, "tiles_shown", seat, proposed=shown(hand, number))
            assert seen_tiles is None
        return self.committed(hand, act, seat)


class DeadHandBesideWin(DeadHandWins):
    """A dead hand is shown for a tile, right or not, and another's right hand too.

    A hand that cannot win bumps nobody's head: the other wins (WRC 5.7.6, 7.1, 7.2; MJ 3.4.6), unless the nearer go-ron
    has ended the hand before (SAI 53.7).
    """

    stack = staticmethod(one_wait)

    def turn(self, _hand: Hand, _seat: int) -> Ending | None:
        return None

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        able = dead(hand, but=hand.turn)
        if len(wins) != 1 or not able or hand.ends_unless_won() or hand.books.left == 0:
            return None
        if hand.teller.record and hand.rules.fouls.ruled_in_order:
            return None  # a record shows no stop, so nobody knows whose call ended the hand
        (winner, _, _), offender = wins[0], hand.chance.choice(able)
        both = [winner, offender]
        for act in ("says", "shows"):
            hand.chance.shuffle(both)
            if act == "says" and hand.rules.fouls.ruled_in_order:
                both = from_discarder(hand.turn, both)  # the order of play and of precedence are one
            for seat in both:
                hand.teller.later(200, 600)
                if act == "says":
                    hand.teller.calls(seat, "ron", entered=True)
                else:
                    hand.teller.shows(seat, hand.books.seats[seat].hand, hand.tile, hand.turn)
        self.done = True
        rule = rule_for(hand.rules, "false_ron", dead=True)
        assert rule is not None
        expect(hand, rule, offender)
        before = both[0] == offender  # after the win hands may be opened
        if rule == "dead_hand_call" and before and not hand.teller.record:
            number = len(hand.books.seats[offender].hand)
            expect(hand, "tiles_shown", offender, proposed=shown(hand, number))
        if rule != "dead_hand_call" and from_discarder(hand.turn, both)[0] == offender:
            return endings.of_chombo(hand.books, [offender])
        hand.ura([winner])
        return endings.of_wins(hand.books, wins)


class TsumoThenRiichi(Committed):
    """ "Tsumo", and seconds later "riichi": the call for a win is empty, the second cannot be done (WRC 7.2; SAI 55.1(1))."""

    always = True

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not may(hand, seat) or hand.teller.record or complete(player.counts(), len(player.melds)):
            return None
        if hand.books.nine_terminals(seat) or hand.chance.random() > 0.05:
            return None
        hand.teller.later(400, 900)
        hand.teller.calls(seat, "tsumo", entered=True)
        hand.teller.later(3000, 5000)
        hand.teller.calls(seat, "riichi", entered=True)
        hand.tempers[seat].kan = hand.tempers[seat].riichi = -1
        return self.committed(hand, "win_call_changed", seat)


class TsumoNotShown(Committed):
    """Tsumo is said of a hand that is none, and another tile discarded: WRC 7.2, MJ 3.4.7, SAI 55.1(1)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not hand.drew or player.drawn is None or complete(player.counts(), len(player.melds)):
            return None
        if hand.books.nine_terminals(seat) or hand.chance.random() > (0.3 if player.dead else 0.05):
            return None
        hand.teller.later(400, 900)
        hand.teller.calls(seat, "tsumo", entered=True)
        hand.teller.later(*LONG)
        hand.teller.say(seen.ClockAdvanced)
        hand.tempers[seat].kan = hand.tempers[seat].riichi = -1
        return self.committed(hand, "tsumo_call", seat)


@dataclass
class DeadHandClaims(Committed):
    """Pon, chi or kan of a discard by a dead hand, with its tiles shown or without; the tile goes back."""

    always: bool = True

    def discard(self, hand: Hand) -> Ending | None:
        books = hand.books
        if books.left == 0 or not alone(hand) or hand.ends_unless_won() or books.seats[hand.turn].declared:
            return None
        for seat in dead(hand, but=hand.turn):
            if seat in hand.mute:
                continue
            melds = [] if books.seats[seat].riichi else hand.melds_of(seat, hand.turn, hand.tile)
            meld = hand.chance.choice(melds) if melds else None
            if hand.chance.random() > (0.6 if meld else 0.1):
                continue
            word = {"chi": "chi", "pon": "pon", "daiminkan": "kan"}[meld.kind] if meld else "pon"
            hand.mute = {0, 1, 2, 3}
            hand.teller.later(300, 600)
            hand.teller.calls(seat, word, entered=True)
            if meld and hand.chance.random() < 0.5:
                hand.teller.later(300, 600)
                hand.teller.meld(seat, meld)
            return self.committed(hand, "right_call", seat)
        return None


class DeadHandRiichi(Committed):
    """Riichi is said by a dead hand, and a tile discarded as ever."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not player.dead or player.riichi or not player.closed or not hand.drew or hand.books.left < 4:
            return None
        if hand.books.scores[seat] < 1000 or hand.chance.random() > 0.3:
            return None
        return self.calls(hand, seat, "riichi", "dead_riichi", (300, 900))


class DeadHandKan(Committed):
    """Kan is said by a dead hand in its own turn, and no tiles shown."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not player.dead or not hand.drew or hand.books.left == 0 or len(hand.books.kans) == 4:
            return None
        if hand.chance.random() > 0.3:
            return None
        return self.calls(hand, seat, "kan", "empty_kan", (300, 900))


@dataclass
class DeadHandMakesKan(Committed):
    """A concealed or added kan of a dead hand is said and shown; its tiles go back, and another is discarded."""

    always: bool = True

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not player.dead or not hand.drew or hand.books.left == 0 or len(hand.books.kans) == 4:
            return None
        kinds = [kind for kind, have in enumerate(player.counts()) if have == 4]
        pons = [meld for meld in player.melds if meld.kind == "pon" and player.counts()[KIND[meld.tiles[0]]]]
        if player.riichi or not (kinds or pons):
            return None
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "kan", entered=True)
        hand.teller.later(300, 800)
        if kinds:
            hand.teller.meld(seat, hand.concealed([tile for tile in player.hand if KIND[tile] == kinds[0]]))
        else:
            pon = pons[0]
            tile = next(tile for tile in player.hand if KIND[tile] == KIND[pon.tiles[0]])
            hand.teller.meld(
                seat, Meld("kakan", tuple(sorted((*pon.tiles, tile))), pon.claimed, pon.source, tile)
            )
        return self.committed(hand, "empty_kan", seat)


class DeadHandTenpai(Announcing):
    """A dead hand is announced as tenpai and shown: it is noten (WRC 2.2, 7.1; MJ 3.3.13; SAI 54.3, 55.4(4))."""

    def draw(self, hand: Hand) -> Ending | None:
        seats = hand.books.seats
        liars = [seat for seat in dead(hand) if not seats[seat].riichi]
        if not liars or any(player.dead and player.riichi for player in seats):
            return None
        return self.announced(hand, self.order(hand), {hand.chance.choice(liars)})


DEAD_HANDS = (
    DeadHandWins,
    DeadHandBesideWin,
    TsumoNotShown,
    DeadHandClaims,
    DeadHandRiichi,
    DeadHandKan,
    DeadHandMakesKan,
    DeadHandTenpai,
)
