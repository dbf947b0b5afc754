"""The daemon's view of updates: the installed and offered versions and the last outcome; a file requests an update."""

import tempfile
from pathlib import Path
from typing import Final

from config.log_line import TROUBLE, Say
from table_controller.mqtt.messages import UpdateReport
from table_controller.updates.installing import WANTED, last_update
from table_controller.updates.offered import UpdateError, installed, newest, offered, output_of

INSTALLS: Final = ["systemctl", "show", "--property=ActiveState", "--value", "jantaku-update"]


class UpdateWatch:
    """Looks at a source of packages.

    Args:
        source: the folder or address of the packages; empty for no updates.
        state: the table's state folder.
        say: takes a line for the log when the source cannot be read.
    """

    def __init__(self, source: str, state: Path, say: Say) -> None:
        self._source = source
        self._wanted = state / WANTED
        self._say = say
        self._installed = self._newest = self._trouble = ""
        self._broken_off = False

    @property
    def newer(self) -> str:
        """The newer version that is offered; empty if none is."""
        return "" if self._newest == self._installed else self._newest

    def look(self) -> None:
        """Look at the source, which may take a while."""
        if not self._source:
            return
        trouble = ""
        try:
            self._installed = installed()
            self._broken_off = last_update().state == "installing" and output_of(INSTALLS) != "activating"
            with tempfile.TemporaryDirectory() as work:
                found = newest(last_update().untried(offered(self._source, Path(work))), self._installed)
            self._newest = found.version if found else self._installed
        except UpdateError as error:
            trouble = str(error)
            if trouble != self._trouble:
                self._say(f"no updates: {trouble}", TROUBLE)
        self._trouble = trouble

    def report(self) -> UpdateReport | None:
        """Return the versions for the table's report; None if there are no updates."""
        if not self._installed:
            return None
        last = last_update()
        return {
            "installed": self._installed,
            "newest": self._newest or self._installed,
            # After a power cut during an update the last note still says that it is being installed.
            "state": "failed" if self._broken_off and last.state == "installing" else last.state,
            "version": last.version,
        }

    def ask(self) -> None:
        """Request the newest version; systemd then starts the installer."""
        self._wanted.touch()
