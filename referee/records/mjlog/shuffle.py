"""The whole wall of a tenhou game from its shuffle seed: MT19937, SHA-512 and a Fisher-Yates shuffle."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import Final

METHOD: Final = "mt19937ar-sha512-n288-base64"
WORDS: Final = 624
WORDS_A_HAND: Final = 288
_MASK: Final = 0xFFFFFFFF


class Twister:
    """MT19937 (Matsumoto and Nishimura 2002), seeded by an array of 32-bit words."""

    def __init__(self, key: tuple[int, ...]) -> None:
        """Seed with at least one word."""
        state = [19650218]
        for number in range(1, WORDS):
            state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + number) & _MASK)
        place, used = 1, 0
        for _ in range(max(WORDS, len(key))):
            mixed = (state[place - 1] ^ (state[place - 1] >> 30)) * 1664525
            state[place] = ((state[place] ^ mixed) + key[used] + used) & _MASK
            place, used = place + 1, (used + 1) % len(key)
            if place == WORDS:
                state[0], place = state[-1], 1
        for _ in range(WORDS - 1):
            mixed = (state[place - 1] ^ (state[place - 1] >> 30)) * 1566083941
            state[place] = ((state[place] ^ mixed) - place) & _MASK
            place += 1
            if place == WORDS:
                state[0], place = state[-1], 1
        state[0] = 0x80000000
        self._state = state
        self._used = WORDS

    def _twist(self) -> None:
        state = self._state
        for place in range(WORDS):
            joined = (state[place] & 0x80000000) | (state[(place + 1) % WORDS] & 0x7FFFFFFF)
            state[place] = state[(place + 397) % WORDS] ^ (joined >> 1) ^ (0x9908B0DF if joined & 1 else 0)
        self._used = 0

    def word(self) -> int:
        """The next 32 bits."""
        if self._used == WORDS:
            self._twist()
        word = self._state[self._used]
        self._used += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C5680
        word ^= (word << 15) & 0xEFC60000
        return word ^ (word >> 18)


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
        if len(data) < 4 * WORDS:
            raise ValueError(f"shuffle seed of {len(data)} bytes, {4 * WORDS} are needed")
        self._twister = Twister(struct.unpack(f"<{WORDS}I", data[: 4 * WORDS]))

    def next_wall(self) -> tuple[tuple[int, ...], tuple[int, int]]:
        """136 tile ids in the order in which they are taken (``referee.game.wall``), and the two dice, 1-6."""
        words = [self._twister.word() for _ in range(WORDS_A_HAND)]
        data = struct.pack(f"<{WORDS_A_HAND}I", *words)
        digests = b"".join(hashlib.sha512(data[at : at + 128]).digest() for at in range(0, len(data), 128))
        numbers = struct.unpack("<144I", digests)
        ids = list(range(136))
        for at in range(135):
            other = at + numbers[at] % (136 - at)
            ids[at], ids[other] = ids[other], ids[at]
        return tuple(reversed(ids)), (numbers[135] % 6 + 1, numbers[136] % 6 + 1)
