"""The hands to play: those of a record until a judge intervenes, then hands that begin from the referee's state.

Without a judge, the people follow the record, whatever the referee decided about a hand.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from referee.game.position import hand_name
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import GameRecord, HandRecord
from referee.records.observe import Standing, standing_of
from simulation.people.bots import play_hand
from simulation.people.ears import Ears

Deal: TypeAlias = Callable[[Standing, int], HandRecord]
"""A function that makes a hand from a standing; the number makes each hand different."""

HEARD_WITHIN_S: Final = 5.0
"""The table time within which the table must report its state, once the walls of the next hand stand."""


@dataclass(slots=True)
class Played:
    """A hand that was begun: its number in the record, or None if it is not from the record.

    ``whole`` is false if a judge ended it. ``hanchan`` is the number of the entry with which a judge began its hanchan,
    0 for the first hanchan. ``fouled``: it was acted out with a foul in it.
    """

    hand: HandRecord
    number: int | None
    hanchan: int = 0
    whole: bool = True
    fouled: bool = False

    @property
    def compared(self) -> bool:
        """True if its reconstruction must equal the plan."""
        return self.whole and not self.fouled

    @property
    def name(self) -> str:
        """Return the hand with its counters, such as E2.0."""
        return f"{hand_name(self.hand.round)}.{self.hand.honba}"


class Course:
    """The sequence of hands to play.

    Args:
        record: the game to play.
        numbers: the hands of the record to play, ascending.
        ears: news from the table, or None.
        deal: makes hands once the record and the referee's state differ.
        limit: the most hands to complete after leaving the record; None: until the hanchan is over.
        rules: of the record; a hanchan that a judge begins under other rules does not follow it.
    """

    def __init__(
        self,
        record: GameRecord,
        numbers: Sequence[int],
        *,
        ears: Ears | None = None,
        deal: Deal | None = None,
        limit: int | None = None,
        rules: dict[str, Any] | None = None,
    ) -> None:
        self.played: list[Played] = []
        self._record = record
        self._all = list(numbers)
        self._numbers = list(numbers)
        self._rules = rules
        self._ears = ears
        self._deal = deal
        self._limit = limit
        self._left = False

    @property
    def goes_on(self) -> bool:
        """True if another hand may follow, so that the walls come up for it."""
        if self._anew:
            return True
        if self.played and (self._left or not self.played[-1].whole):
            here = [each for each in self.played if each.hanchan == self._hanchan]
            return self._limit is None or sum(each.whole for each in here) < self._limit
        return bool(self._numbers)

    @property
    def _hanchan(self) -> int:
        return 0 if self._ears is None or self._ears.anew is None else self._ears.anew.number

    @property
    def _anew(self) -> bool:
        """True if a new hanchan has begun since the last hand."""
        return bool(self.played) and self.played[-1].hanchan != self._hanchan

    async def next_hand(self) -> HandRecord | None:
        """Return the next hand, once its walls stand; None if the record has no more."""
        ears = self._ears
        if self._anew:
            self._begin_anew()
        if ears is not None and self.played and (ears.ruled or self._left or not self.played[-1].compared):
            ears.ruled = False
            standing = await _heard(ears)
            if standing is not None:
                return self._from(standing)
        if not self._numbers:
            return None
        return self._begin(self._numbers[0])

    def _begin_anew(self) -> None:
        """Start the record again from its first hand, if it has these rules."""
        anew = None if self._ears is None else self._ears.anew
        same = anew is None or self._rules is None or anew.rules == self._rules
        self._numbers = list(self._all) if same else []
        self._left = True  # the referee's state decides which hand comes first

    def ended_by_judge(self) -> None:
        """Note that the last hand was ended early."""
        last = self.played[-1]
        last.whole = False
        if last.number is not None:
            # A void hand is dealt again with the same tiles, so that the rest of the record can be played.
            self._numbers.insert(0, last.number)

    def _from(self, standing: Standing) -> HandRecord | None:
        hands = self._record.hands
        fits = next((each for each in self._numbers if standing_of(hands[each]) == standing), None)
        if fits is not None:
            return self._begin(fits)
        if self._deal is None:
            return None
        self._left = True
        self.played.append(Played(self._deal(standing, len(self.played)), None, self._hanchan))
        return self.played[-1].hand

    def _begin(self, number: int) -> HandRecord:
        self._left = False
        self._numbers = [each for each in self._numbers if each > number]
        self.played.append(Played(self._record.hands[number], number, self._hanchan))
        return self.played[-1].hand


async def _heard(ears: Ears) -> Standing | None:
    """Return the referee's state; None if it does not come in time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HEARD_WITHIN_S):
            await ears.between.wait()
    return ears.standing


def built_in_players(rules: dict[str, Any], seed: int, *, red_fives: bool, ears: Ears | None = None) -> Deal:
    """Return a function that lets the built-in players play hands, by these rules or those that the table published."""

    def deal(standing: Standing, number: int) -> HandRecord:
        heard = None if ears is None or ears.anew is None else ears.anew.rules
        entries = play_hand(heard or rules, seed + number, standing, red_fives=red_fives)
        # Written and parsed again in the format used for comparison, which keeps only what a record has of a hand.
        return mjai.parse(mjai.write(next(records_of(entries)))).hands[0]

    return deal
