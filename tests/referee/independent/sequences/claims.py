"""Two claims of one tile, one of them empty: WRC 5.4.1, 7.2; MJ 3.3.1, 3.4.7; SAI 40.3, 41.3, 55.3(2)."""

from referee.game import observations as seen
from referee.tiles import KIND
from tests.referee.independent import liability
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import alone, grade
from tests.referee.independent.player import Hand
from tests.referee.independent.wrong_melds import MeldAct, served, somebody

LONG = (11000, 15000)


class EmptyPonBesideChi(MeldAct):
    """One says pon without the tiles for it, another chi and has them: the pon is the foul, the chi is none."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("chi",))
        if claim is None or "call_buttons" not in hand.teller.senses or served(hand):
            return None
        kind = KIND[hand.tile]
        others = [
            seat
            for seat, player in enumerate(hand.books.seats)
            if seat not in (hand.turn, claim.seat) and not player.riichi and player.counts()[kind] < 2
        ]
        if not others:
            return None
        liar = hand.chance.choice(others)
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 250)
        hand.teller.calls(liar, "pon", entered=True)
        hand.teller.later(400, 800)
        hand.teller.calls(claim.seat, "chi", entered=True)
        self.takes(hand, claim)
        hand.teller.later(*LONG)
        hand.teller.say(seen.ClockAdvanced)
        return self.committed(hand, "empty_call", liar)


class EmptyChiOrKan(MeldAct):
    """Chi by the next player or kan, without the tiles for it; nothing is shown, and play goes on: WRC 7.2, SAI 55.3(2)."""

    def discard(self, hand: Hand) -> Ending | None:
        books, kind = hand.books, KIND[hand.tile]
        if books.left == 0 or not alone(hand) or hand.ends_unless_won() or hand.chance.random() > 0.2:
            return None
        if books.seats[hand.turn].declared or "call_buttons" not in hand.teller.senses or served(hand):
            return None
        word = hand.chance.choice(("chi", "kan"))
        seat = (hand.turn + (1 if word == "chi" else hand.chance.randrange(1, 4))) % 4
        player = books.seats[seat]
        able = [meld.kind for meld in hand.melds_of(seat, hand.turn, hand.tile)]
        if player.riichi or player.counts()[kind] >= 3 or (word == "chi" and "chi" in able):
            return None
        if seat in hand.mute:
            return None
        hand.mute = {0, 1, 2, 3}
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 300)
        hand.teller.calls(seat, word)
        hand.teller.later(*LONG)
        return self.committed(hand, "empty_call", seat)


class KuikaeBeforeMeld(MeldAct):
    """A call, the discard that it forbids, and only then its tiles: WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 55.3(1), 55.3(9)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand)
        if claim is None or "call_buttons" not in hand.teller.senses or served(hand):
            return None
        seat, books, source = claim.seat, hand.books, hand.turn
        barred = hand.barred_after(claim.meld)
        left = list(books.seats[seat].hand)
        own = list(claim.meld.tiles)
        own.remove(hand.tile)
        for tile in own:
            left.remove(tile)
        forbidden = [tile for tile in left if KIND[tile] in barred]
        if not forbidden:
            return None
        self.says(hand, claim)
        for name in liability.fed(hand.rules, books.seats[seat].melds, claim.meld):
            books.seats[seat].liable[name] = source
        books.claim(seat, claim.meld)
        hand.turn, hand.drew, hand.barred = seat, False, barred
        hand.teller.later(300, 600)
        books.seats[source].turn_next = books.seats[source].riichi > 0 and books.seats[source].turned_last
        hand.put_down(seat, hand.chance.choice(forbidden))
        hand.teller.later(150, 300)
        hand.teller.meld(seat, books.seats[seat].melds[-1])
        ended = self.committed(hand, "discard_before_meld", seat)
        if grade(hand, "discard_before_meld", seat) == "none":
            return self.committed(hand, "kuikae", seat)
        return ended  # SAI 55.3(9): that discard is a dead hand as it is


class WordCorrected(MeldAct):
    """ "Chii, no! I mean pon": a wrong word that is put right at once (WRC 7.2); MJ 3.3.1 and SAI 41.3 forbid no such change."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None or served(hand):
            return None
        wrong = "kan" if (claim.seat - hand.turn) % 4 != 1 else hand.chance.choice(("chi", "kan"))
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 250)
        hand.teller.calls(claim.seat, wrong, entered=True)
        hand.teller.later(400, 900)
        hand.teller.calls(claim.seat, claim.word, entered=True)
        self.takes(hand, claim)
        self.done = True
        return None


class DrawnDespitePon(MeldAct):
    """One says pon in time, the next draws all the same: the tile goes back (WRC 5.4.1, MJ 3.3.1), too early a tsumo (SAI 55.3(6))."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        following = (hand.turn + 1) % 4
        if claim is None or claim.seat == following or served(hand):
            return None
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 250)
        hand.teller.calls(claim.seat, "pon", entered=True)
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 1300)
        hand.teller.draws(following, hand.books.deal.live[hand.books.taken], hand.books.next_place)
        self.takes(hand, claim)
        if hand.rules.timing.draw_from == "line_clear":
            return self.committed(hand, "early_draw", following)
        self.done = True
        return None


class RonThenPon(MeldAct):
    """ "Saying 'ron', taking time, then saying 'pon'": the ron stands and is empty, the pon cannot be done (WRC 7.2, MJ 3.3.1, SAI 55.1(1))."""

    always = True

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None or served(hand) or hand.teller.record:  # in a record only their order counts
            return None
        hand.teller.now = max(hand.teller.now, hand.discarded_at + 250)
        hand.teller.calls(claim.seat, "ron", entered=True)
        hand.teller.later(3000, 5000)
        hand.teller.calls(claim.seat, "pon", entered=True)
        hand.mute = {0, 1, 2, 3}
        return self.committed(hand, "win_call_changed", claim.seat)


class RonThenAnothersCall(MeldAct):
    """Ron is said and no hand shown; when its time is over another calls the tile and makes his meld."""

    def discard(self, hand: Hand) -> Ending | None:
        if not hand.rules.calls.ron_until.startswith("next_discard"):
            return None  # pon and chi are over by then (SAI 42.2)
        claim = somebody(hand)
        if claim is None or served(hand) or hand.teller.record:
            return None
        others = [seat for seat, player in enumerate(hand.books.seats) if seat not in (hand.turn, claim.seat)]
        liar = hand.chance.choice(others)
        hand.teller.later(250, 500)
        hand.teller.calls(liar, "ron", entered=True)
        hand.teller.later(*LONG)
        hand.teller.calls(claim.seat, claim.word, entered=True)
        self.takes(hand, claim)
        return self.committed(hand, "false_win_call", liar)


CLAIMS = (
    EmptyPonBesideChi,
    EmptyChiOrKan,
    KuikaeBeforeMeld,
    WordCorrected,
    DrawnDespitePon,
    RonThenPon,
    RonThenAnothersCall,
)
