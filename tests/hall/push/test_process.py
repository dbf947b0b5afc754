"""``jantaku hall push`` at a real broker and a real HTTPS push service, and the options that start it."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hall.alerts import HallAlert
from hall.push.telephones import Telephones
from jantaku.main import main
from tests.hall.judge.hall_stage import until
from tests.hall.push.conftest import HallBroker
from tests.hall.push.push_stage import CALLED, Process, PushService, Subscribed


@pytest.fixture
def process(mosquitto: HallBroker, service: PushService, tmp_path: Path) -> Iterator[Process]:
    running = Process(mosquitto, service, tmp_path)
    yield running
    running.stop(signal.SIGKILL)


def test_a_call_reaches_a_telephone_once_though_the_hall_is_killed_and_the_broker_restarts(
    process: Process, mosquitto: HallBroker, service: PushService
) -> None:
    one = Subscribed(f"{service.origin}/1")
    Telephones(process.file).add(one.telephone)
    process.start()
    mosquitto.publish("telemetry/card", CALLED)
    mosquitto.publish("alert/judge", None)
    until(lambda: service.got, "it is told")
    read = one.read(service.got[0].body, service.got[0].headers["Authorization"])
    assert read["signed"]
    assert json.loads(read["text"])["body"] == "A judge is called"
    assert read["claims"]["sub"] == "mailto:club@example.org"
    process.stop(signal.SIGKILL)
    process.start()
    mosquitto.stop()
    mosquitto.start()
    mosquitto.publish("telemetry/card", CALLED)
    two = Subscribed(f"{service.origin}/2")
    until(lambda: process.begun == 3, "it has come back")
    Telephones(process.file).add(two.telephone)
    until(lambda: len(service.got) > 1, "another telephone is told")
    mosquitto.publish("telemetry/card", {**CALLED, "attendant": "anna"})
    until(lambda: len(service.got) == 4, "both are told that somebody goes")
    assert [each.path for each in service.got[:2]] == ["/1", "/2"]
    assert {each.path for each in service.got[2:]} == {"/1", "/2"}
    over = next(each for each in service.got[2:] if each.path == "/1")
    assert json.loads(one.read(over.body, over.headers["Authorization"])["text"])["over"] is True
    assert process.stop() == 0
    known_states = Telephones(process.file).states()
    assert {endpoint: set(states.values()) for endpoint, states in known_states.items()} == {
        one.endpoint: {"seen"}, two.endpoint: {"seen"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["push"], "push needs --push FILE"),
        (["push", "--push=FILE"], "--push needs --logins"),
        (["push", "--push=FILE", "--logins=x"], "--push needs --push-contact"),
        (["push", "--push=FILE", "--logins=x", "--push-contact=club"], "--push needs --push-contact"),
        (["push", "--push-contact=mailto:a@b.example"], "need --push FILE"),
        (["push", "--push=FILE", "--logins=x", "--push-contact=mailto:a@b.example"], "x: cannot be read"),
        (["push", "--push=/", "--logins=x", "--push-contact=mailto:a@b.example"], "/: Is a directory"),
        (
            ["page", "--http=127.0.0.1:1", "--push=/", "--logins=FILE", "--push-contact=mailto:a@b.example"],
            "FILE: ",
        ),
    ],
)
def test_options_that_cannot_be_used_are_named(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", *(word.replace("FILE", str(tmp_path / "file")) for word in words)]) == 2
    assert message.replace("FILE: ", f"{tmp_path / 'file'}: ") in capsys.readouterr().err


def test_its_failures_are_an_alert_of_the_hall() -> None:
    assert HallAlert.TASK("push").name == "task-push"
