"""TLS: contexts made from the settings' files, and the reasons why a connection could not be encrypted."""

import errno
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from config import ConfigError
from referee.texts.findings import Plain
from referee.texts.message import Message
from wording.command_line.errors import config_error
from wording.misordered import Failed, Unsecured

EXPIRED: Final = 10
NOT_YET: Final = 9
UNKNOWN_AUTHORITY: Final = frozenset({2, 18, 19, 20, 21, 24, 79})
"""Of OpenSSL's ``X509_V_ERR_…``: no issuer found, self-signed, the chain's end unknown, an issuer that is no authority."""
WRONG_NAME: Final = frozenset({62, 64})


def client_context(
    authority: Path | None, certificate: Path | None = None, key: Path | None = None
) -> ssl.SSLContext:
    """Return a TLS context for a client that verifies the server.

    Args:
        authority: file with the certificates of trusted authorities; None for the system's.
        certificate: the certificate for a broker that requires one.
        key: the certificate's key; None if it is in the same file.

    Raises:
        ConfigError: a file cannot be used; the text says which and why.
    """
    try:
        context = ssl.create_default_context(cafile=None if authority is None else str(authority))
    except (OSError, ValueError) as error:
        raise config_error(Unsecured.no_authority(str(authority), _why_not_file(error))) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if certificate is not None:
        _load(context, certificate, key)
    return context


def server_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Return a TLS context for a server, which adopts a certificate that is renewed while it runs.

    Raises:
        ConfigError: a file cannot be used; the text says which and why.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    _load(context, certificate, key)
    made_ns = certificate.stat().st_mtime_ns

    def look_again(*_: object) -> None:
        nonlocal made_ns
        with suppress(OSError, ConfigError):
            now_ns = certificate.stat().st_mtime_ns
            if now_ns != made_ns:
                _load(context, certificate, key)
                made_ns = now_ns

    # Called for each client: this one still gets the old certificate, the next one the new.
    context.sni_callback = look_again
    return context


def why_unsecured(error: BaseException, host: str) -> Message | None:
    """Return the reason why TLS failed on a connection; None if the failure had another cause.

    Args:
        error: the error; its causes are checked too.
        host: the host to reach.
    """
    for each in _chain(error):
        if isinstance(each, ssl.SSLCertVerificationError):
            return _verification(each.verify_code, each.verify_message, host)
        if isinstance(each, ConnectionResetError):
            return Unsecured.ended(host)
        if isinstance(each, ssl.SSLError):
            reason = each.reason or ""
            if isinstance(each, ssl.SSLEOFError) or reason in (
                "WRONG_VERSION_NUMBER",
                "HTTP_REQUEST",
                "UNEXPECTED_MESSAGE",
                "RECORD_LAYER_FAILURE",
            ):
                return Unsecured.no_tls(host)
            if "CERTIFICATE_REQUIRED" in reason or "HANDSHAKE_FAILURE" in reason:
                return Unsecured.wants_certificate(host)
            if "UNKNOWN_CA" in reason or "BAD_CERTIFICATE" in reason or "CERTIFICATE_EXPIRED" in reason:
                return Unsecured.refuses_certificate(host, reason.lower().replace("_", " "))
            return Unsecured.no_line(host, reason.lower().replace("_", " ") or str(each))
    return None


def _verification(code: int, message: str, host: str) -> Message:
    if code == EXPIRED:
        return Unsecured.expired(host)
    if code == NOT_YET:
        return Unsecured.not_yet(host)
    if code in UNKNOWN_AUTHORITY:
        return Unsecured.unknown_authority(host)
    if code in WRONG_NAME:
        return Unsecured.wrong_name(host)
    return Unsecured.unverified(host, message)


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
            raise config_error(Unsecured.unread(str(file), _why_not_file(error))) from None
    try:
        # Without this, OpenSSL would ask for a key's password at the terminal.
        context.load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as error:
        why = _why_not_file(error)
        pair = None if key is None else str(key)
        raise config_error(Unsecured.no_pair(str(certificate), pair, why)) from None


def _why_not_file(error: Exception) -> Message:
    if isinstance(error, ssl.SSLError):
        if error.reason == "KEY_VALUES_MISMATCH":
            return Unsecured.other_key()
        if error.reason in (None, "NO_START_LINE") or "PEM" in str(error):
            return Unsecured.no_pem()
        return Plain.words(str(error))
    if isinstance(error, OSError) and error.strerror:
        return Failed.system((), errno.errorcode.get(error.errno or 0, error.strerror))
    return Plain.words(str(error))
