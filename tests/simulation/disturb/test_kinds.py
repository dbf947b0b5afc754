"""Every kind of foul, put into games at random places, is found with its rule, seat and event, and nothing else is
found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench.foul_proof import BOOKS, LEAST, count, tally
from referee.records.neutral.record import GameRecord
from referee.records.reader import read_record
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of
from simulation.replay.timed import timed_reports
from tests.proofs import some

GAMES = 40
"""Games of each kind and rulebook in the long proof."""


def rules_for(book: str) -> Callable[[GameRecord], Ruleset]:
    judge = Ruleset.read(book)
    return lambda record: ruleset_of(record).judged_by(judge)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_put_is_found(own_games: list[GameRecord], book: str) -> None:
    tallies = count(tally(own_games, rules_for(book), list(FOUL_KINDS), 4))
    wrong = {name: each.examples for name, each in tallies.items() if each.detected != each.put}
    assert wrong == {}
    assert sum(each.put > 0 for each in tallies.values()) > 40
    assert {rule for each in tallies.values() for rule in each.rules} <= set(CATALOGUE)


def test_the_whole_file_is_judged_as_the_hand_is(own_games: list[GameRecord]) -> None:
    """In a whole game, play before and after the foul gives no finding."""
    names = ("early_draw", "kuikae_same", "riichi_not_turned", "false_ron", "tiles_3_after")
    tallies = count(tally(own_games, rules_for("saikouisen-2025"), names, 9, whole=True))
    assert {name: each.examples for name, each in tallies.items() if each.detected != each.put} == {}
    assert sum(each.put for each in tallies.values()) >= len(names)


def test_the_proof_sees_a_wrong_truth(own_games: list[GameRecord]) -> None:
    """If the referee names another seat or event, the foul does not count as found."""
    (name, truth, found), *_ = tally(own_games[:1], rules_for("wrc-2015"), ["second_draw"], 1)
    assert truth is not None
    assert found == [truth]
    for other in (replace(truth, seat=(truth.seat + 1) % 4), replace(truth, event=truth.event + 1)):
        assert count([(name, other, found)])[name].missed == 1
    assert count([(name, truth, [truth, truth])])[name].wrong == 1


def test_what_is_no_foul_is_not_put(own_games: list[GameRecord]) -> None:
    """WRC and MJ do not punish a chi while the discarder's hand is over the line, nor SAI a tile left in the pond."""
    for book, name in (
        ("wrc-2015", "early_chi"),
        ("riichi-mj", "early_draw"),
        ("saikouisen-2025", "tile_not_taken"),
        ("wrc-2015", "riichi_poor"),
    ):
        results = list(tally(own_games, rules_for(book), [name], 1))
        assert [truth for _, truth, _ in results] == []


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("book", some(BOOKS, 1))
def test_every_kind_in_many_games(shared: Path, book: str) -> None:
    paths = sorted((shared / "records" / "games").glob("*.mjlog"))
    records = [read_record(path) for path in paths[:: len(paths) // GAMES]]
    tallies = count(tally(records, rules_for(book), list(FOUL_KINDS), 11))
    wrong = {name: each.examples for name, each in tallies.items() if each.detected < LEAST * each.put}
    assert wrong == {}


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("book", some(BOOKS, 1))
def test_no_finding_in_all_games(shared: Path, book: str) -> None:
    """Undisturbed, timed, with only open tiles known: no finding in 5,960 hands, and every result is the record's."""
    judge = Ruleset.read(book)
    hands = 0
    for path in sorted((shared / "records" / "games").glob("*.mjlog")):
        record = read_record(path)
        for report in timed_reports(record, ruleset_of(record).judged_by(judge), 1):
            assert report.disagreements == []
            assert report.line["findings"] == []
            hands += 1
    assert hands == 5960


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("book", some(BOOKS, 1))
def test_whole_games_with_a_foul(shared: Path, book: str) -> None:
    """In the file of a whole game only the foul is found."""
    paths = sorted((shared / "records" / "games").glob("*.mjlog"))
    records = [read_record(path) for path in paths[7::300]]
    tallies = count(tally(records, rules_for(book), list(FOUL_KINDS), 12, whole=True))
    assert {name: each.examples for name, each in tallies.items() if each.detected != each.put} == {}
