"""The panel as the daemon has it: its pins, what comes in by them and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from table_controller.machine.panel.inputs import PanelInputs
from table_controller.machine.panel.outputs import PanelOutputs
from table_controller.machine.panel.pins import PanelPins

if TYPE_CHECKING:
    from collections.abc import Callable

    from config.log_line import Say
    from firmware_bridge.messages.signals import Signal
    from table_controller.machine.panel.contacts import PanelChoice
    from table_controller.wording.alerts.declaration import RaiseAlert


class Panel:
    """A panel whose pins are open.

    Args:
        choice: which contacts and outputs there are.
        factory: gpiozero's pins; its default is the Raspberry Pi's.

    Raises:
        PanelError: its pins cannot be used.
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
        """Listen to the contacts from now on; the arguments are those of ``PanelInputs``. Called in the daemon's loop."""
        self.outputs.alert = alert
        self._inputs = PanelInputs(self._pins, self._choice, now_ms=now_ms, send=send, alert=alert, say=say)
        self._inputs.start()

    async def run(self) -> None:
        """Watch the contacts, until cancelled."""
        assert self._inputs is not None
        await self._inputs.run()

    def show(self, status: str) -> None:
        """Show the table's status at its lamp."""
        self.outputs.status(status)

    def judge_asked(self, *, asked: bool) -> None:
        """Show that somebody has asked for a judge, or that it is settled."""
        self.outputs.judge_asked(asked=asked)

    def judge_hears(self, *, hears: bool) -> None:
        """Show whether a judge hears a call."""
        self.outputs.judge_hears(hears=hears)

    def stop_pressed(self, *, pressed: bool) -> None:
        """Show that the emergency stop is pressed, or released."""
        self.outputs.stop_pressed(pressed=pressed)

    def close(self) -> None:
        """Let go of the pins."""
        self._pins.close()
