"""``/push.json`` of the hall's page: who may subscribe, and what is accepted from a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hall.push.message import written
from hall.push.telephones import Telephones
from tests.hall.push.conftest import HallBroker
from tests.hall.push.push_stage import Site, Subscribed


@pytest.fixture
def telephones(tmp_path: Path) -> Telephones:
    return Telephones(tmp_path / "push.sqlite")


@pytest.fixture
def site(mosquitto: HallBroker, tmp_path: Path) -> Iterator[Site]:
    made = Site(mosquitto, tmp_path, tmp_path)
    yield made
    made.server.close()


def asked(one: Subscribed, **more: Any) -> dict[str, Any]:
    return {
        "endpoint": one.endpoint, "point": written(one.key.point), "secret": written(one.secret), "language": "ja", **more,
    }  # fmt: skip


def test_a_judge_adds_a_telephone_and_takes_it_away(site: Site, telephones: Telephones) -> None:
    one, cookie = Subscribed("https://push.example/1", language="ja"), site.log_in("referee")
    assert site.ask("GET", "/push.json", cookie=cookie)[:2] == (200, {"key": written(telephones.key.point)})
    assert site.ask("POST", "/push.json", asked(one), cookie)[:2] == (200, {})
    assert telephones.all() == [one.telephone]
    assert site.ask("POST", "/push.json", asked(one), site.log_in("technician"))[0] == 200
    assert [each.login for each in telephones.all()] == ["technician"]
    assert site.ask("DELETE", "/push.json", {"endpoint": one.endpoint}, cookie)[:2] == (200, {})
    assert telephones.all() == []


def test_nobody_else_may(site: Site, telephones: Telephones) -> None:
    one = Subscribed("https://push.example/1")
    for cookie in ("", site.log_in("viewer")):
        for method, body in (("GET", None), ("POST", asked(one)), ("DELETE", {"endpoint": one.endpoint})):
            assert site.ask(method, "/push.json", body, cookie)[:2] == (403, {"error": "login"})
    assert telephones.all() == []


def test_what_is_no_subscription_is_refused(site: Site, telephones: Telephones) -> None:
    one, cookie = Subscribed("https://push.example/1"), site.log_in("referee")
    off_the_curve = written(b"\4" + b"\1" * 64)
    for body in (
        b"", b"[]", b"{" * 5000, b"\xff", asked(one, more=1), asked(one, endpoint="https://10.0.0.7/1"),
        asked(one, endpoint=7), asked(one, point="A"), asked(one, point=off_the_curve), asked(one, secret="AAAA"),
        asked(one, language="xx"), asked(one, endpoint="https://push.example/" + "x" * 5000),
    ):  # fmt: skip
        assert site.ask("POST", "/push.json", body, cookie)[:2] == (400, {"error": "request"}), body
    for more in ({"Origin": "https://elsewhere.example"}, {"Content-Type": "text/plain"}):
        assert site.ask("POST", "/push.json", asked(one), cookie, **more)[0] == 400
    assert telephones.all() == []


def test_a_hall_without_push_messages_says_so(mosquitto: HallBroker, tmp_path: Path) -> None:
    site = Site(mosquitto, tmp_path, tmp_path, push=False)
    cookie = site.log_in("referee")
    assert site.ask("GET", "/push.json", cookie=cookie)[:2] == (200, {"key": None})
    one = Subscribed("https://push.example/1")
    assert site.ask("POST", "/push.json", asked(one), cookie)[:2] == (404, {"error": "off"})
    site.server.close()


def test_a_file_that_is_damaged_is_reported(site: Site, tmp_path: Path) -> None:
    cookie = site.log_in("referee")
    (tmp_path / "push.sqlite").write_bytes(b"no database" * 1000)
    assert site.ask("GET", "/push.json", cookie=cookie)[:2] == (503, {"error": "away"})
