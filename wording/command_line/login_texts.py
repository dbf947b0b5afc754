"""Faults of a login, a password or a certificate of a hall, and the texts of the commands for them."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from wording.barred import LoginRole


def _of_login(name: str, names: Sequence[str]) -> None: ...  # a name, and those that no login may have
# A login, the role that was said, and those that there are.
def _of_no_role(name: str, text: str, roles: Sequence[str]) -> None: ...
def _of_keys(name: str, names: Sequence[str]) -> None: ...  # a login, and what its table may hold
# A file, a login, and those that there are.
def _of_there(name: str, text: str, names: Sequence[str]) -> None: ...
# A login, its role and where it has it, and whether it was there before.
def _of_granted(
    name: str, role: LoginRole, halls: Sequence[str], tables: Sequence[str], *, known: bool
) -> None: ...
# A login, its role and where it has it, and whether it has a password.
def _of_listed(
    name: str, role: LoginRole, halls: Sequence[str], tables: Sequence[str], *, password: bool
) -> None: ...
def _of_pair(name: str, key: str) -> None: ...  # a certificate and its key
# The file of a certificate, whose it is, its last day, and the computers that it is for.
def _of_until(name: str, owner: str, until: str, hosts: Sequence[str]) -> None: ...


class BadLogin:
    """Faults of a login."""

    # the file
    no_logins = Text(of.of_name)
    keys = Text(_of_keys)
    no_text = Text(of.of_name)
    no_lists = Text(of.of_name)
    # a login
    no_name = Text(_of_login)
    no_role = Text(_of_no_role)
    not_there = Text(_of_there)
    # a password
    no_password = Text(of.of_name)
    password_file = Text(of.of_name)
    two_passwords = Text(of.nothing)
    bad_password = Text(of.of_name)


class Registered:
    """Results of ``jantaku logins``."""

    granted = Text(_of_granted)
    removed = Text(of.of_name)
    listed = Text(_of_listed)
    nobody = Text(of.nothing)
    written = Text(of.of_name)
    to_write = Text(of.nothing)
    to_reload = Text(of.nothing)
    ask = Text(of.of_name)
    ask_again = Text(of.of_name)


class BadCertificate:
    """The reasons why a certificate is not made or shown."""

    no_name = Text(of.of_text)
    no_authority = Text(of.of_name)
    no_host = Text(of.of_text)
    no_hall = Text(of.of_text)
    there_already = Text(of.of_name)
    no_folder = Text(of.of_name)
    no_openssl = Text(of.nothing)
    openssl = Text(reasons.of_value)


class Certified:
    """Results of ``jantaku authority``."""

    authority = Text(_of_pair)
    issued = Text(_of_pair)
    packed = Text(of.of_name)
    shown = Text(_of_until)
