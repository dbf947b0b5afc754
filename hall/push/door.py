"""The requests by which a browser subscribes to push messages and unsubscribes: ``/push.json``."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hall.push.message import SECRET_BYTES, Recipient, read, written
from hall.push.needs import FOR
from hall.push.openssl import POINT_BYTES, CryptoError, KeyPair
from hall.push.sending import LONGEST_ENDPOINT, endpoint_in
from hall.push.telephones import Telephone, Telephones, TelephonesError
from referee.texts.language_names import LanguageName
from table_controller.web.visitors import Caller, body_from_here

PATH: Final = "/push.json"
HEADERS: Final = {"Cache-Control": "no-store"}


class Add(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's subscription, as its ``PushSubscription`` gives it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]
    point: Annotated[str, msgspec.Meta(max_length=100)]
    secret: Annotated[str, msgspec.Meta(max_length=40)]
    language: LanguageName


class Forget(msgspec.Struct, forbid_unknown_fields=True):
    """A subscription that has ended."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]


class PushDoor:
    """Answers browsers.

    Args:
        telephones: those that get messages; None if the hall sends no push messages.
        private: whether a push service may be in the club's own network.
        who: returns the person who makes a request; None if nobody has logged in.
    """

    def __init__(
        self,
        telephones: Telephones | None,
        who: Callable[[HTTPConnection], Caller | None],
        *,
        private: bool = False,
    ) -> None:
        self._telephones = telephones
        self._private = private
        self._who = who

    def routes(self) -> Sequence[Route]:
        return [Route(PATH, self.answer, methods=["GET", "POST", "DELETE"])]

    async def answer(self, request: Request) -> Response:
        """Give the hall's key; add or forget a telephone of the login that asks."""
        caller = self._who(request)
        if caller is None or not caller.is_one_of(tuple(FOR.values())):
            return _json({"error": "login"}, 403)
        telephones = self._telephones
        if telephones is None:
            return _json({"key": None}) if request.method in {"GET", "HEAD"} else _json({"error": "off"}, 404)
        try:
            if request.method in {"GET", "HEAD"}:
                key = await run_in_threadpool(lambda: telephones.key)
                return _json({"key": written(key.point)})
            if request.method == "POST":
                telephone = self._telephone(await body_from_here(request, Add), caller.name)
                await run_in_threadpool(telephones.add, telephone)
            else:
                # Knowing the address is proof enough: nothing else is needed to send to the telephone.
                await run_in_threadpool(telephones.forget, (await body_from_here(request, Forget)).endpoint)
        except TelephonesError:
            return _json({"error": "away"}, 503)
        except ValueError:
            return _json({"error": "request"}, 400)
        return _json({})

    def _telephone(self, asked: Add, login: str) -> Telephone:
        """Return the telephone that a request adds.

        Raises:
            ValueError: we could send nothing to it.
        """
        endpoint_in(asked.endpoint, private=self._private)
        point, secret = read(asked.point), read(asked.secret)
        if len(point) != POINT_BYTES or len(secret) != SECRET_BYTES:
            raise ValueError("keys of another length")
        try:
            KeyPair.new().shared_with(point)
        except CryptoError as error:
            raise ValueError(str(error)) from error
        return Telephone(asked.endpoint, login, Recipient(point, secret), asked.language)


def _json(body: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(body, status, HEADERS)
