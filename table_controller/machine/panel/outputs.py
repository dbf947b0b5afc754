"""The panel's lamps and buzzer: the table's status, a call for a judge, a stop, the end of the time."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from referee.game.position import GameState
from table_controller.machine.panel.contacts import Output
from table_controller.machine.panel.pins import PanelPins
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

BLINK_S: Final = 0.5
FLASH_S: Final = 0.1
BUZZ_S: Final = 0.2
"""The length of the buzzer's sound at a call."""
GONG_S: Final = 0.8
"""The length of a stroke of the gong, and of the pause after it."""
STROKES: Final = 3

UNHEARD_S: Final = 1.9
"""The dark time between two flashes of the call lamp while no judge would hear the call."""
UNHEARD_BUZZES: Final = 3

CallLamp: TypeAlias = Literal["dark", "blinks", "flashes", "lit"]
"""No call for a judge; a call; a call that no judge hears; a call that a judge has taken."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The signs that the panel should show of a game.

    Attributes:
        call: the state of a call for a judge.
        stopped: true if play is stopped.
        gong: true if the time of the hanchan is over.
    """

    call: CallLamp = "dark"
    stopped: bool = False
    gong: bool = False


def shown_of(state: GameState | None, *, asked: bool, pressed: bool, hears: bool) -> Shown:
    """Return the signs that the panel should show.

    Args:
        state: the state of the game.
        asked: True if somebody has asked for a judge; used between hanchans, when no entry records it.
        pressed: True if the emergency stop is pressed.
        hears: True if a judge would hear a call.
    """
    called: CallLamp = "blinks" if hears else "flashes"
    if state is None or state.phase == "ended":
        return Shown(called if asked else "dark", stopped=pressed)
    call: CallLamp = "dark"
    if state.desk.stopped or state.summoned is not None:
        call = "lit" if state.desk.attendant else called
    return Shown(call, stopped=bool(state.desk.stopped) or pressed, gong=state.time_called)


class PanelOutputs:
    """Keeps lamps in line with the game, and sounds the buzzer at each new sign.

    Args:
        pins: the open pins.
        quiet: True if the buzzer stays silent.
    """

    def __init__(self, pins: PanelPins, *, quiet: bool) -> None:
        self._pins = pins
        self._quiet = quiet
        self._state: GameState | None = None
        self._asked = self._pressed = self._hears = False
        self._shown: Shown | None = None
        self.alert: RaiseAlert | None = None
        """Raises an alert for pins that fail."""

    def status(self, status: str) -> None:
        """Show the table's status: ``ready`` lights the lamp, ``init`` blinks, ``alert`` flashes, ``stopped`` is dark."""
        if status == "ready":
            self._do("lamp", "on")
        elif status == "init":
            self._do("lamp", "blink", BLINK_S, BLINK_S)
        elif status == "alert":
            self._do("lamp", "blink", FLASH_S, FLASH_S)
        else:
            self._do("lamp", "off")

    def game(self, state: GameState | None) -> None:
        """Show the state after an entry that is on disk."""
        self._state = state
        self._update()

    def judge_asked(self, *, asked: bool) -> None:
        """Note that somebody has asked for a judge, or that the request is settled."""
        self._asked = asked
        self._update()

    def judge_hears(self, *, hears: bool) -> None:
        """Note whether a judge would hear a call."""
        self._hears = hears
        self._update()

    def stop_pressed(self, *, pressed: bool) -> None:
        """Note that the emergency stop was pressed or released."""
        self._pressed = pressed
        self._update()

    def _update(self) -> None:
        shown = shown_of(self._state, asked=self._asked, pressed=self._pressed, hears=self._hears)
        before, self._shown = self._shown, shown
        if before is None or shown.call != before.call:
            if shown.call == "blinks":
                self._do("judge_lamp", "blink", BLINK_S, BLINK_S)
            elif shown.call == "flashes":
                self._do("judge_lamp", "blink", FLASH_S, UNHEARD_S)
            else:
                self._do("judge_lamp", "on" if shown.call == "lit" else "off")
        if before is None or shown.stopped != before.stopped:
            self._do("stopped_lamp", "on" if shown.stopped else "off")
        # Signs from before a start have sounded already.
        if before is None or self._quiet:
            return
        if shown.gong and not before.gong:
            self._do("buzzer", "blink", GONG_S, GONG_S, STROKES)
        elif before.call == "dark" and shown.call in {"blinks", "flashes"}:
            self._do("buzzer", "blink", BUZZ_S, BUZZ_S, 1 if shown.call == "blinks" else UNHEARD_BUZZES)

    def _do(self, name: Output, how: str, *times: Any) -> None:
        """Switch a lamp or the buzzer; a pin that fails raises an alert and stops nothing else."""
        device = self._pins.output(name)
        if device is None:
            return
        try:
            getattr(device, how)(*times)
        except Exception as error:  # noqa: BLE001 - each library for the pins has errors of its own
            if self.alert is not None:
                self.alert(TableAlert.PANEL, TableAlert.panel(f"{name}: {error}"))
