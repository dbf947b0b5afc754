"""A finding with its film, for tests of pages that show it."""

from dataclasses import replace
from pathlib import Path

from config.log_line import unsaid
from table_controller.health.evidence import ClipChoice, Evidence
from tests.hall.judge.films_stage import film
from tests.hall.judge.hall_stage import Table
from vision.clips.clips import ClipDone

PICTURES = 26
"""Of the film."""
ACT_MS = 500
"""The time from the film's beginning to the foul."""


def filmed_foul(table: Table, folder: Path, port: int) -> tuple[int, bytes]:
    """Have a foul found at a table whose page is served at a port.

    Returns:
        The number of its entry, and the film.
    """
    table.daemon.clips.folder = folder
    object.__setattr__(table.daemon.settings, "http_port", port)
    evidence = Evidence(folder, ClipChoice(), keep=lambda _: True, kept=lambda *_: None, say=unsaid)
    table.daemon.film(evidence)
    table.deal()
    table.foul()
    entry = list(table.daemon.journal.entries())[-1]
    order = evidence.entry(entry.number, entry.at_ms, entry.observation, entry.events)
    assert order is not None
    whole = film(folder, replace(order, at_ms=ACT_MS), PICTURES)
    evidence.done([ClipDone(order.journal)])
    table.do(table.daemon.publishing.state)
    return entry.number, whole
