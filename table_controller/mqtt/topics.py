"""Every topic of a table and its hall, declared once: its path, payload, QoS, who reads it and who writes it.

The topics to which programs publish and subscribe, the broker's access list, docs/asyncapi.yaml, the page's constants and
the table in docs/mqtt.md all come from here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from table_controller.mqtt.gate import Topic, TopicLevel
from table_controller.mqtt.roles import Role, may_one_of

PREFIX: Final = "jantaku/1"
IN_HALL: Final = f"{PREFIX}/{{hall}}"
AT_TABLE: Final = f"{IN_HALL}/{{table}}"
PARAMETER: Final = re.compile(r"{\w+}")
PARAMETERS: Final[Mapping[str, str]] = {
    "hall": "name of the hall",
    "table": "name of the table in the hall",
    "login": "who asks, as logged in at the broker",
    "alert": "what the alert is of",
    "device": "hall and table, with everything but letters and digits escaped",
    "question": "names the place for this answer; the sender chooses it",
    "command": "name of the command",
}
"""The parameters of paths. The value of each is a ``TopicLevel``; a question may have several."""
OF_THE_HALL: Final = TopicLevel("hall")
"""The hall's own name among its tables: no table can have it."""


@dataclass(frozen=True, slots=True)
class DeclaredTopic:
    """A topic, or one for each value of the parameters in its path.

    Attributes:
        name: the name in documents and on the page.
        path: the path with parameters in braces.
        payload: the schema of its messages, by name; empty where each command has its own, or nobody reads them.
        text: its purpose.
        more: further details, for docs/mqtt.md.
        retained: True if the broker keeps the newest message.
        withdrawn: the condition for withdrawing it by an empty message; follows the word "retained" in documents.
        readers: the roles that suffice to read it; none if it is only for the login in its path.
        writers: the roles that may write it; none if that depends on the command.
    """

    name: str
    path: str
    payload: str
    text: str
    more: str = ""
    retained: bool = True
    withdrawn: str = ""
    qos: int = 1
    readers: tuple[Role, ...] = ("viewer",)
    writers: tuple[Role, ...] = ("table",)

    @property
    def end(self) -> str:
        """Its path below the table (or the hall, or the broker, if it belongs to no table), up to the first parameter."""
        own = self.path.removeprefix(f"{IN_HALL}/").removeprefix("{table}/")
        return PARAMETER.split(own)[0]

    @property
    def folder(self) -> str:
        """The levels of ``end`` except the last; empty if there is only one."""
        return self.end.rpartition("/")[0]

    def below(self, *levels: str) -> str:
        """Return its path with values for the first parameters, up to the next parameter."""
        parts = PARAMETER.split(self.path)
        return "".join(map("".join, zip(parts, levels, strict=False))) + parts[len(levels)]

    def filter(self, *levels: str) -> str:
        """Return its path with values for the first parameters, and a wildcard for each other parameter."""
        given = iter(levels)
        return PARAMETER.sub(lambda _: next(given, "+"), self.path)

    def topic(self, *levels: TopicLevel) -> Topic:
        """Return the topic with values for all parameters.

        Raises:
            ValueError: the topic has more parameters, or fewer.
        """
        if len(levels) != len(PARAMETER.findall(self.path)):
            raise ValueError(f"{self.path} with {len(levels)} levels")
        return Topic(self.below(*levels))

    def is_for(self, role: Role) -> bool:
        """Return whether a login with this role may read it."""
        return may_one_of(role, self.readers)


def parted(topic: str) -> tuple[str, str]:
    """Return the table that a hall's topic names, and the rest of the topic below it."""
    table, _, below = topic.removeprefix(f"{PREFIX}/").partition("/")[2].partition("/")
    return table, below


STATUS: Final = DeclaredTopic(
    "status",
    f"{AT_TABLE}/status",
    "Status",
    "Status of the table",
    more="`init`, `ready`, `stopped`; `lost` is the table's last will",
    readers=("viewer", "hall"),
    writers=("table", "hall"),
)
STATE: Final = DeclaredTopic("state", f"{AT_TABLE}/state", "State", "What everybody at the table can see")
EVENT: Final = DeclaredTopic(
    "event", f"{AT_TABLE}/event", "Entry", "Each journal entry, in order, with its number", retained=False
)
ENTRY: Final = DeclaredTopic(
    "kept_entry",
    f"{AT_TABLE}/entry",
    "KeptEntry",
    "Each journal entry as it is stored, in order, for the hall",
    more="byte for byte, [tables/hall.md](tables/hall.md)",
    retained=False,
    readers=("hall",),
)
ALERT: Final = DeclaredTopic(
    "alert",
    f"{AT_TABLE}/alert/{{alert}}",
    "Alert",
    "What a person should see to",
    withdrawn=" until it is resolved",
    readers=("viewer", "hall"),
    writers=("table", "hall"),
)
CARD: Final = DeclaredTopic(
    "card",
    f"{AT_TABLE}/telemetry/card",
    "Card",
    "The table in brief, for a hall of many",
    more="hand, points, open findings, who attends, the clock in wall time",
    readers=("viewer", "hall"),
)
MACHINE: Final = DeclaredTopic(
    "machine_report",
    f"{AT_TABLE}/telemetry/machine",
    "MachineReport",
    "State of machine and camera",
    more="the machine's cycle and both sets, who holds it, what the camera cannot see, what needs a person, how warm the "
    "computer is",
)
LINK: Final = DeclaredTopic(
    "link", f"{AT_TABLE}/telemetry/link", "Telemetry", "Counters of the serial link", more="every 10 s"
)
PLAYERS: Final = DeclaredTopic(
    "players",
    f"{AT_TABLE}/public/state",
    "PlayersShown",
    "What players may see, and nothing else for them",
    more="points, places, what a win would do to them, rulings, the hands played",
    withdrawn=", empty while they may see nothing",
    readers=("player",),
)
STREAM: Final = DeclaredTopic(
    "stream",
    f"{AT_TABLE}/delayed/state",
    "StreamShown",
    "What a stream may see: late by the delay, a hand only once it is closed",
    more="ponds, melds, opened hands and what they wait for",
    readers=("stream",),
)
JOURNAL_END: Final = DeclaredTopic(
    "journal_end",
    f"{AT_TABLE}/telemetry/journal",
    "Head",
    "The newest journal entry that the broker has, for `jantaku journal verify --against mqtt://…`",
    more="number and hash, at most once a second",
    readers=("viewer", "hall"),
)
CLIP: Final = DeclaredTopic(
    "clip_kept",
    f"{AT_TABLE}/telemetry/clip",
    "ClipKept",
    "The newest clip kept for a judge",
    more="`journal` (its number), `at_ms`, `why`, `file`",
)
HOME_DEVICE: Final = DeclaredTopic(
    "home_device",
    "homeassistant/device/jantaku/{device}/config",
    "HomeDevice",
    "The table as a device of Home Assistant, where the settings want it",
    more="`<device>` is `<hall>-<table>`, with characters that are no letters or digits as `_hex_`; "
    "[tables/monitoring.md](tables/monitoring.md#home-assistant)",
    withdrawn=", empty once they do not",
)
PROBE: Final = DeclaredTopic(
    "probe",
    f"{AT_TABLE}/telemetry/doctor",
    "",
    "Nothing: `jantaku doctor` tries whether the table's login may write",
    retained=False,
)
COMMAND: Final = DeclaredTopic(
    "command",
    f"{AT_TABLE}/command/{{login}}/{{command}}",
    "",
    "A request, answered to its response topic with its correlation data",
    retained=False,
    readers=("table",),
    writers=(),
)
ANSWER: Final = DeclaredTopic(
    "answer",
    f"{IN_HALL}/answer/{{login}}/{{question}}",
    "",
    "Answers, to the response topic of the command and with its correlation data (MQTT 5)",
    retained=False,
    readers=(),
)
OF_TABLE: Final = (
    *(STATUS, STATE, EVENT, ENTRY, ALERT, CARD, MACHINE, LINK),
    *(PLAYERS, STREAM, JOURNAL_END, CLIP),
)
"""The topics on which a table publishes, in the order of the documents."""
PUBLISHED: Final = (*OF_TABLE, HOME_DEVICE)
TOPICS: Final = (*PUBLISHED, PROBE, COMMAND, ANSWER)
