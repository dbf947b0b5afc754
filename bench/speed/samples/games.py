"""Whole games to replay, as this program and ``jansou`` read them, and states and hands from their middle."""

from __future__ import annotations

import gc
import sys
import time
from dataclasses import dataclass, fields, is_dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from jansou.io.mjai import parse_mjai
from jansou.io.mjlog import parse_mjlog
from jansou.io.replay import replay_paifu
from msgspec import Struct

from config import read_ruleset
from referee.folding.state import evolve
from referee.judging.decide import advance, decide
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.observe import observations
from referee.records.reader import parse_record, read_record
from referee.tiles import KIND, KINDS
from simulation.people.bots import play_game
from simulation.replay.replay import replay, ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jansou.io.paifu import Paifu

    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.records.neutral.record import GameRecord


@dataclass(frozen=True, slots=True)
class Game:
    """A game read by both programs; ``events`` are the draws, discards, calls and new indicators that ``jansou``
    counts."""

    record: GameRecord
    paifu: Paifu

    @property
    def events(self) -> int:
        return sum(len(each.events) for each in self.paifu.rounds)


def games(folder: Path | None, seed: int, number: int) -> list[Game]:
    """Recorded games of a folder, or a number of games played by the built-in players."""
    if folder is not None:
        return [Game(read_record(path), parse_mjlog(path)) for path in sorted(folder.iterdir())[:number]]
    played = []
    for more in range(number):
        text = mjai.write(next(records_of(play_game(read_ruleset("tenhou"), seed + more))))
        played.append(Game(parse_record(text), parse_mjai(text)))
    return played


def refereed(chosen: list[Game]) -> None:
    """Replay by our rules and compare with the records.

    Raises:
        RuntimeError: a record and the rules disagree.
    """
    for game in chosen:
        for report in replay(game.record):
            if report.disagreements:
                raise RuntimeError(f"{game.record.path}: {report.disagreements[0]}")


def replayed_by_jansou(chosen: list[Game]) -> None:
    """Replay with every decision checked against the record; raises ``ReplayError``."""
    for game in chosen:
        for _ in replay_paifu(game.paifu):
            pass


def observed(game: Game) -> list[Observation]:
    return list(observations(game.record, ruleset_of(game.record).to_mapping()))


def states(game: Game) -> Iterator[GameState]:
    """The states in which a hand is being played, one after each observation."""
    state = None
    for observation in observed(game):
        state = advance(state, observation)[1]
        if state is not None and state.phase == "playing":
            yield state


def latencies_ms(chosen: list[Game]) -> list[float]:
    """``decide`` and ``evolve`` of each observation while a hand is played, in ms of the processor's time."""
    taken = []
    gc.collect()
    for game in chosen:
        state = None
        for observation in observed(game):
            playing = state is not None and state.phase == "playing"
            started = time.process_time_ns()
            for event in decide(state, observation):
                state = evolve(state, event)
            if playing:
                taken.append((time.process_time_ns() - started) / 1e6)
    return taken


def waiting_hands(chosen: list[Game]) -> list[tuple[int, ...]]:
    """34 counts of each closed hand of 13 as it was held after a discard, the same hand once."""
    found: dict[tuple[int, ...], None] = {}
    for game in chosen:
        for state in states(game):
            for seat in state.seats:
                if len(seat.known) == 13:
                    counts = [0] * KINDS
                    for tile in seat.known:
                        counts[KIND[tile]] += 1
                    found[tuple(counts)] = None
    return list(found)


def size_bytes(thing: object) -> int:
    """The bytes of an object and all it refers to; shared objects count once, classes and functions not at all."""
    seen: set[int] = set()
    total = 0
    todo: list[Any] = [thing]
    while todo:
        each = todo.pop()
        if id(each) in seen or isinstance(each, type | FunctionType | BuiltinFunctionType | ModuleType):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each)
        if isinstance(each, dict):
            todo += [*each.keys(), *each.values()]
        elif isinstance(each, tuple | list | set | frozenset):
            todo += each
        elif is_dataclass(each):
            todo += [getattr(each, field.name) for field in fields(each)]
        elif isinstance(each, Struct):
            todo += [getattr(each, name) for name in each.__struct_fields__]
    return total
