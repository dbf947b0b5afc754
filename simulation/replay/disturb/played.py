"""Plays a recorded hand as people do at a table: gives every act of the record its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from msgspec.structs import replace

from referee.game import observations as seen
from referee.game.observations import Observation
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
from referee.tiles import KIND, KINDS, UNKNOWN, Tile, dora_of
from simulation.replay.disturb.moments import StagedMoment, in_order
from simulation.replay.disturb.people import REACTION_MS, SHOW_MS, PlayedPeople, Rules
from simulation.replay.disturb.story import StoryPosition, story

HIDDEN: Final = (UNKNOWN,) * 13
TAKEN_LATER: Final = 0.2
"""The chance that a claimed tile is taken only after the discard, if that is allowed."""
ASKED: Final = 0.05
"""The chance that somebody asks the judge something before the hand is closed."""
BETWEEN_HANDS_MS: Final = 30_000
Standing = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class PlayedBeat:
    """The clock after an act, as in ``PlayedPeople``."""

    clear: int
    mat: int
    ready: int
    turned: tuple[bool, ...]


@dataclass(slots=True)
class PlayedHand:
    """A hand as people play it.

    Attributes:
        hand: its record.
        moments: its events, in no order.
        beats: the clock after each act; the clock before the first act is at the end of the list.
        story: the position before each act, and after the last.
        standing: the position it starts from, if one must be given.
    """

    hand: HandRecord
    moments: list[StagedMoment]
    beats: list[PlayedBeat] = field(default_factory=list)
    story: list[StoryPosition] = field(default_factory=list)
    standing: Standing | None = None

    @property
    def dealer(self) -> int:
        return self.hand.round % 4

    @property
    def length(self) -> int:
        """Return the time of the last moment."""
        return max(each.at for each in self.moments)

    def observations(self, start: int) -> Iterator[Observation]:
        """Yield the table's observations of it, in the order of sensing, numbered from its deal on."""
        for number, each in enumerate(in_order(self.moments)):
            observation = each.observation(start, f"observation:{number}")
            if self.standing is not None and isinstance(observation, seen.HandDealt):
                observation = replace(observation, standing=self.standing)
            yield observation

    def copied(self) -> PlayedHand:
        """Return a copy that may be changed."""
        moments = [each.copied() for each in self.moments]
        return PlayedHand(self.hand, moments, self.beats, self.story, self.standing)


def played(hand: HandRecord, rules: Rules, rng: Random, *, taken_later: float = TAKEN_LATER) -> PlayedHand:
    """Play a recorded hand at a table where ``rules`` (a ruleset as a mapping) are in force."""
    return _Player(hand, rules, rng, taken_later).play()


class _Player:
    def __init__(self, hand: HandRecord, rules: Rules, rng: Random, taken_later: float) -> None:
        self.taken_later = taken_later
        self.hand = hand
        self.rules = rules
        self.people = PlayedPeople(rules, rng)
        self.story = story(hand)
        self.indicators = [act.tile for act in hand.acts if isinstance(act, KanDora)]
        self.turned = 0
        self.take_later: int | None = None
        self.riichi_tile: list[int | None] = [None] * 4

    def play(self) -> PlayedHand:
        people, hand = self.people, self.hand
        people.put(0, seen.HandDealt(dice=hand.dice, hands=(HIDDEN, HIDDEN, HIDDEN, HIDDEN)), "deal")
        people.indicator(hand.indicator, 1500)
        people.clear = people.ready = 2500
        before = self._beat()
        beats: list[PlayedBeat] = []
        ending: list[WinClaim | DrawnGame] = []
        for number, act in enumerate(hand.acts):
            people.act = number
            if isinstance(act, WinClaim | DrawnGame):
                ending.append(act)
            else:
                if ending:
                    self._end(ending)
                    people.put(people.clear, seen.PlayWentOn(), "on")
                    ending = []
                self._act(number, act)
            beats.append(self._beat())
        if ending:
            self._end(ending)
            winners = {act.seat for act in ending if isinstance(act, WinClaim)}
            if winners:
                people.agree(winners)
            if people.rng.random() < ASKED:
                people.ask_the_judge(people.rng.randrange(4))
            people.close()
        return PlayedHand(hand, people.moments, [*beats, before], self.story)

    def _beat(self) -> PlayedBeat:
        people = self.people
        return PlayedBeat(people.clear, people.mat, people.ready, tuple(people.turned))

    def _act(self, number: int, act: Act) -> None:
        people = self.people
        if isinstance(act, RecordedDraw):
            people.draw(act.seat, self.story[number].place)
        elif isinstance(act, Discard):
            self._discard(act)
        elif isinstance(act, RecordedRiichi):
            word = people.say(act.seat, "riichi", people.think())
            people.ready = word.at
        elif isinstance(act, RecordedBet):
            people.stick(act.seat)
        elif isinstance(act, MeldCall):
            self._meld(number, act)
        elif isinstance(act, KanDora) and self.turned < len(self.indicators) and self._late_dora(number):
            people.indicator(self.indicators[self.turned], people.ready + 400)
            self.turned += 1

    def _late_dora(self, number: int) -> bool:
        """Return whether the indicator of this act of the record has not been turned yet."""
        turned = sum(isinstance(act, KanDora) for act in self.hand.acts[: number + 1])
        return self.turned < turned

    def _discard(self, act: Discard) -> None:
        people = self.people
        start = None
        newest = people.moments[-1]
        if isinstance(newest.seen, seen.CallHeard) and newest.seen.call == "riichi":
            start = newest.at + people.some((350, 1100))
        again = people.turned[act.seat] and self.rules["calls"]["riichi_turned"] == "until_one_stays"
        people.discard(act.seat, act.tile, tsumogiri=act.tsumogiri, riichi=act.riichi, start=start)
        if act.riichi or again:
            self.riichi_tile[act.seat] = act.index
        if self.take_later == act.seat:
            self.take_later = None
            people.clear = people.take_claimed(act.seat, people.clear + people.some((200, 500)))

    def _meld(self, number: int, act: MeldCall) -> None:
        people, meld = self.people, act.meld
        if meld.kind in {"ankan", "kakan"}:
            people.own_kan(act.seat, meld)
        else:
            later = meld.kind != "daiminkan" and self._takes_later(number)
            people.claim(act.seat, meld, take=not later)
            self.take_later = act.seat if later else None
            if meld.source is not None and self._was_riichi_tile(number, meld.source):
                people.turned[meld.source] = True
            people.clear = people.ready
        if meld.kind in {"ankan", "kakan", "daiminkan"}:
            self._turn(number, "concealed" if meld.kind == "ankan" else "open")

    def _was_riichi_tile(self, number: int, source: int) -> bool:
        newest = self.story[number].newest
        return newest is not None and newest.seat == source and self.riichi_tile[source] == newest.index

    def _takes_later(self, number: int) -> bool:
        if self.rules["calls"]["take_order"] != "free" or self.people.rng.random() >= self.taken_later:
            return False
        following = self.hand.acts[number + 1 : number + 3]
        return [type(each) for each in following] == [Discard, RecordedDraw]

    def _turn(self, number: int, which: str) -> None:
        """Turn the indicator of a kan that stands, if the rules turn it before the rinshan draw."""
        rules, people = self.rules, self.people
        if rules["calls"][f"kan_dora_{which}"] != "before_draw" or not rules["scoring"]["kan_dora"]:
            return
        draws = next((act for act in self.hand.acts[number + 1 :] if not isinstance(act, KanDora)), None)
        if not isinstance(draws, RecordedDraw):
            return
        if self.turned < len(self.indicators):
            tile = self.indicators[self.turned]
        else:
            tile = self._no_dora(draws.seat)
        self.turned += 1
        people.indicator(tile, max(people.ready, people.clear) + people.some((300, 700)))

    def _no_dora(self, seat: int) -> Tile:
        """Return an indicator for a record whose rules turn none; it gives the winner no dora."""
        held = {KIND[tile] for tile in self.story[-1].players[seat].concealed}
        held |= {KIND[tile] for meld in self.story[-1].players[seat].melds for tile in meld.tiles}
        used = self._used()
        free = [kind for kind in range(KINDS) if used[kind] < 4 and dora_of(kind) not in held]
        return self.people.rng.choice(free)

    def _used(self) -> list[int]:
        used = [0] * KINDS
        ura = max((act.ura for act in self.hand.acts if isinstance(act, WinClaim)), key=len, default=())
        draws = [act.tile for act in self.hand.acts if isinstance(act, RecordedDraw)]
        dealt = [tile for tiles in self.hand.hands for tile in tiles]
        for tile in (*dealt, *draws, *ura, self.hand.indicator, *self.indicators):
            used[KIND[tile]] += 1
        return used

    def _end(self, ending: Sequence[WinClaim | DrawnGame]) -> None:
        first = ending[0]
        if isinstance(first, DrawnGame):
            self._drawn(first)
            return
        wins = [act for act in ending if isinstance(act, WinClaim)]
        people = self.people
        if first.seat == first.source:
            at = people.say(first.seat, "tsumo", people.think()).at
        else:
            at = max(people.say(win.seat, "ron", people.mat + people.some(REACTION_MS)).at for win in wins)
        for win in wins:
            at += people.some(SHOW_MS) + 300
            apart = win.tile if win.seat == win.source else None
            people.open_hand(win.seat, win.concealed, at, apart)
            if win.ura:
                at += 1500
                people.put(at, seen.UraSeen(tiles=win.ura), "ura")
        people.clear = at + 1000

    def _drawn(self, act: DrawnGame) -> None:
        people, dealer = self.people, self.hand.round % 4
        if act.result in {"exhaustive", "nagashi"}:
            people.announce(dealer, act.shown)
            return
        opened = [(dealer + turn) % 4 for turn in range(4) if act.shown[(dealer + turn) % 4] is not None]
        at = people.clear + 1500
        if act.result == "nine_terminals":
            at = max(people.say(seat, "nine_terminals", people.think()).at for seat in opened)
        elif act.result == "triple_ron":
            at = max(people.say(seat, "ron", people.mat + people.some(REACTION_MS)).at for seat in opened)
        for seat in opened:
            at += people.some(SHOW_MS) + 300
            tiles = act.shown[seat]
            assert tiles is not None
            people.open_hand(seat, tiles, at)
        people.clear = at + 1000
