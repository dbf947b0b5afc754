"""The simulated judge at a real table: over a real broker, with a login, until play goes on."""

import pytest

from config import read_ruleset
from simulation.people.judge import SimulatedJudge
from simulation.people.policies import JUDGE_NAME, Policy
from table_controller.client.connection import Credentials
from tests.hall.judge.hall_stage import Mosquitto, Table, password, until


@pytest.mark.parametrize(("policy", "ruling"), [("dismiss", "dismissed"), ("accept", "accepted")])
def test_a_stop_is_ruled_on_and_play_goes_on(
    mosquitto: Mosquitto, table: Table, policy: Policy, ruling: str
) -> None:
    """SAI 31, 53.3: a finding stops play; nothing moves until a judge resumes it."""
    held: list[bool] = []
    login = Credentials("127.0.0.1", mosquitto.port, "home", "referee", password("referee"))
    judge = SimulatedJudge(login, "7", policy, hold=held.append, say=lambda _: None)
    judge.start()
    try:
        table.do(lambda: table.daemon.begin_hanchan(ruleset=read_ruleset("saikouisen-2025")))
        table.deal()
        table.discard(0, "5p")
        found = table.foul(seat=2)
        until(lambda: judge.ruled.resumed == 1, "play goes on")
    finally:
        judge.stop()
    assert not table.state.desk.stopped
    assert [made[0] for made in table.rulings][:1] != []
    assert {made[3] for made in table.rulings} == {f"{JUDGE_NAME} (referee)"}
    assert (
        table.commands[0] == {"dismissed": "dismiss", "accepted": "accept"}[ruling] or found.grade == "judge"
    )
    assert table.commands[-1] == "resume"
    assert (held[0], held[-1]) == (True, False), "time stands still while he rules"
    assert judge.ruled.findings == {found.rule: 1}
