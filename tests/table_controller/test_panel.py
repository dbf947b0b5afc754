"""The panel on mock pins."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero.pins.mock import MockFactory

from table_controller.panel import Panel

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = MockFactory()
    yield factory
    factory.close()


def test_the_lamp_follows_the_status(pins: Any) -> None:
    panel = Panel(lamp_pin=17, judge_pin=None, on_judge=lambda: None, factory=pins)
    lamp = pins.pin(17)
    panel.show("ready")
    assert lamp.state == 1
    panel.show("stopped")
    assert lamp.state == 0
    panel.show("init")
    assert panel._lamp is not None
    assert panel._lamp.is_active or panel._lamp._blink_thread is not None
    panel.close()


def test_the_button_calls_the_judge(pins: Any) -> None:
    called = threading.Event()
    panel = Panel(lamp_pin=None, judge_pin=27, on_judge=called.set, factory=pins)
    panel.show("ready")
    pins.pin(27).drive_low()
    assert called.wait(5)
    panel.close()
