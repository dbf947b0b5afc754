"""Host time of the unit's timestamps: within 5 ms, whatever the offset, drift and delay."""

import math
import random

import pytest

from firmware_bridge.link.clock import BELIEVED_AFTER, WRAP_MS, UnitClock
from firmware_bridge.link.retry import LONGEST_MS, SHORTEST_MS, RetryTime


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


def wandering_unit_ms(host_ms: float) -> float:
    """A resonator 0.3 % too fast that drifts by 200 ppm with the temperature of the day, every ten minutes."""
    swing = 200e-6 * 600_000 / (2 * math.pi) * (1 - math.cos(2 * math.pi * host_ms / 600_000))
    return 1_000_000 + host_ms * 1.003 + swing


@pytest.mark.parametrize("seed", range(2))
def test_noise_outliers_and_a_drift_that_changes(seed: int) -> None:
    """Delays with a long tail, mostly on the way back; one sample in twenty is plainly wrong; a third is lost."""
    chance = random.Random(seed)
    clock = UnitClock()
    worst, wrong = 0.0, 0
    for beat in range(12_000):
        sent = beat * 100.0
        if chance.random() < 0.3:
            continue
        there, back = 0.9 + chance.expovariate(1 / 0.8), 0.9 + chance.paretovariate(1.5)
        read = math.floor(wandering_unit_ms(sent + there))
        if chance.random() < 0.05 and beat > 20:
            read += chance.choice([-1, 1]) * chance.randrange(500, 60_000)
            wrong += 1
        clock.add(sent, sent + there + min(back, 400), read)
        if beat > 50:
            happened = sent + chance.uniform(0, 90)
            worst = max(worst, abs(clock.to_host_ms(math.floor(wandering_unit_ms(happened))) - happened))
    assert worst < 5
    assert clock.outliers == wrong > 300


def test_a_clock_that_was_set_is_believed_after_a_while() -> None:
    clock = UnitClock()
    for beat in range(100):
        clock.add(beat * 100.0, beat * 100.0 + 2, beat * 100)
    for beat in range(100, 110):
        clock.add(beat * 100.0, beat * 100.0 + 2, beat * 100 + 7_000)
    assert abs(clock.to_host_ms(18_000) - 11_000) < 3
    assert clock.outliers == BELIEVED_AFTER


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
