"""The films kept for a judge, which a finding's evidence names, such as ``clip:1160``, and the newest picture."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, TypedDict

from msgspec import Meta

from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber
from vision.clips.clips import NEWEST, ClipError, read_clip, stem
from vision.clips.mp4 import can_encode
from wording.declined import Declined

if TYPE_CHECKING:
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk
    from table_controller.mqtt.address import Address
    from table_controller.web.doors.clip_door import ClipDoor

TOLD: Final = 10
"""The most existing clips that are listed when the requested one does not exist."""


class ClipAddress(TypedDict):
    """The address at which the page's server gives the film, valid for an hour."""

    host: str
    """Empty for the host by which the broker is reached."""
    port: int
    path: str
    encrypted: bool
    mp4: bool
    """It gives the film as MP4 too, at the same path with another ending."""


class StoredClip(TypedDict):
    """A clip that exists."""

    clip: int
    """The journal entry it is for; 0 for the newest picture."""
    why: str
    from_ms: int
    until_ms: int
    """Table time."""
    entry_ms: int
    """Table time of the entry."""
    bytes: int
    """The film's size."""
    file: str
    """The film's path on the table's machine."""
    page: ClipAddress | None
    """None if the table serves no page."""


class Clip(Command, frozen=True):
    """Get the address of an entry's film: evidence clip:1160 is clip 1160.

    The address is good for an hour.
    """

    reads: ClassVar[bool] = True

    entry: Annotated[EntryNumber, Meta(description="its number, as evidence and telemetry/clip have it")]

    async def do(self, desk: CommandDesk) -> StoredClip:
        return await asyncio.to_thread(_there, self.entry, desk)


class CameraPicture(Command, frozen=True):
    """The newest picture of the camera, as a film of one picture.

    The address is good for an hour, and always shows the picture that was asked for last.
    """

    reads: ClassVar[bool] = True

    async def do(self, desk: CommandDesk) -> StoredClip:
        if not await desk.look():
            raise CommandRefusedError(Declined.no_picture())
        return await asyncio.to_thread(_there, NEWEST, desk)


def _there(number: int, desk: CommandDesk) -> StoredClip:
    if (door := desk.clips) is None:
        raise CommandRefusedError(Declined.no_clips(number))
    try:
        clip = read_clip(door.folder / f"{stem(number)}.json")
        film: Path = door.folder / str(clip["film"])
        size = film.stat().st_size
        frames = clip["frames"]
        return {
            "clip": number,
            "why": str(clip["why"]),
            "from_ms": int(frames[0]["at_ms"]),
            "until_ms": int(frames[-1]["at_ms"]),
            "entry_ms": int(clip["at_ms"]),
            "bytes": size,
            "file": str(film.resolve()),
            "page": _address(number, door, desk),
        }
    except (ClipError, OSError, LookupError, TypeError, ValueError):
        raise CommandRefusedError(_none(number, door.folder)) from None


def _none(number: int, folder: Path) -> Message:
    """The answer that there is no such clip, with those that exist."""
    there = sorted(int(file.stem) for file in folder.glob("*.json") if file.stem.isdecimal())
    if not there:
        return Declined.no_clips(number)
    if len(there) <= TOLD:
        return Declined.no_clip(number, there)
    return Declined.no_clip_of_many(number, there[-TOLD:])


def _address(number: int, door: ClipDoor, desk: CommandDesk) -> ClipAddress | None:
    port = desk.settings.http_port
    if port == 0:
        return None
    host = _host(desk.settings.http_listen, desk.settings.mqtt)
    return {
        "host": host,
        "port": port,
        "path": door.path(number),
        "encrypted": desk.settings.http_tls is not None,
        "mp4": can_encode(),
    }


def _host(listens: str, broker: Address) -> str:
    """The address of this machine on the way to the broker; empty if the broker is on it."""
    try:
        bound = ip_address(listens)
    except ValueError:
        return listens
    if not bound.is_unspecified:
        return listens
    try:
        family, kind, _, _, where = socket.getaddrinfo(broker.host, broker.port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as probe:
            probe.connect(where)  # sends nothing
            own = str(probe.getsockname()[0])
    except OSError:
        return ""
    return "" if ip_address(own.partition("%")[0]).is_loopback else own
