"""Draws and discards out of turn or too early, tiles that nobody may see: WRC 7.2; MJ 3.4.6-7; SAI 25, 35, 41, 55."""

from dataclasses import dataclass

from referee.game import observations as seen
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed
from tests.referee.independent.player import Hand


def untouched(hand: Hand) -> bool:
    """Return whether the dealer has not yet discarded for the first time."""
    return not any(player.pond for player in hand.books.seats)


class DrawOutOfTurn(Committed):
    """A player draws out of turn, and puts the tile back: WRC 7.2, SAI 55.1(6), 55.2(2)."""

    def discard(self, hand: Hand) -> Ending | None:
        if (
            hand.books.left == 0
            or hand.chance.random() > 0.05
            or not hand.nobody_wins()
            or hand.ends_unless_won()
        ):
            return None
        if hand.books.seats[hand.turn].declared:
            return None
        seat = (hand.turn + hand.chance.choice((2, 3))) % 4
        hand.mute = {0, 1, 2, 3}
        hand.teller.later(1500, 2500)
        hand.teller.draws(seat, hand.books.deal.live[hand.books.taken], hand.books.next_place)
        hand.teller.later(1000, 2000)
        return self.committed(hand, "out_of_turn_draw", seat)


class DrawBeforeDiscard(Committed):
    """The next player draws while the one in turn has not discarded, and puts the tile back: WRC 7.2, SAI 55.1(6), 55.3(6)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.left == 0 or hand.books.rinshan or hand.chance.random() > 0.05:
            return None
        if hand.books.seats[seat].declared or untouched(hand):
            return None
        following = (seat + 1) % 4
        hand.teller.later(500, 1500)
        hand.teller.draws(following, hand.books.deal.live[hand.books.taken], hand.books.next_place)
        early = (
            hand.rules.timing.draw_from == "line_clear"
        )  # "Saki-Tsumo", drawing before one's turn has come
        return self.committed(hand, "early_draw" if early else "out_of_turn_draw", following)


class DiscardOutOfTurn(Committed):
    """Somebody discards in another player's turn, and takes the tile back: WRC 7.2, SAI 55.1(6), 55.2(2)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.chance.random() > 0.05:
            return None
        other = (seat + hand.chance.choice((1, 2, 3))) % 4
        if hand.books.seats[other].riichi:
            return None
        player = hand.books.seats[other]
        tile = hand.chance.choice(player.hand)
        if player.pond[-1:] == [tile] and not hand.teller.record and "curtains" not in hand.teller.senses:
            return None  # it could be the newest tile of the pond, seen once more
        hand.teller.later(300, 900)
        hand.teller.discards(other, tile, sideways=False, drawn=False)
        hand.teller.withdraws(other)
        proposed = str(hand.rules.fouls.out_of_turn_early) if untouched(hand) else None
        return self.committed(hand, "out_of_turn_discard", other, proposed=proposed)


class SecondDraw(Committed):
    """A player who has drawn draws again: too many tiles (WRC 7.2, MJ 3.4.7, SAI 55.3(5)). The tile goes back.

    Only a record shows it, or a table that sees which tile of the wall is gone; touching the wall does not put a tile
    into the hand.
    """

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.left == 0 or hand.books.rinshan or hand.chance.random() > 0.05:
            return None
        if untouched(hand) or not (hand.teller.record or "wall_place" in hand.teller.senses):
            return None
        hand.teller.later(500, 1500)
        hand.teller.draws(seat, hand.books.deal.live[hand.books.taken], hand.books.next_place)
        return self.committed(hand, "second_draw", seat)


class WrongTile(Committed):
    """Another tile of the wall is drawn and put back: WRC 7.2, SAI 55.3(4)."""

    def discard(self, hand: Hand) -> Ending | None:
        teller, books = hand.teller, hand.books
        if "wall_place" not in teller.senses or books.left < 3 or hand.chance.random() > 0.1:
            return None
        if books.seats[hand.turn].declared or hand.ends_unless_won() or not hand.nobody_wins():
            return None
        following, right = (hand.turn + 1) % 4, books.next_place
        last = right + books.left - 1
        wrong = hand.chance.choice(
            (right + 1, right + 2, last, last + 1, 134 - len(books.kans) // 2 * 2, 122)
        )
        teller.later(1300, 2000)
        teller.draws(following, hand.chance.randrange(34), wrong)
        hand.turn, hand.drew, hand.barred = following, True, frozenset()
        hand.taken_already = True
        ended = self.committed(hand, "wrong_tile_drawn", following)
        if ended is None:
            teller.later(1000, 2000)
            teller.draws(following, books.draw(following), right)
        return ended


@dataclass
class EarlyDraw(Committed):
    """Draws while the hand of the player to the left is still across the line: SAI 35.2, 55.3(6).

    Where the hand may have been back before the tile was touched nothing is proven, however long the hand lasts.
    """

    back_ms: tuple[int, int] = (380, 650)

    def discard(self, hand: Hand) -> Ending | None:
        teller, books = hand.teller, hand.books
        if "curtains" not in teller.senses or hand.rules.timing.draw_from != "line_clear" or books.left == 0:
            return None
        player = books.seats[hand.turn]
        if player.declared or hand.ends_unless_won() or not hand.nobody_wins() or hand.chance.random() > 0.1:
            return None
        discarder, following = hand.turn, (hand.turn + 1) % 4
        teller.later(100, 200)
        teller.arm(discarder, across=True)
        teller.later(900, 1500)
        teller.arm(following, across=True)
        teller.later(80, 150)
        teller.touches(following, books.deal.live[books.taken], books.next_place)
        teller.later(*self.back_ms)
        teller.arm(discarder, across=False)
        teller.later(80, 150)
        teller.arm(following, across=False)
        books.draw(following)
        hand.turn, hand.drew, hand.barred = following, True, frozenset()
        hand.taken_already = True
        return self.found(hand, following)

    def found(self, hand: Hand, seat: int) -> Ending | None:
        return self.committed(hand, "early_draw", seat)


@dataclass
class PerhapsEarlyDraw(EarlyDraw):
    """The two come within the precision of their sensors (5 and 20 ms)."""

    back_ms: tuple[int, int] = (0, 20)

    def found(self, _hand: Hand, _seat: int) -> Ending | None:
        self.done = True
        return None


class TilesSeen(Committed):
    """Tiles of a hand become visible: the grade depends on their number, and on whether the dealer has discarded (SAI
    25, 55)."""

    def turn(self, hand: Hand, _seat: int) -> Ending | None:
        if hand.chance.random() > (0.5 if untouched(hand) else 0.03):
            return None
        clumsy = hand.chance.randrange(4)
        count = hand.chance.choice((1, 2, 3, 4, 5, 7))
        fouls = hand.rules.fouls
        steps = fouls.tiles_shown_early if untouched(hand) else fouls.tiles_shown
        proposed = ""
        for least, grade in steps:
            if count >= least:
                proposed = str(grade)
        hand.teller.later(300, 900)
        tiles = tuple(hand.books.seats[clumsy].hand[:count])
        hand.teller.say(seen.TilesExposed, 30, seat=clumsy, count=len(tiles), tiles=tiles)
        if len(tiles) != count:
            proposed = ""
            for least, grade in steps:
                if len(tiles) >= least:
                    proposed = str(grade)
        return self.committed(hand, "tiles_shown", clumsy, proposed=proposed)


class IndicatorTurned(Committed):
    """An indicator is turned without a kan, and turned back: WRC 7.2, SAI 25, 55.5(2), 55.6(1)."""

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        if not hand.drew or hand.books.indicators_due or hand.chance.random() > 0.04 or untouched(hand):
            return None
        if hand.books.rinshan or hand.books.indicators == 5:
            return None
        turned = hand.books.deal.indicators[: hand.books.indicators]
        if hand.books.deal.indicators[hand.books.indicators] in turned:  # the first one, seen again
            return None
        hand.teller.later(300, 900)
        hand.teller.indicator(hand.books.deal.indicators[hand.books.indicators])
        return self.committed(hand, "indicator_without_kan", seat)


WRONG_TURNS = (
    DrawOutOfTurn,
    DrawBeforeDiscard,
    DiscardOutOfTurn,
    SecondDraw,
    WrongTile,
    EarlyDraw,
    PerhapsEarlyDraw,
    TilesSeen,
    IndicatorTurned,
)
