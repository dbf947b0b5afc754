"""A hidden zone delays only acts whose judgement it could change, and nothing in it is lost."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.messages.signals import ButtonName
from referee.game import observations
from table_controller.machine.curtains import Curtains
from table_controller.sensing.waiting.sources import ZONES
from tests.table_controller.seen_table import SeenTable, row
from vision.sightings import Watermark
from vision.zones import ZoneId

CHAIRS = range(4)


def table_with_curtains() -> SeenTable:
    """A table in play; every curtain was broken once and is free."""
    table = SeenTable.in_play()
    for chair in CHAIRS:
        table.hand(chair, True, 1600)
        table.hand(chair, False, 1700)
    return table


def after_a_discard() -> SeenTable:
    """Chair 0 has discarded at 4,000, and all hands are withdrawn."""
    table = table_with_curtains()
    table.hand(0, True, 2400)
    table.plays(0, "5p", 2500, 4000)
    table.hand(0, False, 4200)
    assert table.look(5000) == ["0 draws", "0 discards 5p"]
    return table


def test_a_discard_does_not_wait_for_the_arm_that_made_it() -> None:
    """The hand leaves the pond at 4,300 and still hides every other zone of its side, and its neighbours' zones."""
    table = table_with_curtains()
    table.hand(0, True, 2400)
    table.touch(0, 2500)
    assert table.look(3500) == ["0 draws"]
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(4500, 3600, hidden=ZONES - {ZoneId("pond", 0)}) == ["0 discards 5p"]
    assert table.fouls == []


def test_a_discard_waits_for_its_own_pond() -> None:
    """Neither it nor the next draw is given out before the pond is read."""
    table = table_with_curtains()
    table.touch(0, 2500)
    table.look(3500)
    table.touch(1, 5000)
    assert table.look(6000, 3600, hidden={ZoneId("pond", 0)}) == []
    table.see(ZoneId("pond", 1), row("9m"), 6200)
    assert table.look(7000, 3600, hidden={ZoneId("pond", 0)}) == []
    table.see(ZoneId("pond", 0), row("5p"), 4300, within_ms=700)
    assert table.look(8000) == ["0 discards 5p", "1 draws", "1 discards 9m"]
    assert table.fouls == []


@pytest.mark.parametrize("reached", [True, False])
def test_a_draw_waits_for_corners_that_somebody_may_have_reached(reached: bool) -> None:
    """Chair 2 may have taken the discard for a pon without a word, where its corner is hidden."""
    table = after_a_discard()
    if reached:
        table.hand(2, True, 5200)
    table.hand(1, True, 5500)
    table.touch(1, 5600)
    assert table.look(6500, 5100, hidden={ZoneId("meld", 2)}) == ([] if reached else ["1 draws"])
    assert table.look(7000) == (["1 draws"] if reached else [])
    assert table.fouls == []


def test_a_draw_does_not_overtake_a_meld_laid_before_it() -> None:
    def played(table: SeenTable) -> None:
        table.hand(2, True, 5200)
        table.touch(1, 5900)

    seen, hidden = after_a_discard(), after_a_discard()
    for table in (seen, hidden):
        played(table)
    seen.see(ZoneId("meld", 2), row("5p_5p0p"), 5500)
    seen.look(9000)
    assert hidden.look(7000, 5100, hidden={ZoneId("meld", 2)}) == []
    hidden.see(ZoneId("meld", 2), row("5p_5p0p"), 5500, settled_ms=7100)
    hidden.look(9000)
    assert lines(hidden) == lines(seen)
    assert lines(hidden)[2] == "2 pon 5p5p0p with 5p from 0"
    assert hidden.fouls == seen.fouls


def test_a_draw_waits_for_the_corner_of_who_called() -> None:
    """The call is enough, although no hand was sensed over the line."""
    table = after_a_discard()
    table.press(2, ButtonName.PON, 5200)
    table.touch(1, 5600)
    assert table.look(6500, 5100, hidden={ZoneId("meld", 2)}) == ["2 calls pon"]
    table.see(ZoneId("meld", 2), row("5p_5p0p"), 5500, settled_ms=6600)
    assert table.look(7000)[0] == "2 pon 5p5p0p with 5p from 0"


def test_what_was_not_waited_for_is_reported_late() -> None:
    """The curtain sensed nothing, so the draw did not wait for the corner; yet a meld was laid there before it."""
    table = after_a_discard()
    table.touch(1, 5900)
    assert table.look(7000, 5100, hidden={ZoneId("meld", 2)}) == ["1 draws"]
    table.see(ZoneId("meld", 2), row("5p_5p0p"), 5500, settled_ms=7100)
    table.look(13_000)
    [meld] = [each for each in table.seen if isinstance(each, observations.MeldShown)]
    assert (meld.seat, meld.kind, meld.claimed is not None) == (2, "pon", True)
    assert (meld.at_ms, meld.within_ms) == (5900, 500)
    times = [each.at_ms for each in table.seen]
    assert times == sorted(times)


def test_a_kan_that_is_hidden_comes_before_what_followed_it() -> None:
    table = table_with_curtains()
    table.hand(0, True, 2400)
    table.touch(0, 2500)
    assert table.look(3000) == ["0 draws"]
    table.plays(0, "9s", 4500, 5500)
    assert table.look(6500, 3000, hidden={ZoneId("meld", 0)}) == []
    table.see(ZoneId("meld", 0), row("#5m0m#"), 3800, settled_ms=6600)
    assert table.look(7000)[:3] == ["0 ankan 5m5m5m0m", "0 draws", "0 discards 9s"]


def test_without_a_word_of_the_curtains_corners_are_waited_for() -> None:
    """The daemon has just started, so a hand may be over any line."""
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    table.touch(1, 5600)
    assert table.look(6500, 5100, hidden={ZoneId("meld", 2)}) == []
    assert table.look(7000) == ["1 draws"]


def test_while_a_win_is_called_everything_is_waited_for() -> None:
    table = after_a_discard()
    table.press(3, ButtonName.RON, 5200)
    assert table.look(6000) == ["3 calls ron"]
    table.touch(1, 6200)
    assert table.look(7500, 6100, hidden={ZoneId("hand", 0)}) == []


HAND, TOUCH = "hand", "touch"
PLAYED = (
    (0, ZoneId("pond", 0), "5p", 1500),
    (1, ZoneId("pond", 1), "9m", 4500),
    (3, ZoneId("meld", 3), "9m_9m9m", 7000),
    (3, ZoneId("pond", 3), "2s", 8500),
    (0, ZoneId("pond", 0), "5p1s", 11_500),
    (1, ZoneId("meld", 1), "#5m0m#", 14_500),
    (1, ZoneId("pond", 1), "3p", 17_000),
)
"""Acts at the table: player, tiles, zone and time; from then on the zone holds the tiles. Chair 3 calls the first tile
of chair 1."""
FELT_AT = (
    *((chair, TOUCH, at_ms) for chair, at_ms in ((0, 300), (1, 3300), (0, 10_300), (1, 13_000), (1, 15_800))),
    (3, "pon", 6200),
    (1, "kan", 13_700),
)
REACH_MS = 700
"""The time that a hand is over the line before and after it lays something down."""
BEGUN_MS, PLAYED_MS, FRAME_MS = 3000, 19_000, 100
Hidden = tuple[ZoneId, int, int]


def watched(hidden: list[Hidden]) -> SeenTable:
    """The game of ``PLAYED``, with a frame every 100 ms in which each zone is hidden from one time to another."""
    table = table_with_curtains()
    table.sensing.sources.known_zones.update(ZONES)
    felt = [(at_ms, chair, what) for chair, what, at_ms in FELT_AT]
    for chair, _, _, at_ms in PLAYED:
        felt += [(at_ms - REACH_MS, chair, HAND), (at_ms + REACH_MS, chair, "")]
    content = dict.fromkeys(ZONES, "")
    clear = dict.fromkeys(ZONES, BEGUN_MS)
    for now_ms in range(0, PLAYED_MS, FRAME_MS):
        for _, chair, what in sorted(each for each in felt if now_ms - FRAME_MS < each[0] <= now_ms):
            happens(table, chair, what, BEGUN_MS + now_ms)
        table.now_ms = BEGUN_MS + now_ms
        for zone in sorted(ZONES):
            if any(zone == each and since <= now_ms < since + long for each, since, long in hidden):
                continue
            lies = [tiles for _, where, tiles, at_ms in PLAYED if where == zone and at_ms <= now_ms]
            if lies and zone == ZoneId("pond", 1) and 7000 <= now_ms < 17_000:
                lies.append("")
            if lies and lies[-1] != content[zone]:
                content[zone] = lies[-1]
                middle = (clear[zone] + table.now_ms) // 2
                table.see(zone, row(lies[-1]), middle, table.now_ms - middle, table.now_ms)
            clear[zone] = table.now_ms
        behind = tuple((zone, at_ms) for zone, at_ms in clear.items() if at_ms < table.now_ms)
        safe_ms = min(clear.values())
        table.sensing.sighting(Watermark(now_ms, table.now_ms, safe_ms, behind), table.now_ms)
        table.drain()
    table.look(BEGUN_MS + PLAYED_MS + 9000)
    return table


def happens(table: SeenTable, chair: int, what: str, at_ms: int) -> None:
    """Report a signal."""
    if what == TOUCH:
        table.touch(chair, at_ms)
    elif what in {"pon", "kan"}:
        table.press(chair, ButtonName[what.upper()], at_ms)
    else:
        table.hand(chair, what == HAND, at_ms)


def lines(table: SeenTable) -> list[str]:
    return [line for line in table.lines() if line != "HandMoved"]


@cache
def in_full_view() -> SeenTable:
    return watched([])


def test_the_game_in_full_view() -> None:
    assert lines(in_full_view()) == [
        *(
            "0 draws",
            "0 discards 5p",
            "1 draws",
            "1 discards 9m",
            "3 calls pon",
            "3 pon 9m9m9m with 9m from 1",
        ),
        *("3 discards 2s", "0 draws", "0 discards 1s", "1 draws", "1 calls kan"),
        *("1 ankan 5m5m5m0m", "1 draws", "1 discards 3p"),
    ]


@settings(deadline=None, max_examples=60)
@given(
    hidden=st.lists(
        st.tuples(st.sampled_from(sorted(ZONES)), st.integers(0, PLAYED_MS - 2000), st.integers(100, 1900)),
        max_size=12,
    )
)
def test_the_same_game_whatever_is_hidden(hidden: list[Hidden]) -> None:
    """Zones are hidden here and there for less than two seconds: the same observations come out in the same order,
    without a foul."""
    seen = in_full_view()
    table = watched(hidden)
    assert lines(table) == lines(seen)
    assert table.fouls == seen.fouls
    times = [each.at_ms for each in table.seen]
    assert times == sorted(times)


@given(
    changes=st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=8),
    since=st.integers(0, 50),
    length=st.integers(1, 20),
)
def test_crossings_against_every_moment(changes: list[tuple[int, bool]], since: int, length: int) -> None:
    """The curtain's state is worked out at every single moment."""
    curtains = Curtains()
    ordered = sorted(changes, key=lambda change: change[0])
    for at_ms, broken in ordered:
        curtains.change(2, at_ms, broken=broken)

    def over(moment: int) -> bool:
        return next((broken for at_ms, broken in reversed(ordered) if at_ms <= moment), True)

    ends = [broken for at_ms, broken in ordered if since < at_ms <= since + length]
    expected = over(since) or any(ends)
    assert curtains.reached(2, since, since + length) == expected
    assert curtains.reached(1, since, since + length)
