"""Measures how sensitive vision is to its thresholds: films are read again with each a quarter smaller and larger.

``python -m bench.film.sensitivity [--quick] [--records NAME …] [--write]``. Hands are filmed once; the camera's frames
and the unit's signals are kept and read again for each value. Prints what changes: wrong events, findings, questions to
the judge, and how late discards are. ``--quick`` takes one short hand, and every third threshold. ``--write`` puts the
table into docs/vision.md.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from bench.film.filmed import EPILOGUE_S, Filmed, FilmedTable, play_out
from bench.film.films import RECORDS, ROOT, scene_of
from bench.film.score import score
from bench.stages.jump_loop import in_table_time
from bench.stages.unwired import UnwiredTable, now_ms
from firmware_bridge.messages.signals import DiceRolled
from referee.records.reader import read_record
from vision.camera.camera import Frame
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bench.film.filmed import Scene
    from firmware_bridge.messages.signals import Signal
    from referee.records.neutral.record import GameRecord
    from table_controller.simulation.world.seats import TableMoment

PAGE: Final = ROOT / "docs" / "vision.md"
BEGIN: Final = "<!-- python -m bench.film.sensitivity --write -->"
END: Final = "<!-- end of the thresholds -->"
HANDS: Final = ("1a97ef748e42", "be93ecf60534")
"""Short ones, with calls and a riichi between them."""
QUALITY: Final = 95
SHARE: Final = 0.25
QUICK_STEP: Final = 3
THRESHOLDS: Final[dict[str, tuple[str, ...]]] = {
    "vision.change.occlusion": (
        "DIFFERENT",
        "MOVING_PX",
        "CHANGED_PX",
        "COVERED_PX",
        "EDGE_MM",
        "RESTING_MS",
    ),
    "vision.change.exposure": ("SAME_GAIN", "AGREEING", "AGREEING_SHARE"),
    "vision.change.drift": ("LEAST_LIKENESS", "DRIFT_PX"),
    "vision.reading.felt": ("HUE_SHARE", "NOISE", "ZONE_HUE_SHARE"),
    "vision.reading.rows": ("TILE_COST", "SEAM_WORTH", "SIDE_COST", "STEEP", "EDGE", "LEAST_COVER"),
    "vision.melds": ("APART",),
    "vision.reading.tiles": ("HAND_BREAK_MM", "LEAST_LIKE"),
    "vision.reading.reading": ("UNSURE", "ALIKE", "KNOWN_MM"),
    "vision.reading.walls": ("COVERED", "LEAST_LEAN_MM"),
    "vision.tracking.votes": ("SURE", "MOST_FRAMES"),
    "vision.tracking.counting": ("CLEAR",),
    "vision.tracking.zone_watch": ("LOST_AFTER_MS", "REFUSED_MS", "UNEXPLAINED_MM2"),
    "vision.tracking.next_tile": ("ARRIVED", "AS_IT_WAS"),
    "vision.tracking.moves": ("STAYED_MM", "SAME_PLACE_MM"),
    "vision.tracking.dating": ("OTHER_SHARE",),
}
"""The thresholds that decide whether an event is told, or when."""


@dataclass(slots=True)
class Kept:
    """A hand as recorded by the camera and the unit, in order of time.

    Attributes:
        events: table time in ms with a signal, or with a frame's number and its picture as JPEG.
    """

    name: str
    record: GameRecord
    scene: Scene
    events: list[tuple[int, Signal | tuple[int, bytes]]] = field(default_factory=list)
    moments: list[TableMoment] = field(default_factory=list)


class KeepingTable(FilmedTable):
    """A filmed table that records its signals and frames."""

    def __init__(self, kept: Kept, classifier: Classifier, seed: int) -> None:
        self._kept = kept
        super().__init__(kept.record, kept.scene, classifier, seed, self._keep)

    def _keep(self, frame: Frame, _: Any) -> None:
        good, jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if good:
            self._kept.events.append((frame.at_ms, (frame.number, jpeg.tobytes())))

    def _feel(self, signal: Signal) -> None:
        at_ms = now_ms()
        self._kept.events.append((at_ms, replace(signal, number=self._number + 1, at_ms=at_ms, nonce=1)))
        super()._feel(signal)


class AgainTable(UnwiredTable):
    """A table that replays a kept hand."""

    def __init__(self, kept: Kept) -> None:
        self.filmed = Filmed(chairs=kept.scene.chairs, moments=list(kept.moments))
        super().__init__(
            kept.record, self.filmed, np.random.default_rng(0), kept.scene.chairs, kept.scene.senses
        )
        self._kept = kept

    async def play(self) -> None:
        """Replay everything at its time to a new reader."""
        loop = asyncio.get_running_loop()
        reader = TableReader(self.world.geometry, Classifier())
        for at_ms, event in self._kept.events:
            await asyncio.sleep(max(0.0, at_ms / 1000 - loop.time()))
            if isinstance(event, tuple):
                number, jpeg = event
                image = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
                self.filmed.frames += 1
                for sighting in reader.read(Frame(number, at_ms, image)):
                    self.see(sighting, at_ms)
            else:
                if isinstance(event, DiceRolled):
                    self.enter_hand()
                self._sensing.signal(event, at_ms)
            self.pump()
        await asyncio.sleep(EPILOGUE_S)
        self.enter_hand()
        self.stop()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the hands.

    Attributes:
        wrong: events that are wrong or missed.
        late_ms: delay within which half of the discards, and 95 %, were given out.
    """

    wrong: int
    fouls: int
    asked: int
    late_ms: tuple[int, int]

    def against(self, usual: Outcome) -> str:
        """The differences from the usual outcome, in words; empty if there are none."""
        said = [
            f"{now - then:+d} {what}"
            for now, then, what in (
                (self.wrong, usual.wrong, "wrong"),
                (self.fouls, usual.fouls, "false findings"),
                (self.asked, usual.asked, "questions"),
            )
            if now != then
        ]
        half, most = (now - then for now, then in zip(self.late_ms, usual.late_ms, strict=True))
        if (half, most) != (0, 0):
            said.append(f"{half:+d}/{most:+d} ms")
        return ", ".join(said)


def kept_hand(path: Path, seed: int) -> Kept:
    """Film the first hand of a record."""
    kept = Kept(path.stem, read_record(path), scene_of(0, seed))
    kept.moments = play_out(KeepingTable(kept, Classifier(), seed), seed=seed, hands=1).moments
    return kept


def read_again(hands: Sequence[Kept]) -> Outcome:
    """The outcome of all hands with the current thresholds."""
    wrong, fouls, asked, late = 0, 0, 0, list[int]()
    for kept in hands:
        table = AgainTable(kept)
        in_table_time(table.play)
        made = score(kept.record, table.filmed, 1, kept.name)
        wrong += made.corrections
        fouls += made.fouls
        asked += len(table.filmed.asked)
        late += made.late_ms
    half, most = (int(each) for each in np.percentile(late or [0], (50, 95)))
    return Outcome(wrong, fouls, asked, (half, most))


def scaled(value: Any, by: float) -> Any:
    """A threshold, or each of several, times a factor; a whole number changes by at least one."""
    if isinstance(value, tuple):
        return tuple(scaled(each, by) for each in value)
    if isinstance(value, int):
        return max(0, value + (1 if by > 1 else -1) * max(1, round(abs(by - 1) * value)))
    return value * by


@contextmanager
def threshold(module: str, name: str, value: Any) -> Iterator[None]:
    """Temporarily give a threshold another value in every module that imported it."""
    home = importlib.import_module(module)
    usual = getattr(home, name)
    holders = [
        each
        for path, each in list(sys.modules.items())
        if path.startswith("vision.") and getattr(each, name, None) is usual
    ]
    for each in holders:
        setattr(each, name, value)
    try:
        yield
    finally:
        for each in holders:
            setattr(each, name, usual)


def tried(hands: Sequence[Kept], every: int) -> Iterator[str]:
    """The rows of the table, one per threshold."""
    usual = read_again(hands)
    late = f"discards late by {usual.late_ms[0]} ms (half of them), {usual.late_ms[1]} ms (95 %)"
    yield f"as it is: {usual.wrong} wrong, {usual.fouls} false findings, {usual.asked} questions, {late}"
    yield ""
    yield "| threshold | value | 25 % smaller | 25 % larger |"
    yield "| --- | --- | --- | --- |"
    every_one = [(module, name) for module, names in THRESHOLDS.items() for name in names]
    for module, name in every_one[::every]:
        value = getattr(importlib.import_module(module), name)
        cells = []
        for by in (1 - SHARE, 1 + SHARE):
            with threshold(module, name, scaled(value, by)):
                cells.append(read_again(hands).against(usual) or "the same")
        shown = f"{value:.3g}" if isinstance(value, float) else str(value)
        yield f"| `{module.removeprefix('vision.')}.{name}` | {shown} | {cells[0]} | {cells[1]} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Film, try, print."""
    parser = argparse.ArgumentParser(prog="bench.film.sensitivity", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one hand, every third threshold")
    parser.add_argument("--records", nargs="*", default=list(HANDS), help="names of records")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the table into docs/vision.md")
    options = parser.parse_args(arguments)
    names = options.records[:1] if options.quick else options.records
    hands = [kept_hand(RECORDS / f"{name}.mjlog", options.seed) for name in names]
    commit = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.strip()
    lines = [
        f"On {datetime.now(UTC):%Y-%m-%d}, commit `{commit}`, the first hands of {', '.join(names)}, seed {options.seed};"
    ]
    sys.stdout.write(lines[0] + "\n")
    for line in tried(hands, QUICK_STEP if options.quick else 1):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        lines.append(line)
        if options.write:
            write(lines)
    return 0


def write(lines: Sequence[str]) -> None:
    """Put the results so far into the page."""
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text("\n".join((before + BEGIN, *lines, END + after)))


if __name__ == "__main__":
    sys.exit(main())
