"""A judge's questions that change nothing at a table: history, overall scores; and the end of the connection."""

import gc
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from hall.judge.tables.overall import overall_lines
from referee.game import observations
from referee.game.judge_observations import PointsAdjusted
from referee.texts.language import english
from tests.hall.judge.at_the_table_stage import shown, sits_down
from tests.hall.judge.hall_stage import Mosquitto, Table, until
from tests.table_controller.seen_table import RULES

OKA = 4 * (RULES.flow.return_points - RULES.flow.start_points) if RULES.flow.oka else 0


def test_what_happened_before_the_judge_came(table: Table, mosquitto: Mosquitto) -> None:
    """The terminal asks the table for history by number, also after a lost connection, and shows the names of that
    time."""
    table.deal()
    for number, tile in enumerate(("5s", "6s", "7s")):
        table.discard(number, tile)
    discards = [
        entry.number
        for entry in table.daemon.journal.entries()
        if isinstance(entry.observation, observations.TileDiscarded)
    ]
    desk = sits_down(mosquitto.port)
    assert desk.says("events 2")
    assert [line.partition(": ")[0].partition(",")[0] for line in desk.printed] == [
        f"entry {discards[-1] - 1}",
        f"entry {discards[-1]}",
    ]
    assert desk.printed[-1].endswith(": West (Chihiro) discards 7s")
    desk.printed.clear()
    assert desk.says(f"events {discards[0]} {discards[0]}")
    assert desk.printed == [desk.printed[0]]
    assert desk.printed[0].endswith(": East (Ada) discards 5s")
    assert not desk.says("events yesterday")
    table.daemon.deaf = True
    desk.session._wait_s = 0.2
    desk.printed.clear()
    assert desk.says("events")
    assert desk.printed == ["nothing has happened since you began to listen"]


def test_the_hands_of_the_hanchan_and_what_a_hand_is_worth(table: Table, mosquitto: Mosquitto) -> None:
    """East wins by tsumo: the terminal names tiles, yaku, fu and sections; a typed hand is scored by the same rules."""
    table.begin()
    desk = sits_down(mosquitto.port)
    desk.knows(table)
    assert desk.says("hands")
    assert desk.printed == ["nothing has happened"]
    desk.printed.clear()
    table.deal()
    desk.knows(table)
    assert desk.says("hands")
    assert desk.printed == ["E1, honba 0: not over"]
    desk.printed.clear()
    shown(table)
    assert desk.says("hands")
    assert desk.printed[0].startswith("E1, honba 0: if it were closed now: tsumo; East (Ada), ")
    assert desk.printed[1] == "  East (Ada): 2m 3m 4m 5p 6p 7p 2s 3s 4s 6s 7s 8s 5z  + 5z"
    assert desk.printed[2].startswith("    Tenhou: 1 yakuman (")
    desk.printed.clear()
    assert desk.says("seen")
    assert desk.printed[0] == "East (Ada): 2m 3m 4m 5p 6p 7p 2s 3s 4s 6s 7s 8s 5z  + 5z"
    desk.printed.clear()
    tiles = "2m 3m 4m 5p 6p 7p 2s 3s 4s 6s 7s 8s 5z 5z"
    assert desk.says(f"evaluate East {tiles} --tsumo --riichi riichi")
    assert desk.printed[0].startswith("    Riichi: 1 han (")
    assert desk.printed[-1].endswith(" points")
    at_once = list(desk.printed)
    desk.printed.clear()
    assert desk.says("evaluate East 234m567p234678s 5z 5z --tsumo --riichi riichi")
    assert desk.printed == at_once, "several tiles may be written as one"
    desk.printed.clear()
    for melds in ('123p "pon 777z"', '\'{"kind":"chi","tiles":["1p","2p","3p"]}\' \'pon 777z\''):
        desk.printed.clear()
        assert desk.says(f"evaluate East 234m567s 9s 9s --melds {melds}"), desk.printed
        assert desk.printed[0].startswith("    Chun: 1 han (")
    desk.printed.clear()
    assert not desk.says("evaluate East 234m567s 9s 9s --melds run")
    assert desk.printed[-1].startswith("'run' is not a meld; give its tiles")
    desk.printed.clear()
    assert not desk.says("evaluate East 2m 2m")
    assert "do not make a hand" in desk.printed[0]


def test_a_hall_that_speaks_for_itself_is_no_table(table: Table, mosquitto: Mosquitto) -> None:
    """Its alerts come under a name beside those of tables; nobody plays there, and nobody means it by "the table"."""
    desk = sits_down(mosquitto.port)
    desk.knows(table)
    lost = {"text": "Table 9 was replaced", "severity": "warning"}
    desk.session.watch = "all"
    desk.session.heard("hall", "status", {"status": "ready", "text": ""})
    desk.session.heard("hall", "alert/replaced-9", lost)
    assert "table hall: warning [replaced-9]: Table 9 was replaced" in desk.printed
    desk.session.watch = "off"
    desk.printed.clear()
    assert desk.says("tables")
    assert [line.partition(":")[0] for line in desk.printed] == ["table 7", "table hall"]
    assert desk.printed[-1] == "table hall: warning [replaced-9]: Table 9 was replaced"
    desk.printed.clear()
    assert desk.says("standings")
    assert desk.printed == ["no hanchan is finished"]
    desk.session.followed = None
    assert desk.session.table().name == "7"


def test_the_rules_in_force_and_the_table_as_it_was(table: Table, mosquitto: Mosquitto) -> None:
    """The rules are those with which the hanchan began, not the table's own; the past is looked up by entry."""
    desk = sits_down(mosquitto.port)
    until(lambda: "7" in desk.session.hall.tables, "the table")
    assert desk.says("rules")
    own = list(desk.printed)
    table.begin({"flow.time_limit_minutes": 77})
    desk.knows(table)
    desk.printed.clear()
    assert desk.says("rules")
    new = [line for line in desk.printed if line not in own]
    assert len(new) == 1
    assert "77" in new[0]
    desk.printed.clear()
    assert desk.says("rules 77")
    assert desk.printed[2:] == new
    assert not desk.says("rules of chess")
    table.deal()
    table.discard(0, "5s")
    discarded = table.daemon.journal.number
    table.discard(1, "6s")
    desk.knows(table)
    desk.printed.clear()
    assert desk.says(f"past {discarded}")
    assert desk.printed[0].startswith(f"the table after entry {discarded}, ")
    assert any("East (Ada)" in line and "1 discards, the last 5s" in line for line in desk.printed)
    assert any("South (Béla)" in line and "0 discards" in line for line in desk.printed)
    assert not desk.says(f"past {discarded + 1000}")
    desk.printed.clear()
    assert desk.says("tile pond --seat East")
    assert desk.printed[0].startswith(f"entry {discarded}, ")
    assert not desk.says("tile pond --seat West")


def test_whoever_was_replaced_keeps_penalties_of_a_hanchan_that_was_thrown_away() -> None:
    """Two substitutes in turn played for Bo, who had lost ten points in the previous hanchan."""
    played = {
        "began": "2026-05-01T12:00:00+00:00",
        "ruleset": "wrc-2015",
        "point_value": 1000,
        "substitute_ranked": False,
        "players": ["Ai", "Tu", "Cy", "Di"],
        "finished": True,
        "totals": [20000, 5000, -5000, -20000],
        "stand_ins": [["Su", "Bo"], ["Tu", "Bo"]],
        "penalties": [],
        "disqualified": [],
    }
    lost = {"player": "Bo", "points": 10, "reason": "late"}
    void = {
        **played,
        "finished": False,
        "void": True,
        "players": ["Ai", "Bo", "Cy", "Di"],
        "penalties": [lost],
    }
    _, *lines = overall_lines({"7": [void, played]}, english)
    assert [line.split()[:3] for line in lines] == [
        ["1.", "Ai", "20"],
        ["2.", "Cy", "-5"],
        ["3.", "Bo", "-10"],
        ["4.", "Di", "-20"],
        ["-", "Tu", "5"],
        ["-", "Su", "0"],
    ]


def test_overall_scores_of_a_hall(table: Table, mosquitto: Mosquitto, tmp_path: Path) -> None:
    """WRC 5.9.2 and 7.1: totals of both tables less penalties, best first, with a note on hanchans that are still
    played."""
    other = Table(mosquitto.port, tmp_path, "8")
    other.start()
    desk = sits_down(mosquitto.port)
    uma = {"flow.uma": [15000, 5000, -5000, -15000], "fouls.points_dead_hand": 10}
    try:
        table.begin(uma)
        assert desk.says("table 7")
        desk.printed.clear()
        assert desk.says("standings")
        assert desk.printed == ["no hanchan is finished, 1 are played"]
        table.deal()
        table.happens(
            observations.RulingGiven(ruling="dead_hand", seat=0, judge="Anna"),
            observations.HanchanClosed(judge="Anna"),
        )
        other.daemon.settings = cast("Any", replace(cast("Any", other.daemon.settings), names=tuple("WXYZ")))
        other.do(lambda: other.daemon.begin_hanchan(ruleset=RULES.with_overrides(uma).to_mapping()))
        other.happens(PointsAdjusted(changes=(1000, 0, 0, -1000)), observations.HanchanClosed(judge="Anna"))
        desk.printed.clear()
        assert desk.says("standings 2020-01-01")
        head, *lines = desk.printed
        assert head == "2 hanchans of 2 tables"
        rows = {line.split()[1]: line.split() for line in lines}
        assert set(rows) == {*"WXYZ", "Ada", "Béla", "Chihiro", "Dan"}
        # 25,000 each, nobody moved a point: the first dealer leads; a dead hand costs ten.
        return_points = RULES.flow.return_points
        assert float(rows["Béla"][2]) == (25000 - return_points + 5000) / 1000
        assert rows["Ada"][2:] == [
            f"{(25000 - return_points + 15000 + OKA) / 1000 - 10:g}",
            "(1",
            "hanchan,",
            "penalties",
            "-10)",
        ]
        assert rows["W"][0] == "1."
        assert float(rows["Z"][2]) == (24000 - return_points - 15000) / 1000
        assert not desk.says("standings 20 21")
        desk.printed.clear()
        assert desk.says("penalties")
        assert desk.printed[0] == "Ada: 10 points"
        assert desk.printed[1].startswith("  10 points: dead hand, ruled by Anna (table 7, hanchan of 20")
        other.stop()
        until(lambda: desk.session.hall.tables["8"].status == "stopped", "its goodbye")
        desk.printed.clear()
        assert desk.says("standings")
        assert desk.printed[:2] == [
            "without table 8: table 8 does not listen; nothing was done",
            "1 hanchans of 1 tables",
        ]
    finally:
        desk.line.close()
        other.stop()


def test_a_line_that_is_closed_leaves_nobody_waiting(
    mosquitto: Mosquitto, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    desk = sits_down(mosquitto.port, wait_s=60)
    table.daemon.deaf = True
    asked = threading.Thread(target=lambda: desk.says("stop"))
    asked.start()
    until(lambda: table.commands == ["stop"], "the order is on its way")
    desk.line.close()
    asked.join(20)
    assert not asked.is_alive()
    assert desk.printed[-1].endswith("check whether it was done")
    gc.collect()
    assert "was destroyed" not in caplog.text
