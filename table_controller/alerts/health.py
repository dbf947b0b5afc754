"""The table's health: whether it is ready and what needs a person, reported to broker, panel and log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, get_args

from config.log_line import TROUBLE
from firmware_bridge.messages.signals import ButtonName, Connected, FaultName, Lost, SignalsLost
from referee.texts.language import english, language
from table_controller.alerts.back_check import BACKS_ALERT as BACKS
from table_controller.alerts.dice_check import DICE_ALERT as DICE
from table_controller.alerts.listeners import Listeners
from table_controller.alerts.supervised import TaskName
from table_controller.alerts.wall_check import WALL_COUNT_ALERT as WALL_COUNT
from table_controller.machine.panel.contacts import CONTACTS
from table_controller.mqtt.broker import ASIDE_ALERT as SET_ASIDE
from table_controller.mqtt.broker import BROKER_ALERT as BROKER
from table_controller.mqtt.broker import FLOOD_ALERT as FLOOD
from table_controller.mqtt.messages import StatusName, alert_of_message
from table_controller.sensing.felt_sticks import STICKS_ALERT as STICKS
from table_controller.sensing.losses import alert_of
from table_controller.sensing.waiting.sources import ZONES
from table_controller.wording import unit_texts
from table_controller.wording.alert_texts import Advice, AlertTexts
from vision.zones import EACH_CHAIR, TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from config.log_line import Say
    from firmware_bridge.link.counters import Telemetry
    from firmware_bridge.messages.signals import Fault, Levels, UnitEvent
    from referee.texts.language import LanguageName
    from referee.texts.message import Message
    from table_controller.machine.panel.panel import Panel
    from vision.sightings import CameraAlert, CameraTrouble

JUDGE: Final = "judge"
NO_CHAIR: Final = 255
EMERGENCY_STOP: Final = "emergency-stop"
TASKS: Final = (*get_args(TaskName), "other")
"""The tasks that the daemon keeps running, and any other; each has an alert, ``task-<name>``."""
SEEN_TO: Final = (
    "unit",
    "camera",
    "camera-residual",
    *(f"camera-{number}-{kind}" for number in (1, 2) for kind in ("residual", "lost")),
    "lid",
    "lid-open",
    "walls",
    "shuffle",
    "dice",
    "deal",
    "line",
    "paused",
    "hand",
    "close",
    "time",
    "sheet",
    "clip",
    BROKER,
    FLOOD,
    "backup",
    "links",
    "journal",
    "journal-write",
    "machine-file",
    "panel",
    EMERGENCY_STOP,
    *(f"panel-{contact.name}" for contact in CONTACTS),
    *(f"task-{name}" for name in TASKS),
)
"""Alerts that this program resolves by itself when their cause is gone."""
OF_THE_PAST: Final = (
    JUDGE,
    "unit-reset",
    "signals",
    "aside",
    SET_ASIDE,
    "camera-moved",
    *(f"camera-{number}-moved" for number in (1, 2)),
)
"""Alerts that stand until a person has seen to them, at the broker also through a restart of this program."""

NOISE_LEAST: Final = 5
NOISE_SHARE: Final = 0.01
"""Share of damaged frames between two looks above which somebody must check the line, if there are more than ``NOISE_LEAST``."""


NONE: Final = Advice.none()
CAMERA_ADVICE: Final[Mapping[CameraTrouble, Message]] = {
    "moved": Advice.calibrate(),
    "residual": Advice.look_at_markers(),
    "lost": Advice.check_one_camera(),
}
"""Advice for each kind of camera trouble."""


class Messages(Protocol):
    """The messages that the broker publishes."""

    def status(self, status: StatusName) -> None:
        """Publish the table's status."""

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        """An alert that needs a person; None when it is resolved."""

    @property
    def standing(self) -> list[str]:
        """The names of the alerts that stand."""


class TableHealth:
    """Keeps status and alerts.

    Args:
        broker: is told everything.
        now_ms: table time.
        say: takes lines for the log.
        panel: the lamp at the table, where there is one.
        words: the language of alerts.
        connects: whether there is a unit that must answer before the table is ready.
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
        self._perhaps = set(OF_THE_PAST)
        """Alerts that an earlier run may have left at the broker, which this one cannot know."""
        self._caller: Message | None = None
        self._clip: int | None = None
        self.listeners = Listeners(self._listeners_changed)
        """The judges who hear calls."""
        self._unit, self._camera = not connects, False
        self._damaged = self._whole = 0

    @property
    def ready(self) -> bool:
        """True if the camera and the unit, where there is one, have been connected."""
        return self._unit and self._camera

    @property
    def standing(self) -> list[str]:
        """The names of the alerts that stand; may be read from any thread."""
        return self._broker.standing

    def begin(self) -> None:
        """Resolve the alerts of an earlier run that ended without resolving them."""
        for name in (
            *SEEN_TO,
            WALL_COUNT,
            BACKS,
            DICE,
            STICKS,
            *(_fault_name(*place) for fault in FaultName for place in _places(fault)),
            *(alert_of(zone) for zone in (TABLE, *sorted(ZONES))),
        ):
            self._broker.alert(name, None)
        self._status("init")

    def end(self) -> None:
        """Turn the lamp off."""
        if self._panel is not None:
            self._panel.show("stopped")
            self._panel.close()

    def alert(self, name: str, text: Message | None, advice: Message = NONE, severity: str = "error") -> None:
        """Alert people to something that needs them; text None resolves the alert."""
        if text is None:
            if self._alerts.pop(name, None) is not None:
                self._broker.alert(name, None)
        elif self._alerts.get(name) != text:
            self._alerts[name] = text
            self._broker.alert(
                name, alert_of_message(self._words, name, (text, advice), severity, self._now_ms())
            )
        if self._panel is not None and self.ready:
            self._panel.show("alert" if self._alerts else "ready")
        if self._panel is not None and name == JUDGE:
            self._panel.judge_asked(asked=JUDGE in self._alerts)

    def may_resolve(self, name: str) -> bool:
        """Return whether an alert of this name stands; it may be older than a restart."""
        return name in self._perhaps or name in self.standing

    def resolve(self, name: str) -> None:
        """Resolve an alert that a person has seen to."""
        self._perhaps.discard(name)
        self._alerts[name] = AlertTexts.nothing()
        self.alert(name, None)

    # What happens

    def judge_called(self, who: Message) -> None:
        """A player wants a judge."""
        self._caller, self._clip = who, None
        self._say(english(self._call()))

    def emergency_stop(self, *, pressed: bool) -> None:
        """The emergency stop at the panel was pressed or released."""
        text = AlertTexts.emergency_stop() if pressed else None
        if pressed != (EMERGENCY_STOP in self._alerts):
            self._say(english(text) if text is not None else "the emergency stop is released")
        self.alert(EMERGENCY_STOP, text, Advice.release_stop())
        if self._panel is not None:
            self._panel.stop_pressed(pressed=pressed)

    def clip(self, journal: int, error: str) -> None:
        """Report that a clip of an entry was kept, or why not; a judge who is called is told the newest."""
        text = AlertTexts.no_clip(journal, error) if error else None
        self.alert("clip", text, Advice.free_clip_space(), "warning")
        if JUDGE in self._alerts and self._caller is not None and not error:
            self._clip = journal
            self._call()

    def _call(self) -> Message:
        """Alert people to the call of a judge that stands; returns its text, which says whether a judge hears it."""
        assert self._caller is not None
        heard = self.listeners.any
        called = AlertTexts.judge_called if heard else AlertTexts.judge_called_in_vain
        text = called(self._caller, self._clip)
        self.alert(JUDGE, text, Advice.go_to_table() if heard else Advice.fetch_judge(), "warning")
        return text

    def _listeners_changed(self) -> None:
        if self._panel is not None:
            self._panel.judge_hears(hears=self.listeners.any)
        if JUDGE in self._alerts and self._caller is not None:
            self._call()

    def link(self, event: UnitEvent) -> None:
        """Note that the link to the unit came up or went down."""
        if isinstance(event, Connected):
            cause = event.reset_cause.name.lower().replace("_", " ")
            how = f"was reset ({cause})" if event.was_reset else "answers"
            away = f" after {event.away_ms / 1000:.1f} s" if event.away_ms else ""
            self._say(f"table unit {how}{away}: firmware {event.firmware}")
            self.alert("unit", None)
            if event.was_reset:
                text, advice = unit_texts.reset(event.reset_cause)
                if english(advice):  # otherwise somebody has just done it
                    self.alert("unit-reset", AlertTexts.unit_reset(text), advice)
            self._unit = True
            self._maybe_ready()
        elif isinstance(event, Lost):
            self._say(f"table unit lost: {event.reason}. {event.advice}".rstrip(), TROUBLE)
            self.alert("unit", AlertTexts.unit_lost(event.reason), unit_texts.lost_advice(event.advice))
        elif isinstance(event, SignalsLost):
            text, advice = unit_texts.link("signals_lost")
            lost = AlertTexts.signals_lost(event.count, text)
            self._say(english(lost), TROUBLE)
            self.alert("signals", lost, advice)

    def line(self, link: Telemetry) -> None:
        """Check the link's counters: many damaged frames since the last check mean noise on the line."""
        damaged, whole = link.bad_crc + link.bad_frames, link.frames
        more_damaged, more_whole = damaged - self._damaged, whole - self._whole
        self._damaged, self._whole = damaged, whole
        noisy = more_damaged >= NOISE_LEAST and more_damaged > NOISE_SHARE * (more_damaged + more_whole)
        text, advice = unit_texts.link("noise")
        self.alert("line", AlertTexts.noise(more_damaged, text) if noisy else None, advice, "warning")

    def fault(self, fault: Fault) -> None:
        """Note that a fault of the machine came or went."""
        chair = None if fault.chair == NO_CHAIR else fault.chair
        button = ButtonName(fault.detail) if fault.fault is FaultName.BUTTON_STUCK else None
        output = fault.detail if fault.fault is FaultName.ON_TOO_LONG else None
        name = _fault_name(fault.fault, chair, button)
        text, advice = unit_texts.fault(fault.fault, chair=chair, button=button, output=output)
        self.alert(name, AlertTexts.unit_said(text) if fault.active else None, advice)

    def levels(self, levels: Levels) -> None:
        """Correct the alerts by the machine's levels, after a reset of the unit or of this program."""
        for fault in FaultName:
            places = [place for place in _places(fault) if _fault_name(*place) in self._alerts]
            if not levels.faults >> fault & 1:
                for place in places:
                    self.alert(_fault_name(*place), None)
            elif not places:
                for _, chair, button in _standing(fault, levels):
                    text, advice = unit_texts.fault(fault, chair=chair, button=button)
                    self.alert(_fault_name(fault, chair, button), AlertTexts.unit_said(text), advice)

    def camera_lost(self, reason: str, text: Message | None = None) -> bool:
        """Note that vision has ended; True if that is new. ``text`` if there is one for this reason."""
        if "camera" in self._alerts:
            return False
        self._say(f"camera lost: {reason}; trying again", TROUBLE)
        self.alert("camera", text or AlertTexts.no_sight(reason), Advice.check_camera())
        return True

    def camera_sees(self) -> None:
        """Note that a frame was read."""
        if self._camera and "camera" not in self._alerts:
            return
        self._say("camera: the table is seen")
        self.alert("camera", None)
        self._camera = True
        self._maybe_ready()

    def camera(self, sighting: CameraAlert) -> None:
        """Note whether a camera has moved, its calibration has become worse, or it alone does not see the table."""
        which = "camera" if sighting.camera is None else f"camera-{sighting.camera}"
        if sighting.text:
            self._say(f"{which}: {sighting.text}", TROUBLE)
        said = _of_camera(sighting)
        if said is not None and sighting.camera is not None:
            said = AlertTexts.camera_of(sighting.camera, said)
        self.alert(f"{which}-{sighting.kind}", said, CAMERA_ADVICE[sighting.kind], "warning")

    def _maybe_ready(self) -> None:
        if self.ready:
            self._status("ready")

    def _status(self, status: StatusName) -> None:
        self._broker.status(status)
        if self._panel is not None:
            self._panel.show(status)


def _fault_name(fault: FaultName, chair: int | None, button: ButtonName | None) -> str:
    """The alert's name: each curtain and each button has its own."""
    words = ["unit", *fault.name.lower().split("_")]
    words += [] if chair is None else [str(chair)]
    return "-".join(words + ([] if button is None else [button.name.lower()]))


Place: TypeAlias = tuple[FaultName, int | None, ButtonName | None]


def _places(fault: FaultName) -> list[Place]:
    """The places where a fault can be."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [(fault, chair, None) for chair in EACH_CHAIR]
    if fault is FaultName.BUTTON_STUCK:
        return [(fault, chair, button) for chair in EACH_CHAIR for button in ButtonName]
    return [(fault, None, None)]


def _standing(fault: FaultName, levels: Levels) -> list[Place]:
    """The places of faults that were not reported: curtains that are broken, buttons that are down."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [place for place in _places(fault) if levels.curtains >> (place[1] or 0) & 1]
    if fault is FaultName.BUTTON_STUCK:
        return [place for place in _places(fault) if levels.buttons[place[1] or 0] >> (place[2] or 0) & 1]
    return _places(fault)


def _of_camera(sighting: CameraAlert) -> Message | None:
    """The alert text for the camera's state; None when it is well."""
    if not sighting.text:
        return None
    if sighting.kind == "lost":
        return AlertTexts.camera_blind(sighting.text)
    if sighting.kind == "moved":
        return AlertTexts.camera_moved(round(sighting.shift_mm), round(sighting.turned_deg) or None)
    if sighting.marker is not None:
        return AlertTexts.marker_moved(sighting.marker)
    return AlertTexts.markers_off(f"{sighting.error_px:.1f}", f"{sighting.usual_px:.1f}")
