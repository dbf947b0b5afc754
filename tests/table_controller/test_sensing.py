"""Sensing: signals and sightings become observations in a possible order."""

import dataclasses

import pytest
from msgspec import structs

from firmware_bridge.messages.signals import ButtonName, DiceRolled
from referee.game import observations
from referee.rules.ruleset import Ruleset
from referee.tiles import parse_tile, parse_tiles
from tests.table_controller.seen_table import SeenTable, described, row
from tests.table_controller.sensing_stage import table, unpaid
from vision.geometry import TileSize
from vision.sightings import FoundTrack, LostTrack, PlacedTile, Spot, TileMoved
from vision.zones import FELT, TABLE, ZoneId

__all__ = ["table"]

TENPAI = "1m1m1m2m3m4m5m6m7m8m9m9m9m"


def after_first_discard() -> SeenTable:
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    assert table.look(5000) == ["0 draws", "0 discards 5p"]
    assert table.fouls == []
    return table


def kan_of_east(table: SeenTable) -> None:
    """East draws, makes a kan, turns its indicator and draws at 6,500 from the dead wall."""
    table.touch(0, 2500)
    table.press(0, ButtonName.KAN, 3500)
    table.see(ZoneId("meld", 0), row("#5m0m#"), 4500)
    table.see(ZoneId("wall", 0), row("#" * 4 + "9p1s" + "#" * 11), 5500)
    table.touch(0, 6500)


def win_of_east(table: SeenTable) -> None:
    """East draws and wins with the tile that he drew."""
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.see(ZoneId("hand", 0), row(f"{TENPAI}|5m"), 5000)


def win_in_riichi(table: SeenTable) -> None:
    """East says riichi, discards, wins with his next tile and presses the set button at 16,000."""
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3500)
    table.see(ZoneId("pond", 0), row("_9s"), 5000)
    for seat in (1, 2, 3):
        table.plays(seat, f"{seat}z", 4000 + 2000 * seat, 5000 + 2000 * seat)
    table.touch(0, 12_500)
    table.press(0, ButtonName.TSUMO, 13_500)
    table.see(ZoneId("hand", 0), row("2m3m4m5p6p7p2s3s4s6s7s8s5z|5z"), 14_500)
    table.press(0, ButtonName.SET, 16_000)


# Turns


def test_the_next_draw_is_felt_before_the_discard_is_seen(table: SeenTable) -> None:
    """An arm covers the pond from 3,600 to 6,000; the next player draws at 4,500."""
    table.touch(0, 2500)
    table.touch(1, 4500)
    assert table.look(5500, safe_ms=3600) == ["0 draws"]
    table.see(ZoneId("pond", 0), row("5p"), 4800, within_ms=1200)
    table.see(ZoneId("pond", 1), row("9m"), 7000)
    assert table.look(8000) == ["0 discards 5p", "1 draws", "1 discards 9m"]
    times = [seen.at_ms for seen in table.seen]
    assert times == sorted(times)
    discard = table.seen[1]
    assert discard.at_ms - discard.within_ms >= 3600
    assert discard.at_ms + discard.within_ms <= 4500
    assert table.fouls == []


def test_a_hand_that_covers_the_pond_for_long_does_not_stop_the_table(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.look(12_000, safe_ms=2000)
    assert table.lines() == ["0 draws"]


def test_blind_vision_is_not_waited_for(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.now_ms = 3200
    table.drain()
    assert table.lines() == ["0 draws"]


def test_touches_in_the_deal_are_no_draws() -> None:
    table = SeenTable()
    table.look_everywhere()
    table.judge(observations.HanchanBegun(ruleset=after_first_discard().state.ruleset.to_mapping()))  # type: ignore[union-attr]
    table.feel(DiceRolled(goal=1, first=1, second=2), 1000)
    for turn in range(16):
        table.touch(turn % 4, 2000 + 300 * turn)
    table.see(ZoneId("wall", 3), row("#" * 4 + "7z" + "#" * 12), 8000)
    table.touch(0, 9000)
    assert table.look(10_000) == ["dealt 12", "indicator 7z", "0 draws"]


@pytest.mark.parametrize(("seed", "source"), [(0xBEEF, "signal:1:seed:0000beef"), (0, "signal:1")])
def test_the_journal_says_what_the_dice_were_made_from(seed: int, source: str) -> None:
    table = SeenTable()
    table.look_everywhere()
    table.judge(observations.HanchanBegun(ruleset=after_first_discard().state.ruleset.to_mapping()))  # type: ignore[union-attr]
    table.feel(DiceRolled(goal=1, first=1, second=2, seed=seed), 1000)
    table.look(3_000)
    assert [type(each).__name__ for each in table.seen] == ["HandDealt"]
    assert table.seen[0].source == source


def test_a_hand_back_over_the_wall_is_no_draw() -> None:
    table = after_first_discard()
    table.touch(0, 5600)
    assert table.look(11_000) == []


def test_hands_over_the_line_come_with_what_follows_them() -> None:
    """They come in their order and with their times; the last one waits, because nothing has followed it yet."""
    table = after_first_discard()
    for across, at_ms in ((True, 5400), (False, 5900), (True, 6500)):
        table.hand(1, across, at_ms)
    table.touch(1, 5600)
    assert table.look(6000) == ["1 draws"]
    table.see(ZoneId("pond", 1), row("9s"), 6800)
    assert table.look(8000) == ["1 discards 9s"]
    moved = [
        (each.across, each.at_ms)
        for each in table.seen
        if isinstance(each, observations.HandMoved) and each.seat == 1
    ]
    assert moved == [(True, 5400), (False, 5900), (True, 6500)]
    assert [each.at_ms for each in table.seen] == sorted(each.at_ms for each in table.seen)
    assert table.fouls == []


def test_a_draw_out_of_turn_is_reported_after_a_while() -> None:
    table = after_first_discard()
    table.hand(2, True, 5400)
    table.touch(2, 5600)
    assert table.look(8000) == []
    assert table.look(11_000) == ["2 draws"]
    assert table.fouls == ["out_of_turn_draw"]


def test_two_discards_in_one_reading_come_in_order(table: SeenTable) -> None:
    table.plays(0, "5p6p", 2500, 4000)
    assert table.look(9000)[:2] == ["0 draws", "0 discards 5p"]


# Calls


def test_pon_pressed_before_the_discard_was_read(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(2, ButtonName.PON, 4400)
    assert table.look(5000, safe_ms=3500) == ["0 draws"]
    table.see(ZoneId("pond", 0), row("5p"), 3900, within_ms=300)
    assert table.look(5500) == ["0 discards 5p", "2 calls pon"]
    table.see(ZoneId("pond", 0), (), 6000)
    table.see(ZoneId("meld", 2), row("5p_5p0p"), 6500)
    table.see(ZoneId("pond", 2), row("9s"), 8000)
    assert table.look(9000) == ["2 pon 5p5p0p with 5p from 0", "2 discards 9s"]
    assert table.fouls == []


@pytest.mark.parametrize("length_mm", [24.0, 28.0, 36.0])
def test_a_meld_is_one_whatever_the_size_of_the_tiles(table: SeenTable, length_mm: float) -> None:
    table.sensing.tile = TileSize.from_mapping({"length": length_mm})
    scale = table.sensing.tile.scale
    table.touch(0, 2500)
    table.press(2, ButtonName.PON, 4400)
    table.see(ZoneId("pond", 0), row("5p"), 3900, within_ms=300)
    table.see(ZoneId("pond", 0), (), 6000)
    meld = tuple(dataclasses.replace(tile, x_mm=tile.x_mm * scale) for tile in row("5p_5p0p"))
    table.see(ZoneId("meld", 2), meld, 6500)
    assert table.look(9000) == ["0 draws", "0 discards 5p", "2 calls pon", "2 pon 5p5p0p with 5p from 0"]


def test_a_tile_called_before_it_could_be_read_in_the_pond(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(1, ButtonName.CHI, 4400)
    assert table.look(6000) == ["0 draws"]
    table.see(ZoneId("meld", 1), row("_5p6p7p"), 6200)
    assert table.look(7000) == ["0 discards 5p", "1 calls chi", "1 chi 5p6p7p with 5p from 0"]
    times = [seen.at_ms for seen in table.seen]
    assert times == sorted(times)
    assert table.fouls == []


def covered_corner() -> SeenTable:
    """A chi is called, its tile taken and a discard made while the caller's corner is covered."""
    table = after_first_discard()
    table.press(1, ButtonName.CHI, 5200)
    table.sensing.sighting(LostTrack(ZoneId("meld", 1), "covered", 5300), 7300)
    table.see(ZoneId("pond", 0), (), 6000)
    table.see(ZoneId("pond", 1), row("9s"), 8000)
    table.plays(2, "7z", 9600, 11_000)
    assert table.look(12_500) == ["1 calls chi"]
    return table


def test_a_meld_in_a_corner_that_is_covered_is_waited_for() -> None:
    table = covered_corner()
    table.sensing.sighting(FoundTrack(ZoneId("meld", 1), 13_000), 13_000)
    table.see(ZoneId("meld", 1), row("_5p6p7p"), 12_900, within_ms=7500)
    assert table.look(13_500) == ["1 chi 5p6p7p with 5p from 0", "1 discards 9s", "2 draws", "2 discards 7z"]
    assert table.fouls == []


def deaf() -> SeenTable:
    """A hand is dealt at a table that hears no calls."""
    table = SeenTable.in_play()
    table.state = structs.replace(table.game, senses=table.game.senses - {"call_buttons"})
    table.plays(0, "5p", 2500, 4000)
    return table


def test_a_call_that_nobody_hears_may_lie_in_a_covered_corner() -> None:
    """Its player discards in turn, and no draw was seen: he may have drawn or called."""
    table = deaf()
    table.sensing.sighting(LostTrack(ZoneId("meld", 1), "covered", 5300), 7300)
    table.see(ZoneId("pond", 0), (), 6000)
    table.see(ZoneId("pond", 1), row("9s"), 8000)
    assert table.look(9000) == ["0 draws", "0 discards 5p"]
    table.sensing.sighting(FoundTrack(ZoneId("meld", 1), 13_000), 13_000)
    table.see(ZoneId("meld", 1), row("_5p6p7p"), 12_900, within_ms=7500)
    assert table.look(13_500) == ["1 chi 5p6p7p with 5p from 0", "1 discards 9s"]
    assert (table.fouls, table.notes) == ([], [])


def test_a_called_tile_may_be_taken_after_the_discard_where_nobody_hears_calls() -> None:
    table = deaf()
    table.see(ZoneId("meld", 1), row("6p7p", left_mm=28), 6000)
    table.see(ZoneId("pond", 1), row("9s"), 8000)
    assert table.look(9000) == ["0 draws", "0 discards 5p", "1 chi 5p6p7p with 5p from 0", "1 discards 9s"]
    take_claimed(table, 9500)
    table.plays(2, "7z", 10_500, 11_000)
    assert table.look(12_000) == ["TileTaken", "2 draws", "2 discards 7z"]
    assert (table.fouls, table.notes) == ([], [])


def unfelt() -> SeenTable:
    """A hand is dealt at a table that only a camera watches."""
    table = SeenTable.in_play()
    table.state = structs.replace(table.game, senses=frozenset())
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    return table


def test_a_tile_called_before_it_could_be_read_where_nobody_feels_draws() -> None:
    """The pond was hidden, and no tile was seen to leave a wall; the meld proves both the draw and the discard."""
    table = unfelt()
    table.see(ZoneId("meld", 3), row("5z_5z5z"), 6500)
    table.see(ZoneId("pond", 3), row("9s"), 8000)
    assert table.look(9000) == [
        "0 discards 5p",
        "1 discards 5z",
        "3 pon 5z5z5z with 5z from 1",
        "3 discards 9s",
    ]
    assert (table.fouls, table.notes) == ([], [])


def shown_pair(pair: str, *, pair_ms: int, rules: str = "wrc-2015") -> SeenTable:
    """Two tiles are laid in the corner of a player who has called chi and discards at 8,000; his claimed tile waits."""
    table = SeenTable.in_play(rules=Ruleset.read(rules))
    table.plays(0, "5p", 2500, 4000)
    table.press(1, ButtonName.CHI, 5200)
    sees = [
        (pair_ms, ZoneId("meld", 1), row(pair, left_mm=28)),
        (8000, ZoneId("pond", 1), row("9s")),
    ]
    for at_ms, zone, tiles in sorted(sees):
        table.see(zone, tiles, at_ms)
    table.look(9000)
    return table


def take_claimed(table: SeenTable, at_ms: int) -> None:
    """He takes the claimed tile from the pond to his corner."""
    pond, corner = ZoneId("pond", 0), ZoneId("meld", 1)
    table.see(corner, row("_5p6p7p"), at_ms)
    spots = Spot(pond, 0.0, 0.0, False, 0, 0), Spot(corner, 0.0, 0.0, True, 0, 0)
    tile = parse_tile("5p")
    table.sensing.sighting(TileMoved("called", tile, *spots, (1,), 990, table.frame, at_ms, 100), at_ms + 300)
    table.see(pond, (), at_ms)


@pytest.mark.parametrize("rules", ["wrc-2015", "riichi-mj"])
def test_a_claimed_tile_may_be_taken_after_the_discard(rules: str) -> None:
    table = shown_pair("6p7p", pair_ms=6000, rules=rules)
    lines = [described(each) for each in table.seen if not isinstance(each, observations.HandMoved)]
    assert lines == [
        "0 draws",
        "0 discards 5p",
        "1 calls chi",
        "1 chi 5p6p7p with 5p from 0",
        "1 discards 9s",
    ]
    meld = next(each for each in table.seen if isinstance(each, observations.MeldShown))
    assert meld.at_ms - meld.within_ms <= 6000, "not shown as late as the discard"
    take_claimed(table, 9500)
    table.plays(2, "7z", 10_500, 11_000)
    assert table.look(12_000) == ["TileTaken", "2 draws", "2 discards 7z"]
    assert table.fouls == []


def test_a_claimed_tile_that_is_not_taken_is_no_new_discard() -> None:
    """It lies in its pond while the others play on; this table does not sense that a tile is taken."""
    table = shown_pair("6p7p", pair_ms=6000)
    table.plays(2, "7z", 10_500, 11_000)
    table.plays(3, "1s", 12_500, 13_000)
    table.look(14_000)
    table.plays(0, "5p2s", 14_500, 16_000)
    assert table.look(17_000) == ["0 draws", "0 discards 2s"]
    assert table.fouls == []


def test_tiles_shown_after_the_discard_are_too_late() -> None:
    table = shown_pair("6p7p", pair_ms=9500)
    take_claimed(table, 10_500)
    table.touch(2, 12_500)
    table.look(15_000)
    assert table.fouls == ["discard_before_meld"]


@pytest.mark.parametrize("pair", ["1m2m", "5p5p", "8p9p"])
def test_tiles_that_do_not_go_with_the_called_one_wait_for_the_meld(pair: str) -> None:
    table = shown_pair(pair, pair_ms=6000)
    lines = [described(each) for each in table.seen if not isinstance(each, observations.HandMoved)]
    assert lines[2:] == ["1 calls chi"]
    assert table.look(40_000) == []
    assert table.fouls == []
    assert table.sensing.sight.asked(table.state)


def test_nothing_is_judged_while_a_corner_stays_covered() -> None:
    table = covered_corner()
    assert table.look(30_000) == []
    table.plays(3, "1z", 31_000, 32_000)
    assert table.look(40_000) == []
    assert table.fouls == []
    assert table.sensing.sight.asked(table.state)


def test_a_hand_is_followed_again_once_the_corner_is_seen() -> None:
    table = covered_corner()
    table.look(30_000)
    assert table.sensing.sight.asked(table.state)
    table.plays(3, "1z", 31_000, 32_000)
    table.look(40_000)
    table.sensing.sighting(FoundTrack(ZoneId("meld", 1), 40_500), 40_500)
    table.see(ZoneId("meld", 1), row("_5p6p7p"), 23_000, within_ms=17_500)
    assert table.look(41_500) == [
        "1 chi 5p6p7p with 5p from 0",
        "1 discards 9s",
        "2 draws",
        "2 discards 7z",
        "3 draws",
        "3 discards 1z",
    ]
    assert table.fouls == []
    assert not table.sensing.sight.asked(table.state)
    table.hand(2, True, 42_900)
    table.touch(2, 43_000)
    table.look(50_000)
    assert table.fouls == ["out_of_turn_draw"], "what is in plain sight is judged as ever"


@pytest.mark.parametrize(("moved_mm", "reread"), [(0.0, True), (0.5, True), (3.0, False)])
def test_a_meld_read_otherwise_where_it_lay_was_not_changed(
    table: SeenTable, moved_mm: float, reread: bool
) -> None:
    table.touch(0, 2500)
    table.press(1, ButtonName.CHI, 4400)
    table.see(ZoneId("meld", 1), row("_5p6p7p"), 6200)
    table.look(7000)
    table.see(ZoneId("meld", 1), row("_5p6p4p", left_mm=moved_mm), 7500)
    table.look(14_000)
    shown = [each for each in table.seen if isinstance(each, observations.MeldShown)]
    assert [each.reread for each in shown] == [False, reread]
    assert table.game.seats[1].melds[-1].tiles == parse_tiles("456p")


def test_kan_of_the_own_hand_and_its_indicator(table: SeenTable) -> None:
    kan_of_east(table)
    assert table.look(7000) == ["0 draws", "0 calls kan", "0 ankan 5m5m5m0m", "indicator 9p", "0 draws"]
    assert table.fouls == []


def test_an_indicator_that_is_seen_before_its_kan() -> None:
    """An arm was over the corner, so the kan may be as old as the indicator, which was not hidden."""
    table = deaf()
    table.touch(1, 5000)
    table.see(ZoneId("wall", 0), row("#" * 4 + "9p1s" + "#" * 11), 7000)
    table.see(ZoneId("meld", 1), row("#5m0m#"), 7400, within_ms=2000)
    assert table.look(8000) == ["0 draws", "0 discards 5p", "1 draws", "1 ankan 5m5m5m0m", "indicator 9p"]
    assert table.fouls == []


def test_an_indicator_that_no_kan_explains_in_time() -> None:
    """WRC 7.2: it was turned without a kan."""
    table = deaf()
    table.see(ZoneId("wall", 0), row("#" * 4 + "9p1s" + "#" * 11), 7000)
    assert table.look(11_000) == ["0 draws", "0 discards 5p"]
    assert table.look(12_000) == ["indicator 9p"]
    assert table.fouls == ["indicator_without_kan"]


def test_an_added_tile_is_robbed(table: SeenTable) -> None:
    table = after_first_discard()
    table.press(2, ButtonName.PON, 5300)
    table.see(ZoneId("meld", 2), row("5p_5p0p", left_mm=200, y_mm=265), 6500)
    table.see(ZoneId("pond", 2), row("9s"), 8000)
    table.plays(3, "1z", 9500, 11_000)
    table.plays(0, "2z", 12_500, 14_000)
    table.plays(1, "3z", 15_500, 17_000)
    table.touch(2, 18_500)
    table.press(2, ButtonName.KAN, 20_000)
    table.press(3, ButtonName.RON, 22_200)
    pon = row("5p_5p0p", left_mm=200, y_mm=265)
    added = row("_5p", left_mm=200 + 21, y_mm=244.5)
    table.look(21_000)
    table.see(ZoneId("meld", 2), pon + added, 21_600, within_ms=300)
    table.see(ZoneId("hand", 3), row("1m1m1m2m3m4m5m6m7m8m9m9m4p"), 24_000)
    lines = table.look(26_000)
    assert lines[-3:] == [
        "2 kakan 5p5p5p0p with 5p from 0",
        "3 calls ron",
        "3 shows 1m1m1m2m3m4m5m6m7m8m9m9m4p",
    ]
    assert table.fouls == []


def test_riichi_its_stick_and_its_tile(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3500)
    table.see(ZoneId("pond", 0), row("_5p"), 5000)
    table.stick(0, 6500)
    assert table.look(7000) == ["0 draws", "0 calls riichi", "0 discards 5p sideways", "0 stick"]
    assert table.game.seats[0].stick
    assert table.fouls == []


def test_what_silence_proves_is_found_when_it_does() -> None:
    """A missing stick is reported with its own time (``bet_ms``), not with the time of the next act."""
    table = unpaid()
    table.look(14_500)
    assert table.fouls == []
    table.look(16_000)
    assert table.fouls == ["bet_not_placed"]
    assert table.lines()[-1] == "ClockAdvanced"
    due = table.seen[-1]
    assert 15_000 < due.at_ms < 15_500
    table.look(60_000)
    assert table.seen[-1] is due, "silence is told once"


def test_silence_proves_nothing_while_something_may_be_hidden() -> None:
    """The stick was laid in time, but its signal came late."""
    table = unpaid()
    table.look(14_000)
    table.look(17_000, 14_500)
    assert table.fouls == []
    table.stick(0, 15_000)
    table.look(18_000)
    assert "0 stick" in table.lines()
    assert table.fouls == []


def test_silence_proves_nothing_while_the_camera_sees_nothing() -> None:
    table = unpaid()
    table.look(9000)
    table.sensing.sighting(LostTrack(TABLE, "the table is not found", 9000), 9000)
    table.now_ms = 30_000
    table.drain()
    assert table.fouls == []


# Ends


def test_tsumo_ura_and_the_set_button(table: SeenTable) -> None:
    win_of_east(table)
    table.see(ZoneId("ura", 0), row("3z", left_mm=21 * 5), 6500)
    table.press(0, ButtonName.SET, 7500)
    assert table.look(8000) == [
        "0 draws",
        "0 calls tsumo",
        "0 shows 1m1m1m2m3m4m5m6m7m8m9m9m9m and 5m",
        "ura 3z",
        "HandClosed",
    ]
    assert [press.button for press in table.presses] == [ButtonName.SET]
    assert table.game.last is not None
    assert table.game.last.result == "tsumo"


def test_ura_indicators_nobody_turned_are_not_waited_for(table: SeenTable) -> None:
    """A kan has turned a second indicator; the winner turns only one of the two ura indicators."""
    kan_of_east(table)
    table.press(0, ButtonName.TSUMO, 7500)
    table.see(ZoneId("hand", 0), row("2m3m4m5p6p7p2s3s4s5z|5z"), 8500)
    table.see(ZoneId("ura", 0), row("3z", left_mm=21 * 5), 9500)
    assert "ura 3z" not in table.look(10_000)
    table.press(0, ButtonName.SET, 11_000)
    assert table.look(12_000) == ["ura 3z", "HandClosed"]


def test_a_win_in_riichi_is_not_closed_with_some_of_its_ura_dora_before_somebody_was_asked(
    table: SeenTable,
) -> None:
    """One of two ura indicators is not read: the first press of the button does nothing; after the second, the visible
    one counts."""
    kan_of_east(table)
    table.press(0, ButtonName.RIICHI, 7500)
    table.see(ZoneId("pond", 0), row("_9s"), 8500)
    for seat in (1, 2, 3):
        table.plays(seat, f"{seat}z", 8000 + 2000 * seat, 9000 + 2000 * seat)
    table.touch(0, 16_500)
    table.press(0, ButtonName.TSUMO, 17_500)
    table.see(ZoneId("hand", 0), row("2m3m4m5p6p7p2s3s4s5z|5z"), 18_500)
    table.see(ZoneId("ura", 0), row("3z", left_mm=21 * 5), 20_000)
    table.press(0, ButtonName.SET, 22_000)
    assert "HandClosed" not in table.look(30_000)
    assert table.sensing.sight.ura_missing(table.state) == 1
    table.press(0, ButtonName.SET, 31_000)
    assert table.look(36_000) == ["ura 3z", "HandClosed"]
    assert table.sensing.sight.ura_missing(table.state) == 0


def test_after_a_win_in_riichi_the_ura_indicators_are_waited_for(table: SeenTable) -> None:
    win_in_riichi(table)
    table.look(17_500)
    assert table.lines()[-1].startswith("0 shows")
    table.see(ZoneId("ura", 0), row("3z", left_mm=21 * 5), 15_500, within_ms=300, settled_ms=17_800)
    assert table.look(18_500) == ["ura 3z", "HandClosed"]


def test_ura_indicators_that_never_come_hold_up_the_end_for_a_while_only(table: SeenTable) -> None:
    win_in_riichi(table)
    assert "HandClosed" not in table.look(19_500)
    assert table.look(20_500) == ["HandClosed"]


def test_the_set_button_waits_for_the_hand_that_is_read_late(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.press(0, ButtonName.SET, 6000)
    assert table.look(6500, safe_ms=4800) == ["0 draws", "0 calls tsumo"]
    table.see(ZoneId("hand", 0), row("1m1m1m2m3m4m5m6m7m8m9m9m9m|5m"), 5200, within_ms=400)
    assert table.look(7500) == ["0 shows 1m1m1m2m3m4m5m6m7m8m9m9m9m and 5m", "HandClosed"]


def test_a_hand_half_open_is_not_reported(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.see(ZoneId("hand", 0), row("1m1m1m2m3m4m"), 4500)
    table.look(5000)
    table.see(ZoneId("hand", 0), row("1m1m1m2m3m4m5m6m7m8m9m9m9m|5m"), 5500)
    table.look(6500)
    assert table.lines()[2:] == ["0 shows 1m1m1m2m3m4m5m6m7m8m9m9m9m and 5m"]


def test_the_set_button_in_the_middle_of_a_hand_does_nothing() -> None:
    table = after_first_discard()
    table.press(0, ButtonName.SET, 5500)
    assert table.look(12_000) == []
    assert table.presses == []
    assert "while the hand goes on" in table.notes[0]
    assert table.settled[-1] == (5, table.number - 1)


@pytest.mark.parametrize("who", ["dealer", "anyone"])
def test_the_set_button_of_another_than_the_dealer_closes_only_where_the_rules_say_so(
    table: SeenTable, who: str
) -> None:
    win_of_east(table)
    table.press(1, ButtonName.SET, 6500)
    rules = table.game.ruleset.with_overrides({"timing.set_button": who})
    table.state = structs.replace(table.game, ruleset=rules)
    assert ("HandClosed" in table.look(12_000)) is (who == "anyone")


def test_nine_terminals_need_no_button(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.see(ZoneId("hand", 0), row("1m9m1p9p1s9s1z2z3z4z5m5m6m|7m"), 4500)
    table.press(0, ButtonName.SET, 6500)
    assert table.look(7500) == [
        "0 draws",
        "0 calls nine_terminals",
        "0 shows 1m5m5m6m9m1p9p1s9s1z2z3z4z and 7m",
        "HandClosed",
    ]
    assert table.game.last is not None
    assert table.game.last.result == "nine_terminals"


def exhausted(table: SeenTable, *, riichi: int | None = None) -> int:
    """Play until the wall is exhausted; return the time of the last discard."""
    ponds: dict[int, str] = {0: "", 1: "", 2: "", 3: ""}
    at_ms = 2500
    for turn in range(70):
        seat = turn % 4
        table.touch(seat, at_ms)
        if turn == riichi:
            table.press(seat, ButtonName.RIICHI, at_ms + 500)
            table.stick(seat, at_ms + 1500)
            ponds[seat] += "_"
        # Ponds with only terminals would be nagashi mangan.
        ponds[seat] += ["2m", "5p", "6s", "7s"][turn % 4] if turn % 3 else "2p"
        table.see(ZoneId("pond", seat), row(ponds[seat]), at_ms + 1000)
        at_ms += 2000
    table.look(at_ms)
    assert table.game.live == 0
    table.seen.clear()
    return at_ms


def test_at_an_exhaustive_draw_who_opens_is_tenpai(table: SeenTable) -> None:
    at_ms = exhausted(table)
    table.see(ZoneId("hand", 2), row(TENPAI), at_ms + 1000)
    table.press(0, ButtonName.SET, at_ms + 3000)
    assert table.look(at_ms + 4000) == [
        "2 shows 1m1m1m2m3m4m5m6m7m8m9m9m9m",
        "0 noten",
        "1 noten",
        "2 tenpai",
        "3 noten",
        "HandClosed",
    ]
    assert table.game.last is not None
    assert (table.game.last.result, table.game.last.tenpai) == ("exhaustive", (2,))
    assert table.fouls == []


def cover(table: SeenTable, zone: ZoneId, at_ms: int) -> None:
    """Cover a zone, as vision reports."""
    table.sensing.sighting(LostTrack(zone, "covered", at_ms), at_ms)


def set_pressed(table: SeenTable, riichi: int | None = 2) -> int:
    """Exhaust the wall, cover the hand of chair 2 and press set after 2 s; return the time of the last discard."""
    at_ms = exhausted(table, riichi=riichi)
    cover(table, ZoneId("hand", 2), at_ms + 500)
    table.press(0, ButtonName.SET, at_ms + 2000)
    return at_ms


def uncover(table: SeenTable, zone: ZoneId, tiles: str, since_ms: int, at_ms: int) -> None:
    """Remove the cover: what lies there came at some time since the zone was last seen, and gets the time at which it
    is found."""
    table.sensing.sighting(FoundTrack(zone, at_ms), at_ms)
    table.see(zone, row(tiles), at_ms, at_ms - since_ms, settled_ms=at_ms)


@pytest.mark.parametrize(("riichi", "covered_ms"), [(True, 12_000), (False, 4_000)])
def test_at_a_draw_a_hand_opened_under_something_is_waited_for(
    table: SeenTable, riichi: bool, covered_ms: int
) -> None:
    """A player in riichi has to open the hand (WRC 5.7.2), so the table waits longer for it."""
    at_ms = set_pressed(table, riichi=2 if riichi else None)
    assert table.look(at_ms + covered_ms) == []
    uncover(table, ZoneId("hand", 2), TENPAI, at_ms + 500, at_ms + covered_ms)
    assert table.look(at_ms + covered_ms + 1500)[0] == f"2 shows {TENPAI}"
    assert table.lines()[-1] == "HandClosed"
    assert table.game.last is not None
    assert table.game.last.tenpai == (2,)
    assert table.fouls == []
    assert len(table.presses) == 1


def test_a_draw_is_not_closed_while_the_hand_in_riichi_stays_covered(table: SeenTable) -> None:
    at_ms = set_pressed(table)
    assert table.look(at_ms + 30_000) == []
    assert table.presses == []
    assert "the hand of chair 2 has to be seen" in table.notes[-1]
    uncover(table, ZoneId("hand", 2), TENPAI, at_ms + 500, at_ms + 31_000)
    table.press(0, ButtonName.SET, at_ms + 33_000)
    assert table.look(at_ms + 35_000)[-1] == "HandClosed"
    assert table.fouls == []


def test_a_hand_in_riichi_that_was_covered_when_the_button_was_pressed_and_is_gone_then(
    table: SeenTable,
) -> None:
    """The hand may have been opened and pushed together under an arm.

    There is no finding, and the button does nothing.
    """
    at_ms = set_pressed(table)
    assert table.look(at_ms + 2500) == []
    table.sensing.sighting(FoundTrack(ZoneId("hand", 2), at_ms + 2500), at_ms + 2500)
    assert table.look(at_ms + 9000) == []
    assert table.fouls == []
    assert table.sensing.sight.refused(table.state) == 2
    # Now everybody can see that it is not open.
    table.press(0, ButtonName.SET, at_ms + 10_000)
    assert table.look(at_ms + 12_000)[-1] == "HandClosed"
    assert table.fouls == ["riichi_hand_not_shown"]


@pytest.mark.parametrize(("hand_ms", "ura_ms"), [(25_000, 27_000), (0, 21_000), (25_000, 0)])
def test_a_win_in_riichi_under_something_is_closed_with_its_ura_dora(
    table: SeenTable, hand_ms: int, ura_ms: int
) -> None:
    """The hand, its indicators, or both are covered until long after the set button is pressed; 0: never.

    Uncovered indicators are turned only after the hand was read.
    """
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3500)
    table.see(ZoneId("pond", 0), row("_5p"), 5000)
    table.stick(0, 6500)
    for chair, at_ms in ((1, 7000), (2, 9000), (3, 11_000)):
        table.plays(chair, "9s", at_ms, at_ms + 1000)
    table.touch(0, 13_000)
    table.press(0, ButtonName.TSUMO, 13_500)
    table.look(14_000)
    if hand_ms:
        cover(table, ZoneId("hand", 0), 14_000)
    else:
        table.see(ZoneId("hand", 0), row(f"{TENPAI}|5m"), 14_500)
    if ura_ms:
        cover(table, ZoneId("ura", 0), 14_000)
    table.press(0, ButtonName.SET, 15_000)
    if hand_ms:
        table.look(hand_ms)
        uncover(table, ZoneId("hand", 0), f"{TENPAI}|5m", 14_000, hand_ms)
    if ura_ms:
        table.look(ura_ms)
        uncover(table, ZoneId("ura", 0), "3z", 14_000, ura_ms)
    else:
        table.look(hand_ms + 2000)
        table.see(ZoneId("ura", 0), row("3z"), hand_ms + 1500)
    assert table.look(max(hand_ms + 2000, ura_ms) + 2000)[-2:] == ["ura 3z", "HandClosed"]
    assert table.lines()[-3].startswith("0 shows")
    assert table.fouls == []


@pytest.mark.parametrize("whole", [True, False], ids=["the table is lost", "no frame comes"])
def test_a_moment_of_blindness_does_not_close_a_hand_that_waits(table: SeenTable, whole: bool) -> None:
    at_ms = set_pressed(table)
    assert table.look(at_ms + 6000) == []
    if whole:
        table.sensing.sighting(LostTrack(TABLE, "covered", at_ms + 6000), at_ms + 6000)
    else:
        table.now_ms = at_ms + 12_500
        table.drain()
    assert table.look(at_ms + 13_000) == []
    table.sensing.sighting(FoundTrack(TABLE, at_ms + 13_000), at_ms + 13_000)
    uncover(table, ZoneId("hand", 2), TENPAI, at_ms + 500, at_ms + 13_000)
    assert table.look(at_ms + 15_000)[-1] == "HandClosed"
    assert table.fouls == []


def test_who_calls_the_judge_is_heard_while_the_set_button_waits(table: SeenTable) -> None:
    at_ms = set_pressed(table)
    table.press(1, ButtonName.JUDGE, at_ms + 5000)
    assert table.look(at_ms + 6000) == ["JudgeCalled"]
    assert table.game.desk.stopped
    uncover(table, ZoneId("hand", 2), TENPAI, at_ms + 500, at_ms + 8000)
    assert "HandClosed" not in table.look(at_ms + 30_000)
    assert table.presses == []
    assert {(5, table.number - 3), (5, table.number - 1)} <= set(table.settled), "both buttons are done with"


@pytest.mark.parametrize("why", ["not the dealer", "stopped"])
def test_a_set_button_that_closes_nothing_waits_for_nobody(table: SeenTable, why: str) -> None:
    at_ms = exhausted(table, riichi=2)
    if why == "stopped":
        table.judge(observations.JudgeCalled(at_ms=at_ms, seat=1))
    cover(table, ZoneId("hand", 2), at_ms + 500)
    table.press(1 if why == "not the dealer" else 0, ButtonName.SET, at_ms + 2000)
    table.look(at_ms + 8500)
    assert table.sensing.sight.refused(table.state) is None
    assert table.settled[-1] == (5, table.number - 1), "the button is done with"
    assert table.fouls == []


def test_a_set_button_waits_for_a_dead_hand_in_riichi_too(table: SeenTable) -> None:
    """Unless it is shown it is noten riichi (WRC 7.2, last note)."""
    at_ms = exhausted(table, riichi=2)
    one, two, three, four = table.game.seats
    three = structs.replace(three, dead=True)
    table.state = structs.replace(table.game, seats=(one, two, three, four))
    cover(table, ZoneId("hand", 2), at_ms + 500)
    table.press(0, ButtonName.SET, at_ms + 2000)
    table.look(at_ms + 8500)
    assert table.settled[-1] != (5, table.number - 1), "it waits"
    uncover(table, ZoneId("hand", 2), TENPAI, at_ms + 500, at_ms + 9000)
    assert table.look(at_ms + 11_000)[-1] == "HandClosed"
    assert table.fouls == []


def test_who_cannot_win_any_more_need_not_open_the_hand(table: SeenTable) -> None:
    """The nearest winner has shown his hand (SAI 45.4, WRC 5.6.2); the other player's tiles still stand, with his arms
    over them."""
    rules = table.game.ruleset.with_overrides({"flow.winners": "nearest", "flow.abort_triple_ron": False})
    table.state = structs.replace(table.game, ruleset=rules)
    table.plays(0, "5p", 2500, 4000)
    table.press(2, ButtonName.RON, 4500)
    table.press(1, ButtonName.RON, 4600)
    table.look(5500)
    cover(table, ZoneId("hand", 2), 5500)
    table.see(ZoneId("hand", 1), row("5p6p7p8p1s2s3s7s8s9s4m4m4m"), 6500)
    table.press(0, ButtonName.SET, 8000)
    assert table.look(14_500)[-1] == "HandClosed"


def test_a_hand_that_nobody_has_to_open_holds_up_a_draw_for_a_while_only(table: SeenTable) -> None:
    at_ms = set_pressed(table, riichi=None)
    assert table.look(at_ms + 7_500) == []
    assert table.look(at_ms + 9_000) == ["0 noten", "1 noten", "2 noten", "3 noten", "HandClosed"]


def test_a_claimed_hand_under_something_is_waited_for(table: SeenTable) -> None:
    """The set button is pressed before the winning hand was seen."""
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    cover(table, ZoneId("hand", 0), 4000)
    table.press(0, ButtonName.SET, 6000)
    assert table.look(16_000) == ["0 draws", "0 calls tsumo"]
    uncover(table, ZoneId("hand", 0), "1m1m1m2m3m4m5m6m7m8m9m9m9m|5m", 4000, 16_000)
    assert table.look(17_500) == ["0 shows 1m1m1m2m3m4m5m6m7m8m9m9m9m and 5m", "HandClosed"]
    assert table.fouls == []


def test_tiles_pushed_into_the_well_are_no_moves(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.see(ZoneId("hand", 0), row("2m3m4m5p6p7p2s3s4s6s7s8s5z|5z"), 5000)
    table.press(0, ButtonName.SET, 6500)
    table.see(ZoneId("hand", 0), row("7s8s5z5z"), 7000, within_ms=400)
    table.see(ZoneId("pond", 1), (), 7500)
    table.see(ZoneId("wall", 2), row("###"), 7500)
    assert table.look(9000)[-1] == "HandClosed"
    table.feel(DiceRolled(goal=2, first=6, second=6), 20_000)
    assert table.look(21_000) == ["dealt 66"]


def test_presses_between_hands_go_to_the_machine() -> None:
    table = SeenTable()
    table.look_everywhere()
    table.press(0, ButtonName.SET, 500)
    table.press(0, ButtonName.DICE, 900)
    table.press(0, ButtonName.RON, 950)
    assert table.look(2000) == []
    assert [press.button for press in table.presses] == [ButtonName.SET, ButtonName.DICE]
    assert set(table.settled) == {(5, 1), (5, 3), (5, 5)}


# Restart


def test_a_first_look_after_a_restart_tells_nothing_twice() -> None:
    table = after_first_discard()
    table.press(2, ButtonName.PON, 5300)
    table.see(ZoneId("meld", 2), row("5p_5p0p"), 6500)
    table.see(ZoneId("pond", 0), (), 6500)
    table.see(ZoneId("pond", 2), row("9s"), 8000)
    table.look(9000)
    table.restart()
    before = table.state
    for zone, tiles in (
        (ZoneId("pond", 0), ()),
        (ZoneId("pond", 2), row("9s")),
        (ZoneId("meld", 2), row("5p_5p0p")),
        (ZoneId("wall", 0), row("#" * 5 + "1s" + "#" * 9)),
        (ZoneId("hand", 1), ()),
    ):
        table.first_look(zone, tiles, 9500)
    table.look_everywhere()
    assert table.look(12_000) == []
    assert before is not None
    assert structs.replace(table.game, desk=before.desk) == before


def test_what_happened_while_nobody_looked_is_found_in_its_order() -> None:
    """The discard of 5p was never read; the unit kept the signal of the next player's touch."""
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.look(3000)
    table.now_ms = 9000
    table.restart()
    table.touch(1, 5000)
    table.first_look(ZoneId("pond", 0), row("5p"), 9100, within_ms=0)
    table.first_look(ZoneId("pond", 1), row("8m"), 9100, within_ms=0)
    table.look_everywhere()
    assert table.look(11_000) == ["0 discards 5p", "1 draws", "1 discards 8m"]
    times = [seen.at_ms for seen in table.seen]
    assert times == sorted(times)
    assert table.fouls == []


def test_the_hand_is_not_closed_before_everything_was_looked_at_anew(table: SeenTable) -> None:
    """The daemon is killed before the ura indicators are laid; the set button is in the inbox when vision sees its
    first frame."""
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.see(ZoneId("hand", 0), row("2m3m4m5p6p7p2s3s4s6s7s8s5z|5z"), 5000)
    table.look(6000)
    table.restart()
    table.press(0, ButtonName.SET, 7000)
    assert table.look(9000) == []
    table.first_look(ZoneId("ura", 0), row("3z"), 8500)
    table.look_everywhere()
    assert table.look(9500) == ["ura 3z", "HandClosed"]


def test_vision_that_never_comes_is_not_waited_for(table: SeenTable) -> None:
    table.restart()
    table.touch(0, 2500)
    table.now_ms = table.sensing.sources.started_ms + 7900
    table.drain()
    assert table.lines() == []
    table.now_ms += 200
    table.drain()
    assert table.lines() == ["0 draws"]


def test_every_signal_that_is_kept_is_settled_once() -> None:
    table = after_first_discard()
    table.press(2, ButtonName.PON, 5300)
    table.see(ZoneId("meld", 2), row("5p_5p0p"), 6500)
    table.touch(1, 7000)
    table.press(3, ButtonName.RON, 7500)
    table.look(20_000)
    assert len(table.settled) == len(set(table.settled))
    assert set(table.settled) == {(5, number) for number in (1, 2, 4, 6, 8)}


# Beside the zones


def felt(*tiles: tuple[int, float, float]) -> tuple[PlacedTile, ...]:
    return tuple(PlacedTile(face, x, y, False, 0, order, 990) for order, (face, x, y) in enumerate(tiles))


def test_a_tile_that_stays_on_the_felt_is_exposed(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.see(FELT, felt((7, 300.0, 20.0)), 3000)
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(5000) == ["0 draws", "0 discards 5p"], "nothing waits for it"
    table.look(9000)
    shown = [seen for seen in table.seen if isinstance(seen, observations.TilesExposed)]
    # Chair 1 sits at the right.
    assert [(seen.seat, seen.count, seen.tiles) for seen in shown] == [(1, 1, (7,))]
    table.see(FELT, felt((7, 301.0, 20.0), (8, 20.0, 310.0), (8, -20.0, 310.0)), 10_000)
    table.look(16_000)
    shown = [seen for seen in table.seen if isinstance(seen, observations.TilesExposed)]
    assert [(seen.seat, seen.count, seen.tiles) for seen in shown[1:]] == [(0, 2, (8, 8))]
    assert table.fouls == ["tiles_shown", "tiles_shown"]


def test_a_tile_laid_down_for_a_moment_is_nothing(table: SeenTable) -> None:
    table.see(FELT, felt((7, 300.0, 20.0)), 3000)
    table.look(4000)
    table.see(FELT, (), 4500)
    table.look(12_000)
    assert table.lines() == []


def test_a_discard_pushed_out_of_its_pond_was_not_concealed() -> None:
    table = after_first_discard()
    table.see(ZoneId("pond", 0), (), 6000)
    table.see(FELT, felt((parse_tile("5p"), 300.0, 20.0)), 6200)
    table.look(12_000)
    assert not [seen for seen in table.seen if isinstance(seen, observations.TilesExposed)]
    assert table.notes == ["a discard lies outside the ponds, before chair 1"]


@pytest.mark.parametrize("straight", [True, False])
def test_a_discard_straight_from_the_wall(table: SeenTable, straight: bool) -> None:
    table.plays(0, "5p", 2500, 4000)
    moved = TileMoved(
        "laid",
        parse_tile("5p"),
        None,
        Spot(ZoneId("pond", 0), -50, 84, False, 0, 0),
        (0,),
        990,
        table.frame,
        4000,
        100,
        tsumogiri=True if straight else None,
    )
    table.sensing.sighting(moved, 4300)
    table.look(5000)
    [discard] = [seen for seen in table.seen if isinstance(seen, observations.TileDiscarded)]
    assert discard.tsumogiri is (True if straight else None)


def test_a_discard_is_not_taken_for_one_of_the_frames_before_vision_started_anew(table: SeenTable) -> None:
    table.touch(0, 2500)
    table.look(3000)
    where = Spot(ZoneId("pond", 0), -50, 84, False, 0, 0)
    moved = TileMoved("laid", parse_tile("5p"), None, where, (0,), 990, 7, 2900, 100, tsumogiri=True)
    table.sensing.sighting(moved, 3000)
    table.sensing.vision_started(3100)
    table.frame = 6
    table.look_everywhere()
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    table.look(5000)
    [discard] = [seen for seen in table.seen if isinstance(seen, observations.TileDiscarded)]
    assert discard.source == "frame:7"
    assert discard.tsumogiri is None


# A called tile on its way


def called(frame: int, at_ms: int) -> TileMoved:
    source, target = (
        Spot(ZoneId("pond", 0), 0.0, 90.0, False, 0, 0),
        Spot(ZoneId("meld", 3), -260.0, -320.0, True, 0, 0),
    )
    return TileMoved("called", parse_tile("5p"), source, target, (3,), 990, frame, at_ms, 100)


@pytest.mark.parametrize("pond_last", [True, False])
def test_the_claimed_tile_is_taken(pond_last: bool) -> None:
    """It is reported with whichever reading completes the tile's way."""
    table = after_first_discard()
    table.press(3, ButtonName.PON, 5200)
    readings = [(ZoneId("pond", 0), row("")), (ZoneId("meld", 3), row("5p0p_5p"))]
    for number, (zone, tiles) in enumerate(reversed(readings) if pond_last else readings):
        table.see(zone, tiles, 6000 + 400 * number)
        if number == 1:
            table.sensing.sighting(called(table.frame, 6400), 6700)
    assert table.look(9000) == ["3 calls pon", "3 pon 5p5p0p with 5p from 0", "TileTaken"]
    taken = table.seen[-1]
    assert isinstance(taken, observations.TileTaken)
    assert taken.seat == 3
    table.see(ZoneId("pond", 3), row("7z"), 9500)
    for turn, chair in enumerate((0, 1, 2)):
        table.plays(chair, "1z" if chair else "2z", 10_000 + 2000 * turn, 11_000 + 2000 * turn)
    table.look(18_000)
    assert len([line for line in table.lines() if "discards" in line]) == 5
    assert table.fouls == []
    assert table.game.untaken == ()


def test_a_called_tile_is_not_taken_in_a_frame_of_before_vision_started_anew() -> None:
    table = after_first_discard()
    table.sensing.sighting(called(table.frame + 3, 5000), 5000)
    table.sensing.vision_started(5100)
    table.look_everywhere()
    table.press(3, ButtonName.PON, 5200)
    table.frame += 2
    table.see(ZoneId("meld", 3), row("5p0p_5p"), 6400)
    assert "TileTaken" not in table.look(9000)
