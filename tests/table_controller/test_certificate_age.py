"""A table's certificate that will soon expire raises an alert while there is time to make another."""

import socket
import ssl
from pathlib import Path
from threading import Thread

import pytest

from jantaku.main import main
from referee.texts.language import english
from table_controller.health.upkeep.certificate_age import CertificateAge
from table_controller.mqtt.authority import Authority, shown
from table_controller.mqtt.tls import server_context
from table_controller.settings.network import certificates
from table_controller.settings.settings import read_file
from tests.table_controller.open_alerts import OpenAlerts


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    made = Authority(tmp_path / "authority")
    made.make("club")
    return made


@pytest.mark.parametrize(
    ("days", "says"),
    [(29, "ends within 30 days"), (31, ""), (0, "has expired, and browsers refuse the page")],
)
def test_people_are_told_before_a_certificate_ends(
    authority: Authority, tmp_path: Path, days: int, says: str
) -> None:
    alerts = OpenAlerts()
    page, _ = authority.issue("page", ["table"], tmp_path, days)
    age = CertificateAge([str(tmp_path / "none.pem"), str(page)], alerts.alert)
    for _ in range(2):
        age.tell(age.trouble())
    assert alerts.open == ({"certificate": f"The certificate {page} {says}"} if says else {})
    page.unlink()
    page.with_suffix(".key").unlink()
    authority.issue("page", ["table"], tmp_path)
    age.tell(age.trouble())
    assert alerts.open == {}


def test_the_certificates_of_the_page_and_of_the_line_are_looked_at(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(
        '[http]\ncertificate = "page.pem"\n[mqtt]\nca = "ca.pem"\ncertificate = "ours.pem"\ntls = true\n'
    )
    settings_read = read_file(settings)
    assert certificates(settings_read) == ("page.pem", "ca.pem", "ours.pem")
    assert certificates(settings_read | {"mqtt": settings_read["mqtt"] | {"tls": False}}) == ("page.pem",)


def shown_to_a_client(context: ssl.SSLContext) -> bytes | None:
    """Return the certificate that a server with this context shows."""
    ours, theirs = socket.socketpair()
    served = Thread(target=lambda: context.wrap_socket(theirs, server_side=True).close())
    served.start()
    with ssl._create_unverified_context().wrap_socket(ours) as line:
        certificate = line.getpeercert(binary_form=True)
    served.join()
    return certificate


def test_certificates_of_set_up_are_made_anew_before_anybody_is_warned(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's server takes up the new one while it runs."""
    soon, _ = authority.issue("page", ["table.local", "10.0.0.7"], tmp_path, 59)
    late, _ = authority.issue("broker", ["table.local"], tmp_path, 61)
    soon.with_suffix(".key").chmod(0o640)
    monkeypatch.setattr("table_controller.mqtt.authority.MADE_BY_SETUP", (late, soon, tmp_path / "none.pem"))
    before, text = late.read_bytes(), english(shown(soon))
    context = server_context(soon, soon.with_suffix(".key"))
    first = shown_to_a_client(context)
    renew = ["authority", "renew", "--folder", str(authority.folder)]
    assert main(renew) == 0
    assert late.read_bytes() == before
    assert english(shown(soon)) != text
    assert english(shown(soon)).endswith("for table.local, 10.0.0.7")
    assert [file.stat().st_mode & 0o777 for file in (soon, soon.with_suffix(".key"))] == [0o644, 0o640]
    alerts = OpenAlerts()
    assert CertificateAge([str(soon)], alerts.alert).trouble() is None
    assert shown_to_a_client(context) == first
    assert shown_to_a_client(context) == ssl.PEM_cert_to_DER_cert(soon.read_text())
    renewed = soon.read_bytes()
    assert main(renew) == 0
    assert soon.read_bytes() == renewed
