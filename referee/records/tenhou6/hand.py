"""Reads one hand of a tenhou6 log."""

import re
from typing import Any, Final

from referee.melds import Meld, MeldKind
from referee.records.neutral.endings import openers
from referee.records.neutral.held import Held
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.records.neutral.values import as_list, counter, four, seat, whole
from referee.records.tenhou6.names import TENHOU6_DRAW_OF, TSUMOGIRI, WIN_WORD, read_win, tile_of
from referee.records.tenhou6.order import Throw, in_order
from referee.tiles import KIND, Tile

_PARTS: Final = re.compile(r"[a-z]|[0-9]{2}")
_TEXT: Final = re.compile(r"(?:[0-9]{2})*[a-z](?:[0-9]{2})+")
_KINDS: Final[dict[str, MeldKind]] = {
    "c": "chi", "p": "pon", "m": "daiminkan", "a": "ankan", "k": "kakan",
}  # fmt: skip
_SIZES: Final = {"c": 3, "p": 3}
NO_DISCARD: Final = 0
ALL_OR_NONE: Final = {"全員聴牌": [0, 1, 2, 3], "全員不聴": list[int]()}
PARTS: Final = 17
"""Parts of a hand: round, scores, indicators, ura, three lists per player, result. A hand that breaks off may lack a result."""


def read_hand(log: Any, *, dora_first: bool = False) -> HandRecord:
    """The hand of one array.

    Args:
        log: the array.
        dora_first: True if the indicator for an open kan is turned before the rinshan draw, not before the discard.

    Raises:
        ValueError: the plays do not fit together, or a tile or word is unknown.
    """
    if not PARTS - 1 <= len(as_list(log)) <= PARTS:
        raise ValueError(f"a hand has {PARTS} parts")
    return _Reader([as_list(part) for part in log], dora_first=dora_first).read_hand()


def _tiles(numbers: list[Any]) -> tuple[Tile, ...]:
    return tuple(tile_of(number) for number in numbers)


class _Reader:
    def __init__(self, log: list[list[Any]], *, dora_first: bool) -> None:
        if len(log[0]) != 3:
            raise ValueError(f"round, honba and bets: {str(log[0])[:40]}")
        self.round, self.honba, self.bets = (counter(value) for value in log[0])
        self.scores = four(log[1])
        self.indicators = list(_tiles(log[2]))
        if not self.indicators:
            raise ValueError("no dora indicator")
        self.ura = _tiles(log[3])
        self.dealt = [_tiles(log[4 + 3 * at]) for at in range(4)]
        if any(len(hand) != 13 for hand in self.dealt):
            raise ValueError("four hands of 13 are dealt")
        self.takes = [[_take(item, at) for item in log[5 + 3 * at]] for at in range(4)]
        self.puts = [[_put(item, at) for item in log[6 + 3 * at] if item != NO_DISCARD] for at in range(4)]
        self.result = log[16] if len(log) == PARTS else []
        self.held = Held(self.dealt)
        self.dora_first = dora_first
        self.acts: list[Act] = []
        self.turned = 1
        self.due = 0
        self.unpaid: int | None = None

    def _index(self) -> int:
        return len(self.acts) + 1

    def read_hand(self) -> HandRecord:
        for at, play in in_order(self.takes, self.puts, self.round % 4):
            if isinstance(play, Throw):
                self._discard(at, play)
            else:
                self._pay()
                if isinstance(play, int):
                    self.held.draw(at, play)
                    self.acts.append(RecordedDraw(self._index(), at, play))
                else:
                    self._meld(at, play)
        self._end()
        return HandRecord(
            round=self.round,
            honba=self.honba,
            bets=self.bets,
            dice=(1, 1),
            scores=self.scores,
            hands=(self.dealt[0], self.dealt[1], self.dealt[2], self.dealt[3]),
            indicator=self.indicators[0],
            acts=tuple(self.acts),
        )

    def _pay(self) -> None:
        """Pay the bet: play goes on, so the riichi tile was not won on."""
        if self.unpaid is not None:
            self.acts.append(RecordedBet(self._index(), self.unpaid))
            self.unpaid = None

    def _discard(self, at: int, throw: Throw) -> None:
        self._turn(self.due)
        tile = throw.tile if throw.tile is not None else self.held.drawn[at]
        if tile is None:
            raise ValueError(f"seat {at} discards the drawn tile, and has drawn none")
        if throw.riichi:
            self.acts.append(RecordedRiichi(self._index(), at))
            self.unpaid = at
        self.held.discard(at, tile)
        self.acts.append(Discard(self._index(), at, tile, throw.tile is None, throw.riichi))

    def _meld(self, at: int, meld: Meld) -> None:
        self.held.meld(at, meld)
        self.acts.append(MeldCall(self._index(), at, meld))
        if len(meld.tiles) == 4:
            self._turn(self.due)
            self.due += 1
            if self.dora_first or meld.kind == "ankan":
                self._turn(self.due)

    def _turn(self, count: int) -> None:
        """Turn so many indicators, or as many as are left."""
        for tile in self.indicators[self.turned : self.turned + count]:
            self.acts.append(KanDora(self._index(), tile))
            self.turned += 1
            self.due = max(0, self.due - 1)

    def _end(self) -> None:
        word = str(self.result[0]) if self.result else None
        if word == WIN_WORD:
            self._turn(len(self.indicators))
            for changes, detail in zip(self.result[1::2], self.result[2::2], strict=True):
                self._win(list(four(changes)), detail)
            return
        outcome = None if word is None else TENHOU6_DRAW_OF.get(word)
        if outcome is None and word is not None:
            raise ValueError(f"unknown end {word[:40]!r}")
        if outcome != "triple_ron" and outcome is not None:
            self._pay()
        self._turn(len(self.indicators))
        if outcome is None:
            return
        changes = list(four(self.result[1])) if self.result[1:] and self.result[1] else [0] * 4
        recorded: dict[str, Any] = {"changes": changes}
        opened = openers(outcome, changes, self.held)
        if word in ALL_OR_NONE:
            opened = ALL_OR_NONE[word]
        if outcome == "exhaustive" and (any(changes) or word in ALL_OR_NONE):
            recorded["tenpai"] = opened
        shown = [self.held.concealed(at) if at in opened else None for at in range(4)]
        self.acts.append(DrawnGame(self._index(), outcome, tuple(shown), recorded))

    def _win(self, changes: list[int], detail: Any) -> None:
        if len(as_list(detail)) < 3:
            raise ValueError(f"win {str(detail)[:40]}")
        who, source, liable = (seat(value) for value in detail[:3])
        recorded = read_win([str(text) for text in detail[3:] if text != ""]) | {"changes": changes}
        if liable != who:
            recorded["liable"] = liable
        drawn = self.held.drawn[who] if who == source else None
        if drawn is None and self.held.thrown is not None:
            drawn = self.held.thrown[1]
        if drawn is None:
            raise ValueError("a win without a tile")
        concealed = self.held.concealed(who, drawn if who == source else None)
        riichi = any(isinstance(act, RecordedBet) and act.seat == who for act in self.acts)
        ura = self.ura if riichi else ()
        self.acts.append(WinClaim(self._index(), who, source, drawn, concealed, ura, recorded))


def _take(item: Any, at: int) -> Tile | Meld:
    if isinstance(item, str):
        meld = called(item, at)
        if meld.kind in {"ankan", "kakan"}:
            raise ValueError(f"{item!r} among the draws")
        return meld
    return tile_of(whole(item))


def _put(item: Any, at: int) -> Throw | Meld:
    riichi = isinstance(item, str) and item.startswith("r")
    if isinstance(item, str) and not riichi:
        meld = called(item, at)
        if meld.kind not in {"ankan", "kakan"}:
            raise ValueError(f"{item!r} among the discards")
        return meld
    text = item[1:] if riichi else item
    if riichi and not re.fullmatch("[0-9]{2}", text):
        raise ValueError(f"discard {item[:40]!r}")
    number = int(text) if riichi else whole(text)
    return Throw(None if number == TSUMOGIRI else tile_of(number), riichi)


def called(text: str, at: int) -> Meld:
    """The meld in a text: the letter precedes the claimed or added tile, and its position says whose tile it was.

    In a kakan the tile after the added one is the claimed one.

    Raises:
        ValueError: no text of a meld.
    """
    if not _TEXT.fullmatch(text):
        raise ValueError(f"call {text[:40]!r}")
    parts = _PARTS.findall(text)
    place = next(number for number, part in enumerate(parts) if part.isalpha())
    letter = parts.pop(place)
    if letter not in _KINDS or len(parts) != _SIZES.get(letter, 4):
        raise ValueError(f"call {text[:40]!r}")
    tiles = [tile_of(int(part)) for part in parts]
    every = tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))
    source = (at + (3, 2, 1, 1)[place]) % 4
    if letter == "a":
        return Meld("ankan", every)
    if letter == "k":
        return Meld("kakan", every, tiles[(place + 1) % 4], source, tiles[place])
    return Meld(_KINDS[letter], every, tiles[place], source)
