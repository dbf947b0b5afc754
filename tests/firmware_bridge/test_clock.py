"""Host time of the unit's timestamps: within 5 ms whatever offset, drift and delay."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.clock import WRAP_MS, UnitClock
from firmware_bridge.retry import LONGEST_MS, SHORTEST_MS, RetryTime


@pytest.mark.parametrize("drift_ppm", [-5000, -100, 0, 100, 5000])
@pytest.mark.parametrize("offset_ms", [0, 123_456_789, WRAP_MS - 20_000])
def test_signals_are_dated_within_5_ms(drift_ppm: int, offset_ms: int) -> None:
    chance = random.Random(drift_ppm)
    clock = UnitClock()
    rate = 1 + drift_ppm / 1e6

    def unit_ms(host_ms: float) -> int:
        return int(offset_ms + host_ms * rate) % WRAP_MS

    worst = 0.0
    for beat in range(1200):
        sent = beat * 100.0
        there, back = (chance.expovariate(1 / 2) for _ in range(2))
        if chance.random() < 0.1:
            back += chance.uniform(0, 60)  # the host was busy
        clock.add(sent, sent + there + back, unit_ms(sent + there))
        if beat > 30:
            happened = sent + chance.uniform(0, 90)
            worst = max(worst, abs(clock.to_host_ms(unit_ms(happened)) - happened))
    assert worst < 5
    assert abs(clock.drift + drift_ppm / 1e6 / rate) < 0.0005


def test_an_exact_line_is_exact() -> None:
    clock = UnitClock()
    for beat in range(500):
        clock.add(beat * 100.0, beat * 100.0, 7_000 + beat * 100)
    assert round(clock.to_host_ms(7_000 + 49_950), 6) == 49_950
    assert clock.offset_ms == pytest.approx(-7_000)


def test_retry_time_follows_the_line_and_doubles() -> None:
    retry = RetryTime()
    for _ in range(50):
        retry.sample(3.0)
    assert retry.wait_ms(1) == SHORTEST_MS
    for _ in range(50):
        retry.sample(80.0)
    assert 80 < retry.wait_ms(1) < 200
    assert retry.wait_ms(3) == retry.wait_ms(1)
    assert retry.wait_ms(4) == retry.wait_ms(6) == 2 * retry.wait_ms(1)
    assert retry.wait_ms(30) == LONGEST_MS
