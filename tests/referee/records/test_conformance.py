"""Real games of other people: no finding and no disagreement with what their records say (../shared/records)."""

import csv
from pathlib import Path

import pytest

from referee.game import wall
from referee.records.mjai import mjai
from referee.records.neutral.record import KanDora, MeldCall, RecordedDraw, WinClaim
from referee.records.observe import View
from referee.records.reader import read_record
from referee.records.tenhou6 import tenhou6
from simulation.replay.replay import replay
from tests.referee.records.conftest import plain

VIEWS: tuple[View, ...] = ("full", "public")


def rare(records: Path) -> list[Path]:
    """A game for each rare thing of the index, and one of each set of rules."""
    found: dict[str, Path] = {}
    with (records / "INDEX.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            path = records / row["file"]
            found.setdefault(row["rules"], path)
            for thing in row["rare"].split():
                found.setdefault(thing.partition(":")[0], path)
    return sorted(set(found.values()))


def disagreements(path: Path, view: View) -> list[str]:
    return [text for report in replay(read_record(path), view) for text in report.disagreements]


@pytest.mark.shared
@pytest.mark.parametrize("view", VIEWS)
def test_rare_things(shared: Path, view: View) -> None:
    games = rare(shared / "records")
    assert len(games) > 15
    assert {path.name: texts for path in games if (texts := disagreements(path, view))} == {}


@pytest.mark.shared
@pytest.mark.prove
@pytest.mark.parametrize("view", VIEWS)
def test_all_games(shared: Path, view: View) -> None:
    paths = sorted((shared / "records" / "games").glob("*.mjlog"))
    assert len(paths) == 590
    hands = wins = 0
    for path in paths:
        record = read_record(path)
        reports = list(replay(record, view))
        over = [report.over for report in reports]
        assert over == [False] * (len(record.hands) - 1) + [record.final is not None], path
        for report in reports:
            assert report.disagreements == [], path
            assert report.line["findings"] == [], path
            hands += 1
            wins += len(report.line["wins"])
    assert (hands, wins) == (5960, 4998)


@pytest.mark.shared
def test_the_wall_of_the_shuffle_is_the_wall_that_was_played(shared: Path) -> None:
    """The seed and the record of play are independent of each other."""
    checked = 0
    for path in sorted((shared / "records" / "games").glob("[01]*.mjlog")):
        for hand in read_record(path).hands:
            if not hand.wall:
                continue
            checked += 1
            for numbers, dealt in zip(wall.dealt(hand.round % 4), hand.hands, strict=True):
                assert sorted(hand.wall[number] for number in numbers) == sorted(dealt)
            assert hand.wall[wall.INDICATORS[0]] == hand.indicator
            assert_draws(hand.wall, hand.acts)
    assert checked > 100


def assert_draws(tiles: tuple[int, ...], acts: tuple[object, ...]) -> None:
    live = rinshan = turned = 0
    kan = False
    for act in acts:
        if isinstance(act, RecordedDraw):
            number = wall.RINSHAN[rinshan] if kan else wall.DEALT + live
            assert tiles[number] == act.tile
            rinshan, live = (rinshan + 1, live) if kan else (rinshan, live + 1)
            kan = False
        elif isinstance(act, MeldCall):
            kan = len(act.meld.tiles) == 4
        elif isinstance(act, KanDora):
            turned += 1
            assert tiles[wall.INDICATORS[turned]] == act.tile
        elif isinstance(act, WinClaim) and act.ura:
            assert tuple(tiles[number] for number in wall.URA[: len(act.ura)]) == act.ura


@pytest.mark.shared
def test_real_games_come_back_from_mjai_and_tenhou6(shared: Path) -> None:
    for path in rare(shared / "records"):
        record = read_record(path)
        assert plain(mjai.parse(mjai.write(record))) == plain(record), path
        back = tenhou6.parse(tenhou6.write(record))
        assert plain(back, tenhou6=True) == plain(record, tenhou6=True), path
