"""Settings of the daemon: defaults from ``config/daemon.toml``, a settings file, options of the command line."""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import read_text_file
from firmware_bridge.drivers.installed import find_driver
from referee.journal.reader import POSTGRES
from referee.rules.ruleset import Ruleset, RulesetError
from table_controller.alerts.evidence import ClipChoice
from table_controller.machine.panel.contacts import PanelChoice
from table_controller.settings.file import overlaid
from table_controller.settings.network import address, line_tls, logins_file, port, server_tls, viewer
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.settings.panel import read_panel
from table_controller.settings.senses import SENSES
from table_controller.wording.command_line.errors import config_error
from table_controller.wording.command_line.settings_texts import Misset
from table_controller.wording.misordered import BadFile

if TYPE_CHECKING:
    import argparse
    import ssl
    from collections.abc import Mapping

    from referee.texts.language import LanguageName
    from table_controller.mqtt.client import Address

Names = tuple[str, str, str, str]
GONGS: Final = ("table", "hall")
FASTEST: Final = 1000


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """Where table time comes from: a conductor's socket, or real time at ``speed``.

    ``zero_s`` is ``time.monotonic()`` at table time 0; with None, time goes on from the journal's end.
    """

    conductor: str | None = None
    speed: float = 1.0
    zero_s: float | None = None

    @classmethod
    def parse(cls, text: str) -> ClockChoice:
        """Read ``real:SPEED``, ``real:SPEED@ZERO`` or ``unix:PATH``.

        Raises:
            ConfigError: it is none of them.
        """
        kind, _, rest = text.partition(":")
        if kind == "unix" and rest:
            return cls(conductor=rest)
        if kind == "real":
            speed, _, zero = rest.partition("@")
            try:
                choice = cls(speed=float(speed or 1), zero_s=float(zero) if zero else None)
            except ValueError:
                choice = cls(speed=0.0)
            if 0 < choice.speed <= FASTEST and math.isfinite(choice.zero_s or 0.0):
                return choice
        raise config_error(Misset.no_clock(repr(text), FASTEST))


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one table's daemon.

    Attributes:
        logins: file of the roles that the daemon checks; None where the broker's access list alone decides.
        line_tls: encrypts the page server's connections to the broker; None if they are not encrypted.
        viewer: name and password used for people who look at the page without a login; None if they see nothing.
        names: of the players by chair, unless a hanchan begins with others.
        driver: of the table's own machine, by the name of its entry point.
        serial: where the driver finds it.
        senses: what the table can sense, as in ``observations.HanchanBegun``.
        automatic_deal: whether the table deals if it can.
        journal: file of the journal.
        journal_copy: database into which it is copied, empty for none.
        language: in which the table addresses people.
        own_gong: whether the table's own clock ends the time of a hanchan; it does not if the hall sounds one gong
            for all tables.
    """

    driver: str
    serial: str
    camera: str
    clock: ClockChoice
    state: Path
    journal: str
    journal_copy: str
    geometry: str
    ruleset: Ruleset
    names: Names
    senses: tuple[str, ...]
    language: LanguageName
    own_gong: bool
    automatic_deal: bool
    auto_begin: bool
    mqtt: Address
    http_port: int
    http_listen: str
    panel: PanelChoice = field(default_factory=PanelChoice)
    logins: Path | None = None
    http_tls: ssl.SSLContext | None = None
    line_tls: ssl.SSLContext | None = None
    viewer: tuple[str, str] | None = field(default=None, repr=False)
    clips: ClipChoice = field(default_factory=ClipChoice)
    onlookers: OnlookerChoice = field(default_factory=OnlookerChoice)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of ``jantaku run``."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML file with settings that differ")
    parser.add_argument(
        "--driver", metavar="NAME", help="of the table's own machine: jantaku, none or another"
    )
    parser.add_argument("--serial", metavar="PATH", help="serial device of the table unit")
    parser.add_argument(
        "--camera", metavar="URL", help="v4l2:N, picamera2:N, shm:PATH, folder:DIR or file:VIDEO"
    )
    parser.add_argument("--clock", metavar="CLOCK", help="real:SPEED or unix:PATH of a conductor")
    parser.add_argument("--state", metavar="DIR", help="folder for the journal and the machine's state")
    parser.add_argument("--journal", metavar="URL", help="journal elsewhere: a file or postgresql://…")
    parser.add_argument("--geometry", metavar="NAME", help="measures of the table")
    parser.add_argument(
        "--ruleset", metavar="NAME", help="ruleset of the next hanchan: a name or a TOML file"
    )
    parser.add_argument("--ruleset-json", metavar="JSON", help="a whole ruleset instead of a name")
    parser.add_argument(
        "--overrides", metavar="JSON", help='settings that differ: {"scoring.red_fives": false}'
    )
    parser.add_argument("--names", metavar="JSON", help="names of the four players by chair")
    parser.add_argument("--gong", choices=GONGS, help="whose clock ends the time of a hanchan")
    parser.add_argument("--hall", metavar="NAME", help="name of the hall in MQTT topics")
    parser.add_argument("--table", metavar="NAME", help="name of the table in MQTT topics")
    parser.add_argument("--mqtt", metavar="HOST:PORT", help="the broker")
    parser.add_argument("--http", type=int, metavar="PORT", help="port of the dashboard, 0 for none")
    parser.add_argument("--listen", metavar="ADDRESS", help="address at which the dashboard is served")
    parser.add_argument(
        "--auto-begin", action="store_true", help="begin a hanchan at once if none is running"
    )


def read_settings(options: argparse.Namespace) -> Settings:
    """The settings of a command line.

    Raises:
        ConfigError: a file or value cannot be used; the text says which and why.
    """
    said = read_file(options.config)
    for name in ("serial", "camera", "clock", "state", "journal", "geometry", "hall", "table", "gong"):
        if getattr(options, name) is not None:
            said[name] = getattr(options, name)
    if getattr(options, "lang", None) is not None:
        said["language"] = options.lang
    for name in ("hall", "table"):
        if not said[name] or set(said[name]) & set("/+#"):
            raise config_error(Misset.no_topic(name, repr(said[name])))
    for name in ("serial", "camera", "state", "journal", "geometry", "ruleset", "hall", "table"):
        if not said[name].isprintable():
            raise config_error(Misset.invisible(name, ascii(said[name])))
    driver = options.driver or said["unit"]["driver"]
    organs = find_driver(driver).capabilities.senses
    panel = read_panel(said["panel"], driver=driver, serial=said["serial"])
    if panel.hears_calls:
        organs |= {"call_buttons"}
    state = Path(said["state"])
    copied = said["journal"].startswith(POSTGRES)
    mqtt = said["mqtt"]
    logins = logins_file(mqtt["logins"])
    return Settings(
        driver=driver,
        serial=said["serial"],
        camera=said["camera"],
        clock=ClockChoice.parse(said["clock"]),
        state=state,
        journal=str(state / "journal.sqlite") if copied else said["journal"] or str(state / "journal.sqlite"),
        journal_copy=said["journal"] if copied else "",
        geometry=said["geometry"],
        ruleset=_ruleset(options, said["ruleset"], said["overrides"]),
        names=_names(said["names"] if options.names is None else _json("--names", options.names, list)),
        senses=tuple(sense for sense in SENSES if sense in said["senses"] and sense in organs),
        language=said["language"],
        own_gong=said["gong"] == "table",
        automatic_deal=said["automatic_deal"],
        auto_begin=options.auto_begin,
        mqtt=address(options.mqtt or mqtt["address"], said, mqtt),
        http_port=port("http.port", said["http"]["port"] if options.http is None else options.http, 0),
        http_listen=options.listen or said["http"]["listen"],
        panel=panel,
        clips=_clips(said["evidence"]),
        onlookers=OnlookerChoice(said["onlookers"]["players_page"], said["onlookers"]["stream_delay"]),
        logins=logins,
        http_tls=server_tls(said["http"]),
        line_tls=line_tls(mqtt),
        viewer=viewer(said["http"], logins),
    )


def read_file(path: Path | None) -> dict[str, Any]:
    """The defaults, overlaid with a settings file.

    Raises:
        ConfigError: the file cannot be read, or does not match its declaration.
    """
    said = tomllib.loads(resources.files("config").joinpath("daemon.toml").read_text(encoding="utf-8"))
    if path is not None:
        overlaid(said, _read(path), str(path))
    return said


def make_ruleset(mapping: Mapping[str, Any], overrides: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of a mapping, with some settings changed.

    Raises:
        ConfigError: it is no ruleset.
    """
    try:
        ruleset = Ruleset.from_mapping(mapping)
        return ruleset.with_overrides(overrides) if overrides else ruleset
    except RulesetError as error:
        raise config_error(error.why) from None


def _ruleset(options: argparse.Namespace, default: str, house: Mapping[str, Any]) -> Ruleset:
    """The ruleset of the options, otherwise the file's; the file's overrides apply only to its own ruleset."""
    overrides = _dotted(house)
    if options.ruleset is not None or options.ruleset_json is not None:
        overrides = {}
    if options.overrides is not None:
        overrides |= _json("--overrides", options.overrides, dict)
    if options.ruleset_json is not None:
        return make_ruleset(_json("--ruleset-json", options.ruleset_json, dict), overrides)
    try:
        ruleset = Ruleset.read(options.ruleset or default)
        return ruleset.with_overrides(overrides) if overrides else ruleset
    except RulesetError as error:
        raise config_error(error.why) from None


def _dotted(said: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names from nested mappings: TOML reads ``flow.red_fives = false`` as a mapping in a mapping."""
    return {
        dotted: value
        for name, under in said.items()
        for dotted, value in (
            {f"{name}.{each}": value for each, value in under.items()}
            if isinstance(under, dict)
            else {name: under}
        ).items()
    }


def _names(names: list[Any]) -> Names:
    if len(names) != 4 or not all(isinstance(name, str) for name in names):
        raise config_error(Misset.four_names())
    return (names[0], names[1], names[2], names[3])


def _json(option: str, text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise config_error(Misset.no_json(option, str(error))) from None
    if not isinstance(value, kind):
        raise config_error(Misset.no_object(option) if kind is dict else Misset.no_list(option))
    return value


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text_file(path, "settings"))
    except tomllib.TOMLDecodeError as error:
        raise config_error(BadFile.no_toml(str(path), str(error))) from None


def _clips(said: Mapping[str, int]) -> ClipChoice:
    return ClipChoice(said["seconds"], said["days"], said["megabytes"])
