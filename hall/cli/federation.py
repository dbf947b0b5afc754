"""``jantaku federation``: keep the journals of many halls in one store."""

import argparse
from typing import Any

from config import ConfigError
from hall.forwarding.options import add_replicas, run_until_told
from hall.store.option import add_store, store_of
from hall.store.store import StoreError
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import complain, say, use_journal
from wording.terminal.passwords import add_password_file, password_for


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``federation`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "federation",
        description="Files what halls forward (`jantaku hall --forward`) from NATS JetStream into one store, each entry once "
        "and in order, until it is stopped. Any number may run side by side with one store in PostgreSQL. Tables "
        "are called HALL/TABLE there; `jantaku hall status`, `head` and `export` read the store.",
    )
    parser.add_argument(
        "--from",
        dest="server",
        required=True,
        metavar="URL",
        help="the server: nats://user@host:4222, or tls:// for an encrypted line",
    )
    add_password_file(parser, "from", "the password of its user, or the token if it names none")
    add_store(parser, required=True, help="postgresql://user@host/database, or an SQLite file")
    add_replicas(parser)
    parser.set_defaults(run=run)
    return parser


def run(options: argparse.Namespace) -> int:
    """Return 0 once it was stopped, 2 if the address or the store cannot be used."""
    # NATS is slow to import, and --help does not need it.
    from hall.forwarding.federation import Federation  # noqa: PLC0415
    from hall.forwarding.stream import server_of  # noqa: PLC0415

    use_journal()
    try:
        server = server_of("--from", options.server, password_for(options, "from"))
        federation, store = Federation(server, options.replicas, say), store_of(options)
        store.open().close()
    except (ConfigError, StoreError) as error:
        complain(f"jantaku federation: {error}")
        return ExitStatus.UNUSABLE
    return run_until_told(lambda stopping: federation.run(store.open, stopping))
