"""Coroutines as tests, each in a loop of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from bench.stages.jump_loop import in_table_time

P = ParamSpec("P")


def table_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let pytest run a coroutine function in table time; what it leaves running is cancelled."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        in_table_time(lambda: test(*args, **kwargs))

    return run


def real_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let pytest run a coroutine function in real time."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run
