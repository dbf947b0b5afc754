"""Decides what to send to each telephone, and notes each message before sending it, so that none is sent twice.

A message that a service has certainly not accepted is sent again while its reason lasts. One that it may have accepted is
not sent again: a telephone may miss a message, but never rings twice for one thing.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from hall.push.message import body_for, proof
from hall.push.needs import FOR, Need, Needs
from hall.push.openssl import KeyPair
from hall.push.sending import Delivery, Endpoint, EndpointError, endpoint_in
from hall.push.telephones import Occasion, Telephone, Telephones, ToldState
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.language import Language, UnknownTextError, language
from referee.texts.message import MessageError, from_json
from table_controller.mqtt.roles import Login, may
from wording import unit_texts
from wording.alerts import declared, texts


class PushText:
    """Texts of a notification."""

    TOPIC: Final = "push"

    call = Text(of.nothing)
    finding = Text(of.nothing)
    fault = Text(of.nothing)
    goes = Text(of.of_name)


TEXTS: Final = (declared, texts, unit_texts)
"""Importing these registers all texts of tables' alerts."""
UNDELIVERED_S: Final = 3600
"""The time for which a push service keeps a message for a telephone that is switched off. [s]"""
FIRST_PAUSE_S: Final = 2.0
LONGEST_PAUSE_S: Final = 300.0
TOPIC_LETTERS: Final = 32
"""The length of a topic, by which a newer message takes the place of an undelivered one (RFC 8030, 5.4)."""
MOST_LETTERS: Final = 300
"""The most characters of an alert's text on a telephone."""


@dataclass(frozen=True, slots=True)
class Push:
    """A message to a telephone.

    Attributes:
        over: the occasion is over, or somebody goes; otherwise the message reports it.
    """

    telephone: Telephone
    occasion: Occasion
    over: bool
    to: Endpoint
    text: bytes


@dataclass(slots=True)
class _Line:
    """The state of sending to one telephone, which gets one message at a time."""

    pause: Backoff = field(default_factory=lambda: Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S))
    busy: bool = False
    not_before_s: float = 0.0


class Pusher:
    """Keeps telephones informed of what is pending at a hall's tables.

    Args:
        hall: its name.
        telephones: all of them, and the messages they got.
        login: finds the login of a name, None if there is none.
        contact: address of the club for push services.
        private: whether a push service may be in the club's own network.
        say: takes lines for the log.
    """

    def __init__(
        self,
        hall: str,
        telephones: Telephones,
        *,
        login: Callable[[str], Login | None],
        contact: str,
        private: bool,
        say: Say,
    ) -> None:
        self._hall = hall
        self._telephones = telephones
        self._key: KeyPair = telephones.key
        self._login = login
        self._contact = contact
        self._private = private
        self._say = say
        self._lines: dict[str, _Line] = {}

    def due(self, needs: Needs, now_s: float) -> list[Push]:
        """Return the messages that are to be sent now, one at most to each telephone; each is noted as sent.

        Args:
            needs: what is pending at the tables.
            now_s: on the same clock as ``needs``.
        """
        states = self._telephones.states()
        found = []
        known = self._telephones.all()
        self._lines = {each.endpoint: self._lines.get(each.endpoint, _Line()) for each in known}
        for telephone in known:
            to = self._reachable(telephone)
            if to is None:
                self._telephones.forget(telephone.endpoint)
                continue
            # The course of an occasion is noted even while the telephone cannot be reached.
            now = {
                occasion: self._stands_now(telephone, occasion, state, needs, now_s)
                for occasion, state in states.get(telephone.endpoint, {}).items()
            }
            line = self._lines[telephone.endpoint]
            if not line.busy and now_s >= line.not_before_s:
                push = self._next(telephone, to, needs, now, now_s)
                if push is not None:
                    line.busy = True
                    found.append(push)
        return found

    def _reachable(self, telephone: Telephone) -> Endpoint | None:
        """Return the address of a telephone; None if its login may not get messages in this hall."""
        login = self._login(telephone.login)
        try:
            to = endpoint_in(telephone.endpoint, private=self._private)
        except EndpointError:
            return None
        return to if login is not None and login.is_in(self._hall) else None

    def _next(
        self,
        telephone: Telephone,
        to: Endpoint,
        needs: Needs,
        states: Mapping[Occasion, ToldState | None],
        now_s: float,
    ) -> Push | None:
        for occasion, state in states.items():
            if state in {"left", "over"}:
                return Push(telephone, occasion, True, to, self._over_text(telephone, occasion, needs))
        login = self._login(telephone.login)
        for need in needs.settled(now_s):
            fresh = (
                states.get(need.occasion) is None and login is not None and _is_for(login, self._hall, need)
            )
            if fresh and self._telephones.claim(telephone, need.occasion):
                return Push(telephone, need.occasion, False, to, self._text(telephone, need))
        return None

    def _stands_now(
        self, telephone: Telephone, occasion: Occasion, state: ToldState, needs: Needs, now_s: float
    ) -> ToldState | None:
        """Record the state of an occasion that a telephone knows of; None if it may be reported again."""
        ended = needs.has_ended(occasion, now_s)
        if state == "seen" and ended:
            self._telephones.take_back(telephone, occasion)
            return None
        then = state
        if state == "shown" and needs.is_over(occasion, now_s):
            then = "left"
        if then == "left" and ended:
            then = "over"
        if then != state:
            self._telephones.note(telephone, occasion, then)
        return then

    def sent(self, push: Push, delivery: Delivery, now_s: float) -> None:
        line = self._lines.get(push.telephone.endpoint, _Line())
        line.busy = False
        if delivery.result == "gone":
            self._telephones.forget(push.telephone.endpoint)
            return
        if delivery.result == "taken":
            line.pause.reset()
        else:
            line.not_before_s = now_s + max(line.pause.next(), delivery.pause_s)
            if line.pause.failures == 1:
                self._say(
                    f"no push message to a telephone of {push.telephone.login} ({push.to.origin}): {delivery.why}",
                    TROUBLE,
                )
        if not push.over and delivery.result == "later":
            self._telephones.take_back(push.telephone, push.occasion)
        # A message that something is over may arrive twice, so it is resent until it has arrived.
        if push.over and delivery.result in {"taken", "refused"}:
            self._telephones.withdrawn(push.telephone, push.occasion)

    def request(self, push: Push, wall_s: float) -> tuple[bytes, dict[str, str]]:
        """Encrypt a message; return its body and headers (RFC 8030, 5).

        Raises:
            CryptoError: the telephone's key is wrong.
        """
        name = hashlib.sha256("/".join(push.occasion).encode()).digest()
        return body_for(push.telephone.recipient, push.text), {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(UNDELIVERED_S),
            "Urgency": "high",
            "Topic": base64.urlsafe_b64encode(name).decode()[:TOPIC_LETTERS],
            "Authorization": proof(self._key, push.to.origin, self._contact, int(wall_s)),
        }

    def _text(self, telephone: Telephone, need: Need) -> bytes:
        words = language(telephone.language)
        kind_text = {"call": PushText.call, "finding": PushText.finding, "fault": PushText.fault}[need.kind]()
        return self._written(words, need.occasion, _alert(words, need.alert) or words.say(kind_text))

    def _over_text(self, telephone: Telephone, occasion: Occasion, needs: Needs) -> bytes:
        words, who = language(telephone.language), needs.attendant(occasion.table)
        over = PushText.goes(who) if who else texts.CallText.over()
        return self._written(words, occasion, words.say(over), over=True)

    def _written(self, words: Language, occasion: Occasion, body: str, *, over: bool = False) -> bytes:
        return json.dumps(
            {
                "hall": self._hall,
                "table": occasion.table,
                "tag": "/".join(occasion),
                "title": words.say(texts.CallText.table(occasion.table)),
                "body": body[:MOST_LETTERS],
                "over": over,
            },
            ensure_ascii=False,
        ).encode()


def _is_for(login: Login, hall: str, need: Need) -> bool:
    return login.is_for(hall, need.occasion.table) and may(login.role, FOR[need.kind])


def _alert(words: Language, alert: Mapping[str, Any]) -> str:
    """Word an alert in the language of a telephone; empty if there is none, or it is of another version."""
    try:
        return words.say(from_json({"code": alert.get("code"), "arguments": alert.get("arguments")}))
    except (MessageError, UnknownTextError):
        return ""
