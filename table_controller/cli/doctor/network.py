"""The broker and the page's port."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import re
import socket
import subprocess
import uuid
from typing import TYPE_CHECKING, Final

import aiomqtt

from referee.texts.findings import Plain
from table_controller.cli.doctor.diagnosis import fine, wrong
from table_controller.client.connection import BAD_LOGIN, REFUSED, AcknowledgedClient
from table_controller.mqtt.client import QUIET
from table_controller.mqtt.tls import why_unsecured
from table_controller.mqtt.topics import PROBE
from table_controller.wording.command_line.diagnosed import Diagnosed, Remedy

if TYPE_CHECKING:
    from table_controller.cli.doctor.diagnosis import Diagnosis
    from table_controller.cli.doctor.running import RunningTable
    from table_controller.mqtt.address import Address

BROKER_S: Final = 5.0
HERE: Final = ("127.0.0.1", "::1", "localhost")
VERSION: Final = "$SYS/broker/version"
OLDEST: Final = (2, 0)
"""Mosquitto 1 has no patterns for several logins in an access list that also names topics, as ours does."""


def look_at_broker(address: Address) -> Diagnosis:
    """Check that the table's login reaches the broker and may publish there."""
    place = f"{address.host}:{address.port}"
    try:
        verdict, version = asyncio.run(_asked(address))
    except aiomqtt.MqttCodeError as error:
        code = error.rc if isinstance(error.rc, int) else getattr(error.rc, "value", None)
        if code in BAD_LOGIN:
            if address.user is None:
                return wrong("broker", Diagnosed.no_login(place), Remedy.password())
            return wrong("broker", Diagnosed.wrong_password(place, address.user), Remedy.password())
        return _unreached(address, error)
    except (aiomqtt.MqttError, OSError) as error:
        return _unreached(address, error)
    if version is None and address.host in HERE:
        version = _installed()
    if version is not None and version < OLDEST:
        told = ".".join(map(str, version))
        return wrong("broker", Diagnosed.old_broker(told, ".".join(map(str, OLDEST))), Remedy.newer_broker())
    if verdict >= REFUSED:
        login = address.user or ""
        return wrong("broker", Diagnosed.role_too_small(login), Remedy.table_role(login))
    return fine("broker", Diagnosed.broker_reached(place))


async def _asked(address: Address) -> tuple[int, tuple[int, ...] | None]:
    """The broker's reply to a message of the table, and its version if it tells."""
    async with AcknowledgedClient(
        address.host,
        address.port,
        username=address.user,
        password=address.password,
        # Not the daemon's: the broker would throw it off.
        identifier=f"jantaku-doctor-{uuid.uuid4().hex[:12]}",
        protocol=aiomqtt.ProtocolVersion.V5,
        tls_context=address.tls,
        timeout=BROKER_S,
        logger=QUIET,
    ) as client:
        # Where every table writes; not retained, and of a kind that nobody shows.
        await client.publish(address.topic(PROBE), b"{}", qos=PROBE.qos)
        with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
            await client.subscribe(VERSION)
            async with asyncio.timeout(1):
                async for message in client.messages:
                    said = re.search(r"(\d+)\.(\d+)", str(message.payload))
                    if said is not None:
                        return client.verdict, (int(said[1]), int(said[2]))
        return client.verdict, None


def _installed() -> tuple[int, ...] | None:
    """The version of this computer's Mosquitto: the access list hides from a table what the broker says of itself."""
    try:
        done = subprocess.run(
            ["mosquitto", "-h"], capture_output=True, text=True, check=False, timeout=BROKER_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    said = re.search(r"mosquitto version (\d+)\.(\d+)", done.stdout)
    return None if said is None else (int(said[1]), int(said[2]))


def _unreached(address: Address, error: Exception) -> Diagnosis:
    place = f"{address.host}:{address.port}"
    why = None if address.tls is None else why_unsecured(error, address.host)
    if why is not None:
        return wrong("broker", Diagnosed.said(why), Remedy.start_broker())
    return wrong("broker", Diagnosed.no_answer(place, Plain.words(str(error))), Remedy.start_broker())


def look_at_page(listen: str, port: int, table: RunningTable | None) -> Diagnosis:
    """Check that the page can be served at its port; the daemon answers there while it runs."""
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
                return wrong("page", Diagnosed.port_taken(port), Remedy.other_port(port))
            return wrong(
                "page",
                Diagnosed.port_refused(f"{listen}:{port}", str(error.strerror)),
                Remedy.other_port(port),
            )
    return fine("page", Diagnosed.port_free(port))
