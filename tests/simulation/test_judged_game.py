"""A judge practises at the simulated table: its players stop, go on and leave a hand as he says."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hall.judge.session import Session
from hall.judge.tables.hall import Hall
from referee.game.events import FoulFound, HandEnded, HandStarted
from referee.game.judge_events import HanchanVoided, PlayContinued, PlayStopped
from referee.journal.journal import Journal
from table_controller.client.connection import BrokerLine, Credentials
from tests.simulation.sim_process import PATIENCE_S, Sim, broker_port

ONE_HAND = ("--seed", "21", "--hands", "1", "--judge", "none")
QUIET_S = 2.0


@contextmanager
def terminal(sim: Sim) -> Iterator[Session]:
    """A judge's terminal at the simulation's broker."""
    lines: list[str] = []
    sessions: list[Session] = []

    def heard(table: str, topic: str, value: Any) -> None:
        sessions[0].heard(table, topic, value)

    sim.wait_for_entries(1)
    line = BrokerLine(Credentials("127.0.0.1", broker_port(sim), "home"), heard)
    session = Session(Hall("home"), line, say=lines.append, confirm=lambda _: True, by="Anna", wait_s=20.0)
    session.followed = "sim"
    sessions.append(session)
    line.open()
    try:
        yield session
    finally:
        line.close()


def number(session: Session) -> int:
    return int(session.hall.table("sim").state["number"])


def rests(session: Session) -> None:
    """Wait until nothing has happened at the table for a while."""
    before, since, until = -1, time.monotonic(), time.monotonic() + PATIENCE_S
    while time.monotonic() < since + QUIET_S:
        if number(session) != before:
            before, since = number(session), time.monotonic()
        assert time.monotonic() < until, "they play on"
        time.sleep(0.05)


def happened(sim: Sim) -> list[Any]:
    journal = Journal(sim.state / "journal.sqlite")
    events = [event for entry in journal.entries() for event in entry.events]
    journal.close()
    return events


@pytest.mark.prove
def test_play_that_is_stopped_and_resumed_is_equal_to_its_record(tmp_path: Path) -> None:
    """Three times in a hand they finish their act, wait as long as the judge likes, and go on where they were."""
    sim = Sim(tmp_path, *ONE_HAND)
    with terminal(sim) as judge:
        for entries in (6, 20, 45):
            sim.wait_for_entries(entries)
            assert judge.obey("stop --because looked at the wall")
            rests(judge)
            stopped = judge.hall.table("sim").state
            time.sleep(QUIET_S)
            assert judge.hall.table("sim").state == stopped, "table time stands still"
            assert judge.obey("resume")
        played = sim.end()
    assert played.report["equal"], played.output
    assert played.status == 0
    assert "Equal to the record." in played.output
    events = happened(sim)
    assert sum(isinstance(event, PlayStopped) for event in events) == 3
    assert sum(isinstance(event, PlayContinued) for event in events) == 3
    assert [event for event in events if isinstance(event, FoulFound)] == []


@pytest.mark.prove
def test_a_void_hand_is_dealt_again_and_the_record_goes_on(tmp_path: Path) -> None:
    sim = Sim(tmp_path, *ONE_HAND)
    with terminal(sim) as judge:
        sim.wait_for_entries(20)
        assert judge.obey("stop")
        assert judge.obey("void-hand --yes")
        rests(judge)
        assert judge.obey("resume")
        played = sim.end()
    assert played.report["equal"], played.output
    assert played.report["hands"] == 1
    assert played.report["ended_by_judge"] == ["E1.0"]
    assert "The judge ended E1.0 differently from the record; 1 hand compared." in played.output
    assert len([event for event in happened(sim) if isinstance(event, HandStarted)]) == 2


@pytest.mark.prove(usual=False)
def test_a_hanchan_that_is_begun_in_the_middle_of_another_is_played_from_its_first_hand(
    tmp_path: Path,
) -> None:
    """Refused unless it is forced; then the tiles go back, and each hanchan is compared with what was played in it."""
    sim = Sim(tmp_path, *ONE_HAND)
    with terminal(sim) as judge:
        sim.wait_for_entries(30)
        assert not judge.obey("begin-hanchan")
        assert judge.obey("begin-hanchan --force --names Ada Bea Cid Dan --yes")
        played = sim.end()
    assert played.report["equal"], played.output
    assert played.report["hands"] == 1
    assert played.report["begun_by_judge"] == 1
    assert played.report["ended_by_judge"] == ["E1.0"]
    assert "The judge began another hanchan: the record was left" in played.output
    assert "Equal to what was played." in played.output
    events = happened(sim)
    assert sum(isinstance(event, HanchanVoided) for event in events) == 1
    assert [event.round for event in events if isinstance(event, HandStarted)] == [0, 0]
    assert [event for event in events if isinstance(event, FoulFound)] == []


@pytest.mark.prove(short=False, usual=False)
def test_where_the_judge_leaves_the_record_the_built_in_players_deal(tmp_path: Path) -> None:
    sim = Sim(tmp_path, *ONE_HAND)
    with terminal(sim) as judge:
        sim.wait_for_entries(20)
        assert judge.obey("enter-hand exhaustive --tenpai East --yes"), "while they play"
        played = sim.end()
    assert played.report["equal"], played.output
    assert played.report["hands"] == 1
    assert played.report["ended_by_judge"] == ["E1.0"]
    events = happened(sim)
    begun = [(event.round, event.honba) for event in events if isinstance(event, HandStarted)]
    assert begun == [(0, 0), (0, 1)]
    assert sum(isinstance(event, HandEnded) for event in events) == 2
