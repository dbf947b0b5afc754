"""Hands whose end a judge enters, and proposals that he accepts once the hand is over: WRC 6.2, 7.1; MJ 3.3.9, 3.4.6;
SAI 47."""

from referee.game import judge_observations as office
from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent.dealing import honours
from tests.referee.independent.ending import Ending
from tests.referee.independent.judging import Committed
from tests.referee.independent.late_claims import ChomboBesideWin, Wins, rons
from tests.referee.independent.player import Hand
from tests.referee.independent.shapes import complete


class EnteredByJudge(Committed):
    """The end of a hand is entered: the liable player follows from the calls seen, unless the judge names him (WRC 6.2,
    MJ 3.3.9)."""

    stack = staticmethod(honours)

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        player = hand.books.seats[seat]
        if not hand.drew or player.dead or player.drawn is None:
            return None
        if not complete(player.counts(), len(player.melds)):
            return None
        value = endings.worth(hand.books, seat, player.drawn, source=seat)
        return None if value is None else self.wins(hand, "tsumo", [(seat, seat, value)])

    def discard(self, hand: Hand) -> Ending | None:
        wins = rons(hand)
        if hand.rules.flow.winners == "nearest":
            wins = wins[:1]
        if not wins or (len(wins) == 3 and hand.rules.flow.abort_triple_ron):
            return None
        return self.wins(hand, "ron", wins)

    def wins(self, hand: Hand, result: str, wins: Wins) -> Ending | None:
        if any(not value[1] and not value[2] for _, _, value in wins):  # a mangan without han (WRC 6.5.4)
            return None
        self.done = True
        entered = tuple(self.entered(hand, seat, source, value) for seat, source, value in wins)
        self.says(hand, result, wins=entered)
        return endings.of_wins(hand.books, wins)

    def entered(self, hand: Hand, seat: int, source: int, value: Worth) -> office.EnteredWin:
        """The win as an entry; now and then with the liable seat, which the books then also take from the judge.

        Where only one of several yakuman has a liable player (``pao_whole_hand``), a judge would have to say the
        points.
        """
        _, yakuman, han, fu = value
        liable = None
        scoring = hand.rules.scoring
        shared = yakuman > 1 and scoring.yakuman_add and not scoring.pao_whole_hand
        named = yakuman and (scoring.pao_daisangen or scoring.pao_daisuushii) and hand.chance.random() < 0.4
        if named and not shared:
            others = [other for other in range(4) if other != seat]
            liable = hand.chance.choice([(), *((other,) for other in others)])
            hand.books.seats[seat].liable = {"said": liable[0]} if liable else {}
        if yakuman:
            return office.EnteredWin(seat=seat, source=source, yakuman=yakuman, liable=liable)
        return office.EnteredWin(seat=seat, source=source, han=han, fu=fu if han < 5 else 0)

    def draw(self, hand: Hand) -> Ending | None:
        books = hand.books
        tenpai = [
            seat
            for seat, player in enumerate(books.seats)
            if player.obtainable(player.waits()) and not player.dead
        ]
        self.done = True
        nagashi = endings.nagashi(books)
        result = "nagashi" if nagashi else "exhaustive"
        self.says(hand, result, tenpai=tuple(tenpai), nagashi=tuple(nagashi))
        return endings.of_draw(books, tenpai)

    def says(self, hand: Hand, result: str, **what: object) -> None:
        seats = enumerate(hand.books.seats)
        stood = tuple(seat for seat, player in seats if player.riichi and not player.declared)
        hand.teller.later(4000, 9000)
        hand.teller.say(
            office.HandEntered,
            result=result,
            riichi=stood,
            judge="anna",
            text="the cameras failed",
            unseen=False,
            against="",
            **what,
        )


class ChomboAcceptedLate(ChomboBesideWin):
    """A chombo that a win at the same time makes void stays void when the judge accepts it after the hand (WRC 7.1, MJ 3.4.6)."""

    def after_hand(self, hand: Hand) -> None:
        number = hand.teller.found("false_win", self.offender) if self.done else None
        if number is not None:
            hand.teller.rules_on(number, "accepted")
            hand.void_chombo = True


JUDGES_WORD = (EnteredByJudge, ChomboAcceptedLate)
