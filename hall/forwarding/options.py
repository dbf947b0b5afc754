"""The options of ``jantaku hall`` for a federation, and the process that forwards."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from config import ConfigError
from hall.store.option import store_of
from table_controller.mqtt.gate import level_in
from wording.barred import Where
from wording.command_line.numbers import whole
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import say
from wording.terminal.orphaned import when_orphaned
from wording.terminal.passwords import add_password_file, password_for

if TYPE_CHECKING:
    from hall.forwarding.stream import StreamServer

MOST_REPLICAS: Final = 5
"""The most replicas that a NATS server allows."""


def add_forwarding(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``jantaku hall``."""
    group = parser.add_argument_group("to a federation")
    group.add_argument(
        "--forward",
        metavar="URL",
        help="publish what is filed to NATS JetStream: nats://user@host:4222, or tls:// for an encrypted line",
    )
    add_password_file(group, "forward", "the password of its user, or the token if it names none")
    add_replicas(group)


def add_replicas(parser: Any) -> None:
    """Add the option of commands that may create the stream."""
    parser.add_argument(
        "--replicas",
        type=whole(most=MOST_REPLICAS),
        default=1,
        metavar="N",
        help="on how many servers the stream is kept, if it has to be made (default: 1)",
    )


def server_to_forward(options: argparse.Namespace) -> StreamServer | None:
    """Return the server to which the hall forwards; None if it does not forward.

    Raises:
        ConfigError: the address or the password cannot be used.
    """
    if options.forward is None:
        if options.forward_password_file is not None:
            raise ConfigError("--forward-password-file needs --forward")
        return None
    # NATS is slow to import, and most halls have no federation.
    from hall.forwarding.stream import server_of  # noqa: PLC0415

    return server_of("--forward", options.forward, password_for(options, "forward"))


def forward(options: argparse.Namespace) -> int:
    """Forward until the process is stopped.

    Raises:
        ConfigError: an option cannot be used.
        GateError: the hall's name is invalid.
        StoreError: the store cannot be used.
    """
    server, store = server_to_forward(options), store_of(options)
    if server is None:
        raise ConfigError("forward needs --forward nats://HOST:PORT")
    hall = level_in(options.hall, Where.at("--hall"))
    store.open().close()  # reports a wrong place at once; later, the forwarder waits for a server that is away
    from hall.forwarding.forwarder import Forwarder  # noqa: PLC0415 - as above

    forwarder = Forwarder(hall, server, options.replicas, say)
    return run_until_told(
        lambda stopping: forwarder.run(store.open, stopping), with_parent=options.with_parent
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
