"""The games of a journal, with all corrections, as rows of flat tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from referee.folding.state import evolve
from referee.game import events
from referee.game.events import Event
from referee.game.judge_events import HanchanVoided, PlayerChanged
from referee.game.position import ACCEPTED, GameState
from referee.game.standing import standing
from referee.journal.corrections.slots import hanchans, slots_of
from referee.journal.entry import Entry
from referee.tiles import NAMES

Row: TypeAlias = dict[str, Any]

HANCHAN: Final = {"table": "VARCHAR", "hanchan": "BIGINT"}
"""The columns that identify a hanchan in every table: the hall's name of the table, and the entry that begins it."""
HAND: Final = {**HANCHAN, "hand": "BIGINT"}
"""The columns that identify a hand in every table: those of its hanchan, and the entry that deals it."""
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "seats": {
        **HANCHAN,
        "began": "TIMESTAMPTZ",
        "ruleset": "VARCHAR",
        "seat": "TINYINT",
        "player": "VARCHAR",
        "score": "INTEGER",
        "place": "TINYINT",
        "total": "INTEGER",
        "void": "BOOLEAN",
    },
    "hands": {
        **HAND,
        "began": "TIMESTAMPTZ",
        "milliseconds": "BIGINT",
        "wind": "TINYINT",
        "number": "TINYINT",
        "honba": "INTEGER",
        "bets": "INTEGER",
        "dealer": "VARCHAR",
        "result": "VARCHAR",
        "discards": "INTEGER",
        "calls": "INTEGER",
        "riichi": "INTEGER",
    },
    "wins": {
        **HAND,
        "seat": "TINYINT",
        "player": "VARCHAR",
        "source_seat": "TINYINT",
        "source": "VARCHAR",
        "tsumo": "BOOLEAN",
        "han": "INTEGER",
        "fu": "INTEGER",
        "points": "INTEGER",
        "change": "INTEGER",
        "yaku": "VARCHAR[]",
        "yakuman": "VARCHAR[]",
    },
    "discards": {
        **HAND,
        "entry": "BIGINT",
        "seat": "TINYINT",
        "player": "VARCHAR",
        "turn": "INTEGER",
        "tile": "VARCHAR",
        "tsumogiri": "BOOLEAN",
        "riichi": "BOOLEAN",
        "called_by": "TINYINT",
        "milliseconds": "BIGINT",
        "confidence_pm": "INTEGER",
    },
    "findings": {
        **HAND,
        "entry": "BIGINT",
        "wall": "TIMESTAMPTZ",
        "seat": "TINYINT",
        "player": "VARCHAR",
        "foul": "VARCHAR",
        "section": "VARCHAR",
        "proposed": "VARCHAR",
        "confidence_pm": "INTEGER",
        "ruling": "VARCHAR",
        "judge": "VARCHAR",
    },
}
"""The tables with the SQL types of their columns; docs/guides/analysis.md explains each column."""


def rows_of(table: str, entries: Iterator[Entry]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a journal, each with the name of its table in ``COLUMNS``.

    Args:
        table: its name in the hall.
        entries: of its journal, from the first on.
    """
    before: list[Entry] = []
    for hanchan in hanchans(entries, lambda entry: (entry.number, entry.events)):
        if before:
            # The entry that begins a hanchan may also end the one before.
            yield from _hanchan(table, before, hanchan[0].events)
        before = hanchan
    yield from _hanchan(table, before, ())


def _hanchan(table: str, entries: Sequence[Entry], after: Sequence[Event]) -> Iterator[tuple[str, Row]]:
    written = {entry.number: entry for entry in entries}
    hanchan = _Hanchan(table)
    for slot in slots_of((entry.number, entry.observation, entry.events) for entry in entries):
        entry = written[slot.number]
        for event in slot.events:
            hanchan.take(entry, event)
    if entries:
        for event in after:
            if isinstance(event, events.HanchanStarted):
                break
            hanchan.take(entries[-1], event)
    yield from hanchan.rows()


@dataclass(slots=True)
class _Hand:
    """A hand that was dealt.

    Attributes:
        row: of ``hands``.
        began_ms: table time.
        discards: rows of each seat, one for each tile in its pond.
        wins: rows.
    """

    row: Row
    began_ms: int
    discards: tuple[list[Row], ...] = field(default_factory=lambda: ([], [], [], []))
    wins: list[Row] = field(default_factory=list)

    def agree(self, state: GameState) -> None:
        """Bring discards and counts in line with a state of the hand, in which plays may be taken back or tiles called."""
        for seat, own in zip(state.seats, self.discards, strict=True):
            del own[len(seat.pond) :]
            for row, lying in zip(own, seat.pond, strict=True):
                row["called_by"] = lying.called_by
        self.row["discards"] = sum(map(len, self.discards))
        self.row["calls"] = sum(len(seat.melds) for seat in state.seats)
        self.row["riichi"] = sum(seat.riichi == ACCEPTED for seat in state.seats)


@dataclass(slots=True)
class _Hanchan:
    """The rows of one hanchan, from its events in the order of play."""

    table: str
    _started: tuple[Entry, events.HanchanStarted] | None = None
    _state: GameState | None = None
    _players: list[str] = field(default_factory=list)
    _ended: events.HanchanEnded | None = None
    _void: bool = False
    _hands: list[_Hand] = field(default_factory=list)
    _findings: list[Row] = field(default_factory=list)
    _rulings: list[events.RulingMade] = field(default_factory=list)

    def take(self, entry: Entry, event: Event) -> None:
        if isinstance(event, events.HanchanStarted):
            # Earlier events of this entry belong to the hanchan before.
            self._started, self._players, self._state = (entry, event), list(event.names), evolve(None, event)
            return
        if self._started is None or self._state is None:
            return
        if isinstance(event, events.HandEnded):
            self._end(self._hands[-1], self._state, entry, event)
        self._state = evolve(self._state, event)
        if isinstance(event, events.HandStarted):
            self._deal(entry, event)
        elif isinstance(event, events.TileDiscarded):
            self._discard(self._hands[-1], entry, event)
        elif isinstance(event, events.FoulFound):
            self._find(entry, event)
        elif isinstance(event, events.RulingMade):
            self._rulings.append(event)
        elif isinstance(event, events.HanchanEnded):
            self._ended = event
        elif isinstance(event, HanchanVoided):
            self._void = True
        elif isinstance(event, PlayerChanged):
            self._players[event.seat] = event.name
        if self._hands and self._hands[-1].row["result"] is None:
            self._hands[-1].agree(self._state)

    def rows(self) -> Iterator[tuple[str, Row]]:
        if self._started is None:
            return
        entry, started = self._started
        for seat, player in enumerate(self._players):
            ended = self._ended
            yield (
                "seats",
                {
                    **self._name,
                    "began": entry.wall,
                    "ruleset": started.ruleset.get("name"),
                    "seat": seat,
                    "player": player,
                    "score": None if ended is None else ended.scores[seat],
                    "place": None if ended is None else ended.places[seat],
                    "total": None if ended is None else ended.totals[seat],
                    "void": self._void,
                },
            )
        for hand in self._hands:
            yield "hands", hand.row
            yield from (("wins", row) for row in hand.wins)
            yield from (("discards", row) for own in hand.discards for row in own)
        held = {each.finding: each for each in standing(self._rulings) if each.finding is not None}
        for number, row in enumerate(self._findings):
            ruled = held.get(number)
            yield (
                "findings",
                {
                    **row,
                    "ruling": None if ruled is None else ruled.ruling,
                    "judge": None if ruled is None else ruled.judge,
                },
            )

    @property
    def _name(self) -> Row:
        if self._started is None:
            raise AssertionError("asked before the hanchan")
        return {"table": self.table, "hanchan": self._started[0].number}

    def _of_hand(self) -> Row:
        number = self._hands[-1].row["hand"] if self._hands else None
        return {**self._name, "hand": number}

    def _deal(self, entry: Entry, event: events.HandStarted) -> None:
        row = {
            **self._name,
            "hand": entry.number,
            "began": entry.wall,
            "milliseconds": None,
            "wind": event.round // 4,
            "number": event.round % 4 + 1,
            "honba": event.honba,
            "bets": event.bets,
            "dealer": self._players[event.dealer],
            "result": None,
            "discards": 0,
            "calls": 0,
            "riichi": 0,
        }
        self._hands.append(_Hand(row, entry.at_ms))

    def _discard(self, hand: _Hand, entry: Entry, event: events.TileDiscarded) -> None:
        own = hand.discards[event.seat]
        own.append(
            {
                **self._of_hand(),
                "entry": entry.number,
                **self._who(event.seat),
                "turn": len(own) + 1,
                "tile": NAMES[event.tile],
                "tsumogiri": event.tsumogiri,
                "riichi": event.riichi,
                "called_by": None,
                "milliseconds": event.at_ms - hand.began_ms,
                "confidence_pm": event.confidence_pm,
            }
        )

    def _end(self, hand: _Hand, state: GameState, entry: Entry, event: events.HandEnded) -> None:
        hand.agree(state)
        hand.row["result"] = event.result
        hand.row["milliseconds"] = entry.at_ms - hand.began_ms
        for win in event.wins:
            hand.wins.append(
                {
                    **self._of_hand(),
                    **self._who(win.seat),
                    "source_seat": win.source,
                    "source": self._players[win.source],
                    "tsumo": win.source == win.seat,
                    "han": win.han,
                    "fu": win.fu,
                    "points": win.points,
                    "change": win.changes[win.seat],
                    "yaku": [name for name, _ in win.yaku],
                    "yakuman": list(win.yakuman),
                }
            )

    def _find(self, entry: Entry, event: events.FoulFound) -> None:
        self._findings.append(
            {
                **self._of_hand(),
                "entry": entry.number,
                "wall": entry.wall,
                **self._who(event.seat),
                "foul": event.rule,
                "section": event.section,
                "proposed": event.grade,
                "confidence_pm": event.confidence_pm,
            }
        )

    def _who(self, seat: int) -> Row:
        return {"seat": seat, "player": self._players[seat]}
