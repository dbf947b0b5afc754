"""Makes a backup while the table plays on: one archive with a manifest, written whole or not at all."""

import errno
import hashlib
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from referee.journal.copy import copy_journal
from referee.journal.entry import JournalError
from referee.journal.reader import Head
from table_controller.journal.backup.archive import read_manifest, write_archive
from table_controller.journal.backup.manifest import SETTINGS, STATE_FILES, BackupError, BackupPart, Manifest
from table_controller.journal.backup.work_folder import publish, sync, work_folder
from table_controller.journal.place import JOURNAL

CHUNK: Final = 1 << 20
SUFFIX: Final = ".tar.gz"
BACKUPS: Final = Path("/var/lib/jantaku-backups")
"""The folder of the nightly backups."""
FILES: Final = (
    ("mqtt", "password_file"),
    ("mqtt", "logins"),
    ("mqtt", "ca"),
    ("mqtt", "certificate"),
    ("mqtt", "key"),
    ("http", "viewer_password_file"),
    ("http", "certificate"),
    ("http", "key"),
    ("calls", "addresses_file"),
)
"""Settings that name a file."""
ARCHIVE_NAME: Final = re.compile(rf"jantaku-.*{re.escape(SUFFIX)}")


@dataclass(frozen=True, slots=True)
class BackupSources:
    """The places of a table's state.

    Attributes:
        hall, table: the names of hall and table.
        state: the state folder.
        journal: the path of the journal.
        others: the files of settings and logins.
    """

    hall: str
    table: str
    state: Path
    journal: str
    others: tuple[Path, ...] = ()


def sources_of(settings: Mapping[str, Any], config: Path | None, others: Iterable[Path]) -> BackupSources:
    """Return the files to back up: those that a table's settings name, the settings themselves, and others."""
    state = Path(settings["state"])
    named = [config, *(settings[section][name] for section, name in FILES)]
    if "/" in settings["ruleset"] or settings["ruleset"].endswith(".toml"):
        named.append(settings["ruleset"])
    paths = (*(Path(each) for each in named if each), *others)
    journal = settings["journal"] or str(state / JOURNAL)
    return BackupSources(settings["hall"], settings["table"], state, journal, tuple(dict.fromkeys(paths)))


def make(sources: BackupSources, to: Path, made: datetime | None = None) -> tuple[Path, Manifest]:
    """Write a backup into a folder, or as a new file; return its path and manifest.

    Raises:
        BackupError: it cannot be made, and nothing was written.
        OSError: likewise.
    """
    made = made or datetime.now(UTC)
    folder = to if to.is_dir() else to.parent
    if not folder.is_dir():
        raise BackupError(f"{folder}: no such folder")
    archive = _free_name(to, sources, made) if to.is_dir() else to
    if archive.exists() or archive.is_symlink():
        raise BackupError(f"{archive}: exists; a backup overwrites nothing")
    with work_folder(folder) as work:
        gathered = _Gathered(work)
        gathered.state(sources)
        for path in sources.others:
            gathered.setting(path)
        manifest = Manifest(
            made.isoformat(timespec="seconds"),
            version("jantaku"),
            sources.hall,
            sources.table,
            str(sources.state.absolute()),
            gathered.head,
            tuple(gathered.parts),
            tuple(gathered.left_out),
        )
        if not manifest.parts:
            raise BackupError(
                f"{sources.state}: there is nothing to back up ({'; '.join(manifest.left_out)})"
            )
        manifest.check()
        whole = work / "archive"
        write_archive(whole, manifest, work)
        sync(whole)
        publish(whole, archive)
    sync(folder)
    return archive, manifest


@dataclass(slots=True)
class _Gathered:
    """Copies of the files for an archive, numbered in a folder."""

    work: Path
    head: Head | None = None
    parts: list[BackupPart] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def state(self, sources: BackupSources) -> None:
        """Add journal, calibration and enrolled tiles.

        Raises:
            BackupError: the journal cannot be copied, or is damaged.
        """
        if Path(sources.journal).is_file():
            copy = self.work / f"journal{SUFFIX}"
            try:
                self.head = copy_journal(Path(sources.journal), copy)
            except JournalError as error:
                raise BackupError(f"{error}; no backup was made, and none deleted") from error
            self._add(JOURNAL, Path(sources.journal), copy)
            copy.unlink()
        else:
            raise BackupError(f"{sources.journal}: no journal there")
        for name in STATE_FILES:
            path = sources.state / name
            # Not every table was calibrated, was taught its tiles or has a second camera.
            if name != JOURNAL and path.exists():
                self._try(name, path)

    def setting(self, path: Path) -> None:
        """Add a file of settings or logins."""
        taken = {part.name for part in self.parts}
        plain = re.sub(r"[^A-Za-z0-9._-]", "_", path.name).lstrip(".")[:70] or "settings"
        names = (f"{SETTINGS}{plain}{f'-{number}' if number else ''}" for number in range(len(taken) + 1))
        name = next(each for each in names if each not in taken)
        self._try(name, path)

    def _try(self, name: str, path: Path) -> None:
        try:
            self._add(name, path, path)
        except OSError as error:
            if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
                raise
            where = str(path) if str(path).isprintable() else ascii(str(path))
            self.left_out.append(f"{where}: {error.strerror}")

    def _add(self, name: str, origin: Path, copy: Path) -> None:
        status = origin.stat()
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "no file", str(origin))
        digest, size = hashlib.sha256(), 0
        with copy.open("rb") as file, (self.work / str(len(self.parts))).open("xb") as kept:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
                size += kept.write(chunk)
        owner = ""
        with suppress(KeyError):  # the owner has no name on this computer
            owner = f"{origin.owner()}:{origin.group()}"
        mode = stat.S_IMODE(status.st_mode) & 0o777
        self.parts.append(BackupPart(name, size, digest.hexdigest(), mode, owner, str(origin.absolute())))


def _free_name(folder: Path, sources: BackupSources, made: datetime) -> Path:
    """Return an unused name that sorts by date, and after others of the same second."""
    words = "-".join(re.sub(r"[^\w.]", "_", word)[:60] for word in (sources.hall, sources.table))
    stem = f"jantaku-{words}-{made:%Y%m%dT%H%M%SZ}"
    names = (f"{stem}{'' if number == 0 else f'.{number}'}{SUFFIX}" for number in range(1000))
    return next(folder / name for name in names if not (folder / name).exists())


# Old backups


def delete_old(folder: Path, newest: Path, keep: int) -> list[Path]:
    """Delete the oldest backups of the same table until ``keep`` are left. The newest always stays; other files are safe."""
    of = read_manifest(newest)
    backups = sorted(
        ((manifest.made, path.name), path)
        for path, manifest in _backups(folder)
        if path.name != newest.name and (manifest.hall, manifest.table) == (of.hall, of.table)
    )
    deleted = [path for _, path in backups[: max(0, len(backups) - (keep - 1))]]
    for path in deleted:
        path.unlink()
    return deleted


def _backups(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    for path in folder.iterdir():
        if ARCHIVE_NAME.fullmatch(path.name) and path.is_file():
            with suppress(BackupError, OSError):
                yield path, read_manifest(path)
