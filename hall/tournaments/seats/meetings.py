"""Counts the meetings of each pair, and improves rounds by exchanges so that fewer pairs meet again."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from hall.tournaments.schedules.chance import Chance

NEVER: Final = 10_000
"""The cost of a forbidden meeting: of two substitutes, or of two players who need different tables."""
PER_CLUB: Final = 4
"""The cost of a meeting of two players of one club."""
AGAIN: Final = 10
"""The cost of a pair's second meeting; a third costs four times as much, and so on."""


class Meetings:
    """Counts of meetings, and the cost of one more.

    Args:
        marks: by player, labels that two at one table should not share, or must not if they begin with ``!``.
        again: the cost of a second meeting.
    """

    def __init__(self, marks: Mapping[str, Iterable[str]], again: int = AGAIN) -> None:
        self._again = again
        self._met: dict[str, Counter[str]] = {}
        self._marks = {player: frozenset(labels) for player, labels in marks.items()}
        self._dear: dict[tuple[str, str], int] = {}

    def add(self, tables: Iterable[Sequence[str]], times: int = 1) -> None:
        """Count the meetings of a round; with -1, uncount them."""
        for table in tables:
            for one, other in combinations(table, 2):
                self._met.setdefault(one, Counter())[other] += times
                self._met.setdefault(other, Counter())[one] += times

    def cost(self, one: str, other: str) -> int:
        """Return the cost of one more meeting of these two."""
        met = self._met[one][other] if one in self._met else 0
        return (self._again * met * met if met else 0) + self._apart(one, other)

    def of_all(self, rounds: Iterable[Iterable[Sequence[str]]]) -> int:
        """Return the cost of these rounds, one after another, without counting their meetings for later."""
        cost, counted = 0, []
        for round_ in rounds:
            tables = list(round_)
            cost += sum(self.cost(one, other) for table in tables for one, other in combinations(table, 2))
            self.add(tables)
            counted.append(tables)
        for tables in counted:
            self.add(tables, -1)
        return cost

    def forbidden(self, table: Sequence[str]) -> bool:
        """Return whether two players at a table must not meet."""
        return any(self._apart(one, other) >= NEVER for one, other in combinations(table, 2))

    def _apart(self, one: str, other: str) -> int:
        marks = self._marks
        if one not in marks or other not in marks:
            return 0
        found = self._dear.get((one, other))
        if found is None:
            shared = marks[one] & marks[other]
            found = sum(NEVER if label.startswith("!") else PER_CLUB for label in shared)
            self._dear[one, other] = found
        return found


def improve(
    groups: list[list[str]],
    meetings: Meetings,
    chance: Chance,
    passes: int = 6,
) -> None:
    """Exchange players between groups of a round as long as that makes its meetings cheaper.

    Args:
        groups: of the round; changed in place.
        meetings: those of all other rounds.
        chance: for the order in which groups are visited.
        passes: the most passes over all groups.
    """
    for _ in range(passes):
        better = False
        for number in chance.shuffled(range(len(groups))):
            for place in range(len(groups[number])):
                better |= exchange(groups, number, place, meetings.cost)
        if not better:
            return


def exchange(
    groups: list[list[str]],
    number: int,
    place: int,
    price: Callable[[str, str], int],
    staying: Callable[[str, int], int] | None = None,
) -> bool:
    """Exchange one player with the player of another group who saves most; return whether any saved something.

    Args:
        groups: of the round; changed in place.
        number: the player's group.
        place: his seat there.
        price: of a meeting.
        staying: the price of a player at the table of a group; None if tables do not matter.
    """
    group = groups[number]
    mover = group[place]
    rest = [each for each in group if each is not mover]
    now = sum(price(mover, each) for each in rest)
    if not now:
        return False
    gain, best = 0, (-1, -1)
    for other, there in enumerate(groups):
        if other == number:
            continue
        paid = [price(mover, each) for each in there]
        whole = sum(paid) - now
        for seat, partner in enumerate(there):
            his = sum(price(partner, each) for each in there if each is not partner)
            change = whole - paid[seat] - his
            if change < gain:
                change += sum(price(partner, each) for each in rest)
            if change < gain and staying:
                change += staying(mover, other) + staying(partner, number)
            if change < gain:
                gain, best = change, (other, seat)
    if not gain:
        return False
    other, seat = best
    group[place], groups[other][seat] = groups[other][seat], mover
    return True
