"""Starts a table's daemon: one at a time in a folder, with its journal folded and its clock set."""

import asyncio
import contextlib
import faulthandler
import os
import pwd
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from config import ConfigError
from referee.journal.journal import Journal, JournalError, Loaded, utc_now
from table_controller.daemon.clock import BarrierClock, Clock, ClockError, RealClock
from table_controller.daemon.ending import Ending
from table_controller.daemon.wiring import wire
from table_controller.journal.inputs import GameInputs, InputsKeeper
from table_controller.journal.one_daemon import only_one
from table_controller.settings.settings import Settings
from vision.geometry import GeometryError
from wording.command_line.errors import config_error
from wording.command_line.settings_texts import Misset
from wording.terminal.exit_status import ExitStatus
from wording.terminal.interrupts import remember
from wording.terminal.log import complain, use_journal
from wording.terminal.outside import sentence

ENDS_WITHIN_S: Final = 60.0
"""The longest time that a daemon takes to end. [s; judged: vision is killed after 5 s, waiting messages are sent for a
few; ten times as much on a busy machine]"""
LONGEST_OFF_S: Final = 12 * 3600.0
"""A table that seems to have been off for longer is played at on another day, or its clock was wrong: that time would end
the hanchan at once. [s; judged: no evening is longer]"""


def run(settings: Settings, keeper: InputsKeeper | None = None) -> int:
    """Run a table until it has to stop; return the exit status. ``keeper`` records the inputs that decide the game."""
    use_journal(JANTAKU_HALL=settings.mqtt.hall, JANTAKU_TABLE=settings.mqtt.table)
    try:
        with contextlib.ExitStack() as stack:
            _not_as_root(settings.state)
            stack.enter_context(only_one(settings.state))
            # Conducted time means a simulation, which waits for every entry.
            wall = utc_now if keeper is None else keeper.wall
            journal = Journal(settings.journal, wall, synced=settings.clock.conductor is None)
            stack.callback(journal.close)
            loaded = journal.load()
            clock = _clock(settings, loaded.at_ms, loaded.wall)
            stack.callback(clock.close)
            inputs = None if keeper is None else keeper.inputs(journal, clock.now_ms)
            # Block them for good: once the daemon has begun to end, nothing may interrupt the program.
            came = remember()
            stack.callback(faulthandler.cancel_dump_traceback_later)
            with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
                return runner.run(live(settings, journal, clock, loaded, came, inputs=inputs))
    except (JournalError, ClockError, ConfigError, GeometryError, OSError) as error:
        complain(f"jantaku run: {sentence(error, settings.language)}")
        return ExitStatus.UNUSABLE


def _not_as_root(state: Path) -> None:
    """Refuse to run as root in another user's folder, because that user could not write the files that root makes.

    Raises:
        ConfigError: we are root, and the folder belongs to another user.
    """
    if os.geteuid() != 0 or not state.is_dir():
        return
    owner = state.stat().st_uid
    if owner != 0:
        with contextlib.suppress(KeyError):
            raise config_error(Misset.of_other_user(str(state), pwd.getpwuid(owner).pw_name))


async def live(
    settings: Settings,
    journal: Journal,
    clock: Clock,
    loaded: Loaded,
    came: Sequence[int],
    *,
    inputs: GameInputs | None = None,
) -> int:
    """Run the daemon once, in its loop; return the exit status. ``came`` lists earlier termination signals."""
    ending = Ending(ENDS_WITHIN_S)
    ending.heed(clock, came)
    try:
        return await wire(settings, journal, clock, loaded, ending, inputs=inputs).run()
    finally:
        ending.is_near()  # even if the daemon could not be put together


def _clock(settings: Settings, last_ms: int, last_wall: str | None) -> Clock:
    """Return the clock in the settings, never behind the journal: time goes on while the table is off, but not for days."""
    choice = settings.clock
    if choice.conductor is not None:
        return BarrierClock(choice.conductor)
    if choice.zero_s is not None:
        return RealClock(
            choice.speed, max(last_ms, int((time.monotonic() - choice.zero_s) * choice.speed * 1000))
        )
    gap_s = 0.0
    if last_wall is not None:
        gap_s = max(0.0, (datetime.now(UTC) - datetime.fromisoformat(last_wall)).total_seconds())
    if gap_s > LONGEST_OFF_S:
        gap_s = 0.0
    return RealClock(choice.speed, last_ms + int(gap_s * choice.speed * 1000))
