"""Encrypted lines: a hall's own authority, daemon, judge and page against a real Mosquitto with TLS, and everything
that can go wrong."""

import asyncio
import shutil
import ssl
import subprocess
import urllib.request
from pathlib import Path

import aiomqtt
import pytest

from config import ConfigError
from jantaku.main import main
from referee.journal.journal import Journal
from referee.texts.language import english
from table_controller.broker.broker import Broker
from table_controller.commands.service.access_list import access_list, password_file
from table_controller.mqtt.address import Address
from table_controller.mqtt.authority import Authority, shown
from table_controller.mqtt.client import ENDED
from table_controller.mqtt.logins import Account, hashed, login_of
from table_controller.mqtt.tls import client_context, server_context
from tests.table_controller.broker_stage import free_port, listens, until
from tests.table_controller.deployment_stage import STOCK, debians_broker
from tests.table_controller.silent import said_to
from tests.table_controller.tls_stage import HOSTS, authority, broker, encrypted_table

__all__ = ["authority"]

pytestmark = [
    pytest.mark.skipif(
        shutil.which("mosquitto") is None or shutil.which("openssl") is None, reason="no mosquitto or openssl"
    ),
    # The client leaves a socket whose handshake failed to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    made = Authority(tmp_path_factory.mktemp("stranger"))
    made.make("another")
    made.issue("table7", [])
    return made


def says(
    folder: Path,
    host: str,
    port: int,
    tls: ssl.SSLContext | None,
    login: tuple[str | None, str | None] = (None, None),
) -> str:
    """Return the reason why a table's line fails; empty if it connects."""
    journal, lines = Journal(folder / "line.sqlite"), list[str]()
    line = Broker(
        Address(host, port, "home", "7", *login, tls),
        journal,
        command=lambda *_: None,
        say=said_to(lines.append),
    )
    line.status("ready")
    line.start()
    until(lambda: bool(lines) or line._was_connected is True, "it connects or says why not")
    line.stop()
    journal.close()
    return lines[0] if lines else ""


def test_the_files_of_an_authority(authority: Authority) -> None:
    assert "Jantaku hall Halle ü: until " in english(shown(authority.certificate))
    assert english(shown(authority.folder / "broker.pem")).endswith("for localhost, 127.0.0.1")
    for name in ("authority.key", "broker.key"):
        assert (authority.folder / name).stat().st_mode & 0o777 == 0o600
    with pytest.raises(ConfigError, match="is there already"):
        authority.make("home")
    with pytest.raises(ConfigError, match="is there already"):
        authority.issue("broker", HOSTS)
    with pytest.raises(ConfigError, match="neither the name nor the address"):
        authority.issue("other", ["a b"])
    with pytest.raises(ConfigError, match="cannot be the name"):
        authority.issue("../other", HOSTS)
    assert not (authority.folder / "other.pem").exists()


def test_the_commands_make_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path / "made")]
    assert main(["authority", "issue", "broker", "--host", "localhost", *folder]) == 2
    assert "jantaku authority new makes one" in capsys.readouterr().err
    assert main(["authority", "new", "--hall", "home", *folder]) == 0
    assert main(["authority", "issue", "broker", "--host", "hall.local", "--host", "::1", *folder]) == 0
    assert main(["authority", "issue", "tablet", "--out", str(tmp_path / "out"), *folder]) == 0
    capsys.readouterr()
    assert main(["authority", "list", *folder]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("authority.pem: Jantaku hall home: until ")
    assert second.startswith("broker.pem: hall.local: until ")
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["tablet.key", "tablet.pem"]


def test_a_tablet_gets_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """PKCS#12: certificate, key and the authority's certificate, which only the password opens."""
    word = tmp_path / "word"
    word.write_text("")
    folder = ["--folder", str(tmp_path / "made")]
    issue = ["authority", "issue", "tablet3", "--pkcs12-password", str(word), *folder]
    assert main(["authority", "new", "--hall", "home", *folder]) == 0
    assert main(issue) == 2
    assert "no password of 1 to 200 characters" in capsys.readouterr().err
    assert not (tmp_path / "made" / "tablet3.pem").exists(), "nothing is made"
    word.write_text("Chun 7 z\nanother line\n")
    assert main(issue) == 0
    packed = tmp_path / "made" / "tablet3.p12"
    assert packed.stat().st_mode & 0o777 == 0o600

    def opened(password: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["openssl", "pkcs12", "-in", str(packed), "-nodes", "-passin", f"pass:{password}"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert opened("chun").returncode != 0
    output = opened("Chun 7 z").stdout
    assert output.count("BEGIN CERTIFICATE") == 2
    assert output.count("PRIVATE KEY") == 2
    assert "friendlyName: tablet3" in output
    assert (tmp_path / "made" / "authority.key").read_text().split("\n")[1] not in output


@pytest.mark.parametrize(
    ("shows", "host", "says_why"),
    [
        ("expired", "localhost", "the certificate of localhost has expired: make a new one"),
        ("elsewhere", "localhost", "the certificate shown is not for localhost"),
        ("elsewhere", "127.0.0.1", "the certificate shown is not for 127.0.0.1"),
        ("broker", "localhost", ""),
        ("broker", "127.0.0.1", ""),
    ],
)
def test_what_is_wrong_with_a_certificate_is_said(
    shows: str, host: str, says_why: str, authority: Authority, tmp_path: Path
) -> None:
    with broker(tmp_path, authority, shows) as port:
        output = says(tmp_path, host, port, client_context(authority.certificate))
    wanted = f"broker not there ({says_why}" if says_why else ""
    assert (output[: len(wanted)] if wanted else output) == wanted, output


def test_an_unknown_authority_and_a_broker_without_encryption(
    authority: Authority, stranger: Authority, tmp_path: Path
) -> None:
    with broker(tmp_path, authority, "broker") as port:
        output = says(tmp_path, "localhost", port, client_context(stranger.certificate))
        assert "is signed by an authority that is not known here" in output
        output = says(tmp_path, "localhost", port, client_context(None))
        assert "is signed by an authority that is not known here" in output
    plain = free_port()
    (tmp_path / "plain.conf").write_text(f"user root\nallow_anonymous true\nlistener {plain} 127.0.0.1\n")
    process = subprocess.Popen(["mosquitto", "-c", str(tmp_path / "plain.conf")], stderr=subprocess.DEVNULL)
    try:
        until(lambda: listens(plain), "mosquitto listens")
        output = says(tmp_path, "localhost", plain, client_context(authority.certificate))
    finally:
        process.kill()
        process.wait()
    assert "does it speak TLS at this port" in output


def test_a_broker_that_wants_certificates(authority: Authority, stranger: Authority, tmp_path: Path) -> None:
    def ours(of: Authority) -> ssl.SSLContext:
        return client_context(authority.certificate, of.folder / "table7.pem", of.folder / "table7.key")

    with broker(tmp_path, authority, "broker", "require_certificate true\n") as port:
        assert says(tmp_path, "localhost", port, ours(authority)) == ""
        assert ENDED in says(tmp_path, "localhost", port, client_context(authority.certificate))
        assert ENDED in says(tmp_path, "localhost", port, ours(stranger))
        # Nor does it answer clients that do not encrypt.
        assert ENDED in says(tmp_path, "localhost", port, None)


@pytest.mark.skipif(not STOCK.exists(), reason="no mosquitto of Debian is installed")
def test_the_encrypted_configuration_that_is_shipped(authority: Authority, tmp_path: Path) -> None:
    config, port = debians_broker(tmp_path, "jantaku-tls.conf")
    shutil.copytree(authority.folder, tmp_path / "certs")
    account = Account(login_of("table7", "table", ("home",), ("7",)), hashed("word"))
    (tmp_path / "passwords").write_text(password_file({"table7": account}))
    (tmp_path / "acl").write_text(access_list({"table7": account}))
    process = subprocess.Popen(["mosquitto", "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        until(lambda: listens(port), "mosquitto listens")
        tls = client_context(authority.certificate)
        assert says(tmp_path, "localhost", port, tls, login=("table7", "word")) == ""
        assert "Not authorized" in says(tmp_path, "localhost", port, tls, login=("table7", "other"))
    finally:
        process.kill()
        process.wait()


def test_a_wrong_file_is_told_by_its_name(authority: Authority, stranger: Authority, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for ca in (tmp_path / "nowhere", tmp_path / "empty", tmp_path, authority.key):
        with pytest.raises(ConfigError, match="cannot be used as a certificate authority") as refused:
            client_context(ca)
        assert str(ca) in str(refused.value)
    with pytest.raises(ConfigError, match="the key is not that of the certificate"):
        client_context(None, authority.folder / "table7.pem", stranger.folder / "table7.key")
    with pytest.raises(ConfigError, match="nowhere: cannot be read"):
        client_context(None, authority.folder / "table7.pem", tmp_path / "nowhere")
    with pytest.raises(ConfigError, match="no certificate or key in PEM"):
        server_context(tmp_path / "empty", None)


@pytest.mark.parametrize(
    ("lines", "says_what"),
    [
        ('[mqtt]\nca = "/x"', "mqtt.ca: has an effect only with mqtt.tls = true"),
        ('[mqtt]\ntls = true\nca = "/x"', "/x: cannot be used as a certificate authority"),
        ('[mqtt]\ntls = true\nkey = "/x"', "mqtt.key: has an effect only with mqtt.certificate"),
        ('[mqtt]\ntls = "yes"', "mqtt.tls: must be true or false, not 'yes'"),
        ('[http]\ncertificate = "/x"', "/x: cannot be read"),
        ('[http]\nkey = "/x"', "http.key: has an effect only with http.certificate"),
    ],
)
def test_settings_that_cannot_be(
    lines: str, says_what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(lines)
    assert main(["run", "--state", str(tmp_path), "--config", str(tmp_path / "table.toml")]) == 2
    assert says_what in capsys.readouterr().err


@pytest.mark.parametrize("role", ["technician", "referee", "head-referee", "table"])
def test_who_opens_the_page_without_a_login_is_no_more_than_a_viewer(
    role: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "roles.toml").write_text(f'[logins.anna]\nrole = "{role}"\n')
    (tmp_path / "table.toml").write_text(
        f'[mqtt]\nlogins = "{tmp_path / "roles.toml"}"\n[http]\nviewer = "anna"\n'
    )
    assert main(["run", "--state", str(tmp_path), "--config", str(tmp_path / "table.toml")]) == 2
    assert f"http.viewer: 'anna' is a {role}: " in capsys.readouterr().err


def test_daemon_judge_and_page_over_encrypted_lines(
    authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        broker(tmp_path, authority, "broker") as port,
        encrypted_table(tmp_path, authority, port) as table,
    ):
        daemon, http = table.process, table.http
        ask = ["judge", "--broker", f"localhost:{port}", "--ca", str(authority.certificate)]

        def stands() -> bool:
            assert daemon.poll() is None, daemon.stdout and daemon.stdout.read()
            main([*ask, "tables"])
            return "table 7: init" in capsys.readouterr().out

        until(stands, "the judge sees the table", 60.0)
        assert main([*ask, "--table", "7", "pause"]) == 0
        trusting = client_context(authority.certificate)
        login = urllib.request.Request(
            f"https://localhost:{http}/login",
            b'{"name": "anna", "password": "x"}',
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(login, context=trusting, timeout=10) as page:
            cookie = page.headers["Set-Cookie"]
        assert "Secure" in cookie

        async def hears() -> str:
            async with aiomqtt.Client(
                "localhost",
                http,
                identifier="page-1",
                protocol=aiomqtt.ProtocolVersion.V5,
                transport="websockets",
                tls_context=trusting,
                websocket_path="/mqtt",
                websocket_headers={"Cookie": cookie.partition(";")[0]},
            ) as client:
                await client.subscribe("jantaku/1/home/7/status", qos=1)
                async with asyncio.timeout(10):
                    async for message in client.messages:
                        return str(message.payload)
            return ""

        assert "starting" in asyncio.run(hears())
        # A client that does not know the authority gets that reason.
        assert main(["judge", "--broker", f"localhost:{port}", "--tls", "tables"]) == 2
        assert "is signed by an authority that is not known here" in capsys.readouterr().err
    assert "Traceback" not in table.output, table.output
