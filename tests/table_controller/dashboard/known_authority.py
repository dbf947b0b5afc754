"""Makes a browser of this machine trust a hall's own authority, as a person does in its settings.

Chromium reads such authorities from the NSS database of the user's folder. It is filled here with NSS itself, which
Chromium brings along; the tool ``certutil`` is not installed everywhere.
"""

import ctypes
import ctypes.util
import ssl
import sys
from pathlib import Path

TRUSTED_CA = 0x10 | 0x08 | 0x80  # CERTDB_TRUSTED_CA | CERTDB_VALID_CA | CERTDB_TRUSTED_CLIENT_CA


class Item(ctypes.Structure):
    """``SECItem``."""

    _fields_ = (("type", ctypes.c_int), ("data", ctypes.c_void_p), ("length", ctypes.c_uint))


class Trust(ctypes.Structure):
    """``CERTCertTrust``: flags for TLS, mail and code."""

    _fields_ = (("tls", ctypes.c_uint), ("mail", ctypes.c_uint), ("code", ctypes.c_uint))


def let_know(home: Path, certificate: Path) -> None:
    """Put an authority's certificate (PEM) among those that a user with this home trusts for TLS.

    Raises:
        OSError: NSS is not there or refuses.
    """
    nss = ctypes.CDLL("libnss3.so")
    for name in ("CERT_NewTempCertificate", "PK11_GetInternalKeySlot", "CERT_GetDefaultCertDB"):
        getattr(nss, name).restype = ctypes.c_void_p
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    der = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    buffer = ctypes.create_string_buffer(der, len(der))
    item = Item(0, ctypes.addressof(buffer), len(der))
    _done(nss.NSS_InitReadWrite(f"sql:{database}".encode()), "NSS_InitReadWrite")
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    _done(nss.PK11_InitPin(slot, None, b""), "PK11_InitPin")
    here = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    made = ctypes.c_void_p(nss.CERT_NewTempCertificate(here, ctypes.byref(item), None, 0, 1))
    _done(nss.PK11_ImportCert(slot, made, ctypes.c_ulong(0), b"hall", 0), "PK11_ImportCert")
    trust = Trust(TRUSTED_CA, 0, 0)
    _done(nss.CERT_ChangeCertTrust(here, made, ctypes.byref(trust)), "CERT_ChangeCertTrust")
    nss.CERT_DestroyCertificate(made)
    nss.PK11_FreeSlot(slot)
    _done(nss.NSS_Shutdown(), "NSS_Shutdown")


def _done(status: int, what: str) -> None:
    if status:
        raise OSError(f"{what} failed")


if __name__ == "__main__":  # a process of its own: NSS is one for all of a process
    let_know(Path(sys.argv[1]), Path(sys.argv[2]))
