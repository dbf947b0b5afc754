"""The views of the page's server for people without a login: the players' page and the stream, each behind its own token.

For them the server holds only the two published messages and the key from which the tokens are made. The token of the
players ends with their hanchan; those of a wall screen and of the stream last as long as the key.
"""

import asyncio
import hashlib
import hmac
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from config.text_file import write_whole

Sight: TypeAlias = Literal["players", "stream"]
SIGHTS: Final[tuple[Sight, ...]] = ("players", "stream")
KEY_FILE: Final = "onlookers.key"
KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Links:
    """The tokens to hand out; None for views that are empty."""

    players: str | None
    wall: str | None
    stream: str


class OnlookerDoor:
    """Shows the newest message to onlookers with the token. One thread shows, another looks.

    Args:
        key: the key from which tokens are made.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._lock = threading.Lock()
        self._shown: dict[Sight, bytes] = dict.fromkeys(SIGHTS, b"")
        self._hanchan = 0
        self._looking: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    # Methods that the table calls

    def show_players(self, payload: bytes, hanchan: int) -> None:
        """Show a message to players, empty for nothing. ``hanchan`` is the number of the entry that began it."""
        with self._lock:
            self._shown["players"], self._hanchan = payload, hanchan
        self._wake()

    def show_stream(self, payload: bytes) -> None:
        with self._lock:
            self._shown["stream"] = payload
        self._wake()

    # Methods that the page's server calls

    def links(self) -> Links:
        """The tokens that are valid now."""
        with self._lock:
            players, hanchan = self._shown["players"], self._hanchan
        return Links(
            self._token(f"players {hanchan}") if players else None,
            self._token("wall") if players else None,
            self._token("stream"),
        )

    def admits(self, sight: Sight, token: str) -> bool:
        """Return whether a token opens this sight now."""
        with self._lock:
            hanchan = self._hanchan
        good = (f"players {hanchan}", "wall") if sight == "players" else ("stream",)
        return any(hmac.compare_digest(token.encode(), self._token(each).encode()) for each in good)

    def shown(self, sight: Sight) -> bytes:
        """Return the newest message; empty if there is nothing to see."""
        with self._lock:
            return self._shown[sight]

    @contextmanager
    def waking(self, woken: asyncio.Event) -> Iterator[None]:
        """Set an event of the running loop at every change."""
        looking = asyncio.get_running_loop(), woken
        with self._lock:
            self._looking.add(looking)
        try:
            yield
        finally:
            with self._lock:
                self._looking.discard(looking)

    def _wake(self) -> None:
        with self._lock:
            looking = list(self._looking)
        for loop, event in looking:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(event.set)

    def _token(self, what: str) -> str:
        return hmac.new(self._key, what.encode(), hashlib.sha256).hexdigest()[:32]


def new_key() -> bytes:
    """Return a new key."""
    return secrets.token_bytes(KEY_BYTES)


def key_of(folder: Path) -> bytes:
    """Return the key in a folder, made if missing, so that a restarted table still accepts its tokens.

    Raises:
        OSError: the key can be neither read nor written.
    """
    file = folder / KEY_FILE
    with suppress(FileNotFoundError):
        kept = file.read_bytes()
        if len(kept) == KEY_BYTES:
            return kept
    key = new_key()
    write_whole(file, key, 0o600)
    return key
