"""Chooses the game to play: a record, or a game of the built-in players; and the foul in it, if one is wanted."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from config import ConfigError, read_ruleset
from simulation.people.policies import PLAYER_NAMES
from simulation.playing.beginning import remember
from simulation.processes.supervisor import say

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from referee.records.neutral.record import GameRecord
    from simulation.playing.setup import GameSetup
    from simulation.staged.foul import StagedFoulOf

PLAYERS_RULESET: Final = "tenhou"
SEEDS_TRIED: Final = 30
"""The number of built-in players' games to search for a foul's place; few have one for a foul that needs four kans."""


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """A game to play: its file, its record, its rules, and the foul that is acted out in it."""

    file: Path
    record: GameRecord
    rules: dict[str, Any]
    foul: StagedFoulOf | None = None


class GameChooser:
    """Chooses; the file of a game of the built-in players lasts as long as this context."""

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup
        # A descriptor of a file in memory.
        self._made: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drop_made()

    def foreseen(self) -> tuple[dict[str, Any], tuple[str, ...]] | None:
        """Return the rules and the players' names, if they are known before the game; otherwise it must be chosen first."""
        options = self._setup.options
        if options.record is not None or options.disturb is not None or self._setup.beginning.running:
            return None
        return self._players_rules(), PLAYER_NAMES

    def _players_rules(self) -> dict[str, Any]:
        return read_ruleset(self._setup.options.ruleset or PLAYERS_RULESET)

    def choose(self) -> ChosenGame:
        """Return the game to play.

        Raises:
            ConfigError: the foul in the options has no place in it, or another game has begun in the folder.
        """
        game = self._game(self._setup.options.seed)
        if self._setup.options.disturb is not None:
            game = self._stage(game)
        if self._setup.beginning.running:
            from simulation.playing.continued import check_same  # noqa: PLC0415 - slow, and few games go on

            check_same(self._setup.state, game.record, game.rules)
        if game.foul is not None and game.foul.truth.hand_index < self._setup.beginning.hands:
            return replace(game, foul=None)  # it was acted out before the hand that is played again
        return game

    def _game(self, seed: int) -> ChosenGame:
        # Slow to import: meanwhile the programs start.
        from referee.records.journaled import records_of  # noqa: PLC0415
        from referee.records.mjai import mjai  # noqa: PLC0415
        from referee.records.reader import read_record  # noqa: PLC0415
        from simulation.people.bots import play_game  # noqa: PLC0415

        options = self._setup.options
        if options.record is not None:
            from simulation.replay.replay import ruleset_of  # noqa: PLC0415 - slow, and for records only

            record = read_record(options.record)
            return ChosenGame(options.record, record, ruleset_of(record, options.ruleset).to_mapping())
        rules = self._players_rules()
        played = next(records_of(play_game(rules, seed, options.hands)))
        # Not in the table's folder, since the table must not find the game. The file vanishes when this program ends.
        self._made = os.memfd_create("jantaku-record")
        place = Path(f"/proc/self/fd/{self._made}")
        place.write_text(mjai.write(played), encoding="utf-8")
        return ChosenGame(place, read_record(place), rules)

    def _drop_made(self) -> None:
        if self._made is not None:
            os.close(self._made)
            self._made = None

    def _stage(self, game: ChosenGame) -> ChosenGame:
        """Put the requested foul into the game, or into the game of another seed that has a place for it.

        Raises:
            ConfigError: there is no such kind of foul, or no game with a place for it.
        """
        from simulation.staged.foul import stage  # noqa: PLC0415 - slow, and few games have a foul

        options, kind = self._setup.options, self._setup.options.disturb or ""
        made = options.record is None
        for seed in range(options.seed, options.seed + (SEEDS_TRIED if made else 1)):
            if seed != options.seed:
                self._drop_made()
                game = self._game(seed)
            named = structs.replace(game.record, path=f"seed-{seed}") if made else game.record
            foul = stage(named, game.rules, kind, seed, options.hands)
            if foul is None:
                continue
            if seed != options.seed:
                say(f"The game of seed {options.seed} has no place for {kind}; this is that of seed {seed}.")
                self._setup.options = replace(options, seed=seed)
                remember(self._setup.state, self._setup.options)
            return replace(game, foul=foul)
        tried = "none of the games tried has a" if made else f"{game.file} has no"
        where = (
            "" if options.hands is None else f" in its first {options.hands} hands; play more with --hands"
        )
        raise ConfigError(f"--disturb {kind}: {tried} place for it{where}")
