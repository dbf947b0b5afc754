"""The table as a device of Home Assistant: its announcement (MQTT discovery, one message for the whole device).

The announcement names the topic of each value, which the table publishes for everybody, and how to read it there. So
Home Assistant sees only values that its login may see, and no name that is not public. A device that is no longer
announced is withdrawn, by an empty message in the same topic. [HA: home-assistant.io, MQTT, "Device discovery payload"]
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final, TypedDict, get_args

from msgspec import Meta

from config.log_line import TROUBLE, Say
from referee.game.position import Phase
from referee.texts.language import LanguageName, language
from referee.texts.message import Message
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import Topic, TopicLevel
from table_controller.mqtt.messages import MachinePhase
from table_controller.mqtt.topics import (
    CARD,
    COMMAND,
    HOME_DEVICE,
    LINK,
    MACHINE,
    STATE,
    STATUS,
    DeclaredTopic,
)
from wording.alerts.declared import TableAlert
from wording.table_status import HomeSensor

DEVICE: Final = re.compile(HOME_DEVICE.path.replace("{device}", "[A-Za-z0-9_-]+"))
ANNOUNCED_FILE: Final = "home-assistant.json"
"""The file in the state folder with the topics in which the table has announced itself."""
CALL: Final = TopicLevel("call_judge")
UPDATE: Final = TopicLevel("update")
ASKER: Final = "Home Assistant"
THERE: Final = "{{ 'online' if value_json.status in ('init', 'ready') else 'offline' }}"
SEATS: Final = (
    HomeSensor.points_east,
    HomeSensor.points_south,
    HomeSensor.points_west,
    HomeSensor.points_north,
)
"""The points of each seat, by its wind in the first hand."""


class HomeIdentity(TypedDict):
    """The identity of the device."""

    identifiers: list[str]
    name: str
    manufacturer: str
    sw_version: str


class HomeOrigin(TypedDict):
    """The program that announces it."""

    name: str
    sw_version: str


class HomeAvailability(TypedDict):
    """The rule by which Home Assistant sees whether the table is there."""

    topic: str
    value_template: str


class HomeDevice(TypedDict):
    """The table as a device of Home Assistant: its sensors, and how to read each value."""

    device: HomeIdentity
    origin: HomeOrigin
    availability: list[HomeAvailability]
    qos: int
    components: Annotated[
        dict[str, dict[str, Any]], Meta(description="sensors and the button, in Home Assistant's own terms")
    ]


def device_topic(hall: str, table: str) -> Topic:
    """Return the topic at which a table announces itself."""
    return HOME_DEVICE.topic(device_name(hall, table))


def device_name(hall: str, table: str) -> TopicLevel:
    """Return a table's name in characters that Home Assistant accepts in a topic; no two tables get the same name."""
    escaped = (re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found[0]):x}_", each) for each in (hall, table))
    return TopicLevel("-".join(escaped))


def device(
    address: Address, *, caller: str, unit: bool, words: LanguageName, updates: bool = False
) -> HomeDevice:
    """Return the table's announcement.

    Args:
        address: the table's address at the broker.
        caller: the login with which Home Assistant may call a judge; if empty, it gets no button.
        unit: True if the table has a machine, with a line and a cycle.
        words: the language of the sensors' names.
        updates: True if the club has set a source of newer versions.
    """
    name = f"jantaku-{device_name(address.hall, address.table)}"
    made = version("jantaku")
    components = {
        key: {**each, "unique_id": f"{name}-{key}"}
        for key, each in _components(
            address, caller=caller, unit=unit, updates=updates, say=language(words).say
        ).items()
    }
    return {
        "device": {
            "identifiers": [name],
            "name": f"Jantaku {address.hall}/{address.table}",
            "manufacturer": "Jantaku",
            "sw_version": made,
        },
        "origin": {"name": "Jantaku", "sw_version": made},
        "availability": [{"topic": address.topic(STATUS), "value_template": THERE}],
        "qos": 1,
        "components": components,
    }


def announce_device(
    send: Callable[[Topic, Mapping[str, Any] | None], None],
    topic: Topic,
    announced: HomeDevice | None,
    *,
    folder: Path,
    say: Say,
) -> None:
    """Announce the table, or withdraw announcements from when the option was on or the table had another name.

    Args:
        send: sends a retained message to a topic; None withdraws it.
        topic: the topic in which this table announces itself.
        announced: the announcement; None if the option is off.
        folder: stores the topics for ever, since the broker may be away now; withdrawing one again only costs a message
            at each start.
        say: takes a line if the topics cannot be stored.
    """
    file = folder / ANNOUNCED_FILE
    known = _announced_before(file)
    for earlier in known:
        if earlier != topic or announced is None:
            send(earlier, None)
    if announced is None:
        return
    if topic not in known:
        try:
            file.write_text(json.dumps([*known, topic]), encoding="utf-8")
        except OSError as error:
            say(f"not announced to Home Assistant: it could not be withdrawn later ({error})", TROUBLE)
            return
    send(topic, {**announced})


def _announced_before(file: Path) -> list[Topic]:
    """Return the topics in which the table has announced itself, without any that it may not write to."""
    try:
        topics = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [Topic(each) for each in topics if isinstance(each, str) and DEVICE.fullmatch(each)]


DIAGNOSTIC: Final = {"entity_category": "diagnostic"}
ALERTS: Final = "value_json.alerts | default([])"
BLIND: Final = f"'{TableAlert.CAMERA.name}' in ({ALERTS}) | join(' ')"
VERSIONS: Final = (
    "{'installed_version': (value_json['update'] or {}).installed | default(none), 'latest_version': (value_json['update'] or {}).newest | default(none),"
    " 'in_progress': (value_json['update'] or {}).state == 'installing'} | tojson"
)
LINKED: Final = f"'{TableAlert.UNIT.name}' not in ({ALERTS})"


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the parts of a table's device."""

    address: Address
    say: Callable[[Message], str]

    def sensor(self, text: Message, topic: DeclaredTopic, template: str, **more: Any) -> dict[str, Any]:
        return {
            "platform": "sensor",
            "name": self.say(text),
            "state_topic": self.address.topic(topic),
            "value_template": f"{{{{ {template} }}}}",
            **more,
        }

    def alarm(
        self, text: Message, topic: DeclaredTopic, condition: str, device_class: str, **more: Any
    ) -> dict[str, Any]:
        template = f"'ON' if {condition} else 'OFF'"
        made = self.sensor(text, topic, template, device_class=device_class, **more)
        return {**made, "platform": "binary_sensor"}

    def attributes(self, topic: DeclaredTopic, attributes: str) -> dict[str, str]:
        return {
            "json_attributes_topic": self.address.topic(topic),
            "json_attributes_template": f"{{{{ {{{attributes}}} | tojson }}}}",
        }


def _components(
    address: Address, *, caller: str, unit: bool, updates: bool, say: Callable[[Message], str]
) -> dict[str, dict[str, Any]]:
    """Return the sensors and the button by keys that never change."""
    make = _Maker(address, say)
    found = {**_of_game(make), **_of_machine(make)}
    if unit:
        found["machine"] = make.sensor(
            HomeSensor.machine(),
            MACHINE,
            "value_json.phase",
            device_class="enum",
            options=list(get_args(MachinePhase)),
        )
        found["link"] = make.alarm(HomeSensor.link(), MACHINE, LINKED, "connectivity", **DIAGNOSTIC)
        found["damaged_frames"] = make.sensor(
            HomeSensor.damaged_frames(),
            LINK,
            "value_json.bad_crc + value_json.bad_frames",
            state_class="total_increasing",
            **DIAGNOSTIC,
        )
    if updates:
        found["update"] = {
            **make.sensor(HomeSensor.update(), MACHINE, VERSIONS, **DIAGNOSTIC),
            "platform": "update",
            "device_class": "firmware",
        }
        if caller:
            install = address.topic(COMMAND, TopicLevel(caller), UPDATE)
            found["update"] |= {"command_topic": install, "payload_install": json.dumps({"by": ASKER})}
    if caller:
        found["call_judge"] = {
            "platform": "button",
            "name": say(HomeSensor.call_judge()),
            "command_topic": address.topic(COMMAND, TopicLevel(caller), CALL),
            "payload_press": json.dumps({"by": ASKER}),
        }
    return found


def _of_game(make: _Maker) -> dict[str, dict[str, Any]]:
    return {
        "phase": make.sensor(
            HomeSensor.phase(), CARD, "value_json.phase", device_class="enum", options=list(get_args(Phase))
        ),
        "hand": make.sensor(
            HomeSensor.hand(), CARD, "value_json.hand if value_json.phase != 'ended' else none"
        ),
        "honba": make.sensor(HomeSensor.honba(), CARD, "value_json.honba"),
        "riichi_sticks": make.sensor(HomeSensor.riichi_sticks(), STATE, "value_json.bets | default(0)"),
        **{
            f"points_{seat}": make.sensor(
                text(),
                CARD,
                f"value_json.scores[{seat}] | default(none)",
                state_class="measurement",
                **make.attributes(CARD, f"'player': value_json.names[{seat}] | default(none)"),
            )
            for seat, text in enumerate(SEATS)
        },
        "findings": make.sensor(
            HomeSensor.findings(), CARD, "value_json.open_findings", state_class="measurement"
        ),
        "stopped": make.alarm(
            HomeSensor.stopped(),
            CARD,
            "value_json.stopped",
            "problem",
            **make.attributes(CARD, "'reason': (value_json.stopped or {}).reason | default(none)"),
        ),
    }


def _of_machine(make: _Maker) -> dict[str, dict[str, Any]]:
    return {
        "needs_person": make.alarm(
            HomeSensor.needs_person(),
            MACHINE,
            ALERTS,
            "problem",
            **make.attributes(MACHINE, f"'alerts': {ALERTS}"),
        ),
        "camera": make.alarm(HomeSensor.camera(), MACHINE, BLIND, "problem", **DIAGNOSTIC),
        "temperature": make.sensor(
            HomeSensor.temperature(),
            MACHINE,
            "value_json.computer_c | default(none)",
            device_class="temperature",
            unit_of_measurement="°C",
            state_class="measurement",
            **DIAGNOSTIC,
        ),
    }
