"""The archive of a backup: a compressed tar whose first file is the manifest. Everything in it is checked."""

import gzip
import hashlib
import io
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from table_controller.journal.backup.manifest import (
    MANIFEST,
    MOST_MANIFEST_BYTES,
    BackupError,
    BackupPart,
    Manifest,
)

SECRET: Final = 0o600
CHUNK: Final = 1 << 20
MOST_PADDING: Final = 1 << 20
"""The most zeros that may follow the last file."""


def write_archive(archive: Path, manifest: Manifest, folder: Path) -> None:
    """Write an archive that only this user can read, from the parts in ``folder``, named 0, 1, 2 ….

    Raises:
        OSError: it cannot be written.
    """
    archive.touch(SECRET)
    with tarfile.open(archive, "w:gz", format=tarfile.GNU_FORMAT, compresslevel=6) as tar:
        text = manifest.text().encode()
        first = tarfile.TarInfo(MANIFEST)
        first.size, first.mode = len(text), SECRET
        tar.addfile(first, io.BytesIO(text))
        for number, part in enumerate(manifest.parts):
            member = tarfile.TarInfo(part.name)
            member.size, member.mode = part.size, part.mode
            with (folder / str(number)).open("rb") as file:
                tar.addfile(member, file)


def read_manifest(archive: Path) -> Manifest:
    """Read only the manifest of an archive.

    Raises:
        BackupError: it is no backup.
        OSError: it cannot be read.
    """
    with _opened(archive) as (_, tar):
        return _manifest(tar)


def unpack(archive: Path, folder: Path) -> Manifest:
    """Write the parts of an archive into a folder, named 0, 1, 2 … in the manifest's order, and check size and hash of each.

    Names in the archive are never used as paths.

    Raises:
        BackupError: it is cut off, damaged, or does not match its manifest.
        OSError: it cannot be read, or the parts cannot be written.
    """
    with _opened(archive) as (plain, tar):
        manifest = _manifest(tar)
        _make_sure_of_room(folder, sum(part.size for part in manifest.parts))
        for number, part in enumerate(manifest.parts):
            member = tar.next()
            if member is None:
                raise BackupError(f"it is cut off: {part.name} is missing")
            if member.name != part.name or not member.isreg() or member.size != part.size:
                raise BackupError(f"it holds {member.name!a}, where its manifest has {part.name!a}")
            file = tar.extractfile(member)
            assert file is not None
            _keep(part, file, folder / str(number))
        if (more := tar.next()) is not None:
            raise BackupError(f"it holds {more.name!a}, which is not in its manifest")
        # Read up to the checksum at its very end.
        if len(plain.read(MOST_PADDING)) == MOST_PADDING:
            raise BackupError("it is longer than its manifest says")
        return manifest


@contextmanager
def _opened(archive: Path) -> Iterator[tuple[gzip.GzipFile, tarfile.TarFile]]:
    try:
        with gzip.open(archive) as plain, tarfile.open(fileobj=plain, mode="r|") as tar:
            yield plain, tar
    except EOFError:
        raise BackupError(f"{archive}: it is cut off: its end is missing") from None
    except (gzip.BadGzipFile, zlib.error, tarfile.TarError, ValueError) as error:
        raise BackupError(f"{archive}: no backup of Jantaku, or damaged ({error})") from None
    except BackupError as error:
        raise BackupError(f"{archive}: {error}") from None


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    file = None if first is None or first.name != MANIFEST or not first.isreg() else tar.extractfile(first)
    if first is None or file is None or first.size > MOST_MANIFEST_BYTES:
        raise BackupError("no backup of Jantaku: it does not begin with a manifest")
    return Manifest.parse(file.read())


def _make_sure_of_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if size > free:
        raise BackupError(f"its files take {size:,} bytes, and in {folder} there is room for {free:,}")


def _keep(part: BackupPart, file: IO[bytes], to: Path) -> None:
    digest, left = hashlib.sha256(), part.size
    with to.open("xb") as kept:
        while left and (chunk := file.read(min(CHUNK, left))):
            digest.update(chunk)
            left -= kept.write(chunk)
    if left:
        raise BackupError(f"it is cut off in {part.name}")
    if digest.hexdigest() != part.sha256:
        raise BackupError(f"{part.name} has another SHA-256 than its manifest says")
