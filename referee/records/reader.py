"""Reads any record: mjlog, mjai, tenhou6 or observations, told apart by their content, plain or gzip."""

import gzip
import io
import zlib
from pathlib import Path

from referee.records import observed
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import RecordError
from referee.records.neutral.prolog import BOM
from referee.records.neutral.record import GameRecord
from referee.records.observed import ObservedGame

GZIP = b"\x1f\x8b"
LONGEST_BYTES = 32 << 20
"""The limit for a record. A game of thirty hands takes about 100 kB; the observations of a long day take a few MB."""


def read_record(path: Path) -> GameRecord:
    """The game in a file.

    Raises:
        RecordError: not a record of a known format, or a damaged one; says where.
        OSError: the file cannot be read.
    """
    return parse_record(_text(path), str(path))


def read_game(path: Path) -> GameRecord | ObservedGame:
    """The game in a file, which may be an observation file too.

    Raises:
        RecordError: as ``read_record``.
        OSError: as ``read_record``.
    """
    text = _text(path)
    return observed.parse(text, str(path)) if observed.looks_like(text) else parse_record(text, str(path))


def _text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(LONGEST_BYTES + 1)
    if data.startswith(GZIP):
        data = _unpacked(data, str(path))
    if len(data) > LONGEST_BYTES:
        raise RecordError(str(path), f"byte {LONGEST_BYTES}", "longer than any record of a game")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(str(path), f"byte {error.start}", "not UTF-8 text") from None


def _unpacked(data: bytes, path: str) -> bytes:
    """The text of a gzip file, cut off one byte after the limit.

    Raises:
        RecordError: it is damaged; says after how many bytes of text.
    """
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return file.read(LONGEST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(path, f"gzip, after byte {_whole(data)}", str(error)) from None


def _whole(data: bytes) -> int:
    """Count the bytes of text that a damaged gzip stream yields before it breaks."""
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    text = 0
    try:
        for at in range(0, len(data), 64):
            text += len(unpacker.decompress(data[at : at + 64]))
    except zlib.error:
        pass
    return text


def parse_record(text: str, path: str = "") -> GameRecord:
    """The game in a text, whose format is recognised by its content.

    Raises:
        RecordError: as ``read_record``.
    """
    text = text.removeprefix(BOM)
    try:
        if mjlog.looks_like(text):
            return mjlog.parse(text, path)
        # Mostly all records of a run are mjlogs, and importing these two takes a twentieth of the time to start.
        from referee.records.mjai import mjai  # noqa: PLC0415 - see above
        from referee.records.tenhou6 import tenhou6  # noqa: PLC0415 - see above

        if mjai.looks_like(text):
            return mjai.parse(text, path)
        if tenhou6.looks_like(text):
            return tenhou6.parse(text, path)
    except RecursionError:
        raise RecordError(path, "somewhere", "nested too deeply to be a record") from None
    raise RecordError(path, "start", "not a record: neither mjlog, mjai nor tenhou6")
