"""The places of recorded games and hands, and their stand-ins where there are none: games and hands made by seed."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench.speed.samples.made_hands import made
from config import read_ruleset
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from simulation.people.bots import play_game

_PLACES: Final = [place / "shared" / "records" for place in Path(__file__).resolve().parents[4:]]
RECORDS: Final = next((place for place in _PLACES if place.is_dir()), None)
"""The folder with ``games/`` and ``vectors/``; None without it."""
SEED: Final = 1
HANDS: Final = 12_000


def hands_file(folder: Path) -> Path:
    """The file of hands that engines agree on; without it, one written into ``folder``, of hands made by seed."""
    if RECORDS is not None:
        return RECORDS / "vectors" / "consensus_hands.jsonl"
    file = folder / "hands.jsonl"
    file.write_text("".join(_lines()), encoding="utf-8")
    return file


def _lines() -> Iterator[str]:
    for number, hand in enumerate(made(Random(SEED), HANDS)):
        yield json.dumps({"id": number, **hand}) + "\n"


def game_files(folder: Path, number: int) -> list[Path]:
    """So many recorded games; without them, games of the built-in players, written into ``folder`` as mjai."""
    if RECORDS is not None:
        return sorted((RECORDS / "games").iterdir())[:number]
    files = []
    for more in range(number):
        file = folder / f"{more}.mjson"
        file.write_text(
            mjai.write(next(records_of(play_game(read_ruleset("tenhou"), SEED + more)))), encoding="utf-8"
        )
        files.append(file)
    return files
