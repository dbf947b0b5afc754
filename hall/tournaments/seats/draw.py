"""Plans a whole tournament by drawing lots for the seats of a schedule."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.schedule import FEWEST_TABLES, MOST_ROUNDS, MOST_TABLES, Schedule, look_up
from hall.tournaments.seats.byes import rounds_with_byes
from hall.tournaments.seats.meetings import NEVER, PER_CLUB, Meetings, improve
from hall.tournaments.seats.tables import at_tables, returns_and_stays
from hall.tournaments.seats.winds import by_colouring
from hall.tournaments.seats.wishes import SeatsError, Wishes, checked, substitutes
from referee.texts.book_texts import BadSeating

Rounds = list[list[list[str]]]
"""``rounds[k][table]``: four names, East first."""
FEWEST_PLAYERS: Final = 4 * FEWEST_TABLES - 2
"""With one fewer, three substitutes would fill two tables, and two of them would meet."""
DRAW_PASSES: Final = 8
PLACINGS: Final = 8
"""Tables are assigned this many times, and the best assignment is taken."""
ROUNDS: Final = range(1, 1 + MOST_ROUNDS)


def drawn(players: Sequence[str], rounds: int, wishes: Wishes) -> Rounds:
    """Draw a plan for all rounds; substitutes fill the last table, or some players sit out each round.

    Raises:
        SeatsError: too few or too many players or rounds, or impossible wishes.
    """
    if wishes.byes and len(players) % 4:
        return rounds_with_byes(players, rounds, wishes)
    everybody = [*players, *substitutes(players)]
    tables = len(everybody) // 4
    if len(players) < FEWEST_PLAYERS or tables > MOST_TABLES:
        raise SeatsError(BadSeating.players(FEWEST_PLAYERS, 4 * MOST_TABLES, len(players)))
    if rounds not in ROUNDS:
        raise SeatsError(BadSeating.rounds(ROUNDS[0], ROUNDS[-1], rounds))
    marks = checked(players, wishes, tables)
    schedule = look_up(tables, rounds)
    chance = Chance(wishes.seed)
    at = _seats(everybody, schedule, marks, chance)
    groups = [[[at[seat] for seat in group] for group in round_] for round_ in schedule.rounds]
    _part(groups, marks, chance)
    if schedule.tables_set and not wishes.locked:
        order = chance.shuffled(range(tables))
        placed = [[round_[table] for table in order] for round_ in groups]
    else:
        placed = _placed(groups, wishes.locked, chance)
    return by_colouring(placed, chance)


def _placed(groups: Rounds, locked: Mapping[str, int], chance: Chance) -> Rounds:
    """Return the groups at tables, by the best of several assignments."""
    best, least = groups, -1
    for number in range(PLACINGS):
        placed = at_tables(groups, locked, chance, mixed=bool(number))
        cost = returns_and_stays(placed, locked)
        if least < 0 or cost < least:
            best, least = placed, cost
        if not least:
            break
    return best


def _seats(
    everybody: Sequence[str], schedule: Schedule, marks: Mapping[str, Sequence[str]], chance: Chance
) -> list[str]:
    """Draw lots for the schedule's seats, then exchange players until those with a common mark hardly meet."""
    at = chance.shuffled(everybody)
    sharing = _sharing(marks)
    if sharing:
        draw = _Draw(at, _met(schedule), sharing)
        for _ in range(DRAW_PASSES):
            saved = [draw.exchange(player) for player in chance.shuffled(list(sharing))]
            if not any(saved):
                break
    return at


def _sharing(marks: Mapping[str, Sequence[str]]) -> dict[str, list[tuple[int, str]]]:
    """Return, by player, those who share a mark with him, each with the cost of a meeting."""
    of_label: dict[str, list[str]] = defaultdict(list)
    for player, labels in marks.items():
        for label in labels:
            of_label[label].append(player)
    found: dict[str, list[tuple[int, str]]] = {}
    for label, players in of_label.items():
        price = NEVER if label.startswith("!") else PER_CLUB
        for player in players:
            others = [(price, other) for other in players if other != player]
            if others:
                found.setdefault(player, []).extend(others)
    return found


class _Draw:
    """Players at the seats of a schedule; exchanges make those who share a mark meet less."""

    def __init__(
        self, at: list[str], met: Sequence[Counter[int]], sharing: Mapping[str, Sequence[tuple[int, str]]]
    ) -> None:
        self.at = at
        self.met = met
        self.sharing = sharing
        self.seat_of = {player: seat for seat, player in enumerate(at)}

    def exchange(self, player: str) -> bool:
        """Exchange a player with the one who saves most; return whether any exchange saved something."""
        at, seat = self.at, self.seat_of[player]
        here = self._cost(player, seat, "")
        gain, best = 0, seat
        for other_seat, other in enumerate(at if here else ()):
            if other == player:
                continue
            change = self._cost(player, other_seat, other) - here
            if change < gain and other in self.sharing:
                change += self._cost(other, seat, player) - self._cost(other, other_seat, "")
            if change < gain:
                gain, best = change, other_seat
        if not gain:
            return False
        other = at[best]
        at[seat], at[best] = other, player
        self.seat_of[player], self.seat_of[other] = best, seat
        return True

    def _cost(self, player: str, seat: int, instead: str) -> int:
        """Return the cost of a player's meetings at a seat if ``instead`` gets the seat that he leaves."""
        row, seat_of = self.met[seat], self.seat_of
        return sum(
            price * row[seat_of[player if other == instead else other]]
            for price, other in self.sharing[player]
        )


def _part(groups: Rounds, marks: Mapping[str, Sequence[str]], chance: Chance) -> None:
    """Separate players who must not meet by exchanges within rounds; if all seats meet, no draw can keep them apart."""
    meetings = Meetings(
        {player: [each for each in labels if each.startswith("!")] for player, labels in marks.items()}
    )
    if not any(meetings.forbidden(group) for round_ in groups for group in round_):
        return
    for round_ in groups:
        meetings.add(round_)
    for round_ in groups:
        if any(meetings.forbidden(group) for group in round_):
            meetings.add(round_, -1)
            improve(round_, meetings, chance)
            meetings.add(round_)


def _met(schedule: Schedule) -> list[Counter[int]]:
    """Return, by seat, the seats it meets and how often."""
    found: list[Counter[int]] = [Counter() for _ in range(4 * len(schedule.rounds[0]))]
    for groups in schedule.rounds:
        for group in groups:
            for one, other in combinations(group, 2):
                found[one][other] += 1
                found[other][one] += 1
    return found
