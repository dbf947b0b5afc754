"""Riichi that must not be declared, is carried out wrongly or proves to be none: WRC 6.5.1, 7.2; MJ 3.3.14, 3.4.6-7; SAI 39, 55."""

from dataclasses import dataclass

from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import riichi_kan
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed, expect
from tests.referee.independent.kan_in_riichi import changes_waits
from tests.referee.independent.player import Hand
from tests.referee.independent.shapes import waits


def may(hand: Hand, seat: int) -> bool:
    """Return whether everything but the tiles allows a riichi."""
    player, calls = hand.books.seats[seat], hand.rules.calls
    return (
        hand.drew
        and not player.riichi
        and not player.dead
        and player.closed
        and hand.books.left >= calls.riichi_least_tiles
        and (hand.books.scores[seat] >= 1000 or calls.riichi_below_1000)
    )


@dataclass
class NotenRiichi(Committed):
    """Riichi on a hand that waits for nothing; judged at an exhaustive draw, whether it is shown or not."""

    seat: int | None = None

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if self.seat is not None or not may(hand, seat) or hand.chance.random() > 0.2:
            return None
        player = hand.books.seats[seat]
        tiles = []
        for tile in player.hand:
            counts = player.counts()
            counts[KIND[tile]] -= 1
            if not waits(counts, len(player.melds)):
                tiles.append(tile)
        if not tiles:
            return None
        self.seat = seat
        hand.teller.later(300, 900)
        hand.teller.calls(seat, "riichi")
        hand.teller.later(300, 900)
        hand.books.declare_riichi(seat)
        hand.put_down(seat, hand.chance.choice(tiles), riichi=True)
        player.ippatsu = True
        hand.put_down_already = True
        return None

    def draw(self, hand: Hand) -> Ending | None:
        if self.seat is None:
            return None
        self.done = True
        return chombo_at_draw(hand, self.seat, "noten_riichi")

    def at_four_riichi(self, hand: Hand) -> Ending | None:
        """MJ 3.4.3 has all show their tenpai hands, and it is a drawn game (3.4.6)."""
        if self.seat is None:
            return None
        self.done = True
        expect(hand, "noten_riichi", self.seat)
        return endings.of_chombo(hand.books, [self.seat])


def chombo_at_draw(hand: Hand, offender: int, rule: str) -> Ending:
    """Everybody announces; the offender shows the hand. The hand is void (WRC 7.1, 7.2; MJ 3.4.6; SAI 55.1)."""
    hand.exhausted_announcements({offender})
    expect(hand, rule, offender)
    return endings.of_chombo(hand.books, [offender])


@dataclass
class KanInRiichi(Committed):
    """A concealed kan that changes the waits; judged at the offender's win (not SAI) or at an exhaustive draw."""

    seat: int | None = None

    stack = staticmethod(riichi_kan)

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if self.seat is not None or not player.riichi or not hand.drew or player.drawn is None:
            return None
        kind = KIND[player.drawn]
        full = player.counts()[kind] == 4 and hand.books.left > 0 and len(hand.books.kans) < 4
        if not full or not changes_waits(player, kind) or kind in player.waits_before():
            return None
        after = player.counts()
        after[kind] = 0
        if not any(after[wait] < 4 for wait in waits(after, len(player.melds) + 1)):
            return None  # noten because of the kan: no rulebook says which of two fouls that is
        self.seat = seat
        hand.teller.later(400, 900)
        return hand.ankan(seat, kind)

    def draw(self, hand: Hand) -> Ending | None:
        if self.seat is None:
            return None
        self.done = True
        return chombo_at_draw(hand, self.seat, "riichi_kan")

    def at_own_win(self, hand: Hand, seat: int) -> Ending | None:
        if seat != self.seat or hand.rules.fouls.riichi_kan_judged == "draw":
            return None
        self.done = True
        expect(hand, "riichi_kan", seat)
        return endings.of_chombo(hand.books, [seat])

    def spoilt(self, hand: Hand, wins: list[tuple[int, int, Worth]]) -> list[tuple[int, int, Worth]]:
        """The offender's own win does not count, and another's win makes the chombo void (MJ 3.4.6)."""
        others = [win for win in wins if win[0] != self.seat]
        if len(others) < len(wins) and self.seat is not None:
            self.done = True
            expect(hand, "riichi_kan", self.seat)
        return others

    def at_four_riichi(self, hand: Hand) -> Ending | None:
        if self.seat is None:
            return None
        self.done = True
        expect(hand, "riichi_kan", self.seat)
        return endings.of_chombo(hand.books, [self.seat])


class OpenRiichi(Committed):
    """Riichi with an open hand: void (WRC 7.2), a dead hand (MJ 3.4.7), no grade of its own (SAI 39.3)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if player.closed or player.dead or not hand.drew or hand.books.left < 4 or hand.chance.random() > 0.2:
            return None
        return self.calls(hand, seat, "riichi", "riichi_open_hand", (300, 900))


class LateRiichi(Committed):
    """Riichi with too few tiles left: WRC 6.5.1, MJ 3.3.14, SAI 39.5."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if hand.books.left >= hand.rules.calls.riichi_least_tiles or not hand.drew or not player.closed:
            return None
        if (
            player.riichi
            or player.dead
            or (hand.books.scores[seat] < 1000 and not hand.rules.calls.riichi_below_1000)
        ):
            return None
        return self.calls(hand, seat, "riichi", "riichi_late", (300, 900))


class PoorRiichi(Committed):
    """Riichi without the points for it: MJ 4.2.1."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if hand.rules.calls.riichi_below_1000 or hand.books.scores[seat] >= 1000:
            return None
        if (
            not hand.drew
            or not player.closed
            or player.riichi
            or hand.books.left < 4
            or hand.chance.random() > 0.5
        ):
            return None
        return self.calls(hand, seat, "riichi", "riichi_below_1000", (300, 900))


class RiichiOutOfTurn(Committed):
    """Riichi said in another player's turn: WRC 7.2, SAI 55.3(3)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        caller = (seat + hand.chance.randrange(1, 4)) % 4
        if not hand.drew or hand.books.seats[caller].riichi or hand.chance.random() > 0.05:
            return None
        return self.calls(hand, caller, "riichi", "riichi_out_of_turn", (300, 900))


class TurnedTile(Committed):
    """A tile turned sideways by a player with an open hand: no riichi. SAI 55.5(4)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if player.closed or hand.chance.random() > 0.1:
            return None
        tiles = [tile for tile in player.hand if KIND[tile] not in hand.barred]
        hand.teller.later(300, 900)
        hand.turn_indicators()
        player.turn_next = True
        hand.put_down(seat, hand.chance.choice(tiles))
        player.turned_last = False
        hand.put_down_already = True
        return self.committed(hand, "turned_without_riichi", seat)


class OtherTile(Committed):
    """In riichi a tile other than the drawn one is discarded: WRC 6.5.1, MJ 3.3.14, SAI 39.8."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not player.riichi or not hand.drew or not hand.teller.record or hand.chance.random() > 0.3:
            return None
        ready = hand.tenpai_discards(seat)
        tiles = [tile for tile in player.hand if tile in ready and KIND[tile] != KIND[player.drawn or 0]]
        if not tiles:
            return None
        hand.teller.later(300, 900)
        hand.turn_indicators()
        hand.put_down(seat, hand.chance.choice(tiles))
        hand.put_down_already = True
        hand.tempers[seat].win = -1  # no rulebook says which tiles such a hand has missed
        return self.committed(hand, "riichi_hand_changed", seat)


WRONG_RIICHI = (
    NotenRiichi,
    KanInRiichi,
    OpenRiichi,
    LateRiichi,
    PoorRiichi,
    RiichiOutOfTurn,
    TurnedTile,
    OtherTile,
)
