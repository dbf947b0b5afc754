"""A password comes from a file's first line, or once from a pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import ConfigError, read_password

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("held", "password"),
    [
        (b"Chun 7 z", "Chun 7 z"),
        (b"a\r\n", "a"),
        ("發\nnote: \n".encode(), "發"),
        (b"a\n" + 9999 * b"\xff", "a"),
    ],
)
def test_the_first_line_of_a_file(held: bytes, password: str, tmp_path: Path) -> None:
    (tmp_path / "word").write_bytes(held)
    assert read_password(tmp_path / "word") == password


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (b"", "no password of 1 to 1000"),
        (b"\nsecret", "no password of"),
        (1001 * b"a", "no password of"),
        (b"a\x1bb", "no password of"),
        (b"a\xff", "not UTF-8"),
    ],
)
def test_what_is_no_password(held: bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "word").write_bytes(held)
    with pytest.raises(ConfigError, match=why):
        read_password(tmp_path / "word")


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    os.close(ends[0])


def test_a_pipe_is_read_once(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"Haku\nurl: hall\n")
    os.close(pipe[1])
    assert read_password(Path(f"/dev/fd/{pipe[0]}")) == "Haku"


def test_a_pipe_to_which_nobody_writes_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "word")
    with pytest.raises(ConfigError, match="no password of"):
        read_password(tmp_path / "word")
    with pytest.raises(ConfigError, match="is not a file"):
        read_password(Path("/dev/zero"))


@pytest.mark.parametrize(
    "words",
    [
        'logins add anna --role viewer --logins "$0/logins.toml" --password-file <(sleep 0.2; echo 7z7z)',
        (
            'authority new --folder "$0/hall" && jantaku authority issue tablet --folder "$0/hall" '
            "--pkcs12-password <(sleep 0.2; echo 7z7z)"
        ),
    ],
)
def test_a_command_of_the_shell_may_say_it(words: str, tmp_path: Path) -> None:
    """In ``<(…)`` the writer may be slow, such as a password store that first asks for its own password."""
    jantaku = f'jantaku() {{ "{sys.executable}" -m jantaku.main "$@"; }}; jantaku '
    done = subprocess.run(
        ["bash", "-c", jantaku + words, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    if "pkcs12" in words:
        packed = ["openssl", "pkcs12", "-in", str(tmp_path / "hall" / "tablet.p12"), "-nodes", "-passin"]
        assert subprocess.run([*packed, "pass:7z7z"], capture_output=True, check=False).returncode == 0
