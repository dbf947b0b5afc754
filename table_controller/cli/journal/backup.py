"""``jantaku backup`` and ``jantaku restore``: a table's state in one archive, and back."""

import argparse
import tempfile
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from table_controller.cli.logins.logins import LOGINS
from table_controller.health.upkeep import backup_age
from table_controller.journal.backup import backup, restore
from table_controller.journal.backup.backup import BACKUPS, SUFFIX
from table_controller.journal.backup.manifest import Manifest
from table_controller.settings.outside import TABLE_SETTINGS, drop_ins
from table_controller.settings.settings import read_file
from wording.command_line.numbers import whole
from wording.terminal.exit_status import ExitStatus

MS_A_MINUTE: Final = 60_000


def add_backup_parser(subparsers: Any) -> None:
    """Add ``backup`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "backup",
        description="Copies journal, camera calibration, enrolled tiles, settings and logins into one archive, while the "
        "table plays on. The archive holds passwords: only its owner can read it. Clips are not in it.",
    )
    parser.add_argument(
        "to",
        nargs="?",
        type=Path,
        default=BACKUPS,
        metavar="FOLDER|FILE",
        help=f"where it is written ({BACKUPS}); FILE ends with {SUFFIX}",
    )
    _add_places(parser)
    parser.add_argument(
        "--logins", type=Path, default=LOGINS, metavar="FILE", help=f"a hall's logins ({LOGINS})"
    )
    parser.add_argument(
        "--keep",
        type=whole(),
        metavar="N",
        help="delete the oldest backups of this table in FOLDER, so that N are left",
    )
    parser.set_defaults(run=run_backup)


def add_restore_parser(subparsers: Any) -> None:
    """Add ``restore`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "restore",
        description="Verifies a backup (every file by its hash, the journal entry by entry) and puts it in place. The daemon "
        "must be stopped. What was there before is kept beside it.",
    )
    parser.add_argument("archive", type=Path, metavar="ARCHIVE", help="of `jantaku backup`")
    parser.add_argument(
        "--to", type=Path, metavar="FOLDER", help="the state folder (default: that of the settings)"
    )
    _add_places(parser)
    parser.add_argument(
        "--settings", type=Path, metavar="FOLDER", help="put settings and logins here: /etc/jantaku"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace even a newer state, or one of another table"
    )
    parser.add_argument("--check", action="store_true", help="verify it and change nothing")
    parser.set_defaults(run=run_restore)


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"settings of the table ({TABLE_SETTINGS})"
    )
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="state folder (default: that of the settings)"
    )


def run_backup(options: argparse.Namespace) -> int:
    """Return 0 if the backup was made; exit with 2 (by an error) if not, with nothing written."""
    to: Path = options.to
    new = not to.exists() and not to.name.endswith(SUFFIX)
    config = _config(options.config)
    settings = read_file(config)
    if options.state is not None:
        settings |= {"state": str(options.state), "journal": ""}
    if options.keep is not None and not to.is_dir() and not new:
        raise ConfigError(f"--keep: {to} is no folder")
    others = [*([] if config is None else drop_ins(config)), options.logins]
    if new:
        to.mkdir(mode=0o700)  # a backup is not public, so neither is its folder
    try:
        archive, manifest = backup.make(backup.sources_of(settings, config, others), to)
    except BaseException:
        if new:
            to.rmdir()
        raise
    backup_age.note(Path(settings["state"]), manifest.made)
    size_mb = archive.stat().st_size / 1e6
    print(f"{archive}: {_journal_in(manifest)}{len(manifest.parts)} files, {size_mb:.1f} MB")
    for line in manifest.left_out:
        print(f"not in it: {line}")
    if options.keep is not None:
        for path in backup.delete_old(to, archive, options.keep):
            print(f"deleted: {path}")
    return ExitStatus.DONE


def _check(archive: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="jantaku-") as work:
        manifest, loaded = restore.verify_archive(archive, Path(work))
    print(_proved(archive, restore.Restored(manifest, loaded)))
    print("Nothing was restored.")
    return ExitStatus.DONE


def run_restore(options: argparse.Namespace) -> int:
    """Return 0 if it was restored or verified; exit with 2 (by an error) if not, with nothing changed."""
    if options.check:
        return _check(options.archive)
    to: Path = options.to or options.state or Path(read_file(_config(options.config))["state"])
    restored = restore.restore(options.archive, to, options.settings, force=options.force)
    print(_proved(options.archive, restored))
    for path, origin in restored.done:
        print(f"restored: {path}{'' if str(path.absolute()) == origin else f', which was {origin}'}")
    for path in restored.same:
        print(f"as it was: {path}")
    for part in restored.not_done:
        print(f"not restored: {part.plain}, which was {part.origin} (--settings FOLDER)")
    for line in restored.manifest.left_out:
        print(f"not in the backup: {line}")
    for path in restored.aside:
        print(f"what was there before: {path}")
    return ExitStatus.DONE


def _proved(archive: Path, restored: restore.Restored) -> str:
    manifest, loaded = restored.manifest, restored.loaded
    of = f"{archive}: table {manifest.hall}/{manifest.table}, made {manifest.made} by Jantaku {manifest.program}"
    if loaded is None:
        return f"{of}; without a journal, all files are whole"
    state = loaded.state
    where = "no hanchan" if state is None else f"{state.hand_name}, honba {state.honba}, {state.phase}"
    return f"{of}; {loaded.number} entries are whole, {loaded.at_ms // MS_A_MINUTE} minutes of table time; {where}"


def _journal_in(manifest: Manifest) -> str:
    return "" if manifest.head is None else f"{manifest.head.number} entries, "


def _config(given: Path | None) -> Path | None:
    """Return the settings file; None if none is named and the usual one does not exist."""
    return given or (TABLE_SETTINGS if TABLE_SETTINGS.exists() else None)
