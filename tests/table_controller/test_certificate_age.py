"""A certificate of a table that is about to end raises an alert, while there is time to make another."""

from __future__ import annotations

from pathlib import Path

import pytest

from table_controller.alerts.upkeep.certificate_age import CertificateAge
from table_controller.mqtt.authority import Authority
from table_controller.settings.network import certificates
from table_controller.settings.settings import read_file
from tests.table_controller.open_alerts import Told


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
    told = Told()
    page, _ = authority.issue("page", ["table"], tmp_path, days)
    age = CertificateAge([str(tmp_path / "none.pem"), str(page)], told.alert)
    for _ in range(2):
        age.tell(age.trouble())
    assert told.open == ({"certificate": f"The certificate {page} {says}"} if says else {})
    page.unlink()
    page.with_suffix(".key").unlink()
    authority.issue("page", ["table"], tmp_path)
    age.tell(age.trouble())
    assert told.open == {}


def test_the_certificates_of_the_page_and_of_the_line_are_looked_at(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(
        '[http]\ncertificate = "page.pem"\n[mqtt]\nca = "ca.pem"\ncertificate = "ours.pem"\ntls = true\n'
    )
    said = read_file(settings)
    assert certificates(said) == ("page.pem", "ca.pem", "ours.pem")
    assert certificates(said | {"mqtt": said["mqtt"] | {"tls": False}}) == ("page.pem",)
