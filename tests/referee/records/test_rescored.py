"""Real games (../shared/records) scored again under each preset, and once more by scorers that share no code with ours."""

from pathlib import Path

import pytest

import config
from referee.game.flow import places_of, totals_of, with_bets_left
from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.judging.ending import settlement
from referee.records.reader import read_record
from referee.rules.ruleset import Ruleset
from simulation.replay.replay import replay
from tests.referee.hands.plain_scorer import Judge
from tests.referee.independent import another_engine, course

RULESETS = [Ruleset.read(name) for name in config.ruleset_names()]


def wins_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Win]:
    """The wins that are settled when a game is replayed."""
    met: dict[Win, None] = {}

    def kept(win: Win, rules: Ruleset) -> Score | None:
        met[win] = None
        return score(win, rules)

    monkeypatch.setattr(settlement, "score", kept)
    assert all(not report.disagreements for report in replay(read_record(path)))
    return list(met)


def differs(win: Win, rules: Ruleset) -> str:
    found, plain = score(win, rules), Judge(win, rules).best()
    ours = (
        None
        if found is None
        else (found.base, found.yakuman_counted if found.yakuman else 0, found.han, found.fu)
    )
    if ours != plain:
        return f"{rules.name}: {win}: {ours}, plainly {plain}"
    return another_engine.differs(win, rules, ours)


@pytest.mark.shared
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("games", [6, pytest.param(590, marks=pytest.mark.prove(short=False))])
def test_real_games_under_every_preset(shared: Path, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = sorted((shared / "records" / "games").glob("*.mjlog"))
    wins, wrong = 0, []
    for path in paths[:: len(paths) // games]:
        met = wins_of(path, monkeypatch)
        wins += len(met)
        wrong += [difference for win in met for rules in RULESETS if (difference := differs(win, rules))]
        final = read_record(path).final
        assert final is not None
        for rules in RULESETS:
            for bets in (0, 3):
                ended = with_bets_left(final, bets, rules)
                places = places_of(ended, rules)
                books = course.final(rules, list(final), bets)
                if (ended, places, totals_of(ended, places, rules)) != books:
                    wrong.append(f"{rules.name}: {path.name}: {final} with {bets} bets, {books}")
    assert wrong == []
    assert wins > 7 * games
