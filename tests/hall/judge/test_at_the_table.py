"""Every order reaches a real table over a real broker and is done there, or refused in the table's words."""

import json
import re
import threading
from collections.abc import Callable
from typing import Any

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from hall.judge.orders.orders import ORDERS
from hall.judge.tables.hall import WIND_NAMES
from referee.game import observations
from referee.tiles import parse_tile, parse_tiles
from tests.hall.judge.at_the_table_stage import Desk, shown, sits_down
from tests.hall.judge.hall_stage import NAMES, Mosquitto, Table, password, until
from tests.table_controller.seen_table import RULES
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place

OKA = 4 * (RULES.flow.return_points - RULES.flow.start_points) if RULES.flow.oka else 0


def ended(table: Table) -> bool:
    return bool(table.state.phase == "ended")


def last(table: Table) -> str:
    assert table.state.last is not None
    return str(table.state.last.result)


def fouled(table: Table) -> None:
    table.foul()


def stopped(table: Table) -> None:
    table.happens(observations.JudgeCalled(seat=2))


def ruled(table: Table) -> None:
    table.happens(observations.RulingGiven(ruling="warning", seat=3, judge="Anna"))


def voided(table: Table) -> None:
    """The next hand waits for its dice."""
    table.happens(observations.RulingGiven(ruling="void", judge="Anna"))


def awaiting(table: Table) -> None:
    """Begin a hanchan that waits for a start signal."""
    rules = table.state.ruleset.to_mapping()
    table.happens(observations.HanchanBegun(ruleset=rules, names=("A", "B", "C", "D"), awaits_signal=True))


def unsigned(table: Table) -> None:
    """End a hanchan whose sheet must be signed."""
    rules = table.state.ruleset.to_mapping()
    begun = observations.HanchanBegun(
        ruleset=rules, names=("A", "B", "C", "D"), keeps="nothing", awaits_signature=True
    )
    table.happens(begun, observations.HanchanClosed(judge="Anna"))


def discarded(table: Table) -> None:
    table.discard(0, "5s")


def nothing(table: Table) -> None:
    """The hand is dealt and nothing has happened."""


Does = tuple["str", "Callable[[Table], None]", "Callable[[Table], Any]"]
ANNA = "Anna (referee)"
"""The name that she gives, and her login."""
DONE: list[Does] = [
    ("accept 0", fouled, lambda table: table.rulings == [("accepted", 1, 0, ANNA, "")] or table.rulings[0][1:3] == (1, 0)),
    ("change-grade 0 warning --because late", fouled, lambda table: table.rulings == [("warning", 1, 0, ANNA, "late")]),
    ("dismiss 0", fouled, lambda table: table.rulings == [("dismissed", 1, 0, ANNA, "")]),
    ("foul tiles-shown South --tiles 2", nothing, lambda table: table.state.findings[0].rule == "tiles_shown"),
    ("guide South", nothing, lambda table: table.rulings == [("guidance", 1, None, ANNA, "")]),
    ("warn Dan", nothing, lambda table: table.rulings == [("warning", 3, None, ANNA, "")]),
    ("dead-hand West", nothing, lambda table: table.state.seats[2].dead),
    ("chombo West", nothing, lambda table: last(table) == "chombo"),
    ("disqualify West", nothing, lambda table: table.state.desk.disqualified == (2,)),
    ("rule none --finding 0", fouled, lambda table: table.rulings == [("none", 1, 0, ANNA, "")]),
    ("redeal", nothing, lambda table: table.state.phase == "waiting"),
    ("void-hand", discarded, lambda table: table.state.phase == "waiting"),
    ("stop", nothing, lambda table: table.state.desk.stopped == "judge"),
    ("resume", stopped, lambda table: not table.state.desk.stopped),
    ("replace-player West Emil", nothing, lambda table: table.state.names[2] == "Emil"),
    ("correct NEWEST 6s", discarded, lambda table: table.state.seats[0].pond[-1].tile == parse_tile("6s")),
    ("undo NEWEST", discarded, lambda table: not table.state.seats[0].pond),
    ("insert draw South --after NEWEST --because the curtain was dirty", discarded, lambda table: table.state.holding),
    ("begin-hanchan --force --ruleset wrc-2015 --names A B C D", nothing, lambda table: table.state.names == tuple("ABCD")),
    ("begin-hand 3 4", voided, lambda table: (table.state.phase, table.state.dice) == ("dealing", (3, 4))),
    ("close-hand", shown, lambda table: last(table) == "tsumo"),
    ("close-hanchan", nothing, ended),
    ("enter-hand tsumo --win South 2 han 30 fu", nothing, lambda table: table.state.last.wins[0].seat == 1),
    ("adjust-points East=-1000 South=+1000", nothing, lambda table: table.state.scores == (24000, 26000, 25000, 25000)),
    ("start-signal", awaiting, lambda table: not table.state.desk.signal_awaited),
    ("sign-sheet", unsigned, lambda table: not table.state.sheet_unsigned),
    ("gong", nothing, lambda table: table.state.time_called),
    ("pause-clock", nothing, lambda table: table.state.desk.clock_paused_at_ms is not None),
    ("extend-clock 5", nothing, lambda table: table.state.desk.clock_added_ms == 300_000),
    ("grant-hand", nothing, lambda table: table.state.desk.hand_granted),
    ("acknowledge South", shown, lambda table: table.state.desk.acknowledged == (1,)),
    ("paid", shown, lambda table: table.state.desk.paid),
    ("call-judge", nothing, lambda table: table.state.desk.stopped and "judge" in table.daemon.health.standing),
    ("take-call", nothing, lambda table: table.state.desk.attendant == ANNA),
    ("hand-over --to Bea", nothing, lambda table: table.state.desk.attendant == "Bea"),
    ("pause", nothing, lambda table: table.machine.paused == ANNA),
    ("machine retry", nothing, lambda table: [each.do for each in table.machine.commands] == ["retry"]),
]  # fmt: skip
BEFORE_ANY_HANCHAN = [
    "foul kuikae 0", "guide 0", "warn 0", "dead-hand 0", "chombo 0", "disqualify 0", "rule none --seat 0", "redeal", "void-hand",
    "stop", "resume", "replace-player 0 Emil", "appeal 0", "correct 1 6s", "undo", "insert draw 0 --after 1", "close-hand", "close-hanchan",
    "begin-hand 3 4",
    "enter-hand exhaustive", "adjust-points 0=-1000 1=+1000", "gong", "pause-clock", "extend-clock 5", "grant-hand", "acknowledge 0", "paid", "take-call",
    "sign-sheet",
]  # fmt: skip
IN_A_HAND = [
    ("accept 0", "finding 0 already has this ruling"),
    ("change-grade 0 none", "finding 0 already has this ruling"),
    ("dismiss --seat East", "there is nothing to take back"),
    ("undo", "undo which entry? the newest is entry"),
    ("begin-hanchan", "a hanchan is running"),
    ("start-signal", "is not waiting for a start signal"),
    ("sign-sheet", "has not ended"),
    ("sign-sheet --hanchan 999", "began with entry"),
    ("hand-over", "nobody"),
    ("machine dice", "no walls are up"),
    ("reset-faults", "still there"),
    ("update", "a hanchan is running"),
]
JURY = {"call-jury", "vote", "excuse-juror", "close-jury"}
"""For head referees: test_jury."""
NEVER_REFUSED = {"call-judge", "pause", "resolve"} | JURY


def test_every_order_is_done_at_the_table(table: Table, desk: Desk) -> None:
    for typed, before, done in DONE:
        table.begin()
        table.deal()
        before(table)
        desk.knows(table)
        desk.printed.clear()
        text = typed.replace("NEWEST", str(table.daemon.journal.number))
        assert desk.says(text), (text, desk.printed)
        assert done(table), (text, table.state)
        assert desk.printed[-1].startswith("table 7: "), text


def test_what_the_table_refuses_is_reported_in_its_words(table: Table, desk: Desk) -> None:
    for text in BEFORE_ANY_HANCHAN:
        desk.printed.clear()
        assert not desk.says(text)
        (line,) = desk.printed
        assert line.startswith("table 7 refuses: "), text
    assert table.daemon.journal.number == 0
    table.deal()
    table.foul()
    table.happens(observations.RulingGiven(ruling="none", finding=0))
    desk.knows(table)
    number = table.daemon.journal.number
    for text, reason in IN_A_HAND:
        assert not desk.says(text)
        assert desk.printed[-1].startswith("table 7 refuses: "), text
        assert reason in desk.printed[-1]
    assert table.daemon.journal.number == number
    asked = {text.split()[0] for text in (*BEFORE_ANY_HANCHAN, *(text for text, _ in IN_A_HAND))}
    assert asked | NEVER_REFUSED == set(ORDERS)


def test_every_order_was_tried() -> None:
    elsewhere = {"resolve", "reset-faults", "update", "appeal"} | JURY
    assert {text.split()[0] for text, _, _ in DONE} | elsewhere == set(ORDERS)


def test_an_alert_is_resolved(table: Table, desk: Desk) -> None:
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    until(lambda: desk.session.hall.tables["7"].alerts, "the alert")
    desk.says("alerts")
    assert desk.printed[-1].startswith("info [judge]: ") or "[judge]: " in desk.printed[-1]
    assert desk.says("resolve judge")
    until(lambda: not desk.session.hall.tables["7"].alerts, "no alert")


def test_an_appeal_where_the_rules_know_it(table: Table, desk: Desk) -> None:
    """SAI 7: an appeal against a ruling is noted, and later its outcome."""
    table.begin({"fouls.appeal": "written_next_day"})
    table.deal()
    table.foul()
    desk.knows(table)
    assert not desk.says("appeal South --finding 0")
    assert "nobody has ruled on that" in desk.printed[-1]
    assert desk.says("change-grade 0 warning")
    assert desk.says("appeal South --finding 0 --because it was my turn")
    desk.knows(table)
    desk.says("show")
    assert desk.printed[-1] == "appeal of South (Béla) against finding 0: open, it was my turn"
    assert desk.says("appeal South --finding 0 --outcome rejected")
    assert [made.outcome for made in table.state.desk.appeals] == ["open", "rejected"]


def test_who_and_why_stand_in_the_journal(table: Table, desk: Desk) -> None:
    table.deal()
    desk.knows(table)
    assert desk.says("warn West --because 'talked' on the phone")
    (entry,) = list(table.daemon.journal.entries(table.daemon.journal.number))
    assert entry.observation == observations.RulingGiven(
        at_ms=entry.observation.at_ms, source=f"judge:{ANNA}", ruling="warning", seat=2, judge=ANNA, text="talked on the phone"
    )  # fmt: skip


def test_nothing_is_sent_unless_it_is_confirmed(table: Table, desk: Desk) -> None:
    table.deal()
    desk.knows(table)
    desk.confirms = False
    assert not desk.says("void-hand")
    assert desk.printed == ["nothing was sent"]
    assert table.commands == []
    assert desk.says("void-hand --yes")
    assert table.commands == ["void_hand"]


def test_what_destroys_something_says_what_and_a_hanchan_is_brought_back(table: Table, desk: Desk) -> None:
    table.deal()
    desk.knows(table)
    desk.confirms = False
    assert not desk.says("disqualify West")
    assert "West (Chihiro) is out of the hanchan" in desk.asked[-1]
    assert not desk.says("begin-hanchan --force")
    assert "This deletes one hand of the hanchan." in desk.asked[-1]
    assert not desk.says("machine open-lid")
    assert "its lid opens" in desk.asked[-1]
    assert (table.state.hands, table.rulings, table.machine.commands) == (1, [], [])
    desk.confirms = True
    for throws in ("close-hanchan --keeps nothing", "begin-hanchan --force"):
        before = table.state
        assert desk.says(throws)
        thrown = table.daemon.journal.number
        assert "deletes one hand" in desk.asked[-1]
        assert desk.says(f"undo {thrown}")
        assert table.state == before
        desk.knows(table)


def test_a_sheet_that_is_not_signed_is_shown_until_it_is(table: Table, desk: Desk) -> None:
    """WRC 8.2."""
    line = "THE SCORE SHEET IS NOT SIGNED: sign-sheet"
    table.deal()
    unsigned(table)
    desk.knows(table)
    assert desk.says("show")
    assert line in desk.printed
    assert "  1. A: 25,000 points, uma 20, oka 20, result 35" in desk.printed
    assert not [each for each in desk.printed if each.startswith("E1, ")], "no hand is played any more"
    assert desk.says("sign-sheet --because checked")
    desk.knows(table)
    desk.printed.clear()
    assert desk.says("show")
    assert line not in desk.printed


def test_news_are_reported_as_they_come(table: Table, desk: Desk) -> None:
    desk.session.followed, desk.session.watch = "7", "all"
    table.deal()
    table.discard(0, "5s")
    number = table.daemon.journal.number
    until(lambda: any(line.startswith(f"entry {number}, ") for line in desk.printed), "the discard")
    (line,) = [line for line in desk.printed if line.startswith(f"entry {number}, ")]
    assert line.endswith(": East (Ada) discards 5s")
    table.foul(seat=3)
    until(lambda: any(line.startswith("finding 0: ") for line in desk.printed), "the finding")
    (line,) = [line for line in desk.printed if line.startswith("finding 0: ")]
    assert line == (
        "finding 0: discarding in another player's turn (cf. WRC 7.2; SAI 55.1(6), 55.2(2)); "
        "North (Dan) discards 9s in the turn of South; proposed: no penalty (recorded; what can be corrected is corrected); in E1; "
        "evidence: judge:test; not ruled on"
    )
    stopped(table)
    until(lambda: "PLAY IS STOPPED: the judge is called, West (Chihiro)" in desk.printed, "the stop")
    assert desk.says("resume")
    until(lambda: "play is no longer stopped" in desk.printed, "the end of it")
    assert desk.says("stop --because a tile fell")
    by_judge = re.compile(r"PLAY IS STOPPED: by the judge \(.+\): a tile fell")
    until(lambda: any(by_judge.fullmatch(line) for line in desk.printed), "who stopped it, and why")
    assert desk.says("resume")
    until(lambda: desk.printed.count("play is no longer stopped") == 2, "the end of that")
    desk.session.watch = "findings"
    desk.printed.clear()
    # For somebody who watches only findings, a hand over a pond is no news, but a call for a judge is.
    table.do(lambda: table.daemon.health.alert(TableAlert.TRACK("pond-0"), TableAlert.hand_lost()))
    until(lambda: "track-pond-0" in desk.session.hall.tables["7"].alerts, "the alert")
    assert desk.printed == []
    table.do(table.daemon.health.listeners.hear)
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    called = (
        "table 7: warning [judge]: The judge is called at chair 2; Go to the table, then mark this as seen to"
    )
    until(lambda: desk.printed == [called], "the judge is called")
    desk.printed.clear()
    table.discard(table.state.turn, "1m")
    turn = table.state.turn
    table.foul(seat=(turn + 2) % 4)
    until(lambda: any(line.startswith("finding 1: ") for line in desk.printed), "the next finding")
    assert len(desk.printed) == 1
    desk.says("events 3")
    assert desk.printed[-1].endswith(f" discards 9s in the turn of {WIND_NAMES[turn]}")


def test_a_table_in_words(table: Table, desk: Desk) -> None:
    table.deal()
    table.discard(0, "5s")
    table.happens(observations.CallHeard(seat=2, call="pon"))
    table.happens(
        observations.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5s5s5s"), claimed=parse_tile("5s"), source_seat=0
        )
    )
    table.discard(2, "1z", drawn=False)
    desk.says("warn East")
    desk.knows(table)
    desk.printed.clear()
    desk.says("show")
    assert desk.printed == [
        "table 7: ready, the table is ready",
        "E1, honba 0, playing, 69 tiles in the wall, turn of North (Dan), rules tenhou",
        "time limit 90:00 from 0:00 on",
        "1z of West (Chihiro) may be claimed",
        "  East (Ada) 25000; warnings: 1; 13 tiles in hand; 1 discards, the last 5s",
        "  South (Béla) 25000; 13 tiles in hand; 0 discards",
        "  West (Chihiro) 25000; 10 tiles in hand; 1 discards, the last 1z; pon of 5s 5s 5s from East (Ada)",
        "  North (Dan) 25000; 13 tiles in hand; 0 discards",
        (
            "penalty of Ada: 0 points of the overall score; "
            "warning (counted until the end of the hanchan, play goes on), Anna (referee)"
        ),
        "no findings",
    ]
    shown_hall = desk.printed.copy()
    desk.says("tables")
    assert "\n".join(desk.printed[len(shown_hall) :]) == (
        "table 7: ready; E1, honba 0, playing, 69 tiles in the wall, turn of North (Dan), rules tenhou; "
        "East (Ada) 25000; South (Béla) 25000; West (Chihiro) 25000; North (Dan) 25000"
    )


def test_a_broker_that_comes_back(table: Table, desk: Desk, mosquitto: Mosquitto) -> None:
    table.begin()
    desk.knows(table)
    mosquitto.stop()
    until(lambda: any("lost" in line for line in desk.printed), "the loss is reported")
    assert not desk.says("stop")
    assert desk.printed[-1] == "there is no connection to the broker; nothing was sent"
    mosquitto.start()
    until(lambda: "connection to the broker is back" in desk.printed, "the return is reported")
    until(lambda: table.daemon.broker._was_connected, "the table is back")
    assert desk.says("stop")
    assert table.state.desk.stopped == "judge"


def test_a_table_that_is_silent_or_gone(mosquitto: Mosquitto, table: Table) -> None:
    desk = sits_down(mosquitto.port, wait_s=0.3)
    table.daemon.deaf = True
    assert not desk.says("stop")
    assert desk.printed[-1] == "table 7 has not answered within 0.3 s; check whether it was done"
    table.stop()
    until(lambda: desk.session.hall.tables["7"].status == "stopped", "its goodbye")
    assert not desk.says("stop")
    assert desk.printed[-1] == "table 7 does not listen; nothing was done"
    assert not desk.says("table 8")
    assert desk.printed[-1] == "there is no table '8' in hall 'home'; there are: 7"


def test_who_may_only_look_and_who_only_resets(mosquitto: Mosquitto, table: Table) -> None:
    """The access list that is shipped: a viewer commands nothing, a technician no ruling."""
    table.begin()
    viewer, technician = sits_down(mosquitto.port, "viewer"), sits_down(mosquitto.port, "technician")
    assert viewer.says("show")
    assert not viewer.says("stop")
    assert viewer.printed[-1] == "the broker does not let viewer give the command stop"
    assert viewer.says("events")
    assert viewer.printed[-1].endswith("a hanchan starts under Tenhou (online)")
    assert technician.says("pause")
    assert not technician.says("stop")
    assert technician.printed[-1] == "the broker does not let technician give the command stop"
    assert table.commands == ["history", "history", "pause"]


def test_what_is_sent_is_as_documented(mosquitto: Mosquitto, table: Table) -> None:
    """docs/mqtt.md: a separate answer topic, correlation data, and an expiry, so that no order is carried out an hour later."""
    seen: list[Any] = []
    spy = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    spy.username_pw_set("table", password("table"))
    spy.on_connect = lambda client, *_: client.subscribe("jantaku/1/home/7/command/#", qos=1)
    subscribed = threading.Event()
    spy.on_subscribe = lambda *_: subscribed.set()
    spy.on_message = lambda _client, _data, message: seen.append(message)
    spy.connect("127.0.0.1", mosquitto.port)
    spy.loop_start()
    assert subscribed.wait(20)
    desk = sits_down(mosquitto.port, wait_s=7.2)
    try:
        assert desk.says("pause off")
        until(lambda: seen, "the command")
    finally:
        desk.line.close()
        spy.disconnect()
        spy.loop_stop()
    (message,) = seen
    assert message.topic == "jantaku/1/home/7/command/referee/pause"
    assert json.loads(message.payload) == {"on": False, "by": "Anna"}
    assert message.properties.ResponseTopic.startswith("jantaku/1/home/answer/referee/")
    assert len(message.properties.CorrelationData) == 16
    assert message.properties.MessageExpiryInterval == 8
    assert (message.qos, message.retain) == (1, False)


def test_an_order_is_rehearsed_and_then_given_only_if_nothing_came_in_between(
    table: Table, desk: Desk, mosquitto: Mosquitto
) -> None:
    table.deal()
    desk.knows(table)
    desk.printed.clear()
    at = table.daemon.journal.number
    order = "enter-hand tsumo --win South 2 han 30 fu"
    assert desk.says(f"{order} --dry-run")
    text = "\n".join(desk.printed)
    assert f"table 7 would do this, and has not: the hand ended: tsumo of South ({NAMES[1]})" in text
    assert f"  points: East ({NAMES[0]}) -1,000, South ({NAMES[1]}) +2,000" in text
    assert "  the hand ends; next: East 2, honba 0" in text
    assert text.endswith(f"--at {at}")
    assert table.daemon.journal.number == at
    other = sits_down(mosquitto.port)
    other.knows(table)
    assert other.says("stop --because a look")
    assert not desk.says(f"{order} --yes --at {at}")
    assert f"since entry {at} this happened: entry {at + 1}: play stops" in desk.printed[-1]
    assert table.state.last is None
    desk.knows(table)
    assert desk.says(f"{order} --yes --at {at + 1}")
    assert last(table) == "tsumo"
