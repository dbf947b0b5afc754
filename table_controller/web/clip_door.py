"""Addresses under which the page's server gives a clip: valid for an hour, and known only to those to whom the table gave one.

The page itself needs no login, so the token in the address is what admits a person; it is made with a key of this
daemon.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from typing import TYPE_CHECKING, Final

from vision.clips.clips import ClipError, read_clip, stem

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLIPS_PATH: Final = "/clips/"
GOOD_S: Final = 3600
"""How long an address is valid."""
ADDRESS: Final = re.compile(
    r"/clips/(?P<number>[0-9]{6,16})-(?P<until>[0-9]{1,12})-(?P<word>[0-9a-f]{32})\.(?P<end>avi|json)"
)


class ClipDoor:
    """Makes addresses of clips and recognises them.

    Args:
        folder: where the clips are.
        now_s: wall time, seconds since 1970.
    """

    def __init__(self, folder: Path, now_s: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._now_s = now_s
        self._key = secrets.token_bytes(32)

    def path(self, number: int) -> str:
        """The path of a clip's film at the page's server, valid for an hour from now."""
        until = int(self._now_s()) + GOOD_S
        return f"{CLIPS_PATH}{stem(number)}-{until}-{self._word(number, until)}.avi"

    def film(self, path: str) -> Path | None:
        """The film for a path that was given out; None if it never was, has expired, or the clip is deleted.

        A path that ends in ``.json`` instead gives the zones and readings in the film's pictures.
        """
        said = ADDRESS.fullmatch(path)
        if said is None:
            return None
        number, until = int(said["number"]), int(said["until"])
        if not hmac.compare_digest(said["word"], self._word(number, until)) or self._now_s() > until:
            return None
        try:
            text = self.folder / f"{stem(number)}.json"
            clip = read_clip(text)
        except ClipError:
            return None
        return text if said["end"] == "json" else self.folder / str(clip["film"])

    def _word(self, number: int, until: int) -> str:
        return hmac.new(self._key, f"{number} {until}".encode(), hashlib.sha256).hexdigest()[:32]
