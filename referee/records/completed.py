"""Fills in concealed tiles that follow from what a table saw: discards, melds, and hands opened at the end.

An opened hand accounts for all tiles of its player: his deal and his draws together are the tiles he discarded, those he
called with and those he shows. A draw is known if the drawn tile was discarded at once (in riichi it must be) or won.
If all draws are known, so is the deal. Otherwise the order of some draws is not known. On request an order that fits is
chosen: the tiles that left the hand first were dealt, and the others were drawn in the order in which they left; tiles that
stayed to the end were drawn last. The walls reveal nothing more, since some of their tiles are never turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from referee.melds import Meld
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    WinClaim,
)
from referee.records.neutral.values import setting
from referee.tiles import KIND, RED_MAN, UNKNOWN, Tile

Knowledge: TypeAlias = Literal["known", "order_chosen", "order_unknown", "unknown"]
"""The knowledge of a seat's deal and draws: everything; everything but their order, which was chosen or left open; or less."""
AT_THE_END: Final = 10**6


@dataclass(frozen=True, slots=True)
class Completed:
    """A hand with what could be filled in, and what is known of each seat."""

    hand: HandRecord
    seats: tuple[Knowledge, Knowledge, Knowledge, Knowledge]

    @property
    def whole(self) -> bool:
        """True if no concealed tile is left unknown."""
        return all(seat in {"known", "order_chosen"} for seat in self.seats)


def complete_game(record: GameRecord, *, choose: bool) -> GameRecord:
    """The game with the concealed tiles that follow from what was seen; each hand states what is known of it."""
    red = bool(setting(record.ruleset, record.overrides, "scoring.red_fives", True))
    hands = []
    for hand in record.hands:
        done = complete(hand, choose=choose, red=red)
        known = done.seats if set(done.seats) != {"known"} else ()
        hands.append(replace(done.hand, completed=known))
    return replace(record, hands=tuple(hands))


def complete(hand: HandRecord, *, choose: bool, red: bool = True) -> Completed:
    """Return the hand with the concealed tiles that follow from what was seen.

    Args:
        hand: as a table saw it; its known tiles stay.
        choose: whether an order is chosen where several are possible.
        red: whether there is a red five in each suit.
    """
    acts = [_with_kan_tiles(act, red=red) for act in hand.acts]
    dealt = list(hand.hands)
    seats: list[Knowledge] = []
    for seat in range(4):
        course = _Course(seat, dealt[seat], acts)
        seats.append(course.completed(choose=choose))
        dealt[seat], acts = course.dealt, course.acts
    hands = (dealt[0], dealt[1], dealt[2], dealt[3])
    ids = hand.ids if hands == hand.hands and tuple(acts) == hand.acts else ()
    filled = replace(hand, hands=hands, acts=tuple(acts), ids=ids)
    return Completed(filled, (seats[0], seats[1], seats[2], seats[3]))


def _with_kan_tiles(act: Act, *, red: bool) -> Act:
    """Complete a concealed kan, which shows only two of its tiles."""
    if not isinstance(act, MeldCall) or act.meld.kind != "ankan" or UNKNOWN not in act.meld.tiles:
        return act
    kinds = {KIND[tile] for tile in act.meld.tiles if tile != UNKNOWN}
    if len(kinds) != 1:
        return act
    kind = kinds.pop()
    reds = [tile for tile in range(RED_MAN, UNKNOWN) if red and KIND[tile] == kind]
    tiles = [kind] * (4 - len(reds)) + reds
    return replace(act, meld=Meld("ankan", tuple(tiles)))


class _Course:
    """One seat's way through a hand: the tiles that came and left, each with the number of its act."""

    def __init__(self, seat: int, dealt: tuple[Tile, ...], acts: Sequence[Act]) -> None:
        self.seat = seat
        self.dealt = dealt
        self.acts = list(acts)
        self.left: list[tuple[int, Tile]] = []
        """The act at which each tile left the hand; those shown at the end leave it then."""
        self.opened = False

    def completed(self, *, choose: bool) -> Knowledge:
        """Fill in what follows, and return what is known then."""
        self._leave()
        at_once = self._fill_drawn_and_discarded()
        if UNKNOWN not in self.dealt and not self._unknown_draws():
            return "known"
        if not self.opened:
            return "unknown"
        free = self._unplaced(at_once)
        places = self.dealt.count(UNKNOWN)
        draws = self._unknown_draws()
        if free is None or len(free) != places + len(draws):
            return "unknown"
        if draws and not choose:
            return "order_unknown"
        fits = self._fit(free[places:], draws)
        if fits is None:
            return "unknown"
        self.acts = fits
        known = [tile for tile in self.dealt if tile != UNKNOWN]
        self.dealt = tuple(sorted([*known, *(tile for _, tile in free[:places])]))
        return "order_chosen" if draws else "known"

    def _leave(self) -> None:
        for at, act in enumerate(self.acts):
            if isinstance(act, DrawnGame):
                shown = act.shown[self.seat]
                self._open(shown if shown is not None else ())
            elif not isinstance(act, RecordedBet) and getattr(act, "seat", None) != self.seat:
                continue
            elif isinstance(act, Discard):
                self.left.append((at, act.tile))
            elif isinstance(act, MeldCall):
                self.left += [(at, tile) for tile in _own_tiles(act.meld)]
            elif isinstance(act, WinClaim):
                tsumo = act.source == self.seat
                self._open((*act.concealed, act.tile) if tsumo else act.concealed)
                newest = self._newest_draw()
                if tsumo and newest is not None:
                    self._draw(newest, act.tile)

    def _open(self, tiles: tuple[Tile, ...]) -> None:
        drawn = sum(isinstance(act, RecordedDraw) and act.seat == self.seat for act in self.acts)
        if tiles and UNKNOWN not in tiles and len(tiles) == 13 + drawn - len(self.left):
            self.left += [(AT_THE_END, tile) for tile in tiles]
            self.opened = True

    def _newest_draw(self) -> int | None:
        mine = [
            n for n, act in enumerate(self.acts) if isinstance(act, RecordedDraw) and act.seat == self.seat
        ]
        return mine[-1] if mine else None

    def _draw(self, at: int, tile: Tile) -> None:
        act = self.acts[at]
        if isinstance(act, RecordedDraw) and act.tile == UNKNOWN:
            self.acts[at] = replace(act, tile=tile)

    def _fill_drawn_and_discarded(self) -> dict[int, int]:
        """Name the draws whose tile was discarded at once; returns the number of the discard by that of the draw."""
        found: dict[int, int] = {}
        draw: int | None = None
        riichi = False
        for at, act in enumerate(self.acts):
            if getattr(act, "seat", None) != self.seat:
                continue
            if isinstance(act, RecordedDraw):
                draw = at
            elif isinstance(act, RecordedBet):
                riichi = True
            elif isinstance(act, MeldCall):
                draw = None
            elif isinstance(act, Discard):
                if draw is not None and (act.tsumogiri or riichi):
                    self._draw(draw, act.tile)
                    self.acts[at] = replace(act, tsumogiri=True)
                    found[draw] = at
                draw = None
        return found

    def _unknown_draws(self) -> list[int]:
        return [
            at
            for at, act in enumerate(self.acts)
            if isinstance(act, RecordedDraw) and act.seat == self.seat and act.tile == UNKNOWN
        ]

    def _unplaced(self, at_once: dict[int, int]) -> list[tuple[int, Tile]] | None:
        """The tiles of unknown origin, those that left first in front; None if the hand does not add up."""
        free = sorted(self.left)
        for at, act in enumerate(self.acts):
            if not isinstance(act, RecordedDraw) or act.seat != self.seat or act.tile == UNKNOWN:
                continue
            later = [each for each in free if each[1] == act.tile and each[0] > at]
            same = [each for each in later if each[0] == at_once.get(at)] or later
            if not same:
                return None
            free.remove(same[-1])
        for tile in self.dealt:
            same = [each for each in free if each[1] == tile]
            if tile != UNKNOWN and not same:
                return None
            if tile != UNKNOWN:
                free.remove(same[0])
        return free

    def _fit(self, free: Sequence[tuple[int, Tile]], draws: Sequence[int]) -> list[Act] | None:
        """Return the acts with draws in the order in which their tiles left; None if a tile would leave before it came."""
        acts = list(self.acts)
        for (left, tile), at in zip(free, draws, strict=True):
            act = acts[at]
            if left < at or not isinstance(act, RecordedDraw):
                return None
            acts[at] = replace(act, tile=tile)
            following = next(
                n for n in range(at + 1, len(acts) + 1) if n == len(acts) or self._is_put(acts[n])
            )
            if left == following < len(acts):
                put = acts[following]
                if isinstance(
                    put, Discard
                ):  # only this can have been drawn: it was not seen to be discarded at once
                    acts[following] = replace(put, tsumogiri=True)
        return acts

    def _is_put(self, act: Act) -> bool:
        return isinstance(act, Discard | MeldCall) and act.seat == self.seat


def _own_tiles(meld: Meld) -> list[Tile]:
    if meld.kind == "kakan":
        return [meld.added] if meld.added is not None else []
    own = list(meld.tiles)
    if meld.claimed is not None:
        own.remove(meld.claimed)
    return own
