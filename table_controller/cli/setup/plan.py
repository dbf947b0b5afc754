"""From answers to files: everything that table and broker need, prepared in full before anything is written."""

import secrets
import socket
import tempfile
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Final, cast

import tomlkit

from config import read_password
from table_controller.cli.logins.authority import FOLDER as AUTHORITY
from table_controller.cli.logins.logins import ACCESS, LOGINS, PASSWORDS, ROLES_FILE
from table_controller.cli.setup.answers import NO_CALLS, NO_CAMERA, NO_UNIT, OWN_BROKER, Answers, called_at
from table_controller.mqtt import logins
from table_controller.mqtt.authority import MADE_BY_SETUP, RENEWED_DAYS, Authority, ends_within, is_for_host
from table_controller.mqtt.logins import hashed, is_password
from table_controller.settings.outside import TABLE_SETTINGS

ETC: Final = TABLE_SETTINGS.parent
PASSWORD: Final = ETC / "mqtt-password"
CALLS: Final = ETC / "call-addresses"
BROKER: Final = Path("/etc/mosquitto/conf.d")
CERTIFICATES: Final = Path("/etc/mosquitto/certs")
PEOPLE: Final = ("viewer", "referee", "head-referee", "technician")
CHOSEN: Final = "referee"
"""The login whose password is asked for; the other passwords are generated and shown."""
PORT, TLS_PORT = 1883, 8883
PASSWORD_BYTES: Final = 9
HEAD: Final = "# The settings of this table; the rest is as in daemon.toml. `jantaku setup` keeps what else is written here.\n"


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned file.

    Attributes:
        text: the new content, in bytes if it is no text; None to remove the file.
        group: the group that may read it besides its owner.
        owner: the file's owner; None for root.
        secret: True to keep its text hidden.
    """

    path: Path
    text: str | bytes | None
    mode: int = 0o644
    group: str | None = None
    owner: str | None = None
    secret: bool = False

    @property
    def content(self) -> bytes | None:
        """The new content in bytes; None to remove the file."""
        return self.text.encode() if isinstance(self.text, str) else self.text


@dataclass(slots=True)
class Plan:
    """The planned files, and the generated passwords by login, which nobody can look up later."""

    files: list[Planned] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)


def planned(answers: Answers, root: Path, further: Iterable[Planned] = ()) -> Plan:
    """Plan the files for the answers, and further ones, from those already below a root; write nothing.

    Raises:
        ConfigError, OSError: an existing file cannot be read, or a certificate cannot be made.
    """
    plan = Plan()
    if answers.own_broker:
        _plan_broker(answers, root, plan)
    elif answers.password:
        plan.files.append(_password(answers.password))
    if answers.encrypted and answers.own_broker:
        _plan_certificates(answers, root, plan)
    called = called_at(answers)
    if called:
        text = "".join(f"{each.url}\n" for each in called)
        plan.files.append(Planned(CALLS, text, 0o640, "jantaku", secret=True))
    elif answers.calls == NO_CALLS and below(root, CALLS).exists():
        plan.files.append(Planned(CALLS, None))
    plan.files.append(Planned(TABLE_SETTINGS, settings_text(answers, root), 0o640, "jantaku"))
    plan.files += further
    return plan


def below(root: Path, path: Path) -> Path:
    """Return the place of an installed system's path under a root."""
    return root / path.relative_to("/")


def settings_text(answers: Answers, root: Path) -> str:
    """Return the settings file with the answers put in; everything else, comments included, stays."""
    there = below(root, TABLE_SETTINGS)
    document = tomlkit.parse(there.read_text(encoding="utf-8") if there.is_file() else HEAD)
    for name in ("hall", "table", "language", "camera", "geometry", "ruleset"):
        document[name] = getattr(answers, name)
    if answers.second_camera:
        document["second_camera"] = "" if answers.second_camera == NO_CAMERA else answers.second_camera
    _unit(document, answers)
    if answers.calls:
        _table(document, "calls")["addresses_file"] = "" if answers.calls == NO_CALLS else str(CALLS)
    mqtt = _table(document, "mqtt")
    encrypted = answers.encrypted if answers.own_broker else bool(answers.ca)
    port = TLS_PORT if encrypted else PORT
    mqtt["address"] = f"{OWN_BROKER}:{port}" if answers.own_broker else answers.broker
    mqtt["user"] = answers.login
    known = answers.own_broker or answers.password or below(root, PASSWORD).is_file()
    mqtt["password_file"] = str(PASSWORD) if known else ""
    mqtt["tls"] = encrypted
    if encrypted:
        mqtt["ca"] = str(ETC / "authority.pem") if answers.own_broker else answers.ca
    else:
        for name in ("ca", "certificate", "key"):  # left from an encrypted line
            mqtt.pop(name, None)
    if answers.own_broker:
        mqtt["logins"] = str(ROLES_FILE)
        http = _table(document, "http")
        for name, suffix in (("certificate", "pem"), ("key", "key")):
            http[name] = str(ETC / f"page.{suffix}") if encrypted else ""
    return tomlkit.dumps(document)


def _unit(document: tomlkit.TOMLDocument, answers: Answers) -> None:
    unit = _table(document, "unit")
    if answers.unit == NO_UNIT:
        unit["driver"] = NO_UNIT
    else:
        document["serial"] = answers.unit
        if unit.get("driver") in {None, NO_UNIT}:
            unit["driver"] = "jantaku"


def _table(document: tomlkit.TOMLDocument, name: str) -> MutableMapping[str, Any]:
    """Return a table of the settings that can be edited, even if it is inline or defined in several places."""
    if name not in document:
        document[name] = tomlkit.table()
    return cast("MutableMapping[str, Any]", document[name])


def _plan_broker(answers: Answers, root: Path, plan: Plan) -> None:
    """Plan Mosquitto's files and the logins; an existing login keeps its password."""
    # It imports the catalogue of all commands, which is slow.
    from table_controller.commands.service import access_list  # noqa: PLC0415

    there = below(root, LOGINS)
    accounts = logins.read(there) if there.exists() else {}
    own = below(root, PASSWORD)
    login = logins.login_of(answers.login, "table", (answers.hall,), (answers.table,))
    account = accounts.get(answers.login)
    if account is None or not own.is_file():
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        accounts[answers.login] = logins.Account(login, hashed(password))
        plan.files.append(_password(password))
    else:
        word = read_password(own)
        fits = account.login.role == "table" and account.login.is_for(answers.hall, answers.table)
        right = account.password if is_password(word, account.password) else hashed(word)
        accounts[answers.login] = logins.Account(account.login if fits else login, right)
    for name in PEOPLE:
        before = accounts[name].password if name in accounts else ""
        if before and not (name == CHOSEN and answers.password and not is_password(answers.password, before)):
            continue
        password = answers.password if name == CHOSEN else ""
        if not password:
            password = plan.made[name] = secrets.token_urlsafe(PASSWORD_BYTES)
        accounts[name] = logins.Account(logins.login_of(name, name, (), ()), hashed(password))
    kept, other = (
        ("jantaku-tls.conf", "jantaku.conf") if answers.encrypted else ("jantaku.conf", "jantaku-tls.conf")
    )
    configuration = resources.files("config").joinpath("mosquitto", kept).read_text(encoding="utf-8")
    plan.files += [
        Planned(LOGINS, logins.written(accounts, passwords=True), 0o600, secret=True),
        Planned(ROLES_FILE, logins.written(accounts, passwords=False), 0o640, "jantaku"),
        Planned(PASSWORDS, access_list.password_file(accounts), 0o640, "mosquitto", secret=True),
        Planned(ACCESS, access_list.access_list(accounts), 0o640, "mosquitto"),
        Planned(BROKER / kept, configuration),
    ]
    if below(root, BROKER / other).exists():
        plan.files.append(Planned(BROKER / other, None))


def _plan_certificates(answers: Answers, root: Path, plan: Plan) -> None:
    """Plan the hall's authority and the certificates of broker and page; those still valid stay."""
    host = answers.host or socket.gethostname()
    local = set() if "." in host or ":" in host else {f"{host}.local"}
    hosts = sorted({host, "localhost", OWN_BROKER} | local)
    old = below(root, AUTHORITY)
    kept = (old / "authority.pem", *(below(root, path) for path in MADE_BY_SETUP))
    if all(path.is_file() and not ends_within(path, RENEWED_DAYS) for path in kept) and all(
        is_for_host(path, host) for path in kept[1:] for host in hosts
    ):
        return
    with tempfile.TemporaryDirectory() as scratch:
        authority = Authority(Path(scratch))
        if (old / "authority.key").is_file() and not ends_within(old / "authority.pem", RENEWED_DAYS):
            for name in ("authority.pem", "authority.key"):
                (authority.folder / name).write_bytes((old / name).read_bytes())
        else:
            authority.make(answers.hall)
            plan.files.append(
                Planned(AUTHORITY / "authority.key", authority.key.read_text(), 0o600, secret=True)
            )
        public = authority.certificate.read_text()
        plan.files += [Planned(folder / "authority.pem", public) for folder in (AUTHORITY, CERTIFICATES, ETC)]
        for path, group in zip(MADE_BY_SETUP, ("mosquitto", "jantaku"), strict=True):
            certificate, key = authority.issue(path.stem, hosts)
            plan.files.append(Planned(path, certificate.read_text()))
            plan.files.append(Planned(path.with_suffix(".key"), key.read_text(), 0o640, group, secret=True))


def _password(password: str) -> Planned:
    return Planned(PASSWORD, password + "\n", 0o600, "jantaku", "jantaku", secret=True)
