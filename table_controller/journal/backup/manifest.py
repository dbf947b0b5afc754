"""The manifest of a backup, which is the archive's first file and describes all others."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

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


class BackupError(Exception):
    """A backup cannot be made, read or restored, and nothing was changed."""


class BackupPart(msgspec.Struct, frozen=True):
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
    size: Annotated[int, Meta(ge=0)]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    mode: Annotated[int, Meta(ge=0, le=0o777)]
    owner: str
    origin: str

    @property
    def plain(self) -> str:
        """The name without a folder."""
        return self.name.removeprefix(SETTINGS)


class Manifest(msgspec.Struct, frozen=True):
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
        content = {"format": FORMAT, "version": VERSION, **msgspec.to_builtins(self)}
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def parse(cls, text: bytes) -> Manifest:
        """Read a manifest.

        Raises:
            BackupError: the text is no manifest, or it names a file that no backup holds.
        """
        try:
            content = msgspec.json.decode(text, type=dict[str, Any])
            if content.get("format") != FORMAT:
                raise BackupError("no backup of Jantaku")
            if content.get("version") != VERSION:
                raise BackupError(
                    f"a backup of form {content.get('version')!r}; this program knows form {VERSION}: use a newer one"
                )
            manifest = msgspec.convert(content, cls)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise BackupError(f"no backup of Jantaku: its manifest cannot be read ({error})") from None
        manifest.check()
        return manifest

    def check(self) -> None:
        """Check what the types of the fields do not say.

        Raises:
            BackupError: a value is invalid.
        """
        words = (self.made, self.program, self.hall, self.table, self.state, *self.left_out)
        if not all(word.isprintable() for word in words):
            raise BackupError("its manifest is damaged: it has a text with invisible characters")
        names = [part.name for part in self.parts]
        for part in self.parts:
            if part.name not in STATE_FILES and not (
                part.name.startswith(SETTINGS) and NAME.fullmatch(part.plain)
            ):
                raise BackupError(f"its manifest names {part.name!a}, which no backup holds")
        if len(set(names)) < len(names) or (self.head is not None) != (JOURNAL in names):
            raise BackupError("its manifest is damaged: a file is listed twice, or the journal is missing")
