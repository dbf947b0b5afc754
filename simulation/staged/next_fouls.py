"""Fouls ordered while a simulation runs: each is acted out in the next hand that has a place for it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from config import ConfigError
from config.nearest import nearest
from referee.records.neutral.record import GameRecord, HandRecord
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.staged.foul import StagedFoulOf, stage


class NextFouls:
    """The fouls that wait for a hand, and those that have one. A hand gets one foul at most.

    Args:
        record: the game being played.
        rules: returns those in force now.
        seed: of the people's habits.
        say: prints a line.

    Attributes:
        staged: those acted out so far, including the present one.
    """

    def __init__(
        self,
        record: GameRecord,
        rules: Callable[[], dict[str, Any]],
        seed: int,
        say: Callable[[str], None],
    ) -> None:
        self._record = record
        self._rules = rules
        self._seed = seed
        self._say = say
        self._waiting: list[str] = []
        self.staged: list[StagedFoulOf] = []

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the kinds for which no hand has had a place yet."""
        return tuple(self._waiting)

    def order(self, kind: str) -> None:
        """Have somebody commit a foul of a kind; print a refusal if there is no such kind or these rules allow it."""
        if kind not in FOUL_KINDS:
            near = nearest(kind, FOUL_KINDS)
            self._say(
                f"There is no kind of foul {kind!r}"
                + (f"; did you mean {near}?" if near else "; foul list names them.")
            )
        elif not FOUL_KINDS[kind].under(self._rules()):
            self._say(f"{kind} is no foul under these rules.")
        else:
            self._waiting.append(kind)
            self._say(f"{kind}: somebody will, in the next hand to be dealt that has a place for it.")

    def in_hand(self, hand: HandRecord, index: int) -> StagedFoulOf | None:
        """Stage the longest-waiting foul that has a place in a hand, at its first place there; None if none has.

        Args:
            hand: the hand dealt now.
            index: its place among the hands dealt.
        """
        alone = structs.replace(self._record, path=f"hand-{index}", hands=(hand,))
        for kind in self._waiting:
            try:
                found = stage(alone, self._rules(), kind, self._seed + index, None, first=True)
            except ConfigError:  # a judge has begun a hanchan by rules that allow it
                continue
            if found is not None:
                self._waiting.remove(kind)
                found = replace(found, truth=replace(found.truth, hand_index=index))
                self.staged.append(found)
                self._say(f"In this hand: {found.name} ({kind}).")
                return found
        return None
