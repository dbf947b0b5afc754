"""A newer package is installed by dpkg under a systemd of its own, and the old one comes back if the table is unhealthy
with it.

The packages are small: each has a table that answers at ``/health``, or does not. The installer is the real program.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.booted_system import BootedSystem, why_not
from tests.conftest import ROOT
from tests.install.grounds import done
from tests.install.updates_stage import GOOD, PORT, POSTINST, SERVER, Offer

pytestmark = [
    pytest.mark.prove(short=False),
    pytest.mark.skipif(why_not() != "", reason=why_not()),
    pytest.mark.timeout(600),
]
BROKEN: Final = {
    "ends at once": ("raise SystemExit(1)", POSTINST),
    "loses the camera": (SERVER % {"camera": "False", "port": PORT}, POSTINST),
    "cannot be configured": (GOOD, "#!/bin/sh\nexit 1\n"),
}


@pytest.fixture
def offer(tmp_path: Path) -> Offer:
    (tmp_path / "given").mkdir()
    return Offer(tmp_path / "given")


@pytest.fixture
def system(tmp_path: Path, offer: Offer) -> Iterator[BootedSystem]:
    """A running table of version 1.0, and the update units with a short time to become healthy."""
    offer.add("1.0")
    (offer.folder / "table.toml").write_text(
        f'hall = "home"\ntable = "7"\n[http]\nport = {PORT}\n[updates]\nsource = "/tmp/given/offer"\n'
    )
    for name in ("jantaku-update.service", "jantaku-update.path"):
        unit = (ROOT / "systemd" / name).read_text()
        program = f"/usr/bin/env PYTHONPATH={ROOT} {sys.executable} -m jantaku.main"
        unit = unit.replace("/opt/jantaku/.venv/bin/jantaku", program).replace(
            "--install", "--install --within 8"
        )
        (offer.folder / name).write_text(unit)
    booted = BootedSystem(tmp_path, offer.folder)
    try:
        booted.start()
        done(
            booted,
            "rm -rf /opt/jantaku /etc/jantaku /var/lib/jantaku; mkdir -p /etc/jantaku /var/lib/jantaku"
            f" && cp /tmp/given/table.toml /etc/jantaku/ && cp /tmp/given/release.pub {ROOT}/config/system/"
            " && cp /tmp/given/jantaku-update.* /etc/systemd/system/ && ip link set lo up"
            " && dpkg -i /tmp/given/offer/jantaku_1.0_*.deb && systemctl start jantaku-update.path",
        )
        yield booted
    finally:
        booted.stop()


def asked(system: BootedSystem) -> dict[str, Any]:
    """Request an update as the daemon does; return the result."""
    done(system, "rm -f /var/lib/jantaku-update/state.json; touch /var/lib/jantaku/update-wanted")
    end = time.monotonic() + 120
    while time.monotonic() < end:
        status, text = system.run(["cat", "/var/lib/jantaku-update/state.json"])
        if status == 0 and '"installing"' not in text:
            found: dict[str, Any] = json.loads(text)
            return found
        time.sleep(0.5)
    pytest.fail(system.run(["journalctl", "-u", "jantaku-update", "--no-pager"])[1])


def known(system: BootedSystem) -> Any:
    """Return what the daemon publishes about versions."""
    look = (
        "from pathlib import Path; from table_controller.updates.watching import UpdateWatch; import json;"
        " watch = UpdateWatch('/tmp/given/offer', Path('/tmp'), print); watch.look(); print(json.dumps(watch.report()))"
    )
    return json.loads(done(system, f'PYTHONPATH={ROOT} {sys.executable} -c "{look}"').splitlines()[-1])


def version(system: BootedSystem) -> str:
    return done(system, "dpkg-query -W -f '${Version} ${Status}' jantaku")


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_version_is_taken_back_and_a_good_one_stays(
    system: BootedSystem, offer: Offer, how: str
) -> None:
    assert asked(system)["state"] == "none"
    offer.add("1.1", *BROKEN[how])
    status = asked(system)
    assert (status["state"], status["version"]) == ("back", "1.1"), status
    assert version(system) == "1.0 install ok installed"
    assert json.loads(done(system, f"curl -s http://127.0.0.1:{PORT}/health"))["camera"]
    status = {"installed": "1.0", "newest": "1.0", "state": "back", "version": "1.1"}
    assert known(system) == status
    offer.add("1.2")
    assert known(system) == status | {"newest": "1.2"}
    status = asked(system)
    assert (status["state"], status["version"]) == ("done", "1.2"), status
    assert version(system) == "1.2 install ok installed"
    assert (
        done(system, "ls /var/lib/jantaku/update-wanted 2>&1 || true")
        .strip()
        .endswith("No such file or directory")
    )


def test_what_is_not_signed_is_not_installed(system: BootedSystem, offer: Offer) -> None:
    package = offer.add("1.1")
    sums = offer.folder / "offer/SHA256SUMS"
    signed = sums.read_text()
    sums.write_text(signed.replace("1.1", "9.9"))
    assert "minisign" in asked(system)["text"]
    sums.write_text(signed)
    package.write_bytes(package.read_bytes() + b"more")
    assert "is not the file that was signed" in asked(system)["text"]
    assert version(system) == "1.0 install ok installed"
