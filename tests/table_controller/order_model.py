"""The results of judges' orders by the rulebooks' texts, written without looking at the tested program.

Points are those printed in the rulebooks' tables; everything is by seat, 0 the first dealer. Where a rulebook is
silent, the value is that of the rulebooks' summary (in italics there), marked "silent".
"""

from dataclasses import dataclass, field
from typing import Any, Final

MANGAN: Final = 8000, 12000, (2000, 4000)
"""Points of a ron, of the dealer's ron, and of a tsumo (what the others and the dealer pay)."""
RON: Final = {  # 30 and 40 fu, one to three han (WRC 6.1, MJ 4.1, SAI 47.1, TAB, REF 5)
    (False, 30): (1000, 2000, 3900),
    (False, 40): (1300, 2600, 5200),
    (True, 30): (1500, 2900, 5800),
    (True, 40): (2000, 3900, 7700),
}
TSUMO: Final = {  # what each other player pays, and what the dealer pays to another winner
    30: ((300, 500), (500, 1000), (1000, 2000)),
    40: ((400, 700), (700, 1300), (1300, 2600)),
}
UNDER_MANGAN: Final = 7700, 11600, (2000, 3900)
"""Four han and 30 fu where they are not rounded up."""
SOUTH_4: Final = 7
WEST_4: Final = 11


@dataclass(frozen=True)
class Book:
    """The part of a rulebook that the orders of a judge depend on.

    Attributes:
        name: of the ruleset.
        starts, returns: points at the start, and the points from which the result is counted.
        uma: by place.
        oka: what the first place gets besides.
        ties_split: players with the same points share their places; otherwise the earlier dealer goes first.
        rounds_up: four han and 30 fu are a mangan.
        bets_to_first: the first place gets bets that are left at the end; otherwise nobody does.
        below_zero_ends: a score below zero after a hand ends the hanchan.
        west: a West round follows until somebody has 30,000 points, and the dealer who leads at the end stops.
        chombo: off the overall score; None if it is paid at the table.
        dead_hand, warning: off the overall score; a warning after the first ``free`` of a hanchan.
        gong: there is a time limit. agreed: undoing after the hand needs everybody's agreement.
    """

    name: str
    starts: int
    returns: int
    uma: tuple[int, int, int, int]
    oka: int
    ties_split: bool
    rounds_up: bool
    bets_to_first: bool
    below_zero_ends: bool
    west: bool
    chombo: int | None
    dead_hand: int
    warning: int
    free: int
    gong: bool
    agreed: bool
    bets_shared: bool = False
    floating: tuple[tuple[int, int, int, int], ...] = ()


WRC = Book(
    name="wrc-2015",
    starts=30000,  # 4.1
    returns=30000,  # 5.9.2: points - 30,000
    uma=(15000, 5000, -5000, -15000),  # 5.9.2
    oka=0,  # 5.9.2
    ties_split=True,  # 5.9.2
    rounds_up=True,  # 6.1
    bets_to_first=False,  # 5.7.4
    below_zero_ends=False,  # 4.1: "The game continues when a player's score goes below zero"
    west=False,  # 5.8, 5.9.1
    chombo=20,  # 7.1
    dead_hand=0,  # 7.1
    warning=0,  # 7.1: no such grade
    free=0,
    gong=True,  # 8.2
    agreed=False,  # 6: while the hand is intact
)
SAI = Book(
    name="saikouisen-2025",
    starts=30000,  # silent
    returns=30000,  # silent
    uma=(30000, 10000, -10000, -30000),  # silent
    oka=0,  # silent
    ties_split=True,  # silent
    rounds_up=True,  # 47.1
    bets_to_first=False,  # 39.12
    below_zero_ends=False,  # silent
    west=False,  # 27.6(3)
    chombo=20,  # 54.1
    dead_hand=10,  # 54.3
    warning=5,  # 54.5
    free=2,  # 54.5: at the third in a hanchan and at each after it
    gong=False,
    agreed=True,  # 45.14
)
MJ = Book(
    name="riichi-mj",
    starts=25000,  # 3.6.1
    returns=30000,  # 3.6.1
    uma=(20000, 10000, -10000, -20000),  # 3.6.1
    oka=20000,  # 3.6.1: the difference between collective starting and return points
    ties_split=False,  # 3.6, 3.6.1: the earlier dealership
    rounds_up=False,  # 4.1: "11600 from the discarder"
    bets_to_first=True,  # 3.6
    below_zero_ends=True,  # 4.1
    west=False,  # 3.5, 3.6
    chombo=None,  # 3.4.6: a reverse mangan
    dead_hand=0,  # 3.4.7
    warning=0,  # no such grade
    free=0,
    gong=False,
    agreed=False,  # silent: as WRC 6
)
TENHOU = Book(
    name="tenhou",
    starts=25000,  # "25,000 start, 30,000 to win"
    returns=30000,  # as in all final scores of the records
    uma=(20000, 10000, -10000, -20000),  # as in all final scores of the records
    oka=20000,  # as in all final scores of the records
    ties_split=False,  # as in all final scores of the records
    rounds_up=False,  # "no 1920 rounding"
    bets_to_first=True,  # "Bets left go to 1st"
    below_zero_ends=True,  # "a score below zero ends the game"
    west=True,  # "otherwise a West round", "The dealer who leads at the end stops automatically"
    chombo=20,  # silent: the server allows no foul; as WRC
    dead_hand=0,  # silent: as WRC
    warning=0,
    free=0,
    gong=False,
    agreed=False,  # silent: as WRC 6
)


def _as_mj(name: str) -> Book:
    """A book that is only a sheet of yaku and points; everything else is as in riichi-mj. Both sheets have 7,700 and
    11,600 (REF 5, TAB)."""
    return Book(**{**vars(MJ), "name": name})


def _present(name: str, book: Book, **changed: Any) -> Book:
    """A present-day book, as people describe it."""
    return Book(**{**vars(book), "name": name, **changed})


M_UMA = (30000, 10000, -10000, -30000)
SOUL_UMA = (15000, 5000, -5000, -15000)
NONE = (0, 0, 0, 0)
FLOATING = (NONE, (12000, -1000, -3000, -8000), (8000, 4000, -4000, -8000), (8000, 3000, 1000, -12000), NONE)
PRESENT = (
    _present("wrc-2025", WRC, chombo=30),
    _present("ema-2025", WRC, bets_to_first=True, bets_shared=True, gong=False),
    _present("m-league", WRC, starts=25000, uma=M_UMA, oka=20000, bets_to_first=True, bets_shared=True),
    _present("jpml-a", WRC, rounds_up=False, floating=FLOATING),
    _present("mahjong-soul", TENHOU, returns=25000, uma=SOUL_UMA, oka=0),
)
BOOKS: Final = {
    each.name: each
    for each in (WRC, SAI, MJ, TENHOU, _as_mj("reference-sheet"), _as_mj("scoring-tables"), *PRESENT)
}


@dataclass
class Model:
    """A hanchan."""

    book: Book = WRC
    scores: list[int] = field(default_factory=list)
    round: int = 0
    honba: int = 0
    bets: int = 0
    phase: str = "waiting"
    stopped: bool = False
    time_over: bool = False
    void: bool = False
    """It was thrown away."""
    keeps: bool = True
    """Its penalties count."""
    hands: int = 0
    dead: set[int] = field(default_factory=set)
    names: list[str] = field(default_factory=lambda: ["Ada", "Bea", "Cid", "Dan"])
    rulings: list[tuple[int, str, str]] = field(default_factory=list)
    """Seat, the player's name at the time, and ruling, for each ruling that stands."""

    def __post_init__(self) -> None:
        self.scores = self.scores or [self.book.starts] * 4

    @property
    def dealer(self) -> int:
        return self.round % 4

    def barred(self) -> set[int]:
        """Seats of disqualified players who have not been replaced."""
        return {
            seat
            for seat, name, ruling in self.rulings
            if ruling == "disqualified" and self.names[seat] == name
        }

    # A hand

    def deal(self) -> None:
        self.phase, self.stopped, self.dead = "dealing", False, set()
        self.hands += 1

    def _lay(self, riichi: set[int]) -> None:
        for seat in riichi:
            self.scores[seat] -= 1000
            self.bets += 1

    def _worth(self, han: int, fu: int) -> tuple[int, int, tuple[int, int]]:
        if han < 4:
            return RON[False, fu][han - 1], RON[True, fu][han - 1], TSUMO[fu][han - 1]
        return UNDER_MANGAN if fu == 30 and not self.book.rounds_up else MANGAN

    def ron(self, winner: int, loser: int, han: int, fu: int, riichi: set[int]) -> None:
        """The discarder pays, 300 more for each counter; the bets go to the winner (WRC 5.7.3, 5.7.7, MJ 3.4.10, SAI 50.2)."""
        self._lay(riichi)
        other, dealer, _ = self._worth(han, fu)
        points = (dealer if winner == self.dealer else other) + 300 * self.honba
        self.scores[loser] -= points
        self.scores[winner] += points
        self._won(winner)

    def tsumo(self, winner: int, han: int, fu: int, riichi: set[int]) -> None:
        """Each pays 100 more for each counter (WRC 5.7.7, MJ 3.4.10, SAI 50.2)."""
        self._lay(riichi)
        other, dealer = self._worth(han, fu)[2]
        for seat in {0, 1, 2, 3} - {winner}:
            paid = (dealer if self.dealer in {seat, winner} else other) + 100 * self.honba
            self.scores[seat] -= paid
            self.scores[winner] += paid
        self._won(winner)

    def _won(self, winner: int) -> None:
        self.scores[winner] += 1000 * self.bets
        self.bets = 0
        stays = winner == self.dealer
        self.honba = self.honba + 1 if stays else 0
        self._next(stays)

    def draw(self, tenpai: set[int], riichi: set[int]) -> None:
        """3,000 points between noten and tenpai; a counter; the dealer stays if tenpai (WRC 5.7.2, 5.7.8, MJ 3.4.2, SAI 27, 52.8)."""
        self._lay(riichi)
        if 0 < len(tenpai) < 4:
            for seat in range(4):
                self.scores[seat] += 3000 // len(tenpai) if seat in tenpai else -3000 // (4 - len(tenpai))
        self.honba += 1
        self._next(self.dealer in tenpai)

    def no_hand(self) -> None:
        """The same hand again (WRC 7.1, MJ 3.4.6, SAI 53.6); not after the gong (WRC 8.2), nor where a score ends the game."""
        self.phase = "waiting"
        if self.time_over or self._below_zero():
            self.end()

    def _below_zero(self) -> bool:
        return self.book.below_zero_ends and min(self.scores) < 0

    def _next(self, stays: bool) -> None:
        over = self.time_over or self._below_zero() or self._last(stays)
        self.round += 0 if stays else 1
        self.phase = "waiting"
        if over:
            self.end()

    def _last(self, stays: bool) -> bool:
        """Return whether the finished hand was the last by its number."""
        if self.round < SOUTH_4 or not self.book.west:
            return self.round == SOUTH_4 and not stays
        if self.round == WEST_4 and not stays:
            return True
        leads = self.scores.index(max(self.scores)) == self.dealer
        return max(self.scores) >= 30000 and (leads or not stays)

    def gong(self) -> None:
        self.time_over = True
        if self.phase == "waiting":
            self.end()

    def end(self) -> None:
        """Bets that are left: nobody gets them (WRC 5.7.4, SAI 39.12), or the first; on a tie the earlier dealer (MJ 3.6) or,
        rounded down, all who share the place (EMA25)."""
        if self.book.bets_to_first:
            first = [seat for seat in range(4) if self.scores[seat] == max(self.scores)]
            taking = first if self.book.bets_shared else first[:1]
            for seat in taking:
                self.scores[seat] += 10 * self.bets // len(taking) * 100
        self.phase, self.bets = "ended", 0

    def throw_away(self) -> None:
        """Throw the hanchan away for another one; if nothing was played its penalties stay, since players were late
        before it began."""
        if self.phase != "ended":
            self.void, self.keeps, self.phase, self.bets = True, not self.hands, "ended", 0

    # Rulings

    def rule(self, seat: int, ruling: str) -> None:
        self.rulings.append((seat, self.names[seat], ruling))
        if ruling == "dead_hand":
            self.dead.add(seat)
        elif ruling == "disqualified":
            self.stopped = self.stopped or self.phase != "ended"
        elif ruling == "chombo":
            self._chombo(seat)

    def _chombo(self, offender: int) -> None:
        """MJ 3.4.6: 4,000 to East, 2,000 to the others; East pays 4,000 to each. Elsewhere points of the overall score."""
        if self.book.chombo is None:
            for seat in {0, 1, 2, 3} - {offender}:
                paid = 4000 if self.dealer in {seat, offender} else 2000
                self.scores[offender] -= paid
                self.scores[seat] += paid
        self.no_hand()

    def dismiss(self, seat: int) -> None:
        """Take back the newest ruling that stands; a hand that it ended stays void."""
        at = max(at for at, (of, _, _) in enumerate(self.rulings) if of == seat)
        _, _, ruling = self.rulings.pop(at)
        if ruling == "dead_hand" and self.phase == "dealing":
            self.dead.discard(seat)

    def penalties(self) -> dict[str, int]:
        """Return the cost of rulings overall (WRC 7.1, SAI 54); a chombo paid at the table costs nothing more."""
        lost: dict[str, int] = {}
        warned: dict[tuple[int, str], int] = {}
        for seat, name, ruling in self.rulings if self.keeps else ():
            cost = {"chombo": self.book.chombo or 0, "dead_hand": self.book.dead_hand}.get(ruling, 0)
            if ruling == "warning":
                warned[seat, name] = warned.get((seat, name), 0) + 1
                cost = self.book.warning if warned[seat, name] > self.book.free else 0
            if cost:
                lost[name] = lost.get(name, 0) + cost
        return lost

    def disqualified(self) -> set[str]:
        return {name for _, name, ruling in self.rulings if ruling == "disqualified" and self.keeps}

    def totals(self) -> list[int]:
        """Points above the return points, uma by place, oka for the first (WRC 5.9.2, MJ 3.6.1).

        An indivisible remainder goes to the first seats (M.League).
        """
        above = sum(score >= self.book.returns for score in self.scores)
        uma = self.book.floating[above] if self.book.floating else self.book.uma
        worth = [uma[0] + self.book.oka, *uma[1:]]
        order = sorted(range(4), key=lambda seat: (-self.scores[seat], seat))
        totals = []
        for seat, score in enumerate(self.scores):
            share = worth[order.index(seat)]
            if self.book.ties_split:
                above, same = sum(other > score for other in self.scores), self.scores.count(score)
                share, left = divmod(sum(worth[above : above + same]), same)
                share += self.scores[:seat].count(score) < left
            totals.append(score - self.book.returns + share)
        return totals
