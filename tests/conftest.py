"""Fixtures for the whole suite."""

import contextlib
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser_stage import browser, driven
from wording.terminal.interrupts import ENDS, remember

__all__ = ["browser", "driven"]

# Speed is measured in bench/, so an example that waits for a core does not fail.
settings.register_profile("jantaku", deadline=None)
settings.load_profile("jantaku")

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
REAL_PROCESSES = tuple(
    TESTS / name
    for name in (
        "firmware_bridge",
        "referee/test_journal.py",
        "table_controller/dashboard",
        "hall",
        "table_controller/page",
        "simulation",
        "table_controller/test_broker.py",
        "table_controller/test_daemon.py",
        "table_controller/test_deployment.py",
        "table_controller/test_firmware_commands.py",
        "table_controller/test_killed.py",
        "table_controller/test_missing_parts.py",
        "test_install_page.py",
        "test_maker_page.py",
        "test_site.py",
        "vision/test_camera.py",
        "vision/test_evidence.py",
        "vision/test_process.py",
    )
)
"""Tests that talk to brokers, browsers, databases, terminals and units in processes of their own."""
SHORT = ("tests/referee/", "tests/wording/")
"""These folders hold thousands of tests, nearly all of them shorter than a second."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rulebooks, real records and photographs that stands beside the checkout, where there is one.

    A missing folder skips the test; with ``CI`` set and the folder there, nothing may be skipped.
    """
    folder = ROOT.parent / "shared"
    if not (folder / "records").is_dir():
        pytest.skip("no ../shared beside the checkout")
    return folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: that of a socket must fit into 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix="unit-"))
    yield path
    shutil.rmtree(path)


@contextlib.contextmanager
def signals_put_back() -> Iterator[list[int]]:
    """Restore the signals that a daemon in this process goes on ignoring after its end. Yields those that arrived."""
    before = {number: signal.getsignal(number) for number in ENDS}
    try:
        yield remember()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.fixture(autouse=True)
def signals_are_heard_afterwards() -> Iterator[None]:
    """No test leaves a signal ignored: every program that a later test starts would ignore it too, and never end."""
    before = {number: signal.getsignal(number) for number in ENDS}
    yield
    after = {number: signal.getsignal(number) for number in ENDS}
    for number, handler in before.items():
        signal.signal(number, handler)
    assert after == before, "put what runs a daemon in this process into signals_put_back()"


@pytest.fixture(autouse=True)
def own_garbage(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that may leave a socket to the garbage collector has it collected, so that no later test is blamed for it."""
    yield
    if request.node.get_closest_marker("filterwarnings") is not None:
        gc.collect()


def pytest_configure() -> None:
    """Let programs that tests start be interrupted, even if the suite runs in a shell's background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect garbage only among what tests make, since modules and ten thousand cases stay until the end.

    Searching them too took a third of each worker's collection, and then a quarter of the time of the referee's tests.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(20_000)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests that may be run again, the proofs that are run, and their order.

    Where real processes share few cores, the operating system may give one of them no time for seconds. Such a test is
    run once more before it fails, and the summary says which tests needed it and why. All others have one try, laws and
    fuzzing too: a fault that they meet once is real.

    Of the cases of a test that is marked ``sampled(n)``, n are tests and the others proofs.

    With ``JANTAKU_PROVE=short``, of each long proof only its first case is run, and none of the longest; with ``all``
    also the cases that `make prove` leaves out, marked ``usual=False``; tests named on the command line are run in any
    case. Proofs with the longest limits come first, so that no core waits for another at the end.
    """
    for item in items:
        law = getattr(getattr(item, "obj", None), "is_hypothesis_test", False) or "fuzz" in item.path.name
        if not law and _starts_processes(item.path):
            item.add_marker(pytest.mark.flaky(reruns=1))
    _mark_cases_beyond_the_sample(items)
    extent = os.environ.get("JANTAKU_PROVE", "")
    kept, left, met = [], [], set()
    for item in items:
        markers = list(item.iter_markers("prove"))
        name = item.nodeid.split("[")[0]
        never_short = any(not marker.kwargs.get("short", True) for marker in markers)
        unusual = any(not marker.kwargs.get("usual", True) for marker in markers)
        asked_for = item.nodeid in config.args
        shorter = extent == "short" and markers and (name in met or never_short)
        if not asked_for and (shorter or (unusual and extent != "all")):
            left.append(item)
        else:
            kept.append(item)
            if markers:
                met.add(name)
    config.hook.pytest_deselected(items=left)
    items[:] = kept if extent == "short" else sorted(kept, key=_longest_first)


@cache
def _starts_processes(path: Path) -> bool:
    """Ask once for each file: asking for each of its thousands of cases would cost every worker seconds."""
    return any(path.is_relative_to(place) for place in (*REAL_PROCESSES, ROOT / "examples"))


def _mark_cases_beyond_the_sample(items: list[pytest.Item]) -> None:
    """Spread the cases that are kept evenly, so that each of several parameters varies."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("prove"):
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
    for of_one in cases.values():
        marker = of_one[0].get_closest_marker("sampled")
        assert marker is not None
        wanted = marker.args[0]
        kept = {index * (len(of_one) - 1) // max(1, wanted - 1) for index in range(wanted)}
        for index, item in enumerate(of_one):
            if index not in kept:
                item.add_marker(pytest.mark.prove(short=False))


def _longest_first(item: pytest.Item) -> float:
    """Sort proofs by the time that their own mark allows; all others stay in place."""
    limit = item.get_closest_marker("timeout")
    return -float(limit.args[0]) if limit is not None and item.get_closest_marker("prove") else 0.0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave short tests for the end where workers steal work: one that waits for the last tests waits less.

    Each worker is given an equal part of the list at first, so each part ends with some of them.
    """
    given = getattr(session.config, "workerinput", {})
    if "worksteal" not in given.get("mainargv", ()):
        return
    long: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in session.items:
        (short if item.nodeid.startswith(SHORT) else long).append(item)
    count = given["workercount"]
    session.items[:] = [
        item
        for number in range(count)
        for each in (long, short)
        for item in each[len(each) * number // count : len(each) * (number + 1) // count]
    ]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which the conformance suites were skipped although their data is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not (ROOT.parent / "shared" / "records").is_dir() or not os.environ.get("CI"):
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped:
        reporter.write_line("tests were skipped although everything they need must be here")
        session.exitstatus = 1
