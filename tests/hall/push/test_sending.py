"""The way to a push service: its address passes a gate, and each answer has one meaning."""

import socket
import ssl
from typing import Any

import pytest

from hall.push import sending
from hall.push.sending import Endpoint, EndpointError, Sender, endpoint_in
from tests.hall.push.push_stage import PushService


@pytest.mark.parametrize(
    "text",
    [
        "http://push.example/1", "https://127.0.0.1/1", "https://[::1]/1", "https://10.0.0.7/", "https://2130706433/",
        "https://localhost/1", "https://table.local/1", "https://router/1", "https://push.example:8443/1",
        "https://push.example:0443x/", "https://anna@push.example/1", "https://push.example/1#x", "https:///1",
        "https://push.example/ 1", "https://push.example/\r\nHost: x", "https://püsh.example/1",
        "https://push.example/" + "x" * 1000, "file:///etc/passwd", "",
    ],
)  # fmt: skip
def test_addresses_that_lead_elsewhere_than_to_the_internet_are_refused(text: str) -> None:
    with pytest.raises(EndpointError):
        endpoint_in(text, private=False)


def test_todays_push_services_pass() -> None:
    for text in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQyavXut",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
    ):
        to = endpoint_in(text, private=False)
        assert f"{to.origin}{to.path}" == text
    assert endpoint_in("https://10.0.0.7:8443/1", private=True) == Endpoint("10.0.0.7", 8443, "/1")


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1%1",
     "fd00::1", "::ffff:10.0.0.1"],
)  # fmt: skip
def test_a_name_that_leads_into_a_private_network_is_not_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if one of its addresses is on the Internet."""
    found: list[Any] = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("1.1.1.1", address)
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was called"))
    delivery = Sender(ssl.create_default_context(), private=False).send(
        Endpoint("push.example", 443, "/1"), b"", {}
    )
    assert delivery.result == "refused"
    assert "private network" in delivery.why


@pytest.mark.parametrize(
    ("status", "more", "result", "pause_s"),
    [
        (201, {}, "taken", 0.0),
        (404, {}, "gone", 0.0),
        (410, {}, "gone", 0.0),
        (429, {"Retry-After": "7"}, "later", 7.0),
        (503, {"Retry-After": "999999"}, "later", 3600.0),
        (500, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, "later", 0.0),
        (403, {}, "refused", 0.0),
        (301, {"Location": "https://127.0.0.1/"}, "refused", 0.0),
    ],
)
def test_answers_of_a_service(
    service: PushService, status: int, more: dict[str, str], result: str, pause_s: float
) -> None:
    service.status, service.more = status, more
    to = endpoint_in(f"{service.origin}/1?a=b", private=True)
    delivery = Sender(service.tls, private=True).send(to, b"text", {"TTL": "60"})
    assert (delivery.result, delivery.pause_s) == (result, pause_s)
    assert [(each.path, each.body, each.headers["TTL"]) for each in service.got] == [
        ("/1?a=b", b"text", "60")
    ]


def test_a_service_that_takes_a_message_and_does_not_answer_may_have_it(service: PushService) -> None:
    service.status = 0
    to = endpoint_in(f"{service.origin}/1", private=True)
    assert Sender(service.tls, private=True).send(to, b"text", {}).result == "unknown"


def test_a_service_that_is_away_or_another_one_has_nothing(service: PushService) -> None:
    to = endpoint_in(f"{service.origin}/1", private=True)
    unknown = Sender(ssl.create_default_context(), private=True).send(to, b"text", {})
    assert unknown.result == "later"
    assert "certificate" in unknown.why
    service.close()
    assert Sender(service.tls, private=True).send(to, b"text", {}).result == "later"
    assert service.got == []


def test_an_answer_that_never_ends_is_given_up(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WHOLE_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        here = socket.create_connection(silent.getsockname())
        there, _ = silent.accept()
        monkeypatch.setattr(Sender, "_connected", lambda *_: here)
        delivery = Sender(service.tls, private=True).send(Endpoint("x", 443, "/1"), b"text", {})
        there.close()
    assert delivery.result == "unknown"
