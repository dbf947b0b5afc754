"""A hall for the judge's terminal: a real Mosquitto with the product's access list, and the real daemon without hardware."""

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from config.log_line import unsaid
from referee.game import observations
from referee.game.events import FoulFound
from referee.journal.journal import Journal
from referee.tiles import UNKNOWN, parse_tile
from table_controller.broker.broker import Broker
from table_controller.broker.requests import CommandRequest, Reply
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.service.access_list import access_list, password_file
from table_controller.commands.service.service import Commands
from table_controller.daemon.clock import RealClock
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.listeners.game_alerts import GameAlerts
from table_controller.daemon.listeners.onlookers import Onlookers
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.health.evidence import Evidence
from table_controller.health.health import TableHealth
from table_controller.journal.inputs import GameInputs
from table_controller.mqtt.address import Address
from table_controller.mqtt.logins import Account, LoginsFile, hashed, login_of, written
from table_controller.mqtt.roles import Role
from table_controller.sensing.sensing import Sensing
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.settings.senses import SENSES
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.onlooker_door import OnlookerDoor
from tests.table_controller.broker_stage import MOSQUITTO, PATIENCE_S, BrokerProcess, free_port, until
from tests.table_controller.command_stage import FakeMachine, FakeUnit
from tests.table_controller.seen_table import RULES
from tests.table_controller.silent import raised

__all__ = ["MOSQUITTO", "PATIENCE_S", "free_port", "until"]

ROOT = Path(__file__).resolve().parents[3]
USERS = ("player", "stream", "viewer", "referee", "head-referee", "technician", "table")
HAND = (UNKNOWN,) * 13
NAMES = ("Ada", "Béla", "Chihiro", "Dan")


def password(user: str) -> str:
    return f"{user}'s word"


@cache
def hash_of(user: str) -> str:
    """Return the hash of a user's password, made once: it is slow to make by design."""
    return hashed(password(user))


class Mosquitto(BrokerProcess):
    """The broker of a hall, with the files of `jantaku logins write` and a password for each role."""

    def __init__(self, folder: Path, extra: str = "", others: Mapping[str, Role] | None = None) -> None:
        super().__init__(folder)
        acl, passwords = folder / "acl", folder / "passwords"
        roles: dict[str, Any] = dict(zip(USERS, USERS, strict=True)) | dict(others or {})
        accounts = {
            user: Account(login_of(user, role, (), ()), hash_of(user)) for user, role in roles.items()
        }
        acl.write_text(access_list(accounts))
        passwords.write_text(password_file(accounts))
        self.roles = folder / "roles.toml"
        self.roles.write_text(written(accounts, passwords=False))
        self.config.write_text(
            f"per_listener_settings false\nallow_anonymous false\npassword_file {passwords}\nacl_file {acl}\n"
            f"user root\nlistener {self.port} 127.0.0.1\n{extra}"
        )


@dataclass
class FakeSettings:
    mqtt: Address
    ruleset: Any = RULES
    names: tuple[str, str, str, str] = NAMES
    senses: tuple[str, ...] = SENSES
    own_gong: bool = False
    language: str = "en"
    logins: Path | None = None
    state: Path = Path("nothing")
    http_port: int = 0
    http_listen: str = "127.0.0.1"
    http_tls: None = None


class TableDaemon(TableGame):
    """A real daemon's game with its broker, but without unit, camera and motions."""

    def __init__(
        self,
        address: Address,
        journal: Journal,
        logins: Path | None = None,
        choice: OnlookerChoice | None = None,
    ) -> None:
        self.onlooker_door = OnlookerDoor(b"a key that no test guesses")
        self.clock, self.machine = RealClock(), FakeMachine()
        settings: Any = FakeSettings(address, logins=logins)
        current = CurrentGame(settings, journal, GameInputs(self.clock.now_ms), journal.load())
        self.broker = Broker(address, journal, command=self._command, say=unsaid)
        self.health = TableHealth(self.broker, now_ms=current.now_ms, say=unsaid)
        super().__init__(current, Sensing(), self.health, fail=raised)
        self.onlookers = Onlookers(
            journal,
            choice or OnlookerChoice(),
            address.table,
            now_ms=current.now_ms,
            send=self.broker.show,
            door=self.onlooker_door,
            say=unsaid,
        )
        self.timed.append(self.onlookers.go_on)
        self.clips = ClipDoor(Path("nothing"))
        machine, unit = cast("Any", self.machine), cast("Any", FakeUnit())
        self.table = CommandedTable(self, self.health, machine, unit, clips=self.clips)
        self.film(None)
        self.heard: list[CommandRequest] = []
        self.deaf = False

    def film(self, evidence: Evidence | None) -> None:
        """Keep clips as evidence from now on."""
        clip_of = (lambda _: "") if evidence is None else evidence.clip_of
        self.publishing = Publishing(self.current, self.broker, clip_of=clip_of)
        self.listeners = [
            self.publishing.entry,
            *([] if evidence is None else [evidence.film]),
            self.onlookers.journalled,
            self.publishing.changes,
            GameAlerts(self.health).follow,
        ]
        self.table.evidence = evidence

    async def serve(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        logins = self.settings.logins
        self.commands = Commands(self.table, LoginsFile(logins, unsaid) if logins else None)
        self.onlookers.resume_from_journal(self.state, self.current.last_ms)
        self.broker.status("ready")
        self.publishing.state()
        self.broker.start()
        ready.set()
        await self._stop.wait()
        self.broker.stop()

    def _command(self, request: CommandRequest, reply: Reply) -> None:
        self.heard.append(request)
        if not self.deaf:
            self.commands.heard(request, reply)


class Table:
    """A table with its daemon in a thread of its own."""

    def __init__(
        self,
        port: int,
        folder: Path,
        name: str = "7",
        logins: Path | None = None,
        choice: OnlookerChoice | None = None,
    ) -> None:
        address = Address("127.0.0.1", port, "home", name, "table", password("table"))
        self.daemon = TableDaemon(address, Journal(folder / f"journal-{name}.sqlite"), logins, choice)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        # In its clock's own loop, as in the daemon: in any other loop every waiting timer would be due at once, for
        # ever.
        with asyncio.Runner(loop_factory=self.daemon.clock.new_event_loop) as runner:
            runner.run(self.daemon.serve(self._ready))

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        until(
            lambda: self.daemon.broker._was_connected and not self.daemon.broker._retained.unsent, "connected"
        )

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.daemon._loop.call_soon_threadsafe(self.daemon._stop.set)
        self._thread.join(PATIENCE_S)
        self.daemon.journal.close()

    @property
    def state(self) -> Any:
        assert self.daemon.state is not None
        return self.daemon.state

    @property
    def rulings(self) -> list[tuple[str, int | None, int | None, str, str]]:
        return [(each.ruling, each.seat, each.finding, each.judge, each.text) for each in self.state.rulings]

    @property
    def machine(self) -> FakeMachine:
        return self.daemon.machine

    @property
    def commands(self) -> list[str]:
        return [request.name for request in self.daemon.heard]

    def do(self, call: Callable[[], Any]) -> Any:
        """Do something in the daemon's loop."""

        async def work() -> Any:
            return call()

        done = asyncio.run_coroutine_threadsafe(work(), self.daemon._loop).result(PATIENCE_S)
        until(lambda: self.daemon.broker.sent == self.daemon.journal.number, "all is sent")
        return done

    def begin(self, overrides: dict[str, Any] | None = None) -> None:
        rules = RULES.with_overrides({"flow.time_limit_minutes": 90, **(overrides or {})})
        self.do(lambda: self.daemon.begin_hanchan(ruleset=rules.to_mapping(), senses=SENSES))

    def happens(self, *seen: observations.Observation) -> None:
        self.do(lambda: [self.daemon.person_observes(each, "test") for each in seen])

    def deal(self) -> None:
        """Deal a hand, of a hanchan that begins with it where none has begun."""
        if self.daemon.state is None:
            self.begin()
        self.happens(observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))

    def discard(self, seat: int, tile: str, *, drawn: bool = True) -> None:
        if drawn:
            self.happens(observations.TileDrawn(seat=seat, tile=UNKNOWN))
        self.happens(observations.TileDiscarded(seat=seat, tile=parse_tile(tile)))

    def foul(self, seat: int = 1) -> FoulFound:
        """Discard out of turn; return the finding."""
        self.happens(observations.TileDiscarded(seat=seat, tile=parse_tile("9s")))
        return cast("FoulFound", self.state.findings[-1])


class Judge:
    """``jantaku judge`` as a process of its own."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self._folder = folder

    def arguments(self, *words: str, user: str | None = "referee", table: str | None = "7") -> list[str]:
        login: list[str] = []
        if user is not None:
            file = self._folder / f"password-{user}"
            file.write_text(f"{password(user)}\n")
            login = ["--user", user, "--password-file", str(file)]
        where = [] if table is None else ["--table", table]
        command = [
            sys.executable,
            "-m",
            "jantaku.main",
            "judge",
            "--broker",
            f"127.0.0.1:{self.port}",
        ]
        return [*command, *login, *where, *words]

    def says(self, *words: str, **where: Any) -> tuple[int, str]:
        """Give an order from a script; return its exit status and output."""
        done = subprocess.run(
            self.arguments(*words, **where),
            cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
