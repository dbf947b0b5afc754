"""Built-in players: play a whole game against each other, for a table without a record to act out.

Each draws, keeps the hand nearest to tenpai with the most useful tiles, makes calls that give or keep a yaku, declares
riichi when waiting, and wins when possible. They know no rules themselves: they ask the referee for its findings, and
make only moves without any. The same seed always plays the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from referee.game import events
from referee.game.furiten import kind_counts
from referee.game.observations import (
    CallHeard,
    HanchanBegun,
    HandClosed,
    HandDealt,
    IndicatorSeen,
    MeldShown,
    Observation,
    StickLaid,
    TenpaiDeclared,
    TileDiscarded,
    TileDrawn,
    TilesShown,
    UraSeen,
)
from referee.game.position import ACCEPTED, NO_RIICHI, GameState
from referee.hands.shanten import shanten
from referee.judging.decide import advance
from referee.melds import MeldKind
from referee.records.observe import Standing
from referee.rules.ruleset import Ruleset
from referee.tiles import EAST, HAKU, KIND, Tile
from simulation.people.bot_thoughts import (
    best_discards,
    chi_tiles,
    own_kans,
    wants,
)
from simulation.people.policies import PLAYER_NAMES
from simulation.world.world import full_set

DEAD_WALL: Final = 14
RINSHAN: Final = 4
INDICATORS: Final = 5
TURN_MS: Final = 1000
CALL_CHANCE: Final = 0.8
"""The chance that a player takes a call that helps."""

Entry = tuple[Observation, tuple[events.Event, ...]]


def play_game(ruleset: dict[str, Any], seed: int, hands: int | None = None) -> list[Entry]:
    """Play a game to its end, or a given number of hands.

    Args:
        ruleset: the whole ruleset as a mapping.
        seed: of the walls, the dice and the players' moods.
        hands: the most hands to play.

    Returns:
        The observations and decisions, in order, of a referee who sees every tile.
    """
    game = _Game(ruleset, seed)
    played = 0
    while game.state.phase != "ended" and (hands is None or played < hands):
        game.play_hand()
        played += 1
    return game.entries


def play_hand(ruleset: dict[str, Any], seed: int, standing: Standing, *, red_fives: bool) -> list[Entry]:
    """Play one hand.

    Args:
        ruleset: the whole ruleset as a mapping.
        seed: of the wall, the dice and the players' moods.
        standing: the position it starts from.
        red_fives: whether the set has red fives, whatever their value in the rules.
    """
    game = _Game(ruleset, seed, red_fives=red_fives)
    game.play_hand(standing)
    return game.entries


@dataclass(slots=True)
class _Wall:
    """The tiles of one hand: the draws, rinshan tiles, dora and ura dora indicators."""

    live: list[Tile]
    rinshan: list[Tile]
    dora: list[Tile]
    ura: list[Tile]
    turned: int = 0

    @classmethod
    def shuffled(cls, random: Random, red_fives: bool) -> _Wall:
        tiles = list(full_set(red_fives=red_fives))
        random.shuffle(tiles)
        dead, live = tiles[:DEAD_WALL], tiles[DEAD_WALL:]
        return cls(live, dead[:RINSHAN], dead[RINSHAN : RINSHAN + INDICATORS], dead[RINSHAN + INDICATORS :])


@dataclass(slots=True)
class _Game:
    """A game in progress: the walls, the true hands, and the referee's state."""

    ruleset: Ruleset
    random: Random
    red_fives: bool
    state: GameState
    entries: list[Entry] = field(default_factory=list)
    hands: list[list[Tile]] = field(default_factory=list)
    wall: _Wall = field(default_factory=lambda: _Wall([], [], [], []))
    at_ms: int = 0

    def __init__(self, mapping: dict[str, Any], seed: int, *, red_fives: bool | None = None) -> None:
        self.ruleset = Ruleset.from_mapping(mapping)
        self.red_fives = bool(self.ruleset.scoring.red_fives) if red_fives is None else red_fives
        self.random = Random(seed)
        self.entries = []
        self.at_ms = 0
        begun = HanchanBegun(ruleset=mapping, names=PLAYER_NAMES, senses=("concealed",), source="players")
        decided, state = advance(None, begun)
        if state is None:
            raise ValueError("the referee did not begin the hanchan")
        self.entries.append((begun, decided))
        self.state = state
        self.hands = [[], [], [], []]
        self.wall = _Wall([], [], [], [])

    # Observations for the referee.

    def report(self, observation: Observation) -> None:
        decided, state = advance(self.state, observation)
        if state is None:
            raise ValueError(f"the referee lost the game at {observation}")
        self.state = state
        self.entries.append((observation, decided))

    def tick(self) -> int:
        """Advance the time a little."""
        self.at_ms += TURN_MS
        return self.at_ms

    def found(self, *observations: Observation) -> list[events.Event]:
        """Return what the referee would decide if this happened now."""
        state: GameState | None = self.state
        decided: list[events.Event] = []
        for observation in observations:
            now, state = advance(state, observation)
            decided.extend(now)
        return decided

    def legal(self, *observations: Observation) -> bool:
        """Return whether the referee would find no foul in this."""
        return not any(isinstance(event, events.FoulFound) for event in self.found(*observations))

    # A hand.

    def play_hand(self, standing: Standing | None = None) -> None:
        """Deal and play one hand until it is settled, from ``standing`` or from the end of the last hand."""
        self.wall = _Wall.shuffled(self.random, self.red_fives)
        dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        self.hands = [sorted(self.wall.live[13 * seat : 13 * seat + 13]) for seat in range(4)]
        self.wall.live = self.wall.live[52:]
        east, south, west, north = (tuple(hand) for hand in self.hands)
        hands = (east, south, west, north)
        self.report(HandDealt(at_ms=self.tick(), dice=dice, hands=hands, standing=standing))
        self.turn_indicator()
        seat: int | None = self.state.dealer
        draws = True
        while seat is not None:
            seat, draws = self.turn(seat, draws)
        self.report(HandClosed(at_ms=self.tick()))

    def turn_indicator(self) -> None:
        self.report(IndicatorSeen(at_ms=self.tick(), tile=self.wall.dora[self.wall.turned]))
        self.wall.turned += 1

    def turn(self, seat: int, draws: bool) -> tuple[int | None, bool]:
        """Play one player's turn; return the next player, None when the hand is over, and whether he draws."""
        kan = None
        if draws:
            if self.state.live == 0:
                self.exhausted()
                return None, False
            while True:
                tile = self.wall.rinshan.pop(0) if self.state.rinshan_due else self.wall.live.pop(0)
                self.report(TileDrawn(at_ms=self.tick(), seat=seat, tile=tile))
                self.hands[seat].append(tile)
                if self.wins_by_tsumo(seat, tile):
                    return None, False
                kan = self.own_kan(seat)
                if kan is None:
                    break
                if kan == "robbed":
                    return None, False
        return self.discard(seat, drawn=self.hands[seat][-1] if draws else None)

    def discard(self, seat: int, drawn: Tile | None) -> tuple[int | None, bool]:
        """Choose and discard a tile; let the others react."""
        if self.state.dora_due:
            self.turn_indicator()
        riichi, tile = self.choose(seat, drawn)
        if riichi:
            self.report(CallHeard(at_ms=self.tick(), seat=seat, call="riichi"))
        at_ms = self.tick()
        self.report(
            TileDiscarded(
                at_ms=at_ms,
                seat=seat,
                tile=tile,
                sideways=riichi or self.state.seats[seat].turned_due,
                tsumogiri=tile == drawn,
            )
        )
        self.hands[seat].remove(tile)
        self.hands[seat].sort()
        answer = self.answers(seat, tile)
        if answer is not None:
            return answer
        if riichi:
            self.report(StickLaid(at_ms=self.tick(), seat=seat))
        if self.aborted():
            self.opens_four_riichi()
            return None, False
        caller = self.calls(seat, tile)
        if caller is not None:
            return caller
        return (seat + 1) % 4, True

    # Choosing.

    def choose(self, seat: int, drawn: Tile | None) -> tuple[bool, Tile]:
        """Return whether to declare riichi, and the tile to discard."""
        me = self.state.seats[seat]
        hand = self.hands[seat]
        if me.riichi != NO_RIICHI and drawn is not None:
            return False, drawn
        away, equal = best_discards(hand, me)
        tile = self.random.choice(equal)
        riichi = (
            away == 0
            and me.closed
            and self.legal(
                CallHeard(at_ms=self.at_ms, seat=seat, call="riichi"),
                TileDiscarded(at_ms=self.at_ms, seat=seat, tile=tile, sideways=True, tsumogiri=tile == drawn),
            )
        )
        return riichi, tile

    # Winning.

    def shown(self, seat: int, tile: Tile, *, ron: bool) -> list[Observation]:
        """Return the observations of a win: the call, the open hand, the ura dora indicators."""
        concealed = list(self.hands[seat])
        if not ron:
            concealed.remove(tile)
        done: list[Observation] = [
            CallHeard(at_ms=self.tick(), seat=seat, call="ron" if ron else "tsumo"),
            TilesShown(at_ms=self.tick(), seat=seat, tiles=tuple(sorted(concealed)), winning=tile),
        ]
        if self.state.seats[seat].riichi == ACCEPTED and self.ruleset.scoring.ura_dora:
            done.append(UraSeen(at_ms=self.tick(), tiles=tuple(self.wall.ura[: len(self.state.indicators)])))
        return done

    def can_win(self, seat: int, tile: Tile, *, ron: bool) -> bool:
        """Return whether the referee would settle a win of this seat with this tile without a finding."""
        tiles = [*self.hands[seat], tile] if ron else self.hands[seat]
        if shanten(kind_counts(tiles), len(self.state.seats[seat].melds)) != -1:
            return False
        decided = self.found(*self.shown(seat, tile, ron=ron), HandClosed(at_ms=self.at_ms))
        if any(isinstance(event, events.FoulFound) for event in decided):
            return False
        return any(
            isinstance(event, events.HandEnded) and any(win.seat == seat for win in event.wins)
            for event in decided
        )

    def wins_by_tsumo(self, seat: int, tile: Tile) -> bool:
        """Win by the tile drawn, if possible."""
        if not self.can_win(seat, tile, ron=False):
            return False
        for observation in self.shown(seat, tile, ron=False):
            self.report(observation)
        return True

    def answers(self, seat: int, tile: Tile) -> tuple[int | None, bool] | None:
        """Make wins on a discard or on a kan that can be robbed; None if nobody wins."""
        winners = [
            other % 4 for other in range(seat + 1, seat + 4) if self.can_win(other % 4, tile, ron=True)
        ]
        if not winners:
            return None
        if self.ruleset.flow.winners == "nearest":
            winners = winners[:1]
        calls = [self.shown(winner, tile, ron=True) for winner in winners]
        # All winners call before anybody opens a hand.
        for call in calls:
            self.report(call[0])
        for call in calls:
            for observation in call[1:]:
                self.report(observation)
        return None, False

    # Calling.

    def own_kan(self, seat: int) -> str | None:
        """Declare a kan in the player's own turn if it does no harm; return "made", "robbed" or None."""
        me = self.state.seats[seat]
        if self.state.live == 0:
            return None
        hand = self.hands[seat]
        for shown in own_kans(seat, hand, me, self.at_ms):
            kind = KIND[shown.tiles[0]]
            if not self.legal(CallHeard(at_ms=self.at_ms, seat=seat, call="kan"), shown):
                continue
            self.report(CallHeard(at_ms=self.tick(), seat=seat, call="kan"))
            self.report(shown)
            self.hands[seat] = [tile for tile in hand if KIND[tile] != kind]
            if shown.added is not None and self.answers(seat, shown.added) is not None:
                return "robbed"
            timing = (
                self.ruleset.calls.kan_dora_concealed
                if shown.kind == "ankan"
                else self.ruleset.calls.kan_dora_open
            )
            if self.state.dora_due and timing == "before_draw":
                self.turn_indicator()
            return "made"
        return None

    def calls(self, seat: int, tile: Tile) -> tuple[int, bool] | None:
        """Call pon, kan or chi on a discard; return the caller and whether he draws (after a kan)."""
        if self.state.live == 0 or self.random.random() > CALL_CHANCE:
            return None
        for other in range(seat + 1, seat + 4):
            caller = other % 4
            own = [held for held in self.hands[caller] if KIND[held] == KIND[tile]]
            if (
                len(own) >= 2
                and wants(self.state, caller, self.hands[caller], own[:2], tile)
                and self.make_call(caller, "pon", own[:2], tile, seat)
            ):
                return caller, False
        caller = (seat + 1) % 4
        for own in chi_tiles(self.hands[caller], tile):
            if wants(self.state, caller, self.hands[caller], own, tile) and self.make_call(
                caller, "chi", own, tile, seat
            ):
                return caller, False
        return None

    def make_call(self, caller: int, kind: MeldKind, own: Sequence[Tile], tile: Tile, source: int) -> bool:
        """Make the call, if the referee finds nothing wrong with it and a discard is left."""
        call = CallHeard(at_ms=self.at_ms, seat=caller, call="chi" if kind == "chi" else "pon")
        shown = MeldShown(
            at_ms=self.at_ms,
            seat=caller,
            kind=kind,
            tiles=tuple(sorted((*own, tile), key=lambda held: (KIND[held], held))),
            claimed=tile,
            source_seat=source,
        )
        if not self.legal(call, shown):
            return False
        left = list(self.hands[caller])
        for used in own:
            left.remove(used)
        if not any(
            self.legal(call, shown, TileDiscarded(at_ms=self.at_ms, seat=caller, tile=other, sideways=False))
            for other in set(left)
        ):
            return False
        self.report(call)
        self.report(shown)
        self.hands[caller] = left
        return True

    # Ends without a winner.

    def aborted(self) -> bool:
        """Return whether the hand ends here by four winds, four riichi or four kans."""
        flow = self.ruleset.flow
        seats = self.state.seats
        first = [KIND[seat.pond[0].tile] for seat in seats if len(seat.pond) == 1 and not seat.melds]
        if flow.abort_four_winds and len(first) == 4 and len(set(first)) == 1 and EAST <= first[0] < HAKU:
            return True
        if flow.abort_four_riichi and all(seat.riichi != NO_RIICHI for seat in seats):
            return True
        return flow.abort_four_kans and len(self.state.kans) == 4 and len(set(self.state.kans)) > 1

    def opens_four_riichi(self) -> None:
        """Open all four hands when four riichi end the hand (MJ 3.4.3)."""
        if all(seat.riichi != NO_RIICHI for seat in self.state.seats):
            for seat in range(4):
                self.report(TilesShown(at_ms=self.tick(), seat=seat, tiles=tuple(sorted(self.hands[seat]))))

    def exhausted(self) -> None:
        """End the hand with the wall used up: players in tenpai show their hands."""
        for turn in range(4):
            seat = (self.state.dealer + turn) % 4
            hand = self.hands[seat]
            tenpai = shanten(kind_counts(hand), len(self.state.seats[seat].melds)) == 0
            self.report(TenpaiDeclared(at_ms=self.tick(), seat=seat, tenpai=tenpai))
            if tenpai:
                self.report(TilesShown(at_ms=self.tick(), seat=seat, tiles=tuple(sorted(hand))))
