"""A simulated table asks for logins as a hall's does, so somebody who learns to judge there is prepared for a real
table."""

import stat
from pathlib import Path

import pytest

from simulation.processes.logins import ROLES, make_logins
from table_controller.client.connection import BrokerLine, Credentials
from table_controller.client.errors import JudgeError, LoginError
from table_controller.mqtt.logins import read
from tests.simulation.sim_process import Sim, broker_port


def line(port: int, user: str | None = None, password: str | None = None) -> BrokerLine:
    made = BrokerLine(Credentials("127.0.0.1", port, "home", user, password), lambda *_: None)
    made.open()
    return made


@pytest.mark.prove
def test_a_game_at_a_table_with_logins(tmp_path: Path) -> None:
    """Judge and viewer get in with the printed passwords; nobody else does, and each may do what the role allows."""
    sim = Sim(tmp_path, "--seed", "21", "--hands", "1", "--logins")
    port = broker_port(sim)
    sim.wait_for_entries(3)  # during a hand, since a stop before it ends with the deal
    output = sim.log.read_text()
    passwords = {name: (sim.state / "logins" / f"{name}.password").read_text().strip() for name in ROLES}
    for name, role in (("judge", "referee"), *((name, name) for name in ("viewer", "player", "stream"))):
        assert f"Login: {name} ({role}), password {passwords[name]}" in output
    assert passwords["people"] not in output
    for user, password in ((None, None), ("judge", "wrong"), ("judge", passwords["viewer"])):
        with pytest.raises(LoginError):
            line(port, user, password)
    judge, viewer = line(port, "judge", passwords["judge"]), line(port, "viewer", passwords["viewer"])
    try:
        stopped = judge.ask("sim", "stop", {"text": "looked at the wall"}, 20.0)
        assert stopped["ok"], stopped
        assert viewer.ask("sim", "history", {"newest": 5}, 20.0)["ok"]
        with pytest.raises(JudgeError):
            viewer.ask("sim", "stop", {}, 2.0)
    finally:
        judge.close()
        viewer.close()
    played = sim.end()
    assert played.report["equal"], played.output
    assert "play resumed 1 times" in played.output, "the simulated judge, with a login of its own"
    assert played.status == 0


def test_a_login_of_each_kind_of_page_is_told(tmp_path: Path) -> None:
    logins = make_logins(tmp_path)
    expected = [("judge", "referee"), ("viewer", "viewer"), ("player", "player"), ("stream", "stream")]
    assert logins.in_words() == [
        f"Login: {name} ({role}), password {logins.passwords[name]}" for name, role in expected
    ]


def test_nobody_else_may_read_the_passwords(tmp_path: Path) -> None:
    logins = make_logins(tmp_path)
    assert stat.S_IMODE(logins.folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in logins.folder.iterdir()} == {0o600}
    accounts = read(logins.folder / "roles.toml")
    assert {name: account.login.role for name, account in accounts.items()} == dict(ROLES)
    assert not any(account.password for account in accounts.values())
    assert len(set(logins.passwords.values())) == len(ROLES)
    again = make_logins(tmp_path)
    assert again.passwords["judge"] != logins.passwords["judge"], "another run has others"
