"""A drawing of the 40-pin header and the parts wired to it."""

from typing import Final

from table_controller.machine.panel.contacts import PanelChoice

GROUND: Final = "GND"
HEADER: Final[tuple[str | int, ...]] = (
    *("3V3", "5V", 2, "5V", 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, "3V3", 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""The use of pins 1 to 40: a GPIO number, a supply or ground. [documentation of the Raspberry Pi: 40-pin header]"""
COLUMN: Final = 16
"""The width of the names on either side. [characters]"""


def drawing(choice: PanelChoice) -> str:
    """Draw the header from above, pin 1 at the corner of the board, with the wired parts on either side."""
    wired = {pin: setting.removeprefix("panel.") for setting, pin in choice.pins}

    def words(pin: int) -> tuple[str, str]:
        there = HEADER[pin - 1]
        if isinstance(there, str):
            return "", there
        return wired.get(there, ""), f"GPIO {there}"

    lines = [f"{'':{COLUMN}} {'':>7}  ┌─────────┐"]
    for odd in range(1, len(HEADER), 2):
        (left, left_pin), (right, right_pin) = words(odd), words(odd + 1)
        line = f"{left:>{COLUMN}} {left_pin:>7}  │ {odd:>2}   {odd + 1:>2} │  {right_pin:<7} {right}"
        lines.append(line.rstrip())
    lines.append(f"{'':{COLUMN}} {'':>7}  └─────────┘")
    return "\n".join(lines)
