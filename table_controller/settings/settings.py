"""The settings of the daemon: defaults from ``config/daemon.toml``, a settings file, options of the command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from config import ConfigError
from firmware_bridge.drivers.installed import find_driver
from referee.rules.ruleset import Ruleset, RulesetError
from table_controller.health.evidence import ClipChoice
from table_controller.machine.panel.contacts import PanelChoice
from table_controller.mqtt.gate import is_level
from table_controller.settings.file import OVERRIDES, HomeAssistantTable
from table_controller.settings.in_force import SettingsInForce, settings_in_force
from table_controller.settings.network import (
    address,
    call_addresses,
    caller,
    certificates,
    line_tls,
    logins_file,
    server_tls,
    viewer,
)
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.settings.options import WHOLE_RULESET, given, settings_of
from table_controller.settings.panel import read_panel
from table_controller.settings.senses import SENSES
from vision.camera.kinds import fault_of
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.settings_texts import Misset

if TYPE_CHECKING:
    import ssl

    from referee.texts.language import LanguageName
    from table_controller.health.calls.addresses import CallAddress
    from table_controller.mqtt.address import Address
    from table_controller.web.doors.metrics_door import MetricsPlace

Names = tuple[str, str, str, str]
T = TypeVar("T")
FASTEST: Final = 1000
NOT_AT_HOME: Final = HomeAssistantTable(discovery=False, caller="")
PRINTED: Final = (
    "serial",
    "camera",
    "second_camera",
    "state",
    "journal",
    "geometry",
    "ruleset",
    "hall",
    "table",
)
"""Settings that people see in the spelling of the file."""


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """The source of table time: a conductor's socket, or real time at ``speed``.

    ``zero_s`` is ``time.monotonic()`` at table time 0. If it is None, time goes on from the journal's end.
    """

    conductor: str | None = None
    speed: float = 1.0
    zero_s: float | None = None

    @classmethod
    def parse(cls, text: str) -> ClockChoice:
        """Read ``real:SPEED``, ``real:SPEED@ZERO`` or ``unix:PATH``.

        Raises:
            ConfigError: the text is none of these.
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
        logins: file of the roles that the daemon checks; None if only the broker's access list decides.
        line_tls: encrypts the page server's connections to the broker; None if they are not encrypted.
        viewer: name and password for people who open the page without a login; None if they see nothing.
        names: the names of the players by chair, unless a hanchan begins with others.
        driver: the driver of the table's machine, by the name of its entry point.
        serial: the device where the driver finds the machine.
        second_camera: a second camera over the same table; empty for none.
        senses: the senses of the table, named as in ``observations.HanchanBegun``.
        automatic_deal: true if the table deals when it can.
        journal: file of the journal.
        language: the language in which the table addresses people.
        call_addresses: the addresses at which people are called who are not there.
        update_source: the place of newer packages; empty: no updates.
        own_gong: true if the table's own clock ends the time of a hanchan, and not one gong of the hall for all tables.
    """

    driver: str
    serial: str
    camera: str
    clock: ClockChoice
    state: Path
    journal: str
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
    metrics: MetricsPlace = "off"
    onlookers: OnlookerChoice = field(default_factory=OnlookerChoice)
    home: HomeAssistantTable = NOT_AT_HOME
    second_camera: str = ""
    call_addresses: tuple[CallAddress, ...] = field(default=(), repr=False)
    update_source: str = ""
    certificates: tuple[str, ...] = ()


def read_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a command line and of all layers below it.

    Raises:
        SettingsError: a file or value cannot be used; the error has all mistakes, each with its place.
    """
    return examined(options)[1]()


def examined(options: argparse.Namespace) -> tuple[SettingsInForce, Callable[[], Settings]]:
    """Return the settings in force with their mistakes, and a function that turns them into a daemon's settings.

    The function raises ``SettingsError`` if they have mistakes.
    """
    force = settings_of(options)
    values, mqtt, http = force.values, force.values["mqtt"], force.values["http"]

    def tried(key: str, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except ConfigError as error:
            force.wrong.append(force.at(key, message_of_config(error)))
            return None

    place = _place(force)
    _examine_texts(force)
    organs = tried("unit.driver", lambda: find_driver(values["unit"]["driver"]).capabilities.senses)
    panel = tried(
        "panel", lambda: read_panel(values["panel"], driver=values["unit"]["driver"], serial=values["serial"])
    )
    clock = tried("clock", lambda: ClockChoice.parse(values["clock"]))
    ruleset = tried("ruleset", lambda: _ruleset(options, force))
    logins = tried("mqtt.logins", lambda: logins_file(mqtt["logins"]))
    broker = tried("mqtt.address", lambda: address(mqtt["address"], place, mqtt))
    page_tls = tried("http.certificate", lambda: server_tls(http))
    tls = None if broker is None else tried("mqtt.ca", lambda: line_tls(mqtt))
    looks_on = tried("http.viewer", lambda: viewer(http, logins))
    tried("home_assistant.caller", lambda: caller(values, logins))
    called = tried("calls.addresses_file", lambda: call_addresses(values["calls"]["addresses_file"]))

    def made() -> Settings:
        force.sound()
        assert organs is not None
        assert panel is not None
        assert clock is not None
        assert ruleset is not None
        assert broker is not None
        assert called is not None
        read = _Read(organs, panel, clock, ruleset, logins, broker, page_tls, tls, looks_on, called)
        return read.settings(values, auto_begin=options.auto_begin)

    return force, made


def _place(force: SettingsInForce) -> dict[str, str]:
    """Return the names of hall and table, or a valid name if one cannot be a topic, so that the address is checked too."""
    place = {"hall": force.values["hall"], "table": force.values["table"]}
    for name, text in place.items():
        if not is_level(text):
            place[name] = name
            if text.isprintable():
                force.wrong.append(force.at(name, Misset.no_topic(name, repr(text))))
    return place


def _examine_texts(force: SettingsInForce) -> None:
    """Note invisible characters, a camera of no kind or named twice, and a journal that is not a file."""
    values = force.values
    for name in PRINTED:
        if not values[name].isprintable():
            force.wrong.append(force.at(name, Misset.invisible(name, ascii(force.shown(name)))))
    for name in ("camera", "second_camera"):
        if values[name].isprintable() and (values[name] or name == "camera") and fault_of(values[name]):
            force.wrong.append(force.at(name, Misset.no_camera(name, repr(force.shown(name)))))
    if values["second_camera"] and values["second_camera"] == values["camera"]:
        force.wrong.append(
            force.at("second_camera", Misset.same_camera("second_camera", repr(values["second_camera"])))
        )
    if "://" in values["journal"]:
        force.wrong.append(force.at("journal", Misset.no_url("journal", repr(force.shown("journal")))))


@dataclass(frozen=True, slots=True)
class _Read:
    """The settings that had to be built from the file's values."""

    organs: AbstractSet[str]
    panel: PanelChoice
    clock: ClockChoice
    ruleset: Ruleset
    logins: Path | None
    broker: Address
    page_tls: ssl.SSLContext | None
    line_tls: ssl.SSLContext | None
    viewer: tuple[str, str] | None
    called: tuple[CallAddress, ...]

    def settings(self, values: Mapping[str, Any], *, auto_begin: bool) -> Settings:
        """Return these settings together with those taken from the file unchanged."""
        http = values["http"]
        heard = self.organs | {"call_buttons"} if self.panel.hears_calls else self.organs
        state = Path(values["state"])
        return Settings(
            driver=values["unit"]["driver"],
            serial=values["serial"],
            camera=values["camera"],
            second_camera=values["second_camera"],
            clock=self.clock,
            state=state,
            journal=values["journal"] or str(state / "journal.sqlite"),
            geometry=values["geometry"],
            ruleset=self.ruleset,
            names=(values["names"][0], values["names"][1], values["names"][2], values["names"][3]),
            senses=tuple(sense for sense in SENSES if sense in values["senses"] and sense in heard),
            language=values["language"],
            own_gong=values["gong"] == "table",
            automatic_deal=values["automatic_deal"],
            auto_begin=auto_begin,
            mqtt=self.broker,
            http_port=http["port"],
            http_listen=http["listen"],
            metrics=http["metrics"],
            panel=self.panel,
            clips=ClipChoice(**values["evidence"]),
            home=HomeAssistantTable(**values["home_assistant"]),
            onlookers=OnlookerChoice(
                values["onlookers"]["players_page"],
                values["onlookers"]["stream_delay"],
                values["onlookers"]["stream_rulings"],
            ),
            logins=self.logins,
            http_tls=self.page_tls,
            line_tls=self.line_tls,
            viewer=self.viewer,
            call_addresses=self.called,
            update_source=values["updates"]["source"],
            certificates=certificates(values),
        )


def read_file(path: Path | None) -> dict[str, Any]:
    """Return the settings in force, except options, with a settings file or without one.

    Raises:
        SettingsError: a file cannot be read, or a value does not match its declaration.
    """
    return settings_in_force(path).sound().values


def make_ruleset(mapping: Mapping[str, Any]) -> Ruleset:
    """Make a ruleset of a mapping.

    Raises:
        ConfigError: the mapping is no ruleset.
    """
    try:
        return Ruleset.from_mapping(mapping)
    except RulesetError as error:
        raise config_error(error.why) from None


def _ruleset(options: argparse.Namespace, force: SettingsInForce) -> Ruleset | None:
    """Return the ruleset of the options, or else of the settings; None, with a note, if one of its overrides is wrong.

    Raises:
        ConfigError: there is no such ruleset, or its file is no ruleset.
    """
    whole = given(options, WHOLE_RULESET)
    try:
        ruleset = make_ruleset(whole) if whole is not None else Ruleset.read(force.values["ruleset"])
    except RulesetError as error:
        raise config_error(error.why) from None
    overrides = dict(force.values[OVERRIDES])
    sound = True
    while overrides:
        try:
            changed = ruleset.with_overrides(overrides)
        except RulesetError as error:
            sound = False
            force.wrong.append(force.at(f"{OVERRIDES}.{error.key}", error.why))
            # Without this override, the check finds the next mistake; a contradiction need not name an override.
            if overrides.pop(error.key, None) is None:
                break
        else:
            return changed if sound else None
    return ruleset if sound else None
