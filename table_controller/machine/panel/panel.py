"""The panel for the daemon: its pins with their inputs and outputs."""

from collections.abc import Callable
from typing import Any

from config.log_line import Say
from firmware_bridge.messages.signals import Signal
from table_controller.machine.panel.contacts import PanelChoice
from table_controller.machine.panel.inputs import PanelInputs
from table_controller.machine.panel.outputs import PanelOutputs
from table_controller.machine.panel.pins import PanelPins
from wording.alerts.declaration import RaiseAlert


class Panel:
    """A panel whose pins are open.

    Args:
        choice: the contacts and outputs of the table.
        factory: gpiozero's pins; its default is the Raspberry Pi's.

    Raises:
        PanelError: a pin cannot be used.
    """

    def __init__(self, choice: PanelChoice, factory: Any = None) -> None:
        self._choice = choice
        self._pins = PanelPins(choice, factory)
        self.outputs = PanelOutputs(self._pins, quiet=choice.quiet)
        self._inputs: PanelInputs | None = None

    def start(
        self,
        *,
        now_ms: Callable[[], int],
        send: Callable[[Signal], None],
        alert: RaiseAlert,
        say: Say,
    ) -> None:
        """Listen to the contacts from now on, in the daemon's loop; arguments as for ``PanelInputs``."""
        self.outputs.alert = alert
        self._inputs = PanelInputs(self._pins, self._choice, now_ms=now_ms, send=send, alert=alert, say=say)
        self._inputs.start()

    async def run(self) -> None:
        """Watch the contacts, until cancelled."""
        assert self._inputs is not None
        await self._inputs.run()

    def show(self, status: str) -> None:
        self.outputs.status(status)

    def judge_asked(self, *, asked: bool) -> None:
        """Show that somebody has asked for a judge, or that the request is settled."""
        self.outputs.judge_asked(asked=asked)

    def judge_hears(self, *, hears: bool) -> None:
        """Show whether a judge would hear a call."""
        self.outputs.judge_hears(hears=hears)

    def stop_pressed(self, *, pressed: bool) -> None:
        """Show that the emergency stop is pressed, or released."""
        self.outputs.stop_pressed(pressed=pressed)

    def close(self) -> None:
        self._pins.close()
