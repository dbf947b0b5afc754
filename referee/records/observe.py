"""Turns a record into observations: in full, or as a table with a camera and buttons would have seen the game."""

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.neutral.record import (
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    PlayAct,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import UNKNOWN

View: TypeAlias = Literal["full", "public"]
HIDDEN: Final = (UNKNOWN,) * 13
PUBLIC_SENSES: Final = ("acts", "call_buttons", "sticks", "tsumogiri", "wall_touch")
FULL_SENSES: Final = ("concealed", *PUBLIC_SENSES)
STEP_MS: Final = 1000
"""Table time between two acts of a record, which has no clock."""
ENDINGS: Final = (WinClaim, DrawnGame)
Standing: TypeAlias = tuple[int, int, int, int, int, int, int]


def observations(record: GameRecord, ruleset: dict[str, Any], view: View = "full") -> Iterator[Observation]:
    """All observations of a record, from ``HanchanBegun`` on.

    Args:
        record: the game.
        ruleset: the whole ruleset by which it is judged, as a mapping.
        view: ``full`` shows every tile; ``public`` only what everybody at a table sees.
    """
    yield seen.HanchanBegun(
        ruleset=ruleset,
        names=record.names,
        senses=FULL_SENSES if view == "full" else PUBLIC_SENSES,
        source="record:0",
    )
    at_ms = 0
    for hand in record.hands:
        for observation in hand_observations(hand, view, at_ms):
            at_ms = observation.at_ms
            yield observation
    yield seen.HanchanClosed(at_ms=at_ms + STEP_MS, source="record:end")


def hand_observations(
    hand: HandRecord, view: View = "full", after_ms: int = 0, standing: Standing | None = None
) -> Iterator[Observation]:
    """Yield the observations of one hand, from ``HandDealt`` to ``HandClosed`` if the record has its end.

    ``standing``: the position from which the hand starts, if that is not the end of the previous one.
    """
    return _HandObserver(hand, view == "full", after_ms).observations(standing)


def standing_of(hand: HandRecord) -> Standing:
    """The position from which a hand starts according to its record: round, counters, bets and the four scores."""
    return (hand.round, hand.honba, hand.bets, *hand.scores)


class _HandObserver:
    """Turns one hand into observations and counts table time. The riichi says which tiles lie sideways; the record does not."""

    def __init__(self, hand: HandRecord, full: bool, after_ms: int) -> None:
        self.hand = hand
        self.full = full
        self.at_ms = after_ms
        self.drawn = [UNKNOWN] * 4
        self.newest: Discard | None = None

    def _when(self, index: int) -> dict[str, Any]:
        self.at_ms += STEP_MS
        return {"at_ms": self.at_ms, "source": f"record:{index}"}

    def observations(self, standing: Standing | None) -> Iterator[Observation]:
        hand = self.hand
        hands = hand.hands if self.full else (HIDDEN, HIDDEN, HIDDEN, HIDDEN)
        yield seen.HandDealt(dice=hand.dice, hands=hands, standing=standing, **self._when(0))
        yield seen.IndicatorSeen(tile=hand.indicator, **self._when(0))
        ending: list[WinClaim | DrawnGame] = []
        for act in hand.acts:
            if isinstance(act, ENDINGS):
                ending.append(act)
                continue
            if ending:
                yield from self._end(ending)
                yield seen.PlayWentOn(**self._when(ending[-1].index))
                ending = []
            yield self._played(act)
        if ending:
            yield from self._end(ending)
            yield seen.HandClosed(**self._when(ending[-1].index))

    def _played(self, act: PlayAct) -> Observation:
        self.at_ms = at_ms = self.at_ms + STEP_MS
        source = f"record:{act.index}"
        match act:
            case RecordedDraw():
                tile = act.tile if self.full else UNKNOWN
                self.drawn[act.seat] = tile
                return seen.TileDrawn(at_ms=at_ms, source=source, seat=act.seat, tile=tile)
            case Discard():
                self.newest = act
                unknown = self.full and self.drawn[act.seat] == UNKNOWN and not act.tsumogiri
                tsumogiri = None if unknown else act.tsumogiri
                return seen.TileDiscarded(
                    at_ms=at_ms, source=source, seat=act.seat, tile=act.tile, tsumogiri=tsumogiri
                )
            case MeldCall():
                return self._meld(act, at_ms, source)
            case RecordedRiichi():
                return seen.CallHeard(at_ms=at_ms, source=source, seat=act.seat, call="riichi")
            case RecordedBet():
                return seen.StickLaid(at_ms=at_ms, source=source, seat=act.seat)
            case KanDora():
                return seen.IndicatorSeen(at_ms=at_ms, source=source, tile=act.tile)

    def _meld(self, act: MeldCall, at_ms: int, source: str) -> Observation:
        meld = act.meld
        tiles = meld.tiles
        if not self.full and meld.kind == "ankan":
            tiles = (UNKNOWN, *meld.tiles[-2:], UNKNOWN)
        return seen.MeldShown(
            at_ms=at_ms,
            source=source,
            seat=act.seat,
            kind=meld.kind,
            tiles=tiles,
            claimed=meld.claimed,
            source_seat=meld.source,
            added=meld.added,
        )

    def _end(self, ending: list[WinClaim | DrawnGame]) -> Iterator[Observation]:
        for act in ending:
            if isinstance(act, DrawnGame):
                yield from self._drawn(act)
                continue
            yield seen.TilesShown(
                seat=act.seat,
                tiles=act.concealed,
                winning=act.tile,
                source_seat=act.source,
                **self._when(act.index),
            )
            if act.ura:
                yield seen.UraSeen(tiles=act.ura, **self._when(act.index))

    def _drawn(self, act: DrawnGame) -> Iterator[Observation]:
        when = act.index
        if act.result == "nine_terminals":
            for seat, tiles in enumerate(act.shown):
                if tiles is not None:
                    yield seen.CallHeard(seat=seat, call="nine_terminals", **self._when(when))
        if act.result == "triple_ron":
            for seat, tiles in enumerate(act.shown):
                if tiles is not None:
                    yield seen.CallHeard(seat=seat, call="ron", **self._when(when))
        for turn in range(4):  # East announces first (WRC 5.7.2, SAI 52.2); a record lists hands by seat
            seat = (self.hand.round + turn) % 4
            tiles = act.shown[seat]
            if act.result in {"exhaustive", "nagashi"}:
                yield seen.TenpaiDeclared(seat=seat, tenpai=tiles is not None, **self._when(when))
            if tiles is not None:
                robbed = self.newest.tile if act.result == "triple_ron" and self.newest is not None else None
                yield seen.TilesShown(seat=seat, tiles=tiles, winning=robbed, **self._when(when))
