"""The panel: checks that its pins can be used and that no button is stuck."""

from collections.abc import Iterator
from typing import Any, Final

from table_controller.cli.doctor.diagnosis import Diagnosis, fine, warning, wrong
from table_controller.cli.doctor.running import RunningTable
from table_controller.machine.panel.contacts import PanelChoice, PanelError
from table_controller.machine.panel.inputs import place_of_contact
from table_controller.machine.panel.pins import PanelPins
from table_controller.settings.in_force import SettingsInForce
from table_controller.settings.panel import read_panel
from wording.alerts.parts import CALLS
from wording.command_line.diagnosed import Diagnosed, Remedy

TRY: Final = ("sudo systemctl stop jantaku", "sudo jantaku panel", "sudo systemctl start jantaku")


def choice_of(force: SettingsInForce) -> PanelChoice:
    """Return the panel in the settings.

    Raises:
        ConfigError: the panel's settings cannot be used.
    """
    return read_panel(force.values["panel"], driver=force.value("unit.driver"), serial=force.value("serial"))


def look_at_panel(
    choice: PanelChoice, table: RunningTable | None = None, factory: Any = None
) -> Iterator[Diagnosis]:
    """Diagnose the panel, without opening it while the daemon uses it.

    Args:
        choice: the wiring in the settings.
        table: the daemon, if it runs.
        factory: gpiozero's pins; its default is the Raspberry Pi's.
    """
    if not choice.wired:
        yield fine("panel", Diagnosed.no_panel())
        return
    if table is not None:
        yield from table.look_at("panel")
        return
    try:
        pins = PanelPins(choice, factory)
    except PanelError as error:
        yield wrong("panel", Diagnosed.panel_unusable(str(error)), error.trouble.advice)
        return
    try:
        yield fine("panel", Diagnosed.panel_usable(len(choice.inputs), len(choice.outputs)))
        for contact in choice.inputs:
            closed = pins.closed(contact)
            if contact.kind == "stop" and not closed:
                yield warning("panel", Diagnosed.stop_open(), Remedy.close_stop(), *TRY)
            elif contact.kind != "stop" and closed:
                yield warning("panel", Diagnosed.pressed(place_of_contact(contact)), Remedy.release(), *TRY)
    finally:
        pins.close()
    if any(contact.kind in CALLS for contact in choice.inputs) and not choice.hears_calls:
        yield fine("panel", Diagnosed.some_calls())
