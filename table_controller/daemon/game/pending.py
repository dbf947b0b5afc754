"""A step from sensing that is not yet fully journalled: each part is done once, as soon as the journal allows it."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.game.observations import Observation
from referee.journal.entry import JournalError
from table_controller.sensing.sensing import Press, Step
from table_controller.sensing.waiting.policy import Key


@dataclass
class Pending:
    """A step on its way into the journal.

    Attributes:
        step: the step that sensing returned.
        observed: the number of its observations that are journalled or skipped.
        begun: True once the hanchan that it begins has begun.
    """

    step: Step
    observed: int = 0
    begun: bool = False

    def go_on(
        self,
        *,
        observe: Callable[[Observation, tuple[Key, ...]], object],
        aside: Callable[[Observation, Exception], None],
        begin: Callable[[int], object],
        press: Callable[[Press, tuple[Key, ...]], None],
        settle: Callable[[tuple[Key, ...]], None],
    ) -> None:
        """Carry out the rest of the step.

        Args:
            observe: judges and journals an observation, with the signals that it settles.
            aside: receives an observation that could not be judged because of a bug.
            begin: begins a hanchan, with the chair that deals first.
            press: presses a button of the machine; acts once per signal, however often it is called.
            settle: takes signals out of the inbox.

        Raises:
            JournalError: the journal cannot be written; the rest is still to do.
        """
        step = self.step
        last = len(step.observations) - 1
        while self.observed <= last:
            observation = step.observations[self.observed]
            settles = step.settles if self.observed == last else ()
            try:
                observe(observation, settles)
            except JournalError:
                raise
            except Exception as error:  # noqa: BLE001 - one observation must not block all that follow
                aside(observation, error)
                settle(settles)
            self.observed += 1
        if step.begins is not None and not self.begun:
            begin(step.begins)
            self.begun = True
        if not step.observations:
            if step.press is not None:
                press(step.press, step.settles)
            # These signals lead to no journal entry.
            settle(step.settles)
