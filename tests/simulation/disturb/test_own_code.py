"""The people, their fouls and the judging share nothing but tiles, melds, records and the observation types."""

import ast
import random
from pathlib import Path

import pytest

import simulation.replay.disturb
from referee.game.wall import DEALT
from referee.game.wall import RINSHAN as JUDGED_RINSHAN
from referee.hands.waits import completing
from referee.records.neutral.record import GameRecord, RecordedDraw
from referee.tiles import KINDS
from simulation.replay.disturb.shapes import waits
from simulation.replay.disturb.story import FIRST_LIVE, REPLACEMENT_PLACES, story

FOLDER = Path(str(simulation.replay.disturb.__file__)).parent
ROOT = FOLDER.parents[2]
ALLOWED = {
    "config",
    "referee",
    "referee.encoding.codec",
    "referee.game.judge_observations",
    "referee.melds",
    "referee.game.observations",
    "referee.records.neutral.record",
    "referee.tiles",
}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                part = ROOT / Path(*node.module.split("."), alias.name)
                found.add(
                    f"{node.module}.{alias.name}"
                    if part.is_dir() or part.with_suffix(".py").exists()
                    else node.module
                )
    return found


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.stem)
def test_no_code_of_the_judging(path: Path) -> None:
    ours = {
        module
        for module in imported(path)
        if module.split(".")[0] in {"referee", "config", "vision", "firmware_bridge"}
        or (
            module.startswith(("hall", "simulation", "table_controller", "wording"))
            and not module.startswith("simulation.replay.disturb")
        )
    }
    assert ours <= ALLOWED


def test_waits_are_those_of_the_referee() -> None:
    """Two independent programs agree on 2,000 hands, near tenpai and far from it."""
    rng = random.Random(7)
    for _ in range(2000):
        suit = rng.randrange(3) * 9
        pool = [kind for kind in range(suit, suit + 9) for _ in range(4)]
        if rng.random() < 0.5:
            pool += [kind for kind in range(27, 34) for _ in range(4)]
        tiles = tuple(rng.sample(pool, rng.choice((4, 7, 10, 13))))
        counts = [tiles.count(kind) for kind in range(KINDS)]
        theirs = {kind for kind in completing(counts, (13 - len(tiles)) // 3) if counts[kind] < 4}
        assert waits(tiles) == theirs, tiles


def test_places_are_those_of_the_referee(own_games: list[GameRecord]) -> None:
    assert REPLACEMENT_PLACES == JUDGED_RINSHAN
    assert DEALT == FIRST_LIVE
    for record in own_games:
        for hand in record.hands:
            observations = story(hand)
            live = 0
            for position, act in zip(observations, hand.acts, strict=False):
                if isinstance(act, RecordedDraw) and not position.rinshan_next:
                    assert position.place == DEALT + live
                    live += 1
