"""Makes the pictures of the docs: a game on the simulated table, what the camera saw, and every screen of the judges' page.

Usage: python -m bench.pictures [RECORD] (a game of the built-in players without one)

One simulated game has a kuikae in its second hand, on which nobody rules. Hall, clock, players and stream show games of
the built-in players, replayed.
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize

from bench.page.browser import TABLET, chromium
from bench.stages.replayed_hall import HALL, ReplayedHall, broker, fouled, game, site
from hall.store.places import open_store
from hall.tournaments.books.books import BookStore
from hall.tournaments.web.serving.api import TournamentApi
from referee.game.events import HandEnded
from referee.onlookers.players import HandsPlayed, players_view
from referee.onlookers.stream import stream_view
from simulation.processes.ports import LOCALHOST
from table_controller.mqtt.logins import login_of
from table_controller.mqtt.topics import STATUS
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.build import ensure_built
from table_controller.web.doors.doors import Doors
from table_controller.web.doors.onlooker_door import OnlookerDoor
from table_controller.web.web import DashboardServer, ServedPage

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SCREENS = IMAGES / "page"
ENTRIES = 270
"""The number of entries into the hand at which the first pictures are taken: calls have been made, somebody is in
riichi."""
PATIENCE_S = 300
VIEW: Final[ViewportSize] = {"width": 1280, "height": 800}
TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}
WALL: Final[ViewportSize] = {"width": 1280, "height": 720}
SEED = "17"
"""The seed of a game whose first hand is won by tsumo and whose second has room for the foul."""
FOUL = "kuikae_same"
TABLES = 24
OVERHEAD_WIDTH = 1280
JPEG_QUALITY = 88
WEBP_QUALITY = 85
SETTLES_MS = 2000


def main() -> int:
    """Play a game and take all pictures."""
    SCREENS.mkdir(exist_ok=True)
    game_played = ["--record", sys.argv[1]] if len(sys.argv) > 1 else ["--seed", SEED]
    with chromium() as browser:
        with tempfile.TemporaryDirectory() as folder, simulation(Path(folder), game_played) as sim:
            of_one_table(browser, sim)
        of_a_hall(browser)
        of_a_tournament(browser)
        of_onlookers(browser)
    return 0


class Simulated:
    """A simulated table under way.

    Attributes:
        state: its folder; ``frames``: the camera's pictures.
    """

    def __init__(self, folder: Path, log: Path, process: subprocess.Popen[bytes]) -> None:
        self.state, self.frames = folder / "state", folder / "frames"
        self._log = log
        self._process = process
        self.address = self.says(r"Dashboard: (http://[0-9.:]+/)")
        self.password = self.says(r"Login: judge \(referee\), password (\S+)")

    def says(self, pattern: str) -> str:
        """Wait until the simulation has printed a pattern, and return the text of its first group."""
        deadline = time.monotonic() + PATIENCE_S
        while (found := re.search(pattern, self._log.read_text(encoding="utf-8"))) is None:
            self.goes_on(deadline)
            time.sleep(0.05)
        return found.group(1)

    def goes_on(self, deadline: float) -> None:
        """Give up if the game has ended, or has not got far enough by a certain time."""
        if time.monotonic() > deadline or self._process.poll() is not None:
            raise SystemExit(f"the game did not get so far:\n{self._log.read_text(encoding='utf-8')}")


@contextmanager
def simulation(folder: Path, game_played: list[str]) -> Iterator[Simulated]:
    frames, log = folder / "frames", folder / "log"
    frames.mkdir()
    command = [sys.executable, "-m", "jantaku.main", "sim", *game_played, "--hands", "2"]
    options = ["--speed", "max", "--logins", "--judge", "none", "--disturb", FOUL]
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*command, *options, "--state", str(folder / "state"), "--save-frames", str(frames)], stdout=file
        )
    try:
        yield Simulated(folder, log, process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def shoot(page: Page, name: str) -> None:
    """Save a picture of the page."""
    page.wait_for_timeout(SETTLES_MS)
    shown = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    file = SCREENS / f"{name}.webp"
    if not cv2.imwrite(str(file), shown, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY]):
        raise OSError(f"{file} cannot be written")


def of_one_table(browser: Browser, sim: Simulated) -> None:
    """The pictures of the README once the game is well under way, then all screens at the finding."""
    page = browser.new_page(viewport=TELEPHONE, locale="en-GB", color_scheme="dark")
    page.goto(sim.address)
    page.locator("#login-name").fill("judge")
    shoot(page, "login")
    page.locator("#login-password").fill(sim.password)
    page.locator("#login-page button").click()
    page.set_viewport_size(VIEW)
    latency, deadline = sim.state / "latency.jsonl", time.monotonic() + PATIENCE_S
    while not latency.exists() or latency.read_bytes().count(b"\n") < ENTRIES:
        sim.goes_on(deadline)
        page.wait_for_timeout(50)
    page.screenshot(path=str(IMAGES / "dashboard.png"))
    keep_overhead(sorted(sim.frames.glob("*.jpg"))[-2])
    sim.says("(The table stays as it is)")
    page.set_viewport_size(TABLET)
    page.reload()
    page.locator("#journal-lines [data-entry]").first.wait_for()
    shoot(page, "table")
    page.locator("#findings button").first.click()
    page.locator(".ruling .would").first.wait_for()
    shoot(page, "finding")
    closes(page)
    page.locator("[data-group=player]").click()
    shoot(page, "orders")
    closes(page)
    page.locator("[data-group=score]").click()
    page.locator("#sheet [data-show=hands]").click()
    page.locator(".hand-card").last.scroll_into_view_if_needed()
    shoot(page, "result")
    closes(page)
    page.locator("[data-group=score]").click()
    page.locator("[data-command=begin_hanchan]").click()
    page.locator("#begin-ruleset").select_option("wrc-2015")
    page.get_by_text("The rules in words").click()
    page.locator("#begin-ruleset").scroll_into_view_if_needed()
    shoot(page, "begin")
    closes(page)
    page.goto(f"{sim.address}#machine&hall={HALL}&table=sim")
    page.locator(".phase.here").wait_for()
    shoot(page, "machine")
    page.close()


def closes(page: Page) -> None:
    page.locator(".sheet-head button").last.click()


def keep_overhead(file: Path) -> None:
    frame = cv2.imread(str(file))
    assert frame is not None, file
    height = round(frame.shape[0] * OVERHEAD_WIDTH / frame.shape[1])
    small = cv2.resize(frame, (OVERHEAD_WIDTH, height), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(IMAGES / "overhead.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def of_a_hall(browser: Browser) -> None:
    """The hall with a judge called, a finding and a lost table; the clock on a wall screen."""
    with ExitStack() as stack:
        port = stack.enter_context(broker())
        hall = stack.enter_context(ReplayedHall(port, TABLES))
        address = stack.enter_context(site(port))
        called, found, lost = hall.tables[5], hall.tables[11], hall.tables[17]
        waits = {"reason": "judge_called", "seat": 2, "since_wall_ms": int(time.time() * 1000) - 40_000}
        called.next_card(stopped=waits)
        found.show_card(fouled(found.positions[found.place]))
        lost.publish(STATUS, {"status": "lost", "text": "the table does not answer"})
        page = browser.new_page(viewport=TABLET, locale="en-GB", color_scheme="dark")
        page.goto(f"{address}#tables")
        page.locator(".hall-card").first.wait_for()
        for table in hall.tables:
            table.show_state(table.positions[table.place], table.place + 1)
        shoot(page, "hall")
        page.set_viewport_size(WALL)
        page.goto(f"{address}#clock")
        shoot(page, "clock")
        page.close()


def of_a_tournament(browser: Browser) -> None:
    """A session in which one table is signed, one is entered differently, and one only once."""
    names = [
        f"{first} {last}"
        for last in ("Abe", "Baum", "Costa", "Dumas")
        for first in ("Ada", "Bo", "Cai", "Dan")
    ]
    right, wrong = [45000, 35000, 25000, 15000], [45000, 35000, 15000, 25000]
    with broker() as port, tempfile.TemporaryDirectory() as folder:
        server = DashboardServer(
            0,
            ServedPage(
                broker=BrokerDoor(LOCALHOST, port),
                hall=HALL,
                table=None,
                folder=ensure_built(),
                login=lambda name: login_of(name, "organiser", (), ()),
            ),
            beside=partial(TournamentApi, lambda: BookStore(open_store(f"{folder}/hall.sqlite"))),
        )
        address = f"http://{LOCALHOST}:{server.port}/"
        known = 0

        def enter(page: Page, path: str, body: dict[str, Any]) -> None:
            nonlocal known
            answer = page.request.post(f"{address}api/tournaments{path}?known={known}", data=body)
            known = answer.json()["number"]

        try:
            pages = []
            for name in ("anna", "bob"):
                page = browser.new_page(viewport=TABLET, locale="en-GB", color_scheme="dark")
                page.request.post(f"{address}login", data={"name": name, "password": ""})
                pages.append(page)
            anna, bob = pages
            enter(anna, "", {"id": "spring", "title": "Spring Cup", "ruleset": "wrc-2015"})
            enter(anna, "/spring/players", {"players": [{"name": each} for each in names]})
            enter(anna, "/spring/seats/draw", {"sessions": 4, "seed": 7})
            enter(anna, "/spring/sessions/1/begin", {})
            for table, entered in enumerate(([right, right], [right, wrong], [right], []), 1):
                for page, scores in zip(pages, entered, strict=False):
                    enter(page, f"/spring/sessions/1/tables/{table}/scores", {"scores": scores})
            enter(bob, "/spring/sessions/1/tables/1/signature", {})
            anna.goto(f"{address}tournaments.html#spring/session-1")
            anna.locator("[data-table='4']").wait_for()
            shoot(anna, "tournament")
        finally:
            server.close()


def of_onlookers(browser: Browser) -> None:
    """Take pictures of the players' view on a telephone in the middle of a game, and of a stream's view of a finished
    hand."""
    door = OnlookerDoor(b"for pictures")
    positions = game(int(SEED))
    middle = next(each for each in positions if each.state.hands >= 5 and len(each.state.seats[0].pond) > 8)
    hands = HandsPlayed(each.events for each in positions[: middle.number]).hands
    shown = players_view(middle.state, hands, number=middle.number, at_ms=middle.at_ms, table="1")
    door.show_players(json.dumps(shown).encode(), 1)
    over = next(
        each
        for each in positions[middle.number :]
        if any(isinstance(event, HandEnded) and event.wins for event in each.events)
    )
    door.show_stream(
        json.dumps(stream_view(over.state, number=over.number, at_ms=over.at_ms, table="1")).encode()
    )
    with broker() as port:
        server = DashboardServer(
            0,
            ServedPage(broker=BrokerDoor(LOCALHOST, port), hall=HALL, table="1", folder=ensure_built()),
            doors=Doors(onlookers=door),
        )
        address, links = f"http://{LOCALHOST}:{server.port}/", door.links()
        try:
            page = browser.new_page(viewport=TELEPHONE, locale="en-GB", color_scheme="dark")
            page.goto(f"{address}players.html#{links.players}")
            page.locator(".standings li").first.wait_for()
            page.locator("[data-mine='2']").click()
            shoot(page, "players")
            page.close()
            page = browser.new_page(viewport=WALL, locale="en-GB", color_scheme="dark")
            page.goto(f"{address}stream.html#{links.stream}")
            page.locator(".panel").first.wait_for()
            page.evaluate("document.documentElement.style.background = '#56707c'")  # where the video would be
            shoot(page, "stream")
            page.close()
        finally:
            server.close()


if __name__ == "__main__":
    sys.exit(main())
