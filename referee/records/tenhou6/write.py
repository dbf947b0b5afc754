"""Writes one hand as tenhou6."""

from collections.abc import Iterable
from typing import Any, Final

from referee.melds import Meld
from referee.records.neutral.errors import NotWritableError
from referee.records.neutral.record import (
    Discard,
    DrawnGame,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedDraw,
    WinClaim,
)
from referee.records.tenhou6.hand import read_hand
from referee.records.tenhou6.names import TENHOU6_DRAWS, TSUMOGIRI, WIN_WORD, number_of, win_texts
from referee.tiles import UNKNOWN, Tile

NO_DISCARD: Final = 0
"""The entry in the list of discards after a called kan, which has no discard of its own."""


class HandWriter:
    """Writes one hand."""

    def __init__(self, hand: HandRecord, place: str) -> None:
        """``place`` is for errors."""
        self.hand = hand
        self.place = place
        self.takes: list[list[int | str]] = [[], [], [], []]
        self.discards: list[list[int | str]] = [[], [], [], []]
        self.indicators = [hand.indicator]
        self.ura: tuple[Tile, ...] = ()
        self.result: list[Any] = []

    def _numbers(self, tiles: Iterable[Tile]) -> list[int]:
        found = list(tiles)
        if UNKNOWN in found:
            raise NotWritableError(
                f"{self.place}: a concealed tile is not known, and tenhou6 has no name for that"
            )
        return [number_of(tile) for tile in found]

    def _number(self, tile: Tile) -> int:
        return self._numbers((tile,))[0]

    def hand_log(self) -> list[Any]:
        hand = self.hand
        dealt = [sorted(self._numbers(tiles)) for tiles in hand.hands]
        for act in hand.acts:
            if isinstance(act, RecordedDraw):
                self.takes[act.seat].append(self._number(act.tile))
            elif isinstance(act, Discard):
                number: int | str = TSUMOGIRI if act.tsumogiri else self._number(act.tile)
                self.discards[act.seat].append(f"r{number}" if act.riichi else number)
            elif isinstance(act, MeldCall):
                self._meld(act.seat, act.meld)
            elif isinstance(act, KanDora):
                self.indicators.append(act.tile)
            elif isinstance(act, WinClaim):
                self._win(act)
            elif isinstance(act, DrawnGame):
                self._drawn(act)
        if not self.result:
            raise NotWritableError(f"{self.place}: the hand has no end")
        players: list[Any] = []
        for seat in range(4):
            players += [dealt[seat], self.takes[seat], self.discards[seat]]
        log = [
            [hand.round, hand.honba, hand.bets],
            list(hand.scores),
            self._numbers(self.indicators),
            self._numbers(self.ura),
            *players,
            self.result,
        ]
        self._read_back(log)
        return log

    def _read_back(self, log: list[Any]) -> None:
        """Read the hand back as a check: the format only implies the order of play, so an illegal order would be misread."""
        try:
            plays = _plays(read_hand(log))
        except ValueError:
            plays = []
        if plays != _plays(self.hand):
            raise NotWritableError(f"{self.place}: tenhou6 cannot tell of plays out of their order")

    def _meld(self, seat: int, meld: Meld) -> None:
        own = list(meld.tiles)
        if meld.kind == "ankan":
            numbers = [str(number) for number in self._numbers(own)]
            self.discards[seat].append("".join([*numbers[1:], "a" + numbers[0]]))
            return
        if meld.claimed is None or meld.source is None or meld.source == seat:
            raise NotWritableError(f"{self.place}: a {meld.kind} of which nobody knows from whom it came")
        own.remove(meld.claimed)
        if meld.added is not None:
            own.remove(meld.added)
        claimed = str(self._number(meld.claimed))
        rest = [str(number) for number in self._numbers(own)]
        away = (meld.source - seat) % 4
        place = {3: 0, 2: 1, 1: len(rest)}[away]
        if meld.kind == "kakan":
            assert meld.added is not None
            rest.insert(place, f"k{self._number(meld.added)}{claimed}")
            self.discards[seat].append("".join(rest))
            return
        rest.insert(place, {"chi": "c", "pon": "p", "daiminkan": "m"}[meld.kind] + claimed)
        self.takes[seat].append("".join(rest))
        if meld.kind == "daiminkan":
            self.discards[seat].append(NO_DISCARD)

    def _win(self, act: WinClaim) -> None:
        recorded = act.recorded
        self.ura = act.ura or self.ura
        liable = recorded.get("liable", act.seat)
        dealer = self.hand.round % 4
        winds = (act.seat - dealer) % 4, self.hand.round // 4 % 4
        texts = win_texts(recorded, tsumo=act.seat == act.source, winds=winds)
        if not self.result:
            self.result = [WIN_WORD]
        self.result += [list(recorded.get("changes", [0] * 4)), [act.seat, act.source, liable, *texts]]

    def _drawn(self, act: DrawnGame) -> None:
        changes = list(act.recorded.get("changes", [0] * 4))
        if act.result not in TENHOU6_DRAWS:
            raise NotWritableError(f"{self.place}: tenhou6 has no word for {act.result}")
        word = TENHOU6_DRAWS[act.result]
        if act.result == "exhaustive" and not any(changes):
            word = "全員聴牌" if act.recorded.get("tenpai") else "全員不聴"
        self.result = [word, changes] if any(changes) else [word]


def _plays(hand: HandRecord) -> list[tuple[int, Tile | Meld]]:
    return [
        (act.seat, act.meld if isinstance(act, MeldCall) else act.tile)
        for act in hand.acts
        if isinstance(act, RecordedDraw | Discard | MeldCall)
    ]
