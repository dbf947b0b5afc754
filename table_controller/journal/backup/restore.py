"""Restores a backup: checks it, then puts its files in place and keeps the old ones beside them."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from config import ConfigError
from referee.journal.entry import JournalError
from referee.journal.reader import JournalReader, Loaded, open_reader
from referee.journal.verification import verify
from table_controller.journal.backup.archive import unpack
from table_controller.journal.backup.manifest import NAME, SETTINGS, BackupError, BackupPart, Manifest
from table_controller.journal.backup.work_folder import sync, work_folder
from table_controller.journal.one_daemon import LOCK, only_one
from table_controller.journal.place import JOURNAL

LOGS: Final = ("-wal", "-shm")
DROP_INS: Final = ".toml.d"
"""The ending of the folder that holds the drop-ins of a settings file."""
FORCE: Final = "--force restores the backup all the same and keeps what is there beside it"


@dataclass(slots=True)
class Restored:
    """The result of a restore.

    Attributes:
        manifest: the manifest of the backup.
        loaded: the state to which its journal folds; None if it has no journal.
        done: the files put in place, each with its original path.
        same: the files that were already there, unchanged.
        not_done: the files left in the archive.
        aside: the folders that keep the old files.
    """

    manifest: Manifest
    loaded: Loaded | None = None
    done: list[tuple[Path, str]] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    not_done: list[BackupPart] = field(default_factory=list)
    aside: list[Path] = field(default_factory=list)


def verify_archive(archive: Path, work: Path) -> tuple[Manifest, Loaded | None]:
    """Unpack an archive and verify its journal as ``jantaku journal verify`` does, up to the manifest's head.

    Raises:
        BackupError: the archive is cut off, damaged, or no backup.
        OSError: it cannot be read, or there is no room for its files.
    """
    manifest = unpack(archive, work)
    if manifest.head is None:
        return manifest, None
    try:
        with closing(_journal_of(manifest, work)) as journal:
            loaded = verify(journal, manifest.head)
            if journal.head != manifest.head:
                raise BackupError(
                    f"{archive}: its journal ends with entry {journal.head.number}, its manifest says {manifest.head.number}"
                )
    except JournalError as error:
        raise BackupError(f"{archive}: its journal is damaged: {error}") from error
    return manifest, loaded


def restore(archive: Path, to: Path, settings: Path | None, *, force: bool = False) -> Restored:
    """Check a backup and put it in place.

    Args:
        archive: an archive of ``jantaku backup``.
        to: the state folder, created if missing.
        settings: the folder for settings and logins; None leaves them in the archive.
        force: restore even if that loses part of the present state.

    Raises:
        BackupError, ConfigError: it cannot be restored, and nothing was changed.
        OSError: the same, unless it occurred between two files; then each file is whole.
    """
    if settings is not None and not settings.is_dir():
        raise BackupError(f"{settings}: no such folder")
    with ExitStack() as stack:
        stack.enter_context(_folder(to))
        work = stack.enter_context(work_folder(to))
        manifest, loaded = verify_archive(archive, work)
        restored = Restored(manifest, loaded)
        stack.enter_context(_nobody_else(to))
        if manifest.head is not None and not force:
            with closing(_journal_of(manifest, work)) as journal:
                _refuse_if_lost(to, journal)
        other_work = None if settings is None else stack.enter_context(work_folder(settings))
        aside = f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        for number, part in enumerate(manifest.parts):
            made = work / str(number)
            if not part.name.startswith(SETTINGS):
                _put(made, part, to, to / aside, restored)
            elif settings is None or other_work is None:
                restored.not_done.append(part)
            else:
                moved = other_work / part.plain
                shutil.move(made, moved)
                folder, name = _place_of_setting(part, settings)
                if not folder.exists():
                    folder.mkdir()
                    _give(folder, settings)
                _put(moved, part, folder, settings / aside, restored, name=name)
        return restored


@contextlib.contextmanager
def _folder(to: Path) -> Iterator[None]:
    """Create the folder if it is missing, and remove it again if it stays empty."""
    there = [each for each in (to, *to.parents) if not each.exists()]
    to.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for each in there:
                each.rmdir()
        raise


@contextlib.contextmanager
def _nobody_else(to: Path) -> Iterator[None]:
    new = not (to / LOCK).exists()
    with ExitStack() as stack:
        try:
            stack.enter_context(only_one(to))
        except ConfigError:
            raise BackupError(
                f"{to}: a daemon uses this folder, and would write over what is restored: stop it first "
                "(sudo systemctl stop jantaku)"
            ) from None
        if new:
            _give(to / LOCK, to)
        try:
            yield
        except BaseException:
            if new:
                (to / LOCK).unlink()
            raise


def _journal_of(manifest: Manifest, work: Path) -> JournalReader:
    names = [part.name for part in manifest.parts]
    return open_reader(work / str(names.index(JOURNAL)))


def _refuse_if_lost(to: Path, backup: JournalReader) -> None:
    """Refuse a restore if the present journal has entries that the backup lacks."""
    place = to / JOURNAL
    if not place.exists():
        return
    try:
        with closing(open_reader(place)) as there:
            head, last = there.head, backup.head.number
            if head.number <= last:
                same = head.number == 0 or _digest(backup, head.number) == head.digest
                more = ""
            else:
                same = last == 0 or _digest(there, last) == backup.head.digest
                newest = next(there.entries(head.number))
                more = f"it goes on for {head.number - last} entries, to {newest.wall} (UTC)"
    except JournalError as error:
        raise BackupError(
            f"{place}: cannot be read, so nobody knows what would be lost: {error}. {FORCE}"
        ) from error
    if not same:
        raise BackupError(f"{place}: holds {head.number} entries of which this is no backup. {FORCE}")
    if more:
        raise BackupError(f"{place}: is newer than the backup: {more}. {FORCE}")


def _digest(journal: JournalReader, number: int) -> str:
    return next(journal.entries(number, number)).digest


def _place_of_setting(part: BackupPart, settings: Path) -> tuple[Path, str]:
    """Return folder and name for a file of settings; a drop-in goes back into a folder of its own."""
    origin = Path(part.origin)
    if (
        origin.parent.name.endswith(DROP_INS)
        and NAME.fullmatch(origin.parent.name)
        and NAME.fullmatch(origin.name)
    ):
        return settings / origin.parent.name, origin.name
    return settings, part.plain


def _put(
    made: Path, part: BackupPart, folder: Path, aside: Path, restored: Restored, *, name: str = ""
) -> None:
    """Put a file in place, whole or not at all, and keep the old one; ``name`` replaces its name in the archive."""
    place = folder / (name or part.plain)
    made.chmod(part.mode)
    _give(made, folder, part.owner if part.name.startswith(SETTINGS) else "")
    sync(made)
    if part.name != JOURNAL and place.is_file() and place.read_bytes() == made.read_bytes():
        restored.same.append(place)
        return
    if place.exists() or place.is_symlink():
        if aside not in restored.aside:
            aside.mkdir(mode=0o700)
            _give(aside, folder)
            restored.aside.append(aside)
        _keep_beside(place, aside / part.plain)
        if part.name == JOURNAL:
            # SQLite would otherwise replay an old log into the new journal.
            for log in (place.with_name(f"{place.name}{suffix}") for suffix in LOGS):
                if log.exists():
                    log.rename(aside / log.name)
        sync(aside)
    made.replace(place)
    sync(folder)
    restored.done.append((place, part.origin))


def _keep_beside(place: Path, to: Path) -> None:
    """Keep a file under a second name too; it stays in its place until another replaces it."""
    try:
        to.hardlink_to(place)
    except OSError:
        shutil.copy2(place, to, follow_symlinks=False)


def _give(path: Path, like: Path, owner: str = "") -> None:
    """Give a file that root restores to its former owner or the folder's owner; other users keep what they restore."""
    if os.geteuid() != 0:
        return
    if owner:
        user, _, group = owner.partition(":")
        with contextlib.suppress(LookupError):  # the owner is unknown on this computer
            shutil.chown(path, user, group)
            return
    status = like.stat()
    os.chown(path, status.st_uid, status.st_gid)
