"""``jantaku panel``: try the buttons, lamps and buzzer of the panel by hand, and draw how it is wired."""

import argparse
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

from table_controller.journal.one_daemon import only_one
from table_controller.machine.panel.contacts import PANEL_OUTPUTS, Contact, PanelChoice, PanelError
from table_controller.machine.panel.debounced import STILL_MS, Debounced
from table_controller.machine.panel.header import drawing
from table_controller.machine.panel.outputs import BLINK_S, BUZZ_S, GONG_S, STROKES
from table_controller.machine.panel.pins import PanelPins
from table_controller.settings.options import add_options
from table_controller.settings.outside import TABLE_SETTINGS
from table_controller.settings.settings import read_settings
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence

LOOK_S: Final = 0.02
"""The time between two polls of the contacts: shorter than any press of a button. [s; judged: as STILL_MS]"""
HOW: Final[Mapping[str, tuple[str, tuple[float, ...]]]] = {
    "on": ("on", ()),
    "off": ("off", ()),
    "blink": ("blink", (BLINK_S, BLINK_S)),
    "short": ("blink", (BUZZ_S, BUZZ_S, 1)),
    "gong": ("blink", (GONG_S, GONG_S, STROKES)),
}
"""The orders that an output takes."""


def add_parser(subparsers: Any) -> None:
    """Add ``panel`` to the command line."""
    parser = subparsers.add_parser(
        "panel",
        description="Prints each button's state as it changes, and carries out what is typed: OUTPUT on, off, blink, short or "
        "gong; quit ends it. The table's daemon must not run meanwhile. Orders may also be piped in, one a line.",
    )
    add_options(parser)
    parser.add_argument("--drawing", action="store_true", help="draw how the panel is wired, and end")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run until ``quit``, end of input or Ctrl-C; return 1 if the panel cannot be used or an order was invalid."""
    if options.config is None and TABLE_SETTINGS.is_file():
        options.config = TABLE_SETTINGS
    settings = read_settings(options)
    if options.drawing:
        print(drawing(settings.panel))
        return ExitStatus.DONE
    if not settings.panel.wired:
        sys.stderr.write("jantaku panel: no pin is set under [panel] of the settings\n")
        return ExitStatus.NOT_DONE
    with only_one(settings.state):
        try:
            pins = PanelPins(settings.panel)
        except PanelError as error:
            sys.stderr.write(f"jantaku panel: {error}. {sentence(error, settings.language)}\n")
            return ExitStatus.NOT_DONE
        try:
            return PanelTrial(settings.panel, pins).run()
        finally:
            pins.close()


class PanelTrial:
    """Prints each change of a button while orders are typed.

    Args:
        choice: the parts of the panel.
        pins: the open pins.
    """

    def __init__(self, choice: PanelChoice, pins: PanelPins) -> None:
        self._choice = choice
        self._pins = pins
        self._ended = threading.Event()

    def run(self) -> int:
        """Run until the input ends; return 1 if an order was invalid."""
        for name in PANEL_OUTPUTS:
            if self._pins.output(name) is not None:
                print(f"{name}: GPIO {self._choice.outputs[name]}")
        standing = {}
        for contact, pin in self._choice.inputs.items():
            closed = self._pins.closed(contact)
            standing[contact] = Debounced.standing(closed=closed, at_ms=_now_ms())
            print(f"{contact.name}: GPIO {pin}, {_state_words(contact, closed=closed)}", flush=True)
        watching = threading.Thread(target=self._watch, args=(standing,), name="panel", daemon=True)
        watching.start()
        status = 0
        try:
            for line in sys.stdin:
                words = line.split()
                if words == ["quit"]:
                    break
                if words and not self._obey(words):
                    status = ExitStatus.NOT_DONE
        except KeyboardInterrupt:
            pass
        finally:
            self._ended.set()
            watching.join()
        return status

    def _watch(self, standing: dict[Contact, Debounced]) -> None:
        while not self._ended.wait(LOOK_S):
            for contact, each in standing.items():
                closed, now_ms = self._pins.closed(contact), _now_ms()
                change = each.edge(closed=closed, at_ms=now_ms) or each.look(now_ms)
                if change is not None:
                    print(f"{contact.name}: {_state_words(contact, closed=change.closed)}", flush=True)

    def _obey(self, words: list[str]) -> bool:
        """Carry out an order; return False if it is invalid."""
        for name in PANEL_OUTPUTS:
            device = self._pins.output(name)
            if words[0] == name and device is not None and len(words) == 2 and words[1] in HOW:
                how, times = HOW[words[1]]
                getattr(device, how)(*times)
                return True
        there = (
            ", ".join(name for name in PANEL_OUTPUTS if self._pins.output(name) is not None)
            or "none is wired"
        )
        sys.stderr.write(f"type OUTPUT and {', '.join(HOW)}, or quit; outputs: {there}\n")
        return False


def _state_words(contact: Contact, *, closed: bool) -> str:
    """Describe a contact in words; the emergency stop's contact is open while it is pressed."""
    if contact.kind == "stop":
        return "closed: not pressed" if closed else "OPEN: pressed, or its wire is broken"
    return "pressed" if closed else "not pressed"


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


assert LOOK_S * 1000 <= STILL_MS
