"""A table loads what it needs to play, and no code that only proves, simulates, trains or reads photographs."""

from __future__ import annotations

import pytest

from bench.loaded import loaded

PROVING = (
    "bench",
    "tests",
    "firmware_bridge.generate",
    "firmware_bridge.measuring",
    "referee.records",
    "table_controller.commands.describe",
    "table_controller.judge",
    "table_controller.replay",
    "table_controller.simulation",
    "vision.photo",
    "vision.training",
)
MOST_LINES = 45_000


def proving(modules: dict[str, int]) -> set[str]:
    return {name for name in modules if any(name == room or name.startswith(room + ".") for room in PROVING)}


@pytest.fixture(scope="module")
def modules() -> dict[str, int]:
    return loaded()


def test_a_table_loads_what_it_plays_with(modules: dict[str, int]) -> None:
    assert {
        "table_controller.cli.run",
        "table_controller.daemon.wiring",
        "table_controller.sensing.sensing",
        "referee.judging.decide",
        "vision.tracking.tracker",
    } <= modules.keys()


def test_a_table_loads_nothing_that_only_proves(modules: dict[str, int]) -> None:
    assert proving(modules) == set()


def test_a_table_loads_no_more_lines_than_it_did(modules: dict[str, int]) -> None:
    assert sum(modules.values()) <= MOST_LINES


def test_the_check_sees_what_only_proves() -> None:
    assert proving({"table_controller.simulation.world": 1, "table_controller.simulations": 1}) == {
        "table_controller.simulation.world"
    }
