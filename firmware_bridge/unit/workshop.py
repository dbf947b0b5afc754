"""Builds the firmware's programs, and knows the folder in which they are built.

In a checkout that folder is ``firmware/build``. An installed program belongs to a package manager, so its sources are
copied into the user's cache (``$XDG_CACHE_HOME``, by default ``~/.cache``) and built beside the copy, once for each
version. Programs that a distribution's package contains in ``firmware/build`` are used as they are.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final, Literal

from firmware_bridge.unit.machine_control import UnitProcessError

FIRMWARE: Final = Path(__file__).parents[1] / "firmware"
"""The firmware's sources as they were installed."""
CHIPS: Final = ("atmega328p", "atmega2560")

UnitKind = Literal["host", "avr"]
AnyKind = UnitKind | Literal["sanitized"]
"""``sanitized`` is ``host``, built with address and undefined-behaviour checks."""
PROGRAMS: Final[dict[AnyKind, tuple[str, str]]] = {
    "host": ("jantaku-unit", "host"),
    "sanitized": ("jantaku-unit-sanitize", "host-sanitize"),
    "avr": ("jantaku-unit-avr", "simavr"),
}
"""The unit's program of each kind, and the target that makes it."""


def sources() -> list[Path]:
    """Return all files from which the unit process is built."""
    return [
        *FIRMWARE.glob("core/*.[ch]"),
        *FIRMWARE.glob("core/*/*.[ch]"),
        *FIRMWARE.glob("process/*.[ch]"),
        *FIRMWARE.glob("hal_*/*.[ch]"),
        *FIRMWARE.glob("machine_model/*.[ch]"),
        FIRMWARE / "Makefile",
        FIRMWARE / "check_size.sh",
    ]


def program(kind: AnyKind = "host") -> Path:
    """Return the path at which the unit's program of a kind is built."""
    return built() / PROGRAMS[kind][0]


def image(chip: str) -> Path:
    """Return the path of the firmware's image for a chip, with its symbols; the ``.hex`` for avrdude lies beside it."""
    return built() / f"jantaku-{chip}.elf"


def build(kind: AnyKind = "host") -> Path:
    """Return the unit's program; build it first if it is missing or older than its sources.

    For ``avr`` that is the simulator with the images it runs, which need avr-gcc and libsimavr-dev.

    Raises:
        UnitProcessError: it cannot be built here; the text says why.
    """
    binary = program(kind)
    wanted = [binary, *(image(chip) for chip in CHIPS)] if kind == "avr" else [binary]
    if not _up_to_date(wanted):
        make(PROGRAMS[kind][1])
    return binary


def make(target: str) -> None:
    """Make a target of the firmware; programs that ask at the same time wait for each other.

    Raises:
        UnitProcessError: make or a compiler is missing or fails, the cache cannot be written, or a distribution's
            package contains what is built and lacks the target.
    """
    if is_brought():
        if target in {"host", "avr"} and _up_to_date(_wanted(target)):
            return
        raise UnitProcessError(f"{FIRMWARE / 'build'} belongs to a package, which has no {target}")
    folder = built()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not in_checkout():
                # Files there already are of the same digest, or left by a broken copy.
                shutil.copytree(
                    FIRMWARE, folder.parent, ignore=shutil.ignore_patterns("build"), dirs_exist_ok=True
                )
            done = subprocess.run(
                ["make", "-C", str(folder.parent), target], capture_output=True, text=True, check=False
            )
    except FileNotFoundError as error:
        raise UnitProcessError(
            f"the firmware cannot be built without make and a C compiler: {error}"
        ) from error
    except OSError as error:
        raise UnitProcessError(f"the firmware cannot be built in {folder}: {error}") from error
    if done.returncode:
        raise UnitProcessError(f"make {target} failed in {folder.parent}:\n{done.stdout}{done.stderr}")


def built() -> Path:
    """Return the folder of the built programs, which need not exist yet."""
    if in_checkout() or is_brought():
        return FIRMWARE / "build"
    digest = hashlib.sha256()
    for path in sorted(sources()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "jantaku" / f"firmware-{digest.hexdigest()[:16]}" / "firmware" / "build"


def in_checkout() -> bool:
    """Return whether the sources are in a developer's checkout, and so are built where they are."""
    return (FIRMWARE.parents[1] / "pyproject.toml").is_file()


def is_brought() -> bool:
    """Return whether a distribution's package contains the programs, so nothing is built."""
    return not in_checkout() and (FIRMWARE / "build" / "jantaku-unit").is_file()


def _wanted(target: str) -> list[Path]:
    return [program()] if target == "host" else [image(chip) for chip in CHIPS]


def _up_to_date(wanted: list[Path]) -> bool:
    if not all(path.is_file() for path in wanted):
        return False
    # Age is compared only in a checkout. Elsewhere the programs were installed with the sources or built from this very
    # copy, and package managers keep the times of the machine that made the package.
    newest = max(path.stat().st_mtime for path in sources()) if in_checkout() else 0.0
    return all(path.stat().st_mtime >= newest for path in wanted)
