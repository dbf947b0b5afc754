"""Parts of the tests of pauses that other tests use too."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import SystemRandom
from typing import TYPE_CHECKING

from tests.referee.timing.conftest import Timed

if TYPE_CHECKING:
    Make = Callable[..., Timed]


def seeds(count: int) -> range:
    first = int(os.environ.get("JANTAKU_SEED") or SystemRandom().randrange(10**9))
    return range(first, first + count)
