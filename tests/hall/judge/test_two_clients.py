"""Two judges with a terminal each at one table: neither overwrites the other without knowing it."""

import pytest

from referee.game import observations
from referee.tiles import parse_tiles
from tests.hall.judge.at_the_table_stage import Desk, sits_down
from tests.hall.judge.hall_stage import Mosquitto, Table


@pytest.fixture
def judges(table: Table, mosquitto: Mosquitto) -> tuple[Desk, Desk]:
    """Anna and Ben, after South's kuikae: finding 0, a dead hand by the rulebook."""
    table.deal()
    table.discard(0, "5p")
    table.happens(
        observations.CallHeard(seat=1, call="chi"),
        observations.MeldShown(seat=1, kind="chi", tiles=parse_tiles("4p5p6p"), source_seat=0),
    )
    table.discard(1, "5p", drawn=False)
    assert [found.rule for found in table.state.findings] == ["kuikae"]
    anna, ben = sits_down(mosquitto.port), sits_down(mosquitto.port)
    ben.session._by = "Ben"
    for desk in (anna, ben):
        desk.knows(table)
    return anna, ben


SECOND = [
    "dismiss 0",
    "change-grade 0 warning",
    "warn --finding 0",
    "rule chombo --finding 0",
    "dismiss 0 --dry-run",
]


@pytest.mark.parametrize("order", SECOND)
def test_a_ruling_against_anothers_is_refused_and_names_it(
    table: Table, judges: tuple[Desk, Desk], order: str
) -> None:
    anna, ben = judges
    assert anna.says("accept 0")
    first, state = table.daemon.journal.number, table.state
    assert not ben.says(order)
    assert ben.printed[-1] == (
        f"table 7 refuses: finding 0 has been ruled on by Anna (referee): {table.state.rulings[-1].ruling.replace('_', ' ')} (entry {first}). "
        f"To put your ruling in its place, add replace; or undo {first}"
    )
    assert (table.daemon.journal.number, table.state) == (first, state)


def test_with_replace_or_on_condition_it_is_done_and_told(table: Table, judges: tuple[Desk, Desk]) -> None:
    anna, ben = judges
    assert anna.says("accept 0")
    assert ben.says("change-grade 0 warning --replace")
    assert table.rulings[-1][0] == "warning"
    assert "by Anna" in ben.printed[-1] or "former Anna" in ben.printed[-1]
    # A judge who names the newest entry has seen the ruling that he overrules.
    assert not anna.says("dismiss 0")
    assert anna.says(f"dismiss 0 --at {table.daemon.journal.number}")
    assert table.rulings[-1][0] == "dismissed"
    # Changing one's own ruling takes no extra argument.
    assert anna.says("accept 0")


def test_what_a_judge_ruled_without_a_finding_is_taken_back_by_another_only_on_purpose(
    table: Table, judges: tuple[Desk, Desk]
) -> None:
    anna, ben = judges
    assert anna.says("dead-hand West")
    number = table.daemon.journal.number
    assert not ben.says("dismiss --seat West")
    assert f"ruled on by Anna (referee): dead hand (entry {number})" in ben.printed[-1]
    assert table.state.seats[2].dead
    assert ben.says("dismiss --seat West --replace")
    assert not table.state.seats[2].dead
    assert ben.says("warn West")  # one more ruling contradicts nothing


def test_a_hand_that_one_made_void_is_given_back_when_that_is_undone(
    table: Table, judges: tuple[Desk, Desk]
) -> None:
    anna, ben = judges
    state = table.state
    anna.printed.clear()
    assert anna.says("void-hand")
    first = table.daemon.journal.number
    assert table.state.phase == "waiting"
    for order in ("void-hand", "chombo South"):
        assert not ben.says(order)
        assert "E1 was ended by Anna (referee) (the hand is void), which can be undone" in ben.printed[-1]
    assert table.daemon.journal.number == first
    assert ben.says(f"undo {first}")
    assert table.state == state
    assert "void" in ben.printed[-1]
