"""``jantaku --lang ja judge``: events, findings and alerts in Japanese, from a real table over a real broker and from
old journals."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hall.judge.orders.game import RULESETS
from hall.judge.orders.journal import ACTS, CALLS, MELDS
from hall.judge.orders.orders import ORDERS
from hall.judge.session import LOOKS, WATCH, help_lines
from jantaku.main import command_of, main
from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from referee.game.judge_events import Refolded
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.texts.language import language
from table_controller.broker.requests import DeliveredMessage, Requests
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.declaration import own_fields
from table_controller.mqtt.roles import Login, refusal
from tests.hall.judge.at_the_table_stage import sits_down
from tests.hall.judge.hall_stage import NAMES, Mosquitto, Table, until
from tests.referee.old_journals_stage import built
from tests.texts_stage import COMMAND, JAPANESE, LATIN
from wording.alerts.texts import Place
from wording.events.lines import text_of

KEPT = (
    "WRC",
    "SAI",
    "cf.",
    "--at",
    "tenhou",
    "judge:",
    "[judge]",
    "Anna (referee)",
    "test",
)
"""Texts that are the same in every language: books, options and names."""


def program_words() -> list[str]:
    """Return the words typed alike in every language: orders, options, choices, and the fields of commands."""
    words = {
        *ORDERS,
        *RULESETS,
        *LOOKS,
        *WATCH,
        *COMMANDS,
        *ACTS,
        *CALLS,
        *MELDS,
        "SEAT",
        "TILE",
        "TILES",
        "CALL",
        "KIND",
        "East",
        "South",
    }
    for order in ORDERS.values():
        words |= set(re.findall(r"[A-Za-z_]+", " ".join(order.parser().format_usage().split())))
        words |= {str(choice) for action in order.parser()._actions for choice in action.choices or ()}
        words |= {field.encode_name for field in own_fields(order.kind)} | set(order.kind.__struct_fields__)
    return sorted(words, key=len, reverse=True)


def english_in(text: str, *besides: str) -> list[str]:
    """The lines with words that are neither names nor codes nor words of the program."""
    program = (
        rf"--[a-z-]+|(?<![A-Za-z])(?:{'|'.join(map(re.escape, (*besides, *program_words())))})(?![A-Za-z])"
    )
    return [line for line in text.splitlines() if LATIN.search(re.sub(program, "", COMMAND.sub("", line)))]


def test_help_says_in_japanese_what_every_order_does() -> None:
    assert language("ja").words["command"].keys() == COMMANDS.keys()
    assert english_in("\n".join(help_lines((), "ja"))) == []
    assert [help_lines([word], "ja")[0] for word in ORDERS] == [
        order.help_in("ja") for order in ORDERS.values()
    ]


ASKED = [
    "tables",
    "table 7",
    "show",
    "findings",
    "events 5",
    "standings",
    "penalties",
    "alerts",
    "watch all",
    "help",
]
ASKED_WRONG = [
    "table 9", "table", "events a", "standings a b", "penalties a b", "clip", "clip x", "clip 7 --save", "clip 99", "watch me",
    "explode", "stop --at 99", "warn 'East",
]  # fmt: skip


def test_what_is_looked_up_is_reported_in_japanese(table: Table, mosquitto: Mosquitto) -> None:
    desk = sits_down(mosquitto.port, words="ja")
    table.deal()
    table.discard(0, "5s")
    table.foul(3)
    desk.knows(table)
    assert desk.says("accept 0 --resume")
    assert desk.says("chombo South --yes")
    desk.knows(table)
    assert desk.says("close-hanchan --yes")
    desk.knows(table)
    for order in (*ASKED, *ASKED_WRONG):
        desk.printed.clear()
        assert desk.says(order) is (order in ASKED)
        text = "\n".join(desk.printed)
        assert JAPANESE.search(text) or order == "watch all"
        assert english_in(text, *KEPT, *NAMES, *order.split(), "Anna", "judge:test", "home") == [], order
    desk.printed.clear()
    table.stop()
    assert not desk.says("stop")
    assert desk.says("standings")
    text = "\n".join(desk.printed)
    assert JAPANESE.search(text)
    assert english_in(text, "referee", "home") == []


def test_a_judge_is_told_in_japanese(table: Table, mosquitto: Mosquitto) -> None:
    desk = sits_down(mosquitto.port, words="ja")
    table.deal()
    table.discard(0, "5s")
    table.foul(3)
    desk.knows(table)
    desk.printed.clear()
    assert desk.says("events 20")
    assert any(
        re.fullmatch(r"記録\d+番、\d+:\d\d：東家（.*）が五索を打牌しました.*", line) for line in desk.printed
    )
    desk.printed.clear()
    assert desk.says("findings")
    (line,) = desk.printed
    assert "家（" in line
    assert re.match(r"指摘0番：[^A-Za-z]+ \(", line)
    table.do(table.daemon.health.listeners.hear)
    table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
    until(lambda: "judge" in desk.session.hall.tables["7"].alerts, "the alert")
    desk.printed.clear()
    assert desk.says("show")
    expected_line = (
        "要確認 [judge]: 席2から審判が呼ばれています; 卓へ行き、済んだら「対処済み」にしてください"
    )
    assert expected_line in desk.printed
    desk.printed.clear()
    assert desk.says("foul phone East")
    assert desk.says("stop --dry-run")
    assert desk.says("stop")
    desk.knows(table)
    assert desk.says("show")
    assert desk.says("tables")
    text = "\n".join(desk.printed)
    for name in (*NAMES, *KEPT):
        text = text.replace(name, "")
    assert [line for line in text.splitlines() if LATIN.search(line)] == []


@pytest.mark.parametrize("name", ["played-587c48f", "judged-587c48f"])
def test_an_old_journal_is_reported_in_japanese(name: str, tmp_path: Path) -> None:
    """An event that had no code at the time appears in the stored English; everything else is Japanese."""
    state: GameState | None = None
    texts = 0
    journal = Journal(built(name, tmp_path / "journal.sqlite"))
    for entry in journal.entries():
        for event in entry.events:
            state = evolve(state, event)
            text = text_of([event], state, "ja")
            written = [str(getattr(event, name, "") or "") for name in ("text", "judge", "former", "name")]
            for each in sorted(filter(None, (*written, *state.names)), key=len, reverse=True):
                text = text.replace(each, "")
            if not isinstance(event, HanchanStarted | Refolded):
                assert LATIN.search(text) is None, text
            texts += bool(text)
    journal.close()
    assert texts > 20


def test_an_answer_is_in_the_language_of_its_table() -> None:
    """The gate refuses the order, or its role may not give it, or its topic is old; each answer has its code."""
    answers: list[dict[str, Any]] = []
    requests = Requests("a/", lambda _, reply: reply({"ok": True}), lambda: None, "ja")
    for levels, payload in ((("stop",), b"{}"), (("anna", "stop"), b"[1]")):
        to = "a/1" if len(levels) == 1 else "a/anna/1"
        requests.accept_command(DeliveredMessage(levels, payload, to, b"1"))
        answered = requests.next()
        assert answered is not None
        answers.append(json.loads(answered.payload))
    old, barred = answers
    assert (old["note_code"], barred["code"]) == ("aside.old_topic", "barred.no_object")
    assert JAPANESE.search(old["note"])
    assert JAPANESE.search(barred["error"])
    why = refusal(Login("anna", "viewer"), "anna", "referee", hall="home", table="7")
    assert why is not None
    assert language("ja").say(why) == "annaは観戦者です。これには審判の役割が必要です"


def test_the_language_is_no_command() -> None:
    assert command_of(["--lang", "ja", "judge", "events"]) == "judge"
    assert command_of(["--lang=ja", "judge"]) == "judge"
    assert command_of(["--help"]) is None


def test_a_language_that_nobody_speaks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "xx", "judge", "tables"])
    assert "xx" in capsys.readouterr().err


REFUSED = [
    ("resume", "進行は止められていません"),
    ("rule chombo --seat East --points 5", "この裁定の減点は、規則で"),
    ("dismiss --seat East", "取り消すものがありません。この席には、指摘によらない裁定がありません"),
    ("adjust-points East=-150 South=150", "100点未満の点棒はありません"),
    ("enter-hand ron", "誰の和了ですか"),
    ("enter-hand exhaustive --tenpai East --unseen", "局の途中です。この局の配牌は卓が見ています"),
    ("enter-hand exhaustive --tenpai East --riichi South", "は不聴立直：チョンボ、この局は無効です（"),
    ("undo", "どの記録を取り消しますか。最新は記録4番：東家（Ada）が五索を打牌しました"),
    ("undo 1", "記録1番はこの卓の最初の半荘の開始で、その前の半荘はありません。新しい半荘を始めてください"),
    ("undo 99", "この半荘に記録99番はありません"),
    ("correct 4 5s", "記録4番は、すでにその内容です"),
    ("insert discard East 5s", "記録4番の後に「打牌」を入れても、何も変わりません"),
    ("correct 4 --set sideways=yes", "「打牌」の項目sidewaysは"),
    ("begin-hanchan --ruleset wrc-2015", "半荘の途中です。先に終了してください"),
    ("begin-hand 3 4", "局の途中です。局を始めた記録を訂正してください"),
    ("close-hand", "局は続いています。手牌は公開されておらず、流局の理由もありません"),
    ("machine dice", "開門する山が上がっていません"),
    ("clip 7", "記録7番の映像はありません。この卓に映像は残っていません"),
    ("close-hand --at 1", "記録1番より後に次のことがありました："),
]


def test_a_refused_order_is_reported_in_japanese(table: Table, mosquitto: Mosquitto) -> None:
    """Rulings, points, results, corrections, hanchans, the machine; the table itself speaks English."""
    desk = sits_down(mosquitto.port, words="ja")
    assert not desk.says("stop")
    assert desk.printed.pop().endswith("対局中の半荘がありません")
    table.deal()
    table.discard(0, "5s")
    desk.knows(table)
    refusals = {}
    for order, _ in REFUSED:
        desk.printed.clear()
        desk.says(order)
        refusals[order] = "".join(desk.printed)
    assert [(order, refusals[order]) for order, why in REFUSED if why not in refusals[order]] == []
