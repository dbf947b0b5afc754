"""The clip in a finding's evidence: where it is, and a copy of it on the judge's machine."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hall.judge.tables.words import clock_words
from table_controller.client.errors import OrderError
from wording.frame import FrameTexts
from wording.misordered import Misordered, Unreached

if TYPE_CHECKING:
    import ssl

    from referee.texts.message import Message
    from table_controller.client.connection import Credentials

SAVE: Final = "--save"
EVIDENCE: Final = "clip:"
DOWNLOAD_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class WantedClip:
    """A clip that a judge asks for, and the file it is saved to."""

    number: int
    save: Path | None

    @classmethod
    def of(cls, words: Sequence[str]) -> WantedClip:
        """Parse what was typed after ``clip``.

        Raises:
            OrderError: it names no clip.
        """
        numbers, save = list(words), None
        if SAVE in numbers:
            at = numbers.index(SAVE)
            if at + 1 >= len(numbers):
                raise OrderError(Misordered.clip_to_which())
            save = Path(numbers[at + 1]).expanduser()
            del numbers[at : at + 2]
        number = numbers[0].removeprefix(EVIDENCE) if len(numbers) == 1 else ""
        if not (number.isascii() and number.isdecimal()):
            raise OrderError(Misordered.clip_which())
        return cls(int(number[:16]), save)


def film_lines(
    answer: dict[str, Any], wanted: WantedClip, login: Credentials, say: Callable[[Message], str]
) -> list[str]:
    """Return a table's answer to ``clip`` in lines worded by ``say``; save the clip if the judge asked for that.

    Raises:
        OrderError: the clip cannot be fetched or written.
    """
    since, until = clock_words(answer["from_ms"]), clock_words(answer["until_ms"])
    shown = FrameTexts.clip(int(answer["clip"]), str(answer["why"]), since, until, int(answer["bytes"]))
    lines = [say(shown)]
    page = answer.get("page")
    if page is None:
        if wanted.save is not None:
            raise OrderError(Unreached.no_page(str(answer["file"])))
        return [*lines, say(FrameTexts.clip_there(str(answer["file"])))]
    host = page["host"] or login.host
    if wanted.save is None:
        scheme = "https" if page["encrypted"] else "http"
        bracketed = f"[{host}]" if ":" in host else host
        return [*lines, say(FrameTexts.clip_at(f"{scheme}://{bracketed}:{page['port']}{page['path']}"))]
    _save(host, page, wanted.save, login.tls)
    return [*lines, say(FrameTexts.clip_saved(str(wanted.save)))]


def _save(host: str, page: dict[str, Any], file: Path, tls: ssl.SSLContext | None) -> None:
    connection = (
        http.client.HTTPSConnection(host, page["port"], timeout=DOWNLOAD_S, context=tls)
        if page["encrypted"]
        else http.client.HTTPConnection(host, page["port"], timeout=DOWNLOAD_S)
    )
    try:
        connection.request("GET", page["path"])
        answer = connection.getresponse()
        if answer.status != http.client.OK:
            text = answer.read(200).decode("utf-8", "replace").strip()
            raise OrderError(Unreached.page_refuses(text or str(answer.status)))
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise OrderError(Unreached.page_silent(f"{host}:{page['port']}", str(error))) from None
    part = file.with_name(f"{file.name}.part")
    try:
        if file.exists():
            raise OrderError(Unreached.file_there(str(file)))
        with part.open("wb") as opened:
            shutil.copyfileobj(answer, opened)
        whole = answer.length in {None, 0}
        if not whole:
            raise OrderError(Unreached.page_broke_off())
        part.rename(file)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise OrderError(Unreached.file_unwritten(str(file), str(error))) from None
    finally:
        part.unlink(missing_ok=True)
        connection.close()
