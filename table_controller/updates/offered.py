"""The versions of the package that are offered: ``SHA256SUMS`` of a folder or an address, signed with the package's key.

Debian's ``minisign`` checks the signature. A file that is not in the signed list, or has other bytes, is ignored.
"""

import hashlib
import platform
import re
import ssl
import subprocess
from contextlib import closing
from pathlib import Path
from typing import IO, Final, NamedTuple
from urllib.error import URLError
from urllib.request import HTTPSHandler, build_opener

import config

KEY: Final = Path(config.__file__).parent / "system" / "release.pub"
"""The public key of releases, in the package."""
SUMS: Final = "SHA256SUMS"
LINE: Final = re.compile(r"([0-9a-f]{64}) [ *](jantaku_([0-9][A-Za-z0-9.+~]*)_([a-z0-9]+)\.deb)")
MOST_SUMS: Final = 100_000
MOST_PACKAGE: Final = 500_000_000
PART: Final = 1_000_000
ANSWER_S: Final = 30.0
CHECK_S: Final = 60.0


class UpdateError(Exception):
    """Nothing can be offered or installed; the text says why."""


class OfferedPackage(NamedTuple):
    """A package that is offered."""

    version: str
    file: str
    sha256: str


def offered(source: str, work: Path, key: Path = KEY) -> list[OfferedPackage]:
    """Return the packages for this computer that a source offers.

    Args:
        source: a folder, or an address that begins with ``https://``.
        work: a folder for downloads, which nobody else may write.
        key: the public key.

    Raises:
        UpdateError: the source cannot be read, or is not signed with the key.
    """
    if not key.is_file():
        raise UpdateError(
            f"this package was built without the public key of releases ({key}), so it can trust no newer one: "
            "install newer packages by hand"
        )
    for name in (SUMS, f"{SUMS}.minisig"):
        fetch(source, name, work / name, MOST_SUMS)
    output_of(["minisign", "-V", "-q", "-m", str(work / SUMS), "-p", str(key)])
    found = map(LINE.fullmatch, (work / SUMS).read_text(encoding="utf-8", errors="replace").splitlines())
    architecture = output_of(["dpkg", "--print-architecture"])
    release = f"+deb{platform.freedesktop_os_release().get('VERSION_ID', '')}"
    return [
        OfferedPackage(each[3], each[2], each[1])
        for each in found
        if each is not None
        and each[4] == architecture
        and ("+deb" not in each[3] or each[3].endswith(release))
    ]


def newest(offers: list[OfferedPackage], than: str) -> OfferedPackage | None:
    """Return the newest package that is newer than a version; None if none is."""
    best = None
    for each in offers:
        if is_newer(each.version, best.version if best else than):
            best = each
    return best


def is_newer(version: str, than: str) -> bool:
    """Return whether a version is newer than another, by the rules of Debian."""
    compared = subprocess.run(
        ["dpkg", "--compare-versions", version, "gt", than], check=False, timeout=CHECK_S
    )
    return compared.returncode == 0


def installed() -> str:
    """Return the installed version of the package.

    Raises:
        UpdateError: no version is installed.
    """
    return output_of(["dpkg-query", "-W", "-f", "${Version}", "jantaku"])


def fetch(source: str, name: str, to: Path, most: int) -> None:
    """Copy a file of a source.

    Raises:
        UpdateError: the file is missing, or longer than ``most`` bytes.
    """
    try:
        with closing(_opened(source, name)) as line, to.open("wb") as file:
            left = most + 1
            while left and (part := line.read(min(left, PART))):
                left -= file.write(part)
        if not left:
            raise UpdateError(f"{source}: {name} is longer than {most} bytes")
    except (OSError, ValueError) as error:
        why = str(error)
        if isinstance(error, URLError) and isinstance(error.reason, ssl.SSLCertVerificationError):
            why = f"this computer does not trust its certificate: {error.reason.verify_message}"
        raise UpdateError(f"{source}: {name}: {why}") from error


def _opened(source: str, name: str) -> IO[bytes]:
    if not source.startswith("https://"):
        return (Path(source) / name).open("rb")
    line: IO[bytes] = build_opener(HTTPSHandler()).open(f"{source.rstrip('/')}/{name}", timeout=ANSWER_S)
    return line


def fetch_package(source: str, package: OfferedPackage, to: Path) -> Path:
    """Fetch a package into a folder; return its place.

    Raises:
        UpdateError: the package is missing, or differs from the signed one.
    """
    place = to / package.file
    fetch(source, package.file, place, MOST_PACKAGE)
    with place.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != package.sha256:
            place.unlink()
            raise UpdateError(f"{package.file} is not the file that was signed")
    return place


def output_of(words: list[str]) -> str:
    """Return the output of a program.

    Raises:
        UpdateError: the program is missing, or fails.
    """
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=CHECK_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"{words[0]}: {error}") from error
    if done.returncode:
        raise UpdateError(f"{words[0]}: {(done.stderr or done.stdout).strip() or done.returncode}")
    return done.stdout.strip()
