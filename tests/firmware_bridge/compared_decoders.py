"""The Python decoder beside the firmware's on random inputs, in batches through a program built with sanitizers.

Usage: compared_decoders.py DECODE_BATCHES RUNS SEED
"""

import random
import subprocess
import sys
from itertools import pairwise

from firmware_bridge.link.framing import MAX_ENCODED, Decoder, LinkFrame, encode
from firmware_bridge.messages.messages import BY_ID, MAX_PAYLOAD
from firmware_bridge.messages.wire import WireError, WireMessage, layout

BATCH = 20_000
POOL = 1024
REFUSED, TAKEN, NOT_FOR_THE_UNIT = b"\0", b"\1", b"\2"
KINDS = list(BY_ID.values())


def decoded_text(data: bytes) -> bytes:
    """Return the Python decoder's output for an input, written as ``decode_all`` writes it."""
    decoder = Decoder()
    frames = decoder.feed(data)
    assert len(decoder._held) <= MAX_ENCODED
    if not frames:
        return b""
    return b"".join(
        bytes((len(frame.payload), frame.id, frame.sequence))
        + frame.session.to_bytes(2, "little")
        + frame.payload
        + verdict(frame)
        for frame in frames
    )


def verdict(frame: LinkFrame) -> bytes:
    """Return whether the unit takes the message."""
    kind = BY_ID.get(frame.id)
    if kind is None or kind.FROM != "host":
        return NOT_FOR_THE_UNIT
    return REFUSED if message_of(kind, frame) is None else TAKEN


def message_of(kind: type[WireMessage], frame: LinkFrame) -> WireMessage | None:
    """The frame's message, if writing it again gives the same bytes; None if the frame holds none."""
    try:
        message = kind.from_payload(frame.payload)
    except WireError:
        return None
    assert message.to_payload() == frame.payload
    return message


def pieces_are_the_same(data: bytes) -> None:
    """An input gives the same frames however it is cut, and again when it is resent after decoding."""
    frames = Decoder().feed(data)
    pieces, cut = Decoder(), data[0] % len(data) if data else 0
    assert pieces.feed(data[:cut]) + pieces.feed(data[cut:]) == frames
    for frame in frames:
        # COBS allows a needless break, so one frame may be written in two ways: the bytes themselves are not compared.
        assert Decoder().feed(encode(frame)) == [frame]
        if (kind := BY_ID.get(frame.id)) is not None:
            message_of(kind, frame)


def good_frames(chance: random.Random) -> list[bytes]:
    """Frames of every message, with payloads that fit, nearly fit, or mean nothing."""
    frames = []
    for number in range(POOL):
        kind = KINDS[number % len(KINDS)]
        size = layout(kind).size if chance.random() < 0.8 else chance.randrange(MAX_PAYLOAD + 1)
        payload = bytes(chance.randrange(chance.choice((2, 5, 256))) for _ in range(size))
        identity = kind.ID if chance.random() < 0.9 else chance.randrange(256)
        frames.append(encode(LinkFrame(identity, chance.randrange(256), chance.randrange(65536), payload)))
    return frames


def spoilt(frames: list[bytes], dice: int, chance: random.Random) -> bytes:
    """One to three frames, most damaged as lines and programs damage: bytes changed, lost, doubled, put in, cut off.

    ``dice``: 128 random bits, drawn at once because single draws are slower.
    """
    data = frames[dice % POOL]
    if dice & 0x400:
        data += frames[(dice >> 11) % POOL]
        if dice & 0x20_0000:
            data += frames[(dice >> 22) % POOL]
    dice >>= 32
    for _ in range(dice & 3):
        size = len(data) or 1
        place, way, more = (dice >> 2) % 0x1_0000 % size, (dice >> 18) % 7, 1 + (dice >> 21) % 4
        dice >>= 25
        if way < 2:
            data = data[:place] + bytes(((dice & 0xFF),)) + data[place + 1 :]
        elif way == 2:
            data = data[:place] + data[place + more :]
        elif way == 3:
            data = data[:place] + chance.randbytes(15 * more) + data[place:]
        elif way == 4:
            data = data[:place] + b"\0" + data[place:]
        elif way == 5:
            data = data[:place] + data[place : place + 5 * more] + data[place:]
        else:
            data = data[:place]
    return data


class InC:
    """The firmware's decoder in a process of its own."""

    def __init__(self, program: str) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def give(self, inputs: list[bytes]) -> None:
        """Hand over a batch; it is decoded while this program does its own."""
        batch = b"".join(len(data).to_bytes(2, "little") + data for data in inputs)
        assert self._process.stdin is not None
        self._process.stdin.write(len(batch).to_bytes(4, "little") + batch)
        self._process.stdin.flush()

    def take(self) -> bytes:
        """The results of the batch, each after its size."""
        assert self._process.stdout is not None
        size = int.from_bytes(self._process.stdout.read(4), "little")
        return self._process.stdout.read(size)

    def end(self) -> int:
        """Its exit status."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait()


def first_difference(inputs: list[bytes], here: list[bytes], there: bytes) -> str:
    """Describe the first input for which the results differ."""
    at = 0
    for data, result in zip(inputs, here, strict=True):
        size = int.from_bytes(there[at : at + 2], "little")
        if there[at + 2 : at + 2 + size] != result:
            return (
                f"the decoders differ on {data.hex()}: {result.hex()}, {there[at + 2 : at + 2 + size].hex()}"
            )
        at += 2 + size
    return "the results have different sizes"


def main() -> None:
    """Compare the decoders so many times."""
    c, runs, chance = InC(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    frames_seen = 0
    bounds = [*range(0, runs, BATCH), runs]
    for begin, end in pairwise(bounds):
        frames = good_frames(chance)
        dice = [chance.getrandbits(128) for _ in range(end - begin)]
        inputs = [spoilt(frames, each, chance) for each in dice]
        c.give(inputs)
        here = [decoded_text(data) for data in inputs]
        there = c.take()
        if b"".join(len(result).to_bytes(2, "little") + result for result in here) != there:
            sys.exit(f"from run {begin}: {first_difference(inputs, here, there)}")
        frames_seen += sum(map(bool, here))
        for data in inputs[::50]:
            pieces_are_the_same(data)
    if c.end():
        sys.exit("the program in C has failed")
    sys.stderr.write(f"Done {runs} runs, {frames_seen} with frames\n")


if __name__ == "__main__":
    main()
