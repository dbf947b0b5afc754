"""Reports to the referee as a record or a table would, and keeps its answers."""

from random import Random
from typing import Any

from referee.game import events
from referee.game import judge_observations as judge_seen
from referee.game import observations as seen
from referee.judging.decide import advance
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from tests.referee.independent.dealing import Deal

RECORD = ("acts", "call_buttons", "concealed", "sticks", "tsumogiri")
TABLES = (
    ("call_buttons", "sticks", "wall_touch"),
    ("call_buttons", "curtains", "sticks", "wall_touch"),
    ("call_buttons", "curtains", "exposed", "sticks", "tile_taken", "wall_touch"),
    ("call_buttons", "sticks", "wall_place", "wall_touch"),
    ("call_buttons", "curtains", "exposed", "sticks", "tile_taken", "tsumogiri", "wall_place", "wall_touch"),
    ("call_buttons",),
    ("sticks",),
    (),
)


class Teller:
    """A hanchan as it is reported to the referee."""

    def __init__(self, rules: Ruleset, chance: Random, senses: tuple[str, ...]) -> None:
        self.rules, self.chance, self.senses = rules, chance, senses
        self.record = "concealed" in senses
        self.now = 0
        self.upright = False
        self.pace = 1.0
        self.state: Any = None
        self.number = 0
        self.hanchan: list[events.Event] = []
        self.heard: list[events.Event] = []
        self.findings: list[events.FoulFound] = []
        self.seen_to: set[int] = set()
        self.log: list[tuple[seen.Observation, tuple[events.Event, ...]]] = []
        self.say(seen.HanchanBegun, ruleset=rules.to_mapping(), senses=senses)

    def say(self, sort: type[seen.Observation], within: int = 0, /, **what: Any) -> tuple[events.Event, ...]:
        self.number += 1
        observation = sort(
            at_ms=self.now, within_ms=0 if self.record else within, source=f"act:{self.number}", **what
        )
        made, self.state = advance(self.state, observation)
        self.hanchan.extend(made)
        self.heard.extend(made)
        self.findings.extend(each for each in made if isinstance(each, events.FoulFound))
        self.log.append((observation, made))
        return made

    def later(self, least: int, most: int) -> None:
        """Table time goes on."""
        self.now += int(self.pace * self.chance.randrange(least, most + 1))

    def hidden(self, tile: int) -> int:
        return tile if self.record else UNKNOWN

    def arm(self, seat: int, *, across: bool) -> None:
        if "curtains" in self.senses:
            self.say(seen.HandMoved, 5, seat=seat, across=across)

    # deals and draws
    def deals(self, deal: Deal, standing: tuple[int, ...] | None) -> None:
        self.later(2000, 4000)
        self.log.clear()
        self.heard.clear()
        hands = tuple(tuple(map(self.hidden, hand)) for hand in deal.hands)
        dice = (self.chance.randrange(1, 7), self.chance.randrange(1, 7))
        self.say(seen.HandDealt, dice=dice, hands=hands, standing=standing)
        self.later(500, 900)
        self.indicator(deal.indicators[0])
        self.later(500, 900)

    def indicator(self, tile: int) -> None:
        self.say(seen.IndicatorSeen, 30, tile=tile)

    def draws(self, seat: int, tile: int, place: int) -> None:
        """A tile is taken; its place in the wall is reported by a table that sees all places, and sometimes by
        others."""
        self.arm(seat, across=True)
        if "curtains" in self.senses:
            self.later(80, 150)
        self.touches(seat, tile, place)
        if "curtains" in self.senses:
            self.later(80, 150)
        self.arm(seat, across=False)

    def touches(self, seat: int, tile: int, place: int) -> None:
        tells = "wall_place" in self.senses or (
            "wall_touch" in self.senses and not self.record and self.chance.random() < 0.3
        )
        self.say(seen.TileDrawn, 20, seat=seat, tile=self.hidden(tile), place=place if tells else None)

    def discards(self, seat: int, tile: int, *, sideways: bool, drawn: bool) -> None:
        """The hand goes across, the tile touches the mat, the hand goes back."""
        if "curtains" in self.senses:
            self.arm(seat, across=True)
            self.later(80, 150)
        known = self.record or "tsumogiri" in self.senses
        self.say(
            seen.TileDiscarded,
            30,
            seat=seat,
            tile=tile,
            sideways=False
            if self.upright
            else sideways
            if self.record or sideways or self.chance.random() < 0.9
            else None,
            tsumogiri=drawn if known else None,
        )

    def withdraws(self, seat: int) -> None:
        if "curtains" in self.senses:
            self.later(60, 120)
            self.arm(seat, across=False)

    # calls
    def calls(self, seat: int, call: str, *, entered: bool = False) -> None:
        """A call is pressed, or entered by a person if no table could recognise it."""
        if "call_buttons" in self.senses or entered or call in ("ron", "nine_terminals"):
            self.say(seen.CallHeard, 5, seat=seat, call=call)

    def meld(self, seat: int, meld: Meld) -> None:
        self.say(
            seen.MeldShown,
            40,
            seat=seat,
            kind=meld.kind,
            tiles=meld.tiles,
            claimed=None if meld.kind == "kakan" else meld.claimed,
            source_seat=None if meld.kind == "kakan" else meld.source,
            added=meld.added,
        )
        if "tile_taken" in self.senses and meld.kind not in ("ankan", "kakan"):
            self.later(60, 120)
            self.say(seen.TileTaken, seat=seat)

    def stick(self, seat: int) -> None:
        if "sticks" in self.senses:
            self.say(seen.StickLaid, 5, seat=seat)

    # the end
    def shows(
        self, seat: int, tiles: list[int], winning: int | None = None, source: int | None = None
    ) -> None:
        called_from = source if self.record else None
        if source == seat or called_from is None:
            winning = winning if source == seat else None
        shuffled = list(tiles)
        self.chance.shuffle(shuffled)
        self.say(
            seen.TilesShown, 50, seat=seat, tiles=tuple(shuffled), winning=winning, source_seat=called_from
        )

    def closes(self) -> None:
        self.later(2000, 5000)
        self.say(seen.HandClosed)

    # the judge
    def found(self, rule: str, seat: int) -> int | None:
        """The number of this hand's newest finding of this rule on this seat that the judge has not dealt with."""
        for number in reversed(range(len(self.findings))):
            each = self.findings[number]
            if (each.rule, each.seat) == (rule, seat) and each in self.heard and number not in self.seen_to:
                return number
        return None

    def rules_on(self, finding: int, ruling: str) -> None:
        self.later(3000, 9000)
        self.say(seen.RulingGiven, ruling=ruling, finding=finding, judge="anna")

    def releases(self) -> None:
        self.later(500, 900)
        self.say(judge_seen.PlayReleased, judge="anna")
