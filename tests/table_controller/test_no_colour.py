"""No colour and no movement of the cursor where nobody looks at a terminal, nor colour where NO_COLOR forbids it."""

import os
import pty
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT

COMMANDS = (["--help"], ["rules", "list"], ["rules", "show", "nosuch"], ["nonsense"])
ESCAPE = "\x1b"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MOST_BYTES = 65536


def words(command: list[str]) -> list[str]:
    return [sys.executable, "-m", "jantaku.main", *command]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_pipe_gets_plain_text(command: list[str]) -> None:
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    env.pop("NO_COLOR", None)
    env.pop("FORCE_COLOR", None)
    done = subprocess.run(words(command), cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr
    assert ESCAPE not in done.stdout + done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_terminal_gets_no_colour_with_no_color(command: list[str]) -> None:
    near, far = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
    env.pop("FORCE_COLOR", None)
    process = subprocess.Popen(words(command), cwd=ROOT, env=env, stdin=far, stdout=far, stderr=far)
    os.close(far)
    shown = b""
    try:
        while part := os.read(near, MOST_BYTES):
            shown += part
    except OSError:
        pass  # the terminal's other end is closed: the command has ended
    finally:
        os.close(near)
        process.wait()
    assert shown
    assert COLOUR.search(shown.decode()) is None
