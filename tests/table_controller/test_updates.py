"""Newer packages: trusted only with the release key, fetched over HTTPS, and not offered again after a rollback."""

import ssl
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from jantaku.main import main
from table_controller.mqtt.authority import Authority
from table_controller.updates import offered
from table_controller.updates.installing import LastUpdate, Updater, last_update
from table_controller.updates.offered import KEY, UpdateError
from table_controller.updates.watching import UpdateWatch
from tests.conftest import ROOT
from tests.install.updates_stage import Offer
from tests.table_controller.silent import said_to
from tools.release.trying import PUBLIC_KEY


class SilentServer(SimpleHTTPRequestHandler):
    """Serves a folder."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def offer(tmp_path: Path) -> Offer:
    made = Offer(tmp_path)
    made.add("1.1")
    return made


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    made = Authority(tmp_path / "authority")
    made.make("club")
    return made


@pytest.fixture
def address(tmp_path: Path, offer: Offer, authority: Authority) -> Iterator[str]:
    """The offer, on a server whose certificate the club's own authority has signed."""
    encrypted = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    encrypted.load_cert_chain(*authority.issue("server", ["localhost"]))
    handler = partial(SilentServer, directory=str(offer.folder / "offer"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.socket = encrypted.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"https://localhost:{server.server_port}"
        server.shutdown()


def versions(source: str, work: Path, key: Path) -> list[str]:
    return [each.version for each in offered.offered(source, work, key)]


def test_packages_come_over_https_from_a_server_that_this_computer_trusts(
    address: str, offer: Offer, authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, key = tmp_path / "work", offer.folder / "release.pub"
    work.mkdir()
    with pytest.raises(UpdateError, match="SHA256SUMS: this computer does not trust its certificate: "):
        versions(address, work, key)
    # The variable of OpenSSL; on a table, update-ca-certificates does this for every program.
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
    (package,) = offered.offered(address, work, key)
    assert package.version == "1.1"
    assert offered.fetch_package(address, package, work).read_bytes() == (
        (offer.folder / "offer" / package.file).read_bytes()
    )
    with pytest.raises(UpdateError, match="HTTP Error 404"):
        offered.fetch(address, "none.deb", work / "none", 10)
    with pytest.raises(UpdateError, match="longer than 10 bytes"):
        offered.fetch(address, package.file, work / "long", 10)
    assert (work / "long").stat().st_size == 11


def test_a_package_without_the_key_of_releases_is_never_updated(
    offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ROOT / PUBLIC_KEY == KEY
    (tmp_path / "table.toml").write_text(f'[updates]\nsource = "{offer.folder / "offer"}"\n')
    command = ["update", "--config", str(tmp_path / "table.toml")]
    monkeypatch.setattr("table_controller.cli.update.installed", lambda: "1.0")
    assert main(command) == 1
    assert "built without the public key of releases" in capsys.readouterr().err
    lines: list[str] = []
    monkeypatch.setattr("table_controller.updates.watching.installed", lambda: "1.0")
    watch = UpdateWatch(str(offer.folder / "offer"), tmp_path, said_to(lines.append))
    for _ in range(2):
        watch.look()
    assert len(lines) == 1
    assert "built without the public key of releases" in lines[0]
    assert watch.newer == ""


def test_a_version_that_was_taken_back_is_not_offered_again(
    offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, own = str(offer.folder / "offer"), tmp_path / "own"
    signed = partial(offered.offered, key=offer.folder / "release.pub")
    installs: list[str] = []
    for module in ("installing", "watching"):
        monkeypatch.setattr(f"table_controller.updates.{module}.offered", signed)
        monkeypatch.setattr(f"table_controller.updates.{module}.installed", lambda: "1.0")
    monkeypatch.setattr("table_controller.updates.watching.last_update", partial(last_update, own))

    def install(package: Path) -> str:
        installs.append(package.name.split("_")[1])
        return ""

    monkeypatch.setattr("table_controller.updates.installing._install", install)
    watch = UpdateWatch(source, tmp_path, lambda *_: None)
    offer.add("1.0")

    def update(*, again: bool = False) -> str:
        """Update a table that never answers; return the version that is offered then."""
        Updater(source, own, lambda: None, within_s=0, again=again).run()
        watch.look()
        return watch.newer

    watch.look()
    assert watch.newer == "1.1"
    assert update() == ""
    assert watch.report() == {"installed": "1.0", "newest": "1.0", "state": "back", "version": "1.1"}
    offer.add("1.2")
    watch.look()
    assert watch.newer == "1.2"
    assert update() == ""
    assert installs == ["1.1", "1.0", "1.2", "1.0"]
    assert update() == ""
    assert last_update(own).state == "none"
    assert update(again=True) == ""
    assert installs[4:] == ["1.2", "1.0"]
    assert last_update(own).taken_back == ("1.1", "1.2")
    (own / "state.json").write_text('{"state": "odd", "taken_back": [1]}')
    assert last_update(own) == LastUpdate()
    # The power was cut, unless systemd says that it is still under way.
    (own / "state.json").write_text('{"state": "installing", "version": "1.2"}')
    for active, state in (("activating", "installing"), ("inactive", "failed")):
        monkeypatch.setattr("table_controller.updates.watching.output_of", lambda _, active=active: active)
        watch.look()
        report = watch.report()
        assert report is not None
        assert report["state"] == state
