"""The options of ``jantaku hall`` for a federation, and the process that forwards."""

from __future__ import annotations

import argparse
import asyncio
import signal
from typing import TYPE_CHECKING, Any, Final

from config import ConfigError
from referee.hall.places import open_store
from table_controller.mqtt.gate import level_in
from table_controller.terminal.exit_status import ExitStatus
from table_controller.terminal.log import say
from table_controller.terminal.orphaned import when_orphaned
from table_controller.wording.barred import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

MOST_REPLICAS: Final = 5
"""What a NATS server allows."""


def add_forwarding(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``jantaku hall``."""
    group = parser.add_argument_group("to a federation")
    group.add_argument(
        "--forward",
        metavar="URL",
        help="publish what is filed to NATS JetStream: nats://user:password@host:4222, or tls:// for an encrypted line",
    )
    add_replicas(group)


def add_replicas(parser: Any) -> None:
    """Add the option of whoever may have to make the stream."""
    parser.add_argument(
        "--replicas",
        type=_replicas,
        default=1,
        metavar="N",
        help="on how many servers the stream is kept, if it has to be made (default: 1)",
    )


def forwarding_words(options: argparse.Namespace) -> list[str] | None:
    """The options of the process that forwards; None if nothing is to be forwarded.

    Raises:
        ConfigError: the address cannot be used.
    """
    if options.forward is None:
        return None
    _checked(options.forward)
    return [f"--{name}={getattr(options, name)}" for name in ("forward", "replicas", "hall", "store")]


def forward(options: argparse.Namespace) -> int:
    """Forward until it is told to stop.

    Raises:
        ConfigError: an option cannot be used.
        GateError: the hall's name is none.
        StoreError: the store cannot be used.
    """
    if options.forward is None:
        raise ConfigError("forward needs --forward nats://HOST:PORT")
    url = _checked(options.forward)
    level_in(options.hall, Where.at("--hall"))
    open_store(
        options.store
    ).close()  # a wrong place is reported at once; a server that is away later is waited for
    # NATS is slow to import, and most halls have no federation.
    from table_controller.journal.forwarding.forwarder import Forwarder  # noqa: PLC0415

    forwarder = Forwarder(options.hall, url, options.replicas, say)
    return run_until_told(
        lambda stopping: forwarder.run(lambda: open_store(options.store), stopping),
        with_parent=options.with_parent,
    )


def run_until_told(
    work: Callable[[asyncio.Event], Coroutine[Any, Any, None]], *, with_parent: bool = False
) -> int:
    """Run this until SIGTERM or Ctrl-C, or with ``with_parent`` until the parent ends."""

    async def main() -> None:
        stopping, loop = asyncio.Event(), asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, stopping.set)
        if with_parent:
            when_orphaned(lambda: loop.call_soon_threadsafe(stopping.set))
        await work(stopping)

    asyncio.run(main())
    return ExitStatus.DONE


def _checked(url: str) -> str:
    from table_controller.journal.forwarding.stream import check_url  # noqa: PLC0415 - as above

    return check_url(url)


def _replicas(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:3]) <= MOST_REPLICAS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: 1 to {MOST_REPLICAS} are possible")
    return int(text)
