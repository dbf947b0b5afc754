"""Clips for judges: which entries get one, what is reported, and what survives a restart."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from config.log_line import unsaid
from referee.game.events import FoulFound
from referee.game.judge_observations import PlayHalted
from referee.game.observations import JudgeCalled, TileDrawn
from referee.journal.journal import Entry as JournalEntry
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.health.health import TableHealth
from tests.table_controller.command_stage import FakeBroker
from vision.clips.clips import NEWEST, ClipDone, ClipOrder
from wording.alerts.texts import Place

Kept = list[tuple[int, str]]
FOUL = FoulFound(rule="chombo", section="1", seat=2, grade="none", text="seat 2 did it")


class Vision:
    def __init__(self) -> None:
        self.orders: list[ClipOrder] = []
        self.runs = True

    def keep(self, order: ClipOrder) -> bool:
        if self.runs:
            self.orders.append(order)
        return self.runs


@pytest.fixture
def vision() -> Vision:
    return Vision()


@pytest.fixture
def kept() -> Kept:
    return []


@pytest.fixture
def evidence(vision: Vision, kept: Kept, tmp_path: Path) -> Evidence:
    return Evidence(
        tmp_path / "clips",
        ClipChoice(),
        keep=vision.keep,
        kept=lambda order, error: kept.append((order.journal, error)),
        say=unsaid,
    )


def drawn(seat: int = 0) -> TileDrawn:
    return TileDrawn(seat=seat, tile=0)


def test_findings_and_calls_for_the_judge_get_a_clip_and_nothing_else(
    evidence: Evidence, vision: Vision
) -> None:
    assert evidence.entry(1, 1_000, drawn(), ()) is None
    assert evidence.entry(2, 20_000, drawn(), ()) is None
    assert evidence.entry(3, 21_000, drawn(), (FOUL,)) is not None
    assert evidence.entry(4, 22_000, JudgeCalled(seat=1), ()) is not None
    assert evidence.entry(5, 23_000, PlayHalted(judge="panel"), ()) is not None
    assert [(order.journal, order.entries) for order in vision.orders] == [
        (3, (2, 3)),
        (4, (2, 3, 4)),
        (5, (2, 3, 4, 5)),
    ]
    assert "seat 2 did it" in vision.orders[0].why


def test_a_finding_names_its_clip_when_it_is_there(evidence: Evidence, vision: Vision, kept: Kept) -> None:
    evidence.entry(3, 21_000, drawn(), (FOUL,))
    assert evidence.clip_of(FOUL) == ""
    evidence.done((ClipDone(3),))
    assert evidence.clip_of(FOUL) == "clip:3"
    assert kept == [(3, "")]
    other = FoulFound(rule="other", section="1", seat=0, grade="none", text="")
    evidence.entry(4, 22_000, drawn(), (other,))
    evidence.done((ClipDone(4, "No space left on device"),))
    assert evidence.clip_of(other) == ""
    assert kept[-1] == (4, "No space left on device")


def test_a_clip_that_will_never_come_is_said(evidence: Evidence, vision: Vision, kept: Kept) -> None:
    vision.runs = False
    evidence.entry(1, 1_000, JudgeCalled(seat=1), ())
    assert kept == [(1, "the table was not watched")]
    vision.runs = True
    evidence.entry(2, 2_000, JudgeCalled(seat=1), ())
    evidence.vision_started()
    assert kept[-1] == (2, "vision ended before it was written")


def test_a_clip_is_ordered_at_once_and_again_when_what_follows_was_seen(
    evidence: Evidence, vision: Vision, kept: Kept
) -> None:
    evidence.entry(1, 10_000, JudgeCalled(seat=1), ())
    evidence.entry(2, 12_000, drawn(), ())
    evidence.complete_clips(14_900)
    assert [order.entries for order in vision.orders] == [(1,)]
    evidence.done((ClipDone(1),))
    assert kept == [(1, "")]
    evidence.entry(3, 14_950, drawn(), ())
    evidence.entry(4, 15_100, drawn(), ())
    evidence.complete_clips(15_000)
    evidence.complete_clips(15_100)
    assert [(order.journal, order.at_ms, order.entries) for order in vision.orders] == [
        (1, 10_000, (1,)),
        (1, 10_000, (1, 2, 3)),
    ]
    evidence.done((ClipDone(1),))
    assert kept == [(1, "")], "it is told once"


def test_a_clip_that_could_not_be_kept_at_once_may_be_kept_whole(
    evidence: Evidence, vision: Vision, kept: Kept
) -> None:
    evidence.entry(1, 10_000, JudgeCalled(seat=1), (FOUL,))
    evidence.done((ClipDone(1, "the disk is too slow"),))
    evidence.complete_clips(15_000)
    evidence.done((ClipDone(1),))
    assert kept == [(1, "the disk is too slow"), (1, "")]
    assert evidence.clip_of(FOUL) == "clip:1"
    evidence.entry(2, 20_000, JudgeCalled(seat=1), ())
    evidence.done((ClipDone(2),))
    evidence.complete_clips(25_000)
    evidence.done((ClipDone(2, "No space left on device"),))
    assert kept[-1] == (2, ""), "what was kept at once is there"


def test_vision_that_was_started_anew_is_not_asked_for_what_it_has_not_seen(
    evidence: Evidence, vision: Vision
) -> None:
    evidence.entry(1, 10_000, JudgeCalled(seat=1), ())
    evidence.done((ClipDone(1),))
    evidence.vision_started()
    evidence.complete_clips(16_000)
    assert len(vision.orders) == 1


def test_a_picture_that_comes_too_late_is_not_the_next_one(
    evidence: Evidence, vision: Vision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.health.evidence.LOOK_S", 0.0)

    async def run() -> list[bool]:
        assert not await evidence.look(1_000)
        monkeypatch.setattr("table_controller.health.evidence.LOOK_S", 5.0)
        second = asyncio.create_task(evidence.look(7_000))
        await asyncio.sleep(0)
        first_order, order = vision.orders
        evidence.done([ClipDone(NEWEST, at_ms=first_order.at_ms)])
        await asyncio.sleep(0)
        late = second.done()
        evidence.done([ClipDone(NEWEST, at_ms=order.at_ms)])
        return [late, await second]

    assert asyncio.run(run()) == [False, True]


@dataclass
class Entry:
    number: int
    events: tuple[FoulFound, ...]


def test_after_a_restart_clips_are_known_again(evidence: Evidence, tmp_path: Path) -> None:
    folder = tmp_path / "clips"
    folder.mkdir()
    for name in ("000003.json", "000003.avi", "000009.json", "000000.json", "notes.json", "².json"):
        (folder / name).write_text("{}")
    entries = [cast("JournalEntry", Entry(3, (FOUL,)))]
    asked: list[int] = []

    def known(number: int) -> list[JournalEntry]:
        asked.append(number)
        return entries if number == 3 else []

    evidence.resume_from_journal(known)
    assert sorted(asked) == [3, 9]
    assert evidence.clip_of(FOUL) == "clip:3"


def test_no_pictures_where_none_are_wanted(vision: Vision, kept: Kept, tmp_path: Path) -> None:
    evidence = Evidence(
        tmp_path,
        ClipChoice(seconds=0),
        keep=vision.keep,
        kept=lambda order, error: kept.append((order.journal, error)),
        say=unsaid,
    )
    assert evidence.entry(1, 1_000, JudgeCalled(seat=1), (FOUL,)) is None
    assert (vision.orders, kept) == ([], [])


class OpenAlerts(FakeBroker):
    def status(self, status: str) -> None: ...


def test_the_alert_of_a_call_names_the_clip() -> None:
    alerts = OpenAlerts()
    health = TableHealth(alerts, now_ms=lambda: 0, say=unsaid)
    health.judge_called(Place.chair(1))
    health.clip(17, "")
    assert (
        alerts.alerts["judge"] == "The judge is called at chair 1; clip 17, but no judge is there to hear it"
    )
    health.clip(20, "")
    assert (
        alerts.alerts["judge"] == "The judge is called at chair 1; clip 20, but no judge is there to hear it"
    )
    health.clip(18, "No space left on device")
    assert alerts.alerts["clip"] == ("There is no film of entry 18 for the judge: No space left on device")
    health.clip(19, "")
    assert alerts.alerts["clip"] is None
