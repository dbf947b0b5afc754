"""Frames on the line: COBS(header, payload, CRC-16) and a zero byte; the decoder resynchronises after any bytes.

Header: message id, sequence number, session (two bytes, little-endian). The CRC is CCITT (polynomial 0x1021, start
0xFFFF) over header and payload, high byte first, so that the CRC over a whole good frame is 0.
"""

import binascii
import struct
from dataclasses import dataclass
from typing import Final

from firmware_bridge.messages.messages import MAX_PAYLOAD

HEADER: Final = struct.Struct("<BBH")
MAX_BODY: Final = HEADER.size + MAX_PAYLOAD + 2
"""Bytes of header, payload and CRC."""
MAX_ENCODED: Final = MAX_BODY + 1
"""Bytes between two zeros: COBS adds one byte to anything shorter than 254."""


@dataclass(frozen=True, slots=True)
class LinkFrame:
    """One frame: message id, sequence number, session and the message's payload."""

    id: int
    sequence: int
    session: int
    payload: bytes


@dataclass(slots=True)
class FrameCounters:
    """A decoder's counts since it was made."""

    frames: int = 0
    bad_crc: int = 0
    bad_cobs: int = 0
    bad_length: int = 0


def stuff(data: bytes) -> bytes:
    """Return the data in COBS, without a zero byte; at most 253 bytes."""
    out = bytearray(b"\0")
    mark = 0
    for byte in data:
        if byte:
            out.append(byte)
        else:
            out[mark] = len(out) - mark
            mark = len(out)
            out.append(0)
    out[mark] = len(out) - mark
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Return the data from COBS; None if it cannot be COBS."""
    out = bytearray()
    at = 0
    while at < len(data):
        step = data[at]
        if step == 0 or at + step > len(data):
            return None
        out += data[at + 1 : at + step]
        at += step
        if at < len(data):
            out.append(0)
    return bytes(out)


def encode(frame: LinkFrame) -> bytes:
    """Return the bytes to send, final zero included; ``ValueError`` if the payload is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD} bytes, not {len(frame.payload)}")
    body = HEADER.pack(frame.id, frame.sequence, frame.session) + frame.payload
    return stuff(body + binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0"


class Decoder:
    """Turns received bytes, in pieces of any size, into frames; damaged ones are counted and skipped."""

    def __init__(self) -> None:
        self.counters = FrameCounters()
        self._held = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[LinkFrame]:
        """Take received bytes and return the frames that they complete. Never raises, never keeps more than one frame."""
        frames = []
        for index, piece in enumerate(data.split(b"\0")):
            if index:
                frame = self._finish()
                if frame is not None:
                    frames.append(frame)
            room = MAX_ENCODED - len(self._held)
            self._held += piece[:room]
            self._too_long = self._too_long or len(piece) > room
        return frames

    def reset(self) -> None:
        """Forget a half-received frame, because the line was reopened."""
        self._held.clear()
        self._too_long = False

    def _finish(self) -> LinkFrame | None:
        stuffed, too_long = bytes(self._held), self._too_long
        self.reset()
        if not stuffed:
            return None
        if too_long:
            self.counters.bad_length += 1
            return None
        body = unstuff(stuffed)
        if body is None:
            self.counters.bad_cobs += 1
            return None
        if len(body) < HEADER.size + 2:
            self.counters.bad_length += 1
            return None
        if binascii.crc_hqx(body, 0xFFFF) != 0:
            self.counters.bad_crc += 1
            return None
        self.counters.frames += 1
        number, sequence, session = HEADER.unpack_from(body)
        return LinkFrame(number, sequence, session, body[HEADER.size : -2])
