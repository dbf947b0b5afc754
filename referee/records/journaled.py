"""Records of the games in a journal: the same form that readers make of a file, made of events."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from config import ConfigError, read_ruleset
from referee.folding.state import evolve
from referee.game import events
from referee.game.judge_events import ScoresAdjusted
from referee.game.observations import Observation
from referee.game.position import GameState, bygone
from referee.journal.corrections.slots import effective
from referee.records.neutral.record import (
    Act,
    Adjusted,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import UNKNOWN

Entry = tuple["Observation", "tuple[events.Event, ...]"]


def records_of(entries: Iterable[Entry], path: str = "") -> Iterator[GameRecord]:
    """A record for each hanchan of a journal, with corrections applied; the last one even if it is still going on.

    Args:
        entries: observations with the events decided from them, in their order, from the journal's first on.
        path: where the journal is, for messages.
    """
    game: _GameRecorder | None = None
    for _, decided in effective(entries):
        if game is not None:
            game.begin_entry()
        for event in decided:
            if isinstance(event, events.HanchanStarted):
                if game is not None:
                    yield game.record()
                game = _GameRecorder(event, path)
            elif game is not None:
                game.add_event(event)
    if game is not None:
        yield game.record()


def preset_and_overrides(ruleset: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a ruleset's preset and the settings that differ from it, by dotted key; all settings if there is no preset."""
    name = str(ruleset.get("name", ""))
    try:
        preset = read_ruleset(name)
    except ConfigError:
        preset = {}
    overrides = {
        f"{group}.{key}": value
        for group, settings in ruleset.items()
        if isinstance(settings, dict)
        for key, value in settings.items()
        if preset.get(group, {}).get(key) != value
    }
    return name, overrides


class _GameRecorder:
    """Collects the acts of a hanchan, folding the events to know scores and hands."""

    def __init__(self, started: events.HanchanStarted, path: str) -> None:
        self.started = started
        self.path = path
        self.state: GameState = evolve(None, started)
        self.hands: list[HandRecord] = []
        self.hand: events.HandStarted | None = None
        self.scores = self.state.scores
        self.acts: list[Act] = []
        self.of_entry = 0
        """The number of acts before those of the newest entry."""
        self.before = 0
        """The number of acts that stay if the newest draw or meld is taken back."""
        self.earlier: list[int] = []
        """The same number for each kan since a tile that can still be won on."""
        self.awaited = 0
        """The same number if a hand is opened for a ron before the newest discards."""
        self.final: events.Four | None = None
        self.totals: events.Four | None = None
        self.adjusted: Adjusted | None = None
        self.before_hand: Adjusted | None = None

    def record(self) -> GameRecord:
        self._close()
        name, overrides = preset_and_overrides(self.started.ruleset)
        hands = tuple(self.hands)
        return GameRecord(
            self.path,
            self.started.names,
            name,
            overrides,
            hands,
            self.final,
            self.totals,
            self.adjusted,
        )

    def begin_entry(self) -> None:
        """Mark that the events which follow belong to one entry."""
        self.of_entry = len(self.acts)

    def add_event(self, event: events.Event) -> None:
        state = self.state
        acts = len(self.acts)
        index = acts + 1
        if isinstance(event, events.HandStarted):
            self._close()
            self.hand, self.scores = event, event.scores or state.scores
            self.before_hand, self.adjusted = _sum(self.before_hand, self.adjusted), None
        elif isinstance(event, ScoresAdjusted):
            self.adjusted = _sum(self.adjusted, Adjusted(event.changes, event.bets))
        elif isinstance(event, events.IndicatorTurned) and event.kan:
            self.acts.append(KanDora(index, event.tile))
        elif isinstance(event, events.TileDrawn):
            self.acts.append(RecordedDraw(index, event.seat, event.tile))
        elif isinstance(event, events.TileDiscarded):
            self.acts.append(Discard(index, event.seat, event.tile, bool(event.tsumogiri), event.riichi))
        elif isinstance(event, events.MeldMade):
            self.acts.append(MeldCall(index, event.seat, event.meld))
        elif isinstance(event, events.RiichiDeclared):
            self.acts.append(RecordedRiichi(index, event.seat))
        elif isinstance(event, events.RiichiAccepted):
            self._bet(event.seat)
        elif isinstance(event, events.DrawTakenBack | events.MeldTakenBack):
            if state.before is not None:
                del self.acts[self.before :]
            elif self.earlier:
                del self.acts[self.earlier[-1] :]
        elif isinstance(event, events.WinAwaited) and state.awaited is None:
            self.awaited = acts
        elif isinstance(event, events.PlayTakenBack) and state.awaited is not None:
            del self.acts[self.awaited :]
        elif isinstance(event, events.HandEnded):
            self._end(event)
        elif isinstance(event, events.HanchanEnded):
            self.final, self.totals = event.scores, event.totals
        self.state = evolve(state, event)
        deep = sum(1 for _ in bygone(self.state))
        self.earlier = [*self.earlier, self.before][:deep]
        if self.state.before is not None and self.state.before is not state.before:
            self.before = acts

    def _bet(self, seat: int) -> None:
        """Insert the bet where records have it: before the draw or call that makes the riichi stand."""
        newest = len(self.acts) - 1
        at = (
            newest
            if newest >= self.of_entry and isinstance(self.acts[newest], RecordedDraw | MeldCall)
            else newest + 1
        )
        self.acts.insert(at, RecordedBet(0, seat))

    def _end(self, ended: events.HandEnded) -> None:
        index = len(self.acts) + 1
        if not ended.wins:
            recorded: dict[str, Any] = {"changes": list(ended.changes)}
            if ended.result == "chombo":
                recorded["offenders"] = list(ended.offenders)
            if ended.result in {"exhaustive", "nagashi"}:
                recorded["tenpai"] = list(ended.tenpai)
            shown = tuple(self._shown(ended, number) for number in range(4))
            self.acts.append(DrawnGame(index, ended.result, shown, recorded))
        for win in ended.wins:
            opened = next((each for each in self.state.wins if each.seat == win.seat), None)
            recorded = {"points": win.points, "changes": list(win.changes)}
            if win.yakuman:
                recorded["yakuman"] = list(win.yakuman)
            else:
                recorded |= {"yaku": dict(win.yaku), "han": win.han, "fu": win.fu}
            if win.liable is not None:
                recorded["liable"] = win.liable
            ura = self.state.ura if self.state.seats[win.seat].riichi else ()
            tile, tiles = (UNKNOWN, self._unseen(win.seat)) if opened is None else (opened.tile, opened.tiles)
            self.acts.append(WinClaim(index, win.seat, win.source, tile, tiles, ura, recorded))
            index += 1
        self._close()

    def _shown(self, ended: events.HandEnded, number: int) -> tuple[int, ...] | None:
        """The opened hand; at an exhaustive draw only if it is tenpai."""
        if ended.result in {"exhaustive", "nagashi"} and number not in ended.tenpai:
            return None
        return self.state.seats[number].shown

    def _unseen(self, number: int) -> tuple[int, ...]:
        """The tiles of a win that was entered by hand."""
        return (UNKNOWN,) * (13 - 3 * len(self.state.seats[number].melds))

    def _close(self) -> None:
        hand, seen = self.hand, self.state.indicators
        ended = any(isinstance(act, WinClaim | DrawnGame) for act in self.acts)
        # A hand that was dealt but never begun was dealt again. A hand without a seen indicator counts if its end is known.
        if hand is not None and (seen or ended):
            self.hands.append(
                HandRecord(
                    round=hand.round,
                    honba=hand.honba,
                    bets=hand.bets,
                    dice=hand.dice,
                    scores=self.scores,
                    hands=hand.hands,
                    indicator=seen[0] if seen else UNKNOWN,
                    acts=tuple(replace(act, index=index) for index, act in enumerate(self.acts, 1)),
                    adjusted=self.before_hand,
                    adjusted_within=self.adjusted,
                )
            )
            self.before_hand = self.adjusted = None
        self.hand, self.acts, self.before, self.earlier = None, [], 0, []


def _sum(before: Adjusted | None, after: Adjusted | None) -> Adjusted | None:
    if before is None or after is None:
        return before or after
    east, south, west, north = (old + new for old, new in zip(before.changes, after.changes, strict=True))
    return Adjusted((east, south, west, north), before.bets + after.bets)
