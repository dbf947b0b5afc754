"""Whole games by bots: nothing is lost, the journal folds to the same state, and records and tables are judged
alike."""

from collections import Counter
from random import SystemRandom

import pytest

from config import ruleset_names
from referee.encoding.public import public_state
from referee.folding.state import evolve
from referee.game import events
from referee.game.position import GameState
from referee.judging.decide import advance, decide
from referee.records.journaled import records_of
from referee.records.observe import observations
from simulation.world.world import full_set
from tests.referee.conftest import Table, played

SEED = SystemRandom().randrange(2**32)
"""Of the game under each ruleset, another one in every run; a failure names it."""


@pytest.fixture(params=ruleset_names())
def game(request: pytest.FixtureRequest) -> Table:
    request.node.add_report_section("setup", "seed", str(SEED))
    return played(SEED, request.param)


def test_points_and_tiles_are_conserved(game: Table) -> None:
    assert game.fouls == []
    faces = Counter(full_set(red_fives=game.ruleset.scoring.red_fives))
    state: GameState | None = None
    for _, made in game.entries:
        for event in made:
            state = evolve(state, event)
            if isinstance(event, events.HanchanEnded):
                continue
            assert sum(state.scores) + 1000 * state.bets == 4 * game.ruleset.flow.start_points
            if state.indicators and state.phase in {"playing", "closing"}:
                _check_tiles(state, faces)
        assert state is not None
    for event in game.events:
        if isinstance(event, events.HandEnded) and event.wins:
            per_seat = [sum(win.changes[seat] for win in event.wins) for seat in range(4)]
            assert tuple(per_seat) == event.changes
        if isinstance(event, events.HandEnded) and not event.wins:
            assert sum(event.changes) == 0


def _check_tiles(state: GameState, faces: Counter[int]) -> None:
    seen: Counter[int] = Counter(state.indicators)
    count = 0
    for seat in state.seats:
        seen.update(seat.known)
        seen.update(entry.tile for entry in seat.pond if entry.called_by is None)
        for meld in seat.melds:
            seen.update(meld.tiles)
        count += seat.concealed + sum(3 for _ in seat.melds)
    assert all(number <= faces[face] for face, number in seen.items())
    assert count == 52 + (1 if state.holding else 0)


def test_the_journal_folds_to_the_same_state(game: Table) -> None:
    state: GameState | None = None
    for observation, made in game.entries:
        assert decide(state, observation) == made
        for event in made:
            state = evolve(state, event)
    assert state == game.state


def test_a_table_that_sees_less_judges_the_same(game: Table) -> None:
    record = next(records_of(game.entries))
    state: GameState | None = None
    ended = []
    for observation in observations(record, game.ruleset.to_mapping(), "public"):
        made, state = advance(state, observation)
        ended += [event for event in made if isinstance(event, events.HandEnded)]
        assert not any(isinstance(event, events.FoulFound) for event in made)
    assert ended == [event for event in game.events if isinstance(event, events.HandEnded)]


def test_the_public_state_hides_what_is_hidden() -> None:
    table = played(5)
    state: GameState | None = None
    for number, (_, made) in enumerate(table.entries, 1):
        for event in made:
            state = evolve(state, event)
        public = public_state(state, number, 0)
        assert "known" not in str(public)
        for seat in public["seats"]:
            assert set(seat) == {
                "seat", "chair", "name", "wind", "score", "riichi", "concealed", "pond", "melds", "dead", "shown",
                "warnings", "disqualified", "furiten",
            }  # fmt: skip
