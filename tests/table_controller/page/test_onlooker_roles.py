"""The reach of each role during a game: the broker's topics, every command, every path of the page's server.

The lists hold what is allowed; anything else fails the test.
"""

import http.client
import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from config.log_line import unsaid
from referee.game import observations
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.web.build import ensure_built
from table_controller.web.web import DashboardServer
from tests.hall.judge.films_stage import film
from tests.hall.judge.hall_stage import Table, password, until
from tests.table_controller.page.conftest import PageBroker, ask, log_in
from vision.clips.clips import ClipDone

BASE = "jantaku/1/home/7"
ALL = {"status", "state", "event", "telemetry/card", "telemetry/journal", "public/state", "delayed/state"}
HEARD = {
    "player": {"public/state"},
    "stream": {"delayed/state"},
    "viewer": ALL,
    "technician": ALL,
    "referee": ALL,
    "head-referee": ALL,
}
"""The topics of a game that each role receives, whatever it subscribes to."""
PATHS = {
    "/players/events": {"player", "viewer", "technician", "referee", "head-referee"},
    "/stream/events": {"stream", "viewer", "technician", "referee", "head-referee"},
    "/links.json": {"referee", "head-referee"},
}
"""The paths that reveal something of the game, and the roles that get an answer."""


@pytest.fixture
def table(mosquitto: PageBroker, tmp_path: Path, roles: Path) -> Iterator[Table]:
    """A table with a delay of five minutes and a page for players."""
    standing = Table(mosquitto.port, tmp_path, logins=roles, choice=OnlookerChoice("always", 5))
    standing.start()
    yield standing
    standing.stop()


class Ears:
    """A client that hears whatever its login may hear."""

    def __init__(self, port: int, role: str) -> None:
        self.heard: dict[str, list[Any]] = {}
        self.connected = False
        self.client = paho.Client(
            CallbackAPIVersion.VERSION2, f"ears-{secrets.token_hex(4)}", protocol=paho.MQTTv5
        )
        self.client.username_pw_set(role, password(role))
        self.client.on_connect = self._listens
        self.client.on_subscribe = lambda *_: setattr(self, "connected", True)
        self.client.on_message = lambda _c, _u, each: self.heard.setdefault(each.topic, []).append(
            each.payload
        )
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        until(lambda: self.connected, "it is subscribed")

    def _listens(self, *_: Any) -> None:
        every = [
            "#",
            "$share/all/#",
            "jantaku/#",
            f"{BASE}/#",
            f"{BASE}/+/+",
            f"{BASE}/state",
            f"{BASE}/event",
        ]
        every += [f"{BASE}/alert/+", f"{BASE}/telemetry/+", f"{BASE}/public/+", f"{BASE}/delayed/+"]
        self.client.subscribe([(each, SubscribeOptions(1)) for each in [*every, "jantaku/1/home/answer/#"]])

    def asks(self, command: str, login: str) -> None:
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.ResponseTopic = f"jantaku/1/home/answer/{login}/q"
        properties.CorrelationData = f"{login} {command}".encode()
        payload = json.dumps({"dry_run": True})
        self.client.publish(
            f"{BASE}/command/{login}/{command}", payload, 1, properties=properties
        ).wait_for_publish(20)

    def says(self, topic: str) -> None:
        self.client.publish(f"{BASE}/{topic}", b"forged", 1, retain=True).wait_for_publish(20)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def plays(table: Table) -> None:
    """A game with findings, and a hand that has ended; the last entry is a finding."""
    table.deal()
    table.discard(0, "5m")
    table.foul(3)
    table.happens(observations.RulingGiven(ruling="void", judge="anna"))
    table.deal()
    table.discard(0, "6m")
    table.foul(2)


def test_each_role_hears_what_is_listed_and_nothing_else(mosquitto: PageBroker, table: Table) -> None:
    """This covers messages live, retained, forged and asked for.

    Each role tries every subscription and every command, in its own name and in another's.
    """
    ears = {role: Ears(mosquitto.port, role) for role in HEARD}
    plays(table)
    late = {role: Ears(mosquitto.port, role) for role in HEARD}
    for role, each in ears.items():
        for command in COMMANDS:
            for login in (role, "referee"):
                each.asks(command, login)
        for topic in ("state", "public/state", "delayed/state", "event", "alert/x"):
            each.says(topic)
    until(lambda: f"{BASE}/event" in ears["referee"].heard, "the referee hears the game")
    # The last login asked last, and the broker keeps the order of messages for each client.
    until(
        lambda: [request.login for request in table.daemon.heard].count("head-referee") >= len(COMMANDS),
        "commands came",
    )
    asked = [request.login for request in table.daemon.heard]
    assert asked.count("player") == asked.count("stream") == 0
    assert set(asked) == {"viewer", "technician", "referee", "head-referee"}
    mark = Ears(mosquitto.port, "referee")  # once it has the message, the others have it too
    until(lambda: f"{BASE}/state" in mark.heard, "all is delivered")
    for role, each in (*ears.items(), *late.items()):
        own = {f"{BASE}/{rest}" for rest in HEARD[role]}
        answers = {f"jantaku/1/home/answer/{role}/q"} if role not in {"player", "stream"} else set()
        assert set(each.heard) <= own | answers, role
        assert all(b"forged" not in payload for payloads in each.heard.values() for payload in payloads)
    assert set(late["player"].heard) == {f"{BASE}/public/state"}
    for each in (*ears.values(), *late.values(), mark):
        each.close()


def test_a_stream_hears_of_no_hand_before_its_time(mosquitto: PageBroker, table: Table) -> None:
    """The hanchan began, a hand was closed and another is being played, all within the five minutes, so there is
    nothing to hear."""
    ears = Ears(mosquitto.port, "stream")
    plays(table)
    until(lambda: not table.daemon.broker._retained.unsent, "all is sent")
    late = Ears(mosquitto.port, "stream")
    mark = Ears(mosquitto.port, "referee")
    until(lambda: f"{BASE}/state" in mark.heard, "all is delivered")
    assert [
        each for found in (ears, late) for payloads in found.heard.values() for each in payloads if each
    ] == []
    for each in (ears, late, mark):
        each.close()


def test_players_hear_of_a_ruling_and_not_of_the_judges_words(mosquitto: PageBroker, table: Table) -> None:
    table.deal()
    ears, judge = Ears(mosquitto.port, "player"), Ears(mosquitto.port, "referee")
    table.happens(observations.RulingGiven(ruling="warning", seat=1, judge="anna", text="three of 7z"))
    heard = ears.heard.setdefault(f"{BASE}/public/state", [])
    until(lambda: any(b"Ruling on South" in each for each in heard), "players hear of it")
    events = judge.heard.setdefault(f"{BASE}/event", [])
    until(lambda: any(b"three of 7z" in each for each in events), "judges hear why")
    assert not any(b"three of" in each for each in heard)
    ears.close()
    judge.close()


def answered(server: DashboardServer, path: str, cookie: str = "", token: str = "") -> tuple[int, bytes]:
    """Status and the first bytes of an answer, which may have no end."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Cookie": cookie, "Authorization": f"Bearer {token}" if token else ""}
    connection.request("GET", path, headers={name: value for name, value in headers.items() if value})
    answer = connection.getresponse()
    body = answer.read1(100_000)
    connection.close()
    return answer.status, body


def keeps_a_clip(table: Table, folder: Path) -> str:
    """A clip of the last entry; its address, as the table tells it to judges."""
    evidence = Evidence(folder, ClipChoice(), keep=lambda _: True, kept=lambda *_: None, say=unsaid)
    entry = list(table.daemon.journal.entries())[-1]
    order = evidence.entry(entry.number, entry.at_ms, entry.observation, entry.events)
    assert order is not None
    film(folder, order)
    evidence.done([ClipDone(order.journal)])
    table.daemon.clips.folder = folder
    return table.daemon.clips.path(order.journal)


def test_each_role_reaches_the_paths_that_are_listed(
    server: DashboardServer, table: Table, tmp_path: Path
) -> None:
    """The page's files and its first settings hold nothing about the game either."""
    plays(table)
    clip = keeps_a_clip(table, tmp_path / "clips")
    guessed = f"{clip[: -len('.avi') - 32]}{'0' * 32}.avi"
    files = [f"/{file.name}" for file in ensure_built().iterdir() if file.is_file()]
    for role in (*HEARD, ""):
        cookie = log_in(server, role).cookie if role else ""
        for path, who in PATHS.items():
            assert (answered(server, path, cookie)[0] == 200) == (role in who), (role, path)
        # Anybody who has the address can open the film; a login alone cannot.
        assert answered(server, clip, cookie)[0] == 200, role
        assert answered(server, guessed, cookie)[0] == 403, role
        page_settings = ask(server, "/settings.json", cookie=cookie).body
        assert set(page_settings) == {"mqtt", "hall", "table", "login", "viewers"}
        for path in ("/", *files, "/public/state", "/state", "/journal.sqlite", "/history"):
            assert b"Chihiro" not in answered(server, path, cookie)[1], path


def test_onlookers_have_no_line_to_the_broker(server: DashboardServer) -> None:
    from tests.table_controller.page.page_door_stage import ends_with

    for role in ("player", "stream"):
        assert ends_with(server, log_in(server, role).cookie) == 4401


def test_a_token_opens_its_own_sight_until_its_hanchan_ends(server: DashboardServer, table: Table) -> None:
    table.deal()
    cookie = log_in(server, "referee").cookie
    links = ask(server, "/links.json", cookie=cookie).body
    tokens = {name: link.partition("#")[2] for name, link in links.items()}
    status, body = answered(server, "/players/events", token=tokens["players"])
    assert status == 200
    shown = json.loads(body.removeprefix(b"data: ").split(b"\n")[0])
    assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Béla", "Chihiro", "Dan"]
    assert answered(server, "/stream/events", token=tokens["stream"])[1] == b"data: null\n\n"
    for path, wrong in (
        ("/players/events", tokens["stream"]),
        ("/stream/events", tokens["players"]),
        ("/stream/events", tokens["wall"]),
        ("/players/events", "x"),
        ("/players/events", ""),
    ):
        assert answered(server, path, token=wrong)[0] == 403
    table.happens(observations.HandClosed())
    table.do(lambda: table.daemon.person_observes(observations.HanchanClosed(judge="anna"), "anna"))
    assert answered(server, "/players/events", token=tokens["players"])[0] == 200  # the result
    table.begin()
    assert answered(server, "/players/events", token=tokens["players"])[0] == 403
    assert answered(server, "/players/events", token=tokens["wall"])[0] == 200


def test_a_line_that_is_open_ends_with_the_hanchan(server: DashboardServer, table: Table) -> None:
    table.begin()
    token = table.daemon.onlooker_door.links().players
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/players/events", headers={"Authorization": f"Bearer {token}"})
    line = connection.getresponse()
    assert line.readline().startswith(b"data: {")
    table.do(lambda: table.daemon.person_observes(observations.HanchanClosed(judge="anna"), "anna"))
    table.begin()
    rest = line.read()
    connection.close()
    assert rest.endswith(b"event: over\ndata: \n\n")
    assert b'"number": 0' not in rest
    assert rest.count(b'"phase": "ended"') == 1
    assert b'"phase": "waiting"' not in rest  # nothing of the hanchan that followed
