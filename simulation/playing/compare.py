"""Compares the reconstruction with the game played, using only the record and the exported mjai file.

It reads both into neutral game records and compares each hand act by act. An act only in the reconstruction is ``wrong``,
an act only in the record is ``missed``, and a misread act counts as both. It does not compare concealed play, which a
camera cannot know (draws, tsumogiri, the deal).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedRiichi,
    WinClaim,
)
from referee.records.reader import read_record
from referee.tiles import KIND, NAMES, Tile, tile_names

VOID: Final = "chombo"
"""The result of a hand that a judge voided."""


@dataclass(slots=True)
class Tally:
    """A tally of the acts of one sort: right, wrong and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def as_json(self) -> dict[str, int]:
        return {"right": self.right, "wrong": self.wrong, "missed": self.missed}

    @property
    def clean(self) -> bool:
        """True if nothing is wrong or missed."""
        return self.wrong == 0 and self.missed == 0


@dataclass(slots=True)
class Comparison:
    """The whole game.

    Attributes:
        hands: the number of hands of the record that should have been played.
        differences: a line for each, which names the hand.
    """

    hands: int = 0
    discards: Tally = field(default_factory=Tally)
    calls: Tally = field(default_factory=Tally)
    wins: Tally = field(default_factory=Tally)
    differences: list[str] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        """True if every hand, discard, call, caller, riichi, indicator, result and score equals the record."""
        return (
            self.hands > 0
            and not self.differences
            and all(tally.clean for tally in (self.discards, self.calls, self.wins))
        )

    def add(self, other: Comparison) -> None:
        self.hands += other.hands
        self.differences += other.differences
        for mine, others in (
            (self.discards, other.discards),
            (self.calls, other.calls),
            (self.wins, other.wins),
        ):
            mine.right += others.right
            mine.wrong += others.wrong
            mine.missed += others.missed


def compare_files(record: Path, exported: Path, hands: int | None = None) -> Comparison:
    """Compare an exported mjai file with the first ``hands`` hands of the record that was played.

    If the export has no hands or cannot be read, everything counts as missed.

    Raises:
        RecordError: the record cannot be read; the text names the place.
    """
    return compare_played(read_record(record).hands[:hands], exported)


def compare_played(played: Sequence[HandRecord | None], exported: Path) -> Comparison:
    """Compare an exported mjai file with the hands that were begun, except those that are None."""
    try:
        seen = read_record(exported).hands
    except RecordError as error:
        comparison = _compare(played, ())
        comparison.differences.insert(0, f"the export cannot be read: {error}")
        return comparison
    # If a judge ended hands, ``played`` has None for each of them, so void hands stay in. Otherwise a hand is void only
    # because the simulation was interrupted, and is left out.
    return _compare(played, seen if None in played else _without_void(seen))


def compare_left(played: Sequence[HandRecord | None], exported: Path, *, left: bool) -> Comparison:
    """Compare a hanchan like ``compare_played``, except for a hand that was ``left`` unfinished.

    The export has the part of that hand that was seen, or nothing if it was still being dealt.
    """
    if not left or not played or played[-1] is not None:
        return compare_played(played, exported)
    try:
        seen = read_record(exported).hands
    except RecordError:  # no hand was dealt
        seen = ()
    return _compare(played[:-1], seen[: len(played) - 1] if len(seen) == len(played) else seen)


def compare_games(record: GameRecord, seen: GameRecord, hands: int | None = None) -> Comparison:
    """Compare two games; see ``compare_files``."""
    return _compare(record.hands[:hands], _without_void(seen.hands))


def _compare(played: Sequence[HandRecord | None], seen: Sequence[HandRecord]) -> Comparison:
    comparison = Comparison(hands=sum(hand is not None for hand in played))
    if len(seen) != len(played):
        comparison.differences.append(f"{len(played)} hands were played, {len(seen)} reconstructed")
    for number, truth in enumerate(played):
        if truth is not None:
            found = seen[number] if number < len(seen) else None
            _compare_hand(comparison, _name(truth), truth, found)
    return comparison


def _without_void(hands: Sequence[HandRecord]) -> list[HandRecord]:
    """Return the hands that count, without those that were voided and dealt again."""
    followed = zip_longest(hands, hands[1:])
    return [hand for hand, after in followed if not _played_again(hand, after)]


def _played_again(hand: HandRecord, after: HandRecord | None) -> bool:
    void = any(isinstance(act, DrawnGame) and act.result == VOID for act in hand.acts)
    return void and after is not None and (after.round, after.honba) == (hand.round, hand.honba)


def _name(hand: HandRecord) -> str:
    return f"{'ESWN'[hand.round // 4]}{hand.round % 4 + 1}.{hand.honba}"


def _compare_hand(comparison: Comparison, name: str, truth: HandRecord, found: HandRecord | None) -> None:
    seen_acts: Sequence[Act] = () if found is None else found.acts
    for tally, what, pick in (
        (comparison.discards, "discard", _discard),
        (comparison.calls, "call", _call),
        (comparison.wins, "win", _win),
    ):
        _tally(comparison, tally, f"{name} {what}", [_picked(pick, truth.acts), _picked(pick, seen_acts)])
    if found is None:
        return
    for what, expected, got in (
        ("scores before the hand", truth.scores, found.scores),
        (
            "round, honba, bets",
            (truth.round, truth.honba, truth.bets),
            (found.round, found.honba, found.bets),
        ),
        ("indicators", _indicators(truth), _indicators(found)),
        ("riichi declared", _riichi(truth.acts, RecordedRiichi), _riichi(found.acts, RecordedRiichi)),
        ("riichi bets", _riichi(truth.acts, RecordedBet), _riichi(found.acts, RecordedBet)),
        ("result", _results(truth.acts), _results(found.acts)),
    ):
        if expected != got:
            comparison.differences.append(f"{name} {what}: {expected} was played, {got} was seen")


def _picked(pick: Any, acts: Sequence[Act]) -> list[Hashable]:
    return [key for act in acts if (key := pick(act)) is not None]


def _discard(act: Act) -> Hashable:
    return (act.seat, NAMES[act.tile]) if isinstance(act, Discard) else None


def _call(act: Act) -> Hashable:
    if not isinstance(act, MeldCall):
        return None
    meld = act.meld
    claimed = None if meld.claimed is None else NAMES[meld.claimed]
    tiles: Sequence[Tile] = meld.tiles
    if meld.kind == "ankan":
        # Two of the four tiles lie face down, so nobody can see where the red five is.
        tiles = [KIND[tile] for tile in tiles]
    return act.seat, meld.kind, tuple(sorted(tile_names(list(tiles)))), claimed, meld.source


def _win(act: Act) -> Hashable:
    if not isinstance(act, WinClaim):
        return None
    return (
        act.seat,
        act.source,
        NAMES[act.tile],
        tuple(sorted(tile_names(act.concealed))),
        tuple(sorted(tile_names(act.ura))),
    )


def _indicators(hand: HandRecord) -> list[str]:
    return [NAMES[hand.indicator], *(NAMES[act.tile] for act in hand.acts if isinstance(act, KanDora))]


def _riichi(acts: Sequence[Act], kind: type[RecordedRiichi | RecordedBet]) -> list[tuple[int, int]]:
    """Return each riichi as its seat and the number of discards before it."""
    found = []
    discards = 0
    for act in acts:
        if isinstance(act, Discard):
            discards += 1
        elif isinstance(act, kind):
            found.append((act.seat, discards))
    return found


def _results(acts: Sequence[Act]) -> list[Any]:
    results: list[Any] = []
    for act in acts:
        if isinstance(act, WinClaim):
            recorded = act.recorded
            results.append(
                ("win", act.seat, act.source, recorded.get("fu"), recorded.get("han"), _changes(recorded))
            )
        elif isinstance(act, DrawnGame):
            shown = [None if tiles is None else sorted(tile_names(tiles)) for tiles in act.shown]
            # Records differ in who opens the hand at an abortive draw, which moves no points.
            results.append(
                (act.result, _changes(act.recorded), shown if act.result == "exhaustive" else None)
            )
    return results


def _changes(recorded: dict[str, Any]) -> list[int] | None:
    changes = recorded.get("changes")
    return None if changes is None else list(changes)


def _tally(comparison: Comparison, tally: Tally, what: str, sequences: list[list[Hashable]]) -> None:
    truth, seen = sequences
    matcher = SequenceMatcher(None, truth, seen, autojunk=False)
    right = sum(block.size for block in matcher.get_matching_blocks())
    tally.right += right
    tally.missed += len(truth) - right
    tally.wrong += len(seen) - right
    if truth == seen:
        return
    lost, made_up = Counter(truth) - Counter(seen), Counter(seen) - Counter(truth)
    for tag, at, until, seen_at, seen_until in matcher.get_opcodes():
        if tag != "equal":
            comparison.differences.append(
                f"{what} {at + 1}: {truth[at:until]} was played, {seen[seen_at:seen_until]} was seen"
            )
    if not lost and not made_up:
        comparison.differences.append(f"{what}s: the same, in another order")
