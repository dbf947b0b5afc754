"""``jantaku swarm``: many light tables, to load a hall. Each has a journal on disk and a connection to the broker.

A light table has no unit, camera or referee. It journals games that the built-in players have played beforehand, and
answers the hall. Both are made by the daemon's own code.
"""

import argparse
import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from config import ConfigError, read_password, read_ruleset
from config.log_line import TROUBLE, unsaid
from referee.journal.journal import Journal
from referee.texts.findings import Plain
from simulation.people.bots import Entry, play_game
from table_controller.broker.broker import Broker
from table_controller.broker.delays import Origin
from table_controller.broker.requests import CommandRequest, Reply
from table_controller.commands.catalogue.records import Entries
from table_controller.commands.declaration import parse
from table_controller.commands.refused import CommandRefusedError
from table_controller.journal.place import JOURNAL
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import is_level
from table_controller.mqtt.messages import refusing
from wording.command_line.numbers import above_zero, whole
from wording.terminal.exit_status import ExitStatus
from wording.terminal.jobs import allow_open_files
from wording.terminal.log import say
from wording.terminal.outside import is_host

GAMES: Final = 4
"""The number of different games that the tables play, over and over."""
MOST_SWARMING: Final = 5000
PATIENCE_S: Final = 60.0
"""The longest wait for a broker that takes nothing."""
PROGRESS_LOOK_S: Final = 0.1


class LightTable:
    """A table that journals a finished game.

    Args:
        address: its place at the broker.
        folder: of its journal, which it continues.
        game: the game to journal, again and again.
        latency: file that gets a line for each entry that the broker acknowledges, or None.
    """

    def __init__(
        self, address: Address, folder: Path, game: Sequence[Entry], latency: Path | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name = address.table
        self.journal = Journal(folder / JOURNAL)
        self._game = game
        self._broker = Broker(address, self.journal, command=self._command, say=unsaid, latency=latency)
        self._broker.status("ready")

    def start(self) -> None:
        """Connect to the broker, and try again whenever that fails."""
        self._broker.start()

    def play(self, count: int = 1) -> None:
        """Journal the next ``count`` entries and send them."""
        for _ in range(count):
            observation, events = self._game[self.journal.number % len(self._game)]
            entry = self.journal.append(observation, events)
            origin = Origin(type(observation).__name__, observation.at_ms, None, time.monotonic())
            self._broker.entry(entry, (Plain.words(""),), origin)

    @property
    def sent(self) -> int:
        """Return the number of the newest entry that the broker has."""
        return self._broker.sent

    def stop(self) -> None:
        """Send the rest and disconnect."""
        self._broker.stop()
        self.journal.close()

    def _command(self, request: CommandRequest, reply: Reply) -> None:
        if request.name != "entries":
            reply({"ok": False, "error": "a light table only sends its entries"})
            return
        try:
            asked = parse(Entries, request.arguments)
        except CommandRefusedError as refused:
            reply(refusing(refused.why, "en"))
            return
        assert isinstance(asked, Entries)
        reply({"ok": True, **asked.texts_of(self.journal)})


def games(count: int = GAMES, hands: int | None = None) -> list[list[Entry]]:
    """Let the built-in players play games."""
    return [play_game(read_ruleset("tenhou"), seed, hands) for seed in range(1, count + 1)]


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``swarm`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "swarm",
        description="Runs light tables that journal games of the built-in players and send them to a broker, until it is "
        "stopped or the time is over.",
    )
    parser.add_argument(
        "--tables", type=whole(most=MOST_SWARMING), default=4, metavar="N", help="how many (default: 4)"
    )
    parser.add_argument(
        "--rate",
        type=above_zero(999_999),
        default=1.0,
        metavar="X",
        help="entries a second of all together (default: 1)",
    )
    parser.add_argument("--seconds", type=above_zero(999_999), metavar="S", help="stop after this time")
    parser.add_argument(
        "--state",
        type=Path,
        default=Path("swarm"),
        metavar="FOLDER",
        help="for their journals (default: swarm)",
    )
    parser.add_argument("--broker", default="127.0.0.1:1883", metavar="HOST:PORT", help="the broker")
    parser.add_argument("--hall", default="home", metavar="NAME", help="name of the hall (default: home)")
    parser.add_argument("--user", metavar="NAME", help="login at the broker, of the role table, for all")
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="file that holds its password")
    parser.set_defaults(run=run)
    return parser


def run(options: argparse.Namespace) -> int:
    """Run the tables; return 0 when they have sent everything, 1 if the broker takes no more."""
    host, _, port = options.broker.rpartition(":")
    if not is_host(host) or not (port.isascii() and port.isdecimal()) or not 0 < int(port[:6]) < 65536:
        raise ConfigError(f"{options.broker[:100]!r} is no address of a broker: HOST:PORT")
    if not is_level(options.hall):
        raise ConfigError(f"--hall: {options.hall[:100]!r} cannot be part of a topic")
    if options.user is not None and options.password_file is None:
        raise ConfigError("--user needs --password-file")
    password = None if options.user is None else read_password(options.password_file)
    allow_open_files()
    played = games()
    tables = [
        LightTable(
            Address(host, int(port), options.hall, str(number), options.user, password),
            options.state / str(number),
            played[number % len(played)],
            options.state / f"latency-{os.getpid()}.jsonl",
        )
        for number in range(1, options.tables + 1)
    ]
    for table in tables:
        table.start()
    say(f"{len(tables)} tables play at hall {options.hall}, broker {options.broker}")
    try:
        _play(tables, options.rate, options.seconds)
        unsent = _unsent(tables)
    finally:
        stopping = [threading.Thread(target=table.stop) for table in tables]
        for each in stopping:
            each.start()
        for each in stopping:
            each.join()
    say(f"{sum(table.journal.number for table in tables)} entries in {len(tables)} journals")
    if unsent:
        say(f"{unsent} of them are not sent: the broker has taken nothing for {PATIENCE_S:g} s", TROUBLE)
    return ExitStatus.NOT_DONE if unsent else ExitStatus.DONE


def _play(tables: Sequence[LightTable], rate: float, seconds: float | None) -> None:
    """Play one entry after the other at random tables, ``rate`` a second."""
    chance, pause, began_s = random.Random(1), threading.Event(), time.monotonic()
    for table, due_s in zip(_turns(tables, chance), _times(rate), strict=False):
        if seconds is not None and due_s > seconds:
            return
        pause.wait(max(0.0, began_s + due_s - time.monotonic()))
        table.play()


def _unsent(tables: Sequence[LightTable]) -> int:
    """Wait for the broker; return the number of entries that it lacks, which is 0 unless it takes nothing for long."""
    pause, began_s, least = threading.Event(), time.monotonic(), -1
    while unsent := sum(table.journal.number - table.sent for table in tables):
        if unsent < least or least < 0:
            began_s, least = time.monotonic(), unsent
        if time.monotonic() - began_s > PATIENCE_S:
            break
        pause.wait(PROGRESS_LOOK_S)
    return unsent


def _turns(tables: Sequence[LightTable], chance: random.Random) -> Iterator[LightTable]:
    while True:
        yield chance.choice(tables)


def _times(rate: float) -> Iterator[float]:
    count = 0
    while True:
        count += 1
        yield count / rate
