"""Hands over the line and their players: by curtains or, without them, by the arms that the camera sees."""

import pytest
from msgspec.structs import replace

from firmware_bridge.messages.signals import Curtain
from referee.game.observations import HandMoved
from referee.game.position import GameState
from table_controller.sensing.waiting.hands_over import REACH_MS, UNSEEN_MS, Hands
from tests.table_controller.seen_table import SeenTable, row
from vision.sightings import HandsOver
from vision.zones import ZoneId


def state(*, curtains: bool) -> GameState:
    table = SeenTable.in_play()
    senses = table.game.senses
    return replace(table.game, chairs=(1, 2, 3, 0), senses=senses if curtains else senses - {"curtains"})


def over(at_ms: int, *hands: tuple[ZoneId, tuple[int, ...]]) -> HandsOver:
    return HandsOver(hands, at_ms // 100, at_ms)


def filmed(hands: Hands, *sightings: HandsOver) -> None:
    """Ten frames a second, with arms reported when they reach other zones."""
    for at_ms in range(100, 3000, 100):
        for each in sightings:
            if each.at_ms == at_ms:
                hands.note_arms(each)
        hands.frame(at_ms)


def moves(hands: Hands, of: GameState) -> list[tuple[int, bool, int, int]]:
    return [(each.seat, each.across, each.at_ms, each.within_ms) for each in hands.due(of, 0, 10_000)]


REACH = (
    over(1000, (ZoneId("hand", 2), (2,))),
    over(1100, (ZoneId("wall", 2), (2,))),
    over(1200, (ZoneId("wall", 2), (2,)), (ZoneId("pond", 2), (2,))),
    over(1900, (ZoneId("wall", 2), (2,))),
    over(2000, (ZoneId("hand", 2), (2,))),
)


def test_the_camera_sees_an_arm_go_in_and_come_back() -> None:
    """The crossing lies between the last frame before the arm reaches the walls and the first in which it is beyond
    them."""
    hands = Hands()
    filmed(hands, *REACH)
    found = moves(hands, state(curtains=False))
    assert [(seat, across) for seat, across, _, _ in found] == [(1, True), (1, False)]
    (_, _, went, went_within), (_, _, back, back_within) = found
    assert (went - went_within, went + went_within) == (1000 - UNSEEN_MS, 1200)
    assert (back - back_within, back + back_within) == (1800 - REACH_MS, 2000 + REACH_MS)
    assert moves(hands, state(curtains=False)) == []


def test_curtains_go_before_the_camera() -> None:
    hands = Hands()
    filmed(hands, *REACH)
    hands.curtain(Curtain(chair=2, broken=True, at_ms=1150, number=7))
    there = state(curtains=True)
    assert hands.over_since(2, 3000, there)
    assert not hands.over_since(1, 3000, there)
    assert [(seat, across, at_ms) for seat, across, at_ms, _ in moves(hands, there)] == [(1, True, 1150)]


@pytest.mark.parametrize(
    "sightings",
    [
        over(1200, (ZoneId("wall", 2), (2,))),  # a hand at the own wall, perhaps before the line
        over(1200, (ZoneId("pond", 2), (1, 2))),  # arms that lie on each other
        over(1200, (ZoneId("hand", 2), (2,)), (ZoneId("meld", 2), (2,))),
    ],
)
def test_what_is_in_doubt_is_no_movement(sightings: HandsOver) -> None:
    hands = Hands()
    filmed(hands, sightings)
    there = state(curtains=False)
    assert moves(hands, there) == []
    assert not hands.over_since(2, 9000, there)


def test_arms_that_lay_on_each_other_leave_the_time_open() -> None:
    hands = Hands()
    filmed(
        hands,
        over(1200, (ZoneId("pond", 2), (1, 2))),
        over(1700, (ZoneId("pond", 2), (2,))),
        over(2500, (ZoneId("hand", 2), (2,))),
    )
    there = state(curtains=False)
    (seat, across, at_ms, within_ms), (_, _, _, _) = moves(hands, there)
    assert (seat, across) == (1, True)
    assert (at_ms - within_ms, at_ms + within_ms) == (1100 - UNSEEN_MS, 1700)


def test_an_arm_that_was_lost_for_a_moment_may_have_been_there_all_the_time() -> None:
    hands = Hands()
    filmed(hands, over(1200, (ZoneId("pond", 2), (2,))), over(1500), over(2000, (ZoneId("pond", 2), (2,))))
    found = moves(hands, state(curtains=False))
    assert [across for _, across, _, _ in found] == [True, False, True]
    (_, _, went, went_within), (_, _, back, _), (_, _, again, again_within) = found
    assert again - again_within == went - went_within
    assert again + again_within >= 2000
    assert went <= back <= again


def test_a_draw_out_of_turn_at_a_table_without_curtains() -> None:
    table = SeenTable.in_play()
    table.state = replace(table.game, senses=table.game.senses - {"curtains"})
    table.touch(0, 2500)
    table.look(4000)
    table.sensing.sighting(over(5000, (ZoneId("wall", 2), (2,)), (ZoneId("pond", 2), (2,))), 5000)
    table.touch(2, 5100)
    table.look(10_000)
    assert table.lines() == ["0 draws", "HandMoved", "2 draws"]
    assert table.fouls == ["out_of_turn_draw"]


def uncurtained() -> SeenTable:
    table = SeenTable.in_play()
    table.state = replace(table.game, senses=table.game.senses - {"curtains"})
    return table


def test_hands_that_were_seen_do_not_survive_a_restart_of_vision() -> None:
    """An arm lay over the pond when vision died.

    It may be gone, so a touch counts as one in passing.
    """
    table = uncurtained()
    table.touch(0, 2500)
    table.look(4000)
    table.sensing.sighting(over(5000, (ZoneId("wall", 2), (2,)), (ZoneId("pond", 2), (2,))), 5000)
    table.sensing.vision_started(6000)
    table.look_everywhere()
    table.look(7000)
    table.touch(2, 8000)
    table.look(14_000)
    assert table.lines() == ["0 draws"]


def test_an_arm_that_is_seen_after_a_restart_may_have_come_all_the_while() -> None:
    hands = Hands()
    filmed(hands, over(1200, (ZoneId("pond", 2), (2,))), over(2000))
    moves(hands, state(curtains=False))
    hands.forget()
    hands.note_arms(over(9000, (ZoneId("pond", 2), (2,))))
    (_, across, at_ms, within_ms) = moves(hands, state(curtains=False))[0]
    assert across
    assert (at_ms - within_ms, at_ms + within_ms) == (2900 - UNSEEN_MS, 9000)


def test_an_arm_in_the_first_frame_may_have_come_ever_since_the_table_began() -> None:
    hands = Hands()
    hands.note_arms(over(1201, (ZoneId("pond", 2), (2,))))
    ((_, across, at_ms, within_ms),) = moves(hands, state(curtains=False))
    assert (across, at_ms, at_ms + within_ms) == (True, (1201 - UNSEEN_MS) // 2, 1201)


def test_one_that_was_across_before_the_restart_may_have_been_so_ever_since() -> None:
    hands = Hands()
    hands.curtain(Curtain(chair=1, broken=True, at_ms=1000, number=3))
    filmed(hands, over(1200, (ZoneId("pond", 2), (2,))))
    hands.forget()
    assert not hands.over_since(2, 9000, state(curtains=False))
    assert [each.source for each in hands.due(state(curtains=True), 0, 5000)] == ["signal:3"]
    hands.note_arms(over(9000, (ZoneId("pond", 2), (2,))))
    ((_, across, at_ms, within_ms),) = moves(hands, state(curtains=False))
    assert across
    assert at_ms - within_ms <= 1100 - UNSEEN_MS


@pytest.mark.parametrize(("looked", "since_ms"), [(True, 8000), (False, 4000)])
def test_a_frame_in_which_nothing_was_looked_at_makes_no_time_sharper(looked: bool, since_ms: int) -> None:
    """The table is not found, or the camera swings: such a frame confirms no zone."""
    table = uncurtained()
    table.touch(0, 2500)
    table.look(4000)
    table.look(8000, None if looked else 4000)
    table.sensing.sighting(over(8500, (ZoneId("pond", 2), (2,))), 8500)
    table.look(9000)
    table.see(ZoneId("pond", 0), row("5p"), 9500)
    table.look(10_500)
    moved = next(each for each in table.seen if isinstance(each, HandMoved))
    assert moved.at_ms - moved.within_ms == since_ms - UNSEEN_MS
