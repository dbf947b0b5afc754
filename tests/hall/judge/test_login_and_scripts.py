"""``jantaku judge`` as a process: how it logs in, one order from a script, exit statuses, and its messages when it
fails."""

import io
import shutil
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from jantaku.main import main
from tests.hall.judge.hall_stage import ROOT, Judge, Mosquitto, Table, free_port, password


def test_an_order_from_a_script(table: Table, judge: Judge) -> None:
    table.deal()
    table.foul()
    status, output = judge.says("change-grade", "0", "warning", "--because", "he always does")
    assert (status, output) == (
        0,
        "table 7: finding 0 (discarding in another player's turn): South (Béla): warning (entry 4)\n",
    )
    assert table.rulings == [("warning", 1, 0, "referee", "he always does")]
    # The table refuses the order when it is repeated; an order that would end the hand needs --yes where nobody can be
    # asked.
    assert judge.says("change-grade", "0", "warning") == (
        1,
        "table 7 refuses: finding 0 already has this ruling\n",
    )
    status, output = judge.says("void-hand")
    assert status == 1
    assert output.splitlines() == [
        "table 7: void the hand and play it again, through nobody's fault. This ends the hand. Add --yes if you mean it.",
        "nothing was sent",
    ]
    assert judge.says("--yes", "--by", "Anna", "void-hand", table=None) == (
        0,
        "table 7: Voided the hand (entry 5)\n",
    )
    assert table.rulings[-1] == ("void", None, None, "Anna (referee)", "")


def test_orders_from_a_pipe(table: Table, judge: Judge) -> None:
    done = subprocess.run(
        judge.arguments(), input="tables\nstop --because fire\nresume\nwarn\n", cwd=ROOT,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert table.commands == ["stop", "resume"]
    assert done.stdout.count("table 7 refuses: ") == 2
    assert "whose is it?" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("options", "environment", "reason"),
    [
        (("--user", "referee"), "wrong", "refuses referee: wrong name or password"),
        (("--user", "nobody"), "wrong", "refuses nobody: wrong name or password"),
        ((), None, "wants a login: --user NAME"),
        (("--user", "referee"), None, "no password for referee: give --password-file or JANTAKU_PASSWORD"),
        (("--user", "referee", "--password-file", "/nowhere"), None, "/nowhere: cannot be read"),
    ],
)
def test_a_login_that_is_refused(
    options: tuple[str, ...],
    environment: str | None,
    reason: str,
    mosquitto: Mosquitto,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("JANTAKU_PASSWORD", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    if environment is not None:
        monkeypatch.setenv("JANTAKU_PASSWORD", environment)
    with redirect_stderr(io.StringIO()) as output:
        assert main(["judge", "--broker", f"127.0.0.1:{mosquitto.port}", *options, "tables"]) == 2
    assert reason in output.getvalue()


def test_the_password_from_the_environment(
    table: Table,
    mosquitto: Mosquitto,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("JANTAKU_PASSWORD", password("viewer"))
    assert main(["judge", "--broker", f"127.0.0.1:{mosquitto.port}", "--user", "viewer", "tables"]) == 0
    assert capsys.readouterr().out == "table 7: ready; no hanchan\n"
    where = ["judge", "--broker", f"127.0.0.1:{mosquitto.port}", "--user", "viewer"]
    assert main([*where, "stop"]) == 1
    assert "the broker does not let viewer give the command stop" in capsys.readouterr().out
    assert main([*where, "--table", "9", "stop"]) == 1
    assert "there is no table '9' in hall 'home'; there are: 7" in capsys.readouterr().out
    assert main([*where, "--hall", "east", "tables"]) == 0
    assert "no table of hall east is known" in capsys.readouterr().out
    assert table.commands == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--broker", "localhost:mqtt", "tables"], "is not HOST:PORT"),
        (["--broker", "localhost:99999", "tables"], "is not HOST:PORT"),
        (["--hall", "a/b", "tables"], "cannot be part of a topic"),
        (["--table", "", "tables"], "cannot be part of a topic"),
        (["--ca", "/nowhere", "tables"], "cannot be used as a certificate authority"),
        (["explode"], "'explode' is not an order"),
        (["help", "explode"], "'explode' is not an order"),
    ],
)
def test_wrong_use(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_no_broker(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    assert main(["judge", "--broker", f"127.0.0.1:{port}", "tables"]) == 2
    assert f"no broker at 127.0.0.1:{port}: " in capsys.readouterr().err


def test_help_needs_no_broker(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "help"]) == 0
    assert "change-grade" in capsys.readouterr().out
    assert main(["judge", "help", "enter-hand"]) == 0
    assert "nine-terminals" in capsys.readouterr().out


def test_an_encrypted_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("openssl or mosquitto is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-keyout", str(key), "-out", str(certificate), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    broker = Mosquitto(tmp_path, f"certfile {certificate}\nkeyfile {key}\n")
    monkeypatch.setenv("JANTAKU_PASSWORD", password("viewer"))
    where = ["judge", "--broker", f"localhost:{broker.port}", "--user", "viewer"]
    try:
        broker.start()
        assert main([*where, "--ca", str(certificate), "tables"]) == 0
        assert "no table of hall home" in capsys.readouterr().out
        # In a process of its own, because the client leaves a socket behind when the handshake fails.
        stranger = [sys.executable, "-m", "jantaku.main", *where, "--tls", "tables"]
        done = subprocess.run(stranger, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "is signed by an authority that is not known here" in done.stderr
    finally:
        broker.stop()
