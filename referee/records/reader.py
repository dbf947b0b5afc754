"""Reads any record: mjlog, mjai or tenhou6, told apart by their content, plain or gzip."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

from referee.records import mjai, mjlog, tenhou6
from referee.records.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path

    from referee.records.record import GameRecord

GZIP = b"\x1f\x8b"


def read_record(path: Path) -> GameRecord:
    """The game in a file.

    Raises:
        RecordError: not a record of a known format, or a damaged one; says where.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if data.startswith(GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise RecordError(str(path), "gzip", str(error)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(str(path), f"byte {error.start}", "not UTF-8 text") from None
    return parse_record(text, str(path))


def parse_record(text: str, path: str = "") -> GameRecord:
    """The game in a text, by its content.

    Raises:
        RecordError: as ``read_record``.
    """
    if mjlog.looks_like(text):
        return mjlog.parse(text, path)
    if mjai.looks_like(text):
        return mjai.parse(text, path)
    if tenhou6.looks_like(text):
        return tenhou6.parse(text, path)
    raise RecordError(path, "start", "not a record: neither mjlog, mjai nor tenhou6")
