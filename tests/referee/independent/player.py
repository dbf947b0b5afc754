"""Four players who play a hand by chance and by the rules, and the books that are kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from referee.game import observations as seen
from referee.melds import Meld
from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Worth
from tests.referee.independent import ending as endings
from tests.referee.independent import liability
from tests.referee.independent.books import Books
from tests.referee.independent.dealing import Stack
from tests.referee.independent.ending import Ending
from tests.referee.independent.kan_in_riichi import lawful_kan
from tests.referee.independent.shapes import OUTER, complete, orphans, waits
from tests.referee.independent.telling import Teller


@dataclass
class Temper:
    """The frequencies with which a player does what he may."""

    call: float
    kan: float
    riichi: float
    win: float
    tenpai: float = 0.9


@dataclass
class Claim:
    """A call for a discard: when it is made, and the meld it leads to."""

    seat: int
    word: str
    after_ms: int
    meld: Meld


def from_discarder(source: int, seats: list[int]) -> list[int]:
    """Seats in turn order after the discarder."""
    return sorted(seats, key=lambda seat: (seat - source) % 4)


class Foul:
    """An act against the rules that somebody commits once in a hand; what must be found and what follows is its to say."""

    stack: ClassVar[staticmethod[[Stack], None] | None] = None
    """Stacks a deal so that the act is possible; None for any deal."""

    @property
    def name(self) -> str:
        return type(self).__name__

    def committed_once(self) -> bool:
        """Return whether it has been committed."""
        return False

    def stacked(self) -> Callable[[Stack], None] | None:
        return type(self).stack

    def prepare(self, hand: Hand) -> None:
        """Before the deal."""

    def in_turn(self, hand: Hand, seat: int) -> Ending | None:
        """At the start of a turn, before anything else; the hand may end with it."""

    def after_discard(self, hand: Hand) -> Ending | None:
        """The moment at which a tile lies in the pond and nobody has claimed it yet."""

    def after_added(
        self, hand: Hand, seat: int, tile: int, wins: list[tuple[int, int, Worth]]
    ) -> Ending | None:
        """The moment at which a tile has been added to a pon that others win on, and they will do so."""

    def after_concealed(self, hand: Hand, seat: int, tile: int) -> Ending | None:
        """The moment at which the tiles of a concealed kan are shown."""

    def at_four_riichi(self, hand: Hand) -> Ending | None:
        """The moment at which four hands in riichi are shown (MJ 3.4.3)."""

    def at_own_win(self, hand: Hand, seat: int) -> Ending | None:
        """The moment at which somebody has shown a complete hand."""

    def spoilt(self, _hand: Hand, wins: list[tuple[int, int, Worth]]) -> list[tuple[int, int, Worth]]:
        """The wins that stand of several that are shown for one tile."""
        return wins

    def at_draw(self, hand: Hand) -> Ending | None:
        """The moment at which nothing is left to draw and nobody has announced anything."""

    def after_hand(self, hand: Hand) -> None:
        """The moment at which the hand is over and the players are done with it."""


class Hand:
    """One hand, from the deal to what must be settled."""

    def __init__(self, books: Books, teller: Teller, chance: Random, foul: Foul | None = None) -> None:
        self.foul = foul
        self.put_down_already = False
        self.taken_already = False
        self.books, self.teller, self.chance = books, teller, chance
        self.rules = books.rules
        self.tempers = [
            Temper(
                call=chance.choice((0, 0.2, 0.5, 0.9)),
                kan=chance.choice((0.3, 0.9, 1)),
                riichi=chance.choice((0.2, 0.6, 1)),
                win=chance.choice((0.5, 0.9, 1)),
            )
            for _ in range(4)
        ]
        for seat, habits in books.deal.habits.items():
            for name, often in habits.items():
                setattr(self.tempers[seat], name, often)
        if foul:
            foul.prepare(self)
        self.turn = books.dealer
        self.drew = False
        self.last_discarder: int | None = None
        self.mute: set[int] = set()
        self.barred: frozenset[int] = frozenset()
        self.committed: list[tuple[str, int, str]] = []
        self.noten_riichi: list[int] = []
        self.void_chombo = False
        self.robbers = 0
        self.foul_name = foul.name if foul else "lawful"

    def count(self, ending: Ending, kinds: Counter[str]) -> None:
        """Count the happenings of the hand, for the statistics of a proof."""
        kinds["riichi"] += sum(bool(player.riichi) for player in self.books.seats)
        kinds["kan"] += len(self.books.kans)
        kinds["several winners"] += len(ending.winners) > 1
        kinds["liable"] += any(winner.liable is not None for winner in ending.winners)
        kinds["yakuman"] += any(winner.worth[1] for winner in ending.winners)
        kinds["furiten"] += sum(player.missed for player in self.books.seats)
        if self.foul:
            kinds[f"{self.foul.name}, committed"] += self.foul.committed_once()
        kinds["robbed kans"] += self.robbers > 0
        kinds["end of hanchan"] += ending.final is not None

    # --- the course of the hand
    def play(self) -> Ending:
        self.draw()
        while True:
            ended = self.own_turn() or self.after_discard()
            if ended is not None:
                return ended

    def draw(self) -> None:
        place = self.books.next_place
        self.teller.draws(self.turn, self.books.draw(self.turn), place)
        self.drew = True
        self.barred = frozenset()

    def own_turn(self) -> Ending | None:
        """Everything up to the discard; None once that lies in the pond."""
        seat = self.turn
        temper = self.tempers[seat]
        ended = self.foul.in_turn(self, seat) if self.foul else None
        if ended is not None or self.put_down_already:
            self.put_down_already = False
            return ended
        while self.drew:
            self.teller.later(400, 1500)
            ended = self.wins_by_draw(seat) or self.aborts_with_nine(seat)
            if ended is not None:
                return ended
            made = self.makes_kan(seat) if self.chance.random() < temper.kan else False
            if made is False:
                break
            if isinstance(made, Ending):
                return made
        self.teller.later(300, 1200)
        self.turn_indicators()
        if self.says_riichi(seat):
            return None
        tile = self.choose(seat)
        self.put_down(seat, tile)
        return None

    def put_down(self, seat: int, tile: int, *, riichi: bool = False) -> None:
        player = self.books.seats[seat]
        drawn = player.drawn == tile and (player.riichi > 0 or self.chance.random() < 0.8)
        if player.drawn == tile and self.teller.record:
            drawn = True
        sideways = riichi or player.turn_next
        player.turn_next, player.turned_last = False, sideways
        self.books.discard(seat, tile)
        self.teller.discards(seat, tile, sideways=sideways, drawn=drawn)
        self.discarded_at = self.teller.now
        self.tile = tile
        self.mute = set()
        self.last_discarder = seat
        if not riichi:
            self.teller.withdraws(seat)

    # --- a turn's choices
    def wins_by_draw(self, seat: int) -> Ending | None:
        player = self.books.seats[seat]
        if player.dead or player.drawn is None or not complete(player.counts(), len(player.melds)):
            return None
        value = endings.worth(self.books, seat, player.drawn, source=seat)
        if value is None or self.chance.random() > self.tempers[seat].win:
            return None
        return self.tsumo(seat, value)

    def tsumo(self, seat: int, value: Worth) -> Ending:
        player = self.books.seats[seat]
        assert player.drawn is not None
        concealed = list(player.hand)
        concealed.remove(player.drawn)
        self.teller.calls(seat, "tsumo")
        self.teller.later(500, 1500)
        self.teller.shows(seat, concealed, player.drawn, seat)
        ended = self.foul.at_own_win(self, seat) if self.foul else None
        if ended is not None:
            return ended
        self.ura([seat])
        return endings.of_wins(self.books, [(seat, seat, value)])

    def ura(self, winners: list[int]) -> None:
        if any(self.books.seats[seat].riichi for seat in winners):
            self.teller.later(500, 1500)
            self.teller.say(seen.UraSeen, 30, tiles=tuple(self.books.deal.ura[: self.books.indicators]))

    def aborts_with_nine(self, seat: int) -> Ending | None:
        player = self.books.seats[seat]
        if (
            not self.rules.flow.abort_nine_terminals
            or player.dead
            or not self.books.nine_terminals(seat)
            or self.chance.random() < 0.4
        ):
            return None
        self.teller.calls(seat, "nine_terminals")
        self.teller.later(500, 1500)
        concealed = list(player.hand)
        assert player.drawn is not None
        self.teller.shows(seat, concealed)
        return endings.of_abort(self.books, "nine_terminals")

    def makes_kan(self, seat: int) -> Ending | bool:
        """Declares a concealed or added kan if there is one to declare."""
        books = self.books
        player = books.seats[seat]
        if player.dead or books.left == 0 or len(books.kans) == 4:
            return False
        counts = player.counts()
        fours = [kind for kind in range(34) if counts[kind] == 4]
        if player.riichi:
            assert player.drawn is not None
            fours = [kind for kind in fours if KIND[player.drawn] == kind and lawful_kan(player, kind)]
        adds = [
            meld
            for meld in player.melds
            if meld.kind == "pon" and counts[KIND[meld.tiles[0]]] and not player.riichi
        ]
        if not fours and not adds:
            return False
        if adds and (not fours or self.chance.random() < 0.5):
            return self.kakan(seat, self.chance.choice(adds)) or True
        return self.ankan(seat, self.chance.choice(fours)) or True

    def ankan(self, seat: int, kind: int) -> Ending | None:
        books = self.books
        player = books.seats[seat]
        self.turn_indicators()
        tiles = tuple(
            sorted((tile for tile in player.hand if KIND[tile] == kind), key=lambda tile: KIND[tile])
        )
        meld = self.concealed(list(tiles))
        self.teller.calls(seat, "kan")
        self.teller.later(300, 800)
        self.teller.meld(seat, meld)
        robbers = [
            other
            for other in range(4)
            if other != seat
            and self.rules.calls.chankan == "added_and_kokushi"
            and kind in OUTER
            and self.completes(other, kind, by_orphans=True)
        ]
        for tile in tiles:
            player.hand.remove(tile)
        ended = self.foul.after_concealed(self, seat, tiles[0]) if self.foul else None
        if ended is not None:
            return ended
        ended = self.robbed(seat, tiles[0], robbers)
        if ended is not None:
            return ended
        player.melds.append(meld)
        self.finish_kan(seat, self.rules.calls.kan_dora_concealed)
        return None

    def concealed(self, tiles: list[int]) -> Meld:
        return Meld("ankan", tuple(sorted(tiles, key=lambda tile: KIND[tile])))

    def kakan(self, seat: int, pon: Meld) -> Ending | None:
        books = self.books
        player = books.seats[seat]
        self.turn_indicators()
        kind = KIND[pon.tiles[0]]
        tile = next(tile for tile in player.hand if KIND[tile] == kind)
        tiles = tuple(sorted((*pon.tiles, tile), key=lambda each: KIND[each]))
        meld = Meld("kakan", tiles, pon.claimed, pon.source, tile)
        self.teller.calls(seat, "kan")
        self.teller.later(300, 800)
        self.teller.meld(seat, meld)
        robbers = [other for other in range(4) if other != seat and self.completes(other, kind)]
        player.hand.remove(tile)
        ended = self.robbed(seat, tile, robbers)
        if ended is not None:
            return ended
        player.melds[player.melds.index(pon)] = meld
        self.finish_kan(seat, self.rules.calls.kan_dora_open)
        return None

    def completes(self, seat: int, kind: int, *, by_orphans: bool = False) -> bool:
        """Return whether the kind completes a shape of this player, with a yaku or without."""
        player = self.books.seats[seat]
        if player.dead or kind not in player.waits():
            return False
        counts = player.counts()
        counts[kind] += 1
        return not by_orphans or orphans(counts)

    def robbed(self, seat: int, tile: int, robbers: list[int]) -> Ending | None:
        """WRC 5.4.7, 6.5.1; MJ 3.3.6, 3.3.7; SAI 43.8, 48."""
        wins = []
        for other in from_discarder(seat, robbers):
            value = self.ron_value(other, tile, seat, chankan=True)
            if value is not None and self.chance.random() < self.tempers[other].win:
                wins.append((other, seat, value))
            else:
                self.books.seats[other].missed = True
        self.robbers += len(wins)
        if not wins:
            return None
        if (
            self.foul
            and self.books.seats[seat].melds
            and any(
                meld.kind == "pon" and KIND[meld.tiles[0]] == KIND[tile]
                for meld in self.books.seats[seat].melds
            )
        ):
            ended = self.foul.after_added(self, seat, tile, wins)
            if ended is not None:
                return ended
        start = self.teller.now
        return self.ron(wins, tile, start)

    def finish_kan(self, seat: int, turned: str) -> None:
        """The kan stands: indicator, replacement tile (WRC 5.4.6-8, MJ 3.3.5-7, SAI 43)."""
        books = self.books
        books.kans.append(seat)
        books.break_turns()
        self.teller.later(1200, 1800)
        self.after_kan(turned)

    def after_kan(self, turned: str) -> None:
        books = self.books
        books.rinshan = True
        if not self.rules.scoring.kan_dora:
            pass
        elif turned == "before_draw":
            self.teller.indicator(books.deal.indicators[books.indicators])
            books.indicators += 1
            self.teller.later(300, 900)
        else:
            books.indicators_due += 1
        self.draw()

    def turn_indicators(self) -> None:
        """Indicators that are turned before the discard, or before the next kan."""
        books = self.books
        while books.indicators_due:
            books.indicators_due -= 1
            self.teller.indicator(books.deal.indicators[books.indicators])
            books.indicators += 1
            self.teller.later(200, 400)

    def says_riichi(self, seat: int) -> bool:
        """Declares riichi and discards, if that is allowed and wanted."""
        books, calls = self.books, self.rules.calls
        player = books.seats[seat]
        if (
            not self.drew
            or player.riichi
            or player.dead
            or not player.closed
            or books.left < calls.riichi_least_tiles
            or (books.scores[seat] < 1000 and not calls.riichi_below_1000)
            or self.chance.random() > self.tempers[seat].riichi
        ):
            return False
        tiles = self.tenpai_discards(seat)
        if not tiles:
            return False
        tile = self.chance.choice(tiles)
        self.teller.calls(seat, "riichi")
        self.teller.later(300, 900)
        books.declare_riichi(seat)
        self.put_down(seat, tile, riichi=True)
        player.ippatsu = True
        return True

    def tenpai_discards(self, seat: int) -> list[int]:
        """Tiles whose discard leaves a hand that waits for something that can be had."""
        player = self.books.seats[seat]
        counts = player.counts()
        melds = len(player.melds)
        found = []
        for tile in {KIND[tile]: tile for tile in player.hand}.values():
            counts[KIND[tile]] -= 1
            kinds = waits(counts, melds)
            if kinds:
                all_own = counts.copy()
                for meld in player.melds:
                    for each in meld.tiles:
                        all_own[KIND[each]] += 1
                if any(all_own[kind] < 4 for kind in kinds):
                    found.append(tile)
            counts[KIND[tile]] += 1
        return found

    def choose(self, seat: int) -> int:
        """The discard."""
        player = self.books.seats[seat]
        if player.riichi:
            assert player.drawn is not None
            return player.drawn
        allowed = [tile for tile in player.hand if KIND[tile] not in self.barred]
        thrown = [tile for tile in allowed if KIND[tile] in self.books.deal.throws.get(seat, ())]
        if thrown and self.chance.random() < 0.8:
            return self.chance.choice(thrown)
        if self.chance.random() < 0.03:
            return self.chance.choice(allowed)
        ready = [tile for tile in self.tenpai_discards(seat) if KIND[tile] not in self.barred]
        if ready:
            return self.chance.choice(ready)
        counts = player.counts()

        def use(tile: int) -> float:
            kind = KIND[tile]
            value = 4.0 * (counts[kind] - 1)
            if kind < 27:
                number = kind % 9
                value += 2.5 * ((number > 0 and counts[kind - 1] > 0) + (number < 8 and counts[kind + 1] > 0))
                value += 1.2 * ((number > 1 and counts[kind - 2] > 0) + (number < 7 and counts[kind + 2] > 0))
                value += 0.3 * min(number, 8 - number)
            return value + self.chance.random()

        return min(allowed, key=use)

    def cannot_pass(self) -> bool:
        """Return whether the hand ends by a draw at which hands are opened, and the table hears no calls.

        There the first opened hand that wins on the last discard has won (docs/rules.md), so nobody can pass it by.
        """
        four_riichi = self.rules.flow.abort_four_riichi and all(
            player.riichi or player.declared for player in self.books.seats
        )
        return "call_buttons" not in self.teller.senses and (self.books.left == 0 or four_riichi)

    # --- after a discard
    def after_discard(self) -> Ending | None:
        """Claims of the tile; None when the hand goes on."""
        books, seat, tile = self.books, self.turn, self.tile
        kind = KIND[tile]
        discarder = books.seats[seat]
        ended = self.foul.after_discard(self) if self.foul else None
        if ended is not None or self.taken_already:
            self.taken_already = False
            return ended
        if self.turn != seat:  # somebody has claimed the tile and discarded already
            return self.after_discard()
        start = self.teller.now
        able = [other for other in range(4) if other != seat and self.completes(other, kind)]
        wins = []
        for other in from_discarder(seat, able):
            value = self.ron_value(other, tile, seat)
            if value is not None and (self.cannot_pass() or self.chance.random() < self.tempers[other].win):
                wins.append((other, seat, value))
        if discarder.declared and (not wins or self.chance.random() < 0.6):
            self.lays_stick(seat)
        if wins:
            return self.ron(wins, tile, start)
        for other in able:
            books.seats[other].missed = True
        if discarder.declared:
            books.accept_riichi(seat)
        ended = self.aborted()
        if ended is not None:
            return ended
        claim = self.claimed(seat, tile, start) if books.left else None
        if claim is not None:
            self.take(claim)
            return None
        if books.left == 0:
            return self.exhausted()
        self.teller.now = max(self.teller.now, start + 1200)
        self.teller.later(0, 900)
        self.turn = (seat + 1) % 4
        self.draw()
        return None

    def lays_stick(self, seat: int) -> None:
        self.teller.later(30, 100)
        self.teller.stick(seat)
        self.teller.withdraws(seat)

    def ends_unless_won(self) -> bool:
        """Return whether the discard ends the hand if nobody wins on it."""
        books, flow = self.books, self.rules.flow
        four_riichi = flow.abort_four_riichi and all(player.riichi for player in books.seats)
        four_kans = flow.abort_four_kans and len(books.kans) == 4
        first_round = len(books.first_discards) == 4 and all(len(player.pond) == 1 for player in books.seats)
        return four_riichi or four_kans or (flow.abort_four_winds and first_round)

    def ron_value(self, seat: int, tile: int, source: int, *, chankan: bool = False) -> Worth | None:
        """Return the worth of a ron; None in furiten or without a yaku."""
        player = self.books.seats[seat]
        if self.books.furiten(seat, player.waits()):
            return None
        return endings.worth(self.books, seat, tile, source=source, chankan=chankan)

    def ron(self, wins: list[tuple[int, int, Worth]], tile: int, start: int) -> Ending:
        """Calls in any order within the time; the nearest or all show their hands (WRC 5.4.1, MJ 4.1, SAI 45.4)."""
        source = wins[0][1]
        calls = sorted((self.chance.randrange(250, 900), seat) for seat, _, _ in wins)
        shown_anyway = self.books.left == 0 or all(player.riichi for player in self.books.seats)
        heard = "call_buttons" in self.teller.senses or shown_anyway or self.chance.random() < 0.5
        for after, seat in calls:
            self.teller.now = max(self.teller.now, start + after)
            if heard:
                self.teller.calls(seat, "ron")
        if self.rules.flow.winners == "nearest":
            wins = wins[:1]
        for seat, _, _ in wins:
            self.teller.later(500, 1500)
            self.teller.shows(seat, self.books.seats[seat].hand, tile, source)
        for seat, _, _ in wins:
            ended = self.foul.at_own_win(self, seat) if self.foul and len(wins) == 1 else None
            if ended is not None:
                return ended
        if len(wins) == 3 and self.rules.flow.abort_triple_ron:
            return endings.of_abort(self.books, "triple_ron")
        self.ura([seat for seat, _, _ in wins])
        if self.foul and len(wins) > 1:
            wins = self.foul.spoilt(self, wins)
        return endings.of_wins(self.books, wins)

    def aborted(self) -> Ending | None:
        """Four winds, four riichi, four kans (MJ 3.3.10, 3.4.3)."""
        books, flow = self.books, self.rules.flow
        first = books.first_discards
        if flow.abort_four_winds and books.unbroken and len(first) == 4 and 27 <= first[0] <= 30:
            turns = [len(player.pond) for player in books.seats]
            if turns == [1, 1, 1, 1] and len(set(first)) == 1:
                return endings.of_abort(books, "four_winds")
        if flow.abort_four_riichi and all(player.riichi for player in books.seats):
            for seat in from_discarder(self.turn, [0, 1, 2, 3]):
                self.teller.later(300, 900)
                self.teller.shows(seat, books.seats[seat].hand)
            ended = self.foul.at_four_riichi(self) if self.foul else None
            return ended or endings.of_abort(books, "four_riichi")
        if flow.abort_four_kans and len(books.kans) == 4 and len(set(books.kans)) > 1:
            return endings.of_abort(books, "four_kans")
        return None

    def claimed(self, source: int, tile: int, start: int) -> Claim | None:
        """All who call say so; the one whose call goes first is given back (WRC 5.4.1, MJ 3.3.1, SAI 40.3)."""
        claims = []
        for seat in range(4):
            player = self.books.seats[seat]
            if seat == source or player.riichi or player.dead or seat in self.mute:
                continue
            if self.chance.random() < self.tempers[seat].call:
                melds = [
                    meld for meld in self.melds_of(seat, source, tile) if self.can_discard_after(seat, meld)
                ]
                if melds:
                    meld = self.chance.choice(melds)
                    word = {"chi": "chi", "pon": "pon", "daiminkan": "kan"}[meld.kind]
                    after = (
                        self.chance.randrange(200, 700) if word != "chi" else self.chance.randrange(400, 1000)
                    )
                    if word == "chi" or not self.too_late(seat, source, start + after):
                        claims.append(Claim(seat, word, after, meld))
        if not claims:
            return None
        claims.sort(key=lambda claim: claim.after_ms)
        won = claims[0]
        for claim in claims[1:]:
            if won.word == "chi" and claim.word != "chi":
                apart = claim.after_ms - won.after_ms
                limit = self.rules.timing.simultaneous_ms
                if self.rules.calls.precedence == "kind" or apart <= limit - 50:
                    won = claim
                elif apart < limit + 50:
                    claim.after_ms = won.after_ms + limit + 50
        for claim in sorted(claims, key=lambda claim: claim.after_ms):
            self.teller.now = max(self.teller.now, start + claim.after_ms)
            self.teller.calls(claim.seat, claim.word)
        return won

    def too_late(self, seat: int, source: int, at_ms: int) -> bool:
        """SAI 42.2, 43.15: pon and kan at once, after a discard of the player to the left with a pause; kept clear of the limit."""
        timing = self.rules.timing
        pause = timing.pon_pause_ms if (seat - source) % 4 == 1 else 0
        limit = timing.pon_window_ms + pause
        return timing.pon_until == "discard_completed" and at_ms > self.discarded_at + limit - 100

    def nobody_wins(self) -> bool:
        """Return whether the tile completes nobody's hand."""
        kind = KIND[self.tile]
        return not any(self.completes(seat, kind) for seat in range(4) if seat != self.turn)

    def melds_of(self, seat: int, source: int, tile: int) -> list[Meld]:
        """Every meld that the player could make with the tile."""
        hand = self.books.seats[seat].hand
        kind = KIND[tile]
        same = [each for each in hand if KIND[each] == kind]
        found: list[Meld] = []
        if len(same) >= 2:
            found.append(self.meld("pon", [tile, *self.chance.sample(same, 2)], tile, source))
        if len(same) == 3 and len(self.books.kans) < 4:
            found.append(self.meld("daiminkan", [tile, *same], tile, source))
        if (seat - source) % 4 == 1 and kind < 27:
            for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
                others = [other for other in (low, low + 1, low + 2) if other != kind]
                own = [next((each for each in hand if KIND[each] == other), None) for other in others]
                if None not in own:
                    found.append(
                        self.meld("chi", [tile, *(each for each in own if each is not None)], tile, source)
                    )
        return found

    def meld(self, kind: str, tiles: list[int], claimed: int, source: int) -> Meld:
        ordered = tuple(sorted(tiles, key=lambda tile: KIND[tile]))
        return Meld(kind, ordered, claimed, source)  # type: ignore[arg-type]

    def barred_after(self, meld: Meld) -> frozenset[int]:
        """Kuikae: WRC 5.4, MJ 3.3.2, SAI 40.6."""
        calls = self.rules.calls
        assert meld.claimed is not None
        kind = KIND[meld.claimed]
        barred = set() if calls.kuikae_same else {kind}
        if meld.kind == "chi" and not calls.kuikae_other_end:
            low = KIND[meld.tiles[0]]
            if kind == low and low % 9 < 6:
                barred.add(low + 3)
            if kind == low + 2 and low % 9 > 0:
                barred.add(low - 1)
        return frozenset() if meld.kind == "daiminkan" else frozenset(barred)

    def can_discard_after(self, seat: int, meld: Meld) -> bool:
        if meld.kind == "daiminkan":
            return True
        rest = list(self.books.seats[seat].hand)
        own = list(meld.tiles)
        assert meld.claimed is not None
        own.remove(meld.claimed)
        for tile in own:
            rest.remove(tile)
        barred = self.barred_after(meld)
        return any(KIND[tile] not in barred for tile in rest)

    def take(self, claim: Claim) -> None:
        """The meld is shown, and the turn goes on with its maker."""
        books = self.books
        player = books.seats[claim.seat]
        meld = claim.meld
        assert meld.source is not None
        for name in liability.fed(self.rules, player.melds, meld):
            player.liable[name] = meld.source
        if (
            books.seats[meld.source].riichi
            and books.seats[meld.source].pond
            and books.seats[meld.source].turned_last
        ):
            books.seats[meld.source].turn_next = True
        books.claim(claim.seat, meld)
        self.teller.later(300, 900)
        self.teller.meld(claim.seat, meld)
        self.turn = claim.seat
        self.last_discarder = None
        self.drew = False
        self.barred = self.barred_after(meld)
        if meld.kind == "daiminkan":
            self.teller.later(400, 900)
            self.after_kan(self.rules.calls.kan_dora_open)

    def exhausted(self) -> Ending:
        """WRC 5.7.2, MJ 3.4.2, SAI 52: announced from the dealer on, in any order where that is free."""
        books = self.books
        ended = self.foul.at_draw(self) if self.foul else None
        if ended is not None:
            return ended
        tenpai = self.exhausted_announcements(set())
        if self.noten_riichi:
            return endings.of_chombo(books, sorted(self.noten_riichi))
        return endings.of_draw(books, tenpai)

    def exhausted_announcements(self, tenpai_for_certain: set[int]) -> list[int]:
        """Return the players who say tenpai and show the hand; those named say so whatever the hand is."""
        books = self.books
        order = from_discarder(books.dealer, [0, 1, 2, 3])
        if self.rules.calls.announce_order == "free" and self.chance.random() < 0.3:
            self.chance.shuffle(order)
        tenpai = []
        for seat in order:
            player = books.seats[seat]
            ready = bool(player.obtainable(player.waits())) and not player.dead
            wants = bool(player.riichi) or not self.rules.calls.tenpai_optional
            if seat in tenpai_for_certain or (
                ready and (wants or self.chance.random() < self.tempers[seat].tenpai)
            ):
                tenpai.append(seat)
            self.teller.later(400, 1200)
            self.teller.say(seen.TenpaiDeclared, 5, seat=seat, tenpai=seat in tenpai)
            if seat in tenpai or self.shows_dead_hand(seat):
                self.teller.later(200, 600)
                self.teller.shows(seat, player.hand)
        return sorted(tenpai)

    def shows_dead_hand(self, seat: int) -> bool:
        """A dead hand in riichi is shown to prove that it was tenpai, else it is penalized as noten riichi (WRC 7.2, footnote)."""
        player, excused = self.books.seats[seat], self.rules.fouls.dead_riichi
        if not player.riichi or not player.dead or excused == "excused":
            return False
        if self.teller.record or self.chance.random() < 0.7:
            return True
        self.noten_riichi.append(seat)
        self.committed.append(("riichi_hand_not_shown", seat, str(self.rules.fouls.riichi_hand_not_shown)))
        return False
