"""Helpers that the tests of pauses share."""

import os
from random import SystemRandom


def seeds(count: int) -> range:
    first = int(os.environ.get("JANTAKU_SEED") or SystemRandom().randrange(10**9))
    return range(first, first + count)
