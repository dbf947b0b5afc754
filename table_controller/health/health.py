"""The table's health: its readiness and the faults that need a person, reported to broker, panel and log."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from config.log_line import TROUBLE, Say
from firmware_bridge.link.counters import Telemetry
from firmware_bridge.messages.signals import (
    ButtonName,
    Connected,
    Fault,
    FaultName,
    Levels,
    Lost,
    SignalsLost,
    UnitEvent,
)
from referee.texts.language import LanguageName, english, language
from referee.texts.message import Message
from table_controller.health.listeners import Listeners
from table_controller.machine.panel.panel import Panel
from table_controller.mqtt.messages import StatusName, alert_of_message
from vision.sightings import CameraAlert, CameraTrouble
from wording import unit_texts
from wording.alerts.declaration import AlertFamily, DeclaredAlert, Trouble, alerts_of
from wording.alerts.declared import TableAlert
from wording.alerts.parts import FaultPlace, fault_name, places_of
from wording.alerts.texts import WrappedTrouble

NO_CHAIR: Final = 255
NOISE_LEAST: Final = 5
NOISE_SHARE: Final = 0.01
"""Share of damaged frames since the last look above which people are alerted, if more than ``NOISE_LEAST`` are."""


CAMERA_ALERTS: Final[Mapping[CameraTrouble, AlertFamily[str]]] = {
    "moved": TableAlert.MOVED,
    "residual": TableAlert.RESIDUAL,
    "lost": TableAlert.BLIND,
}


class Messages(Protocol):
    """The messages that the broker publishes."""

    def status(self, status: StatusName) -> None: ...

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        """Publish an alert; None when it is resolved."""

    @property
    def standing(self) -> list[str]: ...


class TableHealth:
    """Keeps status and alerts.

    Args:
        broker: publishes status and alerts.
        now_ms: returns table time.
        say: takes lines for the log.
        panel: the lamp at the table, where there is one.
        words: the language of alerts.
        connects: True if there is a unit that must answer before the table is ready.
    """

    def __init__(
        self,
        broker: Messages,
        *,
        now_ms: Callable[[], int],
        say: Say,
        panel: Panel | None = None,
        words: LanguageName = "en",
        connects: bool = True,
    ) -> None:
        self._broker = broker
        self._words = language(words)
        self._now_ms = now_ms
        self._say = say
        self._panel = panel
        self._alerts: dict[str, Message] = {}
        self._perhaps = {alert.name for alert in alerts_of(TableAlert) if alert.stays}
        """Alerts that an earlier run may have left at the broker."""
        self._caller: Message | None = None
        self._clip: int | None = None
        self.listeners = Listeners(self._listeners_changed)
        """The judges who hear calls."""
        self.call_people: Callable[[str, Trouble | None], None] = lambda _name, _trouble: None
        """Called with the name of an alert and the trouble for which absent people are called; None once it is over."""
        self._unit, self._camera = not connects, False
        self._damaged = self._whole = 0

    @property
    def ready(self) -> bool:
        """True if the camera and the unit, where there is one, have been connected."""
        return self._unit and self._camera

    @property
    def unit_answered(self) -> bool:
        """True once the unit has answered, or if there is none."""
        return self._unit

    @property
    def camera_saw(self) -> bool:
        """True once the camera has seen the table."""
        return self._camera

    @property
    def standing(self) -> list[str]:
        """The names of the open alerts; may be read from any thread."""
        return self._broker.standing

    def begin(self) -> None:
        """Resolve the alerts of an earlier run that ended without resolving them."""
        for alert in alerts_of(TableAlert):
            if not alert.stays:
                self._broker.alert(alert.name, None)
        self._status("init")

    def end(self) -> None:
        """Turn the lamp off."""
        if self._panel is not None:
            self._panel.show("stopped")
            self._panel.close()

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        """Alert people to something that needs them; without a trouble the alert is resolved."""
        name = alert.name
        calls = alert.calls_people(heard=self.listeners.any)
        self.call_people(name, trouble if calls else None)
        if trouble is None:
            if self._alerts.pop(name, None) is not None:
                self._broker.alert(name, None)
        elif self._alerts.get(name) != trouble.text:
            self._alerts[name] = trouble.text
            self._broker.alert(name, alert_of_message(self._words, alert, trouble, self._now_ms()))
        self._show(name)

    def _show(self, name: str) -> None:
        """Show at the panel that an alert was raised or resolved."""
        if self._panel is not None and self.ready:
            self._panel.show("alert" if self._alerts else "ready")
        if self._panel is not None and name == TableAlert.JUDGE.name:
            self._panel.judge_asked(asked=name in self._alerts)

    def may_resolve(self, name: str) -> bool:
        """Return whether an alert of this name is open, perhaps since before a restart."""
        return name in self._perhaps or name in self.standing

    def resolve(self, name: str) -> None:
        """Resolve an alert that a person has seen to."""
        self._perhaps.discard(name)
        self._alerts.pop(name, None)
        self.call_people(name, None)
        self._broker.alert(name, None)
        self._show(name)

    # Reports

    def judge_called(self, who: Message) -> None:
        """Raise the alert that somebody wants a judge."""
        self._caller, self._clip = who, None
        self._say(english(self._call()))

    def emergency_stop(self, *, pressed: bool) -> None:
        """Note that the emergency stop at the panel was pressed or released."""
        trouble = TableAlert.emergency_stop() if pressed else None
        if pressed != (TableAlert.EMERGENCY_STOP.name in self._alerts):
            self._say("the emergency stop is released" if trouble is None else english(trouble.text))
        self.alert(TableAlert.EMERGENCY_STOP, trouble)
        if self._panel is not None:
            self._panel.stop_pressed(pressed=pressed)

    def clip(self, journal: int, error: str) -> None:
        """Report that a clip was kept, or why not; the alert of a call for a judge names the newest clip."""
        self.alert(TableAlert.CLIP, TableAlert.no_clip(journal, error) if error else None)
        if self._judge_is_called and not error:
            self._clip = journal
            self._call()

    def _call(self) -> Message:
        """Raise the alert for the present call; return its text, which says whether a judge hears it."""
        assert self._caller is not None
        called = TableAlert.judge_called if self.listeners.any else TableAlert.judge_called_in_vain
        trouble = called(self._caller, self._clip)
        self.alert(TableAlert.JUDGE, trouble)
        return trouble.text

    def _listeners_changed(self) -> None:
        if self._panel is not None:
            self._panel.judge_hears(hears=self.listeners.any)
        if self._judge_is_called:
            self._call()

    @property
    def _judge_is_called(self) -> bool:
        return self._caller is not None and TableAlert.JUDGE.name in self._alerts

    def link(self, event: UnitEvent) -> None:
        """Note that the link to the unit came up or went down."""
        if isinstance(event, Connected):
            cause = event.reset_cause.name.lower().replace("_", " ")
            how = f"was reset ({cause})" if event.was_reset else "answers"
            away = f" after {event.away_ms / 1000:.1f} s" if event.away_ms else ""
            self._say(f"table unit {how}{away}: firmware {event.firmware}")
            self.alert(TableAlert.UNIT, None)
            if event.was_reset:
                text, advice = unit_texts.reset(event.reset_cause)
                if english(advice):  # otherwise a person has just acted
                    self.alert(TableAlert.UNIT_RESET, TableAlert.unit_reset(text)._replace(advice=advice))
            self._unit = True
            self._maybe_ready()
        elif isinstance(event, Lost):
            self._say(f"table unit lost: {event.reason}. {event.advice}".rstrip(), TROUBLE)
            advice = unit_texts.lost_advice(event.advice)
            self.alert(TableAlert.UNIT, TableAlert.unit_lost(event.reason)._replace(advice=advice))
        elif isinstance(event, SignalsLost):
            text, advice = unit_texts.link("signals_lost")
            lost = TableAlert.signals_lost(event.count, text)._replace(advice=advice)
            self._say(english(lost.text), TROUBLE)
            self.alert(TableAlert.SIGNALS, lost)

    def line(self, link: Telemetry) -> None:
        """Check the link's counters: many damaged frames since the last check mean noise on the line."""
        damaged, whole = link.bad_crc + link.bad_frames, link.frames
        more_damaged, more_whole = damaged - self._damaged, whole - self._whole
        self._damaged, self._whole = damaged, whole
        noisy = more_damaged >= NOISE_LEAST and more_damaged > NOISE_SHARE * (more_damaged + more_whole)
        text, advice = unit_texts.link("noise")
        noise = TableAlert.noise(more_damaged, text)._replace(advice=advice)
        self.alert(TableAlert.LINE, noise if noisy else None)

    def fault(self, fault: Fault) -> None:
        """Note that a fault of the machine came or went."""
        chair = None if fault.chair == NO_CHAIR else fault.chair
        button = ButtonName(fault.detail) if fault.fault is FaultName.BUTTON_STUCK else None
        output = fault.detail if fault.fault is FaultName.ON_TOO_LONG else None
        trouble = unit_texts.fault(fault.fault, chair=chair, button=button, output=output)
        alert = TableAlert.FAULT(fault_name(fault.fault, chair, button))
        self.alert(alert, of_unit(trouble) if fault.active else None)

    def levels(self, levels: Levels) -> None:
        """Correct the alerts by the machine's levels, after a reset of the unit or of this program."""
        for fault in FaultName:
            alerts = [TableAlert.FAULT(fault_name(*place)) for place in places_of(fault)]
            raised = [alert for alert in alerts if alert.name in self._alerts]
            if not levels.faults >> fault & 1:
                for alert in raised:
                    self.alert(alert, None)
            elif not raised:
                for _, chair, button in _standing(fault, levels):
                    trouble = unit_texts.fault(fault, chair=chair, button=button)
                    self.alert(TableAlert.FAULT(fault_name(fault, chair, button)), of_unit(trouble))

    def camera_lost(self, reason: str, trouble: Trouble | None = None) -> bool:
        """Note that vision has ended or gives no pictures; return True if that is new. ``trouble`` is its own alert."""
        if TableAlert.CAMERA.name in self._alerts:
            return False
        self._say(f"camera lost: {reason}; trying again", TROUBLE)
        self.alert(TableAlert.CAMERA, trouble or TableAlert.no_sight(reason))
        return True

    def camera_sees(self) -> None:
        """Note that a frame was read."""
        if self._camera and TableAlert.CAMERA.name not in self._alerts:
            return
        self._say("camera: the table is seen")
        self.alert(TableAlert.CAMERA, None)
        self._camera = True
        self._maybe_ready()

    def camera(self, sighting: CameraAlert) -> None:
        """Note whether a camera has moved, is calibrated less well, or is the only one that does not see the table."""
        which = "camera" if sighting.camera is None else f"camera-{sighting.camera}"
        if sighting.text:
            self._say(f"{which}: {sighting.text}", TROUBLE)
        self.alert(CAMERA_ALERTS[sighting.kind](which), _of_camera(sighting))

    def _maybe_ready(self) -> None:
        if self.ready:
            self._status("ready")

    def _status(self, status: StatusName) -> None:
        self._broker.status(status)
        if self._panel is not None:
            self._panel.show(status)


def of_unit(trouble: Trouble) -> Trouble:
    """Return the trouble in an alert's own words around the unit's text."""
    return trouble._replace(text=WrappedTrouble.unit_said(trouble.text))


def _standing(fault: FaultName, levels: Levels) -> list[FaultPlace]:
    """Return the places of an unreported fault: broken curtains, or buttons that are down."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [place for place in places_of(fault) if levels.curtains >> (place[1] or 0) & 1]
    if fault is FaultName.BUTTON_STUCK:
        return [place for place in places_of(fault) if levels.buttons[place[1] or 0] >> (place[2] or 0) & 1]
    return places_of(fault)


def _of_camera(sighting: CameraAlert) -> Trouble | None:
    """Return the trouble of a camera; None if it has none."""
    if not sighting.text:
        return None
    if sighting.kind == "lost":
        found = TableAlert.camera_blind(sighting.text)
    elif sighting.kind == "moved":
        found = TableAlert.camera_moved(round(sighting.shift_mm), round(sighting.turned_deg) or None)
    elif sighting.marker is not None:
        found = TableAlert.marker_moved(sighting.marker)
    else:
        found = TableAlert.markers_off(f"{sighting.error_px:.1f}", f"{sighting.usual_px:.1f}")
    if sighting.camera is None:
        return found
    return found._replace(text=WrappedTrouble.camera_of(sighting.camera, found.text))
