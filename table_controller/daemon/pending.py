"""What sensing has given out and is not yet journalled whole: each part of a step is done once, whenever the journal lets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.journal.entry import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.game.observations import Observation
    from table_controller.sensing.sensing import Press, Step
    from table_controller.sensing.waiting.policy import Key


@dataclass
class Pending:
    """A step on its way into the journal.

    Attributes:
        step: as sensing gave it out.
        observed: how many of its observations are journalled, or left aside.
        begun: whether the hanchan that it begins has been begun.
    """

    step: Step
    observed: int = 0
    begun: bool = False

    def go_on(
        self,
        *,
        observe: Callable[[Observation, tuple[Key, ...], int | None], object],
        aside: Callable[[Observation, Exception], None],
        begin: Callable[[int], object],
        press: Callable[[Press, tuple[Key, ...]], None],
        settle: Callable[[tuple[Key, ...]], None],
    ) -> None:
        """Do what is left of it.

        Args:
            observe: judges an observation and journals it, with the signals that it settles and the time of its frame.
            aside: is told of an observation that could not be judged, for a fault of the program.
            begin: begins a hanchan, with the chair that deals first.
            press: presses a button of the machine; once for each signal, however often it is called.
            settle: takes signals out of the inbox.

        Raises:
            JournalError: the journal cannot be written; what is left stays left.
        """
        step = self.step
        last = len(step.observations) - 1
        while self.observed <= last:
            observation = step.observations[self.observed]
            settles = step.settles if self.observed == last else ()
            try:
                observe(observation, settles, step.settled_ms)
            except JournalError:
                raise
            except Exception as error:  # noqa: BLE001 - one observation must not keep back all that follow
                aside(observation, error)
                settle(settles)
            self.observed += 1
        if step.begins is not None and not self.begun:
            begin(step.begins)
            self.begun = True
        if not step.observations:
            if step.press is not None:
                press(step.press, step.settles)
            # Nothing is to be journalled of these signals.
            settle(step.settles)
