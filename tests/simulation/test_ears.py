"""Messages of a real table, over a real broker, that people at the simulated table hear."""

from typing import Any

import pytest
from msgspec.structs import replace

from hall.judge.tables.hall import Table
from referee.encoding.public import public_state
from referee.game.judge_observations import PlayHalted, PlayReleased, SignalGiven
from referee.game.observations import (
    HanchanBegun,
    HanchanClosed,
    HandDealt,
    IndicatorSeen,
    RulingGiven,
    TileDrawn,
)
from referee.judging.decide import advance
from referee.tiles import UNKNOWN
from simulation.people.ears import Ears
from tests.table_controller.seen_table import RULES

HAND = (UNKNOWN,) * 13
DEALT = HandDealt(at_ms=9000, dice=(1, 2), hands=(HAND, HAND, HAND, HAND))
TURNED = IndicatorSeen(at_ms=12000, tile=4)
START = RULES.flow.start_points


class Hearing:
    """A referee, and people who hear each of his states as the table publishes it."""

    def __init__(self) -> None:
        self.ears = Ears()
        _, self.state = advance(None, HanchanBegun(ruleset=RULES.to_mapping()))
        self.at_ms = 0
        self.happens()

    def happens(self, *seen: Any) -> Ears:
        for each in seen:
            _, self.state = advance(self.state, each)
            self.at_ms = each.at_ms
        self.ears.hear(Table("sim", state=public_state(self.state, 1, self.at_ms, "sim")))
        return self.ears


@pytest.fixture
def hearing() -> Hearing:
    return Hearing()


def test_play_is_stopped_and_goes_on(hearing: Hearing) -> None:
    ears = hearing.happens(DEALT, TURNED)
    assert ears.going.is_set()
    hearing.happens(PlayHalted(at_ms=13000, judge="Anna"))
    assert (ears.going.is_set(), ears.stopped.is_set()) == (False, True)
    hearing.happens(PlayReleased(at_ms=14000, judge="Anna"))
    assert (ears.going.is_set(), ears.stopped.is_set()) == (True, False)
    assert not ears.hand_over


@pytest.mark.parametrize(
    "ruling",
    [
        RulingGiven(at_ms=20000, ruling="void", judge="Anna"),
        RulingGiven(at_ms=20000, ruling="chombo", seat=2, judge="Anna"),
    ],
    ids=["void", "chombo"],
)
def test_a_hand_that_a_judge_ends_is_over(hearing: Hearing, ruling: RulingGiven) -> None:
    hearing.ears.hand_begins(8000)
    assert not hearing.ears.hand_over, "nothing was heard of it yet"
    ears = hearing.happens(DEALT, TURNED, TileDrawn(at_ms=15000, seat=0, tile=UNKNOWN))
    assert not ears.hand_over
    assert ears.standing is None
    hearing.happens(ruling)
    assert ears.hand_over
    assert ears.between.is_set()
    assert ears.standing is not None
    assert ears.standing[:3] == (0, 0, 0)
    ears.hand_begins(30000)
    assert not ears.hand_over, "the next one is not"


def test_what_was_heard_of_the_hand_before_says_nothing_of_this_one(hearing: Hearing) -> None:
    ears = hearing.happens(DEALT, TURNED)
    ears.hand_begins(30000)
    hearing.happens(RulingGiven(at_ms=20000, ruling="void", judge="Anna"))
    assert not ears.hand_over


def test_a_hand_that_goes_on_after_all_is_not_over(hearing: Hearing) -> None:
    hearing.ears.hand_begins(8000)
    ears = hearing.happens(DEALT, TURNED)
    before = hearing.state
    hearing.happens(RulingGiven(at_ms=20000, ruling="void", judge="Anna"))
    assert ears.hand_over
    hearing.state = before
    hearing.happens()
    assert not ears.hand_over, "the judge took it back"


def test_a_hanchan_that_is_closed_has_no_next_hand(hearing: Hearing) -> None:
    hearing.ears.hand_begins(8000)
    ears = hearing.happens(DEALT, TURNED)
    assert not ears.hanchan_over
    hearing.happens(PlayHalted(at_ms=19000, judge="Anna"), HanchanClosed(at_ms=20000, judge="Anna"))
    assert ears.going.is_set(), "nobody waits for a word that does not come"
    assert ears.hanchan_over
    assert ears.hand_over
    assert ears.standing is None


def test_the_start_signal_is_waited_for(hearing: Hearing) -> None:
    assert hearing.ears.signalled.is_set()
    begun = HanchanBegun(at_ms=1000, ruleset=RULES.to_mapping(), awaits_signal=True)
    assert not hearing.happens(begun).signalled.is_set()
    assert hearing.ears.going.is_set(), "walls may be raised"
    assert hearing.happens(SignalGiven(at_ms=5000, judge="Anna")).signalled.is_set()


def test_nobody_waits_for_the_signal_of_a_hanchan_that_is_closed(hearing: Hearing) -> None:
    hearing.happens(HanchanBegun(at_ms=1000, ruleset=RULES.to_mapping(), awaits_signal=True))
    ears = hearing.happens(HanchanClosed(at_ms=2000, judge="Anna"))
    assert ears.hanchan_over
    assert ears.signalled.is_set()


def test_where_the_next_hand_begins_is_heard(hearing: Hearing) -> None:
    state = hearing.state
    assert state is not None
    east, south, west, north = (
        replace(seat, score=START + change)
        for seat, change in zip(state.seats, (1000, -2000, 500, 500), strict=True)
    )
    hearing.state = replace(state, round=6, honba=3, bets=1, seats=(east, south, west, north))
    standing = (6, 3, 1, START + 1000, START - 2000, START + 500, START + 500)
    assert hearing.happens().standing == standing


def test_only_a_judges_entries_say_that_he_has_ruled(hearing: Hearing) -> None:
    hearing.ears.hear_entry({"observation": {"type": "TileDiscarded", "source": "frame:7"}})
    hearing.ears.hear_entry({"observation": None, "events": None, "too_large": 70000})
    assert not hearing.ears.ruled
    hearing.ears.hear_entry({"observation": {"type": "RulingGiven", "source": "judge:Anna"}})
    assert hearing.ears.ruled
