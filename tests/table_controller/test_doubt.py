"""Acts that are held back because their explanation may be hidden, and acts that are fouls in any case."""

import pytest

from firmware_bridge.messages.signals import ButtonName
from tests.table_controller.seen_table import SeenTable, row
from vision.sightings import FoundTrack, LostTrack
from vision.zones import TABLE, ZoneId


@pytest.fixture
def table() -> SeenTable:
    """The dealer has drawn and discarded, and all curtains have been free since."""
    made = SeenTable.in_play()
    for chair in range(4):
        made.hand(chair, across=True, at_ms=2100)
        made.hand(chair, across=False, at_ms=2200)
    made.plays(0, "5p", 2500, 4000)
    made.look(5000)
    made.touch(1, 5500)
    assert made.look(6000) == ["1 draws"]
    return made


def south_is_hidden(table: SeenTable, *, reached: bool) -> None:
    """South's pond is covered; West draws, though South was not seen to discard."""
    table.sensing.sighting(LostTrack(ZoneId("pond", 1), "covered", 6000), 8000)
    if reached:
        table.hand(1, across=True, at_ms=6500)
        table.hand(1, across=False, at_ms=7000)
    table.hand(2, across=True, at_ms=8900)
    table.touch(2, 9000)


def test_a_draw_after_a_discard_that_may_be_hidden_waits(table: SeenTable) -> None:
    south_is_hidden(table, reached=True)
    assert table.look(20_000) == []
    assert not table.sensing.sight.asked(table.state)
    table.look(26_000)
    assert table.sensing.sight.asked(table.state)
    assert table.fouls == []


def test_where_the_hidden_pond_lies_as_it_did_the_draw_was_out_of_turn(table: SeenTable) -> None:
    south_is_hidden(table, reached=True)
    table.look(12_000)
    table.sensing.sighting(FoundTrack(ZoneId("pond", 1), 12_100), 12_100)
    table.look(20_000)
    assert table.fouls == ["out_of_turn_draw"]
    assert not table.sensing.sight.asked(table.state)


def test_a_pond_that_was_swept_before_it_was_seen_accuses_nobody(table: SeenTable) -> None:
    """Nothing can explain the draw any more: the judge enters the hand."""
    south_is_hidden(table, reached=True)
    table.look(26_000)
    assert table.sensing.sight.asked(table.state)
    table.see(ZoneId("pond", 0), (), 30_000)
    table.sensing.sighting(FoundTrack(ZoneId("pond", 1), 30_100), 30_100)
    table.see(ZoneId("pond", 1), (), 30_050)
    table.look(50_000)
    assert table.fouls == []
    assert table.sensing.sight.lost(table.state)


def test_a_reading_that_comes_in_just_now_may_explain_what_waits_longer(table: SeenTable) -> None:
    """South's pond is reported in the frame that shows it again, and judged a frame later."""
    table.sensing.sighting(LostTrack(ZoneId("pond", 1), "covered", 6000), 8000)
    table.hand(1, across=True, at_ms=6500)
    table.hand(1, across=False, at_ms=7000)
    table.see(ZoneId("pond", 2), row("9s"), 11_000)
    assert table.look(18_000) == []
    table.now_ms = 18_100
    table.sensing.sighting(FoundTrack(ZoneId("pond", 1), 18_100), 18_100)
    table.see(ZoneId("pond", 1), row("1z"), 18_050, within_ms=12_000)
    table.drain()
    assert table.look(19_000) == ["1 discards 1z", "2 discards 9s"]
    assert table.fouls == []


def test_a_pond_that_nobody_has_reached_hides_nothing(table: SeenTable) -> None:
    south_is_hidden(table, reached=False)
    table.look(28_000)
    assert table.fouls == ["out_of_turn_draw"]


def test_where_nothing_is_hidden_a_draw_out_of_turn_is_found(table: SeenTable) -> None:
    table.hand(2, across=True, at_ms=8900)
    table.touch(2, 9000)
    table.look(14_000)
    assert table.fouls == ["out_of_turn_draw"]


def test_two_discards_that_are_seen_at_once_leave_room_for_what_was_between_them(table: SeenTable) -> None:
    """South's pond is hidden for a whole go-around."""
    south_is_hidden(table, reached=True)
    table.hand(2, across=False, at_ms=9300)
    table.see(ZoneId("pond", 2), row("9m"), 11_000)
    table.plays(3, "1p", 12_500, 14_000)
    table.plays(0, "5p2z", 15_500, 17_000)
    table.touch(1, 18_500)
    assert table.look(19_000) == []
    table.sensing.sighting(FoundTrack(ZoneId("pond", 1), 20_000), 20_000)
    table.see(ZoneId("pond", 1), row("3m7z"), 13_000, within_ms=7000)
    assert table.look(21_000) == [
        "1 discards 3m",
        "2 draws",
        "2 discards 9m",
        "3 draws",
        "3 discards 1p",
        "0 draws",
        "0 discards 2z",
        "1 draws",
        "1 discards 7z",
    ]
    assert table.fouls == []
    assert not table.sensing.sight.asked(table.state)


def test_a_kan_that_is_played_on_lies_there_though_nobody_told_it(table: SeenTable) -> None:
    """South says kan, draws again, and an indicator is turned; vision reports neither a meld nor that it is hidden."""
    table.press(1, ButtonName.KAN, 7000)
    table.touch(1, 9000)
    table.see(ZoneId("wall", 0), row("#" * 4 + "9p1s" + "#" * 11), 10_000)
    table.see(ZoneId("pond", 1), row("3m"), 12_000)
    table.touch(2, 13_500)
    assert table.look(40_000) == ["1 calls kan"]
    assert table.fouls == []
    assert table.sensing.sight.asked(table.state)
    table.see(ZoneId("meld", 1), row("#2z2z#"), 23_000, within_ms=16_500, settled_ms=40_500)
    assert table.look(42_000) == ["1 ankan 2z2z2z2z", "1 draws", "indicator 9p", "1 discards 3m", "2 draws"]
    assert table.fouls == []
    assert not table.sensing.sight.asked(table.state)


def test_a_kan_that_is_said_and_not_made_is_found(table: SeenTable) -> None:
    table.press(1, ButtonName.KAN, 7000)
    table.see(ZoneId("pond", 1), row("3m"), 9000)
    table.look(15_000)
    assert table.fouls == ["empty_kan"]


def test_a_hand_that_is_opened_from_under_an_arm_is_judged(table: SeenTable) -> None:
    """South opens his hand though nobody has won; his arm lay over it since before his draw."""
    table.see(ZoneId("hand", 1), row("1m2m4m7p8p1s2s3s7s8s9s4m4m6z"), 6500, within_ms=4500, settled_ms=8000)
    table.look(20_000)
    assert table.fouls == ["tiles_shown"]
    assert not table.sensing.sight.lost(table.state)


@pytest.mark.parametrize(("gone_ms", "followed"), [(200, True), (3000, False)])
def test_a_torn_picture_hides_no_act(table: SeenTable, gone_ms: int, followed: bool) -> None:
    """A hand is opened without a call after the table was lost: its call may have been missed only if that took
    long."""
    table.sensing.sighting(LostTrack(TABLE, "torn", 7000), 7100)
    table.drain()
    table.sensing.sighting(FoundTrack(TABLE, 7000 + gone_ms), 7000 + gone_ms)
    table.see(ZoneId("hand", 2), row("1m1m1m2m3m4m5m6m7m8m9m9m9m"), 12_000)
    table.look(18_000)
    assert table.sensing.sight.lost(table.state) is not followed


def test_who_calls_the_judge_does_not_wait(table: SeenTable) -> None:
    south_is_hidden(table, reached=True)
    table.look(12_000)
    table.press(3, ButtonName.JUDGE, 12_500)
    assert table.look(14_000) == ["JudgeCalled"]
