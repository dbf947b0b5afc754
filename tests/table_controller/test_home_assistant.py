"""The table as a device of Home Assistant, by a real Mosquitto with the access list that `jantaku logins write` makes.

Announcements are checked against the form that Home Assistant documents (``home_assistant.schema.json``), and every
template is filled in by Jinja, as Home Assistant does, from what tables publish.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jinja2
import jinja2.sandbox
import pytest
from jsonschema_rs import Draft7Validator

from config import ConfigError
from firmware_bridge.link.counters import Counters, telemetry
from referee.encoding.public import public_state
from referee.journal.journal import Journal
from referee.texts.language import language
from table_controller.broker.broker import Broker
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.service.access_list import access_list, password_file
from table_controller.daemon.listeners.card import Cards
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import Topic
from table_controller.mqtt.home_assistant import (
    ANNOUNCED_FILE,
    CALL,
    HomeDevice,
    announce_device,
    device,
    device_name,
    device_topic,
)
from table_controller.mqtt.logins import Account, hashed, login_of, written
from table_controller.mqtt.messages import status_of
from table_controller.mqtt.roles import CALLS_A_JUDGE
from table_controller.settings.network import caller
from tests.broker_page_stage import played
from tests.message_schemas import wrong
from tests.table_controller.broker_stage import until
from tests.table_controller.command_stage import ask, kuikae
from tests.table_controller.deployment_stage import STOCK, debians_broker, publishes
from tests.table_controller.silent import said_to

SCHEMA = json.loads((Path(__file__).parent / "home_assistant.schema.json").read_text(encoding="utf-8"))
ADDRESS = Address("127.0.0.1", 1, "home", "7", "table7", "table7")
TOPIC = re.compile(r"homeassistant/(?:\w+)/(?:[a-zA-Z0-9_-]+/)?[a-zA-Z0-9_-]+/config")
"""The topics that Home Assistant reads announcements from. [HA: integrations/mqtt, Discovery topic]"""
WHOLE = device(ADDRESS, caller="ha", unit=True, words="en")


def faults(announced: Any) -> list[str]:
    return [error.message for error in Draft7Validator(SCHEMA).iter_errors(announced)]


def filled(template: str, payload: Any) -> str:
    """Return a message as Home Assistant renders it; a template that names something unknown fails here."""
    made = jinja2.sandbox.ImmutableSandboxedEnvironment().from_string(template)
    return made.render(value=json.dumps(payload), value_json=payload)


def published(*, alerts: list[str], played_on: bool = True) -> dict[str, Any]:
    """Return the messages that a table publishes, by the end of the topic."""
    state = played() if played_on else None
    camera: dict[str, Any] = {"hidden": {}, "calibrated_px": None, "residual_px": None, "moved_mm": None}
    link = telemetry(Counters(), state="ready", firmware="1.0", offset_ms=3.0, drift=0.0, outliers=0)
    return {
        "status": status_of(language("en"), "ready"),
        "state": public_state(state, 17, 17_000, "7"),
        "telemetry/card": Cards().card(state, now_ms=17_000, wall_ms=1_000_000),
        "telemetry/machine": {
            "phase": "playing",
            "sets": ["table", "stacked"],
            "paused": "",
            "held": "",
            "camera": camera,
            "alerts": alerts,
            "computer_c": 48,
        },
        "telemetry/link": {"at_ms": 5, **asdict(link)},
    }


def values(messages: dict[str, Any], announced: HomeDevice = WHOLE) -> dict[str, str]:
    """Return the value that each sensor shows."""
    shown = {}
    for key, each in announced["components"].items():
        if "state_topic" in each:
            message = messages[each["state_topic"].removeprefix("jantaku/1/home/7/")]
            shown[key] = filled(each["value_template"], message)
            if "options" in each:
                assert shown[key] in each["options"]
            if each["platform"] == "binary_sensor":
                assert shown[key] in {"ON", "OFF"}
    return shown


def attributes(key: str, messages: dict[str, Any]) -> Any:
    each = WHOLE["components"][key]
    message = messages[each["json_attributes_topic"].removeprefix("jantaku/1/home/7/")]
    return json.loads(filled(each["json_attributes_template"], message))


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("calls", ["", "ha"])
def test_it_is_as_home_assistant_wants_it(words: Any, unit: bool, calls: str) -> None:
    announced = device(ADDRESS, caller=calls, unit=unit, words=words)
    assert faults(announced) == []
    assert wrong("HomeDevice", announced) == []
    assert ("call_judge" in announced["components"]) is bool(calls)
    assert ("machine" in announced["components"]) is unit
    identities = [each["unique_id"] for each in announced["components"].values()]
    assert len(set(identities)) == len(identities)
    names = [each["name"] for each in announced["components"].values()]
    assert len(set(names)) == len(names)


def test_the_form_tells_right_from_wrong() -> None:
    changes: tuple[dict[str, Any], ...] = (
        {"device": {"name": "no identity"}},
        {"origin": {}},
        {"components": {"a": {"platform": "sensor", "unique_id": "a"}}},
        {
            "components": {
                "a": {"platform": "sensor", "unique_id": "a", "state_topic": "t", "device_class": "enum"}
            }
        },
        {"components": {"a": {"platform": "button", "unique_id": "a", "command_topic": "to/+"}}},
        {"nonsense": 1},
    )
    for change in changes:
        assert faults({**WHOLE, **change})


def test_its_sensors_show_the_game() -> None:
    messages = published(alerts=[])
    assert wrong("MachineReport", messages["telemetry/machine"]) == []
    card = messages["telemetry/card"]
    assert values(messages) == {
        "phase": card["phase"],
        "hand": card["hand"],
        "honba": str(card["honba"]),
        "riichi_sticks": str(messages["state"]["bets"]),
        **{f"points_{seat}": str(card["scores"][seat]) for seat in range(4)},
        "findings": str(card["open_findings"]),
        "stopped": "ON" if card["stopped"] else "OFF",
        "needs_person": "OFF",
        "camera": "OFF",
        "temperature": "48",
        "machine": "playing",
        "link": "ON",
        "damaged_frames": "0",
    }
    assert attributes("points_2", messages) == {"player": card["names"][2]}
    assert attributes("stopped", messages) == {"reason": (card["stopped"] or {"reason": None})["reason"]}


def test_a_newer_version_is_installed_from_there() -> None:
    update = {"installed": "1.0", "newest": "1.2", "state": "installing", "version": "1.2"}
    messages = published(alerts=[])
    for report, shown in ((update, ["1.0", "1.2", True]), (None, [None, None, False])):
        messages["telemetry/machine"]["update"] = report
        assert wrong("MachineReport", messages["telemetry/machine"]) == []
        for calls in ("ha", ""):
            announced = device(ADDRESS, caller=calls, unit=True, words="en", updates=True)
            assert faults(announced) == []
            update_state = json.loads(values(messages, announced)["update"])
            assert [
                update_state["installed_version"],
                update_state["latest_version"],
                update_state["in_progress"],
            ] == shown
            button = announced["components"]["update"].get("command_topic")
            assert button == ("jantaku/1/home/7/command/ha/update" if calls else None)
    assert "update" not in WHOLE["components"]


def test_they_show_a_table_without_a_game_and_one_of_an_older_version() -> None:
    messages = published(alerts=[], played_on=False)
    del messages["telemetry/machine"]["alerts"], messages["telemetry/machine"]["computer_c"]
    shown = values(messages)
    assert {shown[key] for key in ("hand", "points_0", "temperature")} == {"None"}
    assert shown["riichi_sticks"] == "0"
    assert attributes("points_0", messages) == {"player": None}


def test_what_needs_a_person_is_an_alarm() -> None:
    messages = published(alerts=["camera-moved", "unit"])
    shown = values(messages)
    assert (shown["needs_person"], shown["camera"], shown["link"]) == ("ON", "ON", "OFF")
    assert attributes("needs_person", messages) == {"alerts": ["camera-moved", "unit"]}


@pytest.mark.parametrize(
    ("status", "there"),
    [("init", "online"), ("ready", "online"), ("lost", "offline"), ("stopped", "offline")],
)
def test_a_table_that_is_lost_is_not_there(status: Any, there: str) -> None:
    (how,) = WHOLE["availability"]
    assert filled(how["value_template"], status_of(language("en"), status)) == there


@pytest.mark.parametrize(("hall", "table"), [("home", "7"), ("Tisch 2", "a-b"), ("雀荘", "卓"), ("a_b", "-")])
def test_every_table_has_a_topic_that_home_assistant_reads(hall: str, table: str) -> None:
    assert TOPIC.fullmatch(device_topic(hall, table))


def test_no_two_tables_have_one_topic() -> None:
    parts = ["a", "b", "a-b", "-", "a_b", "_2d_", "2d", "卓", "_5353_"]
    names = [device_name(hall, table) for hall in parts for table in parts]
    assert len(set(names)) == len(names)


def test_the_button_gives_a_command_that_the_table_knows() -> None:
    button = WHOLE["components"]["call_judge"]
    assert button["command_topic"] == "jantaku/1/home/7/command/ha/call_judge"
    assert COMMANDS[CALL].roles == (CALLS_A_JUDGE,)
    daemon = kuikae()
    ask(daemon, "resume")
    number = daemon.journal.number
    rehearsed = ask(daemon, CALL, **json.loads(button["payload_press"]), dry_run=True)
    assert rehearsed["would"]["stopped"] == "judge"
    assert (daemon.journal.number, "judge" in daemon.health.standing) == (number, False)
    assert ask(daemon, CALL, **json.loads(button["payload_press"])) == {"ok": True, "heard": False}
    assert daemon.state is not None
    assert daemon.state.desk.stopped == "judge"
    assert "judge" in daemon.health.standing
    # Pressed again, it is still one call and one stop.
    assert ask(daemon, CALL)["ok"]
    assert daemon.journal.number == number + 1
    ask(daemon, "resume", seen_to=True)
    assert "judge" not in daemon.health.standing


def test_a_login_that_may_not_call_a_judge_is_refused_in_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "roles.toml"
    accounts = {
        "ha": Account(login_of("ha", "technician", ("home",), ("7",))),
        "eye": Account(login_of("eye", "viewer", (), ())),
        "away": Account(login_of("away", "technician", ("elsewhere",), ())),
    }
    file.write_text(written(accounts, passwords=False))

    def chosen(name: str, logins: Path | None) -> str:
        return caller({"hall": "home", "table": "7", "home_assistant": {"caller": name}}, logins)

    assert chosen("", file) == ""
    assert chosen("ha", file) == "ha"
    assert chosen("who", None) == "who"
    for name, why in (("eye", "this needs a technician"), ("away", "not for table 7"), ("who", "no login")):
        with pytest.raises(ConfigError, match=why):
            chosen(name, file)
    with pytest.raises(ConfigError, match="login"):
        chosen("a/b", None)


class Home:
    """The messages that Home Assistant receives with its login: it asks for every announcement."""

    def __init__(self, port: int, who: str) -> None:
        self.port, self.who = port, who

    def hears(self, seconds: float = 1.0) -> dict[str, Any]:
        done = subprocess.run(
            ["mosquitto_sub", "-V", "5", "-p", str(self.port), "-u", self.who, "-P", self.who, "-q", "1",
             "-t", "homeassistant/+/+/config", "-t", "homeassistant/+/+/+/config", "-F", "%t %p", "-W", str(max(1, round(seconds)))],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
        return {topic: json.loads(payload) for topic, payload in lines}


def allowed(access: str) -> str:
    """Return the access list unchanged."""
    return access


def older(access: str) -> str:
    """The access list of a version that knew nothing of Home Assistant."""
    return "".join(line for line in access.splitlines(keepends=True) if "homeassistant" not in line)


@pytest.fixture
def hall_port(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[int]:
    """A broker as Debian installs it, with logins of two tables, a home and a player; ``request`` may change its access list."""
    folder = tmp_path / "broker"
    folder.mkdir()
    config, port = debians_broker(folder)
    logins = {
        "table7": login_of("table7", "table", ("home",), ("7",)),
        "tables": login_of("tables", "table", ("other",), ()),
        "ha": login_of("ha", "technician", ("home",), ("7",)),
        "player": login_of("player", "player", (), ()),
    }
    accounts = {name: Account(login, hashed(name)) for name, login in logins.items()}
    (folder / "passwords").write_text(password_file(accounts))
    (folder / "acl").write_text(getattr(request, "param", allowed)(access_list(accounts)))
    process = subprocess.Popen(
        ["mosquitto", "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until(lambda: publishes(port, "table7", "jantaku/1/home/7/status"), "the broker takes the table")
    yield port
    process.terminate()
    process.wait()


@pytest.mark.skipif(
    not STOCK.exists() or shutil.which("mosquitto_sub") is None, reason="no mosquitto is installed"
)
def test_it_is_announced_kept_and_withdrawn_by_a_real_broker(hall_port: int, tmp_path: Path) -> None:
    address = Address("127.0.0.1", hall_port, "home", "7", "table7", "table7")
    topic = device_topic("home", "7")
    state = tmp_path / "state"
    state.mkdir()

    def runs(place: Topic, *, discovery: bool) -> None:
        """Start a table, which may announce itself, and stop it."""
        journal = Journal(":memory:")
        broker = Broker(address, journal, command=lambda *_: None, say=said_to(lambda _: None))
        announced = device(address, caller="ha", unit=True, words="en") if discovery else None
        announce_device(broker.announce, place, announced, folder=state, say=said_to(pytest.fail))
        broker.start()
        until(lambda: broker.connected and not broker._retained.unsent, "all is sent")
        broker.stop()

    home = Home(hall_port, "ha")
    runs(topic, discovery=False)
    assert home.hears() == {}
    assert not (state / ANNOUNCED_FILE).exists()
    runs(topic, discovery=True)
    heard = home.hears()
    assert list(heard) == [topic]
    assert faults(heard[topic]) == []
    assert heard[topic]["device"]["identifiers"] == ["jantaku-home-7"]
    # A login that sees less at the table learns no more from the announcement.
    assert Home(hall_port, "player").hears() == {}
    runs(topic, discovery=False)
    assert home.hears() == {}


@pytest.mark.skipif(not STOCK.exists(), reason="no mosquitto is installed")
def test_a_tables_login_announces_its_own_table_and_nothing_else(hall_port: int) -> None:
    assert publishes(hall_port, "table7", device_topic("home", "7"))
    for topic in (
        device_topic("home", "8"),
        "homeassistant/device/jantaku-home-7/config",
        "homeassistant/sensor/lamp/config",
        "homeassistant/device/kitchen/lamp/config",
        "homeassistant/status",
    ):
        assert not publishes(hall_port, "table7", topic), topic
    # A login for all tables of a hall may announce any Jantaku table, but no other maker's device.
    assert publishes(hall_port, "tables", device_topic("other", "1"))
    assert not publishes(hall_port, "tables", "homeassistant/device/kitchen/lamp/config")
    # Home Assistant's own login may press the table's button, but announces nothing in its name.
    assert not publishes(hall_port, "ha", device_topic("home", "7"))
    assert publishes(hall_port, "ha", WHOLE["components"]["call_judge"]["command_topic"])
    assert not publishes(hall_port, "player", "jantaku/1/home/7/command/player/call_judge")


def test_a_table_that_was_renamed_leaves_no_device_behind(tmp_path: Path) -> None:
    sent: list[tuple[str, Any]] = []
    for place, on in (("1", True), ("2", True), ("2", False)):
        announce_device(
            lambda topic, value: sent.append((topic, value and value["device"]["name"])),
            device_topic("home", place),
            WHOLE if on else None,
            folder=tmp_path,
            say=said_to(pytest.fail),
        )
    first, second = (device_topic("home", place) for place in "12")
    name = WHOLE["device"]["name"]
    assert sent == [(first, name), (first, None), (second, name), (first, None), (second, None)]
    (tmp_path / ANNOUNCED_FILE).write_text(
        '["jantaku/1/home/7/status", 5, "homeassistant/device/jantaku/a-b/config"]'
    )
    sent.clear()
    announce_device(
        lambda topic, value: sent.append((topic, value)),
        first,
        None,
        folder=tmp_path,
        say=said_to(pytest.fail),
    )
    assert sent == [(device_topic("a", "b"), None)]


def test_where_it_could_not_be_withdrawn_it_is_not_announced(tmp_path: Path) -> None:
    lines: list[str] = []
    announce_device(
        lambda *_: pytest.fail("announced"),
        device_topic("home", "7"),
        WHOLE,
        folder=tmp_path / "gone",
        say=said_to(lines.append),
    )
    assert "not announced to Home Assistant" in lines[0]


@pytest.mark.skipif(not STOCK.exists(), reason="no mosquitto is installed")
@pytest.mark.parametrize(("hall_port", "refused"), [(older, True), (allowed, False)], indirect=["hall_port"])
def test_a_broker_that_lets_no_table_announce_itself_is_reported(
    hall_port: int, refused: bool, tmp_path: Path
) -> None:
    """The connection holds, and the log says what to do."""
    lines: list[str] = []
    broker = Broker(
        Address("127.0.0.1", hall_port, "home", "7", "table7", "table7"),
        Journal(":memory:"),
        command=lambda *_: None,
        say=said_to(lines.append),
    )
    topic = device_topic("home", "7")
    announce_device(broker.announce, topic, WHOLE, folder=tmp_path, say=said_to(pytest.fail))
    broker.start()
    broker.status("ready")
    until(lambda: broker.connected and not broker._retained.unsent, "all is sent")
    broker.stop()
    expected = [
        line
        for line in lines
        if line.startswith(f"Not sent: {topic}. The broker refuses it (Not authorized)")
    ]
    assert bool(expected) is refused
    assert all("jantaku logins write" in line for line in expected)
    assert len(lines) == len(expected)
    assert ("set-aside" in broker.standing) is refused
