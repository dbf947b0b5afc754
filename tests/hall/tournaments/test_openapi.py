"""The description of the API, and requests that Schemathesis makes from it: each answer is as described.

Schemathesis is imported by the tests that need it: it takes a second, in every worker that collects this file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import requests
from hypothesis import HealthCheck, settings
from msgspec import structs

from hall.tournaments.web.serving.description import OPENAPI_PATH, openapi
from hall.tournaments.web.serving.operations import OPERATIONS, READINGS
from table_controller.commands.catalogue.catalogue import COMMANDS
from tests.hall.judge.hall_stage import free_port
from tests.hall.tournaments.any_request_stage import begun
from tests.hall.tournaments.conftest import Hall
from wording.wanted import name_of

if TYPE_CHECKING:
    from schemathesis import Case, CheckContext, Response

    from hall.tournaments.web.declaration import BookOperation

PORT = free_port()
DESCRIBED = openapi(f"jantaku-{PORT}")
CALLS = tuple((method, path) for path, methods in DESCRIBED["paths"].items() for method in methods)
SENSELESS = {"refused", "stale", "unknown"}
"""The reasons why a request that fits the description may be refused."""
NOT_DESCRIBED = {"not a whole number", "which is not text"}
"""JSON Schema takes 1.0 for a whole number, and cannot express characters that cannot be shown."""


def is_fit(case: Case[Any]) -> bool:
    """Return whether a request fits the description."""
    from schemathesis import GenerationMode

    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


def what_fits_is_read(_ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Check that a fitting request is accepted, or that the answer says why it makes no sense in the book's present
    state."""
    if not is_fit(case) or response.status_code < 400:
        return
    answer = response.json()
    # A ruleset is looked up by name, and players in a text are read line by line.
    looked_up = (
        answer.get("field", "").startswith("ruleset")
        or "line" in answer
        or "is named twice" in answer["error"]
    )
    assert (
        answer["code"] in SENSELESS or looked_up or any(each in answer["error"] for each in NOT_DESCRIBED)
    ), answer


@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS if hasattr(each, "makes")], ids=lambda each: each.__name__
)
def test_an_entry_takes_all_that_a_request_and_its_address_name_and_needs_no_more(
    operation: type[BookOperation],
) -> None:
    fields = {each.name: each for each in structs.fields(operation.makes)}
    given = {*operation.__struct_fields__, *re.findall(r"{(\w+)}", operation.path)} - {"tournament"}
    assert given <= fields.keys()
    assert {name for name, field in fields.items() if field.required} <= given


class Organiser:
    """An organiser at a hall with a tournament under way."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tournament = begun(hall)
        self.session = requests.Session()
        name, _, word = hall.cookie("anna").partition("=")
        self.cookies = {name: word}

    def asks(self, case: Case[Any]) -> None:
        """Send a generated request and check the answer.

        A request that fits the description is adapted to this tournament's present state, or hardly anything would be
        entered.
        """
        if is_fit(case) and "tournament" in case.path_parameters:
            case.path_parameters["tournament"] = self.tournament
            if case.method == "POST":
                case.query["known"] = self.hall.get("anna", f"/{self.tournament}").body["number"]
        from schemathesis.specs.openapi.checks import positive_data_acceptance

        case.call_and_validate(
            f"http://127.0.0.1:{PORT}",
            session=self.session,
            cookies=self.cookies,
            additional_checks=[what_fits_is_read],
            excluded_checks=[positive_data_acceptance],
        )


@pytest.fixture(scope="module")
def organiser(hall: Hall) -> Organiser:
    """An organiser at a port that is known beforehand, since cookies are named after it."""
    hall.kill()
    hall.port = PORT
    hall.start()
    return Organiser(hall)


def test_it_is_told_to_everybody(organiser: Organiser) -> None:
    answer = organiser.hall.request("GET", OPENAPI_PATH)
    assert answer.status == 200
    assert answer.body == DESCRIBED


@pytest.mark.parametrize("kind", [*COMMANDS.values(), *OPERATIONS, *READINGS], ids=name_of)
def test_whatever_is_declared_has_its_methods(kind: type) -> None:
    """``msgspec`` makes objects of a class even if it lacks methods."""
    assert not getattr(kind, "__abstractmethods__", None)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def ask(case: Case[Any], organiser: Organiser) -> None:
    organiser.asks(case)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("method", "path"), CALLS)
def test_each_answer_is_as_described(method: str, path: str, organiser: Organiser) -> None:
    """Its own ``parametrize`` would prepare the requests of all calls in every worker, which takes three seconds."""
    import schemathesis
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    api = schemathesis.openapi.from_dict(DESCRIBED)
    # Each request names a session; as an optional parameter it would usually be left out.
    api.config.generation.with_security_parameters = False
    asked = build_operation_test(
        config=api.config,
        operation=api[path][method],
        test_func=ask,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    asked(organiser=organiser)
