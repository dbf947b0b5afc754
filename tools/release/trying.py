"""Tries the files of a release as a user would, without the rest of the project.

Each function returns a sentence about what it found.
"""

import hashlib
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final

from tools.deb.roots import GIVEN, DebianRoot
from tools.describe.documents import DOCUMENTS
from tools.describe.made import CHECKOUT
from tools.describe.operator import FOR_OPERATOR
from tools.release.commit import ReleasedCommit
from wording.command_line.examples import EXAMPLES

SUMS: Final = "SHA256SUMS"
SIGNATURE: Final = f"{SUMS}.minisig"
PUBLIC_KEY: Final = Path("config", "system", "release.pub")
"""The key with which anybody verifies a release, in the project and in its packages."""
SHIPPED: Final = tuple(str(path.relative_to(CHECKOUT)) for path in (*DOCUMENTS, *FOR_OPERATOR))
"""The files that make generates for packages from the declarations, besides the page."""
MADE: Final = ("PKG-INFO", "setup.cfg", "jantaku.egg-info/", "referee/dashboard/dist/", *SHIPPED)
"""The files in the sources' archive that are not in the commit: from setuptools, from make, and the built page."""
SCORE: Final = EXAMPLES["score"]
"""A command that needs nothing but the program, and its right answer."""
SCORED: Final = "The discarder pays 3200."
INSTALL: Final = """
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq {package} >/tmp/installed 2>&1 || {{ cat /tmp/installed; exit 1; }}
cd /tmp
jantaku --version
{score}
/usr/lib/jantaku/bin/python3 -c 'import typst'
"""


class BadReleaseError(Exception):
    """A part of a release that does not do what it should."""


def released_files(dist: Path) -> list[Path]:
    """Return a release's files in a folder, without the checksums."""
    return sorted(dist.glob("jantaku[-_]*"))


def write_sums(dist: Path) -> None:
    """Write the checksum of each file, for ``sha256sum --check``."""
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in released_files(dist)
    ]
    (dist / SUMS).write_text("".join(lines))


def try_sums(dist: Path) -> str:
    """Check that each file is listed with its right checksum, with a program other than the one that wrote them."""
    _output_of(["sha256sum", "--check", "--strict", "--quiet", SUMS], dist)
    named = {line.split(maxsplit=1)[1] for line in (dist / SUMS).read_text().splitlines()}
    there = {file.name for file in released_files(dist)}
    if named != there:
        raise BadReleaseError(f"{SUMS} and {dist} differ in {', '.join(sorted(named ^ there))}")
    return f"the checksums of {len(named)} files verify"


def sign_sums(dist: Path, key: Path, commit: ReleasedCommit) -> str:
    """Sign the checksums with a secret key of minisign, which asks for the key's password at the terminal."""
    comment = f"jantaku {commit.version}, commit {commit.name}"
    signed = subprocess.run(
        ["minisign", "-S", "-s", str(key), "-m", SUMS, "-t", comment], cwd=dist, check=False
    )
    if signed.returncode:
        raise BadReleaseError(f"minisign does not sign with {key}")
    return f"{SUMS} is signed"


def try_signature(dist: Path, public: Path) -> str:
    """Check the checksums' signature as a user does, with the public key."""
    if not public.is_file():
        raise BadReleaseError(
            f"{public}, the public key with which others verify it, is missing: put it there"
        )
    _output_of(["minisign", "-V", "-p", str(public.resolve()), "-m", SUMS], dist)
    return f"the signature of {SUMS} verifies"


def try_sources(archive: Path, root: Path) -> str:
    """Check that all files of the sources' archive are from the commit or made by its build."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=root, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as committed, tarfile.open(archive) as released:
        known = {member.name: member for member in committed if member.isfile()}
        files = [member for member in released if member.isfile()]
        for member in files:
            name = member.name.partition("/")[2]
            if name.startswith(MADE):
                continue
            if name not in known:
                raise BadReleaseError(f"{archive.name} has {name}, which the commit does not have")
            ours, theirs = committed.extractfile(known[name]), released.extractfile(member)
            if ours is None or theirs is None or ours.read() != theirs.read():
                raise BadReleaseError(f"{name} in {archive.name} is not that of the commit")
    return f"the sources' {len(files)} files are those of the commit"


def try_with_pip(archive: Path, root: Path, commit: ReleasedCommit) -> str:
    """Install the archive into a fresh environment, away from the tree, and check that it works there."""
    with tempfile.TemporaryDirectory() as folder:
        _output_of([sys.executable, "-m", "venv", "venv"], Path(folder))
        pip = ["venv/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        locked = _output_of(["sh", str(root / "tools" / "locked.sh"), "program"], Path(folder))
        Path(folder, "lock").write_text(locked)
        _output_of([*pip, "--require-hashes", "-r", "lock"], Path(folder))
        _output_of([*pip, "--no-deps", "--no-build-isolation", str(archive.resolve())], Path(folder))
        output = _output_of(["venv/bin/jantaku", "--version"], Path(folder))
        output += _output_of(["venv/bin/jantaku", *shlex.split(SCORE)[1:]], Path(folder))
    _check_output(output, commit, archive.name)
    return f"{archive.name} installs with pip and works"


def try_package(package: Path, fresh: DebianRoot, commit: ReleasedCommit) -> str:
    """Install the package and that of sheets in a fresh Debian with all they need, and check that they work there."""
    sheets = package.name.replace("jantaku_", "jantaku-sheets_")
    script = INSTALL.format(package=f"{GIVEN}/{package.name} {GIVEN}/{sheets}", score=SCORE)
    try:
        output = fresh.run(script, package.resolve().parent)
    except subprocess.CalledProcessError as failed:
        raise BadReleaseError(f"{package.name} in a fresh {fresh.suite}:\n{failed.output}") from failed
    _check_output(output, commit, package.name)
    where = f"{fresh.suite}, {fresh.architecture}" + (", in QEMU" if fresh.foreign else "")
    return f"{package.name} installs in a fresh Debian ({where}) and works"


def try_unpacked(package: Path, commit: ReleasedCommit) -> str:
    """Try the package with this machine's Python, for want of a fresh Debian."""
    with tempfile.TemporaryDirectory() as folder:
        _output_of(["dpkg-deb", "--extract", str(package.resolve()), folder], Path(folder))
        (libraries,) = Path(folder).glob("usr/lib/jantaku/lib/python3.*/site-packages")
        run = ["env", f"PYTHONPATH={libraries}", "/usr/bin/python3", "-m", "jantaku.main"]
        output = _output_of([*run, "--version"], Path(folder)) + _output_of(
            [*run, *shlex.split(SCORE)[1:]], Path(folder)
        )
    _check_output(output, commit, package.name)
    return f"{package.name} works unpacked"


def _check_output(output: str, commit: ReleasedCommit, name: str) -> None:
    version = rf"^jantaku {re.escape(commit.version)}( \(compiled\))?$"
    if re.search(version, output, re.MULTILINE) is None or SCORED not in output:
        raise BadReleaseError(
            f"{name} is not version {commit.version}, or does not answer to {SCORE}:\n{output}"
        )


def _output_of(arguments: list[str], folder: Path) -> str:
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(arguments, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadReleaseError(f"{shlex.join(arguments)}\n{done.stdout}{done.stderr}")
    return done.stdout
