"""The Python decoder beside the firmware's on any bytes; run as a program it makes up the bytes by chance.

Usage: compared_decoders.py SHARED_LIBRARY RUNS SEED
"""

from __future__ import annotations

import ctypes
import random
import sys

from firmware_bridge.framing import MAX_ENCODED, Decoder, Frame, encode
from firmware_bridge.messages import BY_ID, MAX_PAYLOAD
from firmware_bridge.wire import WireError

ROOM = 4096


class Both:
    """The two decoders."""

    def __init__(self, library: str) -> None:
        self._decode = ctypes.CDLL(library).decode_all
        self._decode.restype = ctypes.c_size_t
        self._out = (ctypes.c_uint8 * ROOM)()

    def in_c(self, data: bytes) -> list[Frame]:
        """Each frame: size of the payload, id, sequence, session, payload."""
        used = self._decode(data, len(data), self._out)
        out, at, frames = bytes(self._out[:used]), 0, []
        while at < used:
            size = out[at]
            session = int.from_bytes(out[at + 3 : at + 5], "little")
            frames.append(Frame(out[at + 1], out[at + 2], session, out[at + 5 : at + 5 + size]))
            at += 5 + size
        return frames

    def try_one(self, data: bytes) -> None:
        """One input; raises ``AssertionError`` where they differ."""
        whole = Decoder()
        frames = whole.feed(data)
        assert len(whole._held) <= MAX_ENCODED
        if data:
            pieces, cut = Decoder(), data[0] % len(data)
            assert pieces.feed(data[:cut]) + pieces.feed(data[cut:]) == frames
        assert self.in_c(data) == frames
        for frame in frames:
            # What was decoded can be sent again and is the same; the other way round a frame may be written in two
            # ways (COBS does not forbid a needless break), so the bytes themselves are not compared.
            assert Decoder().feed(encode(frame)) == [frame]
            kind = BY_ID.get(frame.id)
            if kind is None:
                continue
            try:
                message = kind.from_payload(frame.payload)
            except WireError:
                continue
            assert message.to_payload() == frame.payload


def spoilt_frames(chance: random.Random) -> bytes:
    """One to three frames, most of them damaged as lines and programs damage: bytes changed, lost, doubled, cut off."""
    data = bytearray()
    for _ in range(chance.randrange(1, 4)):
        size = chance.choice([0, 1, 4, 8, 12, MAX_PAYLOAD, chance.randrange(MAX_PAYLOAD + 1)])
        payload = chance.randbytes(size) if chance.random() < 0.5 else bytes(size)
        data += encode(Frame(chance.randrange(256), chance.randrange(256), chance.randrange(65536), payload))
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(data) or 1)
        way = chance.randrange(6)
        if way == 0:
            data[place : place + 1] = chance.randbytes(1)
        elif way == 1:
            del data[place : place + chance.randrange(1, 5)]
        elif way == 2:
            data[place:place] = chance.randbytes(chance.randrange(1, 60))
        elif way == 3:
            data[place:place] = b"\0"
        elif way == 4:
            data[place:place] = data[place : place + chance.randrange(1, 20)]
        else:
            del data[place:]
    return bytes(data)


def main() -> None:
    """Compare the decoders so many times."""
    both, runs, chance = Both(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    for run in range(runs):
        data = spoilt_frames(chance)
        try:
            both.try_one(data)
        except AssertionError:
            sys.exit(f"run {run}: the decoders differ on {data.hex()}")
    sys.stderr.write(f"Done {runs} runs\n")


if __name__ == "__main__":
    main()
