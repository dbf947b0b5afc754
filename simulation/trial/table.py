"""A table of the trial: the daemon's own game, journal and line to the broker, without camera and without machine.

Whatever a judge can do at a table by its page can be done here, but for films: there are no pictures.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from config.log_line import unsaid
from firmware_bridge.drivers.installed import find_driver
from firmware_bridge.drivers.wires import Wires
from referee.journal.journal import Journal
from table_controller.alerts.evidence import ClipChoice, Evidence
from table_controller.alerts.health import TableHealth
from table_controller.commands.catalogue.catalogue import only_reads
from table_controller.commands.service.service import Commands
from table_controller.daemon.current_game import CurrentGame
from table_controller.daemon.onlookers import Onlookers
from table_controller.daemon.table_game import TableGame
from table_controller.machine.machine import TableMachine
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.broker import Broker
from table_controller.mqtt.logins import LoginsFile
from table_controller.sensing.sensing import Sensing
from table_controller.settings.options import add_options
from table_controller.settings.settings import read_settings
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.onlooker_door import OnlookerDoor, new_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from config.log_line import Say
    from referee.game.position import GameState
    from table_controller.daemon.clock import Clock
    from table_controller.mqtt.requests import CommandRequest, Reply
    from table_controller.settings.settings import Settings

NO_MACHINE: Final = "none"
CLIPS: Final = "clips"


class Unseen:
    """The sightings of a table without a camera: none."""

    dice: tuple[int, int] | None = None

    def seen_at_s(self, at_ms: int) -> float | None:
        """Nothing, at no time."""
        del at_ms
        return None

    def keep_pace(self, state: GameState | None) -> None:
        """It looks at nothing."""


class TrialTable:
    """A table. Made in the loop of its clock.

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
        folder = settings.state
        folder.mkdir(parents=True, exist_ok=True)
        self.name = settings.mqtt.table
        self.journal = Journal(settings.journal)
        current = CurrentGame(settings, self.journal, clock, self.journal.load())
        self._broker = Broker(
            settings.mqtt,
            self.journal,
            command=self._heard,
            room=self._room,
            reads=only_reads,
            say=say,
            words=settings.language,
        )
        health = TableHealth(
            self._broker, now_ms=current.now_ms, say=unsaid, words=settings.language, connects=False
        )
        self._health = health
        unit = find_driver(NO_MACHINE)(
            settings.serial,
            Wires(on_signal=lambda _: None, last_signal=None, loop_factory=clock.new_event_loop),
        )
        sensing = Sensing(started_ms=clock.now_ms(), last_ms=current.last_ms)
        clips = folder / CLIPS
        self.game = TableGame(
            current,
            unit=unit,
            sensing=sensing,
            machine=TableMachine(
                unit,
                folder / "machine.json",
                next_hand=current.next_hand,
                dice_locked=current.dice_locked,
                sheet_unsigned=current.sheet_unsigned,
                in_hand=current.in_hand,
                alert=lambda _alert, _trouble: None,
                say=say,
                deals_to=current.deals_to,
                just_begun=current.just_begun,
                curtains=sensing.curtains,
                cycles=unit.capabilities.cycles,
            ),
            reactions=Reactions(unit, say, unit.capabilities.shows),
            broker=self._broker,
            health=health,
            watching=Unseen(),
            evidence=Evidence(
                clips, ClipChoice(seconds=0), keep=lambda _: False, kept=lambda *_: None, say=say
            ),
            clip_door=ClipDoor(clips),
            onlookers=Onlookers(
                self.journal,
                settings.onlookers,
                self.name,
                now_ms=clock.now_ms,
                send=self._broker.shown,
                door=OnlookerDoor(new_key()),
                say=say,
            ),
            store_held=lambda: None,
            fail=fail,
        )
        self.commands = Commands(
            self.game, None if settings.logins is None else LoginsFile(settings.logins, say)
        )

    def start(self) -> None:
        """Connect to the broker, and go on from the journal's end."""
        self._health.begin()
        self.game.onlookers.take_up(self.game.state, self.game.current.last_ms)
        self._health.camera_sees()  # nothing else is waited for
        self.game.publish()
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


def options_of(state: Path, **said: Any) -> list[str]:
    """Options of ``jantaku run``, by name."""
    return ["--state", str(state), *(f"--{name}={value}" for name, value in said.items())]
