"""A hall's own certificate authority, made with OpenSSL's command line: its certificate and those that it signs.

Every Debian that runs Mosquitto has OpenSSL and updates it. Certificates are made so rarely that a library on each
table is not worth it.
"""

import ipaddress
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.texts.message import Message
from wording.command_line.errors import config_error, errno_of
from wording.command_line.login_texts import BadCertificate, Certified
from wording.misordered import BadFile

AUTHORITY_DAYS: Final = 3650
MADE_BY_SETUP: Final = (Path("/etc/mosquitto/certs/broker.pem"), Path("/etc/jantaku/page.pem"))
"""The certificates of broker and page that ``jantaku setup`` makes."""
RENEWED_DAYS: Final = 30
"""This long before a certificate ends, the doctor warns of it and set-up renews it."""
EARLY_DAYS: Final = 2 * RENEWED_DAYS
"""This long before a certificate ends, the nightly ``jantaku authority renew`` renews it, so that nobody is warned."""
DAYS: Final = 825
"""Browsers and phones accept no certificate that is valid for longer (Apple, since 2019)."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
HOST: Final = re.compile(r"(?=.{1,253}$)(\*\.)?[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")
AUTHORITY: Final = "authority"
OPENSSL_S: Final = 60.0
SIGNER: Final = """\
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
"""
SIGNED: Final = """\
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority in a folder: ``authority.pem`` is public, ``authority.key`` is secret."""

    folder: Path

    @property
    def certificate(self) -> Path:
        """The certificate that every client needs."""
        return self.folder / f"{AUTHORITY}.pem"

    @property
    def key(self) -> Path:
        """The key with which anybody can make certificates for any name."""
        return self.folder / f"{AUTHORITY}.key"

    def make(self, hall: str) -> None:
        """Make the authority of a hall.

        Raises:
            ConfigError: the authority exists already, or cannot be made.
        """
        _absent(self.certificate, self.key)
        _folder(self.folder)
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            key, request, made = _requested(Path(scratch), f"Jantaku hall {_common(hall)}")
            _signed(request, made, SIGNER, AUTHORITY_DAYS, "-signkey", str(key))
            _place(key, self.key, made, self.certificate)

    def issue(
        self, name: str, hosts: Sequence[str], folder: Path | None = None, days: int = DAYS
    ) -> tuple[Path, Path]:
        """Make a certificate; return the files of the certificate and of its key.

        Args:
            name: the name of the files, and of the certificate if it has no hosts.
            hosts: names and addresses of a server; none for a client that only connects to others.
            folder: where the files go; None for the authority's own folder.
            days: the time for which it is valid.

        Raises:
            ConfigError: there is no authority, a name is invalid, or the files exist already.
        """
        if not NAME.fullmatch(name) or name == AUTHORITY:
            raise config_error(BadCertificate.no_name(repr(name[:70])))
        for needed in (self.certificate, self.key):
            if not needed.is_file():
                raise config_error(BadCertificate.no_authority(str(needed)))
        folder = self.folder if folder is None else folder
        target, target_key = folder / f"{name}.pem", folder / f"{name}.key"
        _absent(target, target_key)
        _folder(folder)
        named = ",".join(_alternative(host) for host in hosts)
        extensions = SIGNED + (f"subjectAltName = {named}\n" if named else "")
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            key, request, made = _requested(Path(scratch), hosts[0][:64] if hosts else name)
            signer = ("-CA", str(self.certificate), "-CAkey", str(self.key))
            _signed(request, made, extensions, days, *signer)
            _place(key, target_key, made, target)
        return target, target_key

    def renew(self, certificate: Path) -> None:
        """Renew a certificate and its key, with the same names and the present files' owners and rights.

        Raises:
            ConfigError: there is no authority, or the file is no certificate.
        """
        there = (certificate.with_suffix(".key"), certificate)
        with tempfile.TemporaryDirectory(dir=certificate.parent) as scratch:
            self.issue(certificate.stem, _hosts(_described(certificate)), Path(scratch))
            for old in there:
                new, status = Path(scratch, old.name), old.stat()
                shutil.chown(new, status.st_uid, status.st_gid)
                new.chmod(status.st_mode & 0o777)
                new.replace(old)

    def pack(self, certificate: Path, key: Path, password: str) -> Path:
        """Pack a certificate, its key and the authority's certificate into one PKCS#12 file, the form tablets and browsers import.

        Args:
            certificate: a certificate made by ``issue``.
            key: the certificate's key.
            password: the password that protects the file.

        Raises:
            ConfigError: the file exists already.
        """
        packed = certificate.with_suffix(".p12")
        _absent(packed)
        with tempfile.TemporaryDirectory(dir=certificate.parent) as scratch:
            made = Path(scratch) / "packed"
            # Older tablets and phones know no newer ciphers than these.
            locks = ("-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1")
            _openssl(
                "pkcs12", "-export", "-in", str(certificate), "-inkey", str(key), "-certfile", str(self.certificate),
                "-name", certificate.stem, "-passout", "stdin", "-out", str(made), *locks, stdin=f"{password}\n",
            )  # fmt: skip
            made.chmod(0o600)
            made.replace(packed)
        return packed


def shown(certificate: Path) -> Message:
    """Describe a certificate: its owner, its names and its last day.

    Raises:
        ConfigError: the file is no certificate.
    """
    described = _described(certificate)
    subject = re.search(r"commonName\s*= (.*)", described)
    until = re.search(r"notAfter=(.*)", described)
    owner, last = subject[1] if subject else "?", until[1] if until else "?"
    return Certified.shown(certificate.name, owner, last, _hosts(described))


def _described(certificate: Path) -> str:
    return _openssl(
        "x509", "-in", str(certificate), "-noout", "-subject", "-enddate", "-ext", "subjectAltName", "-nameopt",
        "multiline,utf8,-esc_msb",
    )  # fmt: skip


def _hosts(described: str) -> list[str]:
    return re.findall(r"(?:DNS|IP Address):([^,\s]+)", described)


def ends_within(certificate: Path, days: int) -> bool:
    """Return whether a certificate expires within this many days.

    Raises:
        ConfigError: the file is no certificate.
    """
    shown(certificate)
    seconds = str(days * 24 * 3600)
    command = ["openssl", "x509", "-in", str(certificate), "-noout", "-checkend", seconds]
    return subprocess.run(command, capture_output=True, check=False, timeout=OPENSSL_S).returncode != 0


def is_for_host(certificate: Path, host: str) -> bool:
    """Return whether a certificate is for a computer of this name or address.

    Raises:
        ConfigError: the file is no certificate.
    """
    kind = "-checkip" if _alternative(host).startswith("IP:") else "-checkhost"
    return "does match" in _openssl("x509", "-in", str(certificate), "-noout", kind, host)


def _requested(scratch: Path, subject: str) -> tuple[Path, Path, Path]:
    """Make a new key and a certificate request; return the certificate's path too."""
    key, request = scratch / "key", scratch / "request"
    _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(key))
    _openssl("req", "-new", "-key", str(key), "-subj", f"/CN={subject}", "-utf8", "-out", str(request))
    return key, request, scratch / "certificate"


def _signed(request: Path, made: Path, extensions: str, days: int, *signer: str) -> None:
    extension_file = request.with_name("extensions")
    extension_file.write_text(extensions, encoding="utf-8")
    _openssl(
        "x509", "-req", "-in", str(request), "-out", str(made), "-days", str(days), "-sha256", "-extfile", str(extension_file), *signer,
        "-set_serial", f"0x{_serial()}",
    )  # fmt: skip


def _serial() -> str:
    """Return sixteen unguessable bytes that are not a negative number."""
    return f"1{_openssl('rand', '-hex', '15').strip()}"


def _openssl(*arguments: str, stdin: str = "") -> str:
    if shutil.which("openssl") is None:
        raise config_error(BadCertificate.no_openssl())
    done = subprocess.run(
        ["openssl", *arguments], capture_output=True, text=True, errors="replace", check=False, input=stdin, timeout=OPENSSL_S,
    )  # fmt: skip
    if done.returncode:
        raise config_error(BadCertificate.openssl(arguments[0], " ".join(done.stderr.split())[:300]))
    return done.stdout


def _alternative(host: str) -> str:
    try:
        return f"IP:{ipaddress.ip_address(host)}"
    except ValueError:
        if not HOST.fullmatch(host):
            raise config_error(BadCertificate.no_host(repr(host[:80]))) from None
        return f"DNS:{host}"


def _common(hall: str) -> str:
    if not hall or len(hall) > 40 or not hall.isprintable() or set(hall) & set("/+\\=,"):
        raise config_error(BadCertificate.no_hall(repr(hall[:60])))
    return hall


def _absent(*files: Path) -> None:
    for file in files:
        if file.exists():
            raise config_error(BadCertificate.there_already(str(file)))


def _folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    except OSError as error:
        raise config_error(BadFile.unmade(str(folder), errno_of(error))) from None


def _place(key: Path, key_to: Path, certificate: Path, to: Path) -> None:
    """Place the key first, so that a certificate never lacks its key."""
    key.chmod(0o600)
    certificate.chmod(0o644)
    key.replace(key_to)
    certificate.replace(to)
