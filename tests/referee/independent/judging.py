"""The cost of a foul once it is found: the grade that the ruleset proposes, and what a judge's word makes of it."""

from dataclasses import dataclass, field

from tests.referee.independent import ending as endings
from tests.referee.independent.ending import Ending
from tests.referee.independent.player import Foul, Hand
from tests.referee.independent.sequences.by_the_book import rule_for

STOPPING = ("warning", "continue", "dead_hand", "end", "chombo", "disqualified")


def grade(hand: Hand, rule: str, seat: int) -> str:
    """The ruleset's grade; a dead hand in riichi may be more (SAI 55.1(4))."""
    fouls = hand.rules.fouls
    plain = str(getattr(fouls, rule))
    if plain == "dead_hand" and hand.books.seats[seat].riichi:
        return str(fouls.dead_hand_in_riichi)
    return plain


def expect(hand: Hand, rule: str, seat: int, *, proposed: str | None = None) -> str:
    """Note that this must be found; return the grade."""
    proposed = proposed or grade(hand, rule, seat)
    hand.committed.append((rule, seat, proposed))
    return proposed


@dataclass
class Committed(Foul):
    """A foul that is committed once; as soon as it is found a judge accepts or dismisses it (WRC 7.1, MJ 3.4.6-7, SAI 54)."""

    done: bool = False
    always: bool = False
    """The judge always accepts it: if he dismissed it, the hand would be in a state that no rulebook describes."""
    late: int = 0
    """The number of turns and discards before the judge arrives; meanwhile play goes on unless it stops."""
    pending: list[tuple[str, int, str]] = field(default_factory=list)

    def committed_once(self) -> bool:
        return self.done

    def turn(self, hand: Hand, seat: int) -> Ending | None:
        """Maybe commit it at the start of a turn."""

    def discard(self, hand: Hand) -> Ending | None:
        """Maybe commit it when a tile lies in the pond."""

    def draw(self, hand: Hand) -> Ending | None:
        """Maybe commit it when no tile is left."""

    def in_turn(self, hand: Hand, seat: int) -> Ending | None:
        return self.rulings(hand) or (None if self.done else self.turn(hand, seat))

    def after_discard(self, hand: Hand) -> Ending | None:
        return self.rulings(hand) or (None if self.done else self.discard(hand))

    def at_draw(self, hand: Hand) -> Ending | None:
        return self.rulings(hand) or (None if self.done else self.draw(hand))

    def committed(self, hand: Hand, rule: str, seat: int, *, proposed: str | None = None) -> Ending | None:
        """Record that it was committed: this must be found, now or when play goes on; if the hand was already dead,
        something else."""
        self.done = True
        dead = hand.books.seats[seat].dead
        book = rule_for(hand.rules, rule, dead=dead)
        if book is None:
            return None
        if book != rule:
            rule, proposed = book, None
        self.pending.append((rule, seat, expect(hand, rule, seat, proposed=proposed)))
        return self.rulings(hand)

    def calls(self, hand: Hand, seat: int, call: str, rule: str, after_ms: tuple[int, int]) -> Ending | None:
        """Call something that breaks a rule."""
        hand.teller.later(*after_ms)
        hand.teller.calls(seat, call, entered=True)
        return self.committed(hand, rule, seat)

    def rulings(self, hand: Hand) -> Ending | None:
        """The judge's word on what has been found since."""
        for each in list(self.pending):
            rule, seat, proposed = each
            number = hand.teller.found(rule, seat)
            if number is not None and self.late and not decides(hand, proposed):
                self.late -= 1
            elif number is not None:
                self.pending.remove(each)
                hand.teller.seen_to.add(number)
                ended = ruled(hand, number, seat, proposed, always=self.always)
                if ended is not None:
                    return ended
        return None


def decides(hand: Hand, proposed: str) -> bool:
    """True if nobody plays on before the judge has ruled: play stops, or the hand is over if he accepts it."""
    return hand.rules.fouls.play_stops_from != "never" or proposed in ("end", "chombo")


def ruled(hand: Hand, number: int, seat: int, proposed: str, *, always: bool) -> Ending | None:
    """Accept or dismiss it; a foul without effect on the hand may be left alone."""
    stops = hand.rules.fouls.play_stops_from != "never" and proposed in STOPPING
    ruling = hand.chance.choice(("accepted", "accepted", "accepted" if always else "dismissed"))
    if (
        not stops
        and proposed in ("none", "guidance", "judge", "warning", "continue")
        and hand.chance.random() < 0.5
    ):
        return None
    if proposed == "judge":
        ruling = "dismissed"
    hand.foul_name += f" {ruling}"
    hand.teller.rules_on(number, ruling)
    if ruling == "accepted" and proposed in ("chombo", "end"):
        return endings.of_chombo(hand.books, [seat], void=proposed == "end")
    if stops:
        hand.teller.releases()
    if ruling == "accepted" and proposed == "dead_hand":
        hand.books.seats[seat].dead = True
    return None


def alone(hand: Hand) -> bool:
    """Return whether nothing else depends on the tile in the pond: nobody wins on it, and it does not end the hand."""
    return (
        hand.nobody_wins()
        and len(hand.books.kans) < 4
        and not all(player.riichi for player in hand.books.seats)
    )
