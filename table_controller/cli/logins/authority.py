"""``jantaku authority``: a hall's own certificates, for broker, tables and all who connect."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import read_password
from wording.command_line.errors import config_error
from wording.command_line.login_texts import BadCertificate, Certified
from wording.command_line.numbers import whole
from wording.terminal.exit_status import ExitStatus
from wording.terminal.spoken import in_words

if TYPE_CHECKING:
    from table_controller.mqtt.authority import Authority

FOLDER: Final = Path("/etc/jantaku/authority")
DAYS: Final = 825
LONGEST_DAYS: Final = 3650
LONGEST_PKCS12: Final = 200
"""The longest password that OpenSSL takes. [characters]"""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``authority`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "authority",
        description="Makes a certificate authority of the hall's own and the certificates that it signs. Everybody who connects "
        "needs authority.pem; authority.key stays where it is.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    new = what.add_parser("new", help="make the authority")
    new.add_argument("--hall", default="home", metavar="NAME", help="name in its certificate (default: home)")
    issue = what.add_parser("issue", help="make a certificate: NAME.pem and NAME.key")
    issue.add_argument("name", metavar="NAME", help="broker, table7, tablet3, …")
    issue.add_argument(
        "--host", action="append", default=[], metavar="HOST",
        help="name or address of a server; may be repeated; none for a client",
    )  # fmt: skip
    issue.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of the two files (default: the authority's)"
    )
    issue.add_argument(
        "--pkcs12-password", type=Path, metavar="FILE",
        help="also NAME.p12 for a tablet, which asks for the password in this file",
    )  # fmt: skip
    issue.add_argument(
        "--days",
        type=whole(most=LONGEST_DAYS),
        default=DAYS,
        metavar="N",
        help=f"how long it is valid ({DAYS})",
    )
    shown = what.add_parser(
        "list", help="the certificates of a folder and of set-up, and until when they are valid"
    )
    renew = what.add_parser(
        "renew", help="renew set-up's certificates that end within 60 days", description="Renews the certificates that "
        "set-up made for broker and page, if they end within 60 days. The backup's unit does the same each night.",
    )  # fmt: skip
    for each in (new, issue, shown, renew):
        each.add_argument(
            "--folder", type=Path, default=FOLDER, metavar="DIR", help=f"the authority's ({FOLDER})"
        )
    parser.set_defaults(run=run)
    return parser


def run(options: argparse.Namespace) -> int:
    """Run ``jantaku authority``.

    Raises:
        ConfigError, OSError: an option or a file cannot be used.
    """
    from table_controller.mqtt.authority import Authority  # noqa: PLC0415 - wrong options are reported first

    authority = Authority(options.folder)
    if options.what == "new":
        authority.make(options.hall)
        print(in_words(options, Certified.authority(str(authority.certificate), str(authority.key))))
    elif options.what == "issue":
        _issue(authority, options)
    elif options.what == "renew":
        _renew(authority, options)
    else:
        _list(authority, options)
    return ExitStatus.DONE


def _issue(authority: Authority, options: argparse.Namespace) -> None:
    password = None
    if options.pkcs12_password is not None:
        password = read_password(options.pkcs12_password, LONGEST_PKCS12)
    certificate, key = authority.issue(options.name, options.host, options.out, options.days)
    print(in_words(options, Certified.issued(str(certificate), str(key))))
    if password is not None:
        packed = authority.pack(certificate, key, password)
        print(in_words(options, Certified.packed(str(packed))))


def _renew(authority: Authority, options: argparse.Namespace) -> None:
    from table_controller.mqtt.authority import EARLY_DAYS, MADE_BY_SETUP, ends_within  # noqa: PLC0415

    for file in MADE_BY_SETUP:
        if file.is_file() and ends_within(file, EARLY_DAYS):
            authority.renew(file)
            print(in_words(options, Certified.issued(str(file), str(file.with_suffix(".key")))))
            if file == MADE_BY_SETUP[0] and shutil.which("systemctl") is not None:
                subprocess.run(["systemctl", "reload", "mosquitto"], check=False)


def _list(authority: Authority, options: argparse.Namespace) -> None:
    # It is heavy to import: wrong options are reported first.
    from table_controller.mqtt.authority import MADE_BY_SETUP, shown  # noqa: PLC0415

    if not authority.folder.is_dir():
        raise config_error(BadCertificate.no_folder(str(authority.folder)))
    made = (file for file in MADE_BY_SETUP if authority.folder == FOLDER and file.is_file())
    for file in (*sorted(authority.folder.glob("*.pem")), *made):
        print(in_words(options, shown(file)))
