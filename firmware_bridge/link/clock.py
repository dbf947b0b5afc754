"""The unit's clock against the host's: offset and drift from heartbeats, so that a signal gets host time."""

from collections import deque
from dataclasses import dataclass
from typing import Final

WRAP_MS: Final = 1 << 32
"""The unit's millisecond counter starts again after 49.7 days."""

WINDOW: Final = 128
"""Samples kept: 13 s of heartbeats."""

MIN_SPAN_MS: Final = 2_000
"""Drift is not estimated from samples closer together than this."""

MAX_DRIFT: Final = 0.02
"""A ceramic resonator is within 0.5 %; more than this is not believed."""

TOLERANCE_MS: Final = 3.0
"""The unit's resolution, and how far its clock may wander between two samples."""

BELIEVED_AFTER: Final = 4
"""So many outliers in a row that agree with each other are believed: the clock was set, it is no noise."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The unit read ``unit_ms`` at ``host_ms``, give or take ``error_ms`` (half the time the answer took)."""

    unit_ms: int
    host_ms: float
    error_ms: float


def _agree(one: Sample, other: Sample) -> bool:
    """Return whether two samples can come from the same clock."""
    unit, host = other.unit_ms - one.unit_ms, other.host_ms - one.host_ms
    return abs(unit - host) <= one.error_ms + other.error_ms + TOLERANCE_MS + abs(host) * MAX_DRIFT


class UnitClock:
    """Host time of the unit's timestamps, by a straight line through the sharpest recent samples.

    An impossible sample (the unit's time does not lie between question and answer) is dropped and counted in
    ``outliers``.
    """

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=WINDOW)
        self._doubted: list[Sample] = []
        self.outliers = 0
        self._unit_ms = 0
        self._host_ms = 0.0
        self._rate = 1.0
        self._sharpest_ms = 0.0

    @property
    def known(self) -> bool:
        """True once there is a sample."""
        return bool(self._samples)

    @property
    def drift(self) -> float:
        """Host milliseconds per unit millisecond, less one: 0.0001 if the unit is slow by 100 ppm."""
        return self._rate - 1.0

    @property
    def offset_ms(self) -> float:
        """Host time minus unit time at the latest sample."""
        return self._host_ms - self._unit_ms

    def add(self, sent_ms: float, received_ms: float, unit_ms: int) -> None:
        """Add a sample: asked at ``sent_ms``, answered at ``received_ms`` with the unit's time."""
        whole = self._whole(unit_ms) if self._samples else unit_ms
        sample = Sample(whole, (sent_ms + received_ms) / 2, (received_ms - sent_ms) / 2)
        if self._is_possible(sample):
            self._doubted.clear()
            self._samples.append(sample)
        else:
            self.outliers += 1
            if self._doubted and not _agree(self._doubted[-1], sample):
                self._doubted.clear()
            self._doubted.append(sample)
            if len(self._doubted) < BELIEVED_AFTER:
                return
            self._samples.clear()
            self._samples.extend(self._doubted)
            self._doubted.clear()
        self._fit()

    def to_host_ms(self, unit_ms: int) -> float:
        """Return the host time of the unit's time ``unit_ms`` (32 bits, within 24 days of the latest sample)."""
        return self._host_ms + (self._whole(unit_ms) - self._unit_ms) * self._rate

    def _is_possible(self, sample: Sample) -> bool:
        """Return whether the unit can have read this time between question and answer, judging by its clock so far."""
        if not self._samples:
            return True
        latest = self._samples[-1]
        apart = sample.host_ms - self.to_host_ms(sample.unit_ms)
        since = abs(sample.unit_ms - latest.unit_ms)
        # Before the drift is measured, it may be anything within a resonator's tolerance.
        measured = latest.unit_ms - self._samples[0].unit_ms >= MIN_SPAN_MS
        wander = since * (MAX_DRIFT / 10 if measured else MAX_DRIFT)
        return abs(apart) <= sample.error_ms + self._sharpest_ms + TOLERANCE_MS + wander

    def _whole(self, unit_ms: int) -> int:
        latest = self._samples[-1].unit_ms
        return latest + (unit_ms - latest + WRAP_MS // 2) % WRAP_MS - WRAP_MS // 2

    def _fit(self) -> None:
        # A late answer only says that the unit's reading lies somewhere in a wide interval: samples are weighted by
        # the square of their sharpness. The half millisecond stands for the unit's own resolution.
        weights = [1.0 / (sample.error_ms + 0.5) ** 2 for sample in self._samples]
        total = sum(weights)
        base = self._samples[-1]
        unit = (
            sum(w * (s.unit_ms - base.unit_ms) for w, s in zip(weights, self._samples, strict=True)) / total
        )
        host = (
            sum(w * (s.host_ms - base.host_ms) for w, s in zip(weights, self._samples, strict=True)) / total
        )
        rate = 1.0
        if base.unit_ms - self._samples[0].unit_ms >= MIN_SPAN_MS:
            spread = products = 0.0
            for weight, sample in zip(weights, self._samples, strict=True):
                apart = sample.unit_ms - base.unit_ms - unit
                spread += weight * apart * apart
                products += weight * apart * (sample.host_ms - base.host_ms - host)
            if spread > 0 and abs(products / spread - 1.0) <= MAX_DRIFT:
                rate = products / spread
        self._sharpest_ms = min(sample.error_ms for sample in self._samples)
        self._rate = rate
        self._unit_ms = base.unit_ms
        self._host_ms = base.host_ms + host - unit * rate
