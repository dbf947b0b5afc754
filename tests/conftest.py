"""Fixtures for the whole suite."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rulebooks, real records and photographs that stands beside the checkout, where there is one.

    A missing folder skips the test; with ``CI`` set and the folder there, nothing may be skipped.
    """
    folder = ROOT.parent / "shared"
    if not (folder / "records").is_dir():
        pytest.skip("no ../shared beside the checkout")
    return folder


def pytest_configure() -> None:
    """Programs that tests start can be interrupted, also where the suite runs in a shell's background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``JANTAKU_PROVE=short``, of each long proof only its first case, and none of the longest."""
    if os.environ.get("JANTAKU_PROVE") != "short":
        return
    kept, left, met = [], [], set()
    for item in items:
        marker = item.get_closest_marker("prove")
        name = item.nodeid.split("[")[0]
        if marker is not None and (name in met or not marker.kwargs.get("short", True)):
            left.append(item)
        else:
            kept.append(item)
            if marker is not None:
                met.add(name)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which the conformance suites were skipped although their data is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not (ROOT.parent / "shared" / "records").is_dir() or not os.environ.get("CI"):
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped:
        reporter.write_line("tests were skipped although everything they need must be here")
        session.exitstatus = 1
