"""The tab key: a real bash offers what the parsers accept."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config import ruleset_names
from hall.judge.orders.orders import ORDERS
from hall.judge.session import LOOKS
from jantaku.main import main
from jantaku.subcommands import SUBCOMMANDS
from tests.conftest import ROOT
from wording.terminal.completion.command import SHELLS

PATIENCE_S = 60
PROMPT = "jantaku-test> "
DROPPED = "\x15\n"
"""Keys that empty the line."""
UNDESCRIBED = """
import sys
from pathlib import Path
from wording.terminal.completion import complete, described
described.FILE = Path(sys.argv[1])
complete.complete()
"""


class Shell:
    """A bash at a terminal of its own."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal

    def types(self, keys: str, until: str) -> str:
        """Type keys, and read the output until a pattern appears."""
        os.write(self._terminal, keys.encode())
        shown = ""
        ends = time.monotonic() + PATIENCE_S
        while re.search(until, shown) is None:
            assert select.select([self._terminal], [], [], max(0, ends - time.monotonic()))[0], shown
            shown += os.read(self._terminal, 65536).decode().replace("\a", "")
        return shown

    def completes(self, line: str, whole: str) -> None:
        """Check that the tab key turns one line into another, then clear the line."""
        self.types(f"{line}\t", re.escape(whole))
        self.types(DROPPED, rf"\n{re.escape(PROMPT)}")

    def offers(self, line: str) -> set[str]:
        """Return the words that two tab keys list after a line."""
        shown = self.types(f"{line}\t\t", rf"\n{re.escape(PROMPT + line.rstrip())}")
        self.types(DROPPED, rf"\n{re.escape(PROMPT)}")
        return set(shown.partition("\n")[2].partition(PROMPT)[0].split())


@contextmanager
def bash(folder: Path) -> Iterator[Shell]:
    """A bash in which `jantaku` is this program, with completion switched on as in docs/install.md."""
    (folder / "jantaku").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jantaku.main "$@"\n')
    (folder / "jantaku").chmod(0o755)
    (folder / "inputrc").write_text(
        "set page-completions off\nset completion-query-items 0\nset enable-bracketed-paste off\n"
    )
    near, far = pty.openpty()
    process = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=far,
        stdout=far,
        stderr=far,
        start_new_session=True,
        cwd=folder / "here",
        env={
            "PATH": f"{folder}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PS1": PROMPT,
            "INPUTRC": str(folder / "inputrc"),
            "HOME": str(folder),
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
        },
    )
    os.close(far)
    try:
        shell = Shell(near)
        shell.types(
            'stty columns 500; eval "$(jantaku completion bash)"; echo be""gun\n', f"begun\r\n{PROMPT}"
        )
        yield shell
    finally:
        process.kill()
        process.wait()
        os.close(near)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    folder = tmp_path_factory.mktemp("shell")
    (folder / "here").mkdir()
    (folder / "here" / "own-rules.toml").touch()
    with bash(folder) as shell:
        yield shell


def test_bash_completes_commands_options_and_values(shell: Shell) -> None:
    shell.completes("jantaku swa", "jantaku swarm ")
    shell.completes("jantaku sim --headl", "jantaku sim --headless ")
    shell.completes("jantaku --lang ja rules sh", "jantaku --lang ja rules show ")
    shell.completes("jantaku run --ruleset ten", "jantaku run --ruleset tenhou ")
    shell.completes("jantaku run --ruleset own", "jantaku run --ruleset own-rules.toml ")
    shell.completes("jantaku judge --table 7 enter-h", "jantaku judge --table 7 enter-hand ")
    shell.completes("jantaku judge begin-hanchan ten", "jantaku judge begin-hanchan tenhou ")


def test_bash_lists_what_may_follow(shell: Shell) -> None:
    assert shell.offers("jantaku ") == SUBCOMMANDS.keys()
    assert shell.offers("jantaku sim --unit ") == {"host", "avr", "none"}
    assert shell.offers("jantaku rules show ") == {*ruleset_names(), "own-rules.toml"}
    assert shell.offers("jantaku judge ") == {*ORDERS, *LOOKS}
    assert shell.offers("jantaku config ") == {"show", "check", "explain"}
    assert {"--role", "--hall", "--table"} < shell.offers("jantaku logins add --")


def test_nothing_is_offered_where_nothing_was_described(tmp_path: Path) -> None:
    """A clone is in this state before its first `make`."""
    offered = tmp_path / "offered"
    asks = {"COMP_LINE": "jantaku rules sh", "COMP_POINT": "16", "_ARGCOMPLETE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", UNDESCRIBED, str(tmp_path / "command_line.json")],
        env={**os.environ, **asks, "_ARGCOMPLETE_STDOUT_FILENAME": str(offered)},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, offered.read_text()) == (0, "", "")


@pytest.mark.parametrize("name", SHELLS)
def test_each_shell_is_told_how_to_ask(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", name]) == 0
    output = capsys.readouterr().out
    assert "_ARGCOMPLETE" in output
    assert "jantaku" in output
