"""A part of the machine that waits for a person: it is an alert, and keeps people from playing."""

from table_controller.health.health import TableHealth, of_unit
from table_controller.journal.inputs import GameInputs, PartWaits
from table_controller.sensing.sensing import Sensing
from wording.alerts.declaration import DeclaredAlert, Trouble


class MachineWaits:
    """Passes on that parts of the machine wait, or no longer do.

    Args:
        health: alerts people.
        sensing: knows what keeps people from playing.
        inputs: where such changes come in.
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
        """Note for the game whether a part waits: the time that it costs is nobody's delay."""
        if waiting.waits == self._hindrances.waits(waiting.part):
            return
        with self._inputs.record_input("hindrance", waiting):
            self._hindrances.machine(waiting.part, self._inputs.now_ms(), waits=waiting.waits)
