"""Hands written like a game report: ``report(rules).south.holds("…").pon("…").ron("5p")`` gives the score."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

import config
from referee.hands.score import Score, Win, score
from referee.melds import Meld, MeldKind
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, parse_tile, parse_tiles


@cache
def rules(name: str) -> Ruleset:
    return Ruleset.from_mapping(config.read_ruleset(name))


class Report:
    """A player's hand, step by step; every step gives a new report."""

    def __init__(self, ruleset: Ruleset, win: Win | None = None) -> None:
        self.ruleset = ruleset
        self.win = win or Win(concealed=(), tile=0, tsumo=False, seat_wind=1)

    def _with(self, **changes: object) -> Report:
        return Report(self.ruleset, replace(self.win, **changes))

    @property
    def east(self) -> Report:
        return self._with(seat_wind=0)

    @property
    def south(self) -> Report:
        return self._with(seat_wind=1)

    @property
    def west(self) -> Report:
        return self._with(seat_wind=2)

    @property
    def north(self) -> Report:
        return self._with(seat_wind=3)

    def in_round(self, wind: str) -> Report:
        return self._with(round_wind="ESWN".index(wind))

    def holds(self, tiles: str) -> Report:
        return self._with(concealed=parse_tiles(tiles))

    def _meld(self, kind: MeldKind, tiles: str) -> Report:
        meld = Meld(kind, tuple(sorted(parse_tiles(tiles), key=lambda tile: KIND[tile])))
        return self._with(melds=(*self.win.melds, meld))

    def chi(self, tiles: str) -> Report:
        return self._meld("chi", tiles)

    def pon(self, tiles: str) -> Report:
        return self._meld("pon", tiles)

    def daiminkan(self, tiles: str) -> Report:
        return self._meld("daiminkan", tiles)

    def kakan(self, tiles: str) -> Report:
        return self._meld("kakan", tiles)

    def ankan(self, tiles: str) -> Report:
        return self._meld("ankan", tiles)

    def riichi(self, *, double: bool = False, ippatsu: bool = False) -> Report:
        return self._with(riichi=2 if double else 1, ippatsu=ippatsu)

    def on_the_last_tile(self) -> Report:
        return self._with(last_tile=True)

    def after_a_kan(self) -> Report:
        return self._with(rinshan=True)

    def in_the_first_turn(self) -> Report:
        return self._with(first_turn=True)

    def indicators(self, dora: str, ura: str = "") -> Report:
        return self._with(dora_indicators=parse_tiles(dora), ura_indicators=parse_tiles(ura))

    def plays(self, text: str) -> Score | None:
        """The score of South's hand, given in one line: ``234m567m2p pon:777z daiminkan:6666z tsumo:2p riichi ippatsu
        dora:1z``."""
        tiles, *words = text.split()
        report, how = self.south.holds(tiles), ""
        steps = {"last": "on_the_last_tile", "rinshan": "after_a_kan", "first": "in_the_first_turn"}
        for word in words:
            kind, _, what = word.partition(":")
            if kind in {"ron", "tsumo", "rob"}:
                how = word
            elif kind in {"riichi", "double"}:
                report = report.riichi(double=kind == "double", ippatsu="ippatsu" in words)
            elif kind in {"east", "west"}:
                report = getattr(report, kind)
            elif kind in steps:
                report = getattr(report, steps[kind])()
            elif kind != "ippatsu":
                report = getattr(report, {"round": "in_round", "dora": "indicators"}.get(kind, kind))(what)
        kind, _, tile = how.partition(":")
        score: Score | None = getattr(report, "robs_a_kan" if kind == "rob" else kind)(tile)
        return score

    def tile_mixed_in(self) -> Report:
        return self._with(tile_apart=False)

    def tsumo(self, tile: str) -> Score | None:
        return score(replace(self.win, tile=parse_tile(tile), tsumo=True), self.ruleset)

    def ron(self, tile: str) -> Score | None:
        return score(replace(self.win, tile=parse_tile(tile), tsumo=False), self.ruleset)

    def robs_a_kan(self, tile: str) -> Score | None:
        return score(replace(self.win, tile=parse_tile(tile), tsumo=False, chankan=True), self.ruleset)


def ruleset(name: str, **changes: object) -> Ruleset:
    """A ruleset by name, with settings changed by dotted key."""
    return rules(name).with_overrides({key.replace("__", "."): value for key, value in changes.items()})


def report(name: str = "wrc-2015", **changes: object) -> Any:
    """The start of a game report under a ruleset, WRC by default; South in the East round."""
    return Report(ruleset(name, **changes))
