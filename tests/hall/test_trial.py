"""A hall to try, started the way anybody would: its page in a real browser, and nothing left over when it ends."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.page.browser import TABLET
from hall.store.places import open_store
from jantaku.main import main
from simulation.trial.command import LOCK, PREFIX, _folder
from tests.browser_stage import new_page
from tests.conftest import ROOT
from tests.firmware_bridge.orphans_stage import ended
from tests.table_controller.broker_stage import until
from tests.table_controller.page.page_screens_stage import CUT_OFF

pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
STARTS_WITHIN_S = 60.0
ENDS_WITHIN_S = 30.0
PLAYS_WITHIN_S = 60.0
PATIENCE_S = 3.0
"""Four times as long as people take to begin their next hand at this speed."""


class Trial:
    """``jantaku trial`` with two tables, as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "said"
        self.folder = folder / "tmp"
        self.folder.mkdir()
        words = ["trial", "--tables", "2", "--speed", "8"]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jantaku.main", *words],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env={**os.environ, "TMPDIR": str(self.folder)},
                process_group=0,
            )
        until(lambda: "Ctrl-C" in self.output(), "it plays", STARTS_WITHIN_S)
        self.address = self._found(r"(http://[0-9.:]+/)")
        self.password = self.password_of("judge")

    def password_of(self, name: str) -> str:
        """Return the password of a login, as the trial prints it."""
        return self._found(rf"{name} \(\S+\), password (\S+)")

    def output(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.output())
        assert found is not None, self.output()
        return found.group(1)

    def programs(self, *words: str) -> set[int]:
        """The processes started by it whose command line has all these words."""
        found = set()
        for each in Path("/proc").glob("[0-9]*"):
            try:
                command_line = (each / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if all(word in command_line for word in (str(self.folder), *words)):
                found.add(int(each.name))
        return found

    def end(self) -> int:
        """Ctrl-C."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(ENDS_WITHIN_S)


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    running = Trial(tmp_path)
    yield running
    if running.process.poll() is None:
        running.process.terminate()
        running.process.wait(ENDS_WITHIN_S)


def logged_in(browser: Browser, trial: Trial) -> Page:
    page = new_page(browser, trial.address, viewport={"width": 390, "height": 844}, locale="en-GB")
    page.goto(trial.address)
    page.locator("#login-name").fill("judge")
    page.locator("#login-password").fill("guess")
    page.locator("#login-page button").click()
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    assert page.locator(".hall-card").count() == 0
    page.locator("#login-password").fill(trial.password)
    page.locator("#login-page button").click()
    return page


ENTERS = """async ([path, body, known]) => {
    const answer = await fetch(`/api/tournaments${path}?known=${known}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
    });
    return [answer.status, await answer.json()];
}"""


class Organiser:
    """Enters into the tournament of a page that is logged in."""

    def __init__(self, page: Page, known: int) -> None:
        self._page = page
        self._known = known

    def enters(self, path: str, body: Any) -> list[tuple[str, bool]]:
        """Return the tables that got the command, and whether they carried it out."""
        status, answer = self._page.evaluate(ENTERS, [f"/trial{path}", body, self._known])
        assert status == 201, answer
        self._known = answer["number"]
        return [(each["hall_table"], each["done"]) for each in answer["told"]]


def happened(trial: Trial, table: str) -> list[str]:
    """Return the types of the observations that the hall has collected of the newest hanchan of a table."""
    (place,) = trial.folder.glob("*/hall.sqlite")
    store = open_store(str(place))
    try:
        (branch,) = store.branches(table)
        seen = [json.loads(text)["observation"]["type"] for _, text in store.texts(branch, 0)]
    finally:
        store.close()
    return seen[len(seen) - 1 - seen[::-1].index("HanchanBegun") :]


def has_happened(trial: Trial, table: str, what: str) -> bool:
    return what in happened(trial, table)


def test_an_organiser_tries_a_tournament(browser: Browser, trial: Trial) -> None:
    """Both tables are set up in the middle of a hand, await the signal, and play from then on."""
    page = new_page(browser, trial.address, viewport=TABLET, locale="en-GB")
    page.goto(trial.address)
    page.locator("#login-name").fill("organiser")
    page.locator("#login-password").fill(trial.password_of("organiser"))
    page.locator("#login-page button").click()
    page.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_text("There is no tournament yet.")).to_be_visible()
    page.get_by_text("Open a tournament").first.click()
    page.get_by_label("Id").fill("trial")
    page.get_by_label("Title").fill("A trial")
    page.get_by_label("Rules").select_option("wrc-2015")
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_role("heading", name="A trial")).to_be_visible()

    organiser, both = Organiser(page, 1), [("1", True), ("2", True)]
    organiser.enters("/players", {"players": [{"name": name, "id": name} for name in "ABCDEFGH"]})
    organiser.enters("/seats", {"session": 1, "tables": [list("ABCD"), list("EFGH")]})
    for table in (1, 2):
        organiser.enters("/tables", {"table": table, "hall_table": str(table)})
    for name in "12":
        until(partial(has_happened, trial, name, "TileDiscarded"), "a hand is played", PLAYS_WITHIN_S)
    assert organiser.enters("/sessions/1/tables", {"force": True}) == both
    time.sleep(PATIENCE_S)
    assert [happened(trial, name) for name in "12"] == [["HanchanBegun"]] * 2
    assert organiser.enters("/sessions/1/begin", {}) == both
    for name in "12":
        until(partial(has_happened, trial, name, "TileDiscarded"), "the session is played", PLAYS_WITHIN_S)
        assert happened(trial, name)[:2] == ["HanchanBegun", "SignalGiven"]
    page.close()


def test_a_judge_tries_the_hall(browser: Browser, trial: Trial) -> None:
    with urllib.request.urlopen(f"{trial.address}settings.json", timeout=20) as answer:
        assert json.load(answer) == {"mqtt": "/mqtt", "hall": "home", "login": None, "viewers": False}
    for path in ("players/events", "links.json", "clips/000001-1-00000000000000000000000000000000.avi"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{trial.address}{path}", timeout=20)

    page = logged_in(browser, trial)
    expect(page.get_by_text("2 tables")).to_be_visible()
    expect(page.locator(".hall-card")).to_have_count(2)
    expect(page.locator("[data-key='home/1']")).to_contain_text("East 1")
    assert page.evaluate(CUT_OFF) == []

    page.locator("[data-key='home/1'] a").click()
    expect(page.locator("#table-name")).to_have_text("1")
    drawn = page.locator("#felt .tile-on-felt, #felt use").count
    before = drawn()
    page.wait_for_function("before => document.querySelectorAll('#felt use').length !== before", arg=before)
    page.locator("#links").click()
    expect(page.locator("#sheet")).to_contain_text("The own page of table 1 has its codes")
    page.locator(".sheet-head button").last.click()

    # The page is killed: it comes back at the same address, and collecting has not stopped.
    pages = trial.programs("hall page")
    (served,) = pages
    hall = trial.programs("hall.sqlite") - pages
    os.kill(served, signal.SIGKILL)
    expect(page.locator("#login-page h2")).to_have_text("Log in to hall home", timeout=40_000)
    assert hall <= trial.programs("hall.sqlite") - trial.programs("hall page")
    page.locator("#login-name").fill("judge")
    page.locator("#login-password").fill(trial.password)
    page.locator("#login-page button").click()
    expect(page.locator("#status")).to_contain_text("Ready")
    page.close()

    left = trial.programs()
    assert len(left) >= 3
    assert trial.end() == 0
    assert [pid for pid in left if not ended(pid, ENDS_WITHIN_S)] == []
    assert list(trial.folder.iterdir()) == []


@pytest.mark.prove
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv on this machine")
def test_nothing_runs_on_when_the_trial_is_killed(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    left = trial.programs()
    assert len(left) >= 3
    trial.process.kill()
    trial.process.wait()
    assert [pid for pid in left if not ended(pid, ENDS_WITHIN_S)] == []


def test_the_next_trial_removes_what_a_killed_one_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed = tmp_path / f"{PREFIX}killed"
    killed.mkdir()
    (killed / LOCK).touch()
    foreign = tmp_path / f"{PREFIX}foreign"
    foreign.mkdir()
    with _folder() as first, _folder() as second:
        assert sorted(each.name for each in tmp_path.iterdir()) == sorted(
            [foreign.name, first.name, second.name]
        )
    assert list(tmp_path.iterdir()) == [foreign]


@pytest.mark.parametrize("words", [["--tables", "0"], ["--tables", "17"], ["--speed", "0"], ["--speed", "x"]])
def test_a_trial_of_nothing_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["trial", *words])
    assert "is not a" in capsys.readouterr().err
