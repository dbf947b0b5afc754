"""Whole games by bots: nothing is lost, the journal folds to the same state, and records and tables are judged
alike."""

from collections import Counter
from random import SystemRandom

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config import ruleset_names
from referee.encoding.public import public_state
from referee.folding.state import evolve
from referee.game import events
from referee.game.position import GameState
from referee.judging.decide import advance, decide
from referee.records.journaled import records_of
from referee.records.observe import observations
from simulation.world.world import full_set
from tests.referee.conftest import played

RULESETS = ruleset_names()
SEEDS = SystemRandom().sample(range(2**32), 3)
"""Games for all tests, different in every run; a failure names its seed."""
games = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
a_game = given(seed=st.sampled_from(SEEDS), ruleset=st.sampled_from(RULESETS))


@games
@a_game
def test_points_and_tiles_are_conserved(seed: int, ruleset: str) -> None:
    table = played(seed, ruleset)
    assert table.fouls == []
    faces = Counter(full_set(red_fives=table.ruleset.scoring.red_fives))
    state: GameState | None = None
    for _, made in table.entries:
        for event in made:
            state = evolve(state, event)
            if isinstance(event, events.HanchanEnded):
                continue
            assert sum(state.scores) + 1000 * state.bets == 4 * table.ruleset.flow.start_points
            if state.indicators and state.phase in {"playing", "closing"}:
                _check_tiles(state, faces)
        assert state is not None
    for event in table.events:
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


@games
@a_game
def test_the_journal_folds_to_the_same_state(seed: int, ruleset: str) -> None:
    table = played(seed, ruleset)
    state: GameState | None = None
    for observation, made in table.entries:
        assert decide(state, observation) == made
        for event in made:
            state = evolve(state, event)
    assert state == table.state


@games
@a_game
def test_a_table_that_sees_less_judges_the_same(seed: int, ruleset: str) -> None:
    table = played(seed, ruleset)
    record = next(records_of(table.entries))
    state: GameState | None = None
    ended = []
    for observation in observations(record, table.ruleset.to_mapping(), "public"):
        made, state = advance(state, observation)
        ended += [event for event in made if isinstance(event, events.HandEnded)]
        assert not any(isinstance(event, events.FoulFound) for event in made)
    assert ended == [event for event in table.events if isinstance(event, events.HandEnded)]


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
