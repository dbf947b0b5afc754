"""`make deb`'s package on Debians that boot, this machine's and fresh ones: installed, upgraded, downgraded, removed,
purged."""

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest

from tests.booted_system import BootedSystem, why_not
from tests.conftest import ROOT
from tests.install.grounds import ENTRIES, JOURNAL, NEW, PLAYED, PackageGround, done, number, there
from tests.packaged import dead_links

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb"),
    pytest.mark.skipif(why_not() != "", reason=why_not()),
    pytest.mark.timeout(900),
]
PASSWORD: Final = "correct horse"
FIRST_WORD_S: Final = 120.0
ON_THE_PAGE: Final = """
import json, sys, urllib.error, urllib.request

def asked(path, said=None):
    body = None if said is None else json.dumps(said).encode()
    kind = {"Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:8080/{path}", body, kind))

page = asked("")
print(page.status, "module" if b'type="module"' in page.read() else "no page")
print(json.load(asked("login", {"name": "referee", "password": sys.argv[1]}))["role"])
try:
    asked("login", {"name": "referee", "password": "wrong"})
except urllib.error.HTTPError as error:
    print("refused", error.code)
"""
"""The page is there, lets a judge in with his role, and nobody with a wrong password."""
CALLED: Final = """
import http.server
class Service(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        with open("/tmp/called", "ab") as file:
            file.write(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", 8124), Service).serve_forever()
"""
"""A service at which people are called: it keeps all messages."""
PROGRAM: Final = "find /usr/lib/jantaku | sort"
KEPT: Final = "sha256sum /etc/jantaku/table.toml /etc/jantaku/environment"


def test_the_package_is_installed_upgraded_taken_back_removed_and_purged(
    system: BootedSystem, ground: PackageGround
) -> None:
    assert "sudo jantaku setup" in done(system, "dpkg -i /tmp/given/old.deb")
    assert installed_docs_lead_somewhere(ground.given / "old.deb", ground.given / "docs") == []
    there_before = done(system, PROGRAM)
    whole_after_installation(system)
    sheets_are_printed_with_a_package_of_their_own(system)
    assert done(system, PROGRAM) == there_before, "files compiled at first use would be left behind"
    done(
        system,
        f"{PLAYED}systemctl start jantaku jantaku-backup.timer; systemctl enable jantaku jantaku-backup.timer",
    )
    people_are_called_by_the_service(system)
    kept, before = done(system, KEPT), number(system)
    assert before >= ENTRIES
    the_journal_has_levels_and_fields(system)
    # Upgraded: settings, state and a changed conffile stay, and the table runs the new program.
    process = done(system, "systemctl show jantaku -p MainPID --value")
    assert "entries are whole" in done(system, "dpkg -i /tmp/given/new.deb </dev/null")
    assert done(system, KEPT) == kept
    assert number(system) >= before
    assert done(system, "systemctl show jantaku -p MainPID --value") != process
    assert done(system, "systemctl is-active jantaku").strip() == "active"
    # Downgraded: it says so, and the newer program made a backup first.
    output = done(system, "dpkg -i /tmp/given/old.deb </dev/null 2>&1")
    assert f"going back from {NEW} to {ground.old}" in output
    assert "entries are whole" in output
    assert done(system, "ls /var/lib/jantaku-backups/*.tar.gz | wc -l").strip() == "1"
    assert done(system, KEPT) == kept
    a_journal_of_a_newer_program_is_left_as_it_is(system)
    # Removed: the program is gone, what people wrote and played is not.
    done(system, "dpkg -r jantaku")
    gone = ("/usr/bin/jantaku", "/usr/lib/jantaku", "/usr/lib/systemd/system/jantaku.service")
    mine = ("/etc/jantaku/table.toml", "/etc/jantaku/environment", JOURNAL, "/var/lib/jantaku-backups")
    assert there(system, *gone, *mine) == list(mine)
    assert done(system, KEPT) == kept
    assert system.run(["systemctl", "is-active", "jantaku"])[0] != 0
    # Purged: nothing is left but the user.
    done(system, "dpkg -P jantaku")
    assert there(system, "/etc/jantaku", "/var/lib/jantaku", "/var/lib/jantaku-backups", *gone) == []


def test_a_stranger_installs_by_the_page_and_a_referee_logs_in(system: BootedSystem) -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    package = page.split("## On a table\n")[1].split("## On a table, by hand\n")[0]
    installs, sets_up, judges = re.findall(r"^```sh\n(.*?)^```$", package, re.MULTILINE | re.DOTALL)
    done(system, "rm -rf /var/lib/apt/lists/* /etc/mosquitto/conf.d/jantaku*")
    done(system, f"PACKAGE=/tmp/given/old.deb; export DEBIAN_FRONTEND=noninteractive\n{installs}")
    before = done(system, "find /etc/jantaku /etc/mosquitto -type f | sort")
    replies = {"name of the hall": "club", "name of the table": "7", "write this": "n"}
    status, output = system.run(["sh", "-c", sets_up], answers=PASSWORD, replies=replies)
    assert (status, "Nothing was written" in output) == (1, True), output
    assert done(system, "find /etc/jantaku /etc/mosquitto -type f | sort") == before
    output = system.run(["sh", "-c", sets_up], answers=PASSWORD, replies=replies | {"write this": "y"})[1]
    # It ends with the doctor, which misses only the camera here, and the page.
    assert re.search(r"^broker +fine", output, re.MULTILINE), output
    assert re.search(r"The page: http://\S+:8080/", output), output
    assert (
        done(system, "systemctl is-enabled jantaku mosquitto jantaku-backup.timer").split() == ["enabled"] * 3
    )
    assert done(system, "stat -c '%a %U:%G' /etc/jantaku/mqtt-password").strip() == "600 jantaku:jantaku"
    end = time.monotonic() + FIRST_WORD_S
    judged = judges.replace("tables", "--hall club tables")
    while "table 7:" not in (output := system.run(["sh", "-c", judged], answers=PASSWORD)[1]):
        assert time.monotonic() < end, output
    assert system.run(["sh", "-c", judged], answers="wrong")[0] == 2
    page = done(system, f"python3 - {PASSWORD!r} <<'END'\n{ON_THE_PAGE}END")
    assert page.split() == ["200", "module", "referee", "refused", "403"]


def the_journal_has_levels_and_fields(system: BootedSystem) -> None:
    """No broker listens and no camera is there: the daemon logs the first, vision the second."""
    end = time.monotonic() + FIRST_WORD_S
    while True:
        output = done(system, "journalctl -u jantaku -p warning -o json --no-pager")
        lines = [json.loads(line) for line in output.splitlines()]
        messages = {str(line["MESSAGE"]): line for line in lines}
        broker = [text for text in messages if text.startswith("broker not there")]
        eyes = [text for text in messages if text.startswith("vision ")]
        if broker and eyes:
            break
        assert time.monotonic() < end, output
    assert messages[broker[0]]["PRIORITY"] == "4"
    assert (messages[broker[0]]["JANTAKU_HALL"], messages[broker[0]]["JANTAKU_TABLE"]) == ("home", "7")
    assert messages[broker[0]]["SYSLOG_IDENTIFIER"] == "jantaku"
    assert messages[eyes[0]]["PRIORITY"] == "3"
    # Ordinary messages are there too, but not at those levels.
    greeting = "table home/7: "
    assert not any(text.startswith(greeting) for text in messages)
    assert greeting in done(system, "journalctl -u jantaku -p info -o cat --no-pager")


def people_are_called_by_the_service(system: BootedSystem) -> None:
    """Under the restrictions of its unit the table finds apprise, gives it an address, and reaches a service."""
    done(
        system,
        f"cat > /tmp/service.py <<'END'\n{CALLED}END\n"
        "systemd-run --quiet --unit=called python3 /tmp/service.py\n"
        "echo json://127.0.0.1:8124/ > /tmp/addresses\n"
        "install -m 640 -g jantaku /tmp/addresses /etc/jantaku/call-addresses\n"
        "printf '\\n[calls]\\naddresses_file = \"/etc/jantaku/call-addresses\"\\n' >> /etc/jantaku/table.toml\n"
        "systemctl restart jantaku",
    )
    end = time.monotonic() + FIRST_WORD_S
    while "home" not in (output := system.run(["cat", "/tmp/called"])[1]):
        assert time.monotonic() < end, output + done(system, "journalctl -u jantaku -o cat --no-pager -n 30")
        time.sleep(1)
    assert json.loads(output[: output.index("}") + 1])["type"] == "warning", output


def whole_after_installation(system: BootedSystem) -> None:
    assert done(system, "jantaku --version") == "jantaku 0.1.0\n"
    assert done(system, "dpkg --verify jantaku") == ""
    assert "dialout" in done(system, "id -nG jantaku")
    assert done(system, "stat -c '%a %U:%G' /etc/jantaku").strip() == "750 root:jantaku"
    # The page, the firmware for this machine and for the chips, without a compiler.
    images = done(
        system, "PATH=/usr/bin/nowhere:/bin; hash -p /usr/bin/jantaku jantaku; jantaku firmware build"
    )
    assert {"jantaku-unit", "jantaku-atmega328p.hex", "jantaku-atmega2560.hex"} <= {
        line.rsplit("/", 1)[-1] for line in images.split()
    }
    assert "honba" in done(system, "printf 'honba 3\\nquit\\n' | jantaku unit --emulate host")
    done(system, "test -s /usr/lib/jantaku/lib/python3.*/site-packages/referee/dashboard/dist/index.html")
    assert "jantaku.1" in done(system, "man -w jantaku")
    page = "jantaku setup --root /tmp/page --page 8099 & curl -s --retry 60 --retry-connrefused http://127.0.0.1:8099/; kill %1"
    assert "<h1>Jantaku</h1>" in done(system, page)
    done(system, ". /usr/share/bash-completion/completions/jantaku; complete -p jantaku")
    done(system, "systemd-analyze verify /usr/lib/systemd/system/jantaku*.service")
    assert there(system, "/usr/lib/udev/rules.d/60-jantaku.rules") != []
    # It contains no compiled files: compiling happens at installation.
    assert done(system, "dpkg -L jantaku | grep __pycache__ || true") == ""
    done(system, "ls /usr/lib/jantaku/lib/python3.*/site-packages/referee/__pycache__/*.pyc")


def installed_docs_lead_somewhere(package: Path, folder: Path) -> list[str]:
    subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    docs = folder / "usr" / "share" / "doc" / "jantaku"
    assert (docs / "docs" / "guides" / "owners.md").is_file()
    return dead_links(docs)


def sheets_are_printed_with_a_package_of_their_own(system: BootedSystem) -> None:
    """Without it, lists are still written, and the command that installs it works when pasted in the packages'
    folder."""
    printed = "cd /tmp/given; jantaku sheets tournament.json /tmp/sheets 2>&1"
    status, output = system.run(["sh", "-c", printed])
    (command,) = set(re.findall(r"type: (.+)", output))
    assert (status, done(system, "ls /tmp/sheets/*.csv | wc -l").strip()) == (2, "6")
    done(
        system,
        f"export DEBIAN_FRONTEND=noninteractive; cd /tmp/given; {command} --yes",
    )
    assert "scores-1.pdf" in done(system, printed)
    done(system, "dpkg -r jantaku-sheets")
    assert system.run(["sh", "-c", printed])[1] == output


def a_journal_of_a_newer_program_is_left_as_it_is(system: BootedSystem) -> None:
    done(system, "dpkg -i /tmp/given/new.deb </dev/null; systemctl stop jantaku")
    done(system, f"runuser -u jantaku -- /usr/bin/python3 /tmp/given/newer.py {JOURNAL}")
    before = done(system, f"sha256sum {JOURNAL}")
    output = done(system, "dpkg -i /tmp/given/old.deb </dev/null 2>&1")
    assert "does not read the journal" in output
    assert "schema" in output
    assert done(system, f"sha256sum {JOURNAL}") == before


def test_the_unit_has_one_name_whatever_the_kernel_calls_it() -> None:
    rules = (ROOT / "systemd" / "60-jantaku.rules").read_text().splitlines()
    (names,) = [line for line in rules if line.startswith("SUBSYSTEMS")]
    for part in ('SYMLINK+="jantaku-unit"', 'GROUP="dialout"', 'ENV{ID_MM_DEVICE_IGNORE}="1"'):
        assert part in names
    (cameras,) = [line for line in rules if line.startswith("SUBSYSTEM==")]
    for part in ('ENV{DEVTYPE}=="usb_device"', 'ENV{ID_USB_INTERFACES}=="*:0e*"', 'GROUP="video"'):
        assert part in cameras
