"""The decoders under inputs found by coverage: no crash, no difference between C and Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware_bridge.framing import Frame, encode
from firmware_bridge.messages import BY_ID
from firmware_bridge.unit_process import FIRMWARE
from firmware_bridge.wire import layout
from tests.conftest import ROOT

PROGRAM = Path(__file__).with_name("fuzz_decoder.py")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    built = tmp_path / "decode_all.so"
    sources = [Path(__file__).with_name("decode_all.c"), FIRMWARE / "core" / "frame.c"]
    subprocess.run(
        ["cc", "-std=c11", "-O2", "-shared", "-fPIC", f"-I{FIRMWARE / 'core'}", "-o", built, *sources],
        check=True,
    )
    return built


def fuzz(library: Path, corpus: Path, runs: int, seed: int) -> None:
    corpus.mkdir(exist_ok=True)
    for number, kind in enumerate(BY_ID.values()):
        frame = Frame(kind.ID, number % 256, 0x1234, bytes(layout(kind).size))
        (corpus / f"{number}").write_bytes(encode(frame) + b"\x01\0" + encode(frame))
    done = subprocess.run(
        [sys.executable, PROGRAM, library, f"-runs={runs}", f"-seed={seed}", "-max_len=160", corpus],
        cwd=corpus,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-1000:]
    assert re.search(rf"Done {runs} runs", done.stderr), done.stderr[-3000:]


PLAIN = Path(__file__).with_name("compared_decoders.py")


def compare(library: Path, runs: int, seed: int) -> None:
    done = subprocess.run(
        [sys.executable, PLAIN, library, str(runs), str(seed)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr == f"Done {runs} runs\n"


@pytest.mark.parametrize(
    ("guided", "plain"),
    [
        pytest.param(4_000, 40_000, id="short"),
        pytest.param(1_000_000, 9_000_000, id="10 million", marks=pytest.mark.prove(short=False)),
    ],
)
@pytest.mark.timeout(2600)
def test_no_crash_and_no_difference(library: Path, tmp_path: Path, guided: int, plain: int) -> None:
    """The larger part by chance, which is quick; the rest by inputs that reach new code."""
    pytest.importorskip("atheris")
    with ThreadPoolExecutor() as pool:
        parts = [pool.submit(compare, library, plain // 2, seed) for seed in (1, 2)]
        parts += [
            pool.submit(fuzz, library, tmp_path / f"corpus{seed}", guided // 2, seed) for seed in (1, 2)
        ]
        for part in parts:
            part.result()


def test_the_fuzzer_notices_a_difference(library: Path, tmp_path: Path) -> None:
    """A decoder in C that forgets the CRC is found out."""
    pytest.importorskip("atheris")
    source = (FIRMWARE / "core" / "frame.c").read_text()
    broken = source.replace("if (crc)\n        return false;", "")
    assert broken != source
    (tmp_path / "frame.c").write_text(broken)
    sources = [Path(__file__).with_name("decode_all.c"), tmp_path / "frame.c"]
    subprocess.run(
        ["cc", "-std=c11", "-O2", "-shared", "-fPIC", f"-I{FIRMWARE / 'core'}", "-o", library, *sources],
        check=True,
    )
    with pytest.raises(AssertionError, match="in_c"):
        fuzz(library, tmp_path / "corpus", 20_000, 1)
    with pytest.raises(AssertionError, match="the decoders differ on"):
        compare(library, 20_000, 1)
