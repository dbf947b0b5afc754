"""The report's files from the state folder: calibration, geometry, the machine's state, times of publishing."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec

from config import ConfigError, read_table, table_names
from referee.encoding.codec import OBSERVATIONS
from table_controller.cli.journal.reporting.form import GEOMETRY, LATENCY, MACHINE_STATE, ReportFile
from table_controller.cli.journal.reporting.mask import Mask
from table_controller.cli.journal.reporting.settings import shipped
from table_controller.machine.file import MachineFile
from table_controller.settings.origin import HIDDEN
from vision.calibration.camera_file import CAMERA_SCHEMA, CameraFileError, read_camera_file
from vision.geometry import load_geometry

DICTIONARY: Final = re.compile(r"DICT_[A-Z0-9_]+")
"""OpenCV's names of sets of markers."""
TIMES: Final = ("number", "at_ms", "settled_ms", "ack_real_ms")
"""The numbers in a line of ``LATENCY``."""


class UnusableFileError(Exception):
    """A file of the state folder does not hold what this program writes there."""


def as_file(name: str, content: Any) -> ReportFile:
    """Return the JSON value in a file."""
    return ReportFile(name, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def calibration(state: Path, name: str) -> ReportFile:
    """Return a camera's calibration in its stored form, by the name of its file.

    Raises:
        UnusableFileError: it cannot be read.
    """
    try:
        camera = asdict(read_camera_file(state / name))
    except CameraFileError as error:
        raise UnusableFileError from error
    return as_file(
        name, {"schema": CAMERA_SCHEMA, **camera, "table": shipped(camera["table"], table_names())}
    )


def geometry(name: str) -> ReportFile:
    """Return the measures of the table, in millimetres.

    Raises:
        UnusableFileError: they cannot be read.
    """
    try:
        load_geometry(name)
        measures = read_table(name)
    except (ConfigError, ValueError, OSError) as error:
        raise UnusableFileError from error
    return as_file(GEOMETRY, {**_measures(measures), "name": shipped(measures["name"], table_names())})


def _measures(value: Any) -> Any:
    """Return a value without texts: a club may have put its own into the file."""
    if isinstance(value, dict):
        return {key: _measures(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_measures(each) for each in value]
    return HIDDEN if isinstance(value, str) and not DICTIONARY.fullmatch(value) else value


def machine(state: Path, mask: Mask) -> ReportFile:
    """Return the phase of the table's cycle, and the number of commands that were done but not the commands.

    Raises:
        UnusableFileError: it cannot be read.
    """
    path = state / MACHINE_STATE
    complaints: list[str] = []
    kept = MachineFile(path, lambda text, *_: complaints.append(text)).kept
    if complaints or not path.is_file():
        raise UnusableFileError
    mapping = msgspec.to_builtins(kept)
    return as_file(
        MACHINE_STATE, mask.masked({**mapping, "done": len(mapping["done"]), "cause": bool(mapping["cause"])})
    )


def latency(state: Path, first: int, last: int) -> ReportFile:
    """Return the time that each of the entries from ``first`` to ``last`` took to be published.

    Raises:
        OSError: it cannot be read.
    """
    lines: list[str] = []
    with (state / LATENCY).open(encoding="utf-8", errors="replace") as file:
        for text in file:
            try:
                line = json.loads(text)
                if not first <= line["number"] <= last:
                    continue
                times = {name: line[name] for name in TIMES if isinstance(line[name], int | float)}
                seen = line["observation"] if line["observation"] in OBSERVATIONS else None
            except (ValueError, KeyError, TypeError):
                continue  # a line still being written, or left by a power cut
            lines.append(json.dumps({**times, "observation": seen}) + "\n")
    return ReportFile(LATENCY, "".join(lines).encode())
