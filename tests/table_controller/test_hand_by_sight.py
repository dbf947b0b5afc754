"""Hands whose beginning and end only the tiles on the table show: there are no buttons, dice or curtains."""

from __future__ import annotations

from itertools import product

import pytest

from referee.game import observations
from referee.game.judge_observations import HandEntered, SignalGiven
from referee.game.position import IN_HAND
from referee.game.wall import DEALT, STACKS_A_SIDE, TILES, place
from table_controller.sensing.policies.hands import UNSEEN
from table_controller.sensing.sensing import Sensing
from table_controller.sensing.waiting.hand_by_sight import WATCHED, HandBySight
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen, WallBreak
from tests.table_controller.seen_table import RULES, SeenTable, row
from vision.sightings import DiceSeen, HandsOver, PlacedTile, WallSeen, ZoneReading
from vision.zones import EACH_CHAIR, ZoneId

INDICATOR = row("#" * 5 + "1s" + "#" * 11)
WALL = ZoneId("wall", 0)
WINS = "1m2m3m4p5p6p7s8s9s1z1z1z2z"
"""Waits for 2z."""


def walls_after(taken: int, dice: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """The stacks of the walls, by chair, after so many tiles were taken."""
    left = [[0] * STACKS_A_SIDE for _ in EACH_CHAIR]
    for number in range(taken, TILES):
        where = place(number, 0, dice)
        left[where.seat][where.stack - 1] += 1
    return [tuple((count, count) for count in wall) for wall in left]


class SightTable(SeenTable):
    """Another maker's table, known only through its camera."""

    @classmethod
    def bare(cls, *, begun: bool = True) -> SightTable:
        """An empty table; ``begun``: a hanchan is under way."""
        table = cls(sensing=Sensing(by_sight=HandBySight()))
        if begun:
            table.begin()
        for zone in sorted(WATCHED):
            table.first_look(zone, (), 100)
        assert table.look(1000) == []
        return table

    @property
    def phase(self) -> str:
        return "" if self.state is None else self.state.phase

    def begin(self, *, awaits_signal: bool = False) -> None:
        rules = RULES.with_overrides({"flow.before_signal": "walls"}).to_mapping()
        self.judge(observations.HanchanBegun(ruleset=rules, senses=(), awaits_signal=awaits_signal))

    def count(self, taken: int, dice: tuple[int, int], at_ms: int) -> None:
        """Report the walls after so many tiles were taken."""
        for chair, stacks in enumerate(walls_after(taken, dice)):
            self.frame += 1
            self.sensing.sighting(WallSeen(ZoneId("wall", chair), stacks, None, self.frame, at_ms), at_ms)

    def throw(self, faces: tuple[int, ...], at_ms: int, *, lying: bool = False) -> None:
        self.sensing.sighting(DiceSeen(faces, self.frame, at_ms, 990, lying), at_ms)

    def deal(self, at_ms: int, dice: tuple[int, int] = (3, 4)) -> list[str]:
        """Deal the hands and turn the indicator."""
        self.count(0, dice, at_ms - 1500)
        self.count(DEALT, dice, at_ms - 500)
        self.see(WALL, INDICATOR, at_ms)
        return self.look(at_ms + 1000)

    def win(self) -> list[str]:
        """After a deal at 3,000 the dealer discards, and chair 1 opens a hand that wins on that tile."""
        self.see(ZoneId("pond", 0), row("2z"), 5000)
        self.look(6000)
        self.see(ZoneId("hand", 1), row(WINS), 7000)
        return self.look(12_000)

    def sweep(self, at_ms: int, until_ms: int | None = None) -> list[str]:
        """These players push their tiles into the well."""
        for order, chair in enumerate(EACH_CHAIR):
            for kind in ("hand", "meld", "pond", "wall"):
                self.see(ZoneId(kind, chair), (), at_ms + 200 * order)
        return self.look(at_ms + 3000 if until_ms is None else until_ms)


@pytest.mark.parametrize("dice", [(1, 1), (2, 3), (3, 4), (6, 6)])
def test_tiles_are_numbered_from_the_break_as_by_the_dice(dice: tuple[int, int]) -> None:
    for dealer in EACH_CHAIR:
        first = place(0, dealer, dice)
        broken = WallBreak(first.seat, first.stack - 1)
        for number in range(TILES):
            there = place(number, dealer, dice)
            assert broken.number(there.seat, there.stack - 1, top=there.top) == number


@pytest.mark.parametrize(("dice", "drawn"), list(product([(1, 1), (3, 4), (6, 6)], [0, 1, 3, 4])))
def test_the_break_follows_from_where_the_first_tiles_went(dice: tuple[int, int], drawn: int) -> None:
    by_sight = HandBySight()
    for chair, stacks in enumerate(walls_after(DEALT + drawn, dice)):
        assert by_sight.wall_break is None
        by_sight.note_wall(WallSeen(ZoneId("wall", chair), stacks, None, 1, 100))
    first = place(0, 0, dice)
    # With two more stacks gone, it might have been broken one or two stacks later.
    assert by_sight.wall_break == (None if drawn == 4 else WallBreak(first.seat, first.stack - 1))


def test_an_indicator_on_walls_that_were_dealt_from_begins_the_hand() -> None:
    table = SightTable.bare()
    assert table.deal(3000) == ["dealt 00", "indicator 1s"]
    assert table.game.dice == (0, 0), "nobody saw them"


def test_dice_that_the_camera_saw_thrown_are_those_of_the_hand() -> None:
    table = SightTable.bare()
    table.throw((3, 4), 1500)
    assert table.deal(3000) == ["dealt 34", "indicator 1s"]


def test_dice_that_lay_there_before_are_not() -> None:
    table = SightTable.bare()
    table.throw((3, 4), 1500, lying=True)
    assert table.deal(3000) == ["dealt 00", "indicator 1s"]


def test_an_indicator_turned_before_the_deal_waits_for_it() -> None:
    table = SightTable.bare()
    table.count(0, (3, 4), 1500)
    table.see(WALL, INDICATOR, 2000)
    assert table.look(4000) == []
    table.count(DEALT, (3, 4), 5000)
    assert table.look(6000) == ["dealt 00", "indicator 1s"]


def test_a_discard_begins_the_hand_where_no_indicator_was_seen() -> None:
    table = SightTable.bare()
    table.see(ZoneId("pond", 0), row("5z"), 3000)
    assert table.look(4000) == ["dealt 00"]
    table.see(WALL, INDICATOR, 5000)
    assert sorted(table.look(12_000)) == ["0 discards 5z", "indicator 1s"]


def test_a_draw_has_its_place_although_nobody_knows_the_dice() -> None:
    table = SightTable.bare()
    table.deal(3000)
    first = place(DEALT, 0, (3, 4))
    wall = ZoneId("wall", first.seat)
    table.sensing.sighting(HandsOver(((wall, (0,)),), table.frame, 5000), 5000)
    table.count(DEALT + 1, (3, 4), 5200)
    table.sensing.sighting(HandsOver((), table.frame, 5400), 5400)
    table.look(8000)
    (drawn,) = [each for each in table.seen if isinstance(each, observations.TileDrawn)]
    assert (drawn.seat, drawn.place) == (0, DEALT)


def test_a_hand_that_was_shown_ends_when_the_tiles_are_swept() -> None:
    table = SightTable.bare()
    table.deal(3000)
    assert table.win()[-1].startswith("1 shows")
    assert table.phase == "closing"
    assert "HandClosed" in table.sweep(20_000)
    assert table.phase == "waiting"
    assert table.game.last is not None
    assert table.game.last.result == "ron"
    assert table.fouls == []
    assert table.deal(40_000) == ["dealt 00", "indicator 1s"], "and the next one begins by itself"


def test_a_winner_who_takes_his_hand_back_ends_nothing() -> None:
    table = SightTable.bare()
    table.deal(3000)
    table.win()
    table.see(ZoneId("hand", 1), (), 15_000)
    assert table.look(25_000) == []
    assert table.game.phase == "closing"


def test_tiles_swept_together_are_no_play() -> None:
    """Between the first tiles swept and the end of the hand, others come to lie where play would be."""
    table = SightTable.bare()
    table.deal(3000)
    for number, discard in enumerate(("2m", "9p", "3s", "7m", "2m2z")):
        table.see(ZoneId("pond", number % 4), row(discard), 5000 + 1000 * number)
        table.look(5500 + 1000 * number)
    table.see(ZoneId("hand", 1), row(WINS), 10_000)
    assert table.look(16_000)[-1].startswith("1 shows")
    table.see(ZoneId("hand", 1), (), 20_000)
    table.see(ZoneId("pond", 0), (), 20_100)
    table.see(ZoneId("pond", 2), row("3s2m2z9p"), 20_200)
    assert table.look(30_000) == ["HandClosed"]
    assert (table.game.phase, table.fouls) == ("waiting", [])


def test_a_hand_whose_end_was_not_seen_is_left_to_the_judge_and_the_next_one_waits_for_him() -> None:
    table = SightTable.bare()
    table.deal(3000)
    table.see(ZoneId("pond", 0), row("2z"), 5000)
    table.look(6000)
    assert table.sweep(20_000, until_ms=30_000) == []
    assert table.sensing.sight.lost(table.state)
    table.deal(40_000)
    table.see(ZoneId("pond", 1), row("7z"), 45_000)
    assert table.look(50_000) == []
    table.judge(HandEntered(judge="somebody", result="exhaustive", at_ms=50_000))
    assert table.game.phase == "waiting"
    assert table.look(60_000) == ["dealt 00", "indicator 1s", "1 discards 7z"]
    assert table.fouls == []


def test_a_hand_that_lies_there_begins_with_its_hanchan() -> None:
    table = SightTable.bare(begun=False)
    assert table.deal(3000) == []
    table.begin()
    assert table.look(6000) == ["dealt 00", "indicator 1s"]


def test_a_hand_dealt_before_the_start_signal_begins_with_it() -> None:
    """WRC 8.2: the judge hears of it once, and what lies there counts once dice may be rolled."""
    table = SightTable.bare(begun=False)
    table.begin(awaits_signal=True)
    table.deal(3000)
    assert table.look(60_000) == []
    assert (table.phase, [foul.rule for foul in table.game.findings]) == ("waiting", ["dice_out_of_time"])
    table.judge(SignalGiven(at_ms=61_000, judge="anna"))
    assert table.look(62_000) == ["dealt 00", "indicator 1s"]
    assert table.phase == "dealing"


def test_a_hand_that_a_person_began_does_not_begin_again() -> None:
    table = SightTable.bare()
    table.sensing.hand_begins(1200)
    table.judge(observations.HandDealt(dice=(2, 3), hands=(UNSEEN,) * 4, at_ms=1200))
    assert table.deal(3000) == ["indicator 1s"]
    table.win()
    table.sweep(20_000)
    assert (table.game.phase, table.game.hands) == ("waiting", 1)
    assert table.look(40_000) == []


def readings(by_sight: HandBySight, zone: ZoneId, tiles: tuple[PlacedTile, ...], at_ms: int) -> object:
    return by_sight.note_reading(ZoneReading(zone, tiles, 1, at_ms, 50, at_ms + 200), over=False)


def test_what_lies_there_when_vision_is_started_is_no_new_hand() -> None:
    """It is the hand in the journal, or one whose tiles were left; the next begins once they are gone."""
    by_sight = HandBySight()
    found = [
        readings(by_sight, zone, row("1m") if zone.kind == "pond" else (), 100) for zone in sorted(WATCHED)
    ]
    assert found == [None] * len(WATCHED)
    swept = [readings(by_sight, ZoneId("pond", chair), (), 200 + chair) for chair in EACH_CHAIR]
    assert [type(each) for each in swept] == [type(None)] * 3 + [SweptSeen]
    by_sight.forget()
    assert readings(by_sight, ZoneId("pond", 0), row("1m"), 900) is None, "not all was read again"
    for zone in sorted(WATCHED):
        readings(by_sight, zone, (), 1000)
    assert isinstance(readings(by_sight, ZoneId("pond", 0), row("1m"), 1100), DealSeen)


def test_play_goes_on_in_hand_only() -> None:
    """The tiles of a seat draw begin no hand, since they are gone before a hanchan begins."""
    table = SightTable.bare(begun=False)
    table.see(ZoneId("pond", 0), row("1z2z3z4z"), 2000)
    table.look(4000)
    table.see(ZoneId("pond", 0), (), 5000)
    table.look(6000)
    table.begin()
    assert table.look(8000) == []
    assert table.game.phase not in IN_HAND
