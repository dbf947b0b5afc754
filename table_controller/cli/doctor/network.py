"""The broker and the page's port."""

import asyncio
import contextlib
import errno
import os
import re
import shutil
import socket
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import aiomqtt

from referee.texts.findings import Plain
from table_controller.cli.doctor.diagnosis import Diagnosis, Part, fine, warning, wrong
from table_controller.cli.doctor.running import RunningTable
from table_controller.cli.doctor.service import SET_UP
from table_controller.client.connection import BAD_LOGIN, REFUSED, AcknowledgedClient
from table_controller.mqtt.address import Address
from table_controller.mqtt.authority import MADE_BY_SETUP, RENEWED_DAYS, ends_within
from table_controller.mqtt.client import QUIET
from table_controller.mqtt.tls import why_unsecured
from table_controller.mqtt.topics import PROBE
from table_controller.settings.in_force import SettingsInForce
from table_controller.settings.network import address, certificates
from wording.command_line.diagnosed import Diagnosed, Remedy

BROKER_S: Final = 5.0
HERE: Final = ("127.0.0.1", "::1", "localhost")
START: Final = ("sudo systemctl restart mosquitto", "sudo tail -n 20 /var/log/mosquitto/mosquitto.log")
SBIN: Final = Path("/usr/sbin/mosquitto")
VERSION: Final = "$SYS/broker/version"
OLDEST: Final = (2, 0)
"""Mosquitto 1 has no patterns for several logins in an access list that also names topics, as ours does."""


def address_of(force: SettingsInForce) -> Address:
    """Return the broker in the settings, with the table's login there.

    Raises:
        ConfigError: the broker's settings cannot be used.
    """
    place = {name: force.value(name) for name in ("hall", "table")}
    return address(force.value("mqtt.address"), place, force.values["mqtt"])


def look_at_broker(at: Address) -> Diagnosis:
    """Check that the table's login reaches the broker and may publish there."""
    place = f"{at.host}:{at.port}"
    try:
        verdict, version = asyncio.run(_asked(at))
    except aiomqtt.MqttCodeError as error:
        code = error.rc if isinstance(error.rc, int) else getattr(error.rc, "value", None)
        if code in BAD_LOGIN:
            if at.user is None:
                return wrong("broker", Diagnosed.no_login(place), Remedy.set_up_anew(), SET_UP)
            return wrong("broker", Diagnosed.wrong_password(place, at.user), Remedy.set_up_anew(), SET_UP)
        return _unreached(at, error)
    except (aiomqtt.MqttError, OSError) as error:
        return _unreached(at, error)
    if version is None and at.host in HERE:
        version = _installed()
    if version is not None and version < OLDEST:
        number = ".".join(map(str, version))
        return wrong(
            "broker",
            Diagnosed.old_broker(number, ".".join(map(str, OLDEST))),
            Remedy.newer_broker(),
            "sudo apt install --yes mosquitto",
        )
    if verdict >= REFUSED:
        login = at.user or ""
        return wrong("broker", Diagnosed.role_too_small(login), Remedy.set_up_anew(), SET_UP)
    return fine("broker", Diagnosed.broker_reached(place))


def client_at(at: Address, command: str) -> AcknowledgedClient:
    """Return a client with the table's login, to check the broker once."""
    return AcknowledgedClient(
        at.host,
        at.port,
        username=at.user,
        password=at.password,
        # Not the daemon's identifier: the broker would disconnect the daemon.
        identifier=f"jantaku-{command}-{uuid.uuid4().hex[:12]}",
        protocol=aiomqtt.ProtocolVersion.V5,
        tls_context=at.tls,
        timeout=BROKER_S,
        logger=QUIET,
    )


async def _asked(at: Address) -> tuple[int, tuple[int, ...] | None]:
    """Return the broker's reply to a message from the table, and its version if it gives one."""
    async with client_at(at, "doctor") as client:
        # Every table may write to this topic; the message is not retained and nothing displays it.
        await client.publish(at.topic(PROBE), b"{}", qos=PROBE.qos)
        with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
            await client.subscribe(VERSION)
            async with asyncio.timeout(1):
                async for message in client.messages:
                    numbers = re.search(r"(\d+)\.(\d+)", str(message.payload))
                    if numbers is not None:
                        return client.verdict, (int(numbers[1]), int(numbers[2]))
        return client.verdict, None


def _installed() -> tuple[int, ...] | None:
    """Return the version of this computer's Mosquitto: the access list hides the broker's own topics from a table."""
    try:
        done = subprocess.run(
            ["mosquitto", "-h"], capture_output=True, text=True, check=False, timeout=BROKER_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    numbers = re.search(r"mosquitto version (\d+)\.(\d+)", done.stdout)
    return None if numbers is None else (int(numbers[1]), int(numbers[2]))


def _unreached(at: Address, error: Exception) -> Diagnosis:
    place = f"{at.host}:{at.port}"
    why = None if at.tls is None else why_unsecured(error, at.host)
    if why is not None:
        return wrong("broker", Diagnosed.said(why), Remedy.set_up_anew(), SET_UP)
    says = Diagnosed.no_answer(place, Plain.words(str(error)))
    if at.host not in HERE:
        return wrong("broker", says, Remedy.other_broker(), SET_UP)
    if shutil.which("mosquitto") is None and not SBIN.exists():
        return wrong("broker", says, Remedy.install_broker(), "sudo apt install --yes mosquitto", SET_UP)
    return wrong("broker", says, Remedy.start_broker(), *START)


def look_at_certificates(force: SettingsInForce) -> Iterator[Diagnosis]:
    """Check how long the certificates of the page and of the line to the broker are valid."""
    brokers = [str(MADE_BY_SETUP[0])] if force.value("mqtt.tls") else []
    for name in (*certificates(force.values), *brokers):
        part: Part = "page" if name == force.value("http.certificate") else "broker"
        path = Path(name)
        if not os.access(path, os.R_OK):
            continue
        if ends_within(path, 0):
            yield wrong(part, Diagnosed.certificate_over(name), Remedy.set_up_anew(), SET_UP)
        elif ends_within(path, RENEWED_DAYS):
            says = Diagnosed.certificate_ends(name, RENEWED_DAYS)
            yield warning(part, says, Remedy.set_up_anew(), SET_UP)


def look_at_page(listen: str, port: int, table: RunningTable | None) -> Diagnosis:
    """Check that the page can be served at its port; while the daemon runs, it answers there."""
    if port == 0:
        return fine("page", Diagnosed.no_page())
    if table is not None:
        return next(table.look_at("page"))
    family = socket.AF_INET6 if ":" in listen else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((listen, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                who = f"sudo ss -ltnp 'sport = :{port}'"
                return wrong("page", Diagnosed.port_taken(port), Remedy.other_port(), who)
            says = Diagnosed.port_refused(f"{listen}:{port}", str(error.strerror))
            return wrong("page", says, Remedy.other_address(), "ip -brief address")
    return fine("page", Diagnosed.port_free(port))
