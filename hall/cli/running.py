"""The processes of a hall that run until they are stopped: the collecting, the page, the push messages."""

import argparse
import os
import signal
from typing import Final

from config import ConfigError
from hall.alerts import PartName
from hall.collecting.collector import Collector
from hall.collecting.held import HeldNote
from hall.collecting.keeper import Keeper
from hall.forwarding.options import run_until_told, server_to_forward
from hall.page.choice import PORT, TLS_PORT, address_of, page_choice
from hall.page.serving import serve
from hall.push.options import push_choice
from hall.push.process import PushProcess
from hall.store.option import store_of
from referee.texts.language import language
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import level_in
from table_controller.mqtt.tls import client_context
from table_controller.mqtt.topics import OF_THE_HALL
from wording.barred import Where
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import say
from wording.terminal.passwords import handed_on, password_for, variable_of

STATE_FOLDER: Final = "STATE_DIRECTORY"
"""The variable in which systemd gives a service its folder."""
PUSH: Final = ("push", "push_contact", "push_private")
LINE: Final = ("broker", "tls", "ca", "hall", "logins")
HANDED_ON: Final[dict[PartName, tuple[str, ...]]] = {
    "page": (*LINE, "store", "http", "certificate", "key", "viewer", "metrics", *PUSH),
    "forward": ("forward", "replicas", "hall", "store"),
    "push": (*PUSH, *LINE, "user"),
}
"""The options that each process of the hall gets from the one that starts it; passwords go another way."""


def collect(options: argparse.Namespace) -> int:
    """Collect, and keep the hall's other processes running, until the hall is stopped.

    Raises:
        ConfigError: an option cannot be used.
        GateError: a name is invalid.
        StoreError: the store cannot be used.
    """
    # A password may come through a pipe, so each is read only once, here.
    address, store = _address(options), store_of(options)
    at_page, server, push = page_choice(options, store), server_to_forward(options), push_choice(options)
    store.open().close()  # reports a wrong place at once; later, the hall waits for a server that is away
    keepers = []
    if at_page is not None:
        viewer = None if at_page.viewer is None else at_page.viewer.password
        secrets = handed_on(store=store.password, viewer=viewer)
        keepers.append(Keeper("page", words_of(options, "page"), say, secrets))
    if server is not None:
        secrets = handed_on(store=store.password, forward=server.password)
        keepers.append(Keeper("forward", words_of(options, "forward"), say, secrets))
    if push is not None:
        secrets = {} if address.password is None else {variable_of(""): address.password}
        keepers.append(Keeper("push", words_of(options, "push"), say, secrets))
    collector = Collector(
        address,
        store.open,
        language(options.lang or "en"),
        say,
        share=options.share is not None,
        troubles=lambda: dict(each for keeper in keepers for each in keeper.alerts().items()),
        held=HeldNote(store, os.environ.get(STATE_FOLDER, "")),
    )
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: collector.stop())
    for keeper in keepers:
        keeper.start()
    try:
        collector.run()
    finally:
        for keeper in keepers:
            keeper.stop()
    return ExitStatus.DONE


def words_of(options: argparse.Namespace, part: PartName) -> list[str]:
    """Return the options for a process of the hall, as words."""
    given = {
        name: value for name in HANDED_ON[part] if (value := getattr(options, name)) not in {None, False}
    }
    return [
        f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}")
        for name, value in given.items()
    ]


def page(options: argparse.Namespace) -> int:
    """Serve the page until the process is stopped.

    Raises:
        ConfigError: an option cannot be used.
        GateError: the hall's name is invalid.
    """
    choice = page_choice(options, store_of(options))
    if choice is None:
        raise ConfigError("page needs --http HOST:PORT")
    try:
        return serve(choice, with_parent=options.with_parent)
    except OSError as error:
        raise ConfigError(f"{options.http}: {error.strerror or error}") from error


def push(options: argparse.Namespace) -> int:
    """Send push messages until the process is stopped.

    Raises:
        ConfigError: an option cannot be used.
        GateError: a name is invalid.
    """
    choice = push_choice(options)
    if choice is None:
        raise ConfigError("push needs --push FILE")
    process = PushProcess(_address(options), choice, say)
    return run_until_told(process.run, with_parent=options.with_parent)


def _address(options: argparse.Namespace) -> Address:
    """Return the broker's address and this program's name there.

    Raises:
        ConfigError: an option cannot be used.
    """
    tls = client_context(options.ca) if options.tls or options.ca else None
    host, port = address_of("--broker", options.broker, PORT if tls is None else TLS_PORT)
    name = OF_THE_HALL if options.share is None else f"{OF_THE_HALL}-{options.share}"
    for each in (options.hall, name):
        level_in(each, Where.at("--hall or --share"))
    if options.user is not None:
        level_in(options.user, Where.at("--user"))
    return Address(host, port, options.hall, name, options.user, _password(options), tls)


def _password(options: argparse.Namespace) -> str | None:
    if options.user is None:
        return None
    password = password_for(options, "")
    if password is None:
        raise ConfigError(f"no password for {options.user}: give --password-file, or set {variable_of('')}")
    return password
