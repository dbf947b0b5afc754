"""Helpers that the tests of replay and export share."""

import argparse
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from config import read_ruleset
from referee.game import observations as seen
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import GameRecord
from referee.tiles import UNKNOWN, parse_tiles

PINFU = parse_tiles("234567m67p34522s")


HIDDEN = (UNKNOWN,) * 13


def tile(name: str) -> int:
    return parse_tiles(name)[0]


def small_game(*, known: bool) -> list[Any]:
    """East 1: everybody discards a wind, then East a 5p, on which West wins; the hanchan is closed there."""
    filler = [
        tuple(sorted(parse_tiles(names)))
        for names in ("1134699m1199p12s", "2258m3388p67799s", "", "4478m4p1188s5566z")
    ]
    filler[2] = PINFU
    hands = tuple(filler) if known else (HIDDEN,) * 4
    play: list[Any] = [
        seen.HanchanBegun(ruleset=read_ruleset("riichi-mj"), senses=("call_buttons", "wall_touch")),
        seen.HandDealt(dice=(2, 5), hands=(hands[0], hands[1], hands[2], hands[3])),
        seen.IndicatorSeen(tile=tile("9s")),
    ]
    for seat, name in ((0, "1z"), (1, "2z"), (2, "3z"), (3, "4z"), (0, "5p")):
        play.append(seen.TileDrawn(seat=seat, tile=tile(name) if known else UNKNOWN))
        play.append(seen.TileDiscarded(seat=seat, tile=tile(name), tsumogiri=True if known else None))
    play += [
        seen.CallHeard(seat=2, call="ron"),
        seen.TilesShown(seat=2, tiles=PINFU, winning=tile("5p")),
        seen.HandClosed(),
        seen.HanchanClosed(),
    ]
    return [replace(each, at_ms=1000 * number, source=f"signal:{number}") for number, each in enumerate(play)]


def entries(play: list[Any]) -> list[tuple[Any, Any]]:
    state: GameState | None = None
    found = []
    for observation in play:
        made, state = advance(state, observation)
        found.append((observation, made))
    return found


def record(*, known: bool = True) -> GameRecord:
    return next(records_of(entries(small_game(known=known))))


def run(module: Any, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    module.add_parser(parser.add_subparsers())
    args = parser.parse_args(arguments)
    status: int = args.run(args)
    return status


def saved(tmp_path: Path, game: GameRecord) -> str:
    path = tmp_path / "game.mjson"
    path.write_text(mjai.write(game), encoding="utf-8")
    return str(path)
