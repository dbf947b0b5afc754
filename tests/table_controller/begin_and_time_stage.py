"""Helpers that the tests of beginnings and times share."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from firmware_bridge.messages.signals import Button, ButtonName
from referee.game import events, observations
from referee.journal.journal import Journal
from referee.texts.language import english
from referee.tiles import UNKNOWN
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.desk import CommandDesk
from table_controller.commands.hanchans import Hanchans
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.listeners.game_alerts import GameAlerts, HandAlerts
from table_controller.journal.inputs import GameInputs
from table_controller.sensing.sensing import Sensing
from table_controller.settings.options import add_options
from table_controller.settings.settings import Settings, read_settings
from tests.table_controller.command_stage import FakeMachine
from tests.table_controller.silent import raised
from wording.alerts.declaration import DeclaredAlert, Trouble

HAND = (UNKNOWN,) * 13


DEALT = observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND))


CLUB = """
ruleset = "wrc-2015"
names = ["Ada", "Bea", "Cid", "Dan"]
senses = ["curtains", "wall_touch"]
[overrides]
flow.time_limit_minutes = 45
"""


@dataclass
class FakeHealth:
    alerts: list[str | None] = field(default_factory=list)

    def alert(self, _alert: DeclaredAlert, trouble: Trouble | None) -> None:
        self.alerts.append(None if trouble is None else english(trouble.text))

    @property
    def standing(self) -> list[str]:
        return ["judge"] if self.may_resolve("judge") else []

    def may_resolve(self, _name: str) -> bool:
        return bool(self.alerts) and self.alerts[-1] is not None


class LoopClock:
    """Table time of the running loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        return 0 if self._loop is None else round(self._loop.time() * 1000)


def desk(table: Table) -> CommandDesk:
    return CommandDesk(CommandedTable(table, table.health), Hanchans(table.journal))


class Table(TableGame):
    """The game of a table without its machine, camera and broker."""

    machine: Any

    def __init__(
        self, settings: Settings, journal: Journal | None = None, clock: Any = None, health: Any = None
    ) -> None:
        journal = journal or Journal(":memory:")
        loaded = journal.load()
        self.machine = FakeMachine()
        self.health = health = health or cast("Any", FakeHealth())
        super().__init__(
            CurrentGame(settings, journal, GameInputs((clock or LoopClock()).now_ms), loaded),
            Sensing(last_ms=loaded.at_ms),
            health,
            press=self._pressed,
            fail=raised,
        )
        self.hand_alerts = HandAlerts(self.current, self.sensing, health)
        self.listeners.append(GameAlerts(health).follow)
        self._number = 0

    def _pressed(self, *pressed: Any) -> None:
        self.machine.press(*pressed)

    def button(self, chair: int, name: str, at_ms: int, *, pressed: bool = True) -> None:
        self._number += 1
        down = Button(
            number=self._number,
            nonce=7,
            at_ms=at_ms,
            chair=chair,
            button=ButtonName[name.upper()],
            pressed=pressed,
        )
        self.sensing.signal(down, at_ms)

    def look(self, at_ms: int) -> None:
        """Process the pressed buttons as if it were this time."""
        while (step := self.sensing.step(self.state, at_ms)) is not None:
            self._do(step)

    @property
    def happened(self) -> list[events.Event]:
        return [event for entry in self.journal.entries() for event in entry.events]


def settings_of(path: Path, text: str, *options: str) -> Settings:
    file = path / "table.toml"
    file.write_text(text)
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_settings(
        parser.parse_args(["--config", str(file), "--state", str(path), "--http", "0", *options])
    )
