"""Keeps the daemon's tasks running: a task that fails raises an alert and is restarted, each time after a longer pause."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Final, TypeAlias

from config.backoff import Backoff
from config.log_line import FAILURE, Say
from wording.alerts.declared import TableAlert

if TYPE_CHECKING:
    from wording.alerts.declaration import DeclaredAlert, RaiseAlert
    from wording.alerts.parts import TaskName

    Work: TypeAlias = Callable[[], Coroutine[None, None, None]]

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
STEADY_S: Final = 60.0
"""A task that has run for this long counts as working: its alert is resolved and the next pause is short."""


class Supervisor:
    """Named tasks; all methods belong to one event loop.

    Args:
        alert: raises and withdraws alerts.
        say: takes lines for the log.
    """

    def __init__(self, alert: RaiseAlert, say: Say) -> None:
        self._alert = alert
        self._say = say
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, name: TaskName, work: Work, what: str) -> None:
        """Keep a task running until it returns by itself, or all are stopped.

        Args:
            name: the name in its alert, ``task-<name>``.
            work: makes its coroutine, anew for each start.
            what: its purpose in words for people: ``what the camera sees``.
        """
        task = asyncio.get_running_loop().create_task(
            self._keep(TableAlert.TASK(name), work, what), name=name
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Cancel all, and wait for them."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, alert: DeclaredAlert, work: Work, what: str) -> None:
        loop = asyncio.get_running_loop()
        pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        while True:
            began_s = loop.time()
            steady = loop.call_later(STEADY_S, self._alert, alert, None)
            try:
                await work()
                return
            except Exception as error:  # noqa: BLE001 - whatever the error is, the table must not stand still
                if loop.time() - began_s >= STEADY_S:
                    pause.reset()
                pause_s = pause.next()
                trace = "".join(traceback.format_exception(error))
                self._say(f"{what} failed and is started again in {pause_s:g} s: {trace}".rstrip(), FAILURE)
                self._alert(alert, TableAlert.task_fails(what, _named(error)))
            finally:
                steady.cancel()
            await asyncio.sleep(pause_s)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
