"""The whole wall of a tenhou game from its shuffle seed: MT19937, SHA-512 and a Fisher-Yates shuffle."""

import base64
import binascii
import hashlib
import struct
from random import Random
from typing import Final

METHOD: Final = "mt19937ar-sha512-n288-base64"
SEED_BYTES: Final = 4 * 624
BYTES_A_HAND: Final = 4 * 288


class Shuffles:
    """The shuffled walls of a game, hand after hand.

    Raises:
        ValueError: the seed belongs to another method, or is damaged.
    """

    def __init__(self, seed: str) -> None:
        """Read the ``seed`` attribute of a SHUFFLE tag."""
        method, comma, text = seed.partition(",")
        if method != METHOD or not comma:
            raise ValueError(f"unknown shuffle {method!r}")
        try:
            data = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise ValueError(f"shuffle seed: {error}") from None
        if len(data) < SEED_BYTES:
            raise ValueError(f"shuffle seed of {len(data)} bytes, {SEED_BYTES} are needed")
        # Python's own generator is MT19937 and is seeded by the words of a number, lowest first. It leaves out zero words at
        # the end, which would give other walls than were dealt; one seed in four thousand million ends like that.
        self._twister = Random(int.from_bytes(data[:SEED_BYTES], "little"))  # noqa: S311 - not for secrets

    def next_wall(self) -> tuple[tuple[int, ...], tuple[int, int]]:
        """136 tile ids in the order in which they are taken (``referee.game.wall``), and the two dice, 1-6."""
        data = self._twister.getrandbits(8 * BYTES_A_HAND).to_bytes(BYTES_A_HAND, "little")
        digests = b"".join(hashlib.sha512(data[at : at + 128]).digest() for at in range(0, len(data), 128))
        numbers = struct.unpack("<144I", digests)
        ids = list(range(136))
        for at in range(135):
            other = at + numbers[at] % (136 - at)
            ids[at], ids[other] = ids[other], ids[at]
        return tuple(reversed(ids)), (numbers[135] % 6 + 1, numbers[136] % 6 + 1)
