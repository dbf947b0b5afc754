"""A table whose tests read like a game report, and games that the project plays for itself."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from config import read_ruleset
from referee.game import events
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, UNKNOWN, Tile, parse_tiles
from simulation.people.bots import play_game

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


@cache
def played(seed: int, ruleset: str = "tenhou", hands: int | None = None) -> Table:
    """A game of the built-in players from a seed; all tests share it and only read it."""
    table = Table(ruleset)
    table.entries, table.events, table.state_or_none = [], [], None
    for observation, _ in play_game(table.ruleset.to_mapping(), seed, hands):
        table.sees(observation)
    return table
