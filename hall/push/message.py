"""An encrypted push message: its body (RFC 8291 in the coding of RFC 8188) and the proof of its sender (RFC 8292)."""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hall.push.openssl import KeyPair, encrypted

SALT_BYTES: Final = 16
SECRET_BYTES: Final = 16
"""The length of a browser's authentication secret (RFC 8291, 3.2)."""
RECORD_BYTES: Final = 4096
"""The size of a message's only record; push services accept no longer body (RFC 8030, 7.2)."""
LAST_RECORD: Final = b"\2"
PROOF_S: Final = 12 * 3600
"""The time for which a proof is valid; RFC 8292 allows a day. [s]"""


@dataclass(frozen=True, slots=True)
class Recipient:
    """The keys of a browser's subscription.

    Attributes:
        point: its public key.
        secret: its authentication secret.
    """

    point: bytes
    secret: bytes


def body_for(to: Recipient, text: bytes, *, key: KeyPair | None = None, salt: bytes | None = None) -> bytes:
    """Return the body of a message, encrypted for a browser; key and salt are made for each message.

    Raises:
        CryptoError: the browser's point is not on the curve.
    """
    key, salt = key or KeyPair.new(), salt or secrets.token_bytes(SALT_BYTES)
    parties = b"WebPush: info\0" + to.point + key.point
    secret = _derived(to.secret, key.shared_with(to.point), parties, 32)
    content_key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(key.point)]) + key.point
    return head + encrypted(content_key, nonce, text + LAST_RECORD)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Derive a key of 32 bytes or less (HKDF with SHA-256: RFC 5869, one step of expansion)."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\1", hashlib.sha256)[:length]


def proof(key: KeyPair, audience: str, contact: str, now_s: int) -> str:
    """Return the header by which a push service recognises the sender.

    Args:
        key: the hall's own.
        audience: the origin of the push service.
        contact: ``mailto:`` or ``https:`` address of the club, for the people of the push service.
        now_s: seconds since 1970.
    """
    claims = {"aud": audience, "exp": now_s + PROOF_S, "sub": contact}
    signed = f"{_of_mapping({'typ': 'JWT', 'alg': 'ES256'})}.{_of_mapping(claims)}"
    return f"vapid t={signed}.{written(key.signature(signed.encode()))}, k={written(key.point)}"


def _of_mapping(mapping: Mapping[str, object]) -> str:
    return written(json.dumps(mapping, separators=(",", ":")).encode())


def written(value: bytes) -> str:
    """Write bytes in base64url without padding (RFC 7515, 2)."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Read bytes in base64url, padded or not.

    Raises:
        ValueError: the text is something else.
    """
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)
