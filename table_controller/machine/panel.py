"""The panel at the table: a status lamp and a button that calls the judge, on GPIO pins, where a table has them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

from table_controller.wording.alert_texts import Advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.texts.message import Message

BLINK_S: Final = 0.5
FLASH_S: Final = 0.1
BOUNCE_S: Final = 0.02


NO_LIBRARY: Final = "no library for the pins of the header is installed"


class PanelError(RuntimeError):
    """The panel cannot be used; ``advice`` says what to do."""

    def __init__(self, text: str, advice: Message) -> None:
        super().__init__(text)
        self.advice = advice


class Panel:
    """Lamp and button.

    Args:
        lamp_pin: GPIO number of the status lamp, None where there is none.
        judge_pin: GPIO number of the judge button (closes to ground), None where there is none.
        on_judge: called from another thread when the button is pressed.
        factory: gpiozero's pins; its default is the Raspberry Pi's.

    Raises:
        PanelError: its pins cannot be used.
    """

    def __init__(
        self,
        *,
        lamp_pin: int | None,
        judge_pin: int | None,
        on_judge: Callable[[], None],
        factory: Any = None,
    ) -> None:
        self._lamp: Any = None
        self._judge: Any = None
        try:
            # Only a table with a panel needs it.
            from gpiozero import LED, BadPinFactory, Button, GPIOZeroError  # noqa: PLC0415
        except ImportError as error:
            raise PanelError(NO_LIBRARY, Advice.install_pins()) from error
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # each library that is not there
                if lamp_pin is not None:
                    self._lamp = LED(lamp_pin, pin_factory=factory)
                if judge_pin is not None:
                    self._judge = Button(judge_pin, bounce_time=BOUNCE_S, pin_factory=factory)
        except BadPinFactory as error:
            self.close()
            raise PanelError(NO_LIBRARY, Advice.install_pins()) from error
        except (GPIOZeroError, OSError, RuntimeError, ValueError) as error:
            self.close()
            raise PanelError(f"its pins cannot be used: {error}", Advice.look_at_pins()) from error
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
