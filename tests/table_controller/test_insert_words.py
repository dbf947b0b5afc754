"""A wrong insertion or correction is refused in words that name the field."""

from typing import Any

import pytest

from tests.table_controller.command_stage import FakeDaemon, ask

TILE = "must be a tile: 1m to 9m, p, s, 1z to 7z, 0m, 0p, 0s, or ? where nobody saw it, not "


@pytest.mark.parametrize(
    ("act", "error"),
    [
        ({"type": "TileDiscarded", "seat": 1, "tile": "9x"}, f"tile of a discard {TILE}'9x'"),
        ({"type": "TileDiscarded", "seat": 1}, "a discard needs tile: it has seat, tile, sideways"),
        ({"type": "TileDrawn", "seat": 1, "tile": "?", "colour": 3}, "a draw has no colour: it has "),
        ({"type": "TileDrawn", "seat": "South", "tile": "?"}, "seat of a draw must be a whole number, not 'South'"),
        ({"type": "CallHeard", "seat": 1, "call": "kon"}, "call of a call must be one of chi, pon, kan"),
        ({"type": "MeldShown", "seat": 1, "kind": "pon", "tiles": "5p"}, f"tiles of a meld must be a list, each {TILE[8:]}'5p'"),
        ({"type": "MeldShown", "seat": 1, "kind": "pon", "tiles": ["5p", "5p", "5x"]}, "tiles of a meld must be a list, each a tile"),
        ({"type": "TileEaten", "seat": 1}, "type must be one of CallHeard, "),
    ],
)  # fmt: skip
def test_an_act_that_is_none(act: dict[str, Any], error: str) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    number = daemon.journal.number
    answer = ask(daemon, "insert", observation=act)
    assert answer["error"].startswith(error), answer
    assert daemon.journal.number == number


@pytest.mark.parametrize(
    ("right", "error"),
    [
        ({"tile": "9x"}, f"tile of a discard {TILE}'9x'"),
        ({"sideways": "yes"}, "sideways of a discard must be true or false, or null, not 'yes'"),
    ],
)
def test_what_an_entry_cannot_have_been(right: dict[str, Any], error: str) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    assert ask(daemon, "correct", entry=daemon.journal.number, set=right)["error"].startswith(error)
