"""Calls that are carried out wrongly: WRC 5.4, 5.4.10, 7.2; MJ 3.3.3, 3.3.8, 3.4.7; SAI 40.3, 41.2, 42.2, 44, 55.3-5."""

from dataclasses import dataclass, replace

from msgspec import structs

from referee.game import observations as seen
from referee.melds import Meld
from referee.tiles import KIND
from tests.referee.independent import liability
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, alone
from tests.referee.independent.player import Claim, Hand


def somebody(hand: Hand, *, kinds: tuple[str, ...] = ("chi", "pon")) -> Claim | None:
    """A claim that somebody could make for the tile in the pond, if no other player can act on it."""
    books = hand.books
    player = books.seats[hand.turn]
    if books.left == 0 or player.declared or not alone(hand) or hand.ends_unless_won():
        return None
    found: list[Claim] = []
    for seat in range(4):
        player = books.seats[seat]
        if seat != hand.turn and not player.riichi and not player.dead and seat not in hand.mute:
            found.extend(
                Claim(seat, meld.kind, 0, meld)
                for meld in hand.melds_of(seat, hand.turn, hand.tile)
                if meld.kind in kinds and hand.can_discard_after(seat, meld)
            )
    return hand.chance.choice(found) if found else None


def served(hand: Hand) -> bool:
    """Return whether the rules are those of a server, where calls and melds are made by the program."""
    return "TEN" in hand.rules.sources


@dataclass
class MeldAct(Committed):
    """A foul of somebody who claims a tile."""

    def says(self, hand: Hand, claim: Claim, *, aloud: bool = True) -> None:
        """The word in time: pon at once, chi when the line is clear."""
        if claim.word == "pon":
            hand.teller.now = max(hand.teller.now, hand.discarded_at + 300)
        else:
            hand.teller.later(400, 800)
        if aloud:
            hand.teller.calls(claim.seat, claim.word, entered=True)

    def takes(self, hand: Hand, claim: Claim) -> None:
        hand.take(claim)
        hand.taken_already = True


class NotSaid(MeldAct):
    """A meld is made without a word: WRC 5.4, 7.2; MJ 3.3.3; SAI 55.4(3)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand)
        if claim is None or hand.teller.record or "call_buttons" not in hand.teller.senses or served(hand):
            return None
        self.says(hand, claim, aloud=False)
        self.takes(hand, claim)
        return self.committed(hand, "call_not_said", claim.seat)


class WrongSide(MeldAct):
    """The claimed tile points to another player: WRC 5.4.10, MJ 3.3.8, SAI 44.2, 55.5(4)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None or hand.teller.record:
            return None
        self.says(hand, claim)
        teller, source = hand.teller, hand.turn
        plain_meld = teller.meld
        wrong = next(seat for seat in range(4) if seat not in (claim.seat, source))

        def shown(seat: int, meld: Meld) -> None:
            plain_meld(seat, structs.replace(meld, source=wrong))

        teller.meld = shown  # type: ignore[method-assign]
        self.takes(hand, claim)
        teller.meld = plain_meld  # type: ignore[method-assign]
        return self.committed(hand, "meld_display", claim.seat)


class NoMeld(MeldAct):
    """Tiles are shown that are no meld, and a tile discarded: WRC 7.2, MJ 3.4.7, SAI 55.3(10)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("pon",))
        if claim is None or hand.chance.random() > 0.8:
            return None
        player = hand.books.seats[claim.seat]
        others = [tile for tile in player.hand if abs(KIND[tile] - KIND[hand.tile]) > 2]
        if len(others) < 4:
            return None
        self.says(hand, claim)
        pair = hand.chance.sample(others, 2)
        tiles = tuple(sorted((*pair, hand.tile), key=lambda tile: KIND[tile]))
        meld = Meld("pon", tiles, hand.tile, hand.turn)
        self.takes(hand, replace(claim, meld=meld))
        hand.barred = frozenset({KIND[hand.tile]})
        return None

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        """Discard: from now on the meld is a foul."""
        melds = hand.books.seats[seat].melds
        if (
            hand.drew
            or not melds
            or len({KIND[tile] for tile in melds[-1].tiles}) == 1
            or melds[-1].kind != "pon"
        ):
            return None
        hand.teller.later(400, 900)
        hand.put_down(seat, hand.choose(seat))
        hand.put_down_already = True
        self.always = True
        return self.committed(hand, "invalid_meld", seat)


class Corrected(MeldAct):
    """The tiles of a meld are corrected before the discard: WRC 7.2, MJ 3.4.7, SAI 41.3, 42.3."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand, kinds=("chi",))
        if claim is None:
            return None
        player = hand.books.seats[claim.seat]
        others = [tile for tile in player.hand if abs(KIND[tile] - KIND[hand.tile]) > 2]
        if not others or hand.teller.record or served(hand):
            return None
        self.says(hand, claim)
        hand.teller.later(300, 600)
        own = [tile for tile in claim.meld.tiles if KIND[tile] != KIND[hand.tile]]
        wrong = tuple(sorted((own[0], hand.chance.choice(others), hand.tile), key=lambda tile: KIND[tile]))
        hand.teller.say(
            seen.MeldShown,
            40,
            seat=claim.seat,
            kind="chi",
            tiles=wrong,
            claimed=hand.tile,
            source_seat=hand.turn,
        )
        hand.teller.later(300, 900)
        self.takes(hand, claim)
        if hand.rules.calls.call_change == "until_discard":  # SAI 41.3: considered as tiles shown
            return self.committed(
                hand, "tiles_shown", claim.seat, proposed=str(hand.rules.fouls.tiles_shown[0][1])
            )
        return self.committed(hand, "meld_corrected", claim.seat)


class DiscardFirst(MeldAct):
    """A tile is discarded before the tiles of the call are shown: WRC 5.4, SAI 55.3(9)."""

    def discard(self, hand: Hand) -> Ending | None:
        claim = somebody(hand)
        if claim is None or "call_buttons" not in hand.teller.senses or served(hand):
            return None
        self.says(hand, claim)
        seat, books, source = claim.seat, hand.books, hand.turn
        for name in liability.fed(hand.rules, books.seats[seat].melds, claim.meld):
            books.seats[seat].liable[name] = source
        books.claim(seat, claim.meld)
        hand.turn, hand.drew, hand.barred = seat, False, hand.barred_after(claim.meld)
        player = books.seats[seat]
        hand.teller.later(300, 600)
        books.seats[source].turn_next = books.seats[source].riichi > 0 and books.seats[source].turned_last
        hand.put_down(seat, hand.choose(seat))
        hand.teller.later(150, 300)
        hand.teller.meld(seat, player.melds[-1])
        return self.committed(hand, "discard_before_meld", seat)


class NotTaken(MeldAct):
    """The claimed tile is not taken before two more discards: WRC 5.4, 5.4.10, 7.2; MJ 3.3.8."""

    seat: int | None = None
    discards: int = 0

    def discard(self, hand: Hand) -> Ending | None:
        if "tile_taken" not in hand.teller.senses or not hand.rules.calls.take_within_discards:
            return None
        if self.seat is not None:
            self.discards += hand.turn != self.seat
            return self.committed(hand, "claimed_tile_not_taken", self.seat) if self.discards == 2 else None
        claim = somebody(hand)
        if claim is None or hand.chance.random() > 0.8:
            return None
        self.says(hand, claim)
        senses = hand.teller.senses
        hand.teller.senses = tuple(sense for sense in senses if sense != "tile_taken")
        self.takes(hand, claim)
        hand.teller.senses = senses
        self.seat = claim.seat
        hand.tempers[claim.seat].call = -1
        return None


class WrongOne(MeldAct):
    """Two players call, and the one without precedence takes the tile: WRC 5.4.1, MJ 3.3.1, SAI 40.3. It goes
    to the other."""

    def discard(self, hand: Hand) -> Ending | None:
        pon = somebody(hand, kinds=("pon",))
        chi = somebody(hand, kinds=("chi",))
        if pon is None or chi is None or pon.seat == chi.seat or "call_buttons" not in hand.teller.senses:
            return None
        self.says(hand, pon)
        hand.teller.later(400, 600)
        hand.teller.calls(chi.seat, "chi")
        hand.teller.later(300, 600)
        hand.teller.meld(chi.seat, chi.meld)
        self.takes(hand, pon)
        return self.committed(hand, "call_precedence", chi.seat)


WRONG_MELDS = (NotSaid, WrongSide, NoMeld, Corrected, DiscardFirst, NotTaken, WrongOne)
