"""TLS: contexts made from the settings' files, and certificate errors in words."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Final

from config import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXPIRED: Final = 10
NOT_YET: Final = 9
UNKNOWN_AUTHORITY: Final = frozenset({2, 18, 19, 20, 21, 24, 79})
"""Of OpenSSL's ``X509_V_ERR_…``: no issuer found, self-signed, the chain's end unknown, an issuer that is no authority."""
WRONG_NAME: Final = frozenset({62, 64})


def client_context(
    authority: Path | None, certificate: Path | None = None, key: Path | None = None
) -> ssl.SSLContext:
    """A TLS context for a client that verifies the server.

    Args:
        authority: file with the certificates of trusted authorities; None for those of the system.
        certificate: shown to a broker that wants one.
        key: of the certificate; None if it is in the same file.

    Raises:
        ConfigError: a file cannot be used; the text says which and why.
    """
    try:
        context = ssl.create_default_context(cafile=None if authority is None else str(authority))
    except (OSError, ValueError) as error:
        why = _words_of_file(error)
        raise ConfigError(f"{authority}: cannot be used as a certificate authority: {why}") from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if certificate is not None:
        _load(context, certificate, key)
    return context


def server_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """A TLS context for a server.

    Raises:
        ConfigError: a file cannot be used; the text says which and why.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    _load(context, certificate, key)
    return context


def words(error: BaseException, host: str) -> str | None:
    """In words, why TLS failed on a connection; None if the failure had another cause.

    Args:
        error: or any other that was raised while it was handled.
        host: the host we wanted to reach.
    """
    for each in _chain(error):
        if isinstance(each, ssl.SSLCertVerificationError):
            return _verification(each.verify_code, each.verify_message, host)
        if isinstance(each, ConnectionResetError):
            return f"{host} ended the line while it was made: does it speak TLS at this port, and take our certificate?"
        if isinstance(each, ssl.SSLError):
            reason = each.reason or ""
            if isinstance(each, ssl.SSLEOFError) or reason in (
                "WRONG_VERSION_NUMBER",
                "HTTP_REQUEST",
                "UNEXPECTED_MESSAGE",
                "RECORD_LAYER_FAILURE",
            ):
                return f"{host} does not speak TLS at this port"
            if "CERTIFICATE_REQUIRED" in reason or "HANDSHAKE_FAILURE" in reason:
                return f"{host} wants a certificate of us (certificate and key)"
            if "UNKNOWN_CA" in reason or "BAD_CERTIFICATE" in reason or "CERTIFICATE_EXPIRED" in reason:
                return f"{host} does not take our certificate ({reason.lower().replace('_', ' ')})"
            return f"no encrypted line to {host}: {reason.lower().replace('_', ' ') or each}"
    return None


def _verification(code: int, message: str, host: str) -> str:
    if code == EXPIRED:
        return f"the certificate of {host} has expired: make a new one (jantaku authority issue)"
    if code == NOT_YET:
        return f"the certificate of {host} is not valid yet: see that this computer's clock is right"
    if code in UNKNOWN_AUTHORITY:
        return (
            f"the certificate of {host} is signed by an authority that is not known here: give its file as ca"
        )
    if code in WRONG_NAME:
        return f"the certificate shown is not for {host}: use a name that stands in it, or make one with this name"
    return f"the certificate of {host} cannot be verified: {message}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    each: BaseException | None = error
    while each is not None:
        yield each
        each = each.__cause__ or each.__context__


def _load(context: ssl.SSLContext, certificate: Path, key: Path | None) -> None:
    for file in filter(None, (certificate, key)):
        try:
            file.open("rb").close()
        except (OSError, ValueError) as error:
            raise ConfigError(f"{file}: cannot be read: {_words_of_file(error)}") from None
    try:
        # A key with a password would be asked for at the terminal.
        context.load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"{certificate}: cannot be used with {key or 'itself'}: {_words_of_file(error)}"
        ) from None


def _words_of_file(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        if error.reason == "KEY_VALUES_MISMATCH":
            return "the key is not that of the certificate"
        return (
            "no certificate or key in PEM"
            if error.reason in (None, "NO_START_LINE") or "PEM" in str(error)
            else str(error)
        )
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
