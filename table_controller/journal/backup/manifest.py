"""The manifest of a backup, which is the archive's first file and describes all others."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Any, Final

from referee.journal.reader import Head
from table_controller.journal.place import JOURNAL
from vision.worker.state_files import CAMERA_FILE, ENROLLED_FILE, SECOND_CAMERA_FILE

FORMAT: Final = "jantaku backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
MOST_MANIFEST_BYTES: Final = 1_000_000
"""The largest size of a manifest."""
STATE_FILES: Final = (JOURNAL, CAMERA_FILE, SECOND_CAMERA_FILE, ENROLLED_FILE)
SETTINGS: Final = "settings/"
"""Prefix of the names of settings and logins."""
NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}")
"""A name that is short and plain enough for any tar."""
SHA256: Final = re.compile(r"[0-9a-f]{64}")


class BackupError(Exception):
    """A backup cannot be made, read or restored, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class BackupPart:
    """A file of the archive.

    Attributes:
        name: its name in the archive: one of ``STATE_FILES``, or a plain name after ``SETTINGS``.
        size: in bytes.
        sha256: in hexadecimal.
        mode: its permissions.
        owner: ``user:group``; empty if they have no names.
        origin: its original path.
    """

    name: str
    size: int
    sha256: str
    mode: int
    owner: str
    origin: str

    @property
    def plain(self) -> str:
        """The name without a folder."""
        return self.name.removeprefix(SETTINGS)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The archive.

    Attributes:
        made: UTC wall time, ISO 8601.
        program: version of Jantaku.
        hall, table: the names of hall and table.
        state: the original state folder.
        head: number and hash of the journal's newest entry; None if the archive has no journal.
        parts: all files but the manifest, in order.
        left_out: a line for each missing file, with the reason.
    """

    made: str
    program: str
    hall: str
    table: str
    state: str
    head: Head | None
    parts: tuple[BackupPart, ...]
    left_out: tuple[str, ...]

    def text(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=1) + "\n"

    @classmethod
    def parse(cls, text: bytes) -> Manifest:
        """Read a manifest.

        Raises:
            BackupError: the text is no manifest, or it names a file that no backup holds.
        """
        try:
            content: dict[str, Any] = json.loads(text)
            if content["format"] != FORMAT:
                raise BackupError("no backup of Jantaku")
            if content["version"] != VERSION:
                raise BackupError(
                    f"a backup of form {content['version']!r}; this program knows form {VERSION}: use a newer one"
                )
            manifest = cls(
                content["made"],
                content["program"],
                content["hall"],
                content["table"],
                content["state"],
                None if content["head"] is None else Head(**content["head"]),
                tuple(BackupPart(**part) for part in content["parts"]),
                tuple(content["left_out"]),
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BackupError("no backup of Jantaku: its manifest cannot be read") from None
        manifest.check()
        return manifest

    def check(self) -> None:
        """Check every value.

        Raises:
            BackupError: a value is invalid.
        """
        names = [part.name for part in self.parts]
        head = self.head
        words = (self.made, self.program, self.hall, self.table, self.state, *self.left_out)
        if not all(isinstance(word, str) and word.isprintable() for word in words):
            raise BackupError("its manifest is damaged: a value that should be text is not")
        if head is not None and not (type(head.number) is int and head.number >= 0 and _is_hash(head.digest)):
            raise BackupError("its manifest is damaged: the journal's head is not one")
        for part in self.parts:
            _check(part)
        if len(set(names)) < len(names) or (head is not None) != (JOURNAL in names):
            raise BackupError("its manifest is damaged: a file is listed twice, or the journal is missing")


def _check(part: BackupPart) -> None:
    if not isinstance(part.name, str) or not (
        part.name in STATE_FILES or (part.name.startswith(SETTINGS) and NAME.fullmatch(part.plain))
    ):
        raise BackupError(f"its manifest names {part.name!a}, which no backup holds")
    numbers = (part.size, part.mode)
    if not all(type(number) is int and number >= 0 for number in numbers) or part.mode > 0o777:
        raise BackupError(f"its manifest is damaged: size or mode of {part.name!a}")
    if not _is_hash(part.sha256) or not isinstance(part.owner, str) or not isinstance(part.origin, str):
        raise BackupError(f"its manifest is damaged: hash, owner or origin of {part.name!a}")


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and SHA256.fullmatch(text) is not None
