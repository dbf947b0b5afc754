"""Addresses at which the page's server gives a clip: valid for an hour, and known only to people who requested one.

The page itself needs no login, so only the token in the address admits a person; a key of this daemon makes it.
"""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.clips.clips import ClipError, read_clip, stem

CLIPS_PATH: Final = "/clips/"
GOOD_S: Final = 3600
"""The time for which an address is valid. [s]"""
ADDRESS: Final = re.compile(
    r"/clips/(?P<number>[0-9]{6,16})-(?P<until>[0-9]{1,12})-(?P<word>[0-9a-f]{32})\.(?P<end>avi|mp4|json)"
)


class ClipDoor:
    """Makes addresses of clips and checks them.

    Args:
        folder: the folder with the clips.
        now_s: returns wall time, in seconds since 1970.
    """

    def __init__(self, folder: Path, now_s: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._now_s = now_s
        self._key = secrets.token_bytes(32)

    def path(self, number: int) -> str:
        """Return the path of a clip's film at the page's server, valid for an hour from now."""
        until = int(self._now_s()) + GOOD_S
        return f"{CLIPS_PATH}{stem(number)}-{until}-{self._word(number, until)}.avi"

    def file(self, path: str) -> Path | None:
        """Return the file for a path that was given out; None if it never was or has expired, or the clip is deleted.

        If the path ends in ``.json``, that is the file of the zones and readings in its pictures; otherwise, even for
        ``.mp4``, the stored film.
        """
        matched = ADDRESS.fullmatch(path)
        if matched is None or not self._gave(matched["word"], int(matched["number"]), int(matched["until"])):
            return None
        readings = self.folder / f"{stem(int(matched['number']))}.json"
        try:
            clip = read_clip(readings)
        except ClipError:
            return None
        return readings if matched["end"] == "json" else self.folder / str(clip["film"])

    def _gave(self, word: str, number: int, until: int) -> bool:
        """Return whether this address was given out and is still valid."""
        return hmac.compare_digest(word, self._word(number, until)) and self._now_s() <= until

    def _word(self, number: int, until: int) -> str:
        return hmac.new(self._key, f"{number} {until}".encode(), hashlib.sha256).hexdigest()[:32]
