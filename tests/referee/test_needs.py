"""What a table without a sense leaves to the judge is what it does not find."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from bench.docs.camera_fouls import of_book
from bench.foul_proof import BOOKS
from bench.senses import measure
from referee.rules.fouls import CATALOGUE
from referee.rules.needs import WITHOUT, is_wholly_left, left_without
from table_controller.settings.senses import SENSES

if TYPE_CHECKING:
    from pathlib import Path

RARELY, MOSTLY = 0.25, 0.75


def test_every_sense_and_only_fouls_that_there_are() -> None:
    assert set(WITHOUT) == set(SENSES)
    for left in WITHOUT.values():
        assert left.wholly | left.partly <= CATALOGUE.keys()
        assert not left.wholly & left.partly


def test_nothing_is_left_where_nothing_is_missing() -> None:
    assert left_without(SENSES) == {}
    assert left_without(set(SENSES) - {"sticks"}) == dict.fromkeys(
        ("bet_not_placed", "early_chi", "early_draw", "riichi_order"), ("sticks",)
    )
    assert is_wholly_left("bet_not_placed", ())
    assert not is_wholly_left("early_draw", ())
    assert left_without(())["early_draw"] == ("call_buttons", "curtains", "sticks", "wall_touch")


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(1800)
def test_the_table_is_as_measured(shared: Path) -> None:
    """Forms that are found now and then count as either; all others must be where the table has them."""
    paths = sorted(str(path) for path in (shared / "records" / "games").glob("*.mjlog"))
    found = measure(paths[::7], 5, 6, 1)
    for sense, without in WITHOUT.items():
        shares: dict[str, list[float]] = defaultdict(list)
        for (kind, table), each in found.items():
            if table == f"no {sense}" and all(found[kind, "all"]):
                shares[kind.partition("/")[0]].append(sum(each) / len(each))
        for rule, forms in shares.items():
            left, kept = min(forms) < RARELY, max(forms) > MOSTLY
            if rule in without.wholly:
                assert not kept, (sense, rule)
            elif rule in without.partly:
                assert min(forms) < MOSTLY, (sense, rule)
                assert max(forms) > RARELY, (sense, rule)
            else:
                assert not left, (sense, rule)


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("book", BOOKS)
def test_where_only_the_camera_tells_nobody_is_accused_falsely(shared: Path, book: str) -> None:
    """Every hundredth hand of these games ends with nine terminals that nobody is heard to call."""
    paths = sorted(str(path) for path in (shared / "records" / "games").glob("*.mjlog"))
    made = of_book((book, paths[::5], 5, 3, len(paths)))
    assert made.hands > 1000
    assert made.false == []
    assert {name: kind.false for name, kind in made.kinds.items() if kind.false} == {}
    found = {name for name, kind in made.kinds.items() if kind.put and kind.found == kind.put}
    assert found >= {"kuikae_same", "riichi_kan", "out_of_turn_draw_after", "false_tenpai", "tiles_missing"}
    assert "call_not_said" not in found
