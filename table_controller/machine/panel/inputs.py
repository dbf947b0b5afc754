"""The panel's contacts as signals: each press once, in order of time, with boot and number like a unit's.

If a button is down when the program starts, nobody knows when it was pressed; an earlier run may have sent the signal
already. So it counts from its next press on. An emergency stop is a level, so its signal is sent at the start too.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Final

from config.log_line import Say
from firmware_bridge.messages.signals import ButtonName, Signal
from referee.texts.message import Message
from table_controller.journal.panel_signals import PanelButton, StopContact, new_boot
from table_controller.machine.panel.contacts import Contact, PanelChoice
from table_controller.machine.panel.debounced import STILL_MS, Debounced
from table_controller.machine.panel.pins import PanelPins
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place

STUCK_MS: Final = 60_000
"""A button that is down for this long is stuck. [ms; derived: as the table unit's, FaultName.BUTTON_STUCK]"""
LOOK_S: Final = 1.0
"""The interval in table time at which all contacts are checked, for stuck ones and for lost edges."""
SLACK_MS: Final = 2
"""The rounding of timers and times, both in whole milliseconds. [ms; derived: one each]"""
BUTTONS: Final[Mapping[str, ButtonName]] = {
    "judge": ButtonName.JUDGE,
    "set": ButtonName.SET,
    "dice": ButtonName.DICE,
    "chi": ButtonName.CHI,
    "pon": ButtonName.PON,
    "kan": ButtonName.KAN,
    "win": ButtonName.RON,
    "riichi": ButtonName.RIICHI,
}


class PanelInputs:
    """Watches the contacts; created in the daemon's loop.

    Args:
        pins: the open pins.
        choice: the panel of the table.
        now_ms: returns table time, in any thread.
        send: takes each signal, and stores it before it has any effect.
        alert: raises and withdraws alerts.
        say: takes lines for the log.
    """

    def __init__(
        self,
        pins: PanelPins,
        choice: PanelChoice,
        *,
        now_ms: Callable[[], int],
        send: Callable[[Signal], None],
        alert: RaiseAlert,
        say: Say,
    ) -> None:
        self._pins = pins
        self._choice = choice
        self._now_ms = now_ms
        self._send = send
        self._alert = alert
        self._say = say
        self._loop = asyncio.get_running_loop()
        self._boot = new_boot()
        self._number = 0
        self._standing: dict[Contact, Debounced] = {}
        self._since_ms: dict[Contact, int] = {}
        self._stuck: set[Contact] = set()

    def start(self) -> None:
        """Take the present position of the contacts, and listen from now on."""
        now_ms = self._now_ms()
        self._pins.listen(self._edge_from_thread)
        for contact in self._choice.inputs:
            closed = self._pins.closed(contact)
            self._standing[contact] = Debounced.standing(closed=closed, at_ms=now_ms)
            if contact.kind == "stop":
                self._tell(contact, closed=closed, at_ms=now_ms)
            elif closed:
                self._since_ms[contact] = now_ms
                self._say(f"panel: {contact.name} is down already: it counts from its next press on")

    async def run(self) -> None:
        """Check all contacts from time to time, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self._look_at_all()

    def _look_at_all(self) -> None:
        now_ms = self._now_ms()
        for contact in self._standing:
            self._edge(contact, self._pins.closed(contact), now_ms)
        for contact, since_ms in self._since_ms.items():
            if now_ms - since_ms >= STUCK_MS and contact not in self._stuck:
                self._stuck.add(contact)
                trouble = TableAlert.panel_stuck(place_of_contact(contact))
                self._alert(TableAlert.CONTACT(contact.name), trouble)

    def _edge_from_thread(self, contact: Contact, closed: bool) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._edge, contact, closed, self._now_ms())

    def _edge(self, contact: Contact, closed: bool, at_ms: int) -> None:
        standing = self._standing.get(contact)
        if standing is None:
            return  # this contact was not checked for the first time yet
        change = standing.edge(closed=closed, at_ms=at_ms)
        if change is not None:
            self._tell(contact, closed=change.closed, at_ms=change.at_ms)
        self._loop.call_later((STILL_MS + SLACK_MS) / 1000, self._settle, contact)

    def _settle(self, contact: Contact) -> None:
        change = self._standing[contact].look(self._now_ms())
        if change is not None:
            self._tell(contact, closed=change.closed, at_ms=change.at_ms)

    def _tell(self, contact: Contact, *, closed: bool, at_ms: int) -> None:
        """Send the signal of a confirmed change."""
        self._number += 1
        self._send(self._signal(contact, closed=closed, at_ms=at_ms))
        if contact.kind == "stop":
            return
        if closed:
            self._since_ms[contact] = at_ms
            return
        self._since_ms.pop(contact, None)
        if contact in self._stuck:
            self._stuck.remove(contact)
            self._alert(TableAlert.CONTACT(contact.name), None)

    def _signal(self, contact: Contact, *, closed: bool, at_ms: int) -> Signal:
        boot, number = self._boot, self._number
        if contact.kind == "stop":
            return StopContact(nonce=boot, number=number, at_ms=at_ms, opened=not closed)
        return PanelButton(
            nonce=boot,
            number=number,
            at_ms=at_ms,
            chair=self._choice.chair if contact.chair is None else contact.chair,
            button=BUTTONS[contact.kind],
            pressed=closed,
        )


def place_of_contact(contact: Contact) -> Message:
    """Return the name of a contact for people."""
    return Place.contact(contact.kind, contact.chair)
