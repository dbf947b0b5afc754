"""Helpers that the tests of setup share."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

JANTAKU: Final = (sys.executable, "-m", "jantaku.main")


PASSWORD: Final = "correct horse"


PATIENCE_S: Final = 240.0


ENTER: Final = ""


ASKED: Final = re.compile(r"((\[[^\]\n]*\]|made\)|again|nobody\)): |(自動生成）|もう一度|初回はなし）)：)\Z")
"""The end of every question."""


class Terminal:
    """A program at a terminal, and its output."""

    def __init__(self, *words: str) -> None:
        self.output = ""
        self._ours, theirs = os.openpty()
        self._process = subprocess.Popen(
            [*JANTAKU, *words], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
        os.close(theirs)

    def until_asked(self) -> str:
        """Return the next question, or all remaining output if the program ends instead."""
        end, start = time.monotonic() + PATIENCE_S, len(self.output)
        while not ASKED.search(self.output[start:]):
            assert time.monotonic() < end, self.output
            if select.select([self._ours], [], [], 1.0)[0]:
                try:
                    self.output += os.read(self._ours, 4096).decode().replace("\r\n", "\n")
                except OSError:
                    break
        return self.output[start:].rsplit("\n", 1)[-1]

    def type(self, text: str) -> None:
        os.write(self._ours, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Interrupt as Ctrl-C does; one between the question and the wait for an answer is lost in ``input``."""
        end = time.monotonic() + PATIENCE_S
        while self._process.poll() is None:
            assert time.monotonic() < end, self.output
            os.killpg(self._process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)

    def status(self) -> int:
        self.until_asked()
        os.close(self._ours)
        return self._process.wait()


def answer(terminal: Terminal, answers: Sequence[tuple[str, str]]) -> None:
    """Answer the questions, each of which must have these words."""
    for words, text in answers:
        question = terminal.until_asked()
        assert words in question, terminal.output
        terminal.type(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder in which a system's files are written."""
    place = tmp_path / "root"
    place.mkdir()
    return place


def files(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}
