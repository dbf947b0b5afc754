"""A hall that pushes, a push service of our own on real HTTPS, and telephones whose messages Node.js decrypts."""

from __future__ import annotations

import http.client
import json
import os
import signal
import ssl
import subprocess
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from config.log_line import unsaid
from hall.collecting.keeper import COMMAND
from hall.page.choice import PageChoice
from hall.page.serving import HallAnswers
from hall.push.message import Recipient, written
from hall.push.openssl import KeyPair
from hall.push.options import PushChoice
from hall.push.telephones import Telephone
from hall.store.places import StorePlace
from table_controller.mqtt.authority import Authority
from table_controller.mqtt.logins import LoginsFile
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.web import DashboardServer, ServedPage
from tests.hall.judge.hall_stage import password, until

if TYPE_CHECKING:
    from pathlib import Path

    from referee.texts.language import LanguageName
    from tests.hall.push.conftest import HallBroker

READER = """
const c = require("node:crypto");
const told = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
const raw = (text) => Buffer.from(text, "base64url");
const body = raw(told.body), ecdh = c.createECDH("prime256v1");
ecdh.setPrivateKey(raw(told.number));
const salt = body.subarray(0, 16), other = body.subarray(21, 21 + body[20]), rest = body.subarray(21 + body[20]);
const info = Buffer.concat([Buffer.from("WebPush: info\\0"), ecdh.getPublicKey(), other]);
const hkdf = (ikm, salt, info, length) => Buffer.from(c.hkdfSync("sha256", ikm, salt, info, length));
const ikm = hkdf(ecdh.computeSecret(other), raw(told.secret), info, 32);
const key = hkdf(ikm, salt, Buffer.from("Content-Encoding: aes128gcm\\0"), 16);
const nonce = hkdf(ikm, salt, Buffer.from("Content-Encoding: nonce\\0"), 12);
const open = c.createDecipheriv("aes-128-gcm", key, nonce);
open.setAuthTag(rest.subarray(-16));
const text = Buffer.concat([open.update(rest.subarray(0, -16)), open.final()]);
const [, token, own] = /^vapid t=([^,]+), k=(.+)$/.exec(told.proof);
const [head, claims, signature] = token.split(".");
const point = raw(own), [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString("base64url"));
const sender = c.createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
const signed = c.verify("sha256", Buffer.from(`${head}.${claims}`), { key: sender, dsaEncoding: "ieee-p1363" }, raw(signature));
console.log(JSON.stringify({
  record: body.readUInt32BE(16), end: text.at(-1), text: text.subarray(0, -1).toString(),
  signed, own, head: JSON.parse(raw(head)), claims: JSON.parse(raw(claims)),
}));
"""


def read_by_node(body: bytes, proof: str, number: bytes, secret: bytes) -> dict[str, Any]:
    """Decrypt a message and verify its proof as a browser and a push service do."""
    message = {"body": written(body), "proof": proof, "number": written(number), "secret": written(secret)}
    done = subprocess.run(
        ["node", "-e", READER], input=json.dumps(message), capture_output=True, text=True, check=True
    )
    read: dict[str, Any] = json.loads(done.stdout)
    return read


class Subscribed:
    """A browser's subscription."""

    def __init__(self, endpoint: str, login: str = "referee", language: LanguageName = "en") -> None:
        self.endpoint = endpoint
        self.key = KeyPair.new()
        self.secret = bytes(range(16))
        self.telephone = Telephone(endpoint, login, Recipient(self.key.point, self.secret), language)

    def read(self, body: bytes, proof: str) -> dict[str, Any]:
        number = self.key.der[7:39]
        return read_by_node(body, proof, number, self.secret)


@dataclass
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """A push service that keeps what it gets, and answers as the test says."""

    folder: Path
    status: int = 201
    more: dict[str, str] = field(default_factory=dict)
    got: list[Pushed] = field(default_factory=list)

    def __post_init__(self) -> None:
        made = Authority(self.folder)
        made.make("push")
        made.issue("push", ["127.0.0.1", "localhost"])
        self.authority = made.certificate
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append(Pushed(self.path, dict(self.headers), body))
                if service.status == 0:  # takes the message and never says so
                    return
                self.send_response(service.status)
                for name, value in {**service.more, "Content-Length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.folder / "push.pem", self.folder / "push.key")
        self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"https://127.0.0.1:{self._server.server_port}"

    @property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


CALLED: dict[str, Any] = {"stopped": {"reason": "judge_called"}, "attendant": None, "open_findings": 0}


class Process:
    """The process, with its log."""

    def __init__(self, broker: HallBroker, service: PushService, folder: Path) -> None:
        self.file = folder / "push.sqlite"
        self._log = folder / "log"
        self._words = [
            *COMMAND, "push", f"--broker=127.0.0.1:{broker.port}", "--user=hall", f"--password-file={broker.word}",
            f"--push={self.file}", "--push-contact=mailto:club@example.org", "--push-private", f"--logins={broker.roles}",
        ]  # fmt: skip
        self._environment = {**os.environ, "SSL_CERT_FILE": str(service.authority)}

    @property
    def begun(self) -> int:
        """The number of times that it has begun to listen, in all runs."""
        return self.log_text().count("telephones are told")

    def start(self) -> None:
        before = self.begun
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._words, stdout=log, stderr=log, env=self._environment)
        until(lambda: self.begun > before, "it listens")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self._process.send_signal(how)
        return self._process.wait()

    def log_text(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


class Site:
    """A hall's page, with or without push messages."""

    def __init__(
        self,
        broker: HallBroker,
        folder: Path,
        page: Path,
        *,
        push: bool = True,
        private: bool = False,
        table: str | None = None,
    ) -> None:
        door = BrokerDoor("127.0.0.1", broker.port)
        push_choice = PushChoice(folder / "push.sqlite", "mailto:club@example.org", private, broker.roles)
        choice = PageChoice(
            "home",
            "127.0.0.1",
            0,
            door,
            StorePlace(str(folder / "hall.sqlite")),
            push=push_choice if push else None,
        )
        self.server = DashboardServer(
            0,
            ServedPage(
                broker=door, hall="home", table=table, folder=page,
                login=LoginsFile(broker.roles, unsaid).find,
            ),
            beside=None if table else lambda who, cookie: HallAnswers(choice, who, cookie),
        )  # fmt: skip

    def ask(
        self, method: str, path: str, payload: Any = None, cookie: str = "", **more: str
    ) -> tuple[int, Any, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        body = payload if isinstance(payload, bytes) or payload is None else json.dumps(payload).encode()
        headers = {"Content-Type": "application/json", "Cookie": cookie, **more}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer_body = json.loads(answer.read())
        connection.close()
        return answer.status, answer_body, (answer.getheader("Set-Cookie") or "").partition(";")[0]

    def log_in(self, name: str) -> str:
        return self.ask("POST", "/login", {"name": name, "password": password(name)})[2]
