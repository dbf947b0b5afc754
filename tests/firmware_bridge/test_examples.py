"""The bytes printed in docs/protocol.md, decoded by a second implementation of COBS, CRC and layout."""

import re
import struct

from tests.conftest import ROOT

BOOT, HOST = 0x1A2B3C4D, 0x00C0FFEE


def crc_of(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, bit by bit; its check value is the one in every catalogue of CRCs."""
    crc = 0xFFFF
    for byte in data:
        for bit in range(7, -1, -1):
            crc = (crc << 1 | 0) ^ (0x1021 if (crc >> 15 ^ byte >> bit) & 1 else 0)
            crc &= 0xFFFF
    return crc


def taken_apart(line: bytes) -> tuple[int, int, int, bytes]:
    assert line[-1] == 0
    assert 0 not in line[:-1]
    body, left = b"", line[:-1]
    while left:
        block, left = left[: left[0]], left[left[0] :]
        body += block[1:] + (b"\0" if left else b"")
    assert crc_of(body[:-2]) == int.from_bytes(body[-2:], "big")
    kind, sequence, session = struct.unpack_from("<BBH", body)
    return kind, sequence, session, body[4:-2]


def test_the_crc_is_the_one_of_the_catalogues() -> None:
    assert crc_of(b"123456789") == 0x29B1


def test_the_examples_say_what_they_say() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    part = page.split("<!-- generated: examples -->")[1].split("<!-- end -->")[0]
    shown = dict(re.findall(r"^\| ([^|]+?) \| `([0-9a-f ]+)` \|$", part, re.MULTILINE))
    session = crc_of(struct.pack("<II", BOOT, HOST))
    assert f"session `{session:04X}`" in part
    button = struct.pack("<IIBBB", 258, 70_000, 2, 6, 1)
    assert {what: taken_apart(bytes.fromhex(line)) for what, line in shown.items()} == {
        "host asks who is there": (0x01, 0, 0, struct.pack("<BBI", 1, 1, HOST)),
        "host asks for a shuffle of set 1": (0x22, 1, session, b"\x01"),
        "unit has begun it as motion 17": (0x07, 1, session, b"\x01\x11\x00"),
        "unit: chair 2 presses ron, signal 258": (0x83, 2, session, button),
        "host has stored it": (0x06, 0, session, struct.pack("<I", 258)),
    }
