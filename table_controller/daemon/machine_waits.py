"""Parts of the machine that wait for a person: each raises an alert and hinders play."""

from table_controller.health.health import TableHealth, of_unit
from table_controller.journal.inputs import GameInputs, PartWaits
from table_controller.sensing.sensing import Sensing
from wording.alerts.declaration import DeclaredAlert, Trouble


class MachineWaits:
    """Reports that parts of the machine wait, or no longer do.

    Args:
        health: alerts people.
        sensing: keeps track of hindrances to play.
        inputs: the entry point of such changes.
    """

    def __init__(self, health: TableHealth, sensing: Sensing, inputs: GameInputs) -> None:
        self._health = health
        self._hindrances = sensing.hindrances
        self._inputs = inputs

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        """Alert people to a part of the machine; without a trouble it no longer waits."""
        self._health.alert(alert, None if trouble is None else of_unit(trouble))
        self.part_waits(PartWaits(alert.name, waits=trouble is not None))

    def part_waits(self, waiting: PartWaits) -> None:
        """Note for the game whether a part waits, so that nobody is blamed for the lost time."""
        if waiting.waits == self._hindrances.waits(waiting.part):
            return
        with self._inputs.record_input("hindrance", waiting):
            self._hindrances.machine(waiting.part, self._inputs.now_ms(), waits=waiting.waits)
