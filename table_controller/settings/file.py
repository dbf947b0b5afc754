"""The declaration of the daemon's settings file: every table and key with type, range and unit.

``config/daemon.toml`` has the defaults. This declaration checks each file, and ``config/daemon.schema.json`` is made from
it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import Meta

from table_controller.settings.onlookers import PlayersPage
from table_controller.settings.senses import SENSES
from table_controller.web.doors.metrics_door import MetricsPlace
from wording.wanted import plain, titled

LONGEST_CLIP_S: Final = 60
"""The longest clip: the pictures of one minute still fit into the memory that vision may use."""
LAST_PIN: Final = 27
"""The highest GPIO number on a Raspberry Pi's header."""
LAST_PORT: Final = 65_535
LONGEST_TEXT: Final = 4096
DEFAULTS: Final = "config/daemon.toml"
"""The name of the defaults file, for people."""
OVERRIDES: Final = "overrides"
FILE: Final = "file"

if TYPE_CHECKING:
    Sense: TypeAlias = str
else:
    Sense: TypeAlias = Literal[SENSES]

Text: TypeAlias = Annotated[str, Meta(title="text", max_length=LONGEST_TEXT)]
File: TypeAlias = Annotated[str, Meta(title=FILE, max_length=LONGEST_TEXT)]
"""The path of a file, or empty."""
Pin: TypeAlias = Annotated[int, Meta(ge=-1, le=LAST_PIN, description="a GPIO number; -1 where there is none")]

PinsByChair: TypeAlias = Annotated[
    tuple[Pin, Pin, Pin, Pin], Meta(title="pins of four chairs", description="call buttons of chairs 0 to 3")
]


class Mqtt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The broker, and the table's login there."""

    address: Annotated[Text, Meta(description="HOST:PORT")]
    websocket_port: Annotated[
        int, Meta(ge=1, le=LAST_PORT, description="without effect: pages reach the broker at its address")
    ]
    tls: Annotated[
        bool, Meta(description="encrypted, the lines of pages too; the broker shows a certificate")
    ]
    ca: Annotated[File, Meta(description="of the authority that signed it; empty: those the system knows")]
    certificate: Annotated[File, Meta(description="ours, for a broker that wants one")]
    key: Annotated[File, Meta(description="of our certificate")]
    user: Annotated[Text, Meta(description="the table's login; empty where the broker knows none")]
    password_file: Annotated[File, Meta(description="that holds the login's password")]
    public_names: Annotated[
        bool,
        Meta(
            description="false: topics that everybody reads call people p1, p2; answers to referees name them"
        ),
    ]
    logins: Annotated[
        File,
        Meta(description="roles.toml of jantaku logins write; empty: the broker's access list alone decides"),
    ]


class Http(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The judges' page."""

    listen: Annotated[Text, Meta(description="address; 127.0.0.1 for this machine only")]
    port: Annotated[int, Meta(ge=0, le=LAST_PORT, description="0 for no page")]
    certificate: Annotated[File, Meta(description="https where there is one")]
    key: Annotated[File, Meta(description="of the certificate")]
    viewer: Annotated[Text, Meta(description="login used for people who have none; empty: they see nothing")]
    viewer_password_file: Annotated[File, Meta(description="that holds its password")]
    metrics: Annotated[
        MetricsPlace,
        Meta(description="from where /metrics may be read: off, this computer only, or wherever the page is"),
    ]


class OnlookersTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The views of people who are not judges."""

    players_page: Annotated[
        PlayersPage,
        Meta(
            description="when players may look; rules: never where the ruleset has the foul device, else always"
        ),
    ]
    stream_delay: Annotated[
        int,
        Meta(
            ge=0,
            le=60,
            description="the delay of a stream; a hand is never shown before it is closed",
            extra_json_schema={"x-unit": "min"},
        ),
    ]
    stream_rulings: Annotated[bool, Meta(description="a stream shows what judges ruled in each hand")]


class HomeAssistantTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table as a device of Home Assistant (docs/tables/monitoring.md)."""

    discovery: Annotated[bool, Meta(description="the table announces itself and its sensors at the broker")]
    caller: Annotated[
        Text,
        Meta(
            description="Home Assistant's login, for a button that calls a judge; empty: there is no button"
        ),
    ]


class CallsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Calls of people who are not there (docs/tables/monitoring.md)."""

    addresses_file: Annotated[
        File, Meta(description="with addresses of Apprise, one a line; empty: nobody is called")
    ]


class UpdatesTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Newer versions of the Debian package (docs/install.md)."""

    source: Annotated[
        Text,
        Meta(description="folder or https address with packages and signed SHA256SUMS; empty: no updates"),
    ]


class EvidenceKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clips that judges can look at."""

    seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_CLIP_S,
            description="that a clip shows before a finding or a call for a judge; 0: no pictures are kept",
            extra_json_schema={"x-unit": "s"},
        ),
    ]
    days: Annotated[
        int,
        Meta(ge=1, le=3650, description="after which a clip is deleted", extra_json_schema={"x-unit": "d"}),
    ]
    megabytes: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="of all clips together; the oldest go first",
            extra_json_schema={"x-unit": "MB"},
        ),
    ]


class UnitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's own machine."""

    driver: Annotated[
        Text,
        Meta(
            description="jantaku: our unit; none: a table that reports nothing; others as they are installed (docs/tables/adding-a-table.md)"
        ),
    ]


class PanelPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Buttons and lamps at the computer's own pins (docs/tables/panel.md); each button closes its pin to ground."""

    lamp_pin: Annotated[Pin, Meta(description="lamp: lit while the table is ready, flashes at an alert")]
    judge_lamp_pin: Annotated[
        Pin, Meta(description="lamp: blinks while a judge is called, lit once one has taken the call")
    ]
    stopped_lamp_pin: Annotated[Pin, Meta(description="lamp: lit while play is stopped")]
    buzzer_pin: Annotated[Pin, Meta(description="active buzzer: short at a call, three times at the gong")]
    quiet: Annotated[bool, Meta(description="the buzzer stays silent")]
    judge_pin: Annotated[Pin, Meta(description="button: calls a judge")]
    set_pin: Annotated[Pin, Meta(description="button: set, closes a hand that is over")]
    dice_pin: Annotated[Pin, Meta(description="button: dice; where no machine rolls them it begins the hand")]
    stop_pin: Annotated[
        Pin, Meta(description="read-back of an emergency stop: a contact that is closed unless it is pressed")
    ]
    chair: Annotated[
        int, Meta(ge=0, le=3, description="which deals first when set and dice together begin a hanchan")
    ]
    chi_pins: PinsByChair
    pon_pins: PinsByChair
    kan_pins: PinsByChair
    win_pins: Annotated[PinsByChair, Meta(description="ron, and tsumo for the player who has just drawn")]
    riichi_pins: PinsByChair


class SettingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a table's daemon (``jantaku run --config FILE``); a file holds only what differs from the defaults."""

    serial: Annotated[
        Text,
        Meta(
            description="the table unit: a device, a pattern (/dev/ttyACM*) where its name changes, or whatever its driver takes"
        ),
    ]
    camera: Annotated[Text, Meta(description="v4l2:N, picamera2:N, shm:PATH, folder:DIR or file:VIDEO")]
    second_camera: Annotated[
        Text,
        Meta(
            description="another over the same table, which sees what hands hide from the first; empty: none"
        ),
    ]
    clock: Annotated[Text, Meta(description="real:SPEED, real:SPEED@ZERO or unix:PATH of a conductor")]
    state: Annotated[Text, Meta(description="folder of journal, clips and machine state")]
    journal: Annotated[
        Text,
        Meta(description="empty: journal.sqlite in the state folder; another file"),
    ]
    geometry: Annotated[Text, Meta(description="measures of the table: a name of config/tables or a file")]
    ruleset: Annotated[Text, Meta(description="of the next hanchan: a name of config/rulesets or a file")]
    names: Annotated[
        tuple[Text, Text, Text, Text],
        Meta(description="of the players by chair, unless a hanchan has others"),
    ]
    senses: Annotated[tuple[Sense, ...], Meta(description="what this table can sense")]
    gong: Annotated[
        Literal["table", "hall"],
        Meta(description="whose clock ends the time of a hanchan; hall: command gong"),
    ]
    automatic_deal: Annotated[bool, Meta(description="the table deals the hands, where one is fitted")]
    language: Annotated[Literal["en", "ja"], Meta(description="in which the table speaks to people")]
    hall: Annotated[Text, Meta(description="its name in MQTT topics")]
    table: Annotated[Text, Meta(description="its name in MQTT topics")]
    mqtt: Mqtt
    unit: UnitTable
    http: Http
    onlookers: OnlookersTable
    home_assistant: HomeAssistantTable
    calls: CallsTable
    updates: UpdatesTable
    evidence: EvidenceKept
    panel: PanelPlaces
    overrides: Annotated[
        dict[str, Any],
        Meta(
            title="mapping of settings",
            description="settings of the ruleset that the club changes, by dotted name or in tables of their groups",
        ),
    ]


@cache
def setting_types() -> dict[str, Any]:
    """The annotated type of each setting by dotted key, in order of declaration; ``overrides`` counts as one setting."""
    found: dict[str, Any] = {}
    for key, kind in get_type_hints(SettingsFile, include_extras=True).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            within = get_type_hints(kind, include_extras=True)
            found |= {f"{key}.{name}": each for name, each in within.items()}
        else:
            found[key] = kind
    return found


@cache
def settings_tables() -> dict[str, type[msgspec.Struct]]:
    """The declarations of the tables by name."""
    hints = get_type_hints(SettingsFile)
    return {
        key: kind
        for key, kind in hints.items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }


def is_text(key: str) -> bool:
    """Return whether a setting is a text, or one of a few fixed words."""
    kind = plain(msgspec.inspect.type_info(setting_types()[key]))
    return isinstance(kind, msgspec.inspect.StrType | msgspec.inspect.LiteralType)


def is_file(key: str) -> bool:
    """Return whether a setting names a file."""
    return titled(msgspec.inspect.type_info(setting_types()[key]))[1] == FILE


def defaults_text() -> tuple[str, dict[str, Any]]:
    """Return the text of the defaults file, and its values."""
    text = resources.files("config").joinpath("daemon.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)
