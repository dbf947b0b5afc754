"""``jantaku setup``: asks, shows the files to write, writes them on request, starts the table and checks it."""

from __future__ import annotations

import argparse
import difflib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import ConfigError, read_text_file
from referee.texts.language import language
from table_controller.settings.file import LAST_PORT
from table_controller.settings.in_force import default_settings, settings_in_force
from table_controller.settings.network import address
from table_controller.settings.options import add_options
from table_controller.settings.outside import TABLE_SETTINGS
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.numbers import whole
from wording.command_line.setup_texts import BadAnswer, Setup
from wording.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from table_controller.cli.setup.answers import Answers
    from table_controller.cli.setup.cameras import LookedThrough
    from table_controller.cli.setup.measures import TableMeasures
    from table_controller.cli.setup.person import Respondent
    from table_controller.cli.setup.plan import Plan, Planned
    from table_controller.mqtt.address import Address
    from vision.geometry import TableGeometry

UNITS: Final = ("jantaku.service", "jantaku-backup.timer", "jantaku-update.path")
MOSQUITTO: Final = "mosquitto.service"
SYSTEMD: Final = Path("/run/systemd/system")
"""This folder exists while systemd is the first process."""
AVAHI: Final = Path("/run/avahi-daemon")
"""This folder exists while the computer announces its name to the network."""
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that no computer has: connecting to it shows which of our own addresses is used. [RFC 5737]"""
START_S: Final = 60


# Most modules are slow to import, so functions import them (PLC0415): wrong options are reported first.


def add_parser(subparsers: Any) -> None:
    """Add ``setup`` to the command line."""
    parser = subparsers.add_parser(
        "setup",
        description="Asks for the table's unit, camera, rules and broker, with what is found or set up already as the answers, "
        "and writes the settings, the broker's files, logins and certificates. Nothing is written before you have seen it and "
        "said yes; then all of it or nothing. Where systemd runs, the table is started.",
    )
    parser.add_argument(
        "--from", dest="answers", type=Path, metavar="FILE", help="answers in TOML, instead of questions"
    )
    parser.add_argument("--yes", action="store_true", help="write without asking, with --from")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="where the files go (/); elsewhere nothing is started",
    )
    parser.add_argument(
        "--look-at",
        action="append",
        metavar="PATTERN",
        help="serial devices where a unit is looked for, instead of the usual",
    )
    parser.add_argument(
        "--look-through",
        action="append",
        metavar="URL",
        help="cameras to try, instead of those found",
    )
    parser.add_argument(
        "--page",
        type=whole(0, LAST_PORT),
        metavar="PORT",
        help="ask on a page at this port instead of at the terminal, and end when the table is set up",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set the table up; return 1 if the person declined or the doctor finds something wrong.

    Raises:
        ConfigError: an answer or an existing file cannot be used; nothing is written then.
    """
    from table_controller.cli.setup.person import Respondent  # noqa: PLC0415

    if options.yes and options.answers is None:
        raise config_error(BadAnswer.yes_alone())
    if options.root == Path("/") and os.geteuid() != 0:
        raise config_error(BadAnswer.not_root())
    if options.page is not None:
        from table_controller.cli.setup.on_page import SetupPage  # noqa: PLC0415

        return SetupPage(options.page, lambda person: _set_up(options, person)).serve()
    if not (options.answers and options.yes) and not sys.stdin.isatty():
        raise config_error(BadAnswer.no_terminal())
    status = _set_up(options, Respondent(language(options.lang or "en")))
    return ExitStatus.NOT_DONE if status is None else status


def _set_up(options: argparse.Namespace, person: Respondent) -> int | None:
    """Ask, show, write and start; return None if the person does not want the files written."""
    from table_controller.cli.setup.cameras import LookedThrough  # noqa: PLC0415
    from table_controller.cli.setup.hanging import calibrations, without_twin  # noqa: PLC0415
    from table_controller.cli.setup.plan import below, planned  # noqa: PLC0415
    from table_controller.cli.setup.tiles import club_tiles, knows_tiles  # noqa: PLC0415
    from table_controller.cli.setup.write import withdraw, write_all  # noqa: PLC0415

    before = _before(options, person)
    looked = LookedThrough(before.table)
    answers, measures = _answered(options, before.answers, looked, person)
    answers = without_twin(answers, looked, person, show=bool(options.answers and not options.yes))
    there = below(options.root, before.state)
    files, first = calibrations(answers, before.cameras, there, looked, person)
    if first is not None and not options.answers:
        files += club_tiles(answers, first, looked, person, wanted=bool(files) and not knows_tiles(there))
    hung = (replace(each, path=before.state / each.path) for each in files)
    plan = planned(answers, options.root, chain(measures.files(), hung))
    _check(plan)
    if not _show(plan, options.root, person):
        person.say(Setup.nothing_new())
    elif options.yes or _wanted(person):
        write_all(plan.files, options.root)
        person.say(Setup.written([str(each.path) for each in plan.files]))
        if options.root == Path("/"):
            _leave(before.address, answers, withdraw, person)
    else:
        person.say(Setup.nothing_done())
        return None
    if plan.made:
        person.say(Setup.made())
        for name, password in plan.made.items():
            print(f"  {person.spoken.say(Setup.login(name, password))}")
    status: int = ExitStatus.DONE
    if options.root == Path("/"):
        status = max(flashed(answers, person), _start(answers, person))
    _show_page(answers, person)
    return status


@dataclass(frozen=True, slots=True)
class _There:
    """The state of a table that is set up already.

    Attributes:
        answers: the answers to offer.
        table: the table's measures.
        state: the state folder, as in the settings.
        cameras: the sources in the settings, the first camera's first, empty where none is set.
        address: the table's broker and its names there; None if they cannot be used.
    """

    answers: Answers
    table: TableGeometry
    state: Path
    cameras: tuple[str, str]
    address: Address | None


def _before(options: argparse.Namespace, person: Respondent) -> _There:
    from table_controller.cli.setup import answers as answered  # noqa: PLC0415
    from table_controller.cli.setup.measures import measures_of  # noqa: PLC0415
    from table_controller.cli.setup.plan import below  # noqa: PLC0415

    start = answered.Answers(language=person.spoken.name, host=socket.gethostname())
    there = below(options.root, TABLE_SETTINGS)
    force, cameras, place = settings_in_force(None, {}), ("", ""), None
    if there.is_file():
        force = settings_in_force(there, {}).sound()
        settings = tomllib.loads(read_text_file(there, "settings"))
        settings.setdefault("ruleset", force.value("ruleset"))  # keep even a default ruleset
        start = answered.answers_from(settings, start, str(there))
        cameras = (settings.get("camera", ""), settings.get("second_camera", ""))
        if options.lang:
            start = answered.changed(start, {"language": options.lang}, "--lang")
        person.spoken = language(start.language)
        person.say(Setup.again(str(there)))
        with suppress(ConfigError):
            place = address(force.value("mqtt.address"), force.values, force.values["mqtt"])
    # systemd gives its daemon the default folder.
    state = Path(default_settings().value("state")) / force.value("state")
    try:
        table = measures_of(force.value("geometry"), options.root).table
    except ConfigError as error:
        person.say(message_of_config(error))
        table = measures_of(default_settings().value("geometry"), options.root).table
    return _There(start, table, state, cameras, place)


def _answered(
    options: argparse.Namespace, start: Answers, looked: LookedThrough, person: Respondent
) -> tuple[Answers, TableMeasures]:
    from table_controller.cli.setup import answers as answered  # noqa: PLC0415
    from table_controller.cli.setup import asking, found  # noqa: PLC0415
    from table_controller.cli.setup.cameras import cameras  # noqa: PLC0415
    from table_controller.cli.setup.measures import measures_of  # noqa: PLC0415
    from table_controller.cli.setup.plan import CHOSEN  # noqa: PLC0415

    if options.answers:
        answers = answered.read_answers(options.answers, start)
        measures = measures_of(answers.geometry, options.root)
        looked.table = measures.table
        return answered.changed(answers, {"geometry": measures.name}, "-"), measures
    questions = asking.SetupQuestions(
        start,
        person,
        options.look_at or found.SERIAL,
        options.look_through or cameras(),
        looked,
        root=options.root,
        known=_has_login(options.root, CHOSEN),
    )
    try:
        return questions.ask()
    except EOFError:
        raise config_error(BadAnswer.no_terminal()) from None


def _has_login(root: Path, name: str) -> bool:
    from table_controller.cli.logins.logins import LOGINS  # noqa: PLC0415
    from table_controller.cli.setup.plan import below  # noqa: PLC0415
    from table_controller.mqtt import logins  # noqa: PLC0415

    there = below(root, LOGINS)
    return there.exists() and name in logins.read(there)


def _check(plan: Plan) -> None:
    """Refuse settings with which the daemon would not start."""
    with tempfile.TemporaryDirectory() as folder:
        for each in plan.files:
            if each.path == TABLE_SETTINGS and each.content is not None:
                file = Path(folder) / TABLE_SETTINGS.name
                file.write_bytes(each.content)
                settings_in_force(file, {}).sound()


def _show(plan: Plan, root: Path, person: Respondent) -> bool:
    """Print each file and its changes; return whether anything changes."""
    from table_controller.cli.setup.plan import below  # noqa: PLC0415

    differs = False
    for each in plan.files:
        before = _content_of(below(root, each.path))
        name = str(each.path)
        if before == each.content:
            person.say(Setup.same(name))
            continue
        differs = True
        text = Setup.removed if each.text is None else Setup.new if before is None else Setup.changed
        person.say(text(name))
        for line in _changes(each, before, person):
            print(f"    {line}")
    return differs


def _content_of(place: Path) -> bytes | None:
    return place.read_bytes() if place.is_file() else None


def _changes(each: Planned, before: bytes | None, person: Respondent) -> list[str]:
    if each.secret:
        return [person.spoken.say(Setup.secret())]
    if not isinstance(each.text, str) or before is None:
        return each.text.splitlines() if each.path == TABLE_SETTINGS and isinstance(each.text, str) else []
    old = before.decode(errors="replace").splitlines()
    return [
        line for line in difflib.unified_diff(old, each.text.splitlines(), n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]  # fmt: skip


def _wanted(person: Respondent) -> bool:
    try:
        return person.agrees(Setup.ask_write(), "n")
    except EOFError:
        return False


def flashed(answers: Answers, person: Respondent) -> int:
    """Flash the requested firmware onto the unit, if it has another."""
    from table_controller.cli.firmware import FirmwareError, write_image  # noqa: PLC0415
    from table_controller.cli.setup.answers import KEEP, NO_UNIT  # noqa: PLC0415
    from table_controller.cli.setup.found import find_units  # noqa: PLC0415

    if answers.firmware == KEEP or answers.unit == NO_UNIT:
        return ExitStatus.DONE
    if any(unit.answers and not unit.outdated for unit in find_units([answers.unit])):
        return ExitStatus.DONE
    try:
        write_image(answers.unit, answers.firmware)
    except FirmwareError as error:
        person.say(Setup.not_flashed(answers.unit, str(error)))
        return ExitStatus.NOT_DONE
    person.say(Setup.flashed(answers.unit))
    return ExitStatus.DONE


def _leave(
    old: Address | None, answers: Answers, withdraw: Callable[[Address], str], person: Respondent
) -> None:
    """Withdraw what the table has published at its broker under its old name, if its name has changed."""
    if old is None or (old.hall, old.table) == (answers.hall, answers.table):
        return
    _systemctl("stop", UNITS[0])
    # The broker accepts the old login until it is restarted.
    if why := withdraw(old):
        person.say(Setup.not_left(old.table, why))


def _start(answers: Answers, person: Respondent) -> int:
    """Start the table and check it; send a trial call to the given addresses."""
    if not SYSTEMD.is_dir() or shutil.which("systemctl") is None:
        person.say(Setup.no_systemd())
        return ExitStatus.DONE
    for unit in ((MOSQUITTO,) if answers.own_broker else ()) + UNITS:
        error = _systemctl("enable", unit) or _systemctl("restart", unit)
        person.say(Setup.not_enabled(unit, error) if error else Setup.enabled(unit))
    from table_controller.cli.doctor import doctor  # noqa: PLC0415
    from table_controller.cli.setup.answers import called_at  # noqa: PLC0415

    parser = ArgumentParser()
    add_options(parser)
    looked = parser.parse_args(["--config", str(TABLE_SETTINGS)])
    looked.json, looked.lang, looked.call = False, answers.language, bool(called_at(answers))
    return doctor.run(looked)


def _systemctl(*words: str) -> str:
    """Run ``systemctl`` and return its error message; empty if it succeeded."""
    try:
        done = subprocess.run(
            ["systemctl", *words], capture_output=True, text=True, check=False, timeout=START_S
        )
    except subprocess.TimeoutExpired as error:
        return str(error)
    return " ".join(done.stderr.split()) or str(done.returncode) if done.returncode else ""


def _show_page(answers: Answers, person: Respondent) -> None:
    """Print the page's address, as text and as a QR code for telephones."""
    import segno  # noqa: PLC0415 - for the last line only

    encrypted = answers.encrypted and answers.own_broker
    host = reached_at(answers.host or socket.gethostname(), encrypted=encrypted)
    address = f"http{'s' * encrypted}://{host}:8080/"
    person.say(Setup.page(address))
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)


def reached_at(host: str, *, encrypted: bool) -> str:
    """Return the name or address by which telephones reach this computer: they cannot resolve bare host names.

    Args:
        host: the computer's name.
        encrypted: True if the page has a certificate, which is for names only.
    """
    if "." in host or ":" in host:
        return host
    if AVAHI.is_dir() or encrypted:
        return f"{host}.local"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(ELSEWHERE)  # sends nothing
            return str(line.getsockname()[0])
        except OSError:
            return f"{host}.local"
