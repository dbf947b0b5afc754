"""A table whose tests read like a game report, and games that the project plays for itself."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from config import read_ruleset
from referee.game import events
from referee.game import observations as seen
from referee.game.draws import draw_reason
from referee.game.furiten import furiten, kind_counts
from referee.game.kuikae import forbidden_kinds
from referee.game.observations import Observation
from referee.game.position import NO_RIICHI, GameState
from referee.game.wall import DEALT, INDICATORS, RINSHAN, URA, dealt
from referee.hands.score import score
from referee.hands.shanten import shanten
from referee.judging.decide import advance
from referee.judging.ending.opened import waits_of
from referee.judging.ending.settlement import describe
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, UNKNOWN, Tile, parse_tiles
from simulation.world.world import full_set

BUTTONS = ("call_buttons", "sticks", "wall_touch")


def tile(name: str) -> Tile:
    return parse_tiles(name)[0]


class Player:
    """One seat: every method is something the player does, and gives the table back."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat

    def draws(self, name: str = "?") -> Table:
        return self.table.sees(seen.TileDrawn(seat=self.seat, tile=tile(name)))

    def discards(self, name: str, sideways: bool | None = None, tsumogiri: bool | None = None) -> Table:
        return self.table.sees(
            seen.TileDiscarded(seat=self.seat, tile=tile(name), sideways=sideways, tsumogiri=tsumogiri)
        )

    def turn(self, name: str) -> Table:
        """Draws a tile that nobody sees and discards this one."""
        return self.draws().players[self.seat].discards(name)

    def calls(self, call: Any) -> Table:
        return self.table.sees(seen.CallHeard(seat=self.seat, call=call))

    def shows_meld(
        self, kind: Any, names: str, claimed: str | None = None, source: int | None = None
    ) -> Table:
        return self.table.sees(
            seen.MeldShown(
                seat=self.seat,
                kind=kind,
                tiles=parse_tiles(names),
                claimed=None if claimed is None else tile(claimed),
                source_seat=source,
            )
        )

    def chi(self, names: str) -> Table:
        """Takes the last discard with two tiles of the own hand."""
        return self._takes("chi", "chi", names)

    def pon(self, names: str) -> Table:
        return self._takes("pon", "pon", names)

    def kan(self, names: str) -> Table:
        return self._takes("kan", "daiminkan", names)

    def _takes(self, call: Any, kind: Any, names: str) -> Table:
        taken = self.table.state.open
        assert taken is not None
        self.calls(call)
        return self.table.sees(
            seen.MeldShown(
                seat=self.seat,
                kind=kind,
                tiles=(*parse_tiles(names), taken.tile),
                claimed=taken.tile,
                source_seat=taken.seat,
            )
        )

    def ankan(self, names: str) -> Table:
        self.calls("kan")
        return self.table.sees(seen.MeldShown(seat=self.seat, kind="ankan", tiles=parse_tiles(names)))

    def kakan(self, name: str) -> Table:
        self.calls("kan")
        pon = next(
            meld.tiles
            for meld in self.table.state.seats[self.seat].melds
            if KIND[meld.tiles[0]] == KIND[tile(name)]
        )
        return self.table.sees(
            seen.MeldShown(seat=self.seat, kind="kakan", tiles=(*pon, tile(name)), added=tile(name))
        )

    def riichi(self, name: str) -> Table:
        """Declares, discards sideways and lays the stick."""
        self.calls("riichi")
        self.discards(name, sideways=True)
        return self.table.sees(seen.StickLaid(seat=self.seat))

    def shows(self, names: str, winning: str | None = None) -> Table:
        return self.table.sees(
            seen.TilesShown(
                seat=self.seat, tiles=parse_tiles(names), winning=None if winning is None else tile(winning)
            )
        )

    def tsumo(self, names: str, winning: str) -> Table:
        self.calls("tsumo")
        return self.shows(names, winning)

    def ron(self, names: str) -> Table:
        self.calls("ron")
        return self.shows(names)

    def tenpai(self, names: str) -> Table:
        self.table.sees(seen.TenpaiDeclared(seat=self.seat, tenpai=True))
        return self.shows(names)

    def noten(self) -> Table:
        return self.table.sees(seen.TenpaiDeclared(seat=self.seat, tenpai=False))


class Table:
    """A table under a ruleset; tiles that a test does not name are unknown, as at a real table."""

    def __init__(
        self, ruleset: str = "riichi-mj", senses: tuple[str, ...] = BUTTONS, **overrides: Any
    ) -> None:
        changed = {key.replace("__", "."): value for key, value in overrides.items()}
        self.ruleset = Ruleset.from_mapping(read_ruleset(ruleset)).with_overrides(changed)
        self.state_or_none: GameState | None = None
        self.events: list[events.Event] = []
        self.entries: list[tuple[Observation, tuple[events.Event, ...]]] = []
        self.players = [Player(self, seat) for seat in range(4)]
        self.east, self.south, self.west, self.north = self.players
        self.at_ms = 0
        self.sees(seen.HanchanBegun(ruleset=self.ruleset.to_mapping(), senses=senses))

    @property
    def state(self) -> GameState:
        assert self.state_or_none is not None
        return self.state_or_none

    def sees(self, observation: Observation) -> Table:
        """Observe something, a second after the last observation unless it has its own time."""
        if observation.at_ms == 0:
            # A stick is laid with the discard: a call after it is still in time under every ruleset.
            self.at_ms += 0 if isinstance(observation, seen.StickLaid) else 1000
            observation = replace(observation, at_ms=self.at_ms)
        self.at_ms = observation.at_ms
        made, self.state_or_none = advance(self.state_or_none, observation)
        self.events.extend(made)
        self.entries.append((observation, made))
        return self

    def deals(
        self, east: str = "", south: str = "", west: str = "", north: str = "", indicator: str = "1z"
    ) -> Table:
        hands = [parse_tiles(names) for names in (east, south, west, north)]
        full = [(*tiles, *(UNKNOWN,) * (13 - len(tiles))) for tiles in hands]
        self.sees(seen.HandDealt(dice=(3, 4), hands=(full[0], full[1], full[2], full[3])))
        return self.turns_indicator(indicator)

    def turns_indicator(self, name: str) -> Table:
        return self.sees(seen.IndicatorSeen(tile=tile(name)))

    def turns_ura(self, names: str) -> Table:
        return self.sees(seen.UraSeen(tiles=parse_tiles(names)))

    def goes_round(self, *names: str) -> Table:
        """Let the player in turn discard each of these tiles."""
        for name in names:
            self.players[self.state.turn].turn(name)
        return self

    def runs_out(self, keep: int = 0) -> Table:
        """Let everybody draw and discard, never the same kinds twice in a row, until ``keep`` live tiles are left."""
        kinds = ("2m", "5m", "8m", "3p", "6p", "2s", "5s", "8s", "4m", "7p", "7s")
        at = 0
        while self.state.live > keep:
            self.goes_round(kinds[at % len(kinds)])
            at += 1
        return self

    def ruled(self, ruling: Any, **more: Any) -> Table:
        """The judge rules, on a finding or on a seat."""
        return self.sees(seen.RulingGiven(ruling=ruling, judge="anna", **more))

    def closes(self) -> Table:
        return self.sees(seen.HandClosed())

    @property
    def result(self) -> events.HandEnded:
        """The end of the last hand."""
        ended = [event for event in self.events if isinstance(event, events.HandEnded)]
        assert ended, "no hand has ended"
        return ended[-1]

    @property
    def ended(self) -> events.HanchanEnded | None:
        return next((event for event in self.events if isinstance(event, events.HanchanEnded)), None)

    @property
    def fouls(self) -> list[tuple[str, int]]:
        """Rule and seat of each finding."""
        return [(event.rule, event.seat) for event in self.events if isinstance(event, events.FoulFound)]

    @property
    def graded(self) -> list[tuple[str, int, str]]:
        """Rule, seat and grade of each finding."""
        return [(found.rule, found.seat, found.grade) for found in self.state.findings]


NAMES = ("Ai", "Bo", "Cy", "Di")


def hanchan(ruleset: str = "wrc-2015", **overrides: Any) -> Table:
    """A hanchan of four players with names, a hand of it dealt."""
    table = Table(ruleset, **overrides)
    table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping(), names=NAMES))
    return table.deals()


@pytest.fixture
def table() -> Table:
    """A freshly dealt hand, by the rules that most tests of single acts use."""
    return Table("wrc-2015").deals()


class Bots:
    """Four players who play a whole game by the rules, chosen by a seed; every tile is known."""

    def __init__(self, seed: int, ruleset: str = "tenhou", **overrides: Any) -> None:
        self.random = Random(seed)
        self.table = Table(
            ruleset, ("call_buttons", "concealed", "sticks", "tsumogiri", "wall_touch"), **overrides
        )

    def play(self, most_hands: int = 30) -> Table:
        for _ in range(most_hands):
            self._hand()
            if self.table.state.phase == "ended":
                break
        return self.table

    @property
    def state(self) -> GameState:
        return self.table.state

    def _hand(self) -> None:
        table = self.table
        self.wall = list(full_set(red_fives=self.state.ruleset.scoring.red_fives))
        self.random.shuffle(self.wall)
        self.live = self.rinshan = 0
        hands = [tuple(self.wall[number] for number in numbers) for numbers in dealt(self.state.dealer)]
        dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        table.sees(seen.HandDealt(dice=dice, hands=(hands[0], hands[1], hands[2], hands[3])))
        table.sees(seen.IndicatorSeen(tile=self.wall[INDICATORS[0]]))
        while draw_reason(self.state) is None and not self.state.wins:
            if not self.state.holding:
                self._draw()
            if not self.state.wins:
                self._act()
        self._end()

    def _draw(self) -> None:
        if self.state.rinshan_due:
            calls = self.state.ruleset.calls
            if calls.kan_dora_open == "before_draw":
                self._turn_due("ankan", "kakan", "daiminkan")
            number = RINSHAN[self.rinshan]
            self.rinshan += 1
        else:
            number = DEALT + self.live
            self.live += 1
        seat = self.state.turn
        self.table.sees(seen.TileDrawn(seat=seat, tile=self.wall[number]))
        if self._wins(seat, self.wall[number], tsumo=True):
            self._show_win(seat, self.wall[number], "tsumo")

    def _turn_due(self, *kinds: str) -> None:
        """Turn the indicators that are due for these kans, and earlier ones that are due."""
        while set(kinds) & set(self.state.dora_due):
            self.table.sees(seen.IndicatorSeen(tile=self.wall[INDICATORS[len(self.state.indicators)]]))

    def _hand_of(self, seat: int, without: Tile | None = None) -> tuple[Tile, ...]:
        tiles = list(self.state.seats[seat].known)
        if without is not None:
            tiles.remove(without)
        return tuple(tiles)

    def _wins(self, seat: int, won: Tile, *, tsumo: bool) -> bool:
        tiles = self._hand_of(seat, won if tsumo else None)
        if not tsumo and furiten(self.state.seats[seat], tiles):
            return False
        source = seat if tsumo else self.state.open.seat if self.state.open else seat
        shown = events.WinShown(seat, source, won, tiles)
        return score(describe(self.state, shown), self.state.ruleset) is not None

    def _show_win(self, seat: int, won: Tile, call: Any) -> None:
        self.table.sees(seen.CallHeard(seat=seat, call=call))
        tiles = self._hand_of(seat, won if call == "tsumo" else None)
        self.table.sees(seen.TilesShown(seat=seat, tiles=tiles, winning=won))
        if self.state.seats[seat].riichi:
            ura = tuple(self.wall[URA[at]] for at in range(len(self.state.indicators)))
            self.table.sees(seen.UraSeen(tiles=ura))

    def _act(self) -> None:
        """Kan, riichi or a plain discard, then the others' reactions."""
        seat = self.state.turn
        if self._kan(seat):
            return
        self._turn_due("ankan", "kakan", "daiminkan")
        player = self.state.seats[seat]
        choice = self._choice(seat)
        declares = (
            player.riichi == NO_RIICHI
            and player.closed
            and player.drawn is not None
            and player.score >= 1000
            and self.state.live >= 4
            and bool(waits_of(player, self._hand_of(seat, choice), self.state.ruleset))
        )
        if declares:
            self.table.sees(seen.CallHeard(seat=seat, call="riichi"))
        turned = declares or player.turned_due
        tsumogiri = choice == player.drawn
        self.table.sees(seen.TileDiscarded(seat=seat, tile=choice, sideways=turned, tsumogiri=tsumogiri))
        if declares:
            self.table.sees(seen.StickLaid(seat=seat))
        self._answers(seat, choice)

    def _kan(self, seat: int) -> bool:
        player, state = self.state.seats[seat], self.state
        if player.drawn is None or state.live == 0 or len(state.kans) >= 4 or player.riichi:
            return False
        four = [kind for kind, count in enumerate(kind_counts(player.known)) if count == 4]
        pons = {KIND[meld.tiles[0]] for meld in player.melds if meld.kind == "pon"}
        added = [each for each in player.known if KIND[each] in pons]
        if four and self.random.random() < 0.8:
            tiles = tuple(each for each in player.known if KIND[each] == four[0])
            self.table.sees(seen.CallHeard(seat=seat, call="kan"))
            self.table.sees(seen.MeldShown(seat=seat, kind="ankan", tiles=tiles))
            self._turn_due("ankan")
            return True
        if added and self.random.random() < 0.8:
            pon = next(meld.tiles for meld in player.melds if KIND[meld.tiles[0]] == KIND[added[0]])
            self.table.sees(seen.CallHeard(seat=seat, call="kan"))
            self.table.sees(seen.MeldShown(seat=seat, kind="kakan", tiles=(*pon, added[0]), added=added[0]))
            self._rons(seat, added[0])
            return True
        return False

    def _choice(self, seat: int) -> Tile:
        player = self.state.seats[seat]
        if player.riichi and player.drawn is not None:
            return player.drawn
        allowed = [each for each in player.known if KIND[each] not in player.forbidden]
        counts = kind_counts(player.known)
        best: list[tuple[int, float, Tile]] = []
        for each in sorted(set(allowed)):
            counts[KIND[each]] -= 1
            best.append((shanten(counts, len(player.melds)), self.random.random(), each))
            counts[KIND[each]] += 1
        return min(best)[2]

    def _rons(self, source: int, won: Tile) -> bool:
        callers = [
            seat for seat in ((source + step) % 4 for step in (1, 2, 3)) if self._wins(seat, won, tsumo=False)
        ]
        for seat in callers:
            self._show_win(seat, won, "ron")
        return bool(callers)

    def _answers(self, source: int, thrown: Tile) -> None:
        if self._rons(source, thrown) or self.state.live == 0 or draw_reason(self.state) is not None:
            return
        for step in (1, 2, 3):
            seat = (source + step) % 4
            player = self.state.seats[seat]
            same = tuple(each for each in player.known if KIND[each] == KIND[thrown])
            if player.riichi:
                continue
            if len(same) == 3 and len(self.state.kans) < 4 and self.random.random() < 0.5:
                self._claim(seat, Meld("daiminkan", (*same, thrown), thrown, source))
                return
            if len(same) >= 2 and self.random.random() < 0.5:
                self._claim(seat, Meld("pon", (*same[:2], thrown), thrown, source))
                return
        self._chi((source + 1) % 4, source, thrown)

    def _chi(self, seat: int, source: int, thrown: Tile) -> None:
        player = self.state.seats[seat]
        kind = KIND[thrown]
        if player.riichi or kind >= 27 or self.random.random() > 0.3:
            return
        for low in (kind - 2, kind - 1, kind):
            if low < 0 or low // 9 != kind // 9 or low % 9 > 6:
                continue
            own = [
                next((each for each in player.known if KIND[each] == need), None)
                for need in (low, low + 1, low + 2)
                if need != kind
            ]
            if None in own:
                continue
            meld = Meld(
                "chi",
                tuple(sorted((*(each for each in own if each is not None), thrown), key=KIND.__getitem__)),
                thrown,
                source,
            )
            left = list(player.known)
            for each in own:
                assert each is not None
                left.remove(each)
            if any(KIND[each] not in forbidden_kinds(meld, self.state.ruleset) for each in left):
                self._claim(seat, meld)
                return

    def _claim(self, seat: int, meld: Meld) -> None:
        call: Any = "kan" if meld.kind == "daiminkan" else meld.kind
        left = [
            each
            for each in self.state.seats[seat].known
            if KIND[each] not in forbidden_kinds(meld, self.state.ruleset)
        ]
        if meld.kind == "pon" and not left:
            return
        self.table.sees(seen.CallHeard(seat=seat, call=call))
        self.table.sees(
            seen.MeldShown(
                seat=seat, kind=meld.kind, tiles=meld.tiles, claimed=meld.claimed, source_seat=meld.source
            )
        )

    def _end(self) -> None:
        reason = draw_reason(self.state)
        if not self.state.wins and reason in {"exhaustive", "nagashi"}:
            for turn in range(4):
                number = (self.state.dealer + turn) % 4
                seat = self.state.seats[number]
                waiting = bool(waits_of(seat, seat.known, self.state.ruleset))
                self.table.sees(seen.TenpaiDeclared(seat=number, tenpai=waiting))
                if waiting:
                    self.table.sees(seen.TilesShown(seat=number, tiles=seat.known))
        elif not self.state.wins and reason == "four_riichi":
            for number, seat in enumerate(self.state.seats):
                self.table.sees(seen.TilesShown(seat=number, tiles=seat.known))
        self.table.closes()


@cache
def played(seed: int, ruleset: str = "tenhou", **overrides: Any) -> Table:
    """A whole game played by four bots from a seed; all tests share it and only read it."""
    return Bots(seed, ruleset, **overrides).play()
