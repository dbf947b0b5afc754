"""Folding decides nothing: the events hold every judgement, and those of older journals fold to the same state."""

import pytest
from msgspec.structs import replace

from config import ruleset_names
from referee.folding.state import evolve
from referee.game import events
from referee.game.position import GameState
from tests.referee.conftest import Table, played


def folded(decided: list[events.Event]) -> list[GameState | None]:
    states: list[GameState | None] = [None]
    for event in decided:
        states.append(evolve(states[-1], event))
    return states


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", sorted(ruleset_names()))
def test_what_follows_from_a_meld_stands_in_its_event(ruleset: str) -> None:
    """Kuikae and liability are in the event; a journal of schema 1, which lacks them, folds to the same states."""
    decided = played(3, ruleset).events
    melds = [event for event in decided if isinstance(event, events.MeldMade)]
    assert melds
    assert all(event.forbidden is not None and event.fed is not None for event in melds)
    older = [
        replace(event, forbidden=None, fed=None) if isinstance(event, events.MeldMade) else event
        for event in decided
    ]
    assert folded(older) == folded(decided)


def test_a_meld_forbids_what_its_event_says() -> None:
    """The program that folds the event cannot override it."""
    table = Table("wrc-2015").deals()
    table.east.turn("5p").south.chi("34p")
    decided = table.events
    made = decided[-1]
    assert isinstance(made, events.MeldMade)
    assert made.forbidden == (13, 10)
    other = replace(made, forbidden=(1,), fed=("daisangen",))
    state = folded([*decided[:-1], other])[-1]
    assert state is not None
    assert (state.seats[1].forbidden, state.seats[1].liable) == ((1,), (("daisangen", 0),))
