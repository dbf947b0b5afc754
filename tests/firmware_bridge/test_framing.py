"""Laws of the framing, and the C decoder beside the Python one on the same bytes."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.framing import MAX_ENCODED, Decoder, Frame, encode, stuff, unstuff
from firmware_bridge.messages import MAX_PAYLOAD
from firmware_bridge.unit_process import FIRMWARE, make

if TYPE_CHECKING:
    from collections.abc import Callable

frames = st.builds(
    Frame,
    id=st.integers(0, 255),
    sequence=st.integers(0, 255),
    session=st.integers(0, 65535),
    payload=st.one_of(st.binary(max_size=MAX_PAYLOAD), st.integers(0, MAX_PAYLOAD).map(bytes)),
)
cuts = st.lists(st.integers(1, 20), max_size=40)


def fed_in_pieces(decoder: Decoder, data: bytes, sizes: list[int]) -> list[Frame]:
    got, at = [], 0
    for size in sizes:
        got += decoder.feed(data[at : at + size])
        at += size
    return got + decoder.feed(data[at:])


@given(st.binary(max_size=253))
def test_stuffing_has_no_zero_and_gives_the_data_back(data: bytes) -> None:
    stuffed = stuff(data)
    assert 0 not in stuffed
    assert len(stuffed) == len(data) + 1
    assert unstuff(stuffed) == data


@given(st.lists(frames, max_size=8), cuts)
def test_frames_come_through_in_any_pieces(sent: list[Frame], sizes: list[int]) -> None:
    assert fed_in_pieces(Decoder(), b"".join(map(encode, sent)), sizes) == sent


@given(st.binary(max_size=400), frames, cuts)
def test_a_frame_after_any_bytes_is_found(rubbish: bytes, frame: Frame, sizes: list[int]) -> None:
    decoder = Decoder()
    got = fed_in_pieces(decoder, rubbish + b"\0" + encode(frame), sizes)
    assert got[-1] == frame
    assert len(decoder._held) <= MAX_ENCODED


@given(frames, st.data())
def test_a_damaged_frame_is_not_taken_for_another(frame: Frame, data: st.DataObject) -> None:
    """A CRC-16 sees every single, double and odd number of wrong bits, and every burst up to 16 bits."""
    bits = bytearray(encode(frame))
    at = data.draw(st.integers(0, len(bits) * 8 - 9))
    burst = data.draw(st.integers(1, 255))
    bits[at // 8] ^= (burst << (at % 8)) & 0xFF
    if at // 8 + 1 < len(bits):
        bits[at // 8 + 1] ^= (burst << (at % 8)) >> 8
    # The zero at the end may be gone, or a new one may stand inside: then two pieces, both bad.
    assert Decoder().feed(bytes(bits) + b"\0") in ([], [frame])


def test_a_payload_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 40 bytes"):
        encode(Frame(1, 1, 1, bytes(41)))


def test_every_kind_of_damage_is_counted() -> None:
    decoder = Decoder()
    good = encode(Frame(1, 2, 3, b"abc"))
    assert decoder.feed(good.replace(b"a", b"x")) == []
    assert decoder.feed(b"\xff\x01\0") == []
    assert decoder.feed(b"\x01" * 200 + b"\0") == []
    assert decoder.feed(b"\x02\x05\0") == []
    assert decoder.feed(b"\0\0" + good) == [Frame(1, 2, 3, b"abc")]
    counted = decoder.counters
    assert (counted.bad_crc, counted.bad_cobs, counted.bad_length, counted.frames) == (1, 1, 2, 1)


class CFrame(ctypes.Structure):
    _fields_ = (
        ("id", ctypes.c_uint8),
        ("sequence", ctypes.c_uint8),
        ("session", ctypes.c_uint16),
        ("size", ctypes.c_uint8),
        ("payload", ctypes.c_uint8 * MAX_PAYLOAD),
    )


@pytest.fixture(scope="module")
def in_c() -> tuple[Callable[[Frame], bytes], Callable[[bytes], list[Frame]]]:
    """Encoder and decoder of the firmware."""
    make("host")
    library = ctypes.CDLL(str(FIRMWARE / "build" / "libjantaku-frame.so"))
    library.decoder_feed.restype = ctypes.c_bool
    library.frame_encode.restype = ctypes.c_uint8

    def encode_in_c(frame: Frame) -> bytes:
        payload = (ctypes.c_uint8 * MAX_PAYLOAD)(*frame.payload)
        given_frame = CFrame(frame.id, frame.sequence, frame.session, len(frame.payload), payload)
        out = (ctypes.c_uint8 * 64)()
        size = library.frame_encode(ctypes.byref(given_frame), out)
        return bytes(out[:size])

    def decode_in_c(data: bytes) -> list[Frame]:
        decoder = (ctypes.c_uint8 * 128)()
        got = CFrame()
        return [
            Frame(got.id, got.sequence, got.session, bytes(got.payload[: got.size]))
            for byte in data
            if library.decoder_feed(decoder, ctypes.c_uint8(byte), ctypes.byref(got))
        ]

    return encode_in_c, decode_in_c


spoilt = st.lists(
    st.one_of(
        frames.map(encode),
        st.binary(max_size=60),
        st.tuples(frames, st.integers(0, 400), st.integers(1, 255)).map(
            lambda drawn: bytes(
                byte ^ (drawn[2] if place == drawn[1] else 0) for place, byte in enumerate(encode(drawn[0]))
            )
        ),
        st.just(b"\0"),
        st.integers(40, 60).map(lambda size: b"\x01" * size),
    ),
    max_size=8,
).map(b"".join)


@settings(max_examples=400, deadline=None)
@given(data=spoilt, frame=frames)
def test_c_and_python_agree(
    in_c: tuple[Callable[[Frame], bytes], Callable[[bytes], list[Frame]]], data: bytes, frame: Frame
) -> None:
    encode_in_c, decode_in_c = in_c
    assert encode_in_c(frame) == encode(frame)
    assert decode_in_c(data) == Decoder().feed(data)
