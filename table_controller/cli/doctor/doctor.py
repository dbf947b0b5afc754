"""``jantaku doctor``: looks at every part of a table's installation and says what is wrong and what to type."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import ConfigError
from referee.texts.language import language
from table_controller.cli.doctor.diagnosis import Diagnosis, fine, wrong
from table_controller.settings.options import add_options
from table_controller.settings.outside import TABLE_SETTINGS
from table_controller.settings.settings import read_settings
from table_controller.terminal.exit_status import ExitStatus
from table_controller.wording.command_line.diagnosed import Diagnosed, Remedy
from table_controller.wording.command_line.errors import message_of_config

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from referee.texts.language import Language
    from table_controller.settings.settings import Settings

COLUMN: Final = 10
"""Width of the column with the names of parts. [characters]"""


def add_parser(subparsers: Any) -> None:
    """Add ``doctor`` to the command line."""
    parser = subparsers.add_parser(
        "doctor",
        help="what is wrong with the table that stands here, and what to type",
        description="Looks at settings, disk, clock, journal, backups, table unit, panel, camera, broker and page, and says for each "
        "how it is and what to type if it is not right. Changes nothing, and disturbs no daemon that runs. The exit "
        "status is 1 if something is wrong.",
    )
    add_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look at everything and print it; 1 if something is wrong, else 0."""
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
        told = [each.told(spoken) for each in found]
        print(json.dumps({"wrong": ill, "warnings": doubtful, "parts": told}, ensure_ascii=False))
    else:
        end = Diagnosed.some_wrong(ill, doubtful) if ill or doubtful else Diagnosed.all_fine()
        print(f"\n{spoken.say(end)}")
    return ExitStatus.NOT_DONE if ill else ExitStatus.DONE


def examined(options: argparse.Namespace) -> Iterator[Diagnosis]:
    """Diagnose each part in turn; without settings nothing else can be."""
    try:
        settings = read_settings(options)
    except ConfigError as error:
        yield wrong("settings", Diagnosed.said(message_of_config(error)), Remedy.mend_settings())
        return
    where = options.config
    says = (
        Diagnosed.settings_read(str(where))
        if where is not None
        else Diagnosed.settings_defaults(str(TABLE_SETTINGS))
    )
    yield fine("settings", says)
    yield from _parts(settings)


def _parts(settings: Settings) -> Iterator[Diagnosis]:
    # Vision is heavy to import: print the first lines before that.
    from table_controller.cli.doctor import camera, disk, network, panel, running, unit  # noqa: PLC0415

    now = datetime.now(UTC)
    table = running.ask(settings) if disk.daemon_runs(settings.state) else None
    if table is not None:
        yield from table.look_at("table")
    yield from disk.look_at_state(settings.state)
    journal, last = disk.look_at_journal(Path(settings.journal))
    yield disk.look_at_clock(last, now)
    yield from disk.look_at_computer()
    yield journal
    yield disk.look_at_backup(settings.state, now)
    yield from unit.look_at_unit(settings.driver, settings.serial, table)
    yield from panel.look_at_panel(settings.panel, table)
    cameras = [settings.camera, settings.second_camera] if settings.second_camera else [settings.camera]
    yield from camera.look_at_cameras(cameras, settings.geometry, settings.state, table)
    yield network.look_at_broker(settings.mqtt)
    if table is not None:
        yield from table.further("broker")
        yield from table.further("disk")
    yield network.look_at_page(settings.http_listen, settings.http_port, table)


def lines_of(diagnosis: Diagnosis, spoken: Language) -> list[str]:
    """The lines of a terminal: part, how it is, what was seen; below it what to do."""
    part = spoken.words["subject"][diagnosis.part]
    grade = spoken.words["health"][diagnosis.grade]
    head = f"{part:<{COLUMN}} {grade:<8} {spoken.say(diagnosis.says)}"
    if diagnosis.remedy is None:
        return [head]
    return [head, f"{'':<{COLUMN}} {'':<8} → {spoken.say(diagnosis.remedy)}"]
