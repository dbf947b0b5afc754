"""Two kans of one player in a corner that was covered meanwhile: their order, which leads to no accusation.

Melds lie in the order in which they were made, but a tile that was added to an earlier pon may be older or newer than
the concealed kan beside it.
"""

import pytest

from firmware_bridge.messages.signals import ButtonName
from referee.rules.ruleset import Ruleset
from tests.table_controller.seen_table import RULES, SeenTable, row
from vision.sightings import FoundTrack, LostTrack
from vision.zones import ZoneId

CORNER, WALL = ZoneId("meld", 2), ZoneId("wall", 0)
PON = row("5p_5p0p", left_mm=200, y_mm=265)
ADDED = row("_5p", left_mm=221, y_mm=244.5)
CONCEALED = row("#9s9s#", left_mm=114, y_mm=265)
BEFORE = "#" * 5 + "1s" + "#" * 11
ONE = "#" * 4 + "9p1s" + "#" * 11
TWO = "#" * 3 + "2m9p1s" + "#" * 11
COVERED_MS, SEEN_MS = 18_600, 26_000
KANS = {"2 ankan 9s9s9s9s", "2 kakan 5p5p5p0p with 5p from 0"}
WRC = Ruleset.read("wrc-2015")


def after_pon(rules: Ruleset) -> SeenTable:
    """West has called a pon and draws again at 18,500."""
    table = SeenTable.in_play(rules=rules)
    table.plays(0, "5p", 2500, 4000)
    table.press(2, ButtonName.PON, 5300)
    table.see(CORNER, PON, 6500)
    table.see(ZoneId("pond", 2), row("1m"), 8000)
    for chair, touch_ms, tile in ((3, 9500, "1z"), (0, 12_500, "2z"), (1, 15_500, "3z")):
        table.plays(chair, tile, touch_ms, touch_ms + 1500)
    table.touch(2, 18_500)
    return table


def covered(rules: Ruleset = RULES) -> SeenTable:
    """Since West's next draw his arm lies over his corner. He says kan at 20,000."""
    table = after_pon(rules)
    table.look(19_000)
    assert table.lines()[-1] == "2 draws"
    table.press(2, ButtonName.KAN, 20_000)
    table.look(20_500, COVERED_MS, hidden={CORNER})
    return table


def corner_is_seen(table: SeenTable) -> None:
    table.look(SEEN_MS, COVERED_MS, hidden={CORNER})
    kans_and_all = (*CONCEALED, *PON, *ADDED)
    table.see(CORNER, kans_and_all, SEEN_MS, within_ms=SEEN_MS - COVERED_MS, settled_ms=SEEN_MS + 100)


def kans(table: SeenTable, until_ms: int = 29_000) -> list[str]:
    """Return the kans that are reported, in their order."""
    table.look(until_ms)
    return [line for line in table.lines() if line in KANS]


def test_an_indicator_that_was_turned_before_the_draw_tells_that_the_concealed_kan_was_first() -> None:
    table = covered()
    table.see(WALL, row(ONE), 21_500)
    table.touch(2, 22_800)
    table.press(2, ButtonName.KAN, 24_000)
    corner_is_seen(table)
    table.touch(2, 27_000)
    table.see(WALL, row(TWO), 28_000)
    table.see(ZoneId("pond", 2), row("1m7z"), 30_000)
    assert kans(table, 34_000) == ["2 ankan 9s9s9s9s", "2 kakan 5p5p5p0p with 5p from 0"]
    assert table.lines()[-1] == "2 discards 7z"
    assert table.fouls == []


def test_a_draw_before_any_indicator_tells_that_the_tile_was_added_first() -> None:
    table = covered()
    table.touch(2, 22_000)
    table.press(2, ButtonName.KAN, 23_500)
    table.see(WALL, row(TWO), 25_000)
    corner_is_seen(table)
    table.plays(2, "1m7z", 27_000, 30_000)
    assert kans(table, 34_000) == ["2 kakan 5p5p5p0p with 5p from 0", "2 ankan 9s9s9s9s"]
    assert table.lines()[-1] == "2 discards 7z"
    assert table.fouls == []


def test_while_a_wall_is_hidden_that_may_tell_the_kans_wait_for_it() -> None:
    table = covered()
    table.touch(2, 22_000)
    table.press(2, ButtonName.KAN, 23_500)
    table.sensing.sighting(LostTrack(WALL, "covered", 19_000), 21_000)
    corner_is_seen(table)
    assert kans(table, 40_000) == []
    assert table.sensing.sight.asked(table.state)
    table.sensing.sighting(FoundTrack(WALL, 40_200), 40_200)
    table.see(WALL, row(TWO), 39_500, within_ms=15_000, settled_ms=40_300)
    assert kans(table, 43_000) == ["2 kakan 5p5p5p0p with 5p from 0", "2 ankan 9s9s9s9s"]
    assert table.fouls == []
    assert not table.sensing.sight.asked(table.state)


def wall_comes_into_sight(*pond: str, rules: Ruleset, safe_ms: int) -> list[str]:
    """West has added a tile, drawn and discarded before arms leave the wall. Returns which fouls are found."""
    table = after_pon(rules)
    table.press(2, ButtonName.KAN, 20_000)
    table.see(CORNER, (*PON, *ADDED), 21_000)
    table.touch(2, 22_000)
    table.look(22_600)
    table.sensing.sighting(LostTrack(WALL, "covered", 22_500), 24_600)
    for number, tiles in enumerate(pond):
        table.see(ZoneId("pond", 2), row(tiles), 25_000 + 100 * number, within_ms=200)
    table.look(26_200, 22_500, hidden={WALL})
    table.sensing.sighting(FoundTrack(WALL, 26_200), 26_200)
    table.see(WALL, row(ONE), 26_150, within_ms=3650, settled_ms=26_200)
    table.look(26_300, safe_ms)
    table.look(31_000)
    assert table.lines()[-1] == "2 discards 7z"
    return table.fouls


@pytest.mark.parametrize("rules", [RULES, WRC], ids=["tenhou", "wrc"])
@pytest.mark.parametrize("safe_ms", [26_300, 26_100], ids=["judged at once", "too new to be judged"])
@pytest.mark.parametrize("pond", [["1m7z"], ["1m7z", "1m_7z"]], ids=["one reading", "two readings"])
def test_an_indicator_that_arms_hid_was_turned_before_the_discard(
    rules: Ruleset, safe_ms: int, pond: list[str]
) -> None:
    """The wall comes into sight only after the discard: WRC 5.4.6-8 require the indicator first, and it may have been
    turned first."""
    assert wall_comes_into_sight(*pond, rules=rules, safe_ms=safe_ms) == []


@pytest.mark.parametrize("rules", [RULES, WRC], ids=["tenhou", "wrc"])
def test_an_added_tile_that_is_robbed_was_added_last(rules: Ruleset) -> None:
    """North waits for 4p and 5p and says ron at once; nothing else is done after a robbed kan."""
    table = covered(rules)
    table.see(WALL, row(ONE), 21_500)
    table.touch(2, 22_800)
    table.press(2, ButtonName.KAN, 24_000)
    table.press(3, ButtonName.RON, 26_200)
    corner_is_seen(table)
    table.see(ZoneId("hand", 3), row("1m1m1m2m3m4m5m6m7m8m9m9m4p"), 28_000)
    assert kans(table, 32_000) == ["2 ankan 9s9s9s9s", "2 kakan 5p5p5p0p with 5p from 0"]
    assert table.lines()[-2:] == ["3 calls ron", "3 shows 1m1m1m2m3m4m5m6m7m8m9m9m4p"]
    assert table.fouls == []
