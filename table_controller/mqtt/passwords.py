"""Passwords as Mosquitto keeps them: PBKDF2 with SHA-512, ``$7$iterations$salt$hash`` (``mosquitto_passwd`` 2.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from typing import Final

ITERATIONS: Final = 10_000
"""A hundred times as many as ``mosquitto_passwd`` uses; each login costs the broker some milliseconds."""
SALT_BYTES: Final = 12
"""Mosquitto 2.0 takes salts of exactly this length."""
HASH_BYTES: Final = 64


def hashed(password: str, salt: bytes | None = None, iterations: int = ITERATIONS) -> str:
    """The hash of a password, with a new salt unless one is given."""
    salt = os.urandom(SALT_BYTES) if salt is None else salt
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, iterations, HASH_BYTES)
    return f"$7${iterations}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def is_password(password: str, kept: str) -> bool:
    """Return whether a hash is that of a password; a hash of another kind is that of none."""
    try:
        _, kind, iterations, salt, _ = kept.split("$")
        mine = hashed(password, base64.b64decode(salt, validate=True), int(iterations))
    except ValueError:
        return False
    return kind == "7" and hmac.compare_digest(mine, kept)
