"""The panel on mock pins, and a table whose computer has no pins."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import paho.mqtt.client as paho
import pytest
from gpiozero.pins.mock import MockFactory
from paho.mqtt.enums import CallbackAPIVersion

from referee.texts.language import english
from table_controller.machine.panel import Panel, PanelError
from tests.table_controller.test_broker import ROOT, Mosquitto, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


RUN = "import sys; from table_controller.cli.main import main; sys.exit(main())"


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


def test_without_a_library_for_the_pins_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(PanelError) as error:
        Panel(lamp_pin=17, judge_pin=27, on_judge=lambda: None)
    assert "python3-lgpio" in english(error.value.advice)


def test_pins_that_are_taken_are_told_as_such(pins: Any) -> None:
    panel = Panel(lamp_pin=17, judge_pin=None, on_judge=lambda: None, factory=pins)
    with pytest.raises(PanelError, match="cannot be used") as error:
        Panel(lamp_pin=17, judge_pin=None, on_judge=lambda: None, factory=pins)
    assert "[panel]" in english(error.value.advice)
    panel.close()


@pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
def test_the_daemon_runs_without_a_panel_and_tells_it(tmp_path: Path) -> None:
    """A Pi without a library for its pins: the whole program, at a real broker."""
    broker = Mosquitto(tmp_path)
    broker.start()
    heard: dict[str, Any] = {}

    def hear(_client: Any, _data: Any, message: Any) -> None:
        if message.payload:
            heard[message.topic] = json.loads(message.payload)

    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.on_message = hear
    client.connect("127.0.0.1", broker.port)
    client.subscribe("jantaku/#", qos=1)
    client.loop_start()
    settings = tmp_path / "daemon.toml"
    settings.write_text(
        f'serial = "{tmp_path}/none"\ncamera = "folder:{tmp_path}/none"\nstate = "{tmp_path}/state"\n'
        f'[mqtt]\naddress = "127.0.0.1:{broker.port}"\n[http]\nport = 0\n[panel]\nlamp_pin = 17\njudge_pin = 27\n'
    )
    environment = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    daemon = subprocess.Popen(
        [sys.executable, "-c", RUN, "run", "--config", str(settings)],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        topic = "jantaku/1/home/1/alert/panel"
        until(lambda: topic in heard or daemon.poll() is not None, "the panel's alert")
        assert daemon.poll() is None, daemon.stdout.read() if daemon.stdout else ""
        assert "python3-lgpio" in heard[topic]["advice"]
    finally:
        daemon.terminate()
        daemon.communicate(timeout=20)
        client.loop_stop()
        broker.stop()
    assert daemon.returncode == 0
