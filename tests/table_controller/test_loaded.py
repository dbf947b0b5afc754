"""Each process of a table loads only what it needs to play, and no code for proofs, simulation, training or
photographs."""

from pathlib import Path
from typing import TypeAlias

import pytest

from tests.table_controller.loaded_stage import ANSWERS, COMPLETION, PROCESSES, loaded_files, ours

Files: TypeAlias = dict[str, Path]

PROVING = (
    "bench",
    "tests",
    "firmware_bridge.measuring",
    "referee.records",
    "tools",
    "hall",
    "simulation",
    "vision.model.enrol",
    "vision.photo",
    "vision.prints",
)
LOOKING = (
    "cv2",
    "numpy",
    "vision.calibration",
    "vision.camera",
    "vision.change",
    "vision.lens",
    "vision.model",
    "vision.reading",
    "vision.worker.child",
)
"""Modules that only the vision process may load."""

ANSWERING = {
    "jantaku",
    "referee",
    "referee.texts",
    "referee.texts.language_names",
    "jantaku.main",
    "jantaku.subcommands",
    "wording",
    "wording.terminal",
    "wording.terminal.interrupts",
    "wording.terminal.exit_status",
    "wording.terminal.streams",
}
"""Our modules that the command line needs to print its version and its commands."""
EXAMPLES = {
    "wording.command_line",
    "wording.command_line.examples",
}
"""Modules that it also needs for its help."""
COMPLETING = {
    "wording.terminal.completion",
    "wording.terminal.completion.complete",
    "wording.terminal.completion.described",
}
"""Modules that it also needs to complete a word."""
BESIDES: dict[str, set[str]] = {"--version": set(), "--help": EXAMPLES, COMPLETION: COMPLETING}
MOST_MODULES = {"--version": 150, "--help": 90, COMPLETION: 120}
"""Modules of all libraries; half of them are Python's own e-mail reader, with which it finds the version."""


def within(modules: Files, rooms: tuple[str, ...]) -> set[str]:
    return {name for name in modules if any(name == room or name.startswith(room + ".") for room in rooms)}


@pytest.fixture(scope="module")
def modules() -> dict[str, Files]:
    return {process: loaded_files(process) for process in PROCESSES}


def test_a_table_loads_what_it_plays_with(modules: dict[str, Files]) -> None:
    assert {
        "table_controller.cli.run",
        "table_controller.daemon.wiring",
        "table_controller.sensing.sensing",
        "referee.judging.decide",
        "vision.worker.process",
    } <= modules["daemon"].keys()
    assert {"vision.tracking.tracker", "vision.reading.tiles", "cv2"} <= modules["vision"].keys()


@pytest.mark.parametrize("process", PROCESSES)
def test_a_table_loads_nothing_that_only_proves(modules: dict[str, Files], process: str) -> None:
    assert within(modules[process], PROVING) == set()


def test_the_daemon_loads_nothing_that_looks_at_pictures(modules: dict[str, Files]) -> None:
    only_names = {"vision.camera", "vision.camera.kinds"}
    assert within(modules["daemon"], LOOKING) - only_names == set()


def test_a_daemon_without_a_page_loads_no_server(modules: dict[str, Files]) -> None:
    served = ("prometheus_client", "starlette", "table_controller.web.web", "uvicorn")
    assert within(modules["daemon"], served) == set()


def test_vision_loads_nothing_of_the_game(modules: dict[str, Files]) -> None:
    rooms = {name.split(".")[0] for name in ours(modules["vision"])}
    assert rooms == {"config", "referee", "vision"}
    assert within(modules["vision"], ("referee",)) == {"referee", "referee.tiles"}


@pytest.mark.parametrize("option", ANSWERS)
def test_what_the_command_line_answers_by_itself_loads_little(option: str) -> None:
    files = loaded_files(option)
    assert ours(files) == ANSWERING | BESIDES[option]
    assert len(files) <= MOST_MODULES[option]
