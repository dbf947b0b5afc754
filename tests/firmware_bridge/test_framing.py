"""Laws of the framing, and the C decoder beside the Python one on the same bytes."""

import ctypes
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link.framing import MAX_ENCODED, Decoder, LinkFrame, encode, stuff, unstuff
from firmware_bridge.messages.messages import MAX_PAYLOAD, Curtain
from firmware_bridge.messages.wire import WireError
from firmware_bridge.unit.workshop import FIRMWARE, make

frames = st.builds(
    LinkFrame,
    id=st.integers(0, 255),
    sequence=st.integers(0, 255),
    session=st.integers(0, 65535),
    payload=st.one_of(st.binary(max_size=MAX_PAYLOAD), st.integers(0, MAX_PAYLOAD).map(bytes)),
)
cuts = st.lists(st.integers(1, 20), max_size=40)


def fed_in_pieces(decoder: Decoder, data: bytes, sizes: list[int]) -> list[LinkFrame]:
    got, at = [], 0
    for size in sizes:
        got += decoder.feed(data[at : at + size])
        at += size
    return got + decoder.feed(data[at:])


@settings(deadline=None)
@given(st.binary(max_size=253))
def test_stuffing_has_no_zero_and_gives_the_data_back(data: bytes) -> None:
    stuffed = stuff(data)
    assert 0 not in stuffed
    assert len(stuffed) == len(data) + 1
    assert unstuff(stuffed) == data


@settings(deadline=None)
@given(st.lists(frames, max_size=8), cuts)
def test_frames_come_through_in_any_pieces(sent: list[LinkFrame], sizes: list[int]) -> None:
    assert fed_in_pieces(Decoder(), b"".join(map(encode, sent)), sizes) == sent


@settings(deadline=None)
@given(st.binary(max_size=400), frames, cuts)
def test_a_frame_after_any_bytes_is_found(rubbish: bytes, frame: LinkFrame, sizes: list[int]) -> None:
    decoder = Decoder()
    got = fed_in_pieces(decoder, rubbish + b"\0" + encode(frame), sizes)
    assert got[-1] == frame
    assert len(decoder._held) <= MAX_ENCODED


@settings(deadline=None)
@given(frames, st.integers(1, 0xFFFF), st.integers(0, 1 << 16))
def test_a_burst_of_up_to_16_bits_is_always_seen(frame: LinkFrame, burst: int, place: int) -> None:
    body = unstuff(encode(frame)[:-1])
    assert body is not None
    shift = place % (len(body) * 8 - 15)
    wrong = (int.from_bytes(body, "big") ^ (burst << shift)).to_bytes(len(body), "big")
    assert Decoder().feed(stuff(wrong) + b"\0") == []


def test_damage_on_the_line_is_seen() -> None:
    """Damage to a COBS length is wider than any burst; one in 65,536 of those gets past the CRC."""
    chance = random.Random(1)
    for _ in range(5000):
        payload = bytes(chance.choice([0, chance.randrange(256)]) for _ in range(chance.randrange(12)))
        bits = bytearray(encode(LinkFrame(chance.randrange(256), chance.randrange(256), 0x1234, payload)))
        bits[chance.randrange(len(bits) - 1)] ^= chance.randrange(1, 256)
        assert Decoder().feed(bytes(bits)) == []


def test_a_frame_whose_end_is_damaged_is_refused_by_its_size() -> None:
    """A zero after a good frame leaves the CRC at 0; it is caught because no message has two sizes."""
    good = encode(LinkFrame(Curtain.ID, 1, 2, Curtain(chair=1, broken=True).to_payload()))
    (longer,) = Decoder().feed(good[:-1] + b"\x01\0")
    with pytest.raises(WireError, match="10 bytes, not 11"):
        Curtain.from_payload(longer.payload)


def test_a_payload_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 40 bytes"):
        encode(LinkFrame(1, 1, 1, bytes(41)))


def test_every_kind_of_damage_is_counted() -> None:
    decoder = Decoder()
    good = encode(LinkFrame(1, 2, 3, b"abc"))
    assert decoder.feed(good.replace(b"a", b"x")) == []
    assert decoder.feed(b"\xff\x01\0") == []
    assert decoder.feed(b"\x01" * 200 + b"\0") == []
    assert decoder.feed(b"\x02\x05\0") == []
    assert decoder.feed(b"\0\0" + good) == [LinkFrame(1, 2, 3, b"abc")]
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
def in_c() -> tuple[Callable[[LinkFrame], bytes], Callable[[bytes], list[LinkFrame]]]:
    """Encoder and decoder of the firmware."""
    make("host")
    library = ctypes.CDLL(str(FIRMWARE / "build" / "libjantaku-frame.so"))
    library.decoder_feed.restype = ctypes.c_bool
    library.frame_encode.restype = ctypes.c_uint8

    def encode_in_c(frame: LinkFrame) -> bytes:
        payload = (ctypes.c_uint8 * MAX_PAYLOAD)(*frame.payload)
        given_frame = CFrame(frame.id, frame.sequence, frame.session, len(frame.payload), payload)
        out = (ctypes.c_uint8 * 64)()
        size = library.frame_encode(ctypes.byref(given_frame), out)
        return bytes(out[:size])

    def decode_in_c(data: bytes) -> list[LinkFrame]:
        decoder = (ctypes.c_uint8 * 128)()
        got = CFrame()
        return [
            LinkFrame(got.id, got.sequence, got.session, bytes(got.payload[: got.size]))
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
    in_c: tuple[Callable[[LinkFrame], bytes], Callable[[bytes], list[LinkFrame]]],
    data: bytes,
    frame: LinkFrame,
) -> None:
    encode_in_c, decode_in_c = in_c
    assert encode_in_c(frame) == encode(frame)
    assert decode_in_c(data) == Decoder().feed(data)
