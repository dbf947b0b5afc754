"""Games that we write are read, replayed and scored by another project's reader (jansou), and its games by us."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jansou.io.mjai import dump_mjai, parse_mjai
from jansou.io.mjlog import parse_mjlog
from jansou.io.paifu import Paifu, canonical_kind
from jansou.io.replay import replay_paifu
from jansou.io.tenhou_json import dump_tenhou_json, parse_tenhou_json
from jansou.validation.check import check_paifu

from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.mjlog.names import MJLOG_DRAWS
from referee.records.neutral.record import Discard, DrawnGame, GameRecord, WinClaim
from referee.records.reader import parse_record, read_record
from referee.records.tenhou6 import tenhou6
from simulation.replay.replay import replay
from tests.proofs import some

READERS: dict[str, tuple[Callable[[GameRecord], str], Callable[[bytes], Paifu]]] = {
    "mjlog": (mjlog.write, parse_mjlog),
    "mjai": (mjai.write, parse_mjai),
    "tenhou6": (tenhou6.write, parse_tenhou_json),
}


def agrees(record: GameRecord, theirs: Paifu, form: str) -> int:
    """Assert that they read the same game, and that their rules allow and score it; return the number of wins."""
    assert [list(hand.scores) for hand in record.hands] == [list(each.scores) for each in theirs.rounds]
    assert [(hand.honba, hand.bets) for hand in record.hands] == [
        (each.honba, each.riichi_sticks) for each in theirs.rounds
    ]
    if form != "tenhou6" and record.final is not None:
        assert theirs.final_scores == record.final
    wins = 0
    for hand, each in zip(record.hands, theirs.rounds, strict=True):
        ours = [act for act in hand.acts if isinstance(act, WinClaim)]
        drawn = [act for act in hand.acts if isinstance(act, DrawnGame)]
        if ours:
            assert isinstance(each.outcome, tuple)
            assert [
                (win.winner, win.from_seat, list(win.deltas), win.liable_seat) for win in each.outcome
            ] == [(act.seat, act.source, act.recorded["changes"], act.recorded.get("liable")) for act in ours]
            wins += len(ours)
        else:
            assert not isinstance(each.outcome, tuple)
            assert tuple(each.outcome.deltas or (0,) * 4) == tuple(drawn[0].recorded["changes"])
            if form == "mjlog":
                assert (
                    MJLOG_DRAWS[each.outcome.kind if each.outcome.kind != "exhaustive" else ""]
                    == drawn[0].result
                )
    verdicts = check_paifu(theirs)
    assert [verdict for verdict in verdicts if not verdict.passed] == []
    assert len(verdicts) == wins
    discards = sum(isinstance(act, Discard) for hand in record.hands for act in hand.acts)
    assert sum(1 for _ in replay_paifu(theirs)) >= discards
    return wins


@pytest.mark.parametrize("form", READERS)
def test_own_games(games: list[GameRecord], form: str) -> None:
    write, read = READERS[form]
    assert sum(agrees(record, read(write(record).encode()), form) for record in games[:4]) > 20


@pytest.mark.shared
@pytest.mark.parametrize("form", READERS)
def test_some_real_games(shared: Path, form: str) -> None:
    write, read = READERS[form]
    paths = sorted((shared / "records" / "games").glob("4*.mjlog"))[:8]
    records = [read_record(path) for path in paths]
    assert sum(agrees(record, read(write(record).encode()), form) for record in records) > 50


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("form", some(list(READERS), 1))
def test_all_real_games(shared: Path, form: str) -> None:
    write, read = READERS[form]
    wins = 0
    for path in sorted((shared / "records" / "games").glob("*.mjlog")):
        record = read_record(path)
        wins += agrees(record, read(write(record).encode()), form)
    assert wins == 4998


@pytest.mark.parametrize(
    "theirs",
    [
        lambda record: dump_mjai(parse_mjai(mjai.write(record))),
        lambda record: json.dumps(dump_tenhou_json(parse_tenhou_json(tenhou6.write(record).encode()))),
    ],
)
def test_what_they_write_is_judged_without_a_finding(games: list[GameRecord], theirs: Any) -> None:
    """They leave out hands, winning tiles, yaku and points; what they do say is right."""
    for record in games[:4]:
        back = parse_record(theirs(record))
        assert len(back.hands) == len(record.hands)
        assert [text for report in replay(back) for text in report.disagreements] == []


def test_their_words_for_draws_are_ours() -> None:
    """Every word of theirs that we write means the same there."""
    known = {"exhaustive", "nm", "yao9", "kaze4", "reach4", "ron3", "kan4"}
    assert {canonical_kind(word) for word in MJLOG_DRAWS if word} | {"exhaustive"} == known
