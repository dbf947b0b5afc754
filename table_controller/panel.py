"""The panel at the table: a status lamp and a button that calls the judge, on GPIO pins, where a table has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gpiozero import LED, Button

if TYPE_CHECKING:
    from collections.abc import Callable

BLINK_S: Final = 0.5
FLASH_S: Final = 0.1
BOUNCE_S: Final = 0.02


class Panel:
    """Lamp and button.

    Args:
        lamp_pin: GPIO number of the status lamp, None where there is none.
        judge_pin: GPIO number of the judge button (closes to ground), None where there is none.
        on_judge: called from another thread when the button is pressed.
        factory: gpiozero's pins; its default is the Raspberry Pi's.
    """

    def __init__(
        self,
        *,
        lamp_pin: int | None,
        judge_pin: int | None,
        on_judge: Callable[[], None],
        factory: Any = None,
    ) -> None:
        self._lamp = None if lamp_pin is None else LED(lamp_pin, pin_factory=factory)
        self._judge = (
            None if judge_pin is None else Button(judge_pin, bounce_time=BOUNCE_S, pin_factory=factory)
        )
        if self._judge is not None:
            self._judge.when_pressed = on_judge

    def show(self, status: str) -> None:
        """``ready`` lights the lamp, ``init`` blinks, ``alert`` flashes, ``stopped`` is dark."""
        if self._lamp is None:
            return
        if status == "ready":
            self._lamp.on()
        elif status == "init":
            self._lamp.blink(BLINK_S, BLINK_S)
        elif status == "alert":
            self._lamp.blink(FLASH_S, FLASH_S)
        else:
            self._lamp.off()

    def close(self) -> None:
        """Let go of the pins."""
        for device in (self._lamp, self._judge):
            if device is not None:
                device.close()
