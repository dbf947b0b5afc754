"""Reads one hand of a tenhou6 log: puts the draws and discards of four players back into one order."""

from __future__ import annotations

import re
from typing import Any, Final

from referee.hands.waits import completing
from referee.melds import Meld
from referee.records.record import (
    Act,
    Discard,
    Draw,
    DrawnGame,
    HandRecord,
    KanDora,
    MeldCall,
    RiichiAccepted,
    RiichiDeclared,
    WinClaim,
)
from referee.records.tenhou6_names import DRAW_OF, read_win, tile_of
from referee.tiles import KIND, KINDS, Tile

_CALL: Final = re.compile(r"[a-z]|\d\d")
_KINDS: Final = {"c": "chi", "p": "pon", "m": "daiminkan"}
TSUMOGIRI: Final = 60


def read_hand(log: list[Any]) -> HandRecord:
    """The hand of one array.

    Raises:
        ValueError: plays that do not fit together, unknown tiles or words.
    """
    return _Reader(log).read()


class _Reader:
    def __init__(self, log: list[Any]) -> None:
        (self.round, self.honba, self.bets), self.scores, indicators, ura = log[:4]
        self.log = log
        self.indicators = [tile_of(number) for number in indicators]
        self.ura = tuple(tile_of(number) for number in ura)
        self.hands = [[tile_of(number) for number in log[4 + 3 * seat]] for seat in range(4)]
        self.dealt = [tuple(hand) for hand in self.hands]
        self.takes = [list(log[5 + 3 * seat]) for seat in range(4)]
        self.discards = [list(log[6 + 3 * seat]) for seat in range(4)]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.acts: list[Act] = []
        self.due = 0
        self.last: tuple[int, Tile] = (-1, 0)

    def _index(self) -> int:
        return len(self.acts) + 1

    def read(self) -> HandRecord:
        seat: int | None = self.round % 4
        while seat is not None and self.takes[seat]:
            seat = self._turn(seat)
        if any(self.takes) or any(each for discards in self.discards for each in discards):
            raise ValueError("draws and discards do not fit together")
        self._end(self.log[16])
        if any(len(hand) != 13 for hand in self.dealt):
            raise ValueError("four hands of 13 are dealt")
        first, second, third, fourth = (int(score) for score in self.scores)
        return HandRecord(
            round=int(self.round),
            honba=int(self.honba),
            bets=int(self.bets),
            dice=(1, 1),
            scores=(first, second, third, fourth),
            hands=(self.dealt[0], self.dealt[1], self.dealt[2], self.dealt[3]),
            indicator=self.indicators[0],
            acts=tuple(self.acts),
        )

    def _turn(self, seat: int) -> int | None:
        """One draw or call and what the player does after it; the seat that plays next, None at the end."""
        take = self.takes[seat].pop(0)
        drawn: Tile | None = None
        if isinstance(take, str):
            meld = _called(take, seat)
            self._take_meld(seat, meld)
            if meld.kind == "daiminkan":
                self._drop_placeholder(seat)
                return seat
        else:
            drawn = tile_of(take)
            self.hands[seat].append(drawn)
            self.acts.append(Draw(self._index(), seat, drawn))
        if not self.discards[seat]:
            return None
        return self._discard(seat, self.discards[seat].pop(0), drawn)

    def _drop_placeholder(self, seat: int) -> None:
        if self.discards[seat] and self.discards[seat][0] == 0:
            self.discards[seat].pop(0)

    def _discard(self, seat: int, item: int | str, drawn: Tile | None) -> int | None:
        if isinstance(item, str) and not item.startswith("r"):
            self._own_kan(seat, item)
            return seat
        self._turn_due()
        riichi = isinstance(item, str)
        number = int(item[1:]) if isinstance(item, str) else item
        tile = drawn if number == TSUMOGIRI else tile_of(number)
        if tile is None or tile not in self.hands[seat]:
            raise ValueError(f"seat {seat} discards {item!r}, which is not in the hand")
        if riichi:
            self.acts.append(RiichiDeclared(self._index(), seat))
        self.hands[seat].remove(tile)
        self.acts.append(Discard(self._index(), seat, tile, number == TSUMOGIRI, riichi))
        self.last = (seat, tile)
        following = self._next(seat, tile)
        won = self.log[16][0] in {"和了", "三家和了"}
        if riichi and (following is not None or not won):
            self.acts.append(RiichiAccepted(self._index(), seat))
        return following

    def _next(self, seat: int, tile: Tile) -> int | None:
        """Who plays after this discard: the one whose next entry is a call for it, else the next seat."""
        callers = [
            other
            for other in range(4)
            if other != seat and self.takes[other] and isinstance(self.takes[other][0], str)
        ]
        for other in callers:
            meld = _called(self.takes[other][0], other)
            if meld.source == seat and meld.claimed == tile:
                return other
        following = (seat + 1) % 4
        return following if self.takes[following] else None

    def _take_meld(self, seat: int, meld: Meld) -> None:
        own = list(meld.tiles)
        if meld.claimed is not None:
            own.remove(meld.claimed)
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append(meld)
        self.acts.append(MeldCall(self._index(), seat, meld))
        if meld.kind == "daiminkan":
            self._turn_due()
            self.due += 1

    def _own_kan(self, seat: int, item: str) -> None:
        if "a" in item:
            tiles = _sorted([tile_of(int(part)) for part in _CALL.findall(item) if part != "a"])
            for tile in tiles:
                self.hands[seat].remove(tile)
            self.melds[seat].append(Meld("ankan", tiles))
            self.acts.append(MeldCall(self._index(), seat, self.melds[seat][-1]))
            self.last = (seat, tiles[0])
            self.due += 1
            self._turn_due()
            return
        parts = _CALL.findall(item)
        added = tile_of(int(parts[parts.index("k") + 1]))
        self.hands[seat].remove(added)
        for at, pon in enumerate(self.melds[seat]):
            if pon.kind == "pon" and KIND[pon.tiles[0]] == KIND[added]:
                meld = Meld("kakan", _sorted([*pon.tiles, added]), pon.claimed, pon.source, added)
                self.melds[seat][at] = meld
                self.acts.append(MeldCall(self._index(), seat, meld))
                self.last = (seat, added)
                self._turn_due()
                self.due += 1
                return
        raise ValueError(f"kan {item!r} of a pon that is not there")

    def _turn_due(self) -> None:
        turned = 1 + sum(isinstance(act, KanDora) for act in self.acts)
        while self.due and turned < len(self.indicators):
            self.acts.append(KanDora(self._index(), self.indicators[turned]))
            turned += 1
            self.due -= 1

    def _end(self, result: list[Any]) -> None:
        word = result[0]
        if word == "和了":
            for changes, detail in zip(result[1::2], result[2::2], strict=True):
                self._win(changes, detail)
            return
        outcome = DRAW_OF.get(word)
        if outcome is None:
            raise ValueError(f"unknown end {word!r}")
        self._turn_due()
        changes = list(result[1]) if len(result) > 1 else [0] * 4
        said: dict[str, Any] = {"changes": changes}
        shown: list[tuple[Tile, ...] | None] = [None] * 4
        if outcome in {"exhaustive", "nagashi"}:
            said["tenpai"] = [seat for seat in range(4) if self._tenpai(seat)]
            shown = [tuple(self.hands[seat]) if seat in said["tenpai"] else None for seat in range(4)]
        elif outcome == "nine_terminals":
            shown[self._newest_drawer()] = tuple(self.hands[self._newest_drawer()])
        elif outcome == "four_riichi":
            shown = [tuple(hand) for hand in self.hands]
        elif outcome == "triple_ron":
            shown = [None if seat == self.last[0] else tuple(self.hands[seat]) for seat in range(4)]
        self.acts.append(DrawnGame(self._index(), outcome, tuple(shown), said))

    def _newest_drawer(self) -> int:
        return next(act.seat for act in reversed(self.acts) if isinstance(act, Draw))

    def _tenpai(self, seat: int) -> bool:
        counts = [0] * KINDS
        for tile in self.hands[seat]:
            counts[KIND[tile]] += 1
        waiting = completing(counts, len(self.melds[seat]))
        own = list(counts)
        for meld in self.melds[seat]:
            for tile in meld.tiles:
                own[KIND[tile]] += 1
        return any(own[kind] < 4 for kind in waiting)

    def _win(self, changes: list[int], detail: list[Any]) -> None:
        seat, source, liable = (int(value) for value in detail[:3])
        said = read_win([str(text) for text in detail[3:]]) | {"changes": list(changes)}
        if liable != seat:
            said["liable"] = liable
        concealed = list(self.hands[seat])
        if seat == source:
            tile = next(act.tile for act in reversed(self.acts) if isinstance(act, Draw) and act.seat == seat)
            concealed.remove(tile)
        else:
            tile = self.last[1]
        riichi = any(isinstance(act, RiichiAccepted) and act.seat == seat for act in self.acts)
        ura = self.ura if riichi else ()
        self.acts.append(WinClaim(self._index(), seat, source, tile, tuple(concealed), ura, said))


def _called(text: str, seat: int) -> Meld:
    """A call as it stands among the draws: the letter stands before the tile taken, its place says from whom."""
    parts = _CALL.findall(text)
    letter = next((part for part in parts if part in _KINDS), None)
    if letter is None:
        raise ValueError(f"call {text!r}")
    place = parts.index(letter)
    tiles = [tile_of(int(part)) for part in parts if part != letter]
    away = 3 if place == 0 else 2 if place == 1 else 1
    kind = _KINDS[letter]
    sorted_tiles = _sorted(tiles)
    source = (seat + away) % 4
    if kind == "chi":
        return Meld("chi", sorted_tiles, tiles[place], source)
    return Meld("pon" if kind == "pon" else "daiminkan", sorted_tiles, tiles[place], source)


def _sorted(tiles: list[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))
