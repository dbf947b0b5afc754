"""Packs the sources' archive and the wheel: ``python -m tools.release.packing``, from the project's root, into dist/.

The wheel is made from the archive, so that both hold the same and leftovers of an earlier build in build/ are not packed.
The same sources always give the same bytes: order, owners, modes and times in the archives are fixed. setuptools does not
do that for the sources' archive, so it is packed once more here.
"""

import gzip
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tools.release.commit import time_of

WHEEL: Final = "jantaku-*-py3-none-any.whl"
"""The wheel for any computer."""
COMPILE: Final = "JANTAKU_COMPILE"
"""The variable with which the referee is compiled (``setup.py``)."""
UMASK: Final = 0o022
"""The umask while packing: a wheel keeps the files' permissions, which must not depend on the user."""
BUILD_SDIST: Final = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


class PackedSources(NamedTuple):
    """The sources' archive and the wheel for any computer that was made from it."""

    sources: Path
    wheel: Path


def pack(tree: Path, into: Path, *, time_s: int | None = None, compiled: bool = False) -> PackedSources:
    """Pack a tree whose page is built.

    Args:
        tree: to pack.
        into: the folder for what is made; older files of the same kinds are removed.
        time_s: the commit's time, in seconds since 1970; None: it is asked from git.
        compiled: also make a wheel for this Python and this kind of processor, with the referee compiled.
    """
    made_s = time_of(tree) if time_s is None else time_s
    into.mkdir(parents=True, exist_ok=True)
    for old in (*into.glob("jantaku-*.tar.gz"), *into.glob("jantaku-*.whl")):
        old.unlink()
    # setuptools would also pack the files in this list of an earlier build.
    (tree / "jantaku.egg-info" / "SOURCES.txt").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        _run(tree, made_s, "-c", BUILD_SDIST, folder)
        (packed,) = Path(folder).glob("*.tar.gz")
        sources = into / packed.name
        _pack_anew(packed, sources, made_s)
        pip = (
            "-m",
            "pip",
            "--disable-pip-version-check",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
        )
        for compile_it in ("", "1") if compiled else ("",):
            made_from = ("--wheel-dir", str(into.resolve()), str(sources.resolve()))
            _run(tree, made_s, *pip, *made_from, compile_it=compile_it)
    (wheel,) = into.glob(WHEEL)
    return PackedSources(sources, wheel)


def _run(tree: Path, made_s: int, *arguments: str, compile_it: str = "") -> None:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False, umask=UMASK,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(made_s), COMPILE: compile_it},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)}\n{done.stdout}{done.stderr}")


def _pack_anew(archive: Path, to: Path, made_s: int) -> None:
    """Pack the same members in order of their names, with fixed owners and permissions and the commit's time."""
    with (
        tarfile.open(archive) as packed,
        to.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=made_s) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w", format=tarfile.PAX_FORMAT) as anew,
    ):
        for member in sorted(packed.getmembers(), key=lambda member: member.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, made_s
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            anew.addfile(plain, packed.extractfile(member) if member.isfile() else None)


def main() -> int:
    """Pack the tree of the current folder, with a compiled wheel too if the variable asks for it."""
    pack(Path.cwd(), Path("dist"), compiled=bool(os.environ.get(COMPILE)))
    for path in sorted(Path("dist").glob("jantaku-*.[tw]*")):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
