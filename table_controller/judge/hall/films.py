"""The film that a finding's evidence names: where it is, and a copy of it on the judge's machine."""

from __future__ import annotations

import http.client
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from table_controller.judge.hall.errors import OrderError
from table_controller.judge.hall.words import clock_words

if TYPE_CHECKING:
    import ssl
    from collections.abc import Sequence

    from table_controller.judge.hall.connection import Credentials

SAVE: Final = "--save"
EVIDENCE: Final = "clip:"
PATIENCE_S: Final = 20.0
USAGE: Final = "clip: which? clip 1160, or clip 1160 --save FILE; findings show them as evidence"


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
                raise OrderError(f"clip: {SAVE} FILE: to which file?")
            save = Path(numbers[at + 1]).expanduser()
            del numbers[at : at + 2]
        said = numbers[0].removeprefix(EVIDENCE) if len(numbers) == 1 else ""
        if not (said.isascii() and said.isdecimal()):
            raise OrderError(USAGE)
        return cls(int(said[:16]), save)


def film_lines(answer: dict[str, Any], wanted: WantedClip, login: Credentials) -> list[str]:
    """A table's answer to ``clip``, in lines; the film is saved if that was asked.

    Raises:
        OrderError: it cannot be fetched or written.
    """
    shown = f"{clock_words(answer['from_ms'])} to {clock_words(answer['until_ms'])}"
    lines = [f"clip {answer['clip']}: {answer['why']}; {shown}, {answer['bytes']:,} bytes"]
    page = answer.get("page")
    if page is None:
        if wanted.save is not None:
            raise OrderError(
                f"the table serves no page to fetch it from; on its machine it is {answer['file']}"
            )
        return [*lines, f"on the table's machine: {answer['file']}"]
    host = page["host"] or login.host
    if wanted.save is None:
        scheme = "https" if page["encrypted"] else "http"
        bracketed = f"[{host}]" if ":" in host else host
        return [*lines, f"for an hour at {scheme}://{bracketed}:{page['port']}{page['path']}"]
    _save(host, page, wanted.save, login.tls)
    return [*lines, f"saved as {wanted.save}"]


def _save(host: str, page: dict[str, Any], file: Path, tls: ssl.SSLContext | None) -> None:
    connection = (
        http.client.HTTPSConnection(host, page["port"], timeout=PATIENCE_S, context=tls)
        if page["encrypted"]
        else http.client.HTTPConnection(host, page["port"], timeout=PATIENCE_S)
    )
    try:
        connection.request("GET", page["path"])
        answer = connection.getresponse()
        if answer.status != http.client.OK:
            text = answer.read(200).decode("utf-8", "replace").strip()
            raise OrderError(f"the table's page does not give it: {text or answer.status}")
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise OrderError(f"the table's page at {host}:{page['port']} does not answer: {error}") from None
    part = file.with_name(f"{file.name}.part")
    try:
        if file.exists():
            raise OrderError(f"{file} is there already: give another name")
        with part.open("wb") as opened:
            shutil.copyfileobj(answer, opened)
        whole = answer.length in {None, 0}
        if not whole:
            raise OrderError("the table's page broke off: say it again")
        part.rename(file)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise OrderError(f"{file}: cannot be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)
        connection.close()
