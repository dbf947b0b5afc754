"""``jantaku sim --disturb``: puts a foul into the game to be acted out, and checks that the referee has found it."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from config import ConfigError
from referee.game.events import Event, FoulFound, HandEnded, HandStarted
from referee.game.observations import HandClosed
from referee.game.position import hand_name
from referee.journal.entry import Entry
from referee.journal.reader import open_reader
from referee.records.neutral.record import GameRecord, HandRecord
from simulation.people.acting import Surroundings
from simulation.replay.disturb.disturbing import Truth, disturbed
from simulation.replay.disturb.game import play_game
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.disturb.played import PlayedHand
from simulation.replay.disturb.scene import FoulKind
from simulation.staged.deeds import unheard
from simulation.staged.staged_hand import StagedHand
from simulation.world.gestures import Player
from table_controller.journal.place import JOURNAL

WINDS: Final = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class StagedFoulOf:
    """A foul in a game, with the hand that people act out.

    Attributes:
        kind: as in ``jantaku replay --disturb list``.
        truth: the foul and its place.
        played: the hand with the foul in it.
    """

    kind: str
    truth: Truth
    played: PlayedHand

    @property
    def hand(self) -> HandRecord:
        return self.played.hand

    @property
    def goes_on(self) -> bool:
        """True if the model of people plays until the hand is closed."""
        return any(isinstance(each.seen, HandClosed) for each in self.played.moments)

    async def act_out(
        self, number: int, dice: tuple[int, int], players: Sequence[Player], around: Surroundings
    ) -> None:
        """Act it out from the deal on."""
        goes_back = self.truth.rule == "out_of_turn_discard"
        await StagedHand(number, self.played, dice, players, around, goes_back=goes_back).play()

    @property
    def name(self) -> str:
        """Word the foul, such as «kuikae by South in E2.0»."""
        wind = WINDS[(self.truth.seat - self.hand.round) % 4]
        return f"{self.truth.rule} by {wind} in {hand_name(self.hand.round)}.{self.hand.honba}"

    @property
    def said_only(self) -> bool:
        """True if it is only a word, which no sensor of this table picks up, so that a judge has to enter it."""
        return any(each.foul and unheard(each.seen) for each in self.played.moments)


@dataclass(frozen=True, slots=True)
class FoulVerdict:
    """The referee's verdict on a foul: whether it was found under its own rule, and other findings in that hand."""

    foul: StagedFoulOf
    found: bool
    others: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.foul.kind,
            **self.foul.truth.mapping(),
            "found": self.found,
            "others": list(self.others),
        }

    def in_words(self) -> str:
        """Return a line for the end of the game."""
        others = f"; also found there: {', '.join(self.others)}" if self.others else ""
        if not self.found and self.foul.said_only:
            outcome = "not found: it is a word, and the table has no ears; a judge enters it"
        else:
            outcome = "found" if self.found else "NOT found"
        return f"The foul acted out, {self.foul.name} ({self.foul.kind}): {outcome}{others}."


def check_kind(kind: str) -> FoulKind:
    """Return a kind of foul by its name.

    Raises:
        ConfigError: there is no such kind.
    """
    if kind not in FOUL_KINDS:
        raise ConfigError(f"no kind of foul: {kind!r}; `jantaku sim --disturb list` prints them")
    return FOUL_KINDS[kind]


def stage(
    record: GameRecord, rules: dict[str, Any], kind: str, seed: int, hands: int | None, *, first: bool = False
) -> StagedFoulOf | None:
    """Put a foul of a kind into one of a game's first hands; None if they have no place for it.

    With ``first``, the first place is used instead of a random one.

    Raises:
        ConfigError: as ``check_kind``, or these rules allow it.
    """
    if not check_kind(kind).under(rules):
        raise ConfigError(f"{kind} is no foul under these rules; name others with --ruleset")
    # A table reads a meld only once it is whole, so these people take a claimed tile before they discard.
    game = play_game(replace(record, hands=record.hands[:hands]), rules, seed, taken_later=0.0)
    truth = disturbed(game, FOUL_KINDS[kind], seed, first=first)
    return None if truth is None else StagedFoulOf(kind, truth, game.hands[truth.hand_index])


def verdict(foul: StagedFoulOf, state: Path, acted_out_ms: int | None) -> FoulVerdict:
    """Look up the findings in the hand with the foul in a journal.

    Args:
        foul: the foul that was acted out.
        state: the folder of the journal.
        acted_out_ms: a table time at which that hand was played; None if it was not.
    """
    played = foul.hand
    entries: list[Entry] = []
    if acted_out_ms is not None:
        with closing(open_reader(state / JOURNAL)) as journal:
            for entry in journal.entries():
                if _has(entry, HandStarted):
                    if entry.at_ms > acted_out_ms:
                        break
                    entries = []
                if not entries or not _has(entries[-1], HandEnded):
                    entries.append(entry)
    found = [event for entry in entries for event in entry.events if isinstance(event, FoulFound)]
    right = [each for each in found if (each.rule, each.seat) == (foul.truth.rule, foul.truth.seat)]
    others = [
        f"{each.rule} by {WINDS[(each.seat - played.round) % 4]}" for each in found if each not in right[:1]
    ]
    return FoulVerdict(foul, bool(right), tuple(others))


def _has(entry: Entry, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in entry.events)
