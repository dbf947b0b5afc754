"""A table of the trial: the daemon's own game, journal and line to the broker, without camera and machine.

A judge can do here all that a table's page offers, except watch films, since there are no pictures.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from config.log_line import Say, unsaid
from referee.journal.journal import Journal
from table_controller.broker.broker import Broker
from table_controller.broker.requests import Admission, CommandRequest, Reply
from table_controller.commands.catalogue.catalogue import only_reads
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.service.service import Commands
from table_controller.daemon.clock import Clock
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.listeners.game_alerts import GameAlerts
from table_controller.daemon.listeners.onlookers import Onlookers
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.health.health import TableHealth
from table_controller.journal.inputs import GameInputs
from table_controller.mqtt.logins import LoginsFile
from table_controller.sensing.sensing import Sensing
from table_controller.settings.options import add_options
from table_controller.settings.settings import Settings, read_settings
from table_controller.web.doors.onlooker_door import OnlookerDoor, new_key

NO_MACHINE: Final = "none"


class TrialTable:
    """A table. It is created in the loop of its clock.

    Args:
        words: the options of ``jantaku run`` that differ from its defaults.
        clock: table time.
        say: takes lines for the log.
        fail: receives errors that must not happen.
    """

    def __init__(
        self,
        words: Sequence[str],
        clock: Clock,
        *,
        say: Say,
        fail: Callable[[BaseException], None],
    ) -> None:
        settings = _settings(words)
        settings.state.mkdir(parents=True, exist_ok=True)
        self.name = settings.mqtt.table
        self.journal = Journal(settings.journal)
        current = CurrentGame(settings, self.journal, GameInputs(clock.now_ms), self.journal.load())
        self._broker = Broker(
            settings.mqtt,
            self.journal,
            command=self._heard,
            admission=Admission(self._room, only_reads),
            say=say,
            words=settings.language,
        )
        self._health = TableHealth(
            self._broker, now_ms=current.now_ms, say=unsaid, words=settings.language, connects=False
        )
        sensing = Sensing(started_ms=clock.now_ms(), last_ms=current.last_ms)
        self.game = TableGame(current, sensing, self._health, fail=fail)
        self._publishing = Publishing(current, self._broker)
        self._onlookers = Onlookers(
            self.journal,
            settings.onlookers,
            self.name,
            now_ms=clock.now_ms,
            send=self._broker.show,
            door=OnlookerDoor(new_key()),
            say=say,
        )
        self.game.listeners += (
            self._publishing.entry,
            self._onlookers.journalled,
            self._publishing.changes,
            GameAlerts(self._health).follow,
        )
        self.game.timed.append(self._onlookers.go_on)
        logins = None if settings.logins is None else LoginsFile(settings.logins, say)
        self.commands = Commands(CommandedTable(self.game, self._health), logins)

    def start(self) -> None:
        """Connect to the broker, and continue from the journal's end."""
        self._health.begin()
        self._onlookers.resume_from_journal(self.game.state, self.game.current.last_ms)
        self._health.camera_sees()  # the health check waits for nothing else
        self._publishing.state()
        self._broker.start()

    def stop(self) -> None:
        """Send the rest, disconnect, close the journal."""
        self.game.stop_timer()
        self._broker.stop()
        self.journal.close()

    def _heard(self, request: CommandRequest, reply: Reply) -> None:
        self.commands.heard(request, reply)

    def _room(self, name: str, login: str) -> bool:
        return self.commands.room(name, login)


def _settings(words: Sequence[str]) -> Settings:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_settings(parser.parse_args(["--driver", NO_MACHINE, "--http", "0", *words]))


def options_of(state: Path, **options: Any) -> list[str]:
    """Return options of ``jantaku run``, given by name."""
    return ["--state", str(state), *(f"--{name}={value}" for name, value in options.items())]
