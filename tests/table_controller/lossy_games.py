"""Watched games replayed with losses: signals and sightings are recorded, then zones are hidden from sensing for a
time.

A hidden zone is not reported: it becomes stale, is lost after two seconds, and is read again when it comes into sight;
a change in it is dated to the whole hidden interval.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from bench.stages.jump_loop import in_table_time
from bench.stages.unwired import Judged, UnwiredTable, now_ms
from bench.stages.watched_games import LOST_MS, Loss, Table, act_out
from firmware_bridge.messages.signals import Button, Curtain, DiceRolled, Signal, StickSlot, WallTouch
from referee.records.neutral.record import GameRecord
from vision.sightings import FoundTrack, LostTrack, Sighting, TileMoved, WallSeen, Watermark, ZoneReading
from vision.zones import ZoneId

Felt: TypeAlias = Button | Curtain | DiceRolled | StickSlot | WallTouch
Told: TypeAlias = tuple[int, Felt | Sighting]
FELT_SIGNALS = (Button, Curtain, DiceRolled, StickSlot, WallTouch)
"""Signals from people's acts at this table; the camera sees the rest."""


class Kept(Table):
    """A table that records all input to sensing."""

    def __init__(self, record: GameRecord) -> None:
        self.reports: list[Told] = []
        super().__init__(record)

    def see(self, sighting: Sighting, at_ms: int) -> None:
        self.reports.append((at_ms, sighting))
        super().see(sighting, at_ms)

    def _feel(self, signal: Signal) -> None:
        assert isinstance(signal, FELT_SIGNALS)
        self.reports.append((now_ms(), signal))
        super()._feel(signal)


def told_of(record: GameRecord, seed: int = 1, hands: int | None = 1) -> list[Told]:
    """All the signals and sightings of a game."""
    table = Kept(record)
    act_out(table, record, seed, hands)
    return table.reports


@dataclass
class _Hidden:
    """A zone while it is hidden."""

    since_ms: int
    until_ms: int
    before: ZoneReading | None
    newest: ZoneReading | None = None
    lost: bool = False


def with_losses(reports: Sequence[Told], losses: Sequence[Loss]) -> Iterator[Told]:
    """The same reports without the hidden ones."""
    given: dict[ZoneId, ZoneReading] = {}
    hidden: dict[ZoneId, _Hidden] = {}
    lost: set[ZoneId] = set()
    frame = 0
    for at_ms, report in reports:
        if isinstance(report, Watermark):
            frame = report.frame
            for zone in [zone for zone, each in hidden.items() if at_ms >= each.until_ms]:
                each = hidden.pop(zone)
                if each.lost and zone not in lost:
                    yield at_ms, FoundTrack(zone, at_ms)
                if each.newest is not None and (
                    each.before is None or each.newest.tiles != each.before.tiles
                ):
                    middle = (each.since_ms + at_ms) // 2
                    given[zone] = replace(
                        each.newest, frame=frame, at_ms=middle, within_ms=at_ms - middle, settled_ms=at_ms
                    )
                    yield at_ms, given[zone]
            known = dict(report.behind)
            for loss in losses:
                if loss.from_ms <= at_ms < loss.until_ms and loss.zone not in hidden:
                    since_ms = known.get(loss.zone, at_ms - 100)
                    hidden[loss.zone] = _Hidden(since_ms, loss.until_ms, given.get(loss.zone))
            for zone, each in hidden.items():
                if not each.lost and at_ms - each.since_ms > LOST_MS:
                    each.lost = True
                    if zone not in lost:
                        yield at_ms, LostTrack(zone, "covered", each.since_ms)
                if not each.lost:
                    known[zone] = min(known.get(zone, at_ms), each.since_ms)
            behind = tuple(known.items())
            yield at_ms, replace(report, behind=behind, safe_ms=min([report.safe_ms, *known.values()]))
            continue
        if isinstance(report, LostTrack | FoundTrack):
            (lost.add if isinstance(report, LostTrack) else lost.discard)(report.zone)
            if report.zone in hidden and hidden[report.zone].lost:
                continue
        if isinstance(report, ZoneReading):
            if report.zone in hidden:
                hidden[report.zone].newest = report
                continue
            given[report.zone] = report
        if isinstance(report, WallSeen) and report.zone in hidden:
            continue
        if isinstance(report, TileMoved) and any(
            spot is not None and spot.zone in hidden for spot in (report.source, report.target)
        ):
            continue
        yield at_ms, report


def judged(record: GameRecord, reports: Sequence[Told], losses: Sequence[Loss]) -> Judged:
    """Judge a game while parts of its reports are hidden."""
    found = Judged()

    async def play() -> None:
        table = UnwiredTable(record, found, np.random.default_rng(1))
        for at_ms, report in with_losses(reports, losses):
            await asyncio.sleep(max(0.0, at_ms / 1000 - asyncio.get_running_loop().time()))
            if isinstance(report, DiceRolled):
                table.enter_hand()
            if isinstance(report, FELT_SIGNALS):
                table._feel(report)
                continue
            table.see(report, at_ms)
            if isinstance(report, Watermark):
                table.pump()
        await asyncio.sleep(5)
        table.enter_hand()
        table.stop()

    in_table_time(play)
    return found
