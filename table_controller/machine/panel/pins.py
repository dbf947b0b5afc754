"""The panel's pins, all opened by gpiozero: contacts that close to ground, lamps and a buzzer."""

import contextlib
import warnings
from collections.abc import Callable
from typing import Any, Final

from table_controller.machine.panel.contacts import Contact, Output, PanelChoice, PanelError, output_setting
from wording.alerts.texts import Advice

NO_LIBRARY: Final = "no library for the pins of the header is installed"


class PanelPins:
    """The open pins of a panel.

    Args:
        choice: the contacts and outputs of the table.
        factory: gpiozero's pins; its default is the Raspberry Pi's.

    Raises:
        PanelError: a pin cannot be used; the text names its setting and its number.
    """

    def __init__(self, choice: PanelChoice, factory: Any = None) -> None:
        self._contacts: dict[Contact, Any] = {}
        self._outputs: dict[Output, Any] = {}
        try:
            # Only a table with a panel needs this import.
            import gpiozero  # noqa: PLC0415
        except ImportError as error:
            raise PanelError(NO_LIBRARY, Advice.install_pins()) from error
        setting, pin = "panel", -1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # gpiozero warns of each library that is missing
                for name, pin in choice.outputs.items():
                    setting = output_setting(name)
                    self._outputs[name] = gpiozero.LED(pin, pin_factory=factory)
                for contact, pin in choice.inputs.items():
                    setting = contact.setting
                    device = gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
                    self._contacts[contact] = device
        except gpiozero.BadPinFactory as error:
            self.close()
            raise PanelError(NO_LIBRARY, Advice.install_pins()) from error
        except Exception as error:
            # Each library for pins raises errors of its own.
            self.close()
            raise PanelError(_why(setting, pin, error)) from error

    def listen(self, changed: Callable[[Contact, bool], None]) -> None:
        """Call ``changed`` from another thread whenever a contact closes (True) or opens."""
        for contact, device in self._contacts.items():
            device.when_activated = lambda contact=contact: changed(contact, True)
            device.when_deactivated = lambda contact=contact: changed(contact, False)

    def closed(self, contact: Contact) -> bool:
        """Return whether a contact is closed now.

        Raises:
            Exception: the pin cannot be read; an error of its library.
        """
        return bool(self._contacts[contact].is_active)

    def output(self, name: Output) -> Any:
        """A lamp or the buzzer, as a ``gpiozero.LED``; None if the table has none."""
        return self._outputs.get(name)

    def close(self) -> None:
        """Release the pins; lamps go dark."""
        for device in (*self._contacts.values(), *self._outputs.values()):
            with contextlib.suppress(
                Exception
            ):  # ignore the library's errors, as nobody uses the pins any more
                device.close()


def _why(setting: str, pin: int, error: Exception) -> str:
    import gpiozero  # noqa: PLC0415

    if isinstance(error, gpiozero.PinInvalidPin):
        return f"{setting}: this board has no GPIO {pin}"
    if isinstance(error, gpiozero.GPIOPinInUse):
        return f"{setting}: GPIO {pin} cannot be used: it is in use already"
    return f"{setting}: GPIO {pin} cannot be used: {error}"
