"""Each topic is declared once, and published as it is declared (``table_controller/mqtt/topics.py``)."""

import shutil

import paho.mqtt.client as paho
import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from table_controller.commands.service.access_list import access_list
from table_controller.mqtt.gate import TopicLevel
from table_controller.mqtt.logins import Account
from table_controller.mqtt.roles import ROLES, Login, Role
from table_controller.mqtt.topics import (
    ALERT,
    ANSWER,
    COMMAND,
    ENTRY,
    EVENT,
    OF_TABLE,
    PARAMETER,
    PARAMETERS,
    PUBLISHED,
    STATUS,
    TOPICS,
    parted,
)
from tests.message_schemas import SCHEMAS
from tests.table_controller.broker_stage import Desk, Hall, Mosquitto, desk, hall, mosquitto, until

__all__ = ["desk", "hall", "mosquitto"]
"""Fixtures."""
HOME, SEVEN, LID = TopicLevel("home"), TopicLevel("7"), TopicLevel("lid")


def test_each_topic_has_a_name_a_path_and_a_payload_of_its_own() -> None:
    assert len({each.name for each in TOPICS}) == len({each.path for each in TOPICS}) == len(TOPICS)
    assert {each.payload for each in PUBLISHED} <= SCHEMAS.keys()
    for each in TOPICS:
        assert {name.strip("{}") for name in PARAMETER.findall(each.path)} <= PARAMETERS.keys()


def test_a_topic_is_made_of_all_its_parameters_and_a_filter_of_the_first() -> None:
    assert ALERT.topic(HOME, SEVEN, LID) == "jantaku/1/home/7/alert/lid"
    assert parted(ALERT.topic(HOME, SEVEN, LID)) == ("7", f"{ALERT.end}lid")
    assert (STATUS.filter("home"), STATUS.filter("home", "7")) == (
        "jantaku/1/home/+/status",
        "jantaku/1/home/7/status",
    )
    assert COMMAND.filter("home", "7", "anna") == "jantaku/1/home/7/command/anna/+"
    assert ANSWER.below("home") == "jantaku/1/home/answer/"
    for levels in ((HOME, SEVEN), (HOME, SEVEN, LID, LID)):
        with pytest.raises(ValueError, match="alert"):
            ALERT.topic(*levels)


@pytest.mark.parametrize("role", ROLES)
def test_the_access_list_lets_each_role_read_what_is_declared_for_it(role: Role) -> None:
    """It allows nothing else, except that a role for a whole folder may read a newer table's topics there."""
    lines = access_list({"one": Account(Login("one", role, ("home",), ("7",)))}).splitlines()
    reads = {line.removeprefix("topic read ") for line in lines if line.startswith("topic read ")}
    for each in OF_TABLE:
        path = each.filter("home", "7")
        whole = f"{path.rpartition('/')[0]}/+"
        granted = path in reads or (each.folder != "" and whole in reads)
        assert granted is each.is_for(role), each.name


@pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
def test_what_is_published_is_as_declared(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    heard: dict[str, tuple[int, bool]] = {}

    def note(_client: object, _data: object, message: MQTTMessage) -> None:
        heard[message.topic] = message.qos, message.retain

    def listen(*_: object) -> None:
        ears.subscribe([("jantaku/#", SubscribeOptions(2, retainAsPublished=True))])

    ears = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    ears.on_message, ears.on_connect = note, listen
    granted: list[object] = []
    ears.on_subscribe = lambda *_: granted.append(_)
    ears.connect("127.0.0.1", mosquitto.port)
    ears.loop_start()
    try:
        hall.start()
        until(lambda: bool(granted) and hall.connections == 1, "they hear")
        desk.broker.start()
        desk.broker.alert(LID, {"id": LID})
        for each in OF_TABLE:
            if each not in {EVENT, ENTRY, ALERT}:
                desk.broker.show(each, {"at_ms": 1})
        desk.happens(1)
        until(lambda: desk.broker.sent == 1 and desk.broker.connected, "it is sent")
        hall.command("state", "{}", b"1")
        published = {
            **{each.filter("home", "7").replace("+", LID): each for each in OF_TABLE},
            ANSWER.filter("home", "anna", "1"): ANSWER,
        }
        until(lambda: heard.keys() >= published.keys(), "all is heard")
    finally:
        ears.loop_stop()
    assert {topic: heard[topic] for topic in published} == {
        topic: (each.qos, each.retained) for topic, each in published.items()
    }
    assert heard.keys() - published.keys() == {COMMAND.filter("home", "7", "anna", "state")}
