"""Writes planned files all or none: Ctrl-C, a full disk or a folder that cannot be written leaves what was there.

It also withdraws what a renamed table has left at its broker.
"""

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import aiomqtt

from table_controller.cli.doctor.network import client_at
from table_controller.cli.setup.plan import ETC, Planned, below
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import Topic, TopicLevel
from table_controller.mqtt.home_assistant import device_topic
from table_controller.mqtt.topics import ALERT, OF_TABLE
from wording.alerts.declaration import alerts_of
from wording.alerts.declared import TableAlert
from wording.command_line.errors import config_error, errno_of
from wording.misordered import BadFile


def withdraw(at: Address) -> str:
    """Delete everything that the broker retains of a table that no longer exists; return the reason if that failed."""
    try:
        asyncio.run(_withdraw(at))
    except (aiomqtt.MqttError, OSError) as error:
        return str(error)
    return ""


async def _withdraw(at: Address) -> None:
    async with client_at(at, "setup") as client:
        for topic in _kept(at):
            await client.publish(topic, b"", qos=1, retain=True)


def _kept(at: Address) -> Iterator[Topic]:
    """Yield the topics in which a broker retains messages of a table, which may write but not read them."""
    for topic in OF_TABLE:
        if topic is ALERT:
            yield from (at.topic(ALERT, TopicLevel(each.name)) for each in alerts_of(TableAlert))
        elif topic.retained:
            yield at.topic(topic)
    yield device_topic(at.hall, at.table)


def write_all(files: Iterable[Planned], root: Path) -> None:
    """Write every file beside its target, then put all of them in place at once.

    Raises:
        ConfigError: a file cannot be written; none is changed then.
    """
    staged: list[tuple[Path, Path | None]] = []
    made: list[Path] = []
    try:
        for each in files:
            place = below(root, each.path)
            if each.text is None:
                staged.append((place, None))
                continue
            _make_folder(place.parent, made, each)
            part = place.with_name(f".{place.name}.setup")
            staged.append((place, part))
            try:
                _write(part, each)
            except OSError as error:
                raise config_error(BadFile.unwritten(str(place), errno_of(error))) from None
        with _uninterrupted():
            for place, new in staged:
                if new is None:
                    place.unlink(missing_ok=True)
                else:
                    new.replace(place)
            made.clear()
    finally:
        for _, new in staged:
            if new is not None:
                with contextlib.suppress(OSError):
                    new.unlink(missing_ok=True)
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()


def _make_folder(folder: Path, made: list[Path], planned: Planned) -> None:
    """Make the folder of a planned file: root owns a settings folder, the file's owner any other."""
    settings = planned.path.is_relative_to(ETC)
    whose = {"group": "jantaku"} if settings else {"user": planned.owner, "group": planned.group}
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        try:
            each.mkdir()
        except OSError as error:
            raise config_error(BadFile.unwritten(str(each), errno_of(error))) from None
        made.append(each)
        if each == folder and (settings or planned.owner is not None):
            each.chmod(0o750)
            if os.geteuid() == 0:
                with contextlib.suppress(LookupError):
                    shutil.chown(each, **whose)


def _write(part: Path, planned: Planned) -> None:
    assert planned.content is not None
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(planned.content)
        file.flush()
        os.fsync(file.fileno())
    if os.geteuid() == 0:
        for who in ("group", "owner"):
            name = getattr(planned, who)
            with contextlib.suppress(LookupError):  # this computer has no such user: no table, or no broker
                if name is not None:
                    shutil.chown(part, **{("user" if who == "owner" else who): name})
    part.chmod(planned.mode)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delays an interrupt until the files, which take only a moment to rename, are in place."""
    ends = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
