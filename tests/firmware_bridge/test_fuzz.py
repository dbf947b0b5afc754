"""The decoders under random and coverage-guided inputs: no crash, no read out of bounds, no difference between C and
Python."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.link.framing import LinkFrame, encode
from firmware_bridge.messages.messages import BY_ID
from firmware_bridge.messages.wire import layout
from firmware_bridge.unit.workshop import FIRMWARE, make
from tests.conftest import ROOT

GUIDED = Path(__file__).with_name("fuzz_decoder.py")
PLAIN = Path(__file__).with_name("compared_decoders.py")
BATCHES = FIRMWARE / "build" / "decode-batches"
LIBRARY = FIRMWARE / "build" / "libjantaku-decode.so"
LONGEST = 160
MOST_MEMORY_MB = 512
"""Memory in use at one time. The process's peak is useless: Linux counts the parent's peak as its child's, and ours
reads photographs."""


def run(*command: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def compare(program: Path, runs: int) -> None:
    done = run(sys.executable, PLAIN, program, runs, 1)
    assert done.returncode == 0, done.stderr[-3000:]
    numbers = re.fullmatch(r"Done (\d+) runs, (\d+) with frames\n", done.stderr)
    assert numbers, done.stderr
    # Comparing inputs in which nothing is found, or nothing is damaged, shows little.
    assert int(numbers[1]) == runs
    assert runs * 0.3 < int(numbers[2]) < runs * 0.8


def fuzz(corpus: Path, runs: int, *program: object) -> None:
    """Run a fuzzer, in C or in Python, and check that it finds nothing."""
    corpus.mkdir(exist_ok=True)
    for number, kind in enumerate(BY_ID.values()):
        frame = LinkFrame(kind.ID, number % 256, 0x1234, bytes(layout(kind).size))
        (corpus / f"{number}").write_bytes(encode(frame) + b"\x01\0" + encode(frame))
    limits = f"-max_len={LONGEST}", f"-malloc_limit_mb={MOST_MEMORY_MB}", "-rss_limit_mb=0"
    done = run(*program, f"-runs={runs}", "-seed=1", *limits, corpus, folder=corpus)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-1000:]
    assert re.search(rf"Done {runs} runs", done.stderr), done.stderr[-3000:]


def counts(short: int, long: int) -> pytest.MarkDecorator:
    """Set the number of inputs for a test and for a proof."""
    proof = pytest.param(long, id=f"{long}", marks=pytest.mark.prove(short=False))
    return pytest.mark.parametrize("runs", [pytest.param(short, id="short"), proof])


@counts(40_000, 10_000_000)
@pytest.mark.timeout(2600)
def test_both_decode_the_same(runs: int) -> None:
    """Each input through the decoder in Python and the one in C, which is built with sanitizers."""
    make("decoders")
    compare(BATCHES, runs)


@counts(4_000, 200_000)
@pytest.mark.timeout(2600)
def test_both_decode_the_same_by_coverage_of_the_one_in_python(tmp_path: Path, runs: int) -> None:
    pytest.importorskip("atheris")
    make("decoders")
    fuzz(tmp_path / "corpus", runs, sys.executable, GUIDED, LIBRARY)


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang on this machine")
@counts(40_000, 5_000_000)
@pytest.mark.timeout(2600)
def test_the_one_in_c_by_its_own_coverage(tmp_path: Path, runs: int) -> None:
    make("build/libfuzzer-decode")
    fuzz(tmp_path / "corpus", runs, FIRMWARE / "build" / "libfuzzer-decode")


def broken_decoder(folder: Path, check: str) -> tuple[Path, Path, str, str]:
    """The sources of a decoder that lacks a check, and where their headers are."""
    core, tests = FIRMWARE / "core" / "line", FIRMWARE / "tests"
    source = (core / "frame.c").read_text()
    assert check in source
    (folder / "frame.c").write_text(source.replace(check, ""))
    return tests / "decode.c", folder / "frame.c", f"-I{core}", f"-I{tests}"


def test_the_fuzzers_notice_a_difference(tmp_path: Path) -> None:
    """A decoder in C that ignores the CRC is found out."""
    broken = broken_decoder(tmp_path, "if (crc)\n        return false;")
    batches = FIRMWARE / "tests" / "decode_batches.c"
    subprocess.run(["cc", "-O1", *broken, batches, "-o", tmp_path / "batches"], check=True)
    with pytest.raises(AssertionError, match="the decoders differ on"):
        compare(tmp_path / "batches", 20_000)
    pytest.importorskip("atheris")
    library = tmp_path / "decode.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", *broken, "-o", library], check=True)
    with pytest.raises(AssertionError, match="the decoders differ on"):
        fuzz(tmp_path / "corpus", 20_000, sys.executable, GUIDED, library)


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang on this machine")
def test_the_sanitizer_notices_a_byte_read_outside(tmp_path: Path) -> None:
    """A decoder in C that trusts the lengths in a frame is found out."""
    broken = broken_decoder(tmp_path, "if (at + step > size)\n            return 0;")
    program = tmp_path / "fuzz"
    flags = ["-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(
        ["clang", *flags, *broken, FIRMWARE / "tests" / "fuzz_decode.c", "-o", program], check=True
    )
    with pytest.raises(AssertionError, match="ABORTING"):
        fuzz(tmp_path / "corpus", 100_000, program)
