"""``jantaku doctor``: looks at every part of a table's installation and says what is wrong and what to type."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import chain, starmap
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.texts.language import Language, language
from table_controller.cli.doctor.diagnosis import Diagnosis, Part, fine, warning, wrong
from table_controller.journal.place import JOURNAL
from table_controller.settings.options import add_options
from table_controller.settings.outside import TABLE_SETTINGS
from table_controller.settings.settings import examined as examined_settings
from wording.command_line.diagnosed import Diagnosed, Remedy
from wording.command_line.errors import message_of_config
from wording.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from pwd import struct_passwd

    from table_controller.settings.in_force import SettingsInForce

Look: TypeAlias = tuple[Part, Callable[[], Iterable[Diagnosis]]]
"""A part and the function that diagnoses it."""
COLUMN, GRADE = 10, 8
"""The widths of the columns with the parts' names and their grades. [characters]"""


def add_parser(subparsers: Any) -> None:
    """Add ``doctor`` to the command line."""
    parser = subparsers.add_parser(
        "doctor",
        description="Looks at settings, disk, clock, journal, backups, table unit, panel, camera, broker and page, and reports the "
        "state of each and what to type if it is not right. It changes nothing and does not disturb a running daemon. The "
        "exit status is 1 if something is wrong.",
    )
    add_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--call", action="store_true", help="send a trial call to each address of the settings"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Diagnose everything and print it; return 1 if something is wrong, else 0."""
    if options.config is None and TABLE_SETTINGS.is_file():
        options.config = TABLE_SETTINGS
    spoken = language(options.lang or "en")
    found = []
    for diagnosis in examined(options):
        found.append(diagnosis)
        if not options.json:
            print("\n".join(lines_of(diagnosis, spoken)), flush=True)
    ill = sum(each.grade == "wrong" for each in found)
    doubtful = sum(each.grade == "warning" for each in found)
    if options.json:
        parts = [each.as_json(spoken) for each in found]
        print(json.dumps({"wrong": ill, "warnings": doubtful, "parts": parts}, ensure_ascii=False))
    else:
        end = Diagnosed.some_wrong(ill, doubtful) if ill or doubtful else Diagnosed.all_fine()
        print(f"\n{spoken.say(end)}")
    return ExitStatus.NOT_DONE if ill else ExitStatus.DONE


def examined(options: argparse.Namespace) -> Iterator[Diagnosis]:
    """Diagnose each part in turn, even after one could not be checked."""
    from table_controller.cli.doctor import service  # noqa: PLC0415

    force, config = examined_settings(options)[0], options.config
    if config is None:
        none = Diagnosed.settings_defaults(str(TABLE_SETTINGS))
        yield warning("settings", none, Remedy.set_up(), service.SET_UP)
    for why in force.wrong:
        edit = [] if config is None else [f"sudoedit {quote(str(config))}"]
        yield wrong("settings", Diagnosed.said(why), Remedy.mend_settings(), *edit)
    if config is not None and not force.wrong:
        yield fine("settings", Diagnosed.settings_read(str(config)))
    user = service.service_user(config, TABLE_SETTINGS)
    looks: list[Look] = []
    if config == TABLE_SETTINGS:
        looks.append(("service", service.look_at_service))
    if user is not None:
        looks.append(("service", partial(service.look_at_user, user)))
        looks.append(("settings", partial(service.look_at_files, user, force)))
    parts = _parts(force, user, language(options.lang or "en"), call=options.call)
    yield from chain.from_iterable(starmap(_guarded, chain(looks, parts)))


def _guarded(part: Part, look: Callable[[], Iterable[Diagnosis]]) -> Iterator[Diagnosis]:
    """Diagnose a part; a check that fails becomes a diagnosis too."""
    failure = _Failure()
    with failure:
        yield from look()
    if failure.error is not None:
        says = Diagnosed.said(message_of_config(failure.error))
        yield wrong(part, says, Remedy.check_settings())


class _Failure:
    """Catches an error raised inside the context."""

    error: Exception | None = None

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        self.error = error if isinstance(error, Exception) else None
        return self.error is not None


def _parts(
    force: SettingsInForce, user: struct_passwd | None, spoken: Language, *, call: bool
) -> Iterator[Look]:
    """The checks of each part, in their order."""
    # Vision is heavy to import: print the first lines before that.
    from table_controller.cli.doctor import calls, camera, disk, network, panel, running, service, unit  # noqa: PLC0415

    now, value = datetime.now(UTC), force.value
    state = Path(value("state"))
    table = running.ask(force) if disk.daemon_runs(state) else None
    if table is not None:
        yield "table", partial(table.look_at, "table")
    yield "state", partial(disk.look_at_state, state, user)
    if user is not None:
        yield "state", partial(service.look_at_state_files, user, state)
    journal, last = disk.look_at_journal(Path(value("journal") or state / JOURNAL))
    yield "clock", lambda: [disk.look_at_clock(last, now)]
    yield "computer", disk.look_at_computer
    yield "journal", lambda: [journal]
    yield "backup", lambda: [disk.look_at_backup(state, last, now)]
    yield "unit", partial(unit.look_at_unit, value("unit.driver"), value("serial"), table, user)
    yield "panel", lambda: panel.look_at_panel(panel.choice_of(force), table)
    yield "camera", camera.look_at_model
    cameras = [each for each in (value("camera"), value("second_camera")) if each]
    yield "camera", partial(camera.look_at_cameras, cameras, value("geometry"), state, table, user)
    yield "broker", lambda: [network.look_at_broker(network.address_of(force))]
    if table is not None:
        yield "broker", partial(table.further, "broker")
        yield "disk", partial(table.further, "disk")
    yield "broker", partial(network.look_at_certificates, force)
    file, name = value("calls.addresses_file"), value("table")
    yield "calls", partial(calls.look_at_calls, file, name, spoken, trial=call)
    if table is not None:
        yield "calls", partial(table.further, "calls")
    yield "page", lambda: [network.look_at_page(value("http.listen"), value("http.port"), table)]


def lines_of(diagnosis: Diagnosis, spoken: Language) -> list[str]:
    """Return the lines for a terminal: part, grade and finding; below them the remedy and the commands to paste."""
    part = spoken.words["subject"][diagnosis.part]
    grade = spoken.words["health"][diagnosis.grade]
    lines = [f"{part:<{COLUMN}} {grade:<{GRADE}} {spoken.say(diagnosis.says)}"]
    margin = " " * (COLUMN + GRADE + 2)
    if diagnosis.remedy is not None:
        lines.append(f"{margin}→ {spoken.say(diagnosis.remedy)}")
    return [*lines, *(f"{margin}  {command}" for command in diagnosis.commands)]
