"""What judges' orders come to by the text of the WRC 2015 rulebook, written without a look at the program that is proven by it.

Points are those printed in the rulebook's tables; everything is by seat, 0 the first dealer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RON = {  # 30 and 40 fu, one to four han (WRC 6.1: 4 han 30 fu is rounded up to mangan)
    (False, 30): (1000, 2000, 3900, 8000),
    (False, 40): (1300, 2600, 5200, 8000),
    (True, 30): (1500, 2900, 5800, 12000),
    (True, 40): (2000, 3900, 7700, 12000),
}
TSUMO = {  # what each other player pays, and the dealer to a winner who is not
    30: ((300, 500), (500, 1000), (1000, 2000), (2000, 4000)),
    40: ((400, 700), (700, 1300), (1300, 2600), (2000, 4000)),
}
UMA = (15000, 5000, -5000, -15000)
LAST = 7
"""The hand South 4."""


@dataclass
class Model:
    """A hanchan."""

    scores: list[int] = field(default_factory=lambda: [30000] * 4)
    round: int = 0
    honba: int = 0
    bets: int = 0
    phase: str = "waiting"
    stopped: bool = False
    time_over: bool = False
    dead: set[int] = field(default_factory=set)
    names: list[str] = field(default_factory=lambda: ["Ada", "Bea", "Cid", "Dan"])
    rulings: list[tuple[int, str, str]] = field(default_factory=list)
    """Seat, name then, ruling: those that stand."""

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

    def _lay(self, riichi: set[int]) -> None:
        for seat in riichi:
            self.scores[seat] -= 1000
            self.bets += 1

    def ron(self, winner: int, loser: int, han: int, fu: int, riichi: set[int]) -> None:
        """WRC 5.7.3, 5.7.7: the discarder pays, 300 more for each counter; the bets go to the winner."""
        self._lay(riichi)
        points = RON[winner == self.dealer, fu][han - 1] + 300 * self.honba
        self.scores[loser] -= points
        self.scores[winner] += points
        self._won(winner)

    def tsumo(self, winner: int, han: int, fu: int, riichi: set[int]) -> None:
        """WRC 5.7.7: each pays 100 more for each counter."""
        self._lay(riichi)
        other, dealer = TSUMO[fu][han - 1]
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
        """WRC 5.7.2, 5.7.8: 3,000 points between noten and tenpai; a counter; the dealer stays if tenpai."""
        self._lay(riichi)
        if 0 < len(tenpai) < 4:
            for seat in range(4):
                self.scores[seat] += 3000 // len(tenpai) if seat in tenpai else -3000 // (4 - len(tenpai))
        self.honba += 1
        self._next(self.dealer in tenpai)

    def void(self) -> None:
        """WRC 7.1: the same hand again; 8.2: not after the gong."""
        self.phase = "ended" if self.time_over else "waiting"
        if self.time_over:
            self.bets = 0

    def _next(self, stays: bool) -> None:
        over = self.time_over or (not stays and self.round == LAST)
        self.round += 0 if stays else 1
        self.phase = "ended" if over else "waiting"
        if over:
            self.bets = 0  # WRC 5.7.4: nobody gets them

    def gong(self) -> None:
        self.time_over = True
        if self.phase == "waiting":
            self.end()

    def end(self) -> None:
        self.phase, self.bets = "ended", 0

    # Rulings

    def rule(self, seat: int, ruling: str) -> None:
        self.rulings.append((seat, self.names[seat], ruling))
        if ruling == "dead_hand":
            self.dead.add(seat)
        elif ruling == "disqualified":
            self.stopped = self.stopped or self.phase != "ended"
        elif ruling == "chombo":
            self.void()

    def dismiss(self, seat: int) -> None:
        """The newest that stands is taken back; a hand that it ended stays void."""
        at = max(at for at, (of, _, _) in enumerate(self.rulings) if of == seat)
        _, _, ruling = self.rulings.pop(at)
        if ruling == "dead_hand" and self.phase == "dealing":
            self.dead.discard(seat)

    def penalties(self) -> dict[str, int]:
        """WRC 7.1: 20 points of the overall score for a chombo; warnings and dead hands cost none."""
        lost: dict[str, int] = {}
        for _, name, ruling in self.rulings:
            if ruling == "chombo":
                lost[name] = lost.get(name, 0) + 20
        return lost

    def totals(self) -> list[int]:
        """WRC 5.9.2: points above 30,000, and uma, which players with the same points share."""
        totals = []
        for score in self.scores:
            above = sum(other > score for other in self.scores)
            same = self.scores.count(score)
            totals.append(score - 30000 + sum(UMA[above : above + same]) // same)
        return totals
