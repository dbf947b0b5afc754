"""How the table is: ready or not, and what needs a person, told to broker, panel and log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from firmware_bridge.errors import LINK, RESETS, fault_text
from firmware_bridge.signals import ButtonName, Connected, FaultName, Lost, SignalsLost
from table_controller.back_check import ALERT as BACKS
from table_controller.broker import ALERT as BROKER
from table_controller.dice_check import ALERT as DICE
from table_controller.felt_sticks import ALERT as STICKS
from table_controller.losses import alert_of
from table_controller.sources import ZONES
from table_controller.wall_check import ALERT as WALL_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware_bridge.counters import Telemetry
    from firmware_bridge.signals import Fault, Levels, UnitEvent
    from table_controller.panel import Panel
    from vision.sightings import CameraAlert

JUDGE: Final = "judge"
CHAIRS: Final = range(4)
NO_CHAIR: Final = 255
TASKS: Final = (
    "link",
    "camera",
    "machine",
    "displays",
    "telemetry",
    "evidence",
    "check",
    "decisions",
    "other",
)
"""What the daemon keeps running; each has an alert, ``task-<name>``."""
SEEN_TO: Final = (
    "unit",
    "camera",
    "camera-residual",
    "lid",
    "walls",
    "shuffle",
    "dice",
    "deal",
    "line",
    "paused",
    "hand",
    "close",
    "time",
    "clip",
    BROKER,
    "journal",
    "journal-write",
    "journal-copy",
    "machine-file",
    "panel",
    *(f"task-{name}" for name in TASKS),
)
"""Alerts that this program takes back by itself when their cause is gone."""

NOISE_LEAST: Final = 5
NOISE_SHARE: Final = 0.01
"""Of the frames between two looks: more that are damaged, and more than ``NOISE_LEAST``, need somebody to look."""

CAMERA_ADVICE: Final = {
    "lost": "Check the camera's cable, and that no other program uses it; it is started again by itself, and this alert ends "
    "when it sees. Until then play stops being followed: the judge enters how a hand ends.",
    "moved": "Fasten the camera, then calibrate it: jantaku vision calibrate. Compare the table with the state.",
    "residual": "Look whether all markers lie flat in their places and the lens is clean and sharp, then calibrate it.",
}


class Messages(Protocol):
    """What the broker is told."""

    def status(self, status: str, text: str) -> None:
        """How the table is."""

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        """What needs a person; None when it is resolved."""


class Health:
    """Keeps status and alerts.

    Args:
        broker: is told everything.
        now_ms: table time.
        say: takes lines for the log.
        panel: the lamp at the table, where there is one.
    """

    def __init__(
        self,
        broker: Messages,
        *,
        now_ms: Callable[[], int],
        say: Callable[[str], None],
        panel: Panel | None = None,
    ) -> None:
        self._broker = broker
        self._now_ms = now_ms
        self._say = say
        self._panel = panel
        self._alerts: dict[str, str] = {}
        self._call = ""
        self._unit = self._camera = False
        self._damaged = self._whole = 0

    @property
    def ready(self) -> bool:
        """Whether unit and camera have been there."""
        return self._unit and self._camera

    def begin(self) -> None:
        """Alerts of a life before that ended without taking them back are not believed."""
        for name in (
            *SEEN_TO,
            WALL_COUNT,
            BACKS,
            DICE,
            STICKS,
            *(_fault_name(*place) for fault in FaultName for place in _places(fault)),
            *(alert_of(zone) for zone in ("table", *sorted(ZONES))),
        ):
            self._broker.alert(name, None)
        self._status("init", "starting")

    def end(self) -> None:
        """Put out the lamp."""
        if self._panel is not None:
            self._panel.show("stopped")
            self._panel.close()

    def alert(self, name: str, text: str | None, advice: str, severity: str = "error") -> None:
        """Tell people that something needs them; text None when it does no longer."""
        if text is None:
            if self._alerts.pop(name, None) is not None:
                self._broker.alert(name, None)
        elif self._alerts.get(name) != text:
            self._alerts[name] = text
            self._broker.alert(
                name,
                {"id": name, "severity": severity, "text": text, "advice": advice, "at_ms": self._now_ms()},
            )
        if self._panel is not None and self.ready:
            self._panel.show("alert" if self._alerts else "ready")

    def resolve(self, name: str) -> None:
        """A person has seen to it; it may be from before a restart."""
        self._alerts[name] = ""
        self.alert(name, None, "")

    # What happens

    def judge_called(self, who: str) -> None:
        """A player wants a judge."""
        text = f"The judge is called at {who}"
        self._say(text)
        self._call = text
        self.alert(JUDGE, text, "Go to the table, then resolve this.", "warning")

    def clip(self, journal: int, error: str) -> None:
        """A clip of an entry was kept, or why not; the newest kept while a judge is called is named to him."""
        text = f"There is no film of entry {journal} for the judge: {error}" if error else None
        self.alert(
            "clip",
            text,
            "Free space on the table's disk if it is full; see that the camera works.",
            "warning",
        )
        if JUDGE in self._alerts and not error:
            self.alert(
                JUDGE, f"{self._call}; clip {journal}", "Go to the table, then resolve this.", "warning"
            )

    def link(self, event: UnitEvent) -> None:
        """The link to the unit came or went."""
        if isinstance(event, Connected):
            cause = event.reset_cause.name.lower().replace("_", " ")
            how = f"was reset ({cause})" if event.was_reset else "answers"
            away = f" after {event.away_ms / 1000:.1f} s" if event.away_ms else ""
            self._say(f"table unit {how}{away}: firmware {event.firmware}")
            self.alert("unit", None, "")
            if event.was_reset:
                text, advice = RESETS[event.reset_cause]
                if advice:  # else somebody has just done it
                    self.alert("unit-reset", f"{_sentence(text)}: what moved is moved again", advice)
            self._unit = True
            self._maybe_ready()
        elif isinstance(event, Lost):
            self._say(f"table unit lost: {event.reason}. {event.advice}".rstrip())
            self.alert("unit", f"{_sentence(LINK['lost'][0])}: {event.reason}", event.advice)
        elif isinstance(event, SignalsLost):
            text, advice = LINK["signals_lost"]
            text = f"{event.count} times what the table felt was lost: {text}"
            self._say(text)
            self.alert("signals", text, advice)

    def line(self, link: Telemetry) -> None:
        """The link's counters as they are now and then: many damaged frames since the last time are noise."""
        damaged, whole = link.bad_crc + link.bad_frames, link.frames
        more_damaged, more_whole = damaged - self._damaged, whole - self._whole
        self._damaged, self._whole = damaged, whole
        noisy = more_damaged >= NOISE_LEAST and more_damaged > NOISE_SHARE * (more_damaged + more_whole)
        text, advice = LINK["noise"]
        self.alert(
            "line", f"{_sentence(text)} ({more_damaged} times lately)" if noisy else None, advice, "warning"
        )

    def fault(self, fault: Fault) -> None:
        """A fault of the machine came or went."""
        chair = None if fault.chair == NO_CHAIR else fault.chair
        button = ButtonName(fault.detail) if fault.fault is FaultName.BUTTON_STUCK else None
        output = fault.detail if fault.fault is FaultName.ON_TOO_LONG else None
        name = _fault_name(fault.fault, chair, button)
        text, advice = fault_text(fault.fault, chair=chair, button=button, output=output)
        self.alert(name, _sentence(text) if fault.active else None, advice)

    def levels(self, levels: Levels) -> None:
        """How the machine stands: what a reset of the unit or of this program has made forgotten is put right."""
        for fault in FaultName:
            places = [place for place in _places(fault) if _fault_name(*place) in self._alerts]
            if not levels.faults >> fault & 1:
                for place in places:
                    self.alert(_fault_name(*place), None, "")
            elif not places:
                for _, chair, button in _standing(fault, levels):
                    text, advice = fault_text(fault, chair=chair, button=button)
                    self.alert(_fault_name(fault, chair, button), _sentence(text), advice)

    def camera_lost(self, reason: str) -> bool:
        """Vision has ended; True if that is new."""
        if "camera" in self._alerts:
            return False
        self._say(f"camera lost: {reason}; trying again")
        self.alert("camera", f"The table cannot see: {reason}", CAMERA_ADVICE["lost"])
        return True

    def camera_sees(self) -> None:
        """A frame was read."""
        if self._camera and "camera" not in self._alerts:
            return
        self._say("camera: the table is seen")
        self.alert("camera", None, "")
        self._camera = True
        self._maybe_ready()

    def camera(self, sighting: CameraAlert) -> None:
        """The camera hangs elsewhere than it did, or its calibration has become worse, or no longer so."""
        if sighting.text:
            self._say(f"camera: {sighting.text}")
        self.alert(f"camera-{sighting.kind}", sighting.text or None, CAMERA_ADVICE[sighting.kind], "warning")

    def _maybe_ready(self) -> None:
        if self.ready:
            self._status("ready", "the table is ready")

    def _status(self, status: str, text: str) -> None:
        self._broker.status(status, text)
        if self._panel is not None:
            self._panel.show(status)


def _fault_name(fault: FaultName, chair: int | None, button: ButtonName | None) -> str:
    """The alert's name: each curtain and each button has its own."""
    words = ["unit", *fault.name.lower().split("_")]
    words += [] if chair is None else [str(chair)]
    return "-".join(words + ([] if button is None else [button.name.lower()]))


Place: TypeAlias = tuple[FaultName, int | None, ButtonName | None]


def _places(fault: FaultName) -> list[Place]:
    """Where a fault can be."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [(fault, chair, None) for chair in CHAIRS]
    if fault is FaultName.BUTTON_STUCK:
        return [(fault, chair, button) for chair in CHAIRS for button in ButtonName]
    return [(fault, None, None)]


def _standing(fault: FaultName, levels: Levels) -> list[Place]:
    """Where a fault is that was not told: the curtains that are broken, the buttons that are down."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [place for place in _places(fault) if levels.curtains >> (place[1] or 0) & 1]
    if fault is FaultName.BUTTON_STUCK:
        return [place for place in _places(fault) if levels.buttons[place[1] or 0] >> (place[2] or 0) & 1]
    return _places(fault)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
