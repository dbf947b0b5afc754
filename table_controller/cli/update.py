"""``jantaku update``: looks for a newer version; root can install it, and it goes back if the table is not healthy."""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from table_controller.cli.running_table import health_of
from table_controller.mqtt.messages import UpdateState
from table_controller.settings.in_force import SettingsInForce
from table_controller.settings.options import add_options, settings_of
from table_controller.settings.outside import TABLE_SETTINGS
from table_controller.updates.installing import OWN_FOLDER, WITHIN_S, Updater, last_update
from table_controller.updates.offered import UpdateError, installed, newest, offered
from wording.terminal.exit_status import ExitStatus


def add_parser(subparsers: Any) -> None:
    """Add ``update`` to the command line."""
    parser = subparsers.add_parser(
        "update",
        description="Says which version of the package is installed and which newer one the place in the settings offers "
        "(updates.source). With --install, as root, it installs the newer one, and goes back to the previous one unless "
        "the table is as healthy as before within two minutes.",
    )
    add_options(parser)
    parser.add_argument("--install", action="store_true", help="install it")
    parser.add_argument("--again", action="store_true", help="also a version that was taken back")
    parser.add_argument(
        "--within", type=float, default=WITHIN_S, metavar="SECONDS", help="the time to become healthy (120)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look or install; return 1 if that fails or the previous version was restored."""
    if options.config is None and TABLE_SETTINGS.is_file():
        options.config = TABLE_SETTINGS
    try:
        state = _updated(options) if options.install else _looked(options)
    except UpdateError as error:
        sys.stderr.write(f"jantaku update: {error}\n")
        return ExitStatus.NOT_DONE
    return ExitStatus.NOT_DONE if state == "back" else ExitStatus.DONE


def _looked(options: argparse.Namespace) -> UpdateState:
    source, before = _source(settings_of(options)), installed()
    with tempfile.TemporaryDirectory() as work:
        offers = offered(source, Path(work))
    last = last_update()
    newer = newest(offers if options.again else last.untried(offers), before)
    print(f"installed: {before}; offered: {newer.version if newer else 'nothing newer'}")
    if last.state == "back":
        print(
            f"{last.version} was taken back: {last.text} (once more: sudo jantaku update --install --again)"
        )
    return "none"


def _updated(options: argparse.Namespace) -> UpdateState:
    force = settings_of(options)
    if os.geteuid() != 0:
        raise UpdateError("only root installs: sudo jantaku update --install")
    state = Updater(
        _source(force), OWN_FOLDER, lambda: health_of(force), options.within, again=options.again
    ).run()
    outcomes = {"none": "nothing newer is offered", "done": "it is installed and healthy"}
    print(
        f"{outcomes.get(state, 'the table was not healthy with it: the previous version is back')}: {installed()}"
    )
    return state


def _source(force: SettingsInForce) -> str:
    source: str = force.value("updates.source")
    if not source:
        raise UpdateError("the settings name no place for updates (updates.source)")
    return source
