"""The panel in a settings file, whose pins must not collide with each other or with the unit's serial line."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

from table_controller.machine.panel.contacts import PANEL_OUTPUTS, Contact, PanelChoice
from wording.alerts.parts import CALLS, ONE
from wording.command_line.errors import config_error
from wording.command_line.settings_texts import Misset

UART_PINS: Final = (14, 15)
"""GPIO numbers of the header's serial line. [GPIO; documentation of the Raspberry Pi]"""
UART_DEVICES: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""The names of that line, by model and system."""
NO_MACHINE: Final = "none"


def read_panel(values: Mapping[str, Any], *, driver: str, serial: str) -> PanelChoice:
    """Return the panel of a settings file.

    Args:
        values: the table ``[panel]``, as declared.
        driver: of the table's machine.
        serial: the device of the machine.

    Raises:
        ConfigError: two settings name one pin, or one names a pin of the unit's serial line.
    """
    inputs = {Contact(kind): values[f"{kind}_pin"] for kind in ONE}
    for kind in CALLS:
        inputs |= {Contact(kind, chair): pin for chair, pin in enumerate(values[f"{kind}_pins"])}
    choice = PanelChoice(
        inputs={contact: pin for contact, pin in inputs.items() if pin >= 0},
        outputs={name: values[f"{name}_pin"] for name in PANEL_OUTPUTS if values[f"{name}_pin"] >= 0},
        quiet=values["quiet"],
        chair=values["chair"],
    )
    taken: dict[int, str] = {}
    line = driver != NO_MACHINE and any(fnmatchcase(device, serial) for device in UART_DEVICES)
    for setting, pin in choice.pins:
        if pin in taken:
            raise config_error(Misset.pin_twice(setting, pin, taken[pin]))
        if line and pin in UART_PINS:
            raise config_error(Misset.pin_of_line(setting, pin, serial))
        taken[pin] = setting
    return choice
