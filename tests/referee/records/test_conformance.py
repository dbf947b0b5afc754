"""Real games of other people: no finding and no disagreement with what their records say (../shared/records)."""

import base64
import csv
import hashlib
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

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


def walls(seed: str) -> Iterator[tuple[int, ...]]:
    """Yield the shuffled walls of a game: MT19937, SHA-512 and a Fisher-Yates shuffle. Tile ids, as they are taken."""
    method, _, text = seed.partition(",")
    assert method == "mt19937ar-sha512-n288-base64"
    # Python's own generator is MT19937 and is seeded by the words of a number, lowest first.
    twister = Random(int.from_bytes(base64.b64decode(text, validate=True)[: 4 * 624], "little"))
    while True:
        data = twister.getrandbits(8 * 4 * 288).to_bytes(4 * 288, "little")
        digests = b"".join(hashlib.sha512(data[at : at + 128]).digest() for at in range(0, len(data), 128))
        ids = list(range(136))
        for at, number in enumerate(struct.unpack("<135I", digests[: 4 * 135])):
            other = at + number % (136 - at)
            ids[at], ids[other] = ids[other], ids[at]
        yield tuple(reversed(ids))


@pytest.mark.shared
def test_the_wall_of_the_shuffle_is_the_wall_that_was_played(shared: Path) -> None:
    """The seed and the record of play are independent of each other."""
    checked = 0
    for path in sorted((shared / "records" / "games").glob("[01]*.mjlog")):
        seed = re.search(r'<SHUFFLE seed="([^"]*)"', path.read_text(encoding="utf-8"))
        assert seed is not None
        for hand, ids in zip(read_record(path).hands, walls(seed[1]), strict=False):
            checked += 1
            for seat, numbers in enumerate(wall.dealt(hand.round % 4)):
                assert {ids[number] for number in numbers} == set(hand.ids[13 * seat : 13 * seat + 13])
            assert ids[wall.INDICATORS[0]] == hand.ids[-1]
            assert_draws(ids, hand.acts)
    assert checked > 100


def assert_draws(ids: tuple[int, ...], acts: tuple[object, ...]) -> None:
    live = rinshan = turned = 0
    kan = False
    for act in acts:
        if isinstance(act, RecordedDraw):
            number = wall.RINSHAN[rinshan] if kan else wall.DEALT + live
            assert (ids[number],) == act.ids
            rinshan, live = (rinshan + 1, live) if kan else (rinshan, live + 1)
            kan = False
        elif isinstance(act, MeldCall):
            kan = len(act.meld.tiles) == 4
        elif isinstance(act, KanDora):
            turned += 1
            assert (ids[wall.INDICATORS[turned]],) == act.ids
        elif isinstance(act, WinClaim) and act.ura:
            assert tuple(ids[number] for number in wall.URA[: len(act.ura)]) == act.ids[-len(act.ura) :]


@pytest.mark.shared
def test_real_games_come_back_from_mjai_and_tenhou6(shared: Path) -> None:
    for path in rare(shared / "records"):
        record = read_record(path)
        assert plain(mjai.parse(mjai.write(record))) == plain(record), path
        back = tenhou6.parse(tenhou6.write(record))
        assert plain(back, tenhou6=True) == plain(record, tenhou6=True), path
