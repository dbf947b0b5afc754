"""The rights of each role, and the reasons why a login may not give an order."""

import pytest

from referee.texts.language import english
from table_controller.mqtt.roles import INCLUDES, ROLES, Login, Role, may, refusal

ANNA = Login("anna", "referee", halls=("home",), tables=("1", "2"))


def test_every_role_says_what_it_includes() -> None:
    assert set(INCLUDES) == set(ROLES)


@pytest.mark.parametrize(
    ("role", "needed", "does"),
    [
        ("player", "player", True),
        ("player", "stream", False),
        ("player", "viewer", False),
        ("stream", "stream", True),
        ("stream", "player", False),
        ("stream", "viewer", False),
        ("viewer", "player", True),
        ("viewer", "stream", True),
        ("viewer", "viewer", True),
        ("viewer", "technician", False),
        ("viewer", "referee", False),
        ("technician", "technician", True),
        ("technician", "referee", False),
        ("referee", "technician", True),
        ("referee", "referee", True),
        ("referee", "head-referee", False),
        ("head-referee", "referee", True),
        ("table", "viewer", False),
        ("hall", "hall", True),
        ("hall", "viewer", False),
        ("head-referee", "hall", False),
        ("table", "player", False),
        ("organiser", "viewer", True),
        ("organiser", "technician", False),
        ("organiser", "referee", False),
        ("head-referee", "organiser", False),
    ],
)
def test_who_may_do_what(role: Role, needed: Role, does: bool) -> None:
    assert may(role, needed) is does


def test_a_refusal_says_why() -> None:
    def why(
        login: Login | None, name: str, needed: Role = "referee", table: str = "1", hall: str = "home"
    ) -> str:
        reason = refusal(login, name, needed, hall=hall, table=table)
        return "" if reason is None else english(reason)

    assert why(ANNA, "anna") == ""
    assert why(ANNA, "anna", table="3") == "anna is not for table 3 of hall home"
    assert why(ANNA, "anna", hall="club") == "anna is not for table 1 of hall club"
    assert why(ANNA, "anna", "head-referee") == "anna is a referee; this needs a head-referee"
    assert why(None, "bob") == "no login 'bob' is known here"
    assert why(None, "") == "the topic names no sender"
