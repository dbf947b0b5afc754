"""Installs the newest version as root, and goes back to the previous one if the table is not healthy soon.

All modules are imported at the top, because their files are replaced while this runs.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from config.text_file import write_whole
from table_controller.mqtt.messages import UpdateState
from table_controller.updates.offered import (
    OfferedPackage,
    UpdateError,
    fetch_package,
    installed,
    newest,
    offered,
)
from table_controller.web.doors.health_door import PublishedHealth

OWN_FOLDER: Final = Path("/var/lib/jantaku-update")
"""Root's own folder, for packages and the outcome of the last update."""
STATE_FILE: Final = "state.json"
WANTED: Final = "update-wanted"
"""The file in the table's state folder with which the daemon requests an update; systemd watches for it."""
WITHIN_S: Final = 120.0
STEADY_S: Final = 20.0
"""The time for which a table must be healthy without a break: one that keeps crashing answers in between. [s]"""
LOOK_S: Final = 1.0
INSTALL_S: Final = 900.0


class LastUpdate(msgspec.Struct, frozen=True):
    """The last update, and every version with which the table was not healthy."""

    state: UpdateState = "none"
    version: str = ""
    text: str = ""
    taken_back: tuple[str, ...] = ()

    def untried(self, offers: list[OfferedPackage]) -> list[OfferedPackage]:
        """Return the offers that have not failed before."""
        return [each for each in offers if each.version not in self.taken_back]


def last_update(folder: Path = OWN_FOLDER) -> LastUpdate:
    """Read the outcome of the last update from root's folder."""
    try:
        return msgspec.json.decode((folder / STATE_FILE).read_bytes(), type=LastUpdate)
    except (OSError, msgspec.DecodeError):
        return LastUpdate()


class Updater:
    """One update.

    Args:
        source: the folder or address of the packages.
        folder: root's own folder.
        health: returns the running table's health; None if it does not answer.
        within_s: the time within which the new version must be healthy.
        again: True to retry versions that failed before.
    """

    def __init__(
        self,
        source: str,
        folder: Path,
        health: Callable[[], PublishedHealth | None],
        within_s: float = WITHIN_S,
        *,
        again: bool = False,
    ) -> None:
        self._source = source
        self._folder = folder
        self._health = health
        self._within_s = within_s
        self._again = again

    def run(self) -> UpdateState:
        """Install the newest version, or keep the installed one; note the outcome.

        Raises:
            UpdateError: nothing was changed, or the previous version could not be installed again.
        """
        try:
            return self._run()
        except UpdateError as error:
            self._note("failed", "", str(error))
            raise

    def _run(self) -> UpdateState:
        self._folder.mkdir(mode=0o755, exist_ok=True)
        before = installed()
        offers = offered(self._source, self._folder)
        package = newest(offers if self._again else last_update(self._folder).untried(offers), before)
        if package is None:
            self._note("none", before)
            return "none"
        back = self._way_back(before, offers)
        new = fetch_package(self._source, package, self._folder)
        healthy = self._health()
        self._note("installing", package.version)
        why = _install(new) or self._ill(healthy)
        if not why:
            for other in self._folder.glob("*.deb"):
                if other != new:
                    other.unlink()
            self._note("done", package.version)
            return "done"
        # Note this first: the previous version, once it starts, must not offer this one again.
        self._note("installing", package.version, why, ill=True)
        failed = _install(back)
        new.unlink()
        if failed:
            raise UpdateError(f"{package.version}: {why}; {before} could not be installed again: {failed}")
        self._note("back", package.version, why, ill=True)
        return "back"

    def _way_back(self, version: str, offers: list[OfferedPackage]) -> Path:
        """Return the package of the installed version.

        Raises:
            UpdateError: the package cannot be found.
        """
        kept = next(self._folder.glob(f"jantaku_{version}_*.deb"), None)
        if kept is not None:
            return kept
        package = next((each for each in offers if each.version == version), None)
        if package is None:
            raise UpdateError(f"{version}, which is installed, is not offered: there would be no way back")
        return fetch_package(self._source, package, self._folder)

    def _ill(self, before: PublishedHealth | None) -> str:
        """Wait until the table is as healthy as before; if it is not in time, return the fault."""
        end = time.monotonic() + self._within_s
        since = None
        why = "the table does not answer"
        while time.monotonic() < end:
            now = self._health()
            if now is None:
                since, why = None, "the table does not answer"
            elif before is not None and any(before[part] and not now[part] for part in ("unit", "camera")):
                since, why = None, "the table does not see its unit or its camera"
            else:
                since = since or time.monotonic()
                if time.monotonic() - since >= min(STEADY_S, self._within_s / 2):
                    return ""
                why = "the table is not healthy for long"
            time.sleep(LOOK_S)
        return why

    def _note(self, state: UpdateState, version: str, text: str = "", *, ill: bool = False) -> None:
        others = (each for each in last_update(self._folder).taken_back if each != version)
        taken_back = (*others, version) if ill else tuple(others)
        outcome = LastUpdate(state, version, text, taken_back)
        write_whole(self._folder / STATE_FILE, msgspec.json.encode(outcome), 0o644)


def _install(package: Path) -> str:
    """Install a package with its dependencies, even as a downgrade; return the reason for a failure, else empty."""
    words = (
        "apt-get", "install", "--yes", "--quiet", "--allow-downgrades", "--no-remove",
        "--option=DPkg::Options::=--force-confold", str(package),
    )  # fmt: skip
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=INSTALL_S,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return " ".join((done.stdout + done.stderr).splitlines()[-3:])[:500] if done.returncode else ""
