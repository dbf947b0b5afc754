"""``jantaku trial``: a hall to try, with Mosquitto and logins, the hall's page, and tables that play without end.

The tables are the daemon's own game without camera and machine, all in this process. On two shared cores, one simulated
table with a camera (``jantaku sim``) takes 570 MB, 16 s of processor time to start and a quarter of a core while it
plays. Four of these tables with broker, hall and page take 231 MB, 5 s to start and 0.08 of a core.
"""

import argparse
import asyncio
import fcntl
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from simulation.processes.logins import HALL, Logins, make_logins
from simulation.processes.mosquitto import BrokerMissingError, broker_command
from simulation.processes.ports import LOCALHOST, free_ports
from simulation.processes.supervisor import Program, ProgramFailedError, say
from simulation.trial.people import TrialPeople
from simulation.trial.table import TrialTable, options_of
from table_controller.daemon.clock import RealClock
from table_controller.web.build import DashboardNotBuiltError, ensure_built
from wording.command_line.numbers import above_zero, whole
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import is_host, sentence
from wording.terminal.spoken import spoken_by

EXPECTED: Final = (ConfigError, BrokerMissingError, DashboardNotBuiltError, ProgramFailedError, OSError)
"""Errors that are not faults of the program, so they are reported in one line."""
ROLES: Final[Mapping[str, str]] = {
    "judge": "referee",
    "viewer": "viewer",
    "technician": "technician",
    "organiser": "organiser",
    "scorer": "organiser",
    "house-judge": "referee",
    "hall": "hall",
    "tables": "table",
}
TOLD: Final = ("judge", "viewer", "technician", "organiser", "scorer")
TABLES: Final = 4
MOST_TABLES: Final = 16
PAGE_WITHIN_S: Final = 60.0
"""The real time within which the page must answer, even on a small machine."""
PAGE_PORT: Final = 8080
"""The port of a table's page, unless it is taken."""
PREFIX: Final = "jantaku-trial-"
LOCK: Final = "lock"
PEOPLE: Final = (
    ("Aoi", "Béla", "Chihiro", "Dan"),
    ("Emi", "Farid", "Gen", "Hana"),
    ("Ivo", "Jun", "Kaori", "Lena"),
    ("Mio", "Nils", "Oto", "Pia"),
)


def add_parser(subparsers: Any) -> None:
    """Add ``trial`` to the command line."""
    parser = subparsers.add_parser(
        "trial",
        description="Starts a Mosquitto with logins, the hall with its page, and tables at which built-in players play "
        "until Ctrl-C; now and then somebody commits a foul or calls the judge. Nothing is kept.",
    )
    parser.add_argument(
        "--tables",
        type=whole(most=MOST_TABLES),
        default=TABLES,
        metavar="N",
        help=f"how many (default: {TABLES})",
    )
    parser.add_argument(
        "--speed",
        type=above_zero(100),
        default=1.0,
        metavar="X",
        help="of the players, as a multiple of real time",
    )
    parser.add_argument(
        "--listen",
        type=_address,
        default=LOCALHOST,
        metavar="ADDRESS",
        help="where the page is served (default: this machine only); 0.0.0.0 for telephones in the same network, which "
        "get it unencrypted",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the hall until Ctrl-C; return 2 if that is impossible."""
    try:
        ensure_built()
        with _folder() as folder:
            clock = RealClock(options.speed)
            with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
                return runner.run(_Trial(options, folder, clock).live())
    except EXPECTED as error:
        print(f"jantaku trial: {sentence(error, spoken_by(options))}", file=sys.stderr)
        return ExitStatus.UNUSABLE


class _Trial:
    """One run, in the loop of the tables' clock."""

    def __init__(self, options: argparse.Namespace, folder: Path, clock: RealClock) -> None:
        self._options = options
        self._folder = folder
        self._clock = clock
        self._ended = asyncio.Event()
        self._failure: BaseException | None = None

    async def live(self) -> int:
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(ending, self._ended.set)
        mqtt, other = free_ports(2)
        http = PAGE_PORT if _is_free(self._options.listen, PAGE_PORT) else other
        logins = make_logins(self._folder, ROLES, tables=(), printed=TOLD)
        async with AsyncExitStack() as stack:
            self._start(stack, "broker", broker_command(self._folder, mqtt, logins.broker_lines))
            self._start(stack, "hall", self._hall(logins, mqtt, http))
            await self._play(stack, mqtt)
            address = f"http://{LOCALHOST}:{http}/"
            if await loop.run_in_executor(None, self._answers, address):
                self._tell(address, logins, mqtt)
                await self._ended.wait()
            if self._failure is None:
                say("Ending …")
        if self._failure is not None:
            raise self._failure
        return ExitStatus.DONE

    def _hall(self, logins: Logins, mqtt: int, http: int) -> list[str]:
        return [
            *(sys.executable, "-m", "jantaku.main", "hall"),
            *("--broker", f"{LOCALHOST}:{mqtt}", "--hall", HALL),
            *("--user", "hall", "--password-file", str(logins.folder / "hall.password")),
            *("--store", str(self._folder / "hall.sqlite")),
            *("--http", f"{self._options.listen}:{http}", "--logins", str(logins.folder / "roles.toml")),
        ]

    def _start(self, stack: AsyncExitStack, name: str, command: list[str]) -> None:
        program = Program(
            name, command, asyncio.get_running_loop(), self._failed, show=lambda line: "ended" in line
        )
        program.start()
        stack.push_async_callback(asyncio.get_running_loop().run_in_executor, None, program.stop)

    async def _play(self, stack: AsyncExitStack, mqtt: int) -> None:
        """Seat the people at all tables."""
        loop = asyncio.get_running_loop()
        settings = str(self._folder / "logins" / "table.toml")
        for number in range(1, self._options.tables + 1):
            words = options_of(
                self._folder / str(number),
                table=number,
                hall=HALL,
                mqtt=f"{LOCALHOST}:{mqtt}",
                config=settings,
            )
            table = TrialTable(words, self._clock, say=say, fail=self._failed)
            table.start()
            stack.push_async_callback(loop.run_in_executor, None, table.stop)
            people = TrialPeople(
                table, PEOPLE[number % len(PEOPLE)], number, "house-judge", fouled_first=number == 2, say=say
            )
            for work in (people.play(), people.judge()):
                task = loop.create_task(work)
                stack.push_async_callback(_cancelled, task)
                task.add_done_callback(self._broke)

    def _answers(self, address: str) -> bool:
        """Wait for the page; return False if the trial ends before it answers."""
        until_s = time.monotonic() + PAGE_WITHIN_S
        while not self._ended.is_set():
            with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own
                return True
            if time.monotonic() > until_s:
                raise ProgramFailedError(f"the page has not answered in {PAGE_WITHIN_S:.0f} s")
            time.sleep(0.1)
        return False

    def _tell(self, address: str, logins: Logins, mqtt: int) -> None:
        say(f"{self._options.tables} tables play. The page of the hall: {address}")
        if self._options.listen != LOCALHOST:
            say(
                "From another computer or a telephone: the same, with this computer's name in place of 127.0.0.1."
            )
        for line in logins.in_words():
            say(line)
        say(
            "Log in as judge and tap a card: the table opens. Early in the first hand somebody commits a foul at table 2;"
        )
        say(
            "its card then asks for you. A judge of the house takes it over if nobody does within two minutes."
        )
        say("What every button does: referee/dashboard/JUDGES.md")
        say(
            "For a tournament log in as organiser (docs/tables/tournament.md); scorer enters scores the second time."
        )
        say(
            "The tables' names in the hall are 1, 2, …; one that is set up for a session waits for the start signal."
        )
        say(f"Terminal: jantaku judge --broker {LOCALHOST}:{mqtt} --user judge")
        say("What the hall collects: "
            f"jantaku hall status --store {self._folder / 'hall.sqlite'}")  # fmt: skip
        say("Ctrl-C ends everything and leaves nothing behind.")

    def _broke(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    def _failed(self, error: BaseException) -> None:
        self._failure = self._failure or error
        self._ended.set()


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@contextmanager
def _folder() -> Iterator[Path]:
    """Make a folder for one run, and remove those of killed runs, which nobody has locked."""
    place = Path(tempfile.gettempdir())
    for left in place.glob(f"{PREFIX}*"):
        with suppress(OSError), (left / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        with (folder / LOCK).open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder


def _is_free(listen: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in listen else socket.AF_INET
    try:
        socket.create_server((listen, port), family=family).close()
    except OSError:
        return False
    return True


def _address(text: str) -> str:
    if not is_host(text):
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no address of a computer")
    return text
