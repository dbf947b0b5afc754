"""``jantaku --lang ja judge``: what happens, findings and alerts in Japanese, of a real table over a real broker and of old journals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from referee.game.judge_events import Refolded
from referee.journal.journal import Journal
from table_controller.cli.main import command_of, main
from table_controller.wording.alert_texts import Place
from table_controller.wording.wording import text_of
from tests.referee.test_old_journals import built
from tests.table_controller.judge.hall_stage import NAMES, Mosquitto, Table, until
from tests.table_controller.judge.test_at_the_table import sits_down

if TYPE_CHECKING:
    from pathlib import Path

    from referee.game.position import GameState

LATIN = re.compile(r"[A-Za-z]{2,}")
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
    "the table is ready",
)
"""What the terminal says alike in every language: books, options, names, and what a table says of its status."""


def test_a_judge_is_told_in_japanese(table: Table, mosquitto: Mosquitto) -> None:
    desk = sits_down(mosquitto.port, words="ja")
    try:
        table.begin()
        table.deal()
        table.discard(0, "5s")
        table.foul(3)
        desk.knows(table)
        desk.told.clear()
        assert desk.says("events 20")
        assert any(
            re.fullmatch(r"記録\d+番、\d+:\d\d：東家（.*）が五索を打牌しました.*", line) for line in desk.told
        )
        desk.told.clear()
        assert desk.says("findings")
        (line,) = desk.told
        assert "家（" in line
        assert re.match(r"指摘0番：[^A-Za-z]+ \(", line)
        table.do(lambda: table.daemon.health.judge_called(Place.chair(2)))
        until(lambda: "judge" in desk.session.hall.tables["7"].alerts, "the alert")
        desk.told.clear()
        assert desk.says("show")
        told = "注意 [judge]: 席2から審判が呼ばれています; 卓へ行き、その後この警告を解除してください"
        assert told in desk.told
        desk.told.clear()
        assert desk.says("foul phone East")
        assert desk.says("stop --dry-run")
        assert desk.says("stop")
        desk.knows(table)
        assert desk.says("show")
        assert desk.says("tables")
        told = "\n".join(desk.told)
        for name in (*NAMES, *KEPT):
            told = told.replace(name, "")
        assert [line for line in told.splitlines() if LATIN.search(line)] == []
    finally:
        desk.line.close()


@pytest.mark.parametrize("name", ["played-587c48f", "judged-587c48f"])
def test_an_old_journal_is_told_in_japanese(name: str, tmp_path: Path) -> None:
    """What had no code then is told in the English that was written down; all else has no English in it."""
    state: GameState | None = None
    told = 0
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
            told += bool(text)
    journal.close()
    assert told > 20


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
    ("dismiss --seat East", "取り下げるものがありません。この席には、指摘によらない裁定がありません"),
    ("adjust-points East=-150 South=150", "100点未満の点棒はありません"),
    ("enter-hand ron", "誰の和了ですか"),
    ("enter-hand exhaustive --tenpai East --unseen", "局の途中です。この局の配牌は卓が見ています"),
    ("enter-hand exhaustive --tenpai East --riichi South", "は不聴立直：チョンボ、この局は無効です（"),
    ("undo", "どの記録を取り消しますか。最新は記録4番：東家（Ada）が五索を打牌しました"),
    ("undo 1", "記録1番はこの卓の最初の半荘の開始で、その前の半荘はありません。新しい半荘を始めてください"),
    ("undo 99", "この半荘に記録99番はないため、訂正できません"),
    ("correct 4 5s", "記録4番は、すでにその内容です"),
    ("insert discard East 5s", "記録4番の後に「打牌」を入れても、何も変わりません"),
    ("correct 4 --set sideways=yes", "「打牌」の項目sidewaysは"),
    ("begin-hanchan --ruleset wrc-2015", "半荘の途中です。先に終了してください"),
    ("begin-hand 3 4", "局の途中です。局を始めた記録を訂正してください"),
    ("close-hand", "局は続いています。手牌は公開されておらず、流局の理由もありません"),
    ("machine dice", "開門する山が上がっていません"),
    ("clip 7", "映像7番はありません。映像は一つも残っていません"),
    ("close-hand --at 1", "記録1番より後に次のことがありました："),
]


def test_a_refused_order_is_told_in_japanese(table: Table, mosquitto: Mosquitto) -> None:
    """Of rulings, points, results, corrections, hanchans, the machine; the table itself speaks English."""
    desk = sits_down(mosquitto.port, words="ja")
    try:
        assert not desk.says("stop")
        assert desk.told.pop().endswith("対局中の半荘がありません")
        table.begin()
        table.deal()
        table.discard(0, "5s")
        desk.knows(table)
        told = {}
        for order, _ in REFUSED:
            desk.told.clear()
            desk.says(order)
            told[order] = "".join(desk.told)
        assert [(order, told[order]) for order, why in REFUSED if why not in told[order]] == []
    finally:
        desk.line.close()
