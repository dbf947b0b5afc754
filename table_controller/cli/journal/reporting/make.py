"""Makes a report: hands of a journal, and what explains them, in one archive, written whole or not at all."""

import gzip
import hashlib
import io
import json
import platform
import re
import tarfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from config import table_names
from firmware_bridge.drivers.installed import driver_names
from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.game.events import FoulFound
from referee.game.position import GameState
from referee.texts.language import english
from referee.texts.message import Message
from table_controller.cli.journal.reporting import state_folder
from table_controller.cli.journal.reporting.errors import ReportError
from table_controller.cli.journal.reporting.form import (
    ENTRIES,
    GEOMETRY,
    LATENCY,
    MACHINE_STATE,
    MANIFEST,
    REPORT_FORMAT,
    SETTINGS_SHOWN,
    START,
    VERSION,
    ReportFile,
    entry_line,
)
from table_controller.cli.journal.reporting.hands import ReportedHands, folded
from table_controller.cli.journal.reporting.loaded import load_report
from table_controller.cli.journal.reporting.mask import Mask, ruleset_without_words
from table_controller.cli.journal.reporting.settings import overrides, shipped, shown_settings
from table_controller.cli.journal.reporting.state_folder import UnusableFileError, as_file
from table_controller.cli.journal.reporting.unit_line import unit_line
from table_controller.journal.backup.work_folder import publish, sync, work_folder
from table_controller.settings.in_force import SettingsInForce
from vision.clips.clips import ClipError
from vision.clips.felt_only import felt_only
from vision.worker.state_files import CAMERA_FILE, CLIPS_FOLDER, SECOND_CAMERA_FILE
from wording.command_line.report_texts import Reported, Unreported

SUFFIX: Final = ".tar.gz"
OWNER_ONLY: Final = 0o600
SECOND: Final = "2"
"""Marks, in the name of a clip, the second camera's film (``vision.clips.clips.stem``)."""


@dataclass(frozen=True, slots=True)
class ReportSources:
    """The sources of a report.

    Attributes:
        hands: the hands to report.
        force: the table's settings in force.
        state: the state folder.
        pictures: True if films of the hands go into the report.
        runs_here: True if the table with these settings may run on this computer, so that its daemon can be queried.
    """

    hands: ReportedHands
    force: SettingsInForce
    state: Path
    pictures: bool
    runs_here: bool = False


@dataclass(slots=True)
class BugReport:
    """The content of a report.

    Attributes:
        files: each file with a description for people.
        left_out: everything left out, with the reason.
        end: the position after the last entry, encoded and masked.
    """

    files: list[tuple[ReportFile, Message]] = field(default_factory=list)
    left_out: list[Message] = field(default_factory=list)
    end: dict[str, Any] = field(default_factory=dict)


def gather(sources: ReportSources, made: datetime | None = None) -> BugReport:
    """Collect the content of a report without writing anything, and without locking or changing the table's files."""
    report, mask, hands = BugReport(), Mask(), sources.hands
    first, last = hands.entries[0], hands.entries[-1]
    start = mask.masked(encode_state(hands.start))
    lines = "".join(f"{entry_line(entry, mask)}\n" for entry in hands.entries)
    end = folded(hands.start, hands.entries)
    assert end is not None
    report.end = mask.masked(encode_state(end))
    settings = as_file(SETTINGS_SHOWN, shown_settings(sources.force))
    report.files = [
        (ReportFile(START, canonical(start).encode()), Reported.start()),
        (ReportFile(ENTRIES, lines.encode()), Reported.entries(len(hands.entries))),
        (settings, Reported.settings()),
    ]
    geometry = sources.force.value("geometry")

    def add(name: str, what: Message, make: Callable[[], ReportFile]) -> None:
        try:
            report.files.append((make(), what))
        except (UnusableFileError, OSError, RecursionError):
            there = name == GEOMETRY or (sources.state / name).exists()
            report.left_out.append(Reported.unusable(name) if there else Reported.absent(name))

    add(GEOMETRY, Reported.geometry(), lambda: state_folder.geometry(geometry))
    add(CAMERA_FILE, Reported.calibration(), lambda: state_folder.calibration(sources.state, CAMERA_FILE))
    if sources.force.value("second_camera"):
        second = SECOND_CAMERA_FILE
        add(second, Reported.second_calibration(), lambda: state_folder.calibration(sources.state, second))
    add(MACHINE_STATE, Reported.machine(), lambda: state_folder.machine(sources.state, mask))
    add(LATENCY, Reported.latency(), lambda: state_folder.latency(sources.state, first.number, last.number))
    line = unit_line(sources.force) if sources.runs_here else None
    if line is None:
        report.left_out.append(Reported.no_line())
    else:
        report.files.append((line, Reported.line()))
    if sources.pictures:
        _add_films(report, sources)
    else:
        report.left_out.append(Reported.no_pictures())
    manifest = as_file(MANIFEST, _manifest(report, sources, made or datetime.now(UTC)))
    report.files.insert(0, (manifest, Reported.manifest()))
    return report


def _add_films(report: BugReport, sources: ReportSources) -> None:
    numbers = {entry.number for entry in sources.hands.entries}
    found = 0
    for text in sorted((sources.state / CLIPS_FOLDER).glob("*.json")):
        number, _, camera = text.stem.partition("-")
        if not number.isdecimal() or int(number) not in numbers or camera not in {"", SECOND}:
            continue
        try:
            readings, film = felt_only(text)
        except ClipError:
            report.left_out.append(Reported.unusable(f"{CLIPS_FOLDER}/{text.stem}.avi"))
            continue
        found += 1
        name = f"{CLIPS_FOLDER}/{text.stem}"
        words = json.dumps({**readings, "film": f"{text.stem}.avi"}, separators=(",", ":"))
        what = Reported.second_film() if camera else Reported.film()
        report.files.append((ReportFile(f"{name}.avi", film), what))
        report.files.append((ReportFile(f"{name}.json", words.encode()), Reported.film_read()))
    if not found:
        report.left_out.append(Reported.no_clips())


def _manifest(report: BugReport, sources: ReportSources, made: datetime) -> dict[str, Any]:
    hands, force = sources.hands, sources.force
    start = hands.start
    ruleset = start.ruleset
    return {
        "format": REPORT_FORMAT,
        "version": VERSION,
        "made": made.isoformat(timespec="seconds"),
        "program": version("jantaku"),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "table": force.value("table"),
        "driver": shipped(force.value("unit.driver"), driver_names()),
        "geometry": shipped(force.value("geometry"), table_names()),
        "senses": sorted(start.senses),
        "ruleset": ruleset_without_words(ruleset.to_mapping())["name"],
        "overrides": overrides(ruleset),
        "hands": list(hands.numbers),
        **{
            place: {"number": entry.number, "digest": entry.digest}
            for place, entry in (("first", hands.entries[0]), ("last", hands.entries[-1]))
        },
        "counters": _counters(hands),
        "files": [
            {"name": file.name, "size": len(file.text), "sha256": hashlib.sha256(file.text).hexdigest()}
            for file, _ in report.files
        ],
        "left_out": [english(each) for each in report.left_out],
    }


def _counters(hands: ReportedHands) -> dict[str, dict[str, int]]:
    """Count the occurrences of each kind of observation, of event and of finding."""
    events = [event for entry in hands.entries for event in entry.events]
    return {
        "observations": _counted(type(entry.observation).__name__ for entry in hands.entries),
        "events": _counted(type(event).__name__ for event in events),
        "findings": _counted(event.rule for event in events if isinstance(event, FoulFound)),
    }


def _counted(words: Any) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def place_of(to: Path | None, table: str, here: Path, made: datetime) -> Path:
    """Return the path to which an archive is written.

    Args:
        to: the requested file or folder; None for ``here``.
        table: its name.
        here: the default folder.
        made: the time of the report.

    Raises:
        ReportError: the folder does not exist, or the file already does.
    """
    name = f"jantaku-report-{re.sub(r'[^A-Za-z0-9_.]', '_', table)[:60]}-{made:%Y%m%dT%H%M%SZ}{SUFFIX}"
    archive = (to or here) / name if to is None or to.is_dir() else to
    if not archive.parent.is_dir():
        raise ReportError(Unreported.no_folder(str(archive.parent)))
    if archive.exists() or archive.is_symlink():
        raise ReportError(Unreported.exists(str(archive)))
    return archive


def write(report: BugReport, archive: Path) -> None:
    """Write an archive that only this user can read, after checking that it folds to the journal's position.

    Raises:
        ReportError: it folds to another position; nothing was written.
        OSError: the archive cannot be written.
    """
    with work_folder(archive.parent) as work:
        whole = work / "archive"
        whole.touch(OWNER_ONLY)
        # Keep the names of the owner and of the file out of its headers.
        with (
            whole.open("wb") as raw,
            gzip.GzipFile("", "wb", fileobj=raw) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
        ):
            for file, _ in report.files:
                member = tarfile.TarInfo(file.name)
                member.size, member.mode = len(file.text), OWNER_ONLY
                tar.addfile(member, io.BytesIO(file.text))
        sync(whole)
        _prove(whole, report.end)
        publish(whole, archive)
    sync(archive.parent)


def _prove(archive: Path, end: dict[str, Any]) -> None:
    reached: GameState = load_report(archive).end()
    if canonical(encode_state(reached)) != canonical(end):
        raise ReportError(Unreported.differs())
