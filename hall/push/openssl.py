"""P-256 and AES-128-GCM of the OpenSSL library with which Python itself speaks TLS, called through ``ctypes``.

Python's standard library has neither. Keys pass in DER, so that the calls below are all we need of OpenSSL 3.
"""

from __future__ import annotations

import _ssl
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

POINT_BYTES: Final = 65
"""An uncompressed point of P-256: 4, then two coordinates (SEC 1, 2.3.3)."""
NUMBER_BYTES: Final = 32
TAG_BYTES: Final = 16
PUBLIC_DER: Final = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
"""A public key of P-256 in DER, up to its point (RFC 5480)."""
PRIVATE_DER: Final = (
    bytes.fromhex("30770201010420"),
    bytes.fromhex("a00a06082a8648ce3d030107a144034200"),
)
"""A private key of P-256 in DER, around its number and before its point (RFC 5915)."""
_EC: Final = 408
_SET_TAG_LENGTH_TO_READ: Final = 0x10
_POINTERS: Final = (
    "EVP_PKEY_Q_keygen", "EVP_PKEY_CTX_new", "EVP_MD_CTX_new", "EVP_CIPHER_CTX_new", "EVP_sha256", "EVP_aes_128_gcm",
    "d2i_PrivateKey", "d2i_PUBKEY",
)  # fmt: skip
_DONE_WITH: Final = ("EVP_PKEY_free", "EVP_PKEY_CTX_free", "EVP_MD_CTX_free", "EVP_CIPHER_CTX_free")


class CryptoError(Exception):
    """OpenSSL refuses: a key is wrong, or the library lacks what we call."""


@cache
def _library() -> Any:
    """Return the library that Python's ``ssl`` has loaded.

    Raises:
        CryptoError: this Python does not share its library.
    """
    try:
        library = ctypes.CDLL(_ssl.__file__)
        for name in _POINTERS:
            getattr(library, name).restype = ctypes.c_void_p
        for name in _DONE_WITH:
            getattr(library, name).restype = None
    except (AttributeError, OSError) as error:
        raise CryptoError(f"this Python does not share its OpenSSL library: {error}") from error
    return library


@contextmanager
def _held(pointer: int | None, free: str) -> Iterator[ctypes.c_void_p]:
    """Hold an object of the library until the block ends.

    Raises:
        CryptoError: there is no object.
    """
    if not pointer:
        raise CryptoError("OpenSSL refuses the key")
    object_ = ctypes.c_void_p(pointer)
    try:
        yield object_
    finally:
        getattr(_library(), free)(object_)


def _check(result: int) -> None:
    if result <= 0:
        raise CryptoError("OpenSSL refuses the operation")


def _public(point: bytes) -> Any:
    """Return a public key, which is freed when the block ends."""
    text = PUBLIC_DER + point
    begins = ctypes.pointer(ctypes.c_char_p(text))
    made = _library().d2i_PUBKEY(None, begins, ctypes.c_long(len(text)))
    return _held(made if len(point) == POINT_BYTES else None, "EVP_PKEY_free")


class KeyPair:
    """A private key of P-256 with its point.

    Args:
        number: the private key.
        point: the public key.

    Raises:
        CryptoError: they are no key, or OpenSSL is not there.
    """

    def __init__(self, number: bytes, point: bytes) -> None:
        self._number, self.point = number, point
        with self._key(), _public(point):
            pass

    @classmethod
    def new(cls) -> KeyPair:
        """Make a key pair.

        Raises:
            CryptoError: OpenSSL is not there.
        """
        library = _library()
        with _held(library.EVP_PKEY_Q_keygen(None, None, b"EC", b"P-256"), "EVP_PKEY_free") as key:
            text = ctypes.create_string_buffer(256)
            length = library.i2d_PrivateKey(key, ctypes.byref(ctypes.c_char_p(ctypes.addressof(text))))
            return cls.of_der(text.raw[:length])

    @classmethod
    def of_der(cls, text: bytes) -> KeyPair:
        """Return the key pair that ``der`` wrote.

        Raises:
            CryptoError: it is none.
        """
        before, between = PRIVATE_DER
        number = text[len(before) : len(before) + NUMBER_BYTES]
        point = text[-POINT_BYTES:]
        if text != before + number + between + point:
            raise CryptoError("no private key of P-256")
        return cls(number, point)

    @property
    def der(self) -> bytes:
        before, between = PRIVATE_DER
        return before + self._number + between + self.point

    def _key(self) -> Any:
        text = self.der
        made = _library().d2i_PrivateKey(
            _EC, None, ctypes.pointer(ctypes.c_char_p(text)), ctypes.c_long(len(text))
        )
        return _held(made, "EVP_PKEY_free")

    def shared_with(self, point: bytes) -> bytes:
        """Return the secret that this key shares with another's point (ECDH).

        Raises:
            CryptoError: the point is not on the curve.
        """
        library = _library()
        secret = ctypes.create_string_buffer(NUMBER_BYTES)
        with (
            self._key() as own,
            _public(point) as other,
            _held(library.EVP_PKEY_CTX_new(own, None), "EVP_PKEY_CTX_free") as deriving,
        ):
            _check(library.EVP_PKEY_derive_init(deriving))
            _check(library.EVP_PKEY_derive_set_peer(deriving, other))
            _check(library.EVP_PKEY_derive(deriving, secret, ctypes.byref(ctypes.c_size_t(NUMBER_BYTES))))
        return secret.raw

    def signature(self, text: bytes) -> bytes:
        """Sign a text (ES256: RFC 7518, 3.4); return the signature's two numbers, each of 32 bytes."""
        library = _library()
        made = ctypes.create_string_buffer(128)
        length = ctypes.c_size_t(len(made))
        with self._key() as own, _held(library.EVP_MD_CTX_new(), "EVP_MD_CTX_free") as signing:
            sha256 = ctypes.c_void_p(library.EVP_sha256())
            _check(library.EVP_DigestSignInit(signing, None, sha256, None, own))
            _check(
                library.EVP_DigestSign(signing, made, ctypes.byref(length), text, ctypes.c_size_t(len(text)))
            )
        return _numbers(made.raw[: length.value])


def _numbers(der: bytes) -> bytes:
    """Return the two numbers of a signature in DER: SEQUENCE { INTEGER, INTEGER }."""
    first = der[4 : 4 + der[3]]
    second = der[6 + der[3] :]
    return b"".join(each.lstrip(b"\0").rjust(NUMBER_BYTES, b"\0") for each in (first, second))


def encrypted(key: bytes, nonce: bytes, text: bytes) -> bytes:
    """Encrypt with AES-128-GCM; the tag stands at the end."""
    library = _library()
    made, tag = ctypes.create_string_buffer(max(1, len(text))), ctypes.create_string_buffer(TAG_BYTES)
    length = ctypes.byref(ctypes.c_int())
    with _held(library.EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_free") as cipher:
        gcm = ctypes.c_void_p(library.EVP_aes_128_gcm())
        _check(library.EVP_EncryptInit_ex(cipher, gcm, None, key, nonce))
        _check(library.EVP_EncryptUpdate(cipher, made, length, text, len(text)))
        _check(library.EVP_EncryptFinal_ex(cipher, tag, length))
        _check(library.EVP_CIPHER_CTX_ctrl(cipher, _SET_TAG_LENGTH_TO_READ, TAG_BYTES, tag))
    return made.raw[: len(text)] + tag.raw
