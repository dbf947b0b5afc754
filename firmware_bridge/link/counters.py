"""Counters of the link, for the person who maintains the line."""

from dataclasses import dataclass, field

from firmware_bridge.link.framing import FrameCounters


@dataclass(slots=True)
class Counters:
    """The link's counts since it was started."""

    requests: int = 0
    requests_resent: int = 0
    signals: int = 0
    signals_repeated: int = 0
    signals_unknown: int = 0
    """Signals of a newer firmware; acknowledged and passed on unread."""
    signals_lost: int = 0
    beats: int = 0
    beats_unanswered: int = 0
    foreign_frames: int = 0
    """Whole frames that belong to another session or are no message."""
    resets: int = 0
    losses: int = 0
    """The number of times that a unit was lost after it had answered."""
    round_trip_ms: float = 0.0
    frames: FrameCounters = field(default_factory=FrameCounters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telemetry:
    """The link at one moment: its state, its counters since the start, and the unit's clock."""

    state: str
    firmware: str
    """The unit's version, empty before the first contact."""
    requests: int
    retries: int
    signals: int
    signals_repeated: int
    signals_lost: int
    beats_unanswered: int
    frames: int
    bad_crc: int
    """Frames with a wrong checksum."""
    bad_frames: int
    """Bytes between two zeros that cannot be a frame."""
    foreign_frames: int
    resets: int
    losses: int
    round_trip_ms: float
    offset_ms: int
    """The host's clock minus the unit's, at the latest sample."""
    drift_ppm: int
    """The amount by which the unit's clock is slow."""
    clock_outliers: int


def telemetry(
    counters: Counters, *, state: str, firmware: str, offset_ms: float, drift: float, outliers: int
) -> Telemetry:
    """Return a snapshot of the counters, with everything else known about the link."""
    return Telemetry(
        state=state,
        firmware=firmware,
        requests=counters.requests,
        retries=counters.requests_resent,
        signals=counters.signals,
        signals_repeated=counters.signals_repeated,
        signals_lost=counters.signals_lost,
        beats_unanswered=counters.beats_unanswered,
        frames=counters.frames.frames,
        bad_crc=counters.frames.bad_crc,
        bad_frames=counters.frames.bad_cobs + counters.frames.bad_length,
        foreign_frames=counters.foreign_frames,
        resets=counters.resets,
        losses=counters.losses,
        round_trip_ms=round(counters.round_trip_ms, 2),
        offset_ms=round(offset_ms),
        drift_ppm=round(drift * 1e6),
        clock_outliers=outliers,
    )
